//! iref.

use std::hint::black_box;

use iref::uri::Query;
use iref::{Uri, UriRef};
use percent_encoding::percent_decode_str;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

const NAME: &str = "iref";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| Uri::new(uri).is_ok());
    Some(match row {
        Row::Decode => Contender::new(NAME, accepted, |uri| {
            black_box(Uri::new(*black_box(uri)).ok());
        }),
        Row::DecodeReference => {
            let accepted = work.reference_texts().filter(|uri| UriRef::new(uri).is_ok());
            Contender::new(NAME, accepted, |uri| {
                black_box(UriRef::new(*black_box(uri)).ok());
            })
        }
        Row::Parse => Contender::new(NAME, accepted, |uri| {
            black_box(UriRef::new(*black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed = work.pair_texts().filter(is_utf8).filter_map(|(base, reference)| parse_pair(base, reference));
            Contender::new(NAME, parsed, |pair| {
                let (base, reference) = *black_box(pair);
                black_box(base.joined(reference));
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted =
                work.pair_texts().filter(is_utf8).filter(|(base, reference)| parse_pair(base, reference).is_some());
            Contender::new(NAME, accepted, |pair| {
                let (base, reference) = *black_box(pair);
                black_box(parse_pair(base, reference).map(|(base, reference)| base.joined(reference)));
            })
        }
        Row::Iterate => Contender::new(NAME, accepted, |uri| {
            let parsed = Uri::new(*black_box(uri)).ok();
            black_box(parsed.map(|uri| Sum::decoded(uri.path().as_str(), uri.query().map(Query::as_str))));
        }),
        // It normalises only paths.
        Row::FromUri | Row::ToUri => return None,
        Row::Equality => {
            let parsed = work
                .twins()
                .filter(is_utf8)
                .filter_map(|(one, other)| Some((Uri::new(one).ok()?, Uri::new(other).ok()?)));
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    })
}

fn parse_pair<'a>(base: &'a str, reference: &'a str) -> Option<(&'a Uri, &'a UriRef)> {
    Some((Uri::new(base).ok()?, UriRef::new(reference).ok()?))
}

/// Whether both decode to UTF-8. Otherwise resolving and comparing panic.
fn is_utf8((one, other): &(&str, &str)) -> bool {
    [one, other].iter().all(|uri| percent_decode_str(uri).decode_utf8().is_ok())
}
