//! url: the WHATWG's URL standard. Parsing normalises.

use std::hint::black_box;

use url::Url;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

pub(crate) const NAME: &str = "url";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| takes(uri));
    Some(match row {
        Row::Decode | Row::Parse | Row::FromUri => Contender::new(NAME, accepted, |uri| {
            black_box(Url::parse(black_box(uri)).ok());
        }),
        // It has no type for references, and its parsed URLs are normalised.
        Row::DecodeReference | Row::ToUri => return None,
        // Resolving parses the reference.
        Row::Resolve => {
            let parsed = work.pair_texts().filter_map(|(base, reference)| {
                let base = Url::parse(base).ok()?;
                base.join(reference).is_ok().then_some((base, reference))
            });
            Contender::new(NAME, parsed, |(base, reference)| {
                black_box(black_box(base).join(black_box(reference)).ok());
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted =
                work.pair_texts().filter(|(base, reference)| resolve(base, reference).is_some());
            Contender::new(NAME, accepted, |pair| {
                let (base, reference) = *black_box(pair);
                black_box(resolve(base, reference));
            })
        }
        Row::Iterate => Contender::new(NAME, accepted, |uri| {
            black_box(
                Url::parse(black_box(uri)).ok().map(|uri| Sum::decoded(uri.path(), uri.query())),
            );
        }),
        Row::Equality => {
            let parsed = work
                .twins()
                .filter_map(|(one, other)| Some((Url::parse(one).ok()?, Url::parse(other).ok()?)));
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    })
}

fn resolve(base: &str, reference: &str) -> Option<Url> {
    Url::parse(base).ok()?.join(reference).ok()
}

pub(crate) fn takes(uri: &str) -> bool {
    Url::parse(uri).is_ok()
}
