//! url: the WHATWG's URL standard. Parsing normalises.

use url::Url;

use super::{Peer, done};
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Whatwg;

impl Peer for Whatwg {
    const NAME: &'static str = "url";
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Url;
    type Base<'a> = Url;
    // Resolving parses the reference.
    type Reference<'a> = &'a str;

    // Its parsed URLs are normalised.
    fn does(row: Row) -> bool {
        !matches!(row, Row::DecodeReference | Row::ToUri)
    }

    fn resolve(base: &Url, reference: &&str, _: &mut [u8]) -> bool {
        done(base.join(reference).ok())
    }

    fn sum(uri: &Url) -> Sum {
        Sum::decoded(uri.path(), uri.query())
    }
}
