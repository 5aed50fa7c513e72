//! ada-url: the WHATWG's URL standard, in C++. Parsing normalises, and `can_parse` only validates.

use ada_url::Url;

use super::{Peer, done};
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Ada;

impl Peer for Ada {
    const NAME: &'static str = "ada-url";
    // It has no type for references, it resolves strings only, and its parsed URLs are normalised.
    const ROWS: &'static [Row] = &[
        Row::Decode,
        Row::Parse,
        Row::DecodeResolveEncode,
        Row::Iterate,
        Row::UriToCri,
        Row::Strings,
        Row::Equality,
    ];
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Url;
    type Base<'a> = &'a str;
    type Reference<'a> = &'a str;

    fn parse(uri: &str) -> Option<Url> {
        Url::parse(uri, None).ok()
    }

    fn parse_base(uri: &str) -> Option<&str> {
        Some(uri)
    }

    fn parse_reference(uri: &str) -> Option<&str> {
        Some(uri)
    }

    fn takes(uri: &str) -> bool {
        Url::can_parse(uri, None)
    }

    fn check(uri: &str) {
        done(Some(Url::can_parse(uri, None)));
    }

    fn resolve(base: &&str, reference: &&str, _: &mut [u8]) -> bool {
        done(Url::parse(*reference, Some(*base)).ok())
    }

    fn sum(uri: &Url) -> Sum {
        Sum::decoded(uri.pathname(), uri.search().strip_prefix('?'))
    }
}
