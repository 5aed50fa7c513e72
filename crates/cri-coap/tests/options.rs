//! What no vector says of options: CRIs that were resolved, locations, what is lost on the way, and whose fault it is.

use std::net::IpAddr;

use cri_coap::{
    CoapOption, ComposeErrorKind, Decompose, DecomposeErrorKind, Endpoint, Origin, ProxyErrorKind, ProxyScheme,
    ResponseCode, Transport, compose, compose_location, decompose_location, option,
};
use cri_core::{ArrayBuffer, Cri, CriRef, DecodeErrorKind, Revision};
use option::{URI_HOST as HOST, URI_PATH as PATH, URI_QUERY as QUERY};

type Options = Vec<(u16, Vec<u8>)>;

fn coap() -> Endpoint<'static> {
    Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap)
}

fn values<'a>(options: impl Iterator<Item = CoapOption<'a>>) -> Options {
    let mut space = [0; option::MAX_TEXT];
    let value = |option: CoapOption<'_>| {
        let bytes = option.value().write(&mut space).unwrap().to_vec();
        assert_eq!(option.value().len(), bytes.len());
        (option.number(), bytes)
    };
    options.map(value).collect()
}

#[test]
fn a_resolved_pair_decomposes_without_a_buffer() {
    let base = Cri::decode(b"\x83\x20\x81\x44\xc0\x00\x02\x01\x82\x61a\x61b").unwrap();
    let link = CriRef::decode(b"\x83\x01\x81\x61c\x81\x61q").unwrap();
    let resolved = base.resolve(link).unwrap();
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    let options = resolved.decompose(&Endpoint::new(address, 5683, Transport::Coap), Revision::Draft16).unwrap();
    assert!(options.map(|option| option.number()).eq([PATH, PATH, QUERY]));
}

#[test]
fn options_show_as_people_write_them() {
    // [-1, [h'20010DB8000000000000000000000001', 61616], ["ä\\b", "\u0000\u0085"], [""]]
    let bytes = b"\x84\x20\x82\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\x19\xf0\xb0\
                  \x82\x64\xc3\xa4\\b\x63\x00\xc2\x85\x81\x60";
    let options = Cri::decode(bytes).unwrap().decompose(&coap(), Revision::Draft16).unwrap();
    let shown: Vec<String> = options.map(|option| option.to_string()).collect();
    let expected =
        ["Uri-Host: [2001:db8::1]", "Uri-Port: 61616", r"Uri-Path: ä\\b", r"Uri-Path: \u{0}\u{85}", "Uri-Query: "];
    assert_eq!(shown, expected);
}

// shows: D16-B-SP1-02
#[test]
fn a_lone_empty_segment_and_an_empty_path_have_the_same_options() {
    let lone = Cri::decode(b"\x83\x20\x81\x61h\x81\x60").unwrap(); // [-1, ["h"], [""]]
    let empty = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap();
    assert_ne!(lone, empty);
    let options = |cri: Cri<'_>| values(cri.decompose(&coap(), Revision::Draft16).unwrap());
    assert_eq!(options(lone), options(empty));
    let composed = compose([(HOST, &b"h"[..])], &coap(), Revision::Draft16, Vec::new()).unwrap();
    assert_eq!(composed.as_cri(), empty);
}

#[test]
fn the_zone_of_the_destination_comes_back() {
    let bytes = |zone: &[u8]| [b"\x83\x20", zone, b"\x80"].concat();
    // [-1, [fe80::1], []] and [-1, [fe80::1, "eth0"], []]
    let without = bytes(b"\x81\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01");
    let with = bytes(b"\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0");
    let address: IpAddr = "fe80::1".parse().unwrap();
    let endpoint = Endpoint::new(address, 5683, Transport::Coap);
    for (endpoint, comes_back) in [(endpoint, &without), (endpoint.with_zone("eth0"), &with)] {
        for cri in [&without, &with] {
            let options = Cri::decode(cri).unwrap().decompose(&endpoint, Revision::Draft16).unwrap();
            assert_eq!(options.count(), 0);
        }
        let composed = compose([], &endpoint, Revision::Draft16, Vec::new()).unwrap();
        assert_eq!(composed.as_bytes(), comes_back);
    }
    // An IPv4 address with a zone is nothing that draft-16 could say.
    let ipv4 = coap().with_zone("eth0");
    let error = compose([], &ipv4, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ComposeErrorKind::Zone);
    assert!(compose([], &ipv4, Revision::Draft27, Vec::new()).is_ok());
}

#[test]
fn a_host_in_capitals_beyond_ascii_goes_out_and_does_not_come_back() {
    // [-1, ["Ä"], []]: decoding takes it, since it has no tables; creating a CRI does not.
    let cri = Cri::decode(b"\x83\x20\x81\x62\xc3\x84\x80").unwrap();
    let options = values(cri.decompose(&coap(), Revision::Draft16).unwrap());
    assert_eq!(options, [(HOST, "Ä".as_bytes().to_vec())]);
    let pairs = options.iter().map(|(number, value)| (*number, value.as_slice()));
    let error = compose(pairs, &coap(), Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ComposeErrorKind::UpperCaseHost);
}

