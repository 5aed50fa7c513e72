//! What people read: `Debug` of the types, and the messages of the errors. The snapshots are in `snapshots/`.

use std::fmt::{Display, Write};

use cri_coap::option::{
    PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT,
    URI_QUERY,
};
use cri_coap::{
    Conflicts, EncodedOptions, Endpoint, OptionWriter, ResponseCode, Transport, compose,
    decode_proxy_cri, decompose, decompose_location, encode_proxy_cri, origin,
};
use cri_core::{ArrayBuffer, Cri, CriRef, Revision};
use insta::assert_snapshot;

/// `[-1, ["h", 61616], ["a"], ["k=v"]]`
const CRI: &[u8] = b"\x84\x20\x82\x61h\x19\xf0\xb0\x81\x61a\x81\x63k=v";

fn endpoint() -> Endpoint<'static> {
    Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap)
}

fn cri(bytes: &[u8]) -> Cri<'_> {
    Cri::decode(bytes).expect("a CRI")
}

/// Each expression, and the `Debug` of its value below it.
macro_rules! debug {
    ($($value:expr,)*) => {{
        let mut shown = String::new();
        $(writeln!(shown, "{}\n    {:?}", stringify!($value), $value).expect("written");)*
        shown
    }};
}

#[test]
fn debug_of_the_types() {
    let decomposed = decompose(cri(CRI), &endpoint(), Revision::Draft16).expect("options");
    // [-1, [false, "u:secret", "h"]]
    let secret = b"\x82\x20\x83\xf4\x68u:secret\x61h";
    let mut space = [0; 64];
    let mut writer = OptionWriter::new(&mut space);
    writer.add(URI_PATH, b"a").expect("room");
    writer.add(PROXY_CRI, secret).expect("room");
    let (encoded, _) = EncodedOptions::decode(b"\x31h\x81a\xffpayload").expect("options");
    let composed = compose([(URI_HOST, &b"h"[..])], &endpoint(), Revision::Draft16, Vec::new());
    let by_cri = origin([(PROXY_CRI, &secret[..])], Conflicts::Reject);
    let by_uri = origin([(PROXY_URI, &b"coap://u:secret@h"[..])], Conflicts::Reject);
    let shown = debug![
        endpoint(),
        endpoint().with_zone("eth0"),
        Transport::CoapTcp,
        decomposed,
        decomposed.clone().collect::<Vec<_>>(),
        composed,
        writer,
        encoded,
        encoded.into_iter(),
        by_cri,
        by_uri,
        origin([(PROXY_SCHEME_NUMBER, &b""[..]), (URI_HOST, b"h")], Conflicts::Reject),
        ResponseCode::BAD_OPTION,
    ];
    assert!(!shown.contains("secret"), "{shown}");
    assert_snapshot!(shown);
}

/// A row of the table: an input, and the message of its error.
fn row(table: &mut String, input: &str, error: impl Display) {
    writeln!(table, "{input}\n    {error}").expect("written");
}

#[test]
fn messages_of_cris_without_options() {
    let mut table = String::new();
    for (notation, bytes) in [
        ("[-3, [\"h\"]]", &b"\x82\x22\x81\x61h"[..]),
        ("[\"coap\", [\"h\"]]", b"\x82\x64coap\x81\x61h"),
        ("[-2, [\"h\"]]", b"\x82\x21\x81\x61h"),
        ("[-1, true, [\"a\"]]", b"\x83\x20\xf5\x81\x61a"),
        ("[-1, [false, \"u\", \"h\"]]", b"\x82\x20\x83\xf4\x61u\x61h"),
        ("[-1, [\"\"]]", b"\x82\x20\x81\x60"),
        ("[-1, [\"a%b\"]]", b"\x82\x20\x81\x63a%b"),
        ("[-1, [\"a b\"]]", b"\x82\x20\x81\x63a b"),
        ("[-1, [\"h\"], [[\"a\", h'3B']]]", b"\x83\x20\x81\x61h\x81\x82\x61a\x41;"),
        ("[-1, [\"h\"], [], null, \"f\"]", b"\x85\x20\x81\x61h\x80\xf6\x61f"),
        (
            "[-1, [h'FE80…01', \"eth0\"]]",
            b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0",
        ),
    ] {
        let error = decompose(cri(bytes), &endpoint(), Revision::Draft16).expect_err(notation);
        row(&mut table, notation, error);
    }
    let long = [&b"\x83\x20\x81\x61h\x81\x79\x01\x00"[..], &[b'a'; 256]].concat();
    let error = decompose(cri(&long), &endpoint(), Revision::Draft16).expect_err("a long segment");
    row(&mut table, "[-1, [\"h\"], [\"a…\"]]", error);
    let relative = CriRef::decode(b"\x82\x01\x81\x61a").expect("a reference");
    row(
        &mut table,
        "location [1, [\"a\"]]",
        decompose_location(relative).map(|_| ()).expect_err("relative"),
    );
    let fragment = cri(b"\x85\x20\x81\x61h\x80\xf6\x61f");
    let encoded = encode_proxy_cri(fragment, Revision::Draft16, &mut Vec::new());
    row(
        &mut table,
        "Proxy-Cri of [-1, [\"h\"], [], null, \"f\"]",
        encoded.expect_err("a fragment"),
    );
    assert_snapshot!(table);
}

