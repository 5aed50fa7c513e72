//! http: the URIs of HTTP requests. It refuses opaque URIs, drops fragments, and has no references.

use http::Uri;

use super::Peer;
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Http;

impl Peer for Http {
    const NAME: &'static str = "http";
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Uri;
    type Base<'a> = Uri;
    type Reference<'a> = Uri;

    fn does(row: Row) -> bool {
        matches!(row, Row::Decode | Row::Parse | Row::Iterate | Row::Compare)
    }

    fn takes(uri: &str) -> bool {
        !uri.contains('#') && Uri::try_from(uri).is_ok_and(|uri| uri.scheme().is_some())
    }

    fn sum(uri: &Uri) -> Sum {
        Sum::decoded(uri.path(), uri.query())
    }
}
