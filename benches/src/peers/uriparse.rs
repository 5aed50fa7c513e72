//! uriparse. It normalises in place.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use uriparse::{Query, URI, URIReference};

use super::{Peer, done};
use crate::long::RESERVED;
use crate::row::Row;
use crate::sum::Sum;

pub(crate) struct Uriparse;

impl Peer for Uriparse {
    const NAME: &'static str = "uriparse";

    type Uri<'a> = URI<'a>;
    type Base<'a> = URI<'a>;
    type Reference<'a> = URIReference<'a>;

    // Parsing notes in a flag for each component whether it is in normal form, as it is here. `normalize` then only copies it.
    fn does_all(row: Row, work: &str) -> bool {
        (row, work) != (Row::ToUri, RESERVED)
    }

    // The other libraries end with text, so the pieces are written, here and below.
    fn resolve(base: &URI<'_>, reference: &URIReference<'_>, _: &mut [u8]) -> bool {
        done(Some(base.resolve(reference).to_string()))
    }

    fn sum(uri: &URI<'_>) -> Sum {
        // Its paths are split into segments already.
        let mut sum = Sum::decoded("", uri.query().map(Query::as_str));
        for segment in uri.path().segments() {
            sum.add(&Cow::from(percent_decode_str(segment.as_str())));
        }
        sum
    }

    fn normalize(mut uri: URI<'_>, _: &mut [u8]) {
        uri.normalize();
        done(Some(uri.to_string()));
    }
}
