//! Links above and below another, origins, values and parts of owned CRIs.
#![cfg(feature = "alloc")]

use cri_core::{BuildErrorKind, CriRefBuf, Discard, Host, Revision};
use cri_uri::{
    Options, Rfc9988, ToCriErrorKind, ToUri, UriBuf, UriCri, UriCriError, UriCriRef, UriRef,
};
use proptest::prelude::*;

use crate::samples::cris::cri;

type Link = UriCri<Rfc9988>;

fn link(text: &str) -> Link {
    text.parse().unwrap()
}

#[test]
fn text_resolves_as_the_parsed_reference_does() {
    let base = link("coap://u@h/hall/lamp?q#f");
    for (text, target) in [
        ("temp", "coap://u@h/hall/temp"),
        ("../roof?u=c", "coap://u@h/roof?u=c"),
        ("a%2Fb", "coap://u@h/hall/a%2Fb"),
        ("//g", "coap://g"),
        ("https://g/", "https://g/"),
        ("", "coap://u@h/hall/lamp?q#f"),
        ("?r", "coap://u@h/hall/lamp?r"),
    ] {
        let parsed: UriCriRef<Rfc9988> = text.parse().unwrap();
        for found in [
            base.join(text),
            base.resolve(text),
            base.resolve(&String::from(text)),
            base.resolve(String::from(text)),
            base.resolve(&parsed),
            base.resolve(parsed),
        ] {
            assert_eq!(found.unwrap().to_string(), target, "{text}");
        }
        let uri: UriBuf = base.clone().into();
        // A base of RFC 3986 has no fragment (section 5.1).
        let target = target.trim_end_matches("#f");
        assert_eq!(uri.as_uri().join(text).unwrap().to_string(), target, "{text}");
    }
    let error = base.join("a|b").unwrap_err();
    let UriCriError::ToCri(inner) = error else { panic!("{error:?}") };
    assert!(matches!(inner.kind(), ToCriErrorKind::Syntax(_)));
    assert!(UriBuf::from(base).as_uri().join("a|b").is_err());
}

#[test]
fn parents_lead_to_the_root() {
    for (text, parents) in [
        ("coap://u@h:7/a/b%2Fc?q#f", &["coap://u@h:7/a", "coap://u@h:7"][..]),
        ("coap://h/a/", &["coap://h/a", "coap://h"]),
        ("coap://h//", &["coap://h/", "coap://h"]),
        ("coap://h", &[]),
        ("coap://h?q", &[]),
        ("urn:a", &[]),
        ("urn:a/b/c", &["urn:a/b", "urn:a"]),
        ("file:///a/b", &["file:///a", "file://"]),
    ] {
        let start = link(text);
        let found: Vec<Link> = std::iter::successors(start.parent(), UriCri::parent).collect();
        assert!(found.iter().all(|parent| start.starts_with(parent)), "{text}");
        assert!(found.iter().map(Link::to_string).eq(parents.iter().copied()), "{text} {found:?}");
    }
}

#[test]
fn children_are_raw_segments() {
    for (text, segments, child) in [
        ("coap://h", &["a"][..], "coap://h/a"),
        ("coap://h/", &["a"], "coap://h/a"),
        ("coap://h/a?q#f", &["b", "c"], "coap://h/a/b/c"),
        ("coap://h/a/", &["b/c", "50%", "?", ""], "coap://h/a/b%2Fc/50%25/%3F/"),
        ("coap://h/a/?q", &[], "coap://h/a/"),
        ("coap://h/a?q", &[], "coap://h/a"),
        ("urn:a", &["b:c"], "urn:a/b:c"),
    ] {
        let found = link(text).child(segments.iter().copied()).unwrap();
        assert_eq!(found.to_string(), child);
        assert!(found.starts_with(&link(text.split(['?', '#']).next().unwrap())), "{text}");
    }
    let names = vec![String::from("a")];
    let base = link("coap://h/x:y%3Az");
    assert_eq!(base.child(&names).unwrap().to_string(), "coap://h/x:y%3Az/a");
    assert_eq!(base.child(base.segments()).unwrap().to_string(), "coap://h/x:y%3Az/x:y%3Az");
    let UriCriError::Build(error) = base.child([".."]).unwrap_err() else { panic!() };
    assert!(matches!(error.kind(), BuildErrorKind::Rule(_)));
}

#[test]
fn origins_have_scheme_host_and_port() {
    for (text, origin) in [
        ("https://u:p@Example.com:443/a?b#c", Some("https://example.com")),
        ("https://h:8443/a", Some("https://h:8443")),
        ("coap://[2001:db8::1]:61616/", Some("coap://[2001:db8::1]:61616")),
        ("s://b%C3%BCcher.example", Some("s://b%C3%BCcher.example")),
        ("urn:a", None),
        ("file:///a", None),
        ("file:/a", None),
    ] {
        assert_eq!(link(text).origin().map(String::from).as_deref(), origin, "{text}");
    }
    let zone: UriCri = "coap://u@[fe80::1%25eth0]/a".parse().unwrap();
    assert_eq!(zone.origin().unwrap().to_string(), "coap://[fe80::1%25eth0]");
    assert!(link("https://h/a").origin() != link("http://h/a").origin());
}

