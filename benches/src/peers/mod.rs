//! The peers, one file each, and the work of each row as a peer does it.

#[cfg(bench_ada)]
pub(crate) mod ada;
pub(crate) mod fluent;
pub(crate) mod http;
pub(crate) mod iri_string;
pub(crate) mod oxiri;
pub(crate) mod uriparse;
pub(crate) mod url;

use std::fmt::{Display, Write as _};
use std::hint::black_box;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::text_buffer::TextBuffer;
use crate::work::Work;

/// A library that parses URIs. By default, it does the work of every row that `held` does not do.
pub(crate) trait Peer: 'static {
    const NAME: &'static str;
    /// Whether the library has a type for references. Parsing them is not measured otherwise.
    const HAS_REFERENCES: bool = true;

    type Uri<'a>: TryFrom<&'a str> + Clone + Display + PartialEq;
    type Base<'a>: TryFrom<&'a str>;
    type Reference<'a>: TryFrom<&'a str>;

    /// Whether the library can do the work of a row.
    fn does(_: Row) -> bool {
        true
    }

    /// Whether the library does all of a row's work on a set of inputs. If not, its time is shown, and is in no ratio.
    fn does_all(_: Row, _work: &str) -> bool {
        true
    }

    /// Whether the library accepts a URI.
    fn takes(uri: &str) -> bool {
        Self::Uri::try_from(uri).is_ok()
    }

    /// Parses or validates a URI, whichever is faster.
    fn check(uri: &str) {
        done(Self::Uri::try_from(uri).ok());
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
    if !P::does(row) {
        return None;
    }
    let mut space = work.space();
    let accepted = work.uri_texts().filter(|uri| P::takes(uri));
    let references = work.reference_texts().filter(|uri| P::Reference::try_from(uri).is_ok());
    let pairs = work.pair_texts().filter(|pair| resolve::<P>(*pair, &mut work.space()));
    let contender = match row {
        Row::Parse if P::HAS_REFERENCES => Contender::new(P::NAME, accepted, |uri| {
            black_box(P::Reference::try_from(black_box(uri)).ok());
        }),
        Row::Decode | Row::Parse => Contender::new(P::NAME, accepted, |uri| {
            P::check(black_box(uri));
        }),
        Row::DecodeReference => Contender::new(P::NAME, references, |uri| {
            black_box(P::Reference::try_from(black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed = pairs.filter_map(|(base, reference)| {
                Some((P::Base::try_from(base).ok()?, P::Reference::try_from(reference).ok()?))
            });
            Contender::new(P::NAME, parsed, move |(base, reference)| {
                P::resolve(black_box(base), black_box(reference), &mut space);
            })
        }
        Row::DecodeResolveEncode | Row::Strings => Contender::new(P::NAME, pairs, move |pair| {
            resolve::<P>(*black_box(pair), &mut space);
        }),
        Row::Iterate => Contender::new(P::NAME, accepted, |uri| {
            black_box(P::Uri::try_from(black_box(uri)).ok().map(|uri| P::sum(&uri)));
        }),
        Row::FromUri | Row::Normalize => Contender::new(P::NAME, accepted, move |uri| {
            if let Ok(uri) = P::Uri::try_from(black_box(uri)) {
                P::normalize(uri, &mut space);
            }
        }),
        Row::ToUri => {
            let parsed = accepted.filter_map(|uri| P::Uri::try_from(uri).ok());
            Contender::new(P::NAME, parsed, move |uri| {
                P::normalize(black_box(uri).clone(), &mut space);
            })
        }
        Row::Encode => {
            let parsed = accepted.filter_map(|uri| P::Uri::try_from(uri).ok());
            Contender::new(P::NAME, parsed, move |uri| {
                write(black_box(uri), &mut space);
            })
        }
        Row::Compare => {
            let twins = work.twins().filter(|(uri, _)| P::takes(uri));
            let parsed = twins.filter_map(|(one, other)| {
                Some((P::Uri::try_from(one).ok()?, P::Uri::try_from(other).ok()?))
            });
            Contender::new(P::NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
        _ => return None,
    };
    Some(Contender { does_all: P::does_all(row, work.name), ..contender })
}

/// Resolves two strings. Returns whether the library could.
fn resolve<P: Peer>((base, reference): (&str, &str), space: &mut [u8]) -> bool {
    let parsed = P::Base::try_from(base).ok().zip(P::Reference::try_from(reference).ok());
    parsed.is_some_and(|(base, reference)| P::resolve(&base, &reference, space))
}

/// Writes into `space`. Returns whether the text fits.
fn write(text: &impl Display, space: &mut [u8]) -> bool {
    let mut out = TextBuffer::new(space);
    let written = write!(out, "{text}").ok();
    done(written.map(|()| out.as_bytes()))
}

/// Keeps a result from being optimised away. Returns whether there is one.
fn done<T>(result: Option<T>) -> bool {
    black_box(result).is_some()
}
