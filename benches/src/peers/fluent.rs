//! fluent-uri.

use std::hint::black_box;

use fluent_uri::component::Scheme;
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::encoder::Path;
use fluent_uri::pct_enc::{EStr, Split};
use fluent_uri::{Uri, UriRef};

use crate::components::Components;
use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

pub(crate) const NAME: &str = "fluent-uri";

pub(crate) fn contender(row: Row, work: &Work) -> Contender<'_> {
    match row {
        Row::Decode => Contender::new(NAME, work.uri_texts(), |uri| {
            black_box(Uri::parse(*black_box(uri)).ok());
        }),
        Row::DecodeReference => Contender::new(NAME, work.reference_texts(), |uri| {
            black_box(UriRef::parse(*black_box(uri)).ok());
        }),
        Row::Parse => Contender::new(NAME, work.uri_texts(), |uri| {
            black_box(UriRef::parse(*black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed = work
                .pair_texts()
                .map(|(base, reference)| (parse(base), parse_reference(reference)));
            Contender::new(NAME, parsed, |(base, reference)| {
                black_box(black_box(reference).resolve_against(black_box(base)).ok());
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            Contender::new(NAME, work.pair_texts(), |pair| {
                let (base, reference) = *black_box(pair);
                black_box(resolve(base, reference));
            })
        }
        Row::Iterate => Contender::new(NAME, work.uri_texts(), |uri| {
            let mut sum = Sum::default();
            if let Ok(uri) = Uri::parse(*black_box(uri)) {
                iterate(&uri, |item| sum.add(item));
            }
            black_box(sum);
        }),
        Row::FromUri => Contender::new(NAME, work.uri_texts(), |uri| {
            black_box(Uri::parse(*black_box(uri)).ok().map(|uri| uri.normalize()));
        }),
        Row::ToUri => Contender::new(NAME, work.uri_texts().map(parse), |uri| {
            black_box(black_box(uri).normalize());
        }),
        Row::Equality => Contender::new(
            NAME,
            work.twins().map(|(one, other)| (parse(one), parse(other))),
            |(one, other)| {
                black_box(black_box(one) == black_box(other));
            },
        ),
    }
}

fn parse(uri: &str) -> Uri<&str> {
    Uri::parse(uri).expect("a URI")
}

fn parse_reference(uri: &str) -> UriRef<&str> {
    UriRef::parse(uri).expect("a URI reference")
}

/// The components of a URI.
pub(crate) fn components<'a>(uri: &Uri<&'a str>) -> Components<'a> {
    let authority = uri.authority();
    Components {
        scheme: Some(uri.scheme().as_str()),
        userinfo: authority.and_then(|it| it.userinfo()).map(EStr::as_str),
        host: authority.map(|it| it.host()),
        port: authority.and_then(|it| it.port()).map(EStr::as_str),
        path: uri.path().as_str(),
        query: uri.query().map(EStr::as_str),
        fragment: uri.fragment().map(EStr::as_str),
    }
}

/// Resolves two strings; `None` if fluent-uri refuses one.
pub(crate) fn resolve(base: &str, reference: &str) -> Option<Uri<String>> {
    UriRef::parse(reference).ok()?.resolve_against(&Uri::parse(base).ok()?).ok()
}

/// Passes each segment to `take`, then each parameter, decoded.
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

/// The normal form of a URI, with the default ports of the caller instead of fluent-uri's.
pub(crate) fn normalized(uri: &str, default_port: fn(&Scheme) -> Option<u16>) -> String {
    let normalizer = Normalizer::new().default_port_with(default_port);
    normalizer.normalize(&parse(uri)).expect("underflow is allowed").into_string()
}

pub(crate) fn takes(uri: &str) -> bool {
    Uri::parse(uri).is_ok()
}
