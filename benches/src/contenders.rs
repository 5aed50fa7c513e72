//! All libraries that can do a row's work.

use std::hint::black_box;

use cri_uri::UriCri;
use fluent_uri::Uri;
use url::Url;

use crate::contender::{Contender, Judge};
use crate::held;
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

/// Our library first, then each peer that can do the row's work. Empty if the row takes pairs and there are none.
pub(crate) fn contenders(row: Row, work: &Work) -> Vec<Contender<'_>> {
    if !work.suits(row) {
        return Vec::new();
    }
    let strings = (row == Row::Compare).then(|| {
        Contender::new("str", work.twins(), |(one, other)| {
            black_box(black_box(one) == black_box(other));
        })
    });
    let all = [
        ours::contender(row, work),
        held::contender::<UriCri>(row, work),
        peers::contender::<Fluent>(row, work),
        peers::contender::<IriString>(row, work),
        peers::contender::<Uriparse>(row, work),
        peers::contender::<Whatwg>(row, work),
        peers::contender::<Oxiri>(row, work),
        peers::contender::<Http>(row, work),
        strings,
        held::contender::<Uri<String>>(row, work),
        held::contender::<Url>(row, work),
        held::contender::<String>(row, work),
        held::copies(row, work),
        #[cfg(bench_ada)]
        peers::contender::<Ada>(row, work),
    ];
    all.into_iter().flatten().collect()
}

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
