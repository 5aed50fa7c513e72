//! All libraries that do a row's work: ours, and its peers.

use crate::contender::Contender;
use crate::ours;
#[cfg(bench_ada)]
use crate::peers::ada;
use crate::peers::{fluent, http, iref, iri_string, text, uriparse, url};
use crate::row::Row;
use crate::work::Work;

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
        iref::contender(row, work),
        http::contender(row, work),
        text::contender(row, work),
        #[cfg(bench_ada)]
        ada::contender(row, work),
    ];
    all.into_iter().flatten().collect()
}
