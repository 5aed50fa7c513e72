//! Every vector of the corpus that concerns the core: decoding, encoding, resolution, comparison.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use cri_core::{
    Buffer, Component, Cri, CriRef, DecodeError, DecodeErrorClass, DecodeErrorKind, Discard, Feature, Features,
    Ingested, Revision, Sections, SliceBuffer,
};
use cri_testvectors::{Corpus, Expected, Outcome};

fn corpus() -> Corpus {
    Corpus::load().expect("the corpus loads")
}

fn revision(revision: cri_testvectors::Revision) -> Revision {
    match revision {
        cri_testvectors::Revision::Draft16 => Revision::Draft16,
        cri_testvectors::Revision::Draft27 => Revision::Draft27,
    }
}

fn features(without: &[cri_testvectors::Feature]) -> Features {
    without.iter().fold(Features::ALL, |features, feature| {
        features.without(match feature {
            cri_testvectors::Feature::NoAuthority => Feature::NoAuthority,
            cri_testvectors::Feature::Userinfo => Feature::Userinfo,
            cri_testvectors::Feature::ExtendedCri => Feature::ExtendedCri,
            cri_testvectors::Feature::SchemeName => Feature::SchemeName,
        })
    })
}

fn assert_expected(expected: &Expected, kind: &str, component: Component, offset: Option<usize>, id: &str) {
    assert_eq!(kind, expected.kind, "{id}: kind");
    if let Some(expected) = &expected.component {
        assert_eq!(component.name(), expected, "{id}: component");
    }
    if let (Some(expected), Some(offset)) = (expected.offset, offset) {
        assert_eq!(offset, expected, "{id}: offset");
    }
}

