//! CRIs inside CBOR byte strings.

use cri_core::{
    ArrayBuffer, Buffer, Cri, Decoder, EncodeErrorKind, Feature, Features, Ingested, Revision,
    SliceBuffer, wire,
};
use cri_testvectors::{corpus, run};

use crate::vectors::features;

/// `[-1, ["h"], ["a"]]`
const CRI: &[u8] = b"\x83\x20\x81\x61h\x81\x61a";

fn embedded(content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    wire::write_string(&mut bytes, wire::Major::Bytes, content).unwrap();
    bytes
}

#[test]
fn vectors_are_decoded_and_encoded() {
    run(&corpus().embedded, |vector| {
        let decoder = Decoder::new().with_features(features(&vector.without));
        match decoder.decode_embedded::<Cri<'_>>(&vector.cbor) {
            Ok((_, rest)) if !rest.is_empty() => {
                let offset = vector.cbor.len() - rest.len();
                let expected = vector.error.as_ref().expect("an error");
                expected.assert_matches("trailing-bytes", None, Some(offset));
            }
            Ok((cri, _)) => {
                assert_eq!(Some(cri.as_bytes()), vector.content.as_deref());
                let mut encoded = Vec::new();
                match cri
                    .sections()
                    .encode_embedded(vector.revision.convert(Revision::from_name), &mut encoded)
                {
                    Ok(()) => assert_eq!(Some(&encoded), vector.encoded.as_ref()),
                    Err(error) => {
                        let expected =
                            vector.encode_error.as_ref().unwrap_or_else(|| panic!("{error}"));
                        expected.assert_matches(
                            error.kind().name(),
                            Some(error.component().name()),
                            None,
                        );
                    }
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
fn the_message_names_the_byte_string() {
    let error = Decoder::new().decode_embedded::<Cri<'_>>(CRI).unwrap_err();
    assert_eq!(error.to_string(), "expected a byte string that holds a CRI, found array at byte 0");
}

#[test]
fn the_options_of_the_decoder_hold_for_the_content() {
    let tagged = embedded(b"\xd8\x63\x82\x20\x81\x61h");
    assert!(Decoder::new().decode_embedded::<Cri<'_>>(&tagged).is_err());
    assert!(Decoder::new().tagged().decode_embedded::<Cri<'_>>(&tagged).is_ok());

    let rootless = embedded(b"\x83\x25\xf5\x81\x61a"); // [-6, true, ["a"]]
    let decoder = Decoder::new().with_features(Features::ALL.without(Feature::NoAuthority));
    assert!(decoder.decode_embedded::<Cri<'_>>(&rootless).is_err());
    let (ingested, _) = decoder.decode_embedded::<Ingested<'_>>(&rootless).unwrap();
    assert!(ingested.processable().is_none());
}

#[test]
fn an_error_of_encoding_leaves_the_buffer() {
    let cri = Cri::decode(CRI).unwrap();
    for len in 0..9 {
        let mut bytes = vec![0; len + 1];
        let mut buffer = SliceBuffer::new(&mut bytes);
        buffer.push_bytes(b"x").unwrap();
        let result = cri.sections().encode_embedded(Revision::Draft16, &mut buffer);
        assert_eq!(result.unwrap_err().kind(), EncodeErrorKind::BufferFull);
        assert_eq!(buffer.as_slice(), b"x");
    }
    // An IPv4 address with a zone has no form in draft-16.
    let zone = Cri::decode(b"\x82\x20\x82\x44\x7f\0\0\x01\x62lo").unwrap();
    let mut buffer = ArrayBuffer::<32>::new();
    let error = zone.sections().encode_embedded(Revision::Draft16, &mut buffer).unwrap_err();
    assert_eq!((error.kind(), buffer.len()), (EncodeErrorKind::ZoneOnIpv4, 0));
    zone.sections().encode_embedded(Revision::Rfc9988, &mut buffer).unwrap();
}