#[test]
fn locations() {
    let [path, query] = [option::LOCATION_PATH, option::LOCATION_QUERY];
    for (options, edn) in [
        (&[(path, &b"rd"[..]), (path, b"4521")][..], r#"[true, ["rd", "4521"]]"#),
        (&[(path, b"a"), (query, b"b"), (query, b"")], r#"[true, ["a"], ["b", ""]]"#),
        (&[(path, b"")], r#"[true, [""]]"#),
        // RFC 7252 section 5.10.7: an absolute path, a query string, or both. The query alone leaves the path.
        (&[(query, b"b")], r#"[0, null, ["b"]]"#),
        (&[(query, b"")], r#"[0, null, [""]]"#),
    ] {
        let reference = compose_location(options.iter().copied(), Revision::Draft16, Vec::new()).unwrap().unwrap();
        assert_eq!(format!("{reference:?}"), edn);
        let back = decompose_location(reference.as_cri_ref()).unwrap();
        assert_eq!(values(back), options.iter().map(|(number, value)| (*number, value.to_vec())).collect::<Options>());
    }
    let none = compose_location([(PATH, &b"a"[..])], Revision::Draft16, Vec::new()).unwrap();
    assert!(none.is_none());
    let dots = compose_location([(path, &b".."[..])], Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(dots.kind(), ComposeErrorKind::Rule(DecodeErrorKind::DotSegment));
    for (reference, kind) in [
        (&b"\x82\x01\x81\x61a"[..], DecomposeErrorKind::NotLocation), // [1, ["a"]]
        (b"\x82\x00\x81\x61a", DecomposeErrorKind::NotLocation),      // [0, ["a"]]
        (b"\x82\xf6\x81\x61h", DecomposeErrorKind::NotLocation),
        (b"\x82\x20\x81\x61h", DecomposeErrorKind::NotLocation),
        // Nothing would be left of these: [], [0, null, []], [true], [true, []]; and of [true, null, ["b"]] the query,
        // which means something else alone.
        (b"\x80", DecomposeErrorKind::NotLocation),
        (b"\x83\x00\xf6\x80", DecomposeErrorKind::NotLocation),
        (b"\x81\xf5", DecomposeErrorKind::NotLocation),
        (b"\x82\xf5\x80", DecomposeErrorKind::NotLocation),
        (b"\x83\xf5\xf6\x81\x61b", DecomposeErrorKind::NotLocation),
        (b"\x83\xf5\x80\x81\x61b", DecomposeErrorKind::NotLocation),
        (b"\x84\xf5\x81\x61a\xf6\x60", DecomposeErrorKind::Fragment),
        (b"\x82\xf5\x81\x81\x41;", DecomposeErrorKind::Pet),
    ] {
        let reference = CriRef::decode(reference).unwrap();
        assert_eq!(decompose_location(reference).map(|_| ()).unwrap_err().kind(), kind, "{reference:?}");
    }
}

/// What the caller got wrong is not for the client to hear of as its own mistake.
#[test]
fn codes_say_whose_fault_it_is() {
    let full = compose([(PATH, &b"abcdef"[..])], &coap(), Revision::Draft16, ArrayBuffer::<12>::new()).unwrap_err();
    assert_eq!((full.kind(), full.code()), (ComposeErrorKind::BufferFull, ResponseCode::INTERNAL_SERVER_ERROR));
    let options = [(HOST, &b"h"[..]), (option::PROXY_SCHEME_NUMBER, b"\x02")];
    let number = Origin::Scheme(ProxyScheme::Number(2));
    let full = number.compose(options, Some(80), &coap(), Revision::Draft16, ArrayBuffer::<2>::new()).unwrap_err();
    assert_eq!(full.kind(), ProxyErrorKind::Compose(ComposeErrorKind::BufferFull));
    assert_eq!(full.code(), ResponseCode::INTERNAL_SERVER_ERROR);
    let none = Origin::Endpoint.compose(options, None, &coap(), Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!((none.kind(), none.code()), (ProxyErrorKind::NotByNumber, ResponseCode::INTERNAL_SERVER_ERROR));

    // A proxy that speaks CoAP only, and is asked for something else; and for what is not to be had by CoAP.
    let code = |cri: &[u8]| CriRef::decode(cri).unwrap().decompose(&coap(), Revision::Draft16).unwrap_err().code();
    assert_eq!(code(b"\x83\x22\x81\x61h\x80").to_string(), "5.05"); // [-3, ["h"], []]
    assert_eq!(code(b"\x83\x20\x83\xf4\x61u\x61h\x80").to_string(), "4.00"); // [-1, [false, "u", "h"], []]
    assert_eq!(code(b"\x83\x20\xf6\x81\x61a").to_string(), "4.00");
}
