//! CRI references in CBOR tag 99: every vector, and a decoder without the option refuses a tag.

use cri_core::{
    ArrayBuffer, Buffer, Cri, CriRef, DecodeErrorClass, DecodeErrorKind, Decoder, Ingested,
    Revision,
};
use cri_testvectors::{corpus, run};

use crate::vectors::features;

#[test]
fn vectors() {
    run(&corpus().tagged, |vector| {
        let decoder = Decoder::new().tagged().with_features(features(&vector.without));
        match decoder.decode::<CriRef<'_>>(&vector.cbor) {
            Ok(reference) => {
                assert_eq!(Some(reference.as_bytes()), vector.content.as_deref());
                assert_eq!(reference.is_full(), decoder.decode::<Cri<'_>>(&vector.cbor).is_ok());
                let mut encoded = Vec::new();
                reference.sections().encode_tagged(&mut encoded).expect("room for the item");
                assert_eq!(Some(encoded.as_slice()), vector.encoded.as_deref());
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                expected.assert_matches(error.kind().name(), None, Some(error.offset()));
                assert!(decoder.decode::<Cri<'_>>(&vector.cbor).is_err());
            }
        }
        // A decoder without the option refuses a tag.
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
    let decoder = Decoder::new().tagged();
    let (first, rest) = decoder.decode_prefix::<Cri<'_>>(bytes).unwrap();
    assert_eq!(first, Cri::decode(b"\x82\x20\x81\x61h").unwrap());
    // An unprocessable item does not end the sequence.
    let error = decoder.decode_prefix::<CriRef<'_>>(rest).unwrap_err();
    assert_eq!(
        (error.kind(), error.class()),
        (DecodeErrorKind::UnexpectedItem, DecodeErrorClass::BrokenRule)
    );
    let (second, following) = decoder.decode_prefix::<Ingested<'_>>(rest).unwrap();
    assert_eq!(second.as_bytes(), b"\x82\x0a\xf7");
    assert_eq!(following, &rest[cri_core::wire::skip(rest).unwrap()..]);
    let (third, end) = decoder.decode_prefix::<CriRef<'_>>(following).unwrap();
    assert!(end.is_empty() && !third.is_full());
    let error = decoder.decode_prefix::<Cri<'_>>(following).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::NotFull);
    let error = decoder.decode_prefix::<Ingested<'_>>(b"\x81\x01").unwrap_err();
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
    // The form is that of RFC 9988, which has zone identifiers after IPv4 addresses.
    let zone = CriRef::decode(b"\x82\xf6\x82\x44\x00\x00\x00\x00\x61z").unwrap();
    let mut space = ArrayBuffer::<16>::new();
    assert!(zone.sections().encode(Revision::Draft16, &mut space).is_err());
    assert!(zone.sections().encode_tagged(&mut space).is_ok());
}
