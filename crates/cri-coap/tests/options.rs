//! Options without a vector: resolved CRIs, locations, percent-encoded text, losses and response codes.

use std::net::IpAddr;

use cri_coap::{
    CoapOption, ComposeErrorKind, Conflicts, DecomposeErrorKind, Endpoint, Origin, ProxyErrorKind,
    ResponseCode, Transport, compose, compose_location, decompose, decompose_for_proxy,
    decompose_location, encode_proxy_cri, option, origin, proxy_scheme_number, uri_path,
};
use cri_core::{ArrayBuffer, Component, Cri, CriRef, DecodeErrorKind, Revision};
use cri_uri::{Options, Table, UriRef};
use option::{URI_HOST as HOST, URI_PATH as PATH, URI_QUERY as QUERY};

#[test]
fn prefixes_of_uri_paths_are_whole_options() {
    const OTHERS: [(u16, &[u8]); 2] = [(QUERY, b"a"), (option::PROXY_SCHEME, b"b")];
    let path = uri_path([(HOST, &b"a"[..]), (PATH, b"a"), (PATH, b"bc"), (PATH, b"")]);
    assert!(path.clone().eq([&b"a"[..], b"bc", b""]));
    let parts = ["a", "bc", ""];
    for count in 0..=parts.len() {
        let (prefix, rest) = parts.split_at(count);
        let left = path.clone().strip_prefix(prefix.iter().copied()).unwrap();
        assert!(left.eq(rest.iter().map(|text| text.as_bytes())), "{count}");
    }
    for other in [&["b"][..], &["a", "b"], &["a", "bcd"], &["a/bc"], &["a", "bc", "", ""]] {
        assert!(path.clone().strip_prefix(other.iter().copied()).is_none(), "{other:?}");
    }
    assert!(uri_path(OTHERS).strip_prefix(["a"]).is_none());
    assert_eq!(uri_path(OTHERS).strip_prefix([]).unwrap().count(), 0);
    // Values that are no UTF-8 equal no text, and stay in the rest.
    let broken = uri_path([(PATH, &b"a"[..]), (PATH, b"\xff")]);
    assert!(broken.strip_prefix(["a"]).unwrap().eq([b"\xff"]));
}

type Pairs = Vec<(u16, Vec<u8>)>;

fn coap() -> Endpoint<'static> {
    Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap)
}

fn values<'a>(options: impl Iterator<Item = CoapOption<'a>>) -> Pairs {
    let mut space = [0; option::MAX_TEXT];
    let value = |option: CoapOption<'_>| {
        let bytes = option.value().write_into(&mut space).unwrap().to_vec();
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
    let options =
        decompose(resolved, &Endpoint::new(address, 5683, Transport::Coap), Revision::Draft16)
            .unwrap();
    assert!(options.map(|option| option.number()).eq([PATH, PATH, QUERY]));
}

#[test]
fn options_show_name_and_value() {
    // [-1, [h'20010DB8000000000000000000000001', 61616], ["ä\\b", "\u0000\u0085"], ["\u061c\u202e"]]
    let bytes = b"\x84\x20\x82\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\x19\xf0\xb0\
                  \x82\x64\xc3\xa4\\b\x63\x00\xc2\x85\x81\x65\xd8\x9c\xe2\x80\xae";
    let options = decompose(Cri::decode(bytes).unwrap(), &coap(), Revision::Draft16).unwrap();
    let shown: Vec<String> = options.map(|option| option.to_string()).collect();
    let expected = [
        "Uri-Host: [2001:db8::1]",
        "Uri-Port: 61616",
        r"Uri-Path: ä\\b",
        r"Uri-Path: \u{0}\u{85}",
        r"Uri-Query: \u{61c}\u{202e}",
    ];
    assert_eq!(shown, expected);
}

