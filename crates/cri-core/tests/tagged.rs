//! CRI references in CBOR tag 99: every vector, and functions for untagged items refuse a tag.

use cri_core::{ArrayBuffer, Buffer, Cri, CriRef, DecodeErrorClass, DecodeErrorKind, Features, Ingested, Revision};
use cri_testvectors::{corpus, run};

#[test]
fn vectors() {
    run(&corpus().tagged, |vector| {
        match CriRef::decode_tagged(&vector.cbor) {
            Ok(reference) => {
                assert_eq!(Some(reference.as_bytes()), vector.content.as_deref());
                assert_eq!(reference.is_full(), Cri::decode_tagged(&vector.cbor).is_ok());
                let mut encoded = ArrayBuffer::<64>::new();
                reference.sections().encode_tagged(&mut encoded).expect("room for the item");
                assert_eq!(Some(encoded.as_slice()), vector.encoded.as_deref());
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                expected.assert_matches(error.kind().name(), None, Some(error.offset()));
                assert!(Cri::decode_tagged(&vector.cbor).is_err());
            }
        }
        // The functions for untagged items refuse a tag.
        if vector.cbor.first().is_some_and(|initial| initial >> 5 == 6) {
            let error = CriRef::decode(&vector.cbor).expect_err("an error");
            assert_eq!(error.class(), DecodeErrorClass::Malformed);
        }
    });
}

#[test]
fn tagged_items_follow_each_other() {
    // 99([-1, ["h"]]), 99([10, undefined]), 99([1])
    let bytes = b"\xd8\x63\x82\x20\x81\x61h\xd8\x63\x82\x0a\xf7\xd8\x63\x81\x01";
    let (first, rest) = Cri::decode_tagged_prefix(bytes).unwrap();
    assert_eq!(first, Cri::decode(b"\x82\x20\x81\x61h").unwrap());
    // An unprocessable item does not end the sequence.
    let error = CriRef::decode_tagged_prefix(rest).unwrap_err();
    assert_eq!((error.kind(), error.class()), (DecodeErrorKind::UnexpectedItem, DecodeErrorClass::BrokenRule));
    let (second, following) = Ingested::decode_tagged_prefix(rest, Features::ALL).unwrap();
    assert_eq!(second.as_bytes(), b"\x82\x0a\xf7");
    assert_eq!(following, &rest[cri_core::wire::skip(rest).unwrap()..]);
    let (third, end) = CriRef::decode_tagged_prefix(following).unwrap();
    assert!(end.is_empty() && !third.is_full());
    let error = Cri::decode_tagged_prefix(following).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::NotFull);
    let error = Ingested::decode_tagged_prefix(b"\x81\x01", Features::ALL).unwrap_err();
    assert_eq!(error.to_string(), "expected tag 99, found array at byte 0");
}

#[test]
fn a_full_buffer_keeps_its_bytes() {
    let cri = Cri::decode(b"\x82\x20\x81\x61h").unwrap();
    let mut buffer = ArrayBuffer::<7>::new();
    buffer.push_bytes(b"x").unwrap();
    assert!(cri.sections().encode_tagged(&mut buffer).is_err());
    assert_eq!(buffer.as_slice(), b"x");
    buffer.truncate(0);
    cri.sections().encode_tagged(&mut buffer).unwrap();
    assert_eq!(buffer.as_slice(), b"\xd8\x63\x82\x20\x81\x61h");
    // The form is that of draft-27, which has zone identifiers after IPv4 addresses.
    let zone = CriRef::decode(b"\x82\xf6\x82\x44\x00\x00\x00\x00\x61z").unwrap();
    let mut space = ArrayBuffer::<16>::new();
    assert!(zone.sections().encode(Revision::Draft16, &mut space).is_err());
    assert!(zone.sections().encode_tagged(&mut space).is_ok());
}
