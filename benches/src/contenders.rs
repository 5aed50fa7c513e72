//! All libraries that do a row's work: ours, and its peers.

use crate::contender::Contender;
use crate::ours;
#[cfg(bench_ada)]
use crate::peers::ada;
use crate::peers::{fluent, http, iri_string, oxiri, text, uriparse, url};
use crate::row::Row;
use crate::work::{Judge, Work};

/// Our library first, then each peer that can do the work. Empty if the row takes pairs and there are none.
pub(crate) fn contenders(row: Row, work: &Work) -> Vec<Contender<'_>> {
    if !work.suits(row) {
        return Vec::new();
    }
    let all = [
        Some(ours::contender(row, work)),
        Some(fluent::contender(row, work)),
        iri_string::contender(row, work),
        uriparse::contender(row, work),
        url::contender(row, work),
        oxiri::contender(row, work),
        http::contender(row, work),
        text::contender(row, work),
        #[cfg(bench_ada)]
        ada::contender(row, work),
    ];
    all.into_iter().flatten().collect()
}

/// The libraries whose times make ratios. A line of a list counts only if all of them accept it.
pub(crate) const JUDGES: &[Judge] = &[
    (ours::NAME, ours::takes),
    (fluent::NAME, fluent::takes),
    (iri_string::NAME, iri_string::takes),
    (oxiri::NAME, oxiri::takes),
    (url::NAME, url::takes),
    #[cfg(bench_ada)]
    (ada::NAME, ada::takes),
];
