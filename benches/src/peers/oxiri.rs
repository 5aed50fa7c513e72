//! oxiri: IRIs.

use std::hint::black_box;

use oxiri::{Iri, IriRef};

use crate::contender::Contender;
use crate::row::Row;
use crate::work::Work;

pub(crate) const NAME: &str = "oxiri";

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let accepted = work.uri_texts().filter(|uri| takes(uri));
    Some(match row {
        Row::Decode => Contender::new(NAME, accepted, |uri| {
            black_box(Iri::parse(*black_box(uri)).ok());
        }),
        Row::DecodeReference => {
            let accepted = work.reference_texts().filter(|uri| IriRef::parse(*uri).is_ok());
            Contender::new(NAME, accepted, |uri| {
                black_box(IriRef::parse(*black_box(uri)).ok());
            })
        }
        Row::Parse => Contender::new(NAME, accepted, |uri| {
            black_box(IriRef::parse(*black_box(uri)).ok());
        }),
        Row::Resolve => {
            let parsed = work.pair_texts().filter(|pair| resolve(*pair).is_some());
            let parsed = parsed.filter_map(|(base, reference)| {
                Iri::parse(base).ok().zip(IriRef::parse(reference).ok())
            });
            Contender::new(NAME, parsed, |(base, reference)| {
                black_box(black_box(base).resolve(black_box(reference)).ok());
            })
        }
        Row::DecodeResolveEncode | Row::Strings => {
            let accepted = work.pair_texts().filter(|pair| resolve(*pair).is_some());
            Contender::new(NAME, accepted, |pair| {
                black_box(resolve(*black_box(pair)));
            })
        }
        // It neither decodes nor normalises, and compares strings.
        Row::Iterate | Row::FromUri | Row::ToUri | Row::Equality => return None,
    })
}

pub(crate) fn takes(uri: &str) -> bool {
    Iri::parse(uri).is_ok()
}

fn resolve((base, reference): (&str, &str)) -> Option<Iri<String>> {
    Iri::parse(base).ok()?.resolve(&IriRef::parse(reference).ok()?).ok()
}
