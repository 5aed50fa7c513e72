//! What people read: `Debug` of the types, and the messages of the errors. The snapshots are in `snapshots/`.

#![cfg(all(feature = "alloc", feature = "idna", feature = "nfc"))]

use std::fmt::{Display, Write};

use cri_core::{Component, CriRef, Feature, Features, Revision, SliceBuffer};
use cri_uri::components::Components;
use cri_uri::scheme::View;
use cri_uri::{
    IriRef, Nfc, Normalization, Options, Table, ToIri, ToUri, Uri, UriBuf, UriCri, UriCriRef,
    UriRef, password, to_cri,
};
use insta::assert_snapshot;

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
    let uri =
        UriRef::parse("coap://u:secret@[fe80::1%25eth0]:61616/a%2Fb/?x=1#%C3%A9").expect("a URI");
    let base = Uri::parse("coap://h/a/b?c").expect("a URI");
    let reference = UriRef::parse("../d?e#f").expect("a reference");
    let ftp = UriRef::parse("ftp://u:secret@h/a/b;type=i").expect("a URI");
    let cri = to_cri("coap://u%3Asecret@h/%C3%A9", Options::default(), Vec::new()).expect("a CRI");
    let held: UriCri = "coap://h/a".parse().expect("a CRI");
    let held_reference: UriCriRef = "../b".parse().expect("a reference");
    let masked = password::mask("//u:secret@h/");
    let shown = debug![
        uri,
        uri.host(),
        uri.components(),
        UriBuf::from(base),
        IriRef::parse("//b\u{fc}cher.example/\u{202e}"),
        Components::split("a b:<c>"),
        masked,
        base.resolve(reference),
        base.relativize(Uri::parse("coap://h/d").expect("a URI")),
        uri.normalize(Normalization::ALL, Table::DRAFT_16),
        Normalization::ALL,
        Normalization::CASE.with(Normalization::PERCENT),
        View::from_uri(ftp),
        Options::default(),
        Options::new(Revision::Rfc9988).with_nfc(Nfc::Normalize),
        cri,
        cri.as_cri_ref().to_uri(Options::default()),
        cri.as_cri_ref().to_iri(Options::default()),
        held,
        held.as_cri(),
        held_reference,
        held.resolve(&held_reference),
    ];
    assert!(!shown.contains("secret"), "{shown}");
    assert_snapshot!(shown);
}

/// A row of the table: an input, and the message of its error.
fn row(table: &mut String, input: &str, error: impl Display) {
    writeln!(table, "{input}\n    {error}").expect("written");
}

