//! CRIs inside CBOR byte strings.

use cri_core::{
    ArrayBuffer, Buffer, Component, Cri, CriRef, DecodeErrorClass, DecodeErrorKind, Decoder,
    EncodeErrorKind, Feature, Features, Ingested, Revision, SliceBuffer, wire,
};
use cri_testvectors::{corpus, run};

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
        match Decoder::new().decode_embedded::<Cri<'_>>(&vector.cbor) {
            Ok((cri, rest)) => {
                assert_eq!((Some(cri.as_bytes()), rest), (vector.content.as_deref(), &b""[..]));
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
fn long_content_has_a_long_head() {
    let long = [b"\x83\x20\x81\x61h\x81\x78\xff", &[b'a'; 255][..]].concat(); // [-1, ["h"], ["aaa…"]]
    let mut buffer = Vec::new();
    Cri::decode(&long).unwrap().sections().encode_embedded(Revision::Draft16, &mut buffer).unwrap();
    assert_eq!(buffer, embedded(&long));
    assert_eq!(buffer[0], 0x59);
}

#[test]
fn other_items_are_no_byte_string() {
    let error = Decoder::new().decode_embedded::<Cri<'_>>(CRI).unwrap_err();
    assert_eq!(error.to_string(), "expected a byte string that holds a CRI, found array at byte 0");
    for (item, kind) in [
        (&b""[..], DecodeErrorKind::EndOfInput),
        (b"\x48", DecodeErrorKind::EndOfInput),
        (b"\x48\x83\x20\x81\x61h\x81\x61", DecodeErrorKind::EndOfInput),
        (b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff\x80", DecodeErrorKind::EndOfInput),
        (b"\x5f\x41\x80\xff", DecodeErrorKind::IndefiniteLength),
        (b"\x5c", DecodeErrorKind::ReservedHead),
    ] {
        let error = Decoder::new().decode_embedded::<CriRef<'_>>(item).unwrap_err();
        assert_eq!(
            (error.kind(), error.class(), error.offset()),
            (kind, DecodeErrorClass::Malformed, 0),
            "{item:02x?}"
        );
    }
}

#[test]
fn errors_in_the_content_count_from_the_byte_string() {
    for (content, kind, component, offset) in [
        (&b""[..], DecodeErrorKind::EndOfInput, Component::Cri, 1),
        (b"\x82\x01\x81\x61.", DecodeErrorKind::DotSegment, Component::Path, 4),
        (b"\x82\x20\x81\x61H", DecodeErrorKind::UpperCaseHost, Component::Host, 5),
        (b"\x82\x20\x81\x61h\0", DecodeErrorKind::TrailingBytes, Component::Cri, 6),
        (b"\x45\x82\x20\x81\x61h", DecodeErrorKind::NotAnArray, Component::Cri, 1),
    ] {
        let bytes = [&embedded(content), &b"\x01"[..]].concat();
        let error = Decoder::new().decode_embedded::<Cri<'_>>(&bytes).unwrap_err();
        let found = (error.kind(), error.component(), error.offset());
        assert_eq!(found, (kind, component, offset), "{content:02x?}");
        // The rest of the message can be read on, whatever the content.
        assert_eq!(wire::skip(&bytes).unwrap(), bytes.len() - 1);
    }
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
