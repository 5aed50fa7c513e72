//! Conversions from and to `url::Url`: URLs that come back unchanged, and each point in which the URL standard differs.

#![cfg(feature = "url")]

use cri_core::{Component, CriRef};
use cri_uri::{IriRef, Options, ParseErrorKind, ToUri, UriRef};
use proptest::prelude::*;
use url::{ParseError, Url};

fn to_url(uri: &str) -> Result<Url, ParseError> {
    Url::try_from(UriRef::parse(uri).unwrap())
}

#[test]
fn common_urls_convert_both_ways() {
    for uri in [
        "http://example.com/a/b%2Fc;d=e?f=g&h#i",
        "coap://[2001:db8::1]:61616/.well-known/core?rt=a",
        "coap+tcp://h",
        "ftp://u:p@h/a",
        "mailto:a@b.example",
        "urn:ietf:rfc:3986",
        "file:///etc/hosts",
        "s:/a%7e%c3",
    ] {
        let url = to_url(uri).unwrap();
        assert_eq!(url.as_str(), uri);
        assert_eq!(UriRef::try_from(&url).unwrap(), UriRef::parse(uri).unwrap());
    }
}

#[test]
fn a_cri_or_iri_becomes_a_url() {
    let cri = CriRef::decode(b"\x83\x22\x81\x61h\x81\x62\xc3\xa9").unwrap(); // [-3, ["h"], ["é"]]
    assert_eq!(
        Url::try_from(cri.to_uri(Options::default()).unwrap()).unwrap().as_str(),
        "http://h/%C3%A9"
    );
    let iri = IriRef::parse("http://bücher.example/é").unwrap();
    assert_eq!(Url::try_from(iri).unwrap().as_str(), "http://xn--bcher-kva.example/%C3%A9");
}

// The numbers are those of the list in the module.
#[test]
fn urls_of_the_whatwg_differ_in_nine_points() {
    for (point, uri, url) in [
        (1, "//h/a", Err(ParseError::RelativeUrlWithoutBase)),
        (1, "", Err(ParseError::RelativeUrlWithoutBase)),
        (2, "http:a", Ok("http://a/")),
        (2, "http:/a/b", Ok("http://a/b")),
        (2, "http:///a", Ok("http://a/")),
        (2, "http://", Err(ParseError::EmptyHost)),
        (2, "file:/a", Ok("file:///a")),
        (2, "file://localhost/a", Ok("file:///a")),
        (3, "http://h", Ok("http://h/")),
        (3, "coap://h", Ok("coap://h")),
        (3, "http://EX%41MPLE", Ok("http://example/")),
        (3, "http://b%C3%BCcher/", Ok("http://xn--bcher-kva/")),
        (3, "coap://EX%41MPLE", Ok("coap://EX%41MPLE")),
        (4, "http://0x7f.1/", Ok("http://127.0.0.1/")),
        (4, "http://2130706433/", Ok("http://127.0.0.1/")),
        (4, "http://017700000001/", Ok("http://127.0.0.1/")),
        (4, "http://1.2.3.256/", Err(ParseError::InvalidIpv4Address)),
        (4, "file://0x7f.1/a", Ok("file://127.0.0.1/a")),
        (4, "coap://0x7f.1/", Ok("coap://0x7f.1/")),
        (5, "http://h:80/", Ok("http://h/")),
        (5, "http://h:/", Ok("http://h/")),
        (5, "coap://h:005683/", Ok("coap://h:5683/")),
        (5, "coap://h:65536/", Err(ParseError::InvalidPort)),
        (6, "ftp://@h/", Ok("ftp://h/")),
        (6, "ftp://u:@h/", Ok("ftp://u@h/")),
        (7, "coap://h/a/../b/%2e", Ok("coap://h/b/")),
        (7, "s:a/../b", Ok("s:a/../b")),
        (7, "http://h/a/%2E%2E/../g", Ok("http://h/g")),
        (7, "http://h/%41?'", Ok("http://h/%41?%27")),
        (7, "coap://h/%41?'", Ok("coap://h/%41?'")),
        (8, "http://[fe80::1%25eth0]/", Err(ParseError::InvalidIpv6Address)),
        (8, "http://[v1.x]/", Err(ParseError::InvalidIpv6Address)),
    ] {
        assert_eq!(to_url(uri).as_ref().map(Url::as_str), url.as_ref().copied(), "{point}: {uri}");
    }
    for (text, kind, component, offset) in [
        ("http://h/a|b", ParseErrorKind::UnexpectedCharacter(Some('|')), Component::Path, 10),
        ("http://h/?{", ParseErrorKind::UnexpectedCharacter(Some('{')), Component::Query, 10),
        ("http://h/%zz", ParseErrorKind::InvalidPercentEncoding, Component::Path, 9),
    ] {
        let url = Url::parse(text).unwrap();
        let error = UriRef::try_from(&url).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "9: {text}"
        );
    }
}

proptest! {
    #[test]
    fn urls_come_back_unchanged(text in "(http|coap|s|file|mailto):[a-zA-Z0-9:/?#@!$&'()*+,;=.%\\[\\]~_-]{0,24}") {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let Ok(url) = Url::try_from(uri) else { return Ok(()) };
        if let Ok(uri) = UriRef::try_from(&url) {
            prop_assert_eq!(Url::try_from(uri).unwrap(), url.clone());
        }
    }
}
