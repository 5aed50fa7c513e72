//! The values that programs keep: equal exactly if their URIs are, and convertible from and to what servers hold.

#![cfg(feature = "alloc")]

use std::collections::{BTreeSet, HashMap, HashSet};
use std::net::Ipv6Addr;

use cri_core::{
    BuildErrorKind, Builder, Component, Cri, CriKey, CriRef, CriRefVec, CriVec, Features, Revision,
};
use cri_testvectors::{corpus, sample};
use cri_uri::{
    Draft16, IriRef, Options, Profile, Rfc9988, ToCriErrorKind, UriCri, UriCriError, UriCriRef,
};
use proptest::prelude::*;

use crate::samples::cris::cri;
use crate::samples::references;

/// The value of a CRI, which is what its own URI converts to.
fn held<P: Profile>(cri: CriRef<'_>) -> Option<UriCriRef<P>> {
    let held = UriCriRef::<P>::try_from(cri).ok()?;
    let parsed: UriCriRef<P> = held.to_string().parse().unwrap();
    assert_eq!(parsed.as_bytes(), held.as_bytes(), "{held}");
    assert_eq!(UriCriRef::from_canonical(held.as_cri_ref()).as_ref(), Ok(&held));
    let again = UriCriRef::<P>::from_iri(&held.to_iri());
    assert_eq!(again.map(|again| again.to_string()), Ok(held.to_string()));
    if let Ok(full) = UriCri::<P>::try_from(held.clone()) {
        assert_eq!(full.to_string().parse::<UriCri<P>>().as_ref(), Ok(&full));
        assert_eq!(full.as_bytes(), held.as_bytes());
    }
    Some(held)
}

/// Of all these values, two are equal exactly if their texts are.
fn assert_injective<P: Profile>(values: impl IntoIterator<Item = UriCriRef<P>>) -> usize {
    let mut by_text: HashMap<String, UriCriRef<P>> = HashMap::new();
    for value in values {
        let first = by_text.entry(value.to_string()).or_insert_with(|| value.clone());
        assert_eq!(*first, value);
    }
    let values: HashSet<_> = by_text.values().collect();
    assert_eq!(values.len(), by_text.len());
    assert_eq!(by_text.values().collect::<BTreeSet<_>>().len(), by_text.len());
    by_text.len()
}

fn of_corpus<P: Profile>() -> usize {
    let parsed = sample(references(), 8).filter_map(|text| text.parse::<UriCriRef<P>>().ok());
    let decoded =
        sample(&corpus().decode, 4).filter_map(|case| held(CriRef::decode(&case.cbor).ok()?));
    assert_injective(parsed.chain(decoded))
}

#[test]
fn values_are_equal_exactly_if_their_texts_are() {
    assert!(of_corpus::<Draft16>() > 200 && of_corpus::<Rfc9988>() > 200);
}

/// The six schemes of CoAP, and few features.
#[derive(Debug)]
enum Coap {}
impl Profile for Coap {
    const OPTIONS: Options = Options::coap(Revision::Draft16)
        .with_features(Features::ALL.without(cri_core::Feature::Userinfo));
}

#[cfg(feature = "nfc")]
#[derive(Debug)]
enum Normalizing {}
#[cfg(feature = "nfc")]
impl Profile for Normalizing {
    const OPTIONS: Options = Options::new(Revision::Rfc9988).with_nfc(cri_uri::Nfc::Normalize);
}

proptest! {
    #[test]
    fn generated_values_hold_what_their_text_converts_to(parts in cri(&[0, 80, 5683, 5684])) {
        for revision in Revision::ALL {
            if let Some(cri) = parts.build(revision, false) {
                held::<Draft16>(cri.as_cri_ref());
                held::<Rfc9988>(cri.as_cri_ref());
                held::<Coap>(cri.as_cri_ref());
                #[cfg(feature = "nfc")]
                held::<Normalizing>(cri.as_cri_ref());
            }
        }
    }
}