/// RFC 3986 section 2.4: a URI is taken apart before its parts are decoded.
#[test]
fn values_come_back_decoded() {
    for (text, name, value) in [
        ("coap://h?id=a%2Fb", "id", "a/b"),
        ("coap://h?id=1%2B2", "id", "1+2"),
        ("coap://h?id=1+2", "id", "1+2"),
        ("coap://h?id=a%26b=c&id=x", "id", "a&b=c"),
        ("coap://h?id=a%3Db", "id", "a=b"),
        ("coap://h?%69d=a%20b", "id", "a b"),
        ("coap://h?i%3Dd=x", "i=d", "x"),
        ("coap://h?a%26b=%C3%A9", "a&b", "é"),
        ("coap://h?id=%FF", "id", "%FF"),
        ("coap://h?x&id&id=1", "id", ""),
        ("coap://h?id=", "id", ""),
        ("coap://h?", "", ""),
    ] {
        let link = link(text);
        let found = link.query().unwrap().get(name).expect(text);
        assert_eq!(found.to_string(), value, "{text}");
    }
    let link = link("coap://h?id=%FF&rt=a&rt=b%2C");
    let query = link.query().unwrap();
    assert_eq!(&*query.get("id").unwrap().to_bytes(), b"\xff");
    assert!(query.get_all("rt").eq(["a", "b,"]));
    assert!(link.username().is_none());
}

/// The parts as they are in the URI, by the text alone (RFC 3986 section 3).
fn assert_parts_are_those_of_the_uri(cri: &CriRefBuf<Vec<u8>>, uri: UriRef<'_>) {
    let host = cri.host().map(|host| host.to_string());
    assert_eq!(host.as_deref(), uri.host_str(), "{uri}");
    let authority = cri.authority().map(|authority| authority.to_string());
    assert_eq!(authority.as_deref(), uri.authority(), "{uri}");
    let query = cri.query().map(|query| query.to_string());
    assert_eq!(query.as_deref(), uri.query(), "{uri}");
    let path = cri.path().map(|path| path.to_string()).unwrap_or_default();
    if let Discard::All = cri.discard() {
        assert_eq!(path, uri.path(), "{uri}");
    } else {
        assert!(uri.path().ends_with(&path), "{uri}");
    }
}

#[test]
fn parts_display_as_in_the_uri() {
    for text in [
        "coap://[fe80::1%25e%3Ath0]:61616/a%2Fb;c/%20?id=a%2Fb&%26=%25",
        "coap://u%40:p%3A@b%C3%BCcher.x%2C.example:7//",
        "coap://192.0.2.1/?",
        "coap://h",
        "urn:a:b/c",
        "file:///x",
        "s:/a/b",
        "../a:b/c?x",
        "/a/b",
        "//h/a",
        "",
        "?q",
        ".",
    ] {
        for revision in Revision::ALL {
            let Ok(cri) = cri_uri::to_cri(text, Options::new(revision), Vec::new()) else {
                continue;
            };
            assert_parts_are_those_of_the_uri(&cri, UriRef::parse(text).unwrap());
        }
    }
    let name = link("coap://b%C3%BCcher.example/").host().and_then(Host::name).unwrap().to_string();
    assert_eq!(name, "bücher.example", "for people and for name lookup");
}

proptest! {
    #[test]
    fn parts_of_any_cri_display_as_in_its_uri(parts in cri(&[0, 7, 5683])) {
        for as_bytes in [false, true] {
            let Some(cri) = parts.build(Revision::Rfc9988, as_bytes) else { continue };
            let Ok(uri) = cri.as_cri_ref().to_uri(Options::new(Revision::Rfc9988)) else { continue };
            let uri = uri.to_string();
            assert_parts_are_those_of_the_uri(&cri, UriRef::parse(&uri).unwrap());
        }
    }

    /// A CRI starts with another if its text does, up to the end of a segment.
    #[test]
    fn prefixes_are_prefixes_of_the_text(one in "(/[ab]{0,2}){0,3}", other in "(/[ab]{0,2}){0,3}") {
        let text = |path: &str| format!("coap://h{path}");
        let (whole, prefix) = (text(&one), text(&other));
        let is_prefix = match whole.strip_prefix(&prefix) {
            Some(rest) => rest.is_empty() || rest.starts_with('/') || prefix.ends_with('/'),
            None => false,
        };
        prop_assert_eq!(link(&whole).starts_with(&link(&prefix)), is_prefix, "{} {}", whole, prefix);
    }
}
