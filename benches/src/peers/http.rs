//! http: the URIs of HTTP requests. It refuses opaque URIs, and drops fragments.

use http::Uri;

use super::Peer;
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Http;

impl Peer for Http {
    const NAME: &'static str = "http";
    const ROWS: &'static [Row] = &[Row::Decode, Row::Parse, Row::Iterate, Row::Equality];
    const HAS_REFERENCES: bool = false;

    type Uri<'a> = Uri;
    type Base<'a> = ();
    type Reference<'a> = ();

    fn parse(uri: &str) -> Option<Uri> {
        Uri::try_from(uri).ok()
    }

    fn parse_base(_: &str) -> Option<()> {
        None
    }

    fn parse_reference(_: &str) -> Option<()> {
        None
    }

    fn takes(uri: &str) -> bool {
        !uri.contains('#') && Uri::try_from(uri).is_ok_and(|uri| uri.scheme().is_some())
    }

    fn sum(uri: &Uri) -> Sum {
        Sum::decoded(uri.path(), uri.query())
    }
}
