//! fluent-uri.

use fluent_uri::component::Scheme;
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::encoder::Path;
use fluent_uri::pct_enc::{EStr, Split};
use fluent_uri::{Uri, UriRef};

use super::{Peer, done};
use crate::sum::Sum;

pub(crate) struct Fluent;

impl Peer for Fluent {
    const NAME: &'static str = "fluent-uri";

    type Uri<'a> = Uri<&'a str>;
    type Base<'a> = Uri<&'a str>;
    type Reference<'a> = UriRef<&'a str>;

    fn resolve(base: &Uri<&str>, reference: &UriRef<&str>, _: &mut [u8]) -> bool {
        done(reference.resolve_against(base).ok())
    }

    fn sum(uri: &Uri<&str>) -> Sum {
        let mut sum = Sum::default();
        iterate(uri, |item| sum.add(item));
        sum
    }

    fn normalize(uri: Uri<&str>, _: &mut [u8]) {
        done(Some(uri.normalize()));
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
    normalizer
        .normalize(&Uri::parse(uri).expect("a URI"))
        .expect("underflow is allowed")
        .into_string()
}
