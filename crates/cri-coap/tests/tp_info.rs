//! `tp_info` of multicast notifications (draft-ietf-core-observe-multicast-notifications), and CRIs without a local part.

use cri_coap::tp_info::{CriNoLocal, TpInfo, TpInfoErrorKind};
use cri_coap::{Endpoint, Transport};
use cri_core::{
    ArrayBuffer, Buffer, Builder, Component, Cri, DecodeErrorKind, Host, HostIp, Revision,
    SliceBuffer,
};
use cri_testvectors::{corpus, run};

/// The example of the document, which splices the items of the authorities:
/// `[[-1, h'20010DB80000000000000000000000AB'], [-1, h'FF35003020010DB80000000000000023', 61616], h'7B']`.
const SPLICED: &[u8] = b"\x83\
    \x82\x20\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\xab\
    \x83\x20\x50\xff\x35\0\x30\x20\x01\x0d\xb8\0\0\0\0\0\0\0\x23\x19\xf0\xb0\
    \x41\x7b";

/// The example by the grammar of the document, which nests the authorities.
const NESTED: &[u8] = b"\x83\
    \x82\x20\x81\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\xab\
    \x82\x20\x82\x50\xff\x35\0\x30\x20\x01\x0d\xb8\0\0\0\0\0\0\0\x23\x19\xf0\xb0\
    \x41\x7b";

fn kind(bytes: &[u8]) -> TpInfoErrorKind {
    CriNoLocal::decode(bytes).unwrap_err().kind()
}

/// The bytes of an address, as the first element of `tp_info`.
fn encoded(address: CriNoLocal<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    TpInfo::new(address, address, b"").unwrap().encode(&mut bytes).unwrap();
    bytes[1..bytes.len() / 2].to_vec()
}

// shows: NB-TPI-01, NB-TPI-02
#[test]
fn the_example_of_the_document_is_read_in_both_readings() {
    let info = TpInfo::decode(NESTED).unwrap();
    assert_eq!(TpInfo::decode(SPLICED).unwrap(), info);

    let endpoint = |address: CriNoLocal<'static>| address.endpoint(Revision::Rfc9988).unwrap();
    let at = |address: &str, port| Endpoint::new(address.parse().unwrap(), port, Transport::Coap);
    assert_eq!(endpoint(info.server()), at("2001:db8::ab", 5683));
    assert_eq!(endpoint(info.client()), at("ff35:30:2001:db8::23", 61616));
    assert_eq!(info.token(), [0x7b]);
}

#[test]
fn vectors_are_decoded_and_encoded() {
    let expected =
        |address: &cri_testvectors::Address| (address.scheme, address.host.clone(), address.port);
    let found = |address: CriNoLocal<'_>| {
        let host = match address.authority().host() {
            Host::Ip(ip) => ip.address().to_string(),
            Host::Name(name) => name.to_string(),
        };
        (address.scheme_number(), host, address.authority().port())
    };
    run(&corpus().tp_info, |vector| match TpInfo::decode(&vector.cbor) {
        Ok(info) => {
            assert_eq!(Some(found(info.server())), vector.server.as_ref().map(expected));
            assert_eq!(Some(found(info.client())), vector.client.as_ref().map(expected));
            assert_eq!(Some(info.token()), vector.token.as_deref());
            let mut encoded = Vec::new();
            info.encode(&mut encoded).unwrap();
            assert_eq!(Some(&encoded), vector.encoded.as_ref());
        }
        Err(error) => {
            let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
            expected.assert_matches(
                error.kind().name(),
                Some(error.component().name()),
                error.offset(),
            );
        }
    });
}

// shows: NB-TPI-03
#[test]
fn a_cri_without_a_local_part_is_a_cri_of_rfc_9988() {
    let build = || Builder::new(Revision::Rfc9988, ArrayBuffer::<64>::new()).scheme_number(0);
    for cri in [
        build().host("example.com").port(61616).finish_full().unwrap(),
        build().userinfo("u").host("h").finish_full().unwrap(),
        build().host_ip([192, 0, 2, 1]).finish_full().unwrap(),
    ] {
        let address = CriNoLocal::new(cri.as_cri()).unwrap();
        assert_eq!(encoded(address), cri.as_bytes());
        assert_eq!(CriNoLocal::decode(cri.as_bytes()).unwrap(), address);
        // Without the head of the authority, the items are the spliced form.
        let [_, scheme, head, items @ ..] = cri.as_bytes() else { panic!("no authority") };
        let spliced = [&[head + 1, *scheme], items].concat();
        assert_eq!(CriNoLocal::decode(&spliced).unwrap(), address, "{cri:?}");
    }
}

// shows: NB-TPI-03
#[test]
fn nothing_is_dropped_from_a_cri() {
    for (bytes, kind, component) in [
        // [-1, ["h"], [""]]
        (&b"\x83\x20\x81\x61h\x81\x60"[..], TpInfoErrorKind::LocalPart, Component::Path),
        // [-1, ["h"], [], ["q"]]
        (b"\x84\x20\x81\x61h\x80\x81\x61q", TpInfoErrorKind::LocalPart, Component::Query),
        // [-1, ["h"], [], [], "f"]
        (b"\x85\x20\x81\x61h\x80\x80\x61f", TpInfoErrorKind::LocalPart, Component::Fragment),
        // [-1], which is [-1, null, []]
        (b"\x81\x20", TpInfoErrorKind::LocalPart, Component::Authority),
        // ["coap", ["h"]]
        (b"\x82\x64coap\x81\x61h", TpInfoErrorKind::Scheme, Component::Scheme),
    ] {
        let error = CriNoLocal::new(Cri::decode(bytes).unwrap()).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, None),
            "{bytes:02x?}"
        );
    }
}