// shows: D16-2-C7-01
#[test]
fn each_spelling_of_a_cri_becomes_the_canonical_one() {
    let link: UriCri = "coap://h/a".parse().unwrap();
    let build = || Builder::new(Revision::Draft16, Vec::new());
    for built in [
        build().scheme_name("coap").host("h").segment("a"),
        build().scheme_number(0).host("h").port(5683).segment("a"),
        Builder::new(Revision::Rfc9988, Vec::new()).scheme_number(0).host("h").segment("a"),
    ] {
        let built = built.finish_full().unwrap();
        assert_eq!(UriCri::try_from(built.as_cri()).as_ref(), Ok(&link));
        assert_eq!(UriCri::try_from(built.clone()).as_ref(), Ok(&link));
        let refused = UriCri::<Draft16>::from_canonical(built.as_cri());
        assert_eq!(refused.is_ok(), built.as_bytes() == link.as_bytes(), "{built:?}");
        assert_eq!(refused.err().unwrap_or(UriCriError::NotCanonical), UriCriError::NotCanonical);
    }
    assert_eq!(
        UriCri::build("COAP", |link| link.host("h").port(5683).segment("a")).as_ref(),
        Ok(&link)
    );
    let other: UriCri = "coap://h:1/a".parse().unwrap();
    let host = |host: Builder<_>| host.host("h").port(5683);
    assert_eq!(other.change(Component::Authority, host).as_ref(), Ok(&link));
    // `//h:5683` does not say of which scheme it is the default port.
    let reference: UriCriRef = "//h:5683/a".parse().unwrap();
    assert_eq!(link.resolve(&reference).as_ref(), Ok(&link));
    assert_eq!(UriCri::try_from(link.as_cri().resolve(&reference).unwrap()).as_ref(), Ok(&link));
}

#[test]
fn a_change_edits_one_component() {
    type Change = fn(Builder<Vec<u8>>) -> Builder<Vec<u8>>;
    let link: UriCri = "coap://h/a/b?x=1#f".parse().unwrap();
    let cases: [(Component, Change, Component); 4] = [
        (Component::Path, |to| to.parameter("y"), Component::Query),
        (Component::Query, |to| to.segment("y"), Component::Path),
        (Component::Discard, |to| to.label("x"), Component::Host),
        (Component::Fragment, |to| to.port(1), Component::Port),
    ];
    for (component, change, named) in cases {
        let Err(UriCriError::Build(error)) = link.change(component, change) else { panic!() };
        assert_eq!((error.kind(), error.component()), (BuildErrorKind::OtherComponent, named));
    }
    // A host that is not there cannot be left out.
    let urn: UriCri = "urn:a:b".parse().unwrap();
    assert_eq!(urn.change(Component::Host, |to| to).as_ref(), Ok(&urn));
    let zone: UriCri = "coap://[fe80::1%25eth0]/a".parse().unwrap();
    let other = zone.change(Component::ZoneId, |to| to.zone("eth1")).unwrap();
    assert_eq!(other.to_string(), "coap://[fe80::1%25eth1]/a");
}

// shows: R3986-3.2.2-01
#[test]
fn the_text_of_an_address_is_no_name() {
    let link: UriCri = "coap://h/a".parse().unwrap();
    for text in ["2001:db8::1", "[::1]", "fe80::1%eth0", "192.0.2.1"] {
        for built in [
            UriCri::build("coap", |to| to.host(text)),
            link.change(Component::Host, |to| to.host(text)),
            link.change(Component::Authority, |to| to.userinfo("u").host(text)),
        ] {
            let error = built.unwrap_err();
            assert!(matches!(error, UriCriError::Build(_)), "{error}");
            assert_eq!(error.component(), Component::Host);
            assert!(error.to_string().contains("`host_ip`"), "{error}");
        }
        assert!(UriCriRef::<Draft16>::build(|to| to.host(text)).is_err());
    }
    // A URI can have such a name, and a label can hold it.
    let name: UriCri = "coap://2001%3Adb8%3A%3A1".parse().unwrap();
    assert_eq!(UriCri::build("coap", |to| to.label("2001:db8::1")).as_ref(), Ok(&name));
    assert_eq!(name.change(Component::Path, |to| to).as_ref(), Ok(&name));
}

