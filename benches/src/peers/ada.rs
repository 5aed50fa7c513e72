//! ada-url: the WHATWG's URL standard, in C++. Parsing normalises, and `can_parse` only validates.

use std::hint::black_box;

use ada_url::Url;

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::work::Work;

pub(crate) const NAME: &str = "ada-url";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| takes(uri));
    Some(match row {
        Row::Decode | Row::Parse => Contender::new(NAME, accepted, |uri| {
            black_box(Url::can_parse(black_box(uri), None));
        }),
        Row::FromUri => Contender::new(NAME, accepted, |uri| {
            black_box(Url::parse(*black_box(uri), None).ok());
        }),
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted = work
                .pair_texts()
                .filter(|(base, reference)| Url::parse(*reference, Some(base)).is_ok());
            Contender::new(NAME, accepted, |pair| {
                let (base, reference) = *black_box(pair);
                black_box(Url::parse(reference, Some(base)).ok());
            })
        }
        Row::Iterate => Contender::new(NAME, accepted, |uri| {
            let parsed = Url::parse(*black_box(uri), None).ok();
            black_box(
                parsed.map(|uri| Sum::decoded(uri.pathname(), uri.search().strip_prefix('?'))),
            );
        }),
        Row::Equality => {
            let parsed = work.twins().filter_map(|(one, other)| {
                Some((Url::parse(one, None).ok()?, Url::parse(other, None).ok()?))
            });
            Contender::new(NAME, parsed, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
        // It has no type for references, it resolves strings only, and its parsed URLs are normalised.
        Row::DecodeReference | Row::Resolve | Row::ToUri => return None,
    })
}

pub(crate) fn takes(uri: &str) -> bool {
    Url::can_parse(uri, None)
}
