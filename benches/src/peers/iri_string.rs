//! iri-string. It writes into a buffer of fixed size, which is faster than writing a string.

use std::fmt::Write as _;
use std::hint::black_box;

use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriStr};

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::text_buffer::TextBuffer;
use crate::work::Work;

pub(crate) const NAME: &str = "iri-string";
const ROOM: usize = 4096;

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let mut space = [0; ROOM];
    let mut write = move |text: &dyn std::fmt::Display| {
        let mut out = TextBuffer::new(&mut space);
        black_box(write!(out, "{text}").ok());
        black_box(out.as_bytes());
    };
    let parsed = work.uri_texts().filter_map(|uri| UriStr::new(uri).ok());
    Some(match row {
        Row::Decode => Contender::new(NAME, parsed.map(UriStr::as_str), |uri| {
            black_box(UriStr::new(black_box(uri)).ok());
        }),
        Row::DecodeReference => {
            let accepted = work.reference_texts().filter(|uri| UriReferenceStr::new(uri).is_ok());
            Contender::new(NAME, accepted, |uri| {
                black_box(UriReferenceStr::new(black_box(uri)).ok());
            })
        }
        Row::Parse => Contender::new(NAME, parsed.map(UriStr::as_str), |uri| {
            black_box(UriReferenceStr::new(black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed =
                work.pair_texts().filter_map(|(base, reference)| parse_pair(base, reference));
            Contender::new(NAME, parsed, move |pair| {
                let (base, reference) = *black_box(pair);
                write(&reference.resolve_against(base));
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted =
                work.pair_texts().filter(|(base, reference)| parse_pair(base, reference).is_some());
            Contender::new(NAME, accepted, move |pair| {
                let (base, reference) = *black_box(pair);
                if let Some((base, reference)) = parse_pair(base, reference) {
                    write(&reference.resolve_against(base));
                }
            })
        }
        Row::Iterate => Contender::new(NAME, parsed.map(UriStr::as_str), |uri| {
            black_box(
                UriStr::new(black_box(uri))
                    .ok()
                    .map(|uri| Sum::decoded(uri.path_str(), uri.query_str())),
            );
        }),
        Row::FromUri => Contender::new(NAME, parsed.map(UriStr::as_str), move |uri| {
            if let Ok(uri) = UriStr::new(black_box(uri)) {
                write(&uri.normalize());
            }
        }),
        Row::ToUri => Contender::new(NAME, parsed, move |uri| write(&black_box(uri).normalize())),
        Row::Equality => {
            let parsed = work.twins().filter_map(|(one, other)| {
                Some((UriStr::new(one).ok()?, UriStr::new(other).ok()?))
            });
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    })
}

fn parse_pair<'a>(
    base: &'a str,
    reference: &'a str,
) -> Option<(&'a UriAbsoluteStr, &'a UriReferenceStr)> {
    Some((UriAbsoluteStr::new(base).ok()?, UriReferenceStr::new(reference).ok()?))
}

/// Resolves two strings; `None` if iri-string refuses one.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<String> {
    parse_pair(base, reference).map(|(base, reference)| reference.resolve_against(base).to_string())
}

/// The normal form of a URI; `None` if iri-string refuses it.
pub(crate) fn normalized(uri: &str) -> Option<String> {
    UriStr::new(uri).ok().map(|uri| uri.normalize().to_string())
}

pub(crate) fn takes(uri: &str) -> bool {
    UriStr::new(uri).is_ok()
}