fn encode(sections: &Sections<'_>, revision: Revision) -> Result<Vec<u8>, cri_core::EncodeError> {
    let mut space = vec![0; 8192];
    let mut buffer = SliceBuffer::new(&mut space);
    sections.encode(revision, &mut buffer)?;
    assert_eq!(sections.encoded_len(revision), Ok(buffer.len()));
    Ok(buffer.as_slice().to_vec())
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn decode() {
    for vector in &corpus().decode {
        let id = &vector.id;
        let features = features(&vector.without);
        let decoded = CriRef::decode_with(&vector.cbor, features);
        let error = |error: DecodeError| {
            let expected = vector.error.as_ref().expect("an expected error");
            if expected.kind == "not-full" {
                return;
            }
            assert_expected(expected, error.kind().name(), error.component(), Some(error.offset()), id);
        };
        match (vector.outcome, decoded) {
            (Outcome::Processable, Ok(reference)) => {
                assert_eq!(Some(reference.is_full()), vector.full, "{id}: full");
                let full = Cri::decode_with(&vector.cbor, features).map_err(|error| error.kind());
                assert_eq!(full.err(), (!reference.is_full()).then_some(DecodeErrorKind::NotFull), "{id}");
                for (revision, bytes, error) in [
                    (Revision::Draft16, &vector.draft16, &vector.draft16_error),
                    (Revision::Draft27, &vector.draft27, &vector.draft27_error),
                ] {
                    match encode(&reference.sections(), revision) {
                        Ok(encoded) => {
                            assert_eq!(Some(&encoded), bytes.as_ref(), "{id}: {}", revision.name());
                            let again = CriRef::decode_with(&encoded, features).expect(id);
                            if reference.is_full() {
                                assert_eq!(again.to_full(), reference.to_full(), "{id}");
                            }
                        }
                        Err(found) => {
                            let expected = error.as_ref().unwrap_or_else(|| panic!("{id}: {found}"));
                            assert_expected(expected, found.kind().name(), found.component(), None, id);
                        }
                    }
                }
            }
            (Outcome::Unprocessable, Err(found)) => {
                assert_ne!(found.class(), DecodeErrorClass::Malformed, "{id}: {found}");
                error(found);
                let ingested = Ingested::decode(&vector.cbor, features).expect(id);
                assert!(matches!(ingested, Ingested::Unprocessable(_)), "{id}");
                assert_eq!(ingested.as_bytes(), vector.cbor, "{id}");
            }
            (Outcome::Rejected, Err(found)) => {
                assert_eq!(found.class(), DecodeErrorClass::Malformed, "{id}: {found}");
                error(found);
                assert!(Ingested::decode(&vector.cbor, features).is_err(), "{id}");
            }
            (outcome, decoded) => panic!("{id}: expected {outcome:?}, found {decoded:?}"),
        }
    }
}

#[test]
fn every_encoding_decodes_and_keeps_its_bytes() {
    for vector in corpus().convert.iter().filter(|vector| vector.without.is_empty()) {
        let Some(cbor) = &vector.cbor else { continue };
        let reference = CriRef::decode(cbor).unwrap_or_else(|error| panic!("{}: {error}", vector.id));
        assert_eq!(reference.as_bytes(), cbor);
        // A CRI made from a URI is in its revision's one form.
        if matches!(vector.way, Some(cri_testvectors::Way::Both | cri_testvectors::Way::ToCri)) {
            let encoded = encode(&reference.sections(), revision(vector.revision)).expect(&vector.id);
            assert_eq!(&encoded, cbor, "{}", vector.id);
        }
    }
}

#[test]
fn diagnostic_notation() {
    for vector in &corpus().convert {
        let (Some(cbor), Some(edn)) = (&vector.cbor, &vector.edn) else { continue };
        // The corpus may write bytes as 'text', which we never do.
        if edn.contains(" '") || edn.contains("['") {
            continue;
        }
        let shown = CriRef::decode(cbor).expect(&vector.id).diagnostic().to_string();
        assert_eq!(&shown, edn, "{}", vector.id);
    }
}

// There are neither URIs nor any input or output in this crate to call.
// shows: D16-1-01, R3986-1.2.2-01
#[test]
fn resolve() {
    for vector in &corpus().resolve {
        let id = &vector.id;
        let base = Cri::decode(&vector.base_cbor).expect(id);
        let reference = CriRef::decode(&vector.reference_cbor).expect(id);
        match base.resolve(reference) {
            Ok(resolved) => {
                let expected = vector.result_cbor.as_ref().unwrap_or_else(|| panic!("{id}: found {resolved:?}"));
                let revision = revision(vector.revision);
                assert_eq!(&encode(&resolved.sections(), revision).expect(id), expected, "{id}: {resolved:?}");
                let expected = Cri::decode(expected).expect(id);
                assert_eq!(resolved, expected, "{id}");
                assert_eq!(expected, resolved, "{id}");
                assert_eq!(hash(resolved), hash(expected), "{id}");
                let mut space = vec![0; 8192];
                let buf = resolved.to_buf(revision, SliceBuffer::new(&mut space)).expect(id);
                assert_eq!(buf.as_cri(), expected, "{id}");
                // What was encoded serves as a base like what was decoded: its layout is the same.
                let dot = CriRef::decode(b"\x82\x01\x81\x61x").expect("a reference");
                match (buf.as_cri().resolve(dot), expected.resolve(dot)) {
                    (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{id}"),
                    (ours, theirs) => assert_eq!(ours.is_err(), theirs.is_err(), "{id}"),
                }
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{id}: {error}"));
                assert_expected(expected, error.kind().name(), error.component(), Some(error.offset()), id);
            }
        }
    }
}

#[test]
fn compare() {
    for vector in &corpus().compare {
        let id = &vector.id;
        let (a, b) = (Cri::decode(&vector.a).expect(id), Cri::decode(&vector.b).expect(id));
        assert_eq!(a == b, vector.equal, "{id}");
        assert_eq!(b == a, vector.equal, "{id}");
        assert_eq!(a.cmp(&b).is_eq(), vector.equal, "{id}");
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse(), "{id}");
        assert_eq!(a.eq_ignoring_fragment(b), vector.equal_ignoring_fragment, "{id}");
        assert_eq!(b.eq_ignoring_fragment(a), vector.equal_ignoring_fragment, "{id}");
        if vector.equal {
            assert_eq!(hash(a), hash(b), "{id}");
        }
    }
}

// shows: D16-5.2-01, D16-5.2-02, D16-5.2-03, D16-5.2-05, D16-5.2-06, D16-5.1.5-02, D16-5.1.5-03
#[test]
fn the_abstract_form() {
    for (bytes, full, authority, discard, path, query, fragment) in [
        (&b"\x80"[..], false, false, Discard::Segments(0), None, None, false),
        (b"\x81\x01", false, false, Discard::Segments(1), None, None, false),
        (b"\x82\xf5\x81\x61a", false, false, Discard::All, Some(1), None, false),
        (b"\x83\x00\x80\x80", false, false, Discard::Segments(0), Some(0), Some(0), false),
        (b"\x84\x00\xf6\xf6\x60", false, false, Discard::Segments(0), None, None, true),
        (b"\x82\xf6\x81\x61h", false, true, Discard::All, None, None, false),
        // Of a full CRI there is always a path, and never an empty query.
        (b"\x82\x20\x81\x61h", true, true, Discard::All, Some(0), None, false),
        (b"\x83\x61a\xf6\x81\x61b", true, false, Discard::All, Some(1), None, false),
        (b"\x85\x20\x81\x61h\xf6\x80\x61f", true, true, Discard::All, Some(0), None, true),
    ] {
        let sections = CriRef::decode(bytes).expect("a reference").sections();
        assert_eq!(sections.is_full(), full, "{sections:?}");
        assert_eq!(sections.scheme().is_some(), full, "{sections:?}");
        assert_eq!(sections.authority().is_some(), authority, "{sections:?}");
        assert_eq!(sections.discard(), discard, "{sections:?}");
        assert_eq!(sections.path().map(|path| path.len()), path, "{sections:?}");
        assert_eq!(sections.query().map(|query| query.len()), query, "{sections:?}");
        assert_eq!(sections.fragment().is_some(), fragment, "{sections:?}");
    }
}
