//! Errors are alike, one type holds any, and messages have one place.
#![cfg(all(
    feature = "alloc",
    feature = "serde",
    feature = "minicbor",
    feature = "http",
    feature = "idna"
))]

use cri_core::{Component, CriRef, Feature, Features, Revision};
use cri_uri::equivalence::renumber;
use cri_uri::http::{HttpError, HttpErrorKind, TargetForm};
use cri_uri::idna::IdnaError;
use cri_uri::scheme::Nntp;
use cri_uri::{
    Draft16, Error, Options, Profile, Rfc9988, ToCriErrorKind, ToUri, Uri, UriCri, UriCriError,
    UriCriErrorKind, UriCriRef, UriRef,
};
use serde::{Deserialize, Serialize};

type Link = UriCri<Rfc9988>;
type LinkRef = UriCriRef<Rfc9988>;

#[test]
fn bytes_become_a_value_in_one_step() {
    // ["coap", ["h", 5683], ["a"]]
    let spelled = b"\x83\x64coap\x82\x61h\x19\x16\x33\x81\x61a";
    let canonical = b"\x83\x20\x81\x61h\x81\x61a"; // [-1, ["h"], ["a"]]
    assert_eq!(Link::decode(spelled).unwrap().as_bytes(), canonical);
    assert_eq!(LinkRef::decode(spelled).unwrap().as_bytes(), canonical);
    assert_eq!(LinkRef::decode(b"\x82\x02\x81\x61b").unwrap().to_string(), "../b"); // [2, ["b"]]
    // The revision of the profile says what bytes mean: [-4, [false, "u:p", "h"]].
    let userinfo = b"\x82\x23\x83\xf4\x63u:p\x61h";
    assert_eq!(UriCri::<Draft16>::decode(userinfo).unwrap().to_string(), "https://u%3Ap@h");
    assert_eq!(Link::decode(userinfo).unwrap().to_string(), "https://u:p@h");

    for (bytes, name, component, offset) in [
        (&b"\x83\x20\x81\x61h\x81\x61."[..], "dot-segment", Component::Path, Some(6)),
        (b"\x82\x20", "end-of-input", Component::Authority, Some(2)),
        (b"\x80", "not-full", Component::Scheme, Some(0)),
        (b"\x80\x80", "trailing-bytes", Component::Cri, Some(1)),
        (b"\x82\x39\xff\xff\x81\x61h", "unknown-scheme", Component::Scheme, None), // [-65536, ["h"]]
    ] {
        let error = Link::decode(bytes).unwrap_err();
        assert_eq!((error.name(), error.component(), error.offset()), (name, component, offset));
        assert_eq!(error.kind().name(), name);
    }
    assert!(matches!(Link::decode(b"\x80").unwrap_err(), UriCriError::Decode(_)));
}

#[test]
fn an_offset_is_in_what_the_caller_has_seen() {
    enum NoUserinfo {}
    impl Profile for NoUserinfo {
        const OPTIONS: Options =
            Options::new(Revision::Rfc9988).with_features(Features::ALL.without(Feature::Userinfo));
    }
    let base: UriCri<NoUserinfo> = "coap://h/a".parse().unwrap();
    let reference = CriRef::decode(b"\x82\xf6\x83\xf4\x61u\x61h").unwrap(); // [null, [false, "u", "h"]]
    // The URI of a CRI has places that nobody has seen.
    let in_bytes = UriCri::<NoUserinfo>::decode(b"\x82\x20\x83\xf4\x61u\x61h").unwrap_err();
    for (error, offset) in [
        (in_bytes, None),
        (base.resolve(reference).unwrap_err(), None),
        (base.resolve("//u@h").unwrap_err(), Some(2)),
    ] {
        let found = (error.name(), error.component(), error.offset());
        assert_eq!(found, ("unsupported-feature", Component::Userinfo, offset));
        assert_eq!(error.to_string().contains("at byte"), offset.is_some());
    }
}

