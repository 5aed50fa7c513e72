//! What the peers do. Each has a file; what it cannot do is not there, and what it refuses it is not given.

#[cfg(bench_ada)]
mod ada;
pub(crate) mod fluent;
mod http;
mod iref;
pub(crate) mod iri_string;
mod text;
mod uriparse;
mod url;

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::contender::Contender;
use crate::ours::Sum;
use crate::row::Row;
use crate::work::{Pair, Work};

/// All that do the row's work.
pub(crate) fn contenders(row: Row, work: &Work) -> impl Iterator<Item = Contender<'_>> {
    let peers = [
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
    peers.into_iter().flatten()
}

fn uris(work: &Work) -> impl Iterator<Item = &str> {
    work.uris.iter().map(|it| &it.uri[..])
}

fn twins(work: &Work) -> impl Iterator<Item = (&str, &str)> {
    work.uris.iter().map(|it| (&it.uri[..], &it.uri_twin[..]))
}

fn references(work: &Work) -> impl Iterator<Item = &str> {
    work.pairs.iter().map(|it| &it.reference.uri[..])
}

fn pairs(work: &Work) -> impl Iterator<Item = (&str, &str)> {
    work.pairs.iter().map(|Pair { base, reference }| (&base.uri[..], &reference.uri[..]))
}

/// Decodes the segments of a path and the parameters of a query, for peers that leave that to their user.
fn iterate(path: &str, query: Option<&str>) -> Sum {
    let mut sum = Sum::default();
    for segment in path.strip_prefix('/').unwrap_or(path).split('/') {
        sum.add_bytes(&Cow::from(percent_decode_str(segment)));
    }
    if let Some(query) = query {
        for parameter in query.split('&') {
            sum.add_bytes(&Cow::from(percent_decode_str(parameter)));
        }
    }
    sum
}
