//! The loop in which one library does a row's work, and all libraries that do it.

use std::hint::black_box;

use crate::ours;
#[cfg(bench_ada)]
use crate::peers::ada::Ada;
use crate::peers::fluent::Fluent;
use crate::peers::http::Http;
use crate::peers::iri_string::IriString;
use crate::peers::oxiri::Oxiri;
use crate::peers::uriparse::Uriparse;
use crate::peers::url::Whatwg;
use crate::peers::{self, Peer};
use crate::row::Row;
use crate::work::Work;

/// One library doing one row's work on all of its inputs.
pub(crate) struct Contender<'w> {
    pub(crate) name: &'static str,
    /// Number of inputs in one pass: those that the library accepts.
    pub(crate) inputs: usize,
    /// Does the work once on each input.
    pub(crate) pass: Box<dyn FnMut() + 'w>,
}

impl<'w> Contender<'w> {
    /// A library that does `operation` on each of the inputs, in order.
    pub(crate) fn new<T: 'w>(
        name: &'static str,
        inputs: impl IntoIterator<Item = T>,
        mut operation: impl FnMut(&T) + 'w,
    ) -> Self {
        let inputs: Vec<T> = inputs.into_iter().collect();
        let len = inputs.len();
        let pass = move || {
            for input in black_box(&inputs) {
                operation(input);
            }
        };
        Self { name, inputs: len, pass: Box::new(pass) }
    }
}

/// Our library first, then each peer that can do the row's work. Empty if the row takes pairs and there are none.
pub(crate) fn contenders(row: Row, work: &Work) -> Vec<Contender<'_>> {
    if !work.suits(row) {
        return Vec::new();
    }
    let strings = (row == Row::Equality).then(|| {
        Contender::new("str", work.twins(), |(one, other)| {
            black_box(black_box(one) == black_box(other));
        })
    });
    let all = [
        Some(ours::contender(row, work)),
        peers::contender::<Fluent>(row, work),
        peers::contender::<IriString>(row, work),
        peers::contender::<Uriparse>(row, work),
        peers::contender::<Whatwg>(row, work),
        peers::contender::<Oxiri>(row, work),
        peers::contender::<Http>(row, work),
        strings,
        #[cfg(bench_ada)]
        peers::contender::<Ada>(row, work),
    ];
    all.into_iter().flatten().collect()
}

/// The name of a library, and whether it accepts a URI.
pub(crate) type Judge = (&'static str, fn(&str) -> bool);

/// The libraries whose times make ratios. A line of a list counts only if all of them accept it.
pub(crate) const JUDGES: &[Judge] = &[
    (ours::NAME, ours::takes),
    (Fluent::NAME, Fluent::takes),
    (IriString::NAME, IriString::takes),
    (Oxiri::NAME, Oxiri::takes),
    (Whatwg::NAME, Whatwg::takes),
    #[cfg(bench_ada)]
    (Ada::NAME, Ada::takes),
];