#[test]
fn each_error_becomes_the_one_that_holds_any() {
    let uri = Uri::parse("s:/a").unwrap();
    let cri = CriRef::decode(b"\x82\x00\x81\x61p").unwrap(); // [0, ["p"]]
    let base: Link = "coap://h/a".parse().unwrap();
    let target: http::Uri = "h:80".parse().unwrap();
    let unknown = CriRef::decode(b"\x82\x39\xff\xff\x81\x61h").unwrap(); // [-65536, ["h"]]
    let path = Some(Component::Path);
    let errors: [(Error, &str, Option<Component>, Option<usize>); 12] = [
        (UriRef::parse("a|b").unwrap_err().into(), "unexpected-character", path, Some(1)),
        (
            "coap://h:70000".parse::<Link>().unwrap_err().into(),
            "port-range",
            Some(Component::Port),
            Some(9),
        ),
        (
            cri.to_uri(Options::default()).unwrap_err().into(),
            "discard-zero-with-path",
            Some(Component::Discard),
            None,
        ),
        (
            uri.resolve(UriRef::parse(".//b").unwrap()).unwrap_err().into(),
            "leading-empty-segment",
            path,
            Some(0),
        ),
        (
            Nntp::try_from(UriRef::parse("nntp://h/c/x").unwrap()).unwrap_err().into(),
            "invalid-part",
            path,
            Some(11),
        ),
        (
            renumber(unknown, Revision::Draft16, Revision::Rfc9988, Vec::new()).unwrap_err().into(),
            "unknown-scheme",
            Some(Component::Scheme),
            None,
        ),
        (Link::decode(b"\x80").unwrap_err().into(), "not-full", Some(Component::Scheme), Some(0)),
        (
            CriRef::decode(b"\x82\x20").unwrap_err().into(),
            "end-of-input",
            Some(Component::Authority),
            Some(2),
        ),
        (
            Link::build("coap", |link| link.host("::1")).unwrap_err().into(),
            "address-text",
            Some(Component::Host),
            None,
        ),
        (
            LinkRef::from_request_target(&target).unwrap_err().into(),
            "target-form",
            Some(Component::Cri),
            None,
        ),
        (IdnaError::ToAscii.into(), "to-ascii", Some(Component::Host), None),
        (
            base.as_cri().copy_to(cri_core::ArrayBuffer::<2>::new()).unwrap_err().into(),
            "buffer-full",
            Some(Component::Cri),
            None,
        ),
    ];
    for (error, name, component, offset) in errors {
        assert_eq!(
            (error.name(), Some(error.component()), error.offset()),
            (name, component, offset)
        );
        assert!(std::error::Error::source(&error).is_none());
    }
    let error = Error::from(UriRef::parse("a|b").unwrap_err());
    assert_eq!(error.to_string(), UriRef::parse("a|b").unwrap_err().to_string());
    assert!(error.downcast_ref::<cri_uri::ParseError>().is_some());
    assert!(error.downcast_ref::<UriCriError>().is_none());
    assert_eq!(format!("{error:#}"), "'|' (U+007C) cannot stand in a path; percent-encode it");
}

#[test]
fn errors_that_hold_others_have_their_kinds() {
    let base: Link = "urn:a".parse().unwrap();
    let error = base.resolve(CriRef::decode(b"\x81\x01").unwrap()).unwrap_err(); // [1]
    assert!(matches!(error.kind(), UriCriErrorKind::Resolve(_)));
    assert_eq!((error.name(), error.offset()), ("empty-rootless-path", None));
    assert_eq!(UriCriErrorKind::NotCanonical.name(), "not-canonical");

    let error = LinkRef::from_request_target(&"h:80".parse().unwrap()).unwrap_err();
    assert_eq!(error.kind(), HttpErrorKind::Form(TargetForm::Authority));
    assert_eq!((error.component(), error.offset()), (Component::Cri, None));
    let error = http::Uri::try_from(Uri::parse("http://h/a#b").unwrap()).unwrap_err();
    assert_eq!((error.name(), error.component()), ("unexpected-fragment", Component::Fragment));
    let error = Link::try_from(&"http://u:p@h:70000/".parse::<http::Uri>().unwrap_or_default());
    let error: HttpError = error.unwrap_err();
    assert_eq!(error.kind().name(), error.name());
    let error = LinkRef::from_request_target(&"//h/x".parse().unwrap()).unwrap_err();
    let kind = HttpErrorKind::ToCri(ToCriErrorKind::LeadingEmptySegment);
    assert_eq!((error.kind(), error.offset()), (kind, Some(0)));

    for error in [IdnaError::ToAscii, IdnaError::ToUnicode] {
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (error, Component::Host, None)
        );
    }
}

#[derive(Debug, Deserialize, Serialize)]
struct Device {
    base: Link,
    #[serde(with = "cri_uri::serde::iri")]
    home: Link,
    #[serde(with = "cri_uri::serde::iri")]
    link: LinkRef,
}

