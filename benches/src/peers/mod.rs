//! The peers, one file each, and the work of each row as a peer does it.

#[cfg(bench_ada)]
pub(crate) mod ada;
pub(crate) mod fluent;
pub(crate) mod http;
pub(crate) mod iri_string;
pub(crate) mod oxiri;
pub(crate) mod uriparse;
pub(crate) mod url;

use std::hint::black_box;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

const ROOM: usize = 4096;

/// A library that parses URIs.
pub(crate) trait Peer: 'static {
    const NAME: &'static str;
    /// The rows whose work the library can do.
    const ROWS: &'static [Row];
    /// Whether the library has a type for references. `parse_reference` is not measured otherwise.
    const HAS_REFERENCES: bool = true;

    type Uri<'a>: Clone + PartialEq;
    type Base<'a>;
    type Reference<'a>;

    fn parse(uri: &str) -> Option<Self::Uri<'_>>;
    fn parse_base(uri: &str) -> Option<Self::Base<'_>>;
    fn parse_reference(uri: &str) -> Option<Self::Reference<'_>>;

    /// Whether the library accepts a URI.
    fn takes(uri: &str) -> bool {
        Self::parse(uri).is_some()
    }

    /// Parses or validates a URI, whichever is faster.
    fn check(uri: &str) {
        done(Self::parse(uri));
    }

    /// Resolves to text, which may be written to `space`. Returns whether the library could.
    fn resolve(_: &Self::Base<'_>, _: &Self::Reference<'_>, _space: &mut [u8]) -> bool {
        false
    }

    /// Reads all decoded segments and parameters.
    fn sum(_: &Self::Uri<'_>) -> Sum {
        Sum::default()
    }

    /// Normalises to text, which may be written to `space`. Some libraries have normalised already.
    fn normalize(uri: Self::Uri<'_>, _space: &mut [u8]) {
        done(Some(uri));
    }
}

/// The peer doing the row's work on all inputs that it accepts, or `None` if it cannot do that work.
pub(crate) fn contender<P: Peer>(row: Row, work: &Work) -> Option<Contender<'_>> {
    if !P::ROWS.contains(&row) {
        return None;
    }
    let mut space = [0; ROOM];
    let accepted = work.uri_texts().filter(|uri| P::takes(uri));
    let references = work.reference_texts().filter(|uri| P::parse_reference(uri).is_some());
    let pairs = work.pair_texts().filter(|pair| resolve::<P>(*pair, &mut [0; ROOM]));
    Some(match row {
        Row::Parse if P::HAS_REFERENCES => Contender::new(P::NAME, accepted, |uri| {
            black_box(P::parse_reference(black_box(uri)));
        }),
        Row::Decode | Row::Parse => Contender::new(P::NAME, accepted, |uri| {
            P::check(black_box(uri));
        }),
        Row::DecodeReference => Contender::new(P::NAME, references, |uri| {
            black_box(P::parse_reference(black_box(uri)));
        }),
        Row::Resolve => {
            let parsed = pairs.filter_map(|(base, reference)| {
                Some((P::parse_base(base)?, P::parse_reference(reference)?))
            });
            Contender::new(P::NAME, parsed, move |(base, reference)| {
                P::resolve(black_box(base), black_box(reference), &mut space);
            })
        }
        Row::DecodeResolveEncode | Row::Strings => Contender::new(P::NAME, pairs, move |pair| {
            resolve::<P>(*black_box(pair), &mut space);
        }),
        Row::Iterate => Contender::new(P::NAME, accepted, |uri| {
            black_box(P::parse(black_box(uri)).map(|uri| P::sum(&uri)));
        }),
        Row::UriToCri => Contender::new(P::NAME, accepted, move |uri| {
            if let Some(uri) = P::parse(black_box(uri)) {
                P::normalize(uri, &mut space);
            }
        }),
        Row::CriToUri => Contender::new(P::NAME, accepted.filter_map(P::parse), move |uri| {
            P::normalize(black_box(uri).clone(), &mut space);
        }),
        Row::Equality => {
            let twins = work.twins().filter(|(uri, _)| P::takes(uri));
            let parsed = twins.filter_map(|(one, other)| Some((P::parse(one)?, P::parse(other)?)));
            Contender::new(P::NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    })
}

/// Resolves two strings. Returns whether the library could.
fn resolve<P: Peer>((base, reference): (&str, &str), space: &mut [u8]) -> bool {
    let parsed = P::parse_base(base).zip(P::parse_reference(reference));
    parsed.is_some_and(|(base, reference)| P::resolve(&base, &reference, space))
}

/// Keeps a result from being optimised away. Returns whether there is one.
fn done<T>(result: Option<T>) -> bool {
    black_box(result).is_some()
}
