//! Options in messages (feature `coap-message`): CRIs are written to packets of `coap-lite` and read back.
#![cfg(feature = "coap-message")]

use coap_lite::{CoapOption, MessageClass, Packet, RequestType};
use coap_message::ReadableMessage;
use cri_coap::aif::Aif;
use cri_coap::message::Message;
use cri_coap::{
    ComposeError, ComposeErrorKind, Conflicts, Endpoint, Method, OptionWriteErrorKind, Origin,
    Transport, compose, compose_location, decompose, decompose_location, message, option, origin,
    uri_path,
};
use cri_core::{CriBuf, CriRef, Revision};
use cri_testvectors::{corpus, run};

fn packet(options: &[cri_testvectors::CoapOption]) -> Packet {
    let mut packet = Packet::new();
    for option in options {
        packet.add_option(CoapOption::from(option.number), option.value());
    }
    packet
}

/// The packet as a receiver reads it.
fn sent(packet: &Packet) -> Packet {
    let bytes = packet.to_bytes().expect("the packet is short enough");
    Packet::from_bytes(&bytes).expect("the bytes are a packet")
}

#[test]
fn cris_pass_through_messages() {
    let vectors = corpus().decompose.iter();
    let vectors = vectors.filter_map(|vector| {
        Some((vector, (vector.options.as_ref()?, vector.transport.as_deref()?)))
    });
    run(vectors, |(vector, (options, transport))| {
        let transport = Transport::from_name(transport).expect("a transport");
        let endpoint = Endpoint::from_socket_addr(vector.destination, transport);
        let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
        let revision = vector.revision.convert(Revision::from_name);
        let cri = CriRef::decode(&vector.cbor).expect("a reference");
        let mut written = Packet::new();
        message::write(decompose(cri, &endpoint, revision).expect("options"), &mut written)
            .expect("a message");
        assert_eq!(written, packet(options));
        let received = sent(&written);
        // A receiver refuses a name with capitals beyond ASCII.
        let composed = compose(Message(&received), &endpoint, revision, Vec::new());
        let pairs: Vec<_> = options.iter().map(|option| (option.number, option.value())).collect();
        let pairs = pairs.iter().map(|(number, value)| (*number, value.as_slice()));
        let by_pairs = compose(pairs, &endpoint, revision, Vec::new());
        let bytes = |cri: Result<CriBuf<Vec<u8>>, ComposeError>| cri.map(CriBuf::into_buffer);
        assert_eq!(composed.is_ok(), vector.id != "decompose-upper-case-beyond-ascii");
        assert_eq!(bytes(composed), bytes(by_pairs));
    });
}

#[test]
fn composing_a_message_equals_composing_pairs() {
    run(&corpus().compose, |vector| {
        let transport = Transport::from_name(&vector.transport).expect("a transport");
        let endpoint = Endpoint::from_socket_addr(vector.destination, transport);
        let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
        // Some vectors have options that cannot be serialized, so the packet is not sent.
        match compose(
            Message(&packet(&vector.options)),
            &endpoint,
            vector.revision.convert(Revision::from_name),
            Vec::new(),
        ) {
            Ok(cri) => assert_eq!(Some(cri.as_bytes()), vector.cbor.as_deref()),
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                assert_eq!(error.kind().name(), expected.kind);
            }
        }
    });
}

#[test]
fn the_origin_of_a_message_equals_the_origin_of_pairs() {
    let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    run(&corpus().proxy, |vector| {
        let pairs: Vec<_> =
            vector.options.iter().map(|option| (option.number, option.value())).collect();
        let pairs = || pairs.iter().map(|(number, value)| (*number, value.as_slice()));
        let packet = packet(&vector.options);
        for conflicts in [Conflicts::Reject, Conflicts::Precedence] {
            let mut space = vec![0; 1 << 17]; // One vector has a value of 65,535 bytes.
            let copied = Message(&packet).copy_to(&mut space).expect("enough space");
            let found = origin(copied, conflicts);
            assert_eq!(found, origin(pairs(), conflicts));
            let (Ok(origin), default_port) = (found, vector.default_port) else { continue };
            let revision = vector.revision.convert(Revision::from_name);
            let options = Message(&packet);
            let by_message = origin.compose(options, default_port, &proxy, revision, Vec::new());
            // This origin borrows from the pairs.
            let origin = match origin {
                Origin::SchemeNumber(number) => Origin::SchemeNumber(number),
                _ => Origin::Endpoint,
            };
            let by_pairs = origin.compose(pairs(), default_port, &proxy, revision, Vec::new());
            match (by_message, by_pairs) {
                (Ok(one), Ok(other)) => assert_eq!(one.as_bytes(), other.as_bytes()),
                (one, other) => assert_eq!(one.map(|_| ()), other.map(|_| ())),
            }
        }
    });
}