#[test]
fn a_profile_refuses_what_its_uri_needs() {
    #[derive(Debug)]
    enum Small {}
    impl Profile for Small {
        const OPTIONS: Options = Options::coap(Revision::Draft16).with_features(Features::NONE);
        const MAX_LEN: usize = 16;
    }
    let link: UriCri = "coap://u@h/a".parse().unwrap();
    assert!(matches!(UriCri::<Small>::try_from(link.as_cri()), Err(UriCriError::Refused(_))));
    assert!("coap://h/7890123".parse::<UriCri<Small>>().is_ok());
    let error = "coap://h/78901234".parse::<UriCri<Small>>().unwrap_err();
    assert_eq!(error.kind(), ToCriErrorKind::TooLong(16));
    assert!(UriCri::<Small>::from_iri("coap://h/78901234").is_err());
    let iri = IriRef::parse("coap://h/78901234").unwrap();
    assert!(UriCriRef::<Small>::try_from(iri).is_err());
    let long: UriCri = "coap://h/78901234".parse().unwrap();
    assert!(UriCri::<Small>::try_from(long.as_cri()).is_err());
    // The value's own text would be too long to be read back.
    assert!(UriCri::<Small>::from_iri("coap://h/ééé").is_err());
    let text = format!("{}..", "../".repeat(4));
    assert_eq!(text.parse::<UriCriRef<Small>>().unwrap().to_string(), text.clone() + "/");
    assert!((text + "/../.").parse::<UriCriRef<Small>>().is_err());
}

/// What a program would try, line by line.
#[test]
fn everything_works_on_the_value() {
    type Link = UriCri<Rfc9988>;
    let received = Cri::decode(b"\x82\x20\x81\x61h").unwrap(); // [-1, ["h"]]
    let link: Link = "coap://u:p@h/caf%C3%A9?k=v#f".parse().unwrap();
    let home = Link::try_from(received).unwrap();
    assert_eq!(home, received);
    assert_eq!(received, home);
    assert_eq!(home, home.as_cri().to_buf());
    assert_ne!(link, received);
    assert!(link.host().is_some_and(|host| host.name().is_some_and(|name| name == "h")));
    assert_eq!((link.port(), link.segments().count()), (None, 1));
    assert!(link.query().unwrap().get("k").is_some_and(|value| value == "v"));
    assert!(link.fragment().unwrap() == "f" && link.userinfo().is_some());
    assert_eq!(link.relativize(&home).to_string(), "coap://h");
    assert_eq!(link.relativize(home.clone()), link.relativize(&home));
    assert_eq!(link.to_iri(), "coap://u:p@h/café?k=v#f");
    assert_eq!(Link::from_iri("coap://u:p@h/café?k=v#f").as_ref(), Ok(&link));
    assert_eq!(link.masked(), "coap://u:***@h/caf%C3%A9?k=v#f");
    assert!(link.eq_ignoring_fragment(&Link::try_from("coap://u:p@h/caf%C3%A9?k=v").unwrap()));
    assert_eq!(String::from(link.clone()), link.to_string());
    assert_eq!(Link::try_from(link.to_string()).as_ref(), Ok(&link));
    assert_eq!(Link::try_from(IriRef::parse("coap://h").unwrap()).unwrap(), home);
    assert_eq!(CriVec::from(link.clone()).as_bytes(), link.as_bytes());
    let reference = UriCriRef::from(link.clone());
    assert_eq!(CriRefVec::from(reference.clone()).as_bytes(), reference.as_ref());
    assert!("a".parse::<UriCriRef>().unwrap() != "./b".parse().unwrap());
    let built = Link::build("coap", |link| link.host_ip(Ipv6Addr::LOCALHOST)).unwrap();
    assert_eq!(built.to_string(), "coap://[::1]");

    assert_eq!(link.without_fragment().to_string(), "coap://u:p@h/caf%C3%A9?k=v");
    assert_eq!((link.scheme_name(), link.port_or_default()), ("coap", Some(5683)));
    let other: Link = "s://h:7".parse().unwrap();
    assert_eq!((other.scheme_name(), other.port_or_default()), ("s", Some(7)));
    assert_eq!(Link::build("s", |link| link.host("h").port(7)), Ok(other));

    let rooms = HashMap::from([(home.clone(), "hall")]);
    let resolved = home.as_cri().resolve(CriRef::decode(b"\x80").unwrap()).unwrap();
    assert_eq!(rooms.get(&resolved as &dyn CriKey), Some(&"hall"));
    assert_eq!(rooms.get(&received as &dyn CriKey), Some(&"hall"));
}

