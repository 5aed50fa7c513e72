//! fluent-uri.

use std::hint::black_box;

use fluent_uri::component::Scheme;
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::encoder::Path;
use fluent_uri::pct_enc::{EStr, Split};
use fluent_uri::{Uri, UriRef};

use super::{pairs, references, twins, uris};
use crate::contender::Contender;
use crate::ours::Sum;
use crate::row::Row;
use crate::work::Work;

pub(crate) const NAME: &str = "fluent-uri";

pub(crate) fn contender(row: Row, work: &Work) -> Contender<'_> {
    match row {
        Row::Decode => Contender::new(NAME, uris(work), |uri| {
            black_box(Uri::parse(*black_box(uri)).ok());
        }),
        Row::DecodeReference => Contender::new(NAME, references(work), |uri| {
            black_box(UriRef::parse(*black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed = pairs(work).map(|(base, reference)| (parse(base), parse_reference(reference)));
            Contender::new(NAME, parsed, |(base, reference)| {
                black_box(black_box(reference).resolve_against(black_box(base)).ok());
            })
        }
        Row::DecodeResolveEncode | Row::Strings => Contender::new(NAME, pairs(work), |pair| {
            let (base, reference) = *black_box(pair);
            black_box(resolve(base, reference));
        }),
        Row::Iterate => Contender::new(NAME, uris(work), |uri| {
            let mut sum = Sum::default();
            if let Ok(uri) = Uri::parse(*black_box(uri)) {
                iterate(&uri, |item| sum.add_bytes(item));
            }
            black_box(sum);
        }),
        Row::FromUri => Contender::new(NAME, uris(work), |uri| {
            black_box(Uri::parse(*black_box(uri)).ok().map(|uri| uri.normalize()));
        }),
        Row::ToUri => Contender::new(NAME, uris(work).map(parse), |uri| {
            black_box(black_box(uri).normalize());
        }),
        Row::Equality => {
            Contender::new(NAME, twins(work).map(|(one, other)| (parse(one), parse(other))), |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    }
}

fn parse(uri: &str) -> Uri<&str> {
    Uri::parse(uri).expect("a URI")
}

fn parse_reference(uri: &str) -> UriRef<&str> {
    UriRef::parse(uri).expect("a URI reference")
}

/// The target URI, from strings.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<Uri<String>> {
    UriRef::parse(reference).ok()?.resolve_against(&Uri::parse(base).ok()?).ok()
}

/// Gives each segment, then each parameter, decoded.
pub(crate) fn iterate(uri: &Uri<&str>, mut take: impl FnMut(&[u8])) {
    for segment in segments(uri.path()) {
        take(&segment.decode().to_bytes());
    }
    if let Some(query) = uri.query() {
        for parameter in query.split('&') {
            take(&parameter.decode().to_bytes());
        }
    }
}

fn segments(path: &EStr<Path>) -> Split<'_, Path> {
    path.segments_if_absolute().unwrap_or_else(|| path.split('/'))
}

/// The URI in normal form, with the default ports that the draft knows and not those that fluent-uri does.
pub(crate) fn normalized(uri: &str, default_port: fn(&Scheme) -> Option<u16>) -> String {
    let normalizer = Normalizer::new().default_port_with(default_port);
    normalizer.normalize(&parse(uri)).expect("underflow is allowed").into_string()
}