/// The request for a `coaps` CRI must not go out unencrypted.
#[test]
fn a_cri_of_another_scheme_does_not_decompose_for_an_endpoint() {
    // [-2, [h'C0000207'], ["led"]], which is coaps://192.0.2.7/led
    let led = Cri::decode(b"\x83\x21\x81\x44\xc0\x00\x02\x07\x81\x63led").unwrap();
    for (transport, port) in
        [(Transport::Coap, 5683), (Transport::Coap, 5684), (Transport::CoapsTcp, 5684)]
    {
        let endpoint = Endpoint::new([192, 0, 2, 7].into(), port, transport);
        let error = decompose(led, &endpoint, Revision::Draft16).unwrap_err();
        assert_eq!(error.kind(), DecomposeErrorKind::Transport(Transport::Coaps));
        assert_eq!((error.component(), &*error.code().to_string()), (Component::Scheme, "5.05"));
        let (transport, options) = decompose_for_proxy(led, &endpoint, Revision::Draft16).unwrap();
        assert_eq!(
            (transport, options.last().map(|option| option.number())),
            (Transport::Coaps, Some(PATH))
        );
    }
    let secure = Endpoint::new([192, 0, 2, 7].into(), 5684, Transport::Coaps);
    let options = values(decompose(led, &secure, Revision::Draft16).unwrap());
    assert_eq!(options, [(PATH, b"led".to_vec())]);
}

#[test]
fn an_endpoint_serves_its_own_address_and_port_by_its_scheme() {
    let of = |transport: Transport| {
        let port = transport.default_port();
        Endpoint::new([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1].into(), port, transport)
    };
    let me = of(Transport::Coap);
    let is_mine = |me: Endpoint<'_>, uri: &str, revision| {
        let uri = UriRef::parse(uri).unwrap();
        let cri = uri.to_cri(Options::new(revision), Vec::new()).unwrap();
        me.serves(cri.as_cri_ref(), revision)
    };
    for mine in [
        "coap://[2001:db8::1]",
        "coap://[2001:db8::1]:5683/x?y#z",
        "//[2001:db8::1]/x",
        "//[2001:db8::1]:5683/x",
        // Uri-Path cannot carry the byte, and the resource is at the endpoint nevertheless.
        "//[2001:db8::1]/%2f",
    ] {
        assert!(is_mine(me, mine, Revision::Draft16), "{mine}");
    }
    for other in [
        "coap://[2001:db8::2]/x",
        "//[2001:db8::1]:5684/x",
        "coap://[2001:db8::1]:61616/x",
        "coaps://[2001:db8::1]/x",
        "coaps://[2001:db8::1]:5683/x",
        "coap+tcp://[2001:db8::1]/x",
        "http://[2001:db8::1]:5683/x",
        "foo://[2001:db8::1]:5683/x",
        "coap://me.example/x",
        "coap://u@[2001:db8::1]/x",
        "coap:/x",
        "/x",
        "x",
        "",
    ] {
        assert!(!is_mine(me, other, Revision::Draft16), "{other}");
    }
    // ["coap", [h'20010DB8000000000000000000000001']]: the name is not the number.
    let by_name = b"\x82\x64coap\x81\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01";
    assert!(!me.serves(CriRef::decode(by_name).unwrap(), Revision::Draft16));
    for revision in Revision::ALL {
        for (scheme, transport) in Transport::ALL
            .into_iter()
            .flat_map(|scheme| Transport::ALL.into_iter().map(move |transport| (scheme, transport)))
        {
            let uri = format!("{}://[2001:db8::1]/x", scheme.name());
            assert_eq!(is_mine(of(transport), &uri, revision), scheme == transport, "{uri}");
        }
    }
    let link_local = Endpoint::new([0xfe80, 0, 0, 0, 0, 0, 0, 1].into(), 5683, Transport::Coap);
    for (zone, uri, expected) in [
        ("eth0", "coap://[fe80::1%25eth0]/x", true),
        ("eth0", "coap://[fe80::1]/x", true),
        ("eth1", "coap://[fe80::1%25eth0]/x", false),
    ] {
        assert_eq!(is_mine(link_local.with_zone(zone), uri, Revision::Draft16), expected, "{uri}");
        assert!(is_mine(link_local, uri, Revision::Draft16), "{uri}");
    }
}

// shows: D16-B-SP1-02
#[test]
fn a_lone_empty_segment_and_an_empty_path_have_the_same_options() {
    let lone = Cri::decode(b"\x83\x20\x81\x61h\x81\x60").unwrap(); // [-1, ["h"], [""]]
    let empty = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap();
    assert_ne!(lone, empty);
    let options = |cri: Cri<'_>| values(decompose(cri, &coap(), Revision::Draft16).unwrap());
    assert_eq!(options(lone), options(empty));
    let composed = compose([(HOST, &b"h"[..])], &coap(), Revision::Draft16, Vec::new()).unwrap();
    assert_eq!(composed.as_cri(), empty);
}