#[test]
fn messages_of_options_without_cris() {
    let mut table = String::new();
    let long = [b'a'; 256];
    type Row<'a> = (&'a str, &'a [(u16, &'a [u8])]);
    let rows: [Row<'_>; 13] = [
        ("Uri-Host: (empty)", &[(URI_HOST, b"")]),
        ("Uri-Host: a b", &[(URI_HOST, b"a b")]),
        ("Uri-Host: [fe80::1%25]", &[(URI_HOST, b"[fe80::1%25]")]),
        ("Uri-Host: \u{c4}", &[(URI_HOST, b"\xc3\x84")]),
        ("Uri-Host: a%b", &[(URI_HOST, b"a%b")]),
        ("Uri-Host twice", &[(URI_HOST, b"h"), (URI_HOST, b"h")]),
        ("Uri-Port twice", &[(URI_PORT, b"\x01"), (URI_PORT, b"\x01")]),
        ("Uri-Port of 3 bytes", &[(URI_PORT, b"\x01\x00\x00")]),
        ("Uri-Path of 256 bytes", &[(URI_PATH, &long)]),
        ("Uri-Query of 256 bytes", &[(URI_QUERY, &long)]),
        ("Uri-Path: \\xff", &[(URI_PATH, b"\xff")]),
        ("Uri-Path: ..", &[(URI_PATH, b"..")]),
        ("Uri-Path of 64 bytes, for a buffer of 40", &[(URI_PATH, &[b'a'; 64])]),
    ];
    for (input, options) in rows {
        let options = options.iter().copied();
        let composed = compose(options, &endpoint(), Revision::Draft16, ArrayBuffer::<40>::new());
        row(&mut table, input, composed.expect_err(input));
    }
    let zone = compose([], &endpoint().with_zone("eth0"), Revision::Draft16, Vec::new());
    row(&mut table, "a zone-id with 192.0.2.1", zone.expect_err("a zone-id"));
    let rows: [Row<'_>; 9] = [
        ("Proxy-Cri: (empty)", &[(PROXY_CRI, b"")]),
        ("Proxy-Uri: (empty)", &[(PROXY_URI, b"")]),
        ("Proxy-Uri: \\xff", &[(PROXY_URI, b"\xff")]),
        ("Proxy-Scheme: (empty)", &[(PROXY_SCHEME, b"")]),
        ("Proxy-Scheme-Number of 4 bytes", &[(PROXY_SCHEME_NUMBER, b"\x01\0\0\0")]),
        ("Proxy-Cri and Proxy-Uri", &[(PROXY_URI, b"coap://h"), (PROXY_CRI, CRI)]),
        ("Proxy-Cri twice", &[(PROXY_CRI, CRI), (PROXY_CRI, CRI)]),
        ("Proxy-Cri and Uri-Path", &[(URI_PATH, b"a"), (PROXY_CRI, CRI)]),
        ("Proxy-Cri: 0x8201", &[(PROXY_CRI, b"\x82\x01")]),
    ];
    for (input, options) in rows {
        row(
            &mut table,
            input,
            origin(options.iter().copied(), Conflicts::Reject).expect_err(input),
        );
    }
    row(&mut table, "Proxy-Cri [1]", decode_proxy_cri(b"\x81\x01").expect_err("a reference"));
    for (input, bytes) in [
        ("a delta of 15", &b"\xf0"[..]),
        ("a length of 15", b"\x0f"),
        ("a head that is cut off", b"\xd0"),
        ("a value that is cut off", b"\x32a"),
        ("a number above 65535", b"\xe0\xff\xff"),
        ("a marker without payload", b"\xff"),
    ] {
        row(&mut table, input, EncodedOptions::decode(bytes).expect_err(input));
    }
    let mut space = [0; 2];
    let mut writer = OptionWriter::new(&mut space);
    row(&mut table, "If-Match in 2 bytes", writer.add(1, b"abc").expect_err("no room"));
    row(
        &mut table,
        "a payload in 2 bytes",
        writer.finish_with_payload(b"abc").expect_err("no room"),
    );
    assert_snapshot!(table);
}
