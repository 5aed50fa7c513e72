//! Every vector of the corpus that concerns the core: decoding, encoding, resolution, comparison.

use cri_core::{
    Cri, CriRef, DecodeError, DecodeErrorClass, DecodeErrorKind, Decoder, Discard, Feature,
    Features, Ingested, Revision, SliceBuffer,
};
use cri_testvectors::{Outcome, Way, corpus, run};

use crate::items::{encode, hash};

pub(crate) fn features(without: &[cri_testvectors::Feature]) -> Features {
    without
        .iter()
        .map(|feature| feature.convert(Feature::from_name))
        .fold(Features::ALL, Features::without)
}

#[test]
fn decode() {
    run(&corpus().decode, |vector| {
        let decoder = Decoder::new().with_features(features(&vector.without));
        let assert_error = |error: DecodeError| {
            let expected = vector.error.as_ref().expect("an expected error");
            let is_unsupported = error.class() == DecodeErrorClass::Unsupported;
            assert_eq!(is_unsupported, expected.kind == "unsupported-feature");
            // On every machine, the general decoder reads a prefix.
            let prefix = decoder.decode_prefix::<CriRef<'_>>(&vector.cbor).err();
            assert!(prefix == Some(error) || error.kind() == DecodeErrorKind::TrailingBytes);
            // A relative reference decodes; only reading it as a full CRI fails.
            if expected.kind != "not-full" {
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
            }
        };
        match (vector.outcome, decoder.decode::<CriRef<'_>>(&vector.cbor)) {
            (Outcome::Processable, Ok(reference)) => {
                assert_eq!(Some(reference.is_full()), vector.full, "full");
                let full = decoder.decode::<Cri<'_>>(&vector.cbor).map_err(|error| error.kind());
                assert_eq!(full.err(), (!reference.is_full()).then_some(DecodeErrorKind::NotFull));
                // On every machine, the general decoder reads a prefix.
                let (general, rest) =
                    decoder.decode_prefix::<CriRef<'_>>(&vector.cbor).expect("a prefix");
                assert!(
                    general.structurally_eq(reference) && rest.is_empty(),
                    "{general:?} {reference:?}"
                );
                let revision = vector.revision.convert(Revision::from_name);
                // A strict reader accepts exactly what the revision writes.
                assert_eq!(
                    reference.is_encoding_of(revision),
                    vector.encoded.as_ref() == Some(&vector.cbor)
                );
                match encode(&reference.sections(), revision) {
                    Ok(encoded) => {
                        assert_eq!(Some(&encoded), vector.encoded.as_ref());
                        let again =
                            decoder.decode::<CriRef<'_>>(&encoded).expect("an encoding decodes");
                        if reference.is_full() {
                            assert_eq!(again.to_full(), reference.to_full());
                        }
                    }
                    Err(found) => {
                        let expected =
                            vector.encode_error.as_ref().unwrap_or_else(|| panic!("{found}"));
                        expected.assert_matches(
                            found.kind().name(),
                            Some(found.component().name()),
                            None,
                        );
                    }
                }
            }
            (Outcome::Unprocessable, Err(found)) => {
                assert_ne!(found.class(), DecodeErrorClass::Malformed, "{found}");
                assert_error(found);
                let ingested = decoder
                    .decode::<Ingested<'_>>(&vector.cbor)
                    .expect("an item that can be skipped");
                assert!(matches!(ingested, Ingested::Unprocessable(_)));
                assert_eq!(ingested.as_bytes(), vector.cbor);
            }
            (Outcome::Rejected, Err(found)) => {
                assert_eq!(found.class(), DecodeErrorClass::Malformed, "{found}");
                assert_error(found);
                assert!(decoder.decode::<Ingested<'_>>(&vector.cbor).is_err());
            }
            (outcome, decoded) => panic!("expected {outcome:?}, found {decoded:?}"),
        }
    });
}

#[test]
fn every_encoding_decodes_and_keeps_its_bytes() {
    let vectors = corpus().convert.iter().filter(|vector| vector.without.is_empty());
    run(vectors.filter_map(|vector| Some((vector, vector.cbor.as_ref()?))), |(vector, cbor)| {
        let reference = CriRef::decode(cbor).expect("a reference");
        assert_eq!(reference.as_bytes(), cbor);
        // A CRI made from a URI is in its revision's one form.
        if matches!(vector.way, Some(Way::Both | Way::ToCri)) {
            let revision = vector.revision.convert(Revision::from_name);
            assert_eq!(encode(&reference.sections(), revision).as_ref(), Ok(cbor));
        }
    });
}

#[test]
fn diagnostic_notation() {
    let vectors = corpus().convert.iter();
    let vectors =
        vectors.filter_map(|vector| Some((vector, (vector.cbor.as_ref()?, vector.edn.as_ref()?))));
    // The corpus may write bytes as 'text', which we never do.
    let vectors = vectors.filter(|(_, (_, edn))| !edn.contains(" '") && !edn.contains("['"));
    run(vectors, |(_, (cbor, edn))| {
        assert_eq!(&CriRef::decode(cbor).expect("a reference").diagnostic().to_string(), edn);
    });
}

// This crate has neither URIs nor input or output, so resolution cannot depend on either.
#[test]
fn resolve() {
    run(&corpus().resolve, |vector| {
        let reference = CriRef::decode(&vector.reference_cbor).expect("a reference");
        let base = match Cri::decode(&vector.base_cbor) {
            Ok(base) => base,
            Err(error) => {
                assert_eq!(error.kind(), DecodeErrorKind::NotFull);
                let expected = vector.error.as_ref().expect("an expected error");
                return expected.assert_matches(error.kind().name(), None, None);
            }
        };
        match base.resolve(reference) {
            Ok(resolved) => {
                let expected =
                    vector.result_cbor.as_ref().unwrap_or_else(|| panic!("found {resolved:?}"));
                let revision = vector.revision.convert(Revision::from_name);
                assert_eq!(
                    encode(&resolved.sections(), revision).as_ref(),
                    Ok(expected),
                    "{resolved:?}"
                );
                let expected = Cri::decode(expected).expect("a CRI");
                assert_eq!(resolved, expected);
                assert_eq!(expected, resolved);
                assert_eq!(hash(resolved), hash(expected));
                let mut space = vec![0; expected.as_bytes().len()];
                let buf = resolved
                    .encode_to(revision, SliceBuffer::new(&mut space))
                    .expect("room for the result");
                assert_eq!(buf.as_cri(), expected);
                // An encoded result serves as a base like a decoded one: both have offsets.
                let dot = CriRef::decode(b"\x82\x01\x81\x61x").expect("a reference");
                match (buf.as_cri().resolve(dot), expected.resolve(dot)) {
                    (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
                    (ours, theirs) => assert_eq!(ours.is_err(), theirs.is_err()),
                }
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
            }
        }
    });
}

#[test]
fn relativize() {
    run(&corpus().relativize_cri, |vector| {
        let base = Cri::decode(&vector.base_cbor).expect("a base");
        let target = Cri::decode(&vector.target_cbor).expect("a target");
        let mut space = vec![0; 1024];
        let revision = vector.revision.convert(Revision::from_name);
        let found = base
            .relativize(target, revision, SliceBuffer::new(&mut space))
            .expect("room for the reference");
        assert_eq!(found.as_bytes(), vector.reference_cbor, "{found:?}");
        assert_eq!(base.resolve(&found).expect("a result"), target, "{found:?}");
    });
}

#[test]
fn compare() {
    run(&corpus().compare, |vector| {
        let (a, b) =
            (Cri::decode(&vector.a).expect("a CRI"), Cri::decode(&vector.b).expect("a CRI"));
        assert_eq!(a == b, vector.equal);
        assert_eq!(b == a, vector.equal);
        assert_eq!(a.cmp(&b).is_eq(), vector.equal);
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        assert_eq!(a.eq_ignoring_fragment(b), vector.equal_ignoring_fragment);
        assert_eq!(b.eq_ignoring_fragment(a), vector.equal_ignoring_fragment);
        if vector.equal {
            assert_eq!(hash(a), hash(b));
        }
    });
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
        // A full CRI always has a path, and never an empty query.
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
