//! The corpus as literals.

use cri_core::__private::{Offsets, cri_from_written, cri_ref_from_written};
use cri_core::{Component, Cri, CriRef, CriRefBuf, Revision};
use cri_testvectors::{Way, corpus, run};
use cri_uri::{Options, ToCriError, UriRef, to_cri};

use crate::expand::{Encoded, encode};

/// The bytes and places of every URI reference of the corpus are those that conversion and decoding find.
#[test]
fn literals_equal_what_is_converted_at_run_time() {
    let corpus = corpus();
    let (mut accepted, mut refused) = (0, 0);
    let uris = corpus.parse.iter().map(|vector| &vector.uri);
    let uris = uris.chain(corpus.normalize.iter().map(|vector| &vector.uri));
    let uris = uris.chain(corpus.convert.iter().filter_map(|vector| vector.uri.as_ref()));
    for (text, revision) in uris.flat_map(|uri| Revision::ALL.map(|revision| (uri, revision))) {
        let converted = to_cri(text, Options::new(revision), Vec::new());
        let encoded =
            UriRef::parse(text).map_err(ToCriError::from).and_then(|uri| encode(uri, revision));
        let (converted, encoded) = match (converted, encoded) {
            (Ok(converted), Ok(encoded)) => (converted, encoded),
            (converted, encoded) => {
                assert_eq!(
                    encoded.map(|encoded| encoded.bytes),
                    converted.map(CriRefBuf::into_buffer),
                    "{text}"
                );
                refused += 1;
                continue;
            }
        };
        assert_eq!(encoded.bytes, converted.as_bytes(), "{text}");
        same(&encoded, converted.as_cri_ref());
        accepted += 1;
    }
    assert!(accepted > 500 && refused > 100, "{accepted} {refused}");
}

/// Checks that a constant of these places behaves as the decoded reference.
fn same(encoded: &Encoded, decoded: CriRef<'_>) {
    const NEXT: &[u8] = b"\x82\x01\x81\x61n"; // [1, ["n"]]
    let next = CriRef::decode(NEXT).unwrap();
    let constant =
        cri_ref_from_written(&encoded.bytes, Offsets::new(encoded.full, encoded.offsets));
    assert!(constant.structurally_eq(decoded));
    assert_eq!(constant.is_full(), decoded.is_full());
    for component in
        [Component::Scheme, Component::Host, Component::Path, Component::Query, Component::Fragment]
    {
        assert_eq!(constant.offset_of(component), decoded.offset_of(component), "{decoded:?}");
    }
    let Some(full) = decoded.to_full() else { return };
    let constant = cri_from_written(&encoded.bytes, Offsets::new(encoded.full, encoded.offsets));
    assert_eq!(constant, full);
    let resolved = |base: Cri<'_>| {
        base.resolve(next).map(|target| target.encode_to(Revision::Draft16, Vec::new()))
    };
    assert_eq!(format!("{:?}", resolved(constant)), format!("{:?}", resolved(full)));
}

#[test]
fn literals_are_what_the_corpus_demands() {
    run(&corpus().convert, |vector| {
        // A literal may use every feature.
        let Some(uri) = vector.uri.as_ref().filter(|_| vector.without.is_empty()) else {
            return;
        };
        let revision = vector.revision.convert(Revision::from_name);
        let encoded =
            UriRef::parse(uri).map_err(ToCriError::from).and_then(|uri| encode(uri, revision));
        match (encoded, &vector.to_cri_error, &vector.cbor) {
            (Ok(encoded), None, Some(cbor)) if vector.way != Some(Way::ToUri) => {
                assert_eq!(encoded.bytes, *cbor);
            }
            (Err(error), Some(expected), _) => {
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
            }
            (Ok(_), None, _) => {}
            (found, expected, _) => panic!("expected {expected:?}, found {found:?}"),
        }
    });
}
