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
        _ => return None,
    })
}

pub(crate) fn takes(uri: &str) -> bool {
    Iri::parse(uri).is_ok()
}