#[test]
fn messages_of_texts() {
    let mut table = String::new();
    for text in [
        "coap://h/a b",
        "coap://h/\u{202e}",
        "coap://h<",
        "coap://\u{e9}",
        "coap://h:x",
        "//u|@h",
        "?[",
        "#\"",
        "/%4",
        "//[::g]",
        "1a:b",
    ] {
        row(&mut table, &format!("UriRef::parse {text:?}"), UriRef::parse(text).expect_err(text));
    }
    row(&mut table, "Uri::parse \"a\"", Uri::parse("a").expect_err("no scheme"));

    let default = Options::default();
    let refusing = default.with_nfc(Nfc::Refuse);
    let rfc_9988 = Options::new(Revision::Rfc9988);
    let without = |feature| default.with_features(Features::ALL.without(feature));
    let many = format!("{}a", "../".repeat(130));
    for (text, options) in [
        ("//[v1.x]", default),
        ("//h:", default),
        ("//h:05683", default),
        ("//h:65536", default),
        ("//u:p@h", default),
        ("//%C3%84", default),
        ("/e%CC%81", refusing),
        (&*many, default),
        ("s:/.//a", default),
        ("//[fe80::1%25eth0]", rfc_9988),
        ("//[fe80::1%25%C3]", default),
        ("s:a", without(Feature::NoAuthority)),
        ("//u@h", without(Feature::Userinfo)),
        ("/%3B", without(Feature::ExtendedCri)),
        ("x-test://h", without(Feature::SchemeName)),
    ] {
        let error = to_cri(text, options, Vec::new()).expect_err(text);
        let text = text.replace(&"../".repeat(130), "(130 times ../)");
        row(&mut table, &format!("to_cri {text:?}"), error);
    }
    let mut space = [0; 2];
    let error = to_cri("//h", default, SliceBuffer::new(&mut space)).expect_err("no room");
    row(&mut table, "to_cri \"//h\" into 2 bytes", error);

    let uri = |text| Uri::parse(text).expect("a URI");
    let reference = |text| UriRef::parse(text).expect("a reference");
    let resolved = uri("s:/a").resolve(reference(".//b"));
    row(&mut table, "s:/a with .//b", resolved.expect_err("two slashes"));
    for (name, components) in [
        ("path //a", Components { path: "//a", ..Components::default() }),
        (
            "authority h, path a",
            Components { authority: Some("h"), path: "a", ..Components::default() },
        ),
        ("path a:b", Components { path: "a:b", ..Components::default() }),
        ("scheme 1, path a", Components { scheme: Some("1"), path: "a", ..Components::default() }),
    ] {
        row(&mut table, &format!("recompose {name}"), components.recompose().expect_err(name));
    }
    for host in ["a b", "a..b", ""] {
        row(
            &mut table,
            &format!("to_ascii {host:?}"),
            cri_uri::idna::to_ascii(host).expect_err(host),
        );
    }
    assert_snapshot!(table);
}

#[test]
fn messages_of_cris() {
    let mut table = String::new();
    let default = Options::default();
    for (notation, bytes, options) in [
        ("[-65536, [\"h\"]]", &b"\x82\x39\xff\xff\x81\x61h"[..], default),
        (
            "[-1, [h'FE80…01', \"eth0\"]]",
            b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0",
            Options::new(Revision::Rfc9988),
        ),
        ("[-1, [h'01020304', \"eth0\"]]", b"\x82\x20\x82\x44\x01\x02\x03\x04\x64eth0", default),
        (
            "[-1, [h'FE80…01', \"\"]]",
            b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x60",
            default,
        ),
        ("[0, [\"a\"]]", b"\x82\x00\x81\x61a", default),
        ("[1]", b"\x81\x01", default),
        ("[0, null, []]", b"\x83\x00\xf6\x80", default),
    ] {
        let reference = CriRef::decode(bytes).expect(notation);
        row(
            &mut table,
            &format!("to_uri {notation}"),
            reference.to_uri(options).expect_err(notation),
        );
    }
    let held: UriCri = "urn:a".parse().expect("a CRI");
    let own = CriRef::decode(b"\x81\x01").expect("a reference");
    row(&mut table, "UriCri urn:a with [1]", held.resolve(own).expect_err("an empty path"));
    assert_snapshot!(table);
}

#[test]
fn uris_and_names_fill_a_width() {
    let text = "coap://h/a";
    let cri: UriCri = text.parse().unwrap();
    let reference: UriCriRef = text.parse().unwrap();
    let uri = Uri::parse(text).unwrap();
    let shown = [
        format!("{uri:>12}|{uri:<12}|{uri:.4}"),
        format!("{0:>12}|{0:<12}|{0:.4}", uri.as_uri_ref()),
        format!("{0:>12}|{0:<12}|{0:.4}", UriBuf::from(&cri)),
        format!("{cri:>12}|{cri:<12}|{cri:.4}"),
        format!("{reference:>12}|{reference:<12}|{reference:.4}"),
    ];
    for shown in shown {
        assert_eq!(shown, "  coap://h/a|coap://h/a  |coap");
    }
    assert_eq!(format!("{:>6}|{:<6}|", Component::Host, Component::Path), "  host|path  |");
}
