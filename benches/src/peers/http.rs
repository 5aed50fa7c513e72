//! http: the URIs of HTTP requests. It refuses opaque URIs, and drops fragments.

use std::hint::black_box;

use http::Uri;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

const NAME: &str = "http";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| takes(uri));
    Some(match row {
        Row::Decode | Row::Parse => Contender::new(NAME, accepted, |uri| {
            black_box(Uri::try_from(*black_box(uri)).ok());
        }),
        Row::Iterate => Contender::new(NAME, accepted, |uri| {
            black_box(
                Uri::try_from(*black_box(uri))
                    .ok()
                    .map(|uri| Sum::decoded(uri.path(), uri.query())),
            );
        }),
        Row::Equality => {
            let parsed = work.twins().filter(|(uri, _)| takes(uri)).filter_map(|(one, other)| {
                Some((Uri::try_from(one).ok()?, Uri::try_from(other).ok()?))
            });
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
        _ => return None,
    })
}

fn takes(uri: &str) -> bool {
    !uri.contains('#') && Uri::try_from(uri).is_ok_and(|uri| uri.scheme().is_some())
}
