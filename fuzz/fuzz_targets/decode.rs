//! Any bytes through the decoder: what it accepts encodes and decodes again, what it refuses has an end or none.
#![no_main]

use cri_core::wire::skip;
use cri_core::{Component, CriRef, DecodeErrorClass, DecodeErrorKind, Features, Ingested, Revision};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = skip(bytes);
    // What is behind a prefix is not looked at, so that this is the general decoder alone.
    match (CriRef::decode(bytes), CriRef::decode_prefix(bytes)) {
        (Ok(fast), Ok((general, []))) => same(fast, general),
        // Bytes behind the item win over what is wrong in it.
        (Err(error), _) if error.kind() == DecodeErrorKind::TrailingBytes => {
            assert!(end.is_ok_and(|end| end < bytes.len()))
        }
        (Err(error), Err(general)) => assert_eq!(error, general),
        (fast, general) => panic!("{fast:?} and {general:?}"),
    }
    match CriRef::decode(bytes) {
        Ok(reference) => {
            assert_eq!(end, Ok(bytes.len()));
            for revision in Revision::ALL {
                let mut encoded = Vec::new();
                if reference.sections().encode(revision, &mut encoded).is_err() {
                    continue;
                }
                let again = CriRef::decode(&encoded).expect("what was encoded decodes");
                if let (Some(cri), Some(again)) = (reference.to_full(), again.to_full()) {
                    assert_eq!(cri, again);
                    assert!(cri.cmp(&again).is_eq());
                }
            }
            assert!(!format!("{reference:?}{:?}{}", reference.sections(), reference.diagnostic()).is_empty());
        }
        Err(error) => {
            assert!(error.offset() <= bytes.len());
            let unprocessable = matches!(Ingested::decode(bytes, Features::ALL), Ok(Ingested::Unprocessable(_)));
            assert_eq!(unprocessable, error.class() != DecodeErrorClass::Malformed);
            assert!(!unprocessable || end == Ok(bytes.len()));
        }
    }
});

/// The two are one reference, and their sections are in the same places.
fn same(one: CriRef<'_>, other: CriRef<'_>) {
    assert!(one.is_full() == other.is_full() && one.structurally_eq(other));
    for component in [Component::Scheme, Component::Authority, Component::Path, Component::Query, Component::Fragment] {
        assert_eq!(one.offset_of(component), other.offset_of(component));
    }
    // The last segment is what a discard of 1 removes.
    let reference = CriRef::decode(b"\x82\x01\x81\x61x").expect("a reference");
    if let (Some(one), Some(other)) = (one.to_full(), other.to_full()) {
        assert_eq!(one.resolve(reference), other.resolve(reference));
    }
}