#[test]
fn messages_of_formats_have_one_position() {
    let json = |base: &str, home: &str, link: &str| {
        let text = format!(r#"{{"base":"{base}","home":"{home}","link":"{link}"}}"#);
        serde_json::from_str::<Device>(&text).unwrap_err().to_string()
    };
    for (error, message) in [
        (
            json("coap://h/a|b", "", ""),
            "'|' (U+007C) cannot stand in a path; percent-encode it at line 1 column 22",
        ),
        (
            json("coap://h:", "", ""),
            "a colon that no port follows; write a port after it, or remove it at line 1 column 19",
        ),
        (
            json("coap://h", "s:/a|b", ""),
            "'|' (U+007C) cannot stand in a path; percent-encode it at line 1 column 34",
        ),
        (json("coap://h", "/a", ""), "a URI must have a scheme, such as coap: at line 1 column 30"),
        (
            json("coap://h", "s:", "ü|"),
            "'|' (U+007C) cannot stand in a path; percent-encode it at line 1 column 44",
        ),
    ] {
        assert_eq!(error, message);
    }
    // [-1, ["h"], ["."]]
    let bytes = b"\x83\x20\x81\x61h\x81\x61.";
    let error = minicbor_serde::from_slice::<Link>(bytes).unwrap_err().to_string();
    assert!(!error.contains(" at byte "), "{error}");
    let error = minicbor::decode::<Link>(bytes).unwrap_err().to_string();
    assert_eq!(
        (error.matches("position").count(), error.matches(" at ").count()),
        (1, 1),
        "{error}"
    );
    assert!(error.contains("dot-segment"), "{error}");
    let error = minicbor::decode::<Link>(b"\x82\x39\xff\xff\x81\x61h").unwrap_err().to_string();
    assert!(error.contains("unknown-scheme") && error.matches("position").count() == 1, "{error}");
}

#[test]
fn iris_are_a_form_of_serde() {
    let json = r#"{"base":"coap://h","home":"https://bücher.example/é?ü%2F","link":"../é#x"}"#;
    let device: Device = serde_json::from_str(json).unwrap();
    assert_eq!(device.home.to_string(), "https://b%C3%BCcher.example/%C3%A9?%C3%BC%2F");
    assert_eq!(device.link.to_string(), "../%C3%A9#x");
    assert_eq!(serde_json::to_string(&device).unwrap(), json);
    // The string is that of `to_iri`, even where that leaves a triplet.
    for uri in [
        "s:%C3%A9%2F",
        "coap://h/%E2%80%AE%C3%A9%FF%20",
        "//b%C3%BCcher.example/./%3A",
        "coap://[fe80::1]/?%C3%BC%26&%25#%C3%BC",
        ".%2F%C3%A9",
        "https://u%C3%BC@h/%7E",
    ] {
        let value: LinkRef = uri.parse().unwrap();
        let written = cri_uri::serde::iri::serialize(&value, serde_json::value::Serializer);
        let written = written.unwrap();
        assert_eq!(written, value.to_iri());
        assert_eq!(cri_uri::serde::iri::deserialize::<LinkRef, _>(written).unwrap(), value);
    }
    // Formats that do not describe their items have the string, too, and a URI is an IRI.
    #[derive(Deserialize, Serialize)]
    struct Home(#[serde(with = "cri_uri::serde::iri")] Link);
    let written = postcard::to_allocvec(&Home(device.home.clone())).unwrap();
    assert_eq!(postcard::from_bytes::<Home>(&written).unwrap().0, device.home);
    let uri = r#"{"base":"coap://h","home":"https://b%C3%BCcher.example","link":""}"#;
    let device: Device = serde_json::from_str(uri).unwrap();
    assert_eq!(device.home.to_iri(), "https://bücher.example");
    for json in [
        r#"{"base":"coap://h","home":1,"link":""}"#,
        r#"{"base":"coap://h","home":[-1],"link":""}"#,
    ] {
        let error = serde_json::from_str::<Device>(json).unwrap_err().to_string();
        assert!(error.contains("expected an IRI"), "{error}");
    }
}

#[test]
fn a_built_value_names_the_part_that_is_wrong() {
    let segments = ["a", "b", "..", "d"];
    let error = Link::build("coap", |link| {
        segments.iter().fold(link.host("h"), |link, &segment| link.segment(segment))
    });
    let error = error.unwrap_err();
    let UriCriError::Build(built) = error else { panic!("{error}") };
    assert_eq!(
        (built.component(), built.index(), error.offset()),
        (Component::Path, Some(2), None)
    );
    assert!(error.to_string().contains(", at segments[2]; "), "{error}");

    let link: Link = "coap://u@h/a/b?c".parse().unwrap();
    let error = link.change(Component::Host, |host| host.label("x").label("Y")).unwrap_err();
    let UriCriError::Build(built) = error else { panic!("{error}") };
    assert_eq!((built.component(), built.index()), (Component::Host, Some(1)));
}