// shows: NB-TPI-03
#[test]
fn sections_after_the_authority_are_refused() {
    assert_eq!(kind(b"\x83\x20\x81\x61h\x80"), TpInfoErrorKind::ItemCount); // [-1, ["h"], []]
    assert_eq!(kind(b"\x83\x20\x81\x61h\x81\x61a"), TpInfoErrorKind::ItemCount); // [-1, ["h"], ["a"]]
    assert_eq!(kind(b"\x81\x20"), TpInfoErrorKind::ItemCount); // [-1]
    assert_eq!(kind(b"\x80"), TpInfoErrorKind::ItemCount); // []
}

#[test]
fn an_array_as_the_second_item_is_the_authority() {
    // [-1, [h'21212121', "a"]] is an address with a zone, and not a label of percent-encoded text.
    let address = CriNoLocal::decode(b"\x82\x20\x82\x44!!!!\x61a").unwrap();
    assert_eq!(address.authority().host().ip().and_then(HostIp::zone), Some("a"));
    // [-1, [["a", h'2C']]]
    assert!(CriNoLocal::decode(b"\x82\x20\x81\x82\x61a\x41,").is_ok());
    // [-1, ["a", h'2C']]
    assert_eq!(
        kind(b"\x82\x20\x82\x61a\x41,"),
        TpInfoErrorKind::Decode(DecodeErrorKind::UnexpectedItem)
    );
}

#[test]
fn errors_name_the_place() {
    for (bytes, kind, component, offset) in [
        (&b""[..], DecodeErrorKind::EndOfInput, Component::Cri, 0),
        (b"\x20", DecodeErrorKind::NotAnArray, Component::Cri, 0),
        (b"\x82\x20", DecodeErrorKind::EndOfInput, Component::Cri, 2),
        (b"\x82\x20\x81\x61h\0", DecodeErrorKind::TrailingBytes, Component::Cri, 5),
        (b"\x82\x20\x81\x61H", DecodeErrorKind::UpperCaseHost, Component::Host, 4),
        (b"\x82\x20\x61H", DecodeErrorKind::UpperCaseHost, Component::Host, 3),
        (b"\x82\x20\x80", DecodeErrorKind::MissingHost, Component::Authority, 3),
        (b"\x82\x20\x07", DecodeErrorKind::MissingHost, Component::Authority, 2),
        (b"\x82\x20\x43abc", DecodeErrorKind::InvalidIpLength, Component::Host, 2),
        (b"\x83\x20\x61h\xf6", DecodeErrorKind::UnexpectedItem, Component::Host, 4),
        (b"\x83\x20\x61h\x1a\0\x01\0\0", DecodeErrorKind::PortRange, Component::Port, 4),
        (b"\x9f\x20\x61h\xff", DecodeErrorKind::IndefiniteLength, Component::Cri, 0),
    ] {
        let error = CriNoLocal::decode(bytes).unwrap_err();
        let expected = (TpInfoErrorKind::Decode(kind), component, Some(offset));
        assert_eq!((error.kind(), error.component(), error.offset()), expected, "{bytes:02x?}");
    }
}

#[test]
fn long_heads_are_shortened() {
    // [-1_0, ["h"_0, 7_0]] with a long array
    let address = CriNoLocal::decode(b"\x98\x02\x38\0\x98\x02\x78\x01h\x18\x07").unwrap();
    assert_eq!(encoded(address), b"\x82\x20\x82\x61h\x07");
}

#[test]
fn a_full_buffer_is_left_as_it_was() {
    let info = TpInfo::decode(NESTED).unwrap();
    for len in 0..NESTED.len() {
        let mut bytes = vec![0; len + 1];
        let mut buffer = SliceBuffer::new(&mut bytes);
        buffer.push_bytes(b"x").unwrap();
        assert_eq!(info.encode(&mut buffer).unwrap_err().kind(), TpInfoErrorKind::BufferFull);
        assert_eq!(buffer.as_slice(), b"x");
    }
}

#[test]
fn no_cut_or_changed_input_panics() {
    for bytes in [SPLICED, NESTED] {
        for at in 0..bytes.len() {
            assert!(TpInfo::decode(&bytes[..at]).is_err());
            for byte in 0..=u8::MAX {
                let mut changed = bytes.to_vec();
                changed[at] = byte;
                if let Ok(info) = TpInfo::decode(&changed) {
                    let mut buffer = ArrayBuffer::<96>::new();
                    info.encode(&mut buffer).unwrap();
                    assert_eq!(TpInfo::decode(buffer.as_slice()).unwrap(), info);
                }
            }
        }
    }
}

#[test]
fn debug_masks_passwords() {
    // [-4, [false, "u:secret", "h"]]
    let address = CriNoLocal::decode(b"\x82\x23\x83\xf4\x68u:secret\x61h").unwrap();
    assert_eq!(address.endpoint(Revision::Rfc9988), None);
    let debug = format!("{address:?}");
    assert!(debug.contains("u:***") && !debug.contains("secret"), "{debug}");
}