#[cfg(feature = "url")]
#[test]
fn urls_are_taken_by_value() {
    let url = url::Url::parse("http://h/a").unwrap();
    assert_eq!(UriCri::<Draft16>::try_from(url.clone()), UriCri::try_from(&url));
}

#[cfg(feature = "http")]
#[test]
fn only_paths_and_queries_are_targets_of_requests() {
    use cri_uri::http::{HttpError, TargetForm};
    let target = |text: &str| UriCriRef::<Draft16>::from_request_target(&text.parse().unwrap());
    assert_eq!(target("/a%2Fb/../c?d").unwrap().to_string(), "/c?d");
    assert_eq!(target("https://h:1/a?b").unwrap().to_string(), "/a?b");
    assert_eq!(target("https://h").unwrap().to_string(), "/");
    // RFC 9112 section 3.2.1: an empty path is sent as `/`. It is not the path of the base.
    let base: UriCri = "http://example.com/a?b".parse().unwrap();
    for (text, expected) in
        [("https://h?x", "/?x"), ("https://h?", "/?"), ("https://u@h:1?/..", "/?/..")]
    {
        let reference = target(text).unwrap();
        assert_eq!(reference.to_string(), expected, "{text}");
        let resolved = base.resolve(&reference).unwrap().to_string();
        assert_eq!(resolved, format!("http://example.com{expected}"), "{text}");
    }
    for path in ["?x", "?", "/?x", "/"] {
        let target = http::Uri::builder().path_and_query(path).build().unwrap();
        let reference = UriCriRef::<Draft16>::from_request_target(&target);
        let resolved = base.resolve(&reference.unwrap()).unwrap();
        assert!(resolved.segments().eq([""]), "{path}: {resolved}");
    }
    for path in [
        "//evil.example/x",
        "/.//evil.example/x",
        "/a/..//evil.example",
        "https://h//evil.example/x",
    ] {
        let error = target(path).unwrap_err();
        assert!(
            matches!(error, HttpError::ToCri(error) if error.kind() == ToCriErrorKind::LeadingEmptySegment),
            "{path}: {error}"
        );
    }
    for (text, form) in [("h:80", TargetForm::Authority), ("*", TargetForm::Asterisk)] {
        let error = target(text).unwrap_err();
        assert_eq!(error, HttpError::Form(form), "{text}");
        assert!(error.to_string().starts_with("the target "), "{error}");
    }
}

#[cfg(feature = "http")]
#[test]
fn a_path_never_becomes_a_part_of_the_host() {
    use cri_uri::http::{HttpError, TargetForm};
    use http::Uri as Target;
    let beside_host = |path: &str| {
        Target::builder().scheme("https").authority("good.example").path_and_query(path).build()
    };
    let asterisk = beside_host("*").unwrap();
    assert_eq!(UriCri::<Draft16>::try_from(&asterisk), Err(HttpError::Form(TargetForm::Asterisk)));
    // Old versions of `http` build these, and new ones refuse them.
    for path in ["@evil.example/", ".evil.example/", ":80/x", "a/b"] {
        let Ok(target) = beside_host(path) else { continue };
        assert_eq!(UriCri::<Draft16>::try_from(&target), Err(HttpError::Refused), "{path}");
    }
    for path in ["http://evil.example/x", "coap://evil.example/", "evil:x", "a/b"] {
        let mut parts = http::uri::Parts::default();
        parts.path_and_query = path.parse().ok();
        let Ok(target) = Target::from_parts(parts) else { continue };
        assert!(UriCriRef::<Draft16>::from_request_target(&target).is_err(), "{path}");
    }
}

