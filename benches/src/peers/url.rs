//! url: the WHATWG's URL standard. Parsing normalises.

use url::Url;

use super::{Peer, done};
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Whatwg;

impl Peer for Whatwg {
    const NAME: &'static str = "url";
    // Its parsed URLs are normalised.
    const ROWS: &'static [Row] = &[
        Row::Decode,
        Row::Parse,
        Row::Resolve,
        Row::DecodeResolveEncode,
        Row::Iterate,
        Row::UriToCri,
        Row::Strings,
        Row::Equality,
    ];
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Url;
    type Base<'a> = Url;
    // Resolving parses the reference.
    type Reference<'a> = &'a str;

    fn parse(uri: &str) -> Option<Url> {
        Url::parse(uri).ok()
    }

    fn parse_base(uri: &str) -> Option<Url> {
        Url::parse(uri).ok()
    }

    fn parse_reference(uri: &str) -> Option<&str> {
        Some(uri)
    }

    fn resolve(base: &Url, reference: &&str, _: &mut [u8]) -> bool {
        done(base.join(reference).ok())
    }

    fn sum(uri: &Url) -> Sum {
        Sum::decoded(uri.path(), uri.query())
    }
}