#[test]
fn composing_adds_the_zone_of_the_endpoint() {
    let bytes = |zone: &[u8]| [b"\x83\x20", zone, b"\x80"].concat();
    // [-1, [fe80::1], []] and [-1, [fe80::1, "eth0"], []]
    let without = bytes(b"\x81\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01");
    let with = bytes(b"\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0");
    let address: IpAddr = "fe80::1".parse().unwrap();
    let endpoint = Endpoint::new(address, 5683, Transport::Coap);
    for (endpoint, composed_bytes) in [(endpoint, &without), (endpoint.with_zone("eth0"), &with)] {
        for cri in [&without, &with] {
            let options =
                decompose(Cri::decode(cri).unwrap(), &endpoint, Revision::Draft16).unwrap();
            assert_eq!(options.count(), 0);
        }
        let composed = compose([], &endpoint, Revision::Draft16, Vec::new()).unwrap();
        assert_eq!(composed.as_bytes(), composed_bytes);
    }
    // draft-16 has no zone-id with an IPv4 address.
    let ipv4 = coap().with_zone("eth0");
    let error = compose([], &ipv4, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!((error.kind(), error.component()), (ComposeErrorKind::Zone, Component::ZoneId));
    assert!(compose([], &ipv4, Revision::Rfc9988, Vec::new()).is_ok());
    // With a Uri-Host, the endpoint's zone does not matter.
    assert!(compose([(HOST, &b"h"[..])], &ipv4, Revision::Draft16, Vec::new()).is_ok());
}

#[test]
fn a_host_with_capitals_beyond_ascii_decomposes_but_does_not_compose() {
    // [-1, ["Ä"], []]. Decoding has no tables and accepts it. Creating a CRI does not.
    let cri = Cri::decode(b"\x83\x20\x81\x62\xc3\x84\x80").unwrap();
    let options = values(decompose(cri, &coap(), Revision::Draft16).unwrap());
    assert_eq!(options, [(HOST, "Ä".as_bytes().to_vec())]);
    let pairs = options.iter().map(|(number, value)| (*number, value.as_slice()));
    let error = compose(pairs, &coap(), Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ComposeErrorKind::UpperCaseHost);
}

#[test]
fn locations_compose_and_decompose() {
    let [path, query] = [option::LOCATION_PATH, option::LOCATION_QUERY];
    for (options, edn) in [
        (&[(path, &b"rd"[..]), (path, b"4521")][..], r#"[true, ["rd", "4521"]]"#),
        (&[(path, b"a"), (query, b"b"), (query, b"")], r#"[true, ["a"], ["b", ""]]"#),
        (&[(path, b"")], r#"[true, [""]]"#),
        // RFC 7252 section 5.10.7: an absolute path, a query string, or both. A query alone keeps the path.
        (&[(query, b"b")], r#"[0, null, ["b"]]"#),
        (&[(query, b"")], r#"[0, null, [""]]"#),
    ] {
        let reference = compose_location(options.iter().copied(), Revision::Draft16, Vec::new())
            .unwrap()
            .unwrap();
        assert_eq!(format!("{reference:?}"), edn);
        let back = decompose_location(reference.as_cri_ref()).unwrap();
        assert_eq!(
            values(back),
            options.iter().map(|(number, value)| (*number, value.to_vec())).collect::<Pairs>()
        );
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
        (b"\x83\x20\xf6\x81\x61a", DecomposeErrorKind::NotLocation), // [-1, null, ["a"]]
        // [], [0, null, []], [true] and [true, []] would have no options. [true, null, ["b"]] would have those of
        // [0, null, ["b"]].
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
        assert_eq!(
            decompose_location(reference).map(|_| ()).unwrap_err().kind(),
            kind,
            "{reference:?}"
        );
    }
}

#[test]
fn codes_distinguish_the_faults_of_client_and_server() {
    let full =
        compose([(PATH, &b"abcdef"[..])], &coap(), Revision::Draft16, ArrayBuffer::<12>::new())
            .unwrap_err();
    assert_eq!(
        (full.kind(), full.code().to_string()),
        (ComposeErrorKind::BufferFull, "5.00".into())
    );
    let options = [(HOST, &b"h"[..]), (option::PROXY_SCHEME_NUMBER, b"\x02")];
    let number = Origin::SchemeNumber(2);
    let full = number
        .compose(options, Some(80), &coap(), Revision::Draft16, ArrayBuffer::<2>::new())
        .unwrap_err();
    assert_eq!(full.kind(), ProxyErrorKind::Compose(ComposeErrorKind::BufferFull));
    assert_eq!(full.code().to_string(), "5.00");
    let none = Origin::Endpoint
        .compose(options, None, &coap(), Revision::Draft16, Vec::new())
        .unwrap_err();
    assert_eq!(
        (none.kind(), none.code().to_string()),
        (ProxyErrorKind::NotByNumber, "5.00".into())
    );

    // The endpoint is the server's own.
    let own = coap().with_zone("eth0");
    let zone = compose([], &own, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(zone.code(), ResponseCode::INTERNAL_SERVER_ERROR);
    let options = [(option::PROXY_SCHEME_NUMBER, &b"\x02"[..])];
    let zone = number.compose(options, Some(80), &own, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(zone.kind(), ProxyErrorKind::Compose(ComposeErrorKind::Zone));
    assert_eq!(zone.code(), ResponseCode::INTERNAL_SERVER_ERROR);
    // The zone-id of a Uri-Host is the client's.
    let host = [(HOST, &b"[fe80::1%25eth0]"[..])];
    let zone = compose(host, &own, Revision::Rfc9988, Vec::new()).unwrap_err();
    assert_eq!((zone.kind(), zone.code()), (ComposeErrorKind::Zone, ResponseCode::BAD_REQUEST));

    // A proxy's own values of options.
    let relative = CriRef::decode(b"\x81\x01").unwrap();
    let unwritten = encode_proxy_cri(relative, Revision::Draft16, &mut Vec::new()).unwrap_err();
    assert_eq!(
        (unwritten.kind(), unwritten.code()),
        (ProxyErrorKind::NotFull, ResponseCode::INTERNAL_SERVER_ERROR)
    );
    let unwritten = proxy_scheme_number(1 << 24).unwrap_err();
    assert_eq!(
        (unwritten.kind(), unwritten.code()),
        (ProxyErrorKind::Length, ResponseCode::INTERNAL_SERVER_ERROR)
    );
    // A value of the client's.
    for (value, code) in
        [(&b"\x81\x01"[..], ResponseCode::BAD_REQUEST), (b"", ResponseCode::BAD_OPTION)]
    {
        let error = origin([(option::PROXY_CRI, value)], Conflicts::Reject).unwrap_err();
        assert_eq!(error.code(), code);
    }

    // The server chooses the location of a resource that it created.
    for location in [
        &b"\x82\x01\x81\x61a"[..],    // [1, ["a"]]
        b"\x84\xf5\x81\x61a\xf6\x60", // [true, ["a"], null, ""]
        b"\x82\xf5\x81\x81\x41;",     // [true, [[h'3B']]]
    ] {
        let Err(error) = decompose_location(CriRef::decode(location).unwrap()) else {
            panic!("no location")
        };
        assert_eq!(error.code(), ResponseCode::INTERNAL_SERVER_ERROR, "{error}");
    }
    for value in [&b".."[..], b"\xff", &[b'a'; 256]] {
        let options = [(option::LOCATION_PATH, value)];
        let error = compose_location(options, Revision::Draft16, Vec::new()).unwrap_err();
        assert_eq!(error.code(), ResponseCode::INTERNAL_SERVER_ERROR, "{error}");
    }

    // The codes of a proxy that speaks only CoAP.
    let code = |cri: &[u8]| {
        decompose(CriRef::decode(cri).unwrap(), &coap(), Revision::Draft16).unwrap_err().code()
    };
    assert_eq!(code(b"\x83\x22\x81\x61h\x80"), ResponseCode::PROXYING_NOT_SUPPORTED); // [-3, ["h"], []]
    assert_eq!(ResponseCode::PROXYING_NOT_SUPPORTED.to_string(), "5.05");
    assert_eq!(ResponseCode::INTERNAL_SERVER_ERROR.to_string(), "5.00");
    assert_eq!(code(b"\x83\x20\x83\xf4\x61u\x61h\x80").to_string(), "4.00"); // [-1, [false, "u", "h"], []]
    assert_eq!(code(b"\x83\x20\xf6\x81\x61a").to_string(), "4.00");
}

#[test]
fn wrong_lengths_are_reported_with_the_right_one() {
    for (number, len, text) in [
        (
            option::PROXY_SCHEME_NUMBER,
            4,
            "Proxy-Scheme-Number has a wrong length; it must have at most 3 bytes",
        ),
        (option::PROXY_SCHEME, 0, "Proxy-Scheme has a wrong length; it must have 1 to 255 bytes"),
        (option::PROXY_URI, 0, "Proxy-Uri has a wrong length; it must have 1 to 1034 bytes"),
        (option::PROXY_CRI, 0, "Proxy-Cri has a wrong length; it must have 1 to 1023 bytes"),
    ] {
        let error = origin([(number, &b"\x01\x01\x01\x01"[..len])], Conflicts::Reject).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (ProxyErrorKind::Length, text));
    }
}

#[test]
fn transports_are_those_of_the_registry() {
    for (revision, all, coap) in [
        (Revision::Draft16, Table::DRAFT_16, Table::COAP_DRAFT_16),
        (Revision::Rfc9988, Table::RFC_9988, Table::COAP_RFC_9988),
    ] {
        let row = |it: Transport| (it.name(), it.number(revision), Some(it.default_port()));
        let registered = coap.iter().map(|it| (it.name, it.number, it.default_port));
        assert!(registered.eq(Transport::ALL.map(row)));
        for scheme in all {
            let by_name = Transport::from_name(scheme.name);
            assert_eq!(Transport::from_number(scheme.number, revision), by_name, "{}", scheme.name);
            assert_eq!(by_name.is_some(), coap.by_name(scheme.name).is_some());
        }
    }
}

#[test]
fn a_cri_names_its_endpoint() {
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let of = |uri: &str| {
            let cri = UriRef::parse(uri).unwrap().to_cri(options, Vec::new()).unwrap();
            let shown = |it: Endpoint<'_>| {
                (it.address().to_string(), it.zone().map(str::to_owned), it.port(), it.transport())
            };
            let named = Endpoint::of_named(cri.as_cri_ref(), [192, 0, 2, 9].into(), revision);
            let endpoint = Endpoint::of(cri.as_cri_ref(), revision);
            (endpoint.map(|it| it.map(shown)), named.map(shown))
        };
        for (uri, address, zone, port, transport) in [
            ("coap://192.0.2.7/a", "192.0.2.7", None, 5683, Transport::Coap),
            ("coaps://192.0.2.7:1", "192.0.2.7", None, 1, Transport::Coaps),
            ("coap+ws://[::1]/?q", "::1", None, 80, Transport::CoapWs),
        ] {
            let endpoint = (address.to_owned(), zone.map(str::to_owned), port, transport);
            assert_eq!(of(uri), (Ok(Some(endpoint.clone())), Ok(endpoint)), "{uri}");
        }
        for (uri, port, transport) in [
            ("coap://h", 5683, Transport::Coap),
            ("coaps+tcp://h.example:7", 7, Transport::CoapsTcp),
            ("coap:a", 5683, Transport::Coap),
        ] {
            let named = ("192.0.2.9".to_owned(), None, port, transport);
            assert_eq!(of(uri), (Ok(None), Ok(named)), "{uri}");
        }
        for (uri, kind) in [
            ("//192.0.2.7", DecomposeErrorKind::NotFull),
            ("http://192.0.2.7", DecomposeErrorKind::NotCoap),
            ("http://h", DecomposeErrorKind::NotCoap),
        ] {
            let (endpoint, named) = of(uri);
            assert_eq!(endpoint.map_err(|error| error.kind()), Err(kind), "{uri}");
            assert_eq!(named.map_err(|error| error.kind()), Err(kind), "{uri}");
        }
    }
    // [-1, [h'FE800000000000000000000000000001', "eth0"]]
    let linked = b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0";
    let linked = Cri::decode(linked).unwrap();
    for revision in Revision::ALL {
        let endpoint = Endpoint::of(linked, revision).unwrap().unwrap();
        assert_eq!(endpoint.zone(), Some("eth0"));
        assert_eq!(endpoint.socket_addr(), "[fe80::1]:5683".parse().unwrap());
        assert_eq!(decompose(linked, &endpoint, revision).unwrap().count(), 0);
    }
}
