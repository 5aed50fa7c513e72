//! ada-url: the WHATWG's URL standard, in C++. Parsing normalises, and `can_parse` only validates.

use ada_url::Url;

use super::{Peer, done};
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Ada;

impl Peer for Ada {
    const NAME: &'static str = "ada-url";
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Url;
    type Base<'a> = &'a str;
    type Reference<'a> = &'a str;

    // It resolves strings only, and its parsed URLs are normalised.
    fn does(row: Row) -> bool {
        !matches!(row, Row::DecodeReference | Row::Resolve | Row::ToUri)
    }

    // `can_parse` reads no path, query or fragment of an HTTP URL.
    fn does_all(row: Row, _: &str) -> bool {
        !matches!(row, Row::Decode | Row::Parse)
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
