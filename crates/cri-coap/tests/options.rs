//! Sections 8.1.1 and 8.1.2: CRIs to options, and back, row by row.

use std::net::IpAddr;

use cri_coap::{
    ComposeError, ComposeErrorKind, Decompose, DecomposeErrorKind, Endpoint, Transport, compose, compose_location,
    decompose_location, option,
};
use cri_core::{Component, Cri, CriRef, DecodeErrorKind, Revision};

type Options = Vec<(u16, Vec<u8>)>;

fn endpoint(address: &str, port: u16, transport: Transport) -> Endpoint<'static> {
    Endpoint::new(address.parse().unwrap(), port, transport)
}

fn coap() -> Endpoint<'static> {
    endpoint("192.0.2.1", 5683, Transport::Coap)
}

fn decompose(cri: &[u8], endpoint: &Endpoint<'_>) -> Result<Options, DecomposeErrorKind> {
    let reference = CriRef::decode(cri).unwrap();
    let options = reference.decompose(endpoint, Revision::Draft16).map_err(|error| error.kind())?;
    let mut space = [0; option::MAX_TEXT];
    let options: Options = options
        .map(|option| {
            let value = option.value();
            let bytes = value.write(&mut space).unwrap().to_vec();
            assert_eq!(value.len(), bytes.len());
            (option.number(), bytes)
        })
        .collect();
    assert!(options.is_sorted_by_key(|(number, _)| *number));
    Ok(options)
}

fn expected(options: &[(u16, &str)]) -> Options {
    options.iter().map(|(number, value)| (*number, value.as_bytes().to_vec())).collect()
}

fn composed(options: &[(u16, &[u8])], endpoint: &Endpoint<'_>, revision: Revision) -> Result<String, ComposeError> {
    compose(options.iter().copied(), endpoint, revision, Vec::new()).map(|cri| format!("{cri:?}"))
}

use option::{URI_HOST as HOST, URI_PATH as PATH, URI_PORT as PORT, URI_QUERY as QUERY};

// shows: D16-8.1.1-01, D16-8.1.1-07, D16-8.1.1-08, D16-8.1.1-14, D16-8.1.1-15, D16-8.1.1-16
#[test]
fn names_paths_and_queries() {
    for (cri, options) in [
        // [-1, ["example", "com"], ["a"], ["k=v"]]
        (
            &b"\x84\x20\x82\x67example\x63com\x81\x61a\x81\x63k=v"[..],
            &[(HOST, "example.com"), (PATH, "a"), (QUERY, "k=v")][..],
        ),
        // [-1, ["a", "b"], []]
        (b"\x83\x20\x82\x61a\x61b\x80", &[(HOST, "a.b")]),
        // [-1, ["ä"], ["b c"]]
        (b"\x83\x20\x81\x62\xc3\xa4\x81\x63b c", &[(HOST, "ä"), (PATH, "b c")]),
        // [-1, ["h"], [""]] and [-1, ["h"], []]
        (b"\x83\x20\x81\x61h\x81\x60", &[(HOST, "h")]),
        (b"\x83\x20\x81\x61h\x80", &[(HOST, "h")]),
        // [-1, ["h"], ["a", "", ""]] and [-1, ["h"], ["", ""]]
        (b"\x83\x20\x81\x61h\x83\x61a\x60\x60", &[(HOST, "h"), (PATH, "a"), (PATH, ""), (PATH, "")]),
        (b"\x83\x20\x81\x61h\x82\x60\x60", &[(HOST, "h"), (PATH, ""), (PATH, "")]),
        // [-1, ["h"], [], ["", "a&b"]]
        (b"\x84\x20\x81\x61h\x80\x82\x60\x63a&b", &[(HOST, "h"), (QUERY, ""), (QUERY, "a&b")]),
        // [-1, ["h"], ["a/b"]]: one segment
        (b"\x83\x20\x81\x61h\x81\x63a/b", &[(HOST, "h"), (PATH, "a/b")]),
        // [-1, ["example", "com", ""], []]
        (b"\x83\x20\x83\x67example\x63com\x60\x80", &[(HOST, "example.com.")]),
    ] {
        assert_eq!(decompose(cri, &coap()), Ok(expected(options)));
    }
}