#[test]
fn a_value_has_no_more_room_than_it_needs() {
    for text in ["coap://h/a".to_owned(), format!("coap://h/{}", "a/../".repeat(10_000))] {
        let link: UriCri = text.parse().unwrap();
        assert!(CriVec::from(link).into_buffer().capacity() < 16);
    }
}

// The addresses are those that the URL standard (`url`) and `inet_aton` read there.
#[cfg(feature = "idna")]
#[test]
fn mapped_names_never_hide_an_address() {
    use cri_uri::idna::IdnaError;
    let ascii = |host: &str| {
        let link: UriCri = UriCri::from_iri(&format!("http://{host}:1/a?b#c")).unwrap();
        link.with_ascii_host().map(|link| link.to_string())
    };
    for (host, address) in [
        ("１２７.0.0.1", "127.0.0.1"),
        ("１６９。２５４。１６９。２５４", "169.254.169.254"),
        ("①⑨②.168.0.1", "192.168.0.1"),
        ("127.0.0.𝟏", "127.0.0.1"),
    ] {
        assert_eq!(ascii(host), Ok(format!("http://{address}:1/a?b#c")), "{host}");
        let link: UriCri = UriCri::from_iri(&format!("http://{host}/")).unwrap();
        assert!(link.with_ascii_host().unwrap().host().unwrap().ip().is_some(), "{host}");
    }
    for host in [
        "０x7f.1",
        "0ｘ7f.1",
        "１２７.1",
        "２１３０７０６４３３",
        "０１７７.0.0.1",
        "１２７.0.0.1.",
        "127.0.0.1。",
        "１.2.3.256",
        "a.０x",
        "a.１",
        "ｘ.0x7f",
    ] {
        assert_eq!(ascii(host), Err(IdnaError::ToAscii), "{host}");
    }
    // These are names for the DNS, or were such names before.
    for (host, name) in [
        ("ｅxample.com", "example.com"),
        ("１.example", "1.example"),
        ("a.0xｇ", "a.0xg"),
        ("0x7f.1", "0x7f.1"),
    ] {
        assert_eq!(ascii(host), Ok(format!("http://{name}:1/a?b#c")), "{host}");
    }
}

#[cfg(feature = "idna")]
#[test]
fn hosts_that_are_no_names_stay() {
    for text in ["file:///a", "urn:a", "coap://[::1]/"] {
        let link: UriCri = text.parse().unwrap();
        assert_eq!(link.with_ascii_host().as_ref(), Ok(&link));
    }
}

#[cfg(feature = "minicbor")]
#[test]
fn messages_of_minicbor_hold_values() {
    #[derive(Debug, PartialEq, minicbor::Encode, minicbor::Decode)]
    struct Message {
        #[n(0)]
        link: UriCri<Rfc9988>,
        #[n(1)]
        reference: Option<UriCriRef<Rfc9988>>,
    }
    let message =
        Message { link: "coap://h/a".parse().unwrap(), reference: Some("../b".parse().unwrap()) };
    let written = minicbor::to_vec(&message).unwrap();
    assert_eq!(written, b"\x82\x83\x20\x81\x61h\x81\x61a\x82\x02\x81\x61b");
    assert_eq!(minicbor::decode::<Message>(&written).unwrap(), message);
    // ["coap", ["h", 5683], ["a"]] is what the draft calls the same resource, in another form.
    let spelled = b"\x82\x83\x64coap\x82\x61h\x19\x16\x33\x81\x61a\xf6";
    assert_eq!(minicbor::decode::<Message>(spelled).unwrap().link, message.link);
    // [-65536, ["h"]] has no URI.
    let error = minicbor::decode::<Message>(b"\x82\x82\x39\xff\xff\x81\x61h\xf6").unwrap_err();
    assert_eq!((error.position(), error.to_string().contains("unknown-scheme")), (Some(1), true));
}

#[cfg(feature = "schemars")]
#[test]
fn schemas_name_the_format() {
    let format = |schema: schemars::Schema| schema.get("format").cloned();
    assert_eq!(format(schemars::schema_for!(UriCri)).unwrap(), "uri");
    assert_eq!(format(schemars::schema_for!(UriCriRef)).unwrap(), "uri-reference");
}
