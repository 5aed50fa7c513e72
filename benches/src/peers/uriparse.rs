//! uriparse.

use std::borrow::Cow;
use std::hint::black_box;

use percent_encoding::percent_decode_str;
use uriparse::{Query, URI, URIReference};

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

const NAME: &str = "uriparse";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| URI::try_from(*uri).is_ok());
    Some(match row {
        Row::Decode => Contender::new(NAME, accepted, |uri| {
            black_box(URI::try_from(*black_box(uri)).ok());
        }),
        Row::DecodeReference => {
            let accepted =
                work.reference_texts().filter(|uri| URIReference::try_from(*uri).is_ok());
            Contender::new(NAME, accepted, |uri| {
                black_box(URIReference::try_from(*black_box(uri)).ok());
            })
        }
        Row::Parse => Contender::new(NAME, accepted, |uri| {
            black_box(URIReference::try_from(*black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed =
                work.pair_texts().filter_map(|(base, reference)| parse_pair(base, reference));
            Contender::new(NAME, parsed, |(base, reference)| {
                black_box(black_box(base).resolve(black_box(reference)).to_string());
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted =
                work.pair_texts().filter(|(base, reference)| parse_pair(base, reference).is_some());
            Contender::new(NAME, accepted, |pair| {
                let (base, reference) = *black_box(pair);
                if let Some((base, reference)) = parse_pair(base, reference) {
                    black_box(base.resolve(&reference).to_string());
                }
            })
        }
        Row::Iterate => Contender::new(NAME, accepted, |uri| {
            if let Ok(uri) = URI::try_from(*black_box(uri)) {
                // Its paths are split into segments already.
                let mut sum = Sum::decoded("", uri.query().map(Query::as_str));
                for segment in uri.path().segments() {
                    sum.add(&Cow::from(percent_decode_str(segment.as_str())));
                }
                black_box(sum);
            }
        }),
        Row::FromUri => Contender::new(NAME, accepted, |uri| {
            if let Ok(mut uri) = URI::try_from(*black_box(uri)) {
                uri.normalize();
                // The other libraries end with text, so the pieces are written, too.
                black_box(uri.to_string());
            }
        }),
        // It normalises in place, so each pass normalises a copy.
        Row::ToUri => {
            Contender::new(NAME, accepted.filter_map(|uri| URI::try_from(uri).ok()), |uri| {
                let mut uri = black_box(uri).clone();
                uri.normalize();
                black_box(uri.to_string());
            })
        }
        Row::Equality => {
            let parsed = work.twins().filter_map(|(one, other)| {
                Some((URI::try_from(one).ok()?, URI::try_from(other).ok()?))
            });
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    })
}

fn parse_pair<'a>(base: &'a str, reference: &'a str) -> Option<(URI<'a>, URIReference<'a>)> {
    Some((URI::try_from(base).ok()?, URIReference::try_from(reference).ok()?))
}