#[test]
fn a_copy_has_all_options_or_names_the_one_that_does_not_fit() {
    let mut request = Packet::new();
    request.add_option(CoapOption::UriPath, b"a".to_vec());
    request.add_option(CoapOption::ProxyUri, b"coap://h".to_vec());
    let mut space = [0; 12];
    let options = Message(&request).copy_to(&mut space).unwrap();
    assert!(options.into_iter().eq([(11, &b"a"[..]), (35, b"coap://h")]));
    let error = Message(&request).copy_to(&mut space[..11]).unwrap_err();
    assert_eq!((error.kind(), error.option()), (OptionWriteErrorKind::BufferFull, 35));
}

#[test]
fn locations_pass_through_messages() {
    // [true, ["rd", "4521"], ["a"]]
    let reference = CriRef::decode(b"\x83\xf5\x82\x62rd\x644521\x81\x61a").unwrap();
    let mut response = Packet::new();
    message::write(decompose_location(reference).unwrap(), &mut response).unwrap();
    let received = sent(&response);
    let location =
        compose_location(Message(&received), Revision::Draft16, Vec::new()).unwrap().unwrap();
    assert_eq!(location.as_bytes(), reference.as_bytes());
    let none = compose_location(Message(&Packet::new()), Revision::Draft16, Vec::new()).unwrap();
    assert!(none.is_none());
    response.add_option(CoapOption::LocationPath, b"..".to_vec());
    let error = compose_location(Message(&response), Revision::Draft16, Vec::new()).unwrap_err();
    assert!(matches!(error.kind(), ComposeErrorKind::Rule(_)));
    let pairs = [
        (option::LOCATION_PATH, &b"rd"[..]),
        (option::LOCATION_PATH, b"4521"),
        (option::LOCATION_QUERY, b"a"),
    ];
    let of_pairs = compose_location(pairs, Revision::Draft16, Vec::new()).unwrap().unwrap();
    assert_eq!(of_pairs.as_bytes(), reference.as_bytes());
}

/// A scope of the shape that coapcore has: it decides about any message.
trait Scope {
    fn request_is_allowed<M: ReadableMessage>(&self, request: &M) -> bool;
}

/// Access rules in a buffer of a fixed size. Bytes that are not rules permit nothing.
struct AifScope([u8; 16]);

impl Scope for AifScope {
    fn request_is_allowed<M: ReadableMessage>(&self, request: &M) -> bool {
        let method = Method::from_code(request.code().into());
        Aif::decode(&self.0)
            .is_ok_and(|rules| method.is_some_and(|method| rules.allows(method, Message(request))))
    }
}

#[test]
fn a_scope_decides_about_messages() {
    // [[[["s", "temp"]], 1], [[[]], 5]]
    let scope = AifScope(*b"\x82\x82\x81\x82\x61s\x64temp\x01\x82\x81\x80\x05");
    let request = |method, path: &[&str]| {
        let mut request = Packet::new();
        request.header.code = MessageClass::Request(method);
        path.iter().for_each(|segment| {
            request.add_option(CoapOption::UriPath, segment.as_bytes().to_vec());
        });
        request
    };
    assert!(scope.request_is_allowed(&request(RequestType::Get, &["s", "temp"])));
    assert!(scope.request_is_allowed(&request(RequestType::Put, &[])));
    assert!(!scope.request_is_allowed(&request(RequestType::Put, &["s", "temp"])));
    assert!(!scope.request_is_allowed(&request(RequestType::Get, &["s"])));
    let mut unknown = request(RequestType::Get, &["s", "temp"]);
    unknown.add_option(CoapOption::Unknown(13), vec![1]);
    assert!(!scope.request_is_allowed(&unknown));
    // A response
    let mut response = request(RequestType::Get, &[]);
    response.header.code = MessageClass::Response(coap_lite::ResponseType::Content);
    assert!(!scope.request_is_allowed(&response));
    assert!(!AifScope([0; 16]).request_is_allowed(&request(RequestType::Get, &[])));
}

#[test]
fn prefixes_of_uri_paths_in_messages_are_whole_options() {
    let mut request = Packet::new();
    request.add_option(CoapOption::UriQuery, b"a".to_vec());
    for segment in ["a", "bc", ""] {
        request.add_option(CoapOption::UriPath, segment.into());
    }
    let left = |prefix: &[&str]| -> Option<Vec<Vec<u8>>> {
        let rest = uri_path(Message(&request)).strip_prefix(prefix.iter().copied())?;
        Some(rest.map(|value| value.as_ref().to_vec()).collect())
    };
    assert_eq!(left(&[]).unwrap(), [&b"a"[..], b"bc", b""]);
    assert_eq!(left(&["a", "bc"]).unwrap(), [b""]);
    assert_eq!(left(&["a", "bc", ""]).unwrap().len(), 0);
    for other in [&["b"][..], &["a", "b"], &["a", ""], &["a", "bc", "", ""]] {
        assert_eq!(left(other), None, "{other:?}");
    }
}