// shows: D16-8.1.1-09, D16-8.1.1-10, D16-8.1.1-11, D16-8.1.1-12, D16-8.1.1-13
#[test]
fn addresses_ports_and_zones() {
    let ipv4 = b"\x83\x20\x81\x44\xc0\x00\x02\x01\x81\x61a"; // [-1, [h'C0000201'], ["a"]]
    assert_eq!(decompose(ipv4, &coap()), Ok(expected(&[(PATH, "a")])));
    let elsewhere = endpoint("192.0.2.9", 5683, Transport::Coap);
    assert_eq!(decompose(ipv4, &elsewhere), Ok(expected(&[(HOST, "192.0.2.1"), (PATH, "a")])));
    let ipv6 = b"\x83\x20\x81\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\x80"; // [-1, [2001:db8::1], []]
    assert_eq!(decompose(ipv6, &elsewhere), Ok(expected(&[(HOST, "[2001:db8::1]")])));

    // [-1, [fe80::1, "eth0"], []]
    let zone = b"\x83\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0\x80";
    let link_local = endpoint("fe80::1", 5683, Transport::Coap);
    assert_eq!(decompose(zone, &link_local), Ok(Vec::new()));
    assert_eq!(decompose(zone, &link_local.with_zone("eth0")), Ok(Vec::new()));
    assert_eq!(decompose(zone, &link_local.with_zone("eth1")), Err(DecomposeErrorKind::Zone));
    assert_eq!(decompose(zone, &elsewhere), Err(DecomposeErrorKind::Zone));

    let port = |number: u16| (PORT, number.to_be_bytes().to_vec());
    // [-2, ["h"], []], [-1, ["h"], []], [-1, ["h", 61616], []]
    let to = |port, transport| endpoint("192.0.2.1", port, transport);
    assert_eq!(decompose(b"\x83\x21\x81\x61h\x80", &to(5684, Transport::Coaps)), Ok(expected(&[(HOST, "h")])));
    let with_port = |number| Ok([expected(&[(HOST, "h")]), vec![port(number)]].concat());
    assert_eq!(decompose(b"\x83\x20\x81\x61h\x80", &to(61616, Transport::Coap)), with_port(5683));
    let explicit = b"\x83\x20\x82\x61h\x19\xf0\xb0\x80";
    assert_eq!(decompose(explicit, &to(61616, Transport::Coap)), Ok(expected(&[(HOST, "h")])));
    assert_eq!(decompose(explicit, &coap()), with_port(61616));
    // Port 0 is a value of no bytes.
    let zero = decompose(b"\x83\x20\x82\x61h\x00\x80", &coap());
    assert_eq!(zero, Ok(expected(&[(HOST, "h"), (PORT, "")])));
}

// shows: D16-8.1.1-02, D16-8.1.1-03, D16-8.1.1-04, D16-8.1.1-05, D16-8.1.1-06, D16-8.1.1-17, D16-8.1.1-18,
// shows: D16-8.1.1-19, R3986-3.5-02, D16-1.1-01
#[test]
fn what_no_option_can_say_fails() {
    let long = |len: usize| [b"\x83\x20\x81\x61h\x81\x78".to_vec(), vec![len as u8], vec![b'a'; len]].concat();
    let longer = [b"\x83\x20\x81\x61h\x81\x79\x01\x00".to_vec(), "ä".repeat(128).into_bytes()].concat();
    let labels =
        [b"\x83\x20\x82\x78\x80".to_vec(), vec![b'a'; 128], b"\x78\x7f".to_vec(), vec![b'a'; 127], b"\x80".to_vec()];
    for (cri, kind) in [
        (&b"\x83\x20\x81\x61h\x81\x82\x61a\x41;"[..], DecomposeErrorKind::Pet), // [-1, ["h"], [["a", h'3B']]]
        (b"\x84\x20\x81\x61h\x80\x81\x81\x41\xff", DecomposeErrorKind::Pet),
        (b"\x83\x20\x81\x82\x61h\x41\xff\x80", DecomposeErrorKind::Pet),
        (b"\x83\xf6\x81\x61h\x81\x61a", DecomposeErrorKind::NotFull), // [null, ["h"], ["a"]]
        (b"\x82\xf5\x81\x61a", DecomposeErrorKind::NotFull),
        (b"\x83\x64coap\x81\x61h\x81\x61a", DecomposeErrorKind::NotCoap), // ["coap", ["h"], ["a"]]
        (b"\x83\x22\x81\x61h\x81\x61a", DecomposeErrorKind::NotCoap),     // [-3, ["h"], ["a"]]
        (b"\x85\x20\x81\x61h\x81\x61a\xf6\x61f", DecomposeErrorKind::Fragment),
        (b"\x85\x20\x81\x61h\x81\x61a\xf6\x60", DecomposeErrorKind::Fragment),
        (b"\x83\x20\xf6\x81\x61a", DecomposeErrorKind::NoAuthority),
        (b"\x83\x20\xf5\x81\x61a", DecomposeErrorKind::NoAuthority),
        (b"\x83\x20\x83\xf4\x61u\x61h\x81\x61a", DecomposeErrorKind::Userinfo),
        (b"\x83\x20\x81\x60\x80", DecomposeErrorKind::EmptyHost),
        (b"\x83\x20\x81\x63a%b\x80", DecomposeErrorKind::PercentInHost),
        // [-1, ["[::1]"], []] is no address, but would be one in an option.
        (b"\x83\x20\x81\x65[::1]\x80", DecomposeErrorKind::InvalidHost),
        (b"\x83\x20\x81\x63a b\x80", DecomposeErrorKind::InvalidHost),
        (&longer, DecomposeErrorKind::TooLong),
        (&labels.concat(), DecomposeErrorKind::TooLong),
    ] {
        assert_eq!(decompose(cri, &coap()), Err(kind));
    }
    assert_eq!(decompose(&long(255), &coap()).unwrap().last().unwrap().1.len(), 255);
    let tls = Cri::decode(b"\x83\x27\x81\x61h\x80").unwrap().decompose(&coap(), Revision::Draft16).unwrap();
    assert_eq!(tls.transport(), Transport::CoapsTcp);
    // The numbers of one revision are not the other's.
    let ws = Cri::decode(b"\x83\x28\x81\x61h\x80").unwrap();
    assert_eq!(ws.decompose(&coap(), Revision::Draft16).unwrap().transport(), Transport::CoapWs);
    assert!(ws.decompose(&coap(), Revision::Draft27).is_err());
}

