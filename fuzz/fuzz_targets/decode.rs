//! Any bytes through the decoder: what it accepts encodes and decodes again, what it refuses has an end or none.
#![no_main]

use cri_core::wire::skip;
use cri_core::{CriRef, DecodeErrorClass, Features, Ingested, Revision};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = skip(bytes);
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