// shows: D16-8.1.2-01, D16-8.1.2-02, D16-8.1.2-03, D16-8.1.2-06, D16-8.1.2-07, D16-8.1.2-08, D16-8.1.2-09,
// shows: D16-8.1.2-10, D16-8.1.2-11
#[test]
fn options_compose() {
    let to = |port, transport| endpoint("192.0.2.1", port, transport);
    for (options, endpoint, expected) in [
        (&[(HOST, &b"h"[..])][..], coap(), r#"[-1, ["h"], []]"#),
        (&[(HOST, b"h")], to(5684, Transport::CoapsTcp), r#"[-8, ["h"], []]"#),
        (&[(HOST, b"example.com")], coap(), r#"[-1, ["example", "com"], []]"#),
        (&[(HOST, b"EXAMPLE.com")], coap(), r#"[-1, ["example", "com"], []]"#),
        (&[(HOST, b"192.0.2.7")], coap(), "[-1, [h'C0000207'], []]"),
        (&[(HOST, b"[2001:DB8::1]")], coap(), "[-1, [h'20010DB8000000000000000000000001'], []]"),
        (&[(HOST, "bücher.example".as_bytes())], coap(), r#"[-1, ["bücher", "example"], []]"#),
        (&[(PATH, b"a")], coap(), r#"[-1, [h'C0000201'], ["a"]]"#),
        (&[(HOST, b"h"), (PORT, b"\x16\x33")], to(61616, Transport::Coap), r#"[-1, ["h"], []]"#),
        (&[(HOST, b"h"), (PORT, b"\x16\x33")], coap(), r#"[-1, ["h"], []]"#),
        (&[(HOST, b"h")], to(61616, Transport::Coap), r#"[-1, ["h", 61616], []]"#),
        (&[(HOST, b"h"), (PORT, b"")], coap(), r#"[-1, ["h", 0], []]"#),
        (&[(HOST, b"h"), (PATH, b"a"), (PATH, b"")], coap(), r#"[-1, ["h"], ["a", ""]]"#),
        (&[(HOST, b"h"), (PATH, b"")], coap(), r#"[-1, ["h"], [""]]"#),
        (&[(HOST, b"h"), (QUERY, b"a"), (QUERY, b"")], coap(), r#"[-1, ["h"], [], ["a", ""]]"#),
        // Other options say nothing of the resource.
        (&[(1, b"x"), (HOST, b"h"), (12, b""), (60, b"\x01")], coap(), r#"[-1, ["h"], []]"#),
    ] {
        assert_eq!(composed(options, &endpoint, Revision::Draft16).as_deref(), Ok(expected));
    }
    assert_eq!(composed(&[(HOST, b"h")], &coap(), Revision::Draft27).as_deref(), Ok(r#"[-1, ["h"]]"#));
    let zoned = endpoint("fe80::1", 5683, Transport::Coap).with_zone("eth0");
    let expected = r#"[-1, [h'FE800000000000000000000000000001', "eth0"], []]"#;
    assert_eq!(composed(&[], &zoned, Revision::Draft16).as_deref(), Ok(expected));
}

// shows: D16-8.1.2-04, D16-8.1.2-05, D16-8.1.2-12, D16-8.1.2-13, D16-8.1.2-14, D16-8.1.1-20
#[test]
fn options_that_are_no_cri_fail() {
    let error = |options: &[(u16, &[u8])]| {
        let error = composed(options, &coap(), Revision::Draft16).unwrap_err();
        (error.kind(), error.component())
    };
    for host in [
        &b"a b"[..],
        b"2001:db8::1",
        b"[::1",
        b"",
        b"[v1.x]",
        b"a/b",
        b"[::1]:5683",
        b"[fe80::1%eth0]",
        b"[fe80::1%25]",
    ] {
        let (kind, _) = error(&[(HOST, host)]);
        assert_eq!(kind, ComposeErrorKind::InvalidHost, "{}", host.escape_ascii());
    }
    assert_eq!(error(&[(HOST, b"a%2eb")]), (ComposeErrorKind::PercentInHost, Component::Host));
    assert_eq!(error(&[(HOST, "Ä.x".as_bytes())]), (ComposeErrorKind::UpperCaseHost, Component::Host));
    assert_eq!(error(&[(HOST, b"\xff")]), (ComposeErrorKind::InvalidUtf8, Component::Host));
    assert_eq!(error(&[(HOST, &[b'a'; 256])]), (ComposeErrorKind::TooLong, Component::Host));
    assert_eq!(error(&[(HOST, b"a"), (HOST, b"b")]), (ComposeErrorKind::Repeated, Component::Host));
    assert_eq!(error(&[(PORT, b"\x01"), (PORT, b"\x01")]), (ComposeErrorKind::Repeated, Component::Port));
    assert_eq!(error(&[(PORT, b"\x01\x02\x03")]), (ComposeErrorKind::TooLong, Component::Port));
    for segment in [&b".."[..], b"."] {
        let dot = (ComposeErrorKind::Rule(DecodeErrorKind::DotSegment), Component::Path);
        assert_eq!(error(&[(HOST, b"h"), (PATH, segment)]), dot);
    }
    assert_eq!(error(&[(PATH, b"\xff")]), (ComposeErrorKind::InvalidUtf8, Component::Path));
    assert_eq!(error(&[(QUERY, &[b'a'; 256])]), (ComposeErrorKind::TooLong, Component::Query));

    let zone = [(HOST, &b"[fe80::1%25eth0]"[..])];
    let expected = r#"[-1, [h'FE800000000000000000000000000001', "eth0"], []]"#;
    assert_eq!(composed(&zone, &coap(), Revision::Draft16).as_deref(), Ok(expected));
    assert_eq!(composed(&zone, &coap(), Revision::Draft27).unwrap_err().kind(), ComposeErrorKind::Zone);
    let full = compose([(PATH, &b"abcdef"[..])], &coap(), Revision::Draft16, cri_core::ArrayBuffer::<12>::new());
    assert_eq!(full.unwrap_err().kind(), ComposeErrorKind::BufferFull);
}

// shows: D16-B-SP1-02
#[test]
fn without_uri_path_the_path_is_empty() {
    assert_eq!(composed(&[(HOST, b"h")], &coap(), Revision::Draft16).as_deref(), Ok(r#"[-1, ["h"], []]"#));
    let lone = Cri::decode(b"\x83\x20\x81\x61h\x81\x60").unwrap(); // [-1, ["h"], [""]]
    let empty = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap();
    assert_ne!(lone, empty);
    let values = |cri: Cri<'_>| cri.decompose(&coap(), Revision::Draft16).unwrap().count();
    assert_eq!(values(lone), values(empty));
}

#[test]
fn locations() {
    let [path, query] = [option::LOCATION_PATH, option::LOCATION_QUERY];
    for (options, edn) in [
        (&[(path, &b"rd"[..]), (path, b"4521")][..], r#"[true, ["rd", "4521"]]"#),
        (&[(path, b"a"), (query, b"b"), (query, b"")], r#"[true, ["a"], ["b", ""]]"#),
        (&[(query, b"b")], r#"[true, null, ["b"]]"#),
        (&[], "[true]"),
    ] {
        let reference = compose_location(options.iter().copied(), Revision::Draft16, Vec::new()).unwrap();
        assert_eq!(format!("{reference:?}"), edn);
        assert!(decompose_location(reference.as_cri_ref()).unwrap().eq(options.iter().copied()));
    }
    let dots = compose_location([(path, &b".."[..])], Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(dots.kind(), ComposeErrorKind::Rule(DecodeErrorKind::DotSegment));
    for (reference, kind) in [
        (&b"\x82\x01\x81\x61a"[..], DecomposeErrorKind::NotLocation), // [1, ["a"]]
        (b"\x82\xf6\x81\x61h", DecomposeErrorKind::NotLocation),
        (b"\x82\x20\x81\x61h", DecomposeErrorKind::NotLocation),
        (b"\x84\xf5\x80\xf6\x60", DecomposeErrorKind::Fragment),
        (b"\x82\xf5\x81\x81\x41;", DecomposeErrorKind::Pet),
    ] {
        let reference = CriRef::decode(reference).unwrap();
        assert_eq!(decompose_location(reference).map(|_| ()).unwrap_err().kind(), kind);
    }
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
