//! Owned CRIs that print and parse as their URIs, through the formats of serde, `url::Url` and `http::Uri`.

#![cfg(all(feature = "alloc", feature = "serde"))]

use std::collections::HashMap;

use cri_core::{CriBuf, CriKey, CriRef, CriRefBuf, DecodeErrorKind, Feature, Features};
use cri_testvectors::sample;
use cri_uri::{
    Draft16, Options, Profile, Rfc9988, ToCriErrorKind, ToUri, ToUriErrorKind, Uri, UriCri,
    UriCriError, UriCriRef, UriRef,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::formats::{from_ciborium, to_ciborium};
use crate::samples::references;

fn round_trip<P: Profile>(text: &str) -> Option<()> {
    let reference: UriCriRef<P> = text.parse().ok()?;
    let bytes = reference.as_cri_ref().as_bytes();
    let shown = reference.to_string();
    assert_eq!(shown, reference.as_cri_ref().to_uri(P::OPTIONS).unwrap().to_string());
    // The bytes are the CRI's own, in each library for CBOR.
    assert_eq!(to_ciborium(&reference), bytes, "{text}");
    assert_eq!(minicbor_serde::to_vec(&reference).unwrap(), bytes, "{text}");
    let again: [UriCriRef<P>; 3] = [
        from_ciborium(bytes).unwrap(),
        minicbor_serde::from_slice(bytes).unwrap(),
        serde_json::from_str(&serde_json::to_string(&reference).unwrap()).unwrap(),
    ];
    assert!(
        again
            .iter()
            .all(|again| again.as_cri_ref().as_bytes() == bytes && again.to_string() == shown),
        "{text}"
    );
    assert_eq!(serde_json::to_value(&reference).unwrap(), shown);

    let full = text.parse::<UriCri<P>>();
    assert_eq!(full.is_ok(), !UriRef::parse(text).unwrap().is_relative());
    if let Ok(full) = full {
        assert_eq!((full.as_cri().as_bytes(), full.to_string()), (bytes, shown));
        assert_eq!(from_ciborium::<UriCri<P>>(bytes).as_ref(), Ok(&full));
        assert_eq!(minicbor_serde::from_slice::<UriCri<P>>(bytes).unwrap(), full);
        assert_eq!(
            serde_json::from_str::<UriCri<P>>(&serde_json::to_string(&full).unwrap()).unwrap(),
            full
        );
    } else {
        assert!(from_ciborium::<UriCri<P>>(bytes).is_err());
    }
    Some(())
}

#[test]
fn cris_come_back_through_each_format() {
    let texts: Vec<_> = sample(references(), 5).collect();
    let count = texts.iter().filter(|text| round_trip::<Draft16>(text).is_some()).count();
    assert!(count > 100, "{count}");
    assert!(texts.iter().filter(|text| round_trip::<Rfc9988>(text).is_some()).count() > 100);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Links {
    base: UriCri,
    items: Vec<UriCri<Rfc9988>>,
    by_uri: HashMap<UriCri, u8>,
}

#[test]
fn structs_hold_cris() {
    let json = r#"{"base":"coap://h","items":["coap+ws://[::1]/a%2Fb"],"by_uri":{"coap://h?a":7}}"#;
    let links: Links = serde_json::from_str(json).unwrap();
    assert_eq!(links.by_uri.get(&"coap://h?a".parse::<UriCri>().unwrap()), Some(&7));
    assert_eq!(serde_json::to_string(&links).unwrap(), json);
    let bytes = to_ciborium(&links);
    assert_eq!(from_ciborium::<Links>(&bytes).as_ref(), Ok(&links));
    // [-25, [h'00…01'], ["a/b"]] stands there as an array.
    assert!(bytes.windows(4).any(|window| window == b"\x83\x38\x18\x81"));
}

/// serde holds such values back until it knows what they are. It then says of all that people read them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Target {
    Port(u16),
    Link(UriCriRef16),
}

#[derive(Debug, Serialize, Deserialize)]
struct UriCriRef16(UriCriRef);

impl PartialEq for UriCriRef16 {
    fn eq(&self, other: &Self) -> bool {
        self.0.structurally_eq(other.0.as_cri_ref())
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flattened {
    #[serde(flatten)]
    links: HashMap<String, UriCri>,
}

#[test]
fn values_that_serde_holds_back_come_back() {
    let link = Target::Link(UriCriRef16("../a%3Ab?c".parse().unwrap()));
    let links = Flattened {
        links: HashMap::from([("up".to_owned(), "coap://u@[2001:db8::1]/a".parse().unwrap())]),
    };
    for target in [link, Target::Port(5683)] {
        assert_eq!(from_ciborium::<Target>(&to_ciborium(&target)).as_ref(), Ok(&target));
        assert_eq!(
            serde_json::from_str::<Target>(&serde_json::to_string(&target).unwrap()).unwrap(),
            target
        );
    }
    assert_eq!(from_ciborium::<Flattened>(&to_ciborium(&links)).as_ref(), Ok(&links));
    assert_eq!(
        serde_json::from_str::<Flattened>(&serde_json::to_string(&links).unwrap()).unwrap(),
        links
    );
}

#[derive(Debug)]
enum WithoutUserinfo {}

impl Profile for WithoutUserinfo {
    const OPTIONS: Options = Options::new(cri_core::Revision::Draft16)
        .with_features(Features::ALL.without(Feature::Userinfo));
}

#[test]
fn text_and_arrays_need_the_same_features() {
    for (text, is_ok) in [("coap://h/a", true), ("coap://u@h/a", false)] {
        let bytes = to_ciborium(&text.parse::<UriCri>().unwrap());
        assert_eq!(text.parse::<UriCri<WithoutUserinfo>>().is_ok(), is_ok);
        assert_eq!(from_ciborium::<UriCri<WithoutUserinfo>>(&bytes).is_ok(), is_ok);
        assert_eq!(from_ciborium::<UriCriRef<WithoutUserinfo>>(&bytes).is_ok(), is_ok);
        // In CBOR the array stands for the CRI, and its URI as text does not.
        assert!(from_ciborium::<UriCri>(&to_ciborium(&text)).is_err());
    }
}

#[test]
fn cris_without_a_uri_are_refused() {
    // [-65536, ["h"]]: no scheme has this number.
    let bytes = b"\x82\x39\xff\xff\x81\x61h".to_vec();
    let error = UriCri::<Draft16>::try_from(CriBuf::decode(bytes.clone()).unwrap()).unwrap_err();
    assert!(
        matches!(error, UriCriError::ToUri(error) if error.kind() == ToUriErrorKind::UnknownScheme)
    );
    assert!(UriCriRef::<Draft16>::try_from(CriRefBuf::decode(bytes.clone()).unwrap()).is_err());
    assert!(from_ciborium::<UriCri>(&bytes).is_err());
    assert!(minicbor_serde::from_slice::<UriCriRef>(&bytes).is_err());
}

#[test]
fn references_without_a_uri_are_refused() {
    // [true, ["", "a"]] resolves, but its URI reference would be `//a`.
    let error = "/.//a".parse::<UriCriRef>().unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ToCriErrorKind::LeadingEmptySegment, 0));
    assert!(from_ciborium::<UriCriRef>(b"\x82\xf5\x82\x60\x61a").is_err());
}

#[test]
fn hostile_input_is_refused() {
    for bytes in [
        b"".as_slice(),
        b"\x20",
        b"\x80",                                  // A reference, but not a CRI.
        b"\x82\x20\xa0",                          // [-1, {}]
        b"\x82\x20\x81\x81\x81\x81\x61h",         // too deep
        b"\x83\x20\x81\x61h\xfb\0\0\0\0\0\0\0\0", // a float
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",  // 2^64 - 1 items
        b"\x82\x20\x7b\x7f\xff\xff\xff\xff\xff\xff\xff",
    ] {
        assert!(from_ciborium::<UriCri>(bytes).is_err(), "{bytes:x?}");
        assert!(minicbor_serde::from_slice::<UriCri>(bytes).is_err(), "{bytes:x?}");
    }
    let deep = [vec![0x81; 100_000], vec![0x80]].concat();
    assert!(from_ciborium::<UriCriRef>(&deep).is_err());
    assert!(minicbor_serde::from_slice::<UriCriRef>(&deep).is_err());
    for json in ["1", "null", "[0]", "[-1, 1]", "[-1, {}]", r#""//h""#, r#""coap://h:""#] {
        assert!(serde_json::from_str::<UriCri>(json).is_err(), "{json}");
    }
    let error = serde_json::from_str::<UriCri>(r#""//h""#).unwrap_err().to_string();
    assert_eq!(error, "a URI must have a scheme, such as coap: at line 1 column 5");
}

#[test]
fn debug_masks_passwords() {
    let cri: UriCri<Rfc9988> = "ftp://u:secret@h/".parse().unwrap();
    assert_eq!(
        format!("{cri:?}{:?}", UriCriRef::from(cri.clone())),
        r#""ftp://u:***@h/""ftp://u:***@h/""#
    );
    assert_eq!(cri.to_string(), "ftp://u:secret@h/");
}

#[cfg(feature = "url")]
#[test]
fn urls_become_cris_and_come_back() {
    use cri_uri::UriBuf;
    use url::Url;
    for text in [
        "coap://[2001:db8::1]:61616/.well-known/core?rt=a",
        "http://h/a%2Fb",
        "urn:a:b",
        "file:///a",
    ] {
        let url = Url::parse(text).unwrap();
        let cri: UriCri = (&url).try_into().unwrap();
        assert_eq!((Url::try_from(&cri).unwrap(), cri), (url.clone(), text.parse().unwrap()));
        let uri: UriBuf = (&url).try_into().unwrap();
        assert_eq!(Url::try_from(&uri).unwrap(), url);
        assert_eq!(Url::try_from(uri.as_uri()).unwrap(), url);
    }
    let error = UriCri::<Draft16>::try_from(&Url::parse("http://h/a|b").unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ToCriErrorKind::Syntax(_)));
}

#[cfg(feature = "http")]
#[test]
fn targets_of_requests_become_cris_and_come_back() {
    use cri_uri::http::{HttpError, TargetForm};
    use cri_uri::{Uri, UriBuf};
    use http::Uri as Target;
    for text in
        ["http://h/", "https://u@h:1/a%2Fb?c=d&e", "coap://[::1]/a", "http://h/?", "s+1.x://h/a//b"]
    {
        let target: Target = text.parse().unwrap();
        let uri: UriBuf = (&target).try_into().unwrap();
        assert_eq!((uri.as_str(), Target::try_from(&uri)), (text, Ok(target.clone())));
        let cri: UriCri = (&target).try_into().unwrap();
        assert_eq!(Target::try_from(&cri).unwrap().to_string(), text);
    }
    assert_eq!(Target::try_from(Uri::parse("HTTP://H?a").unwrap()).unwrap().path(), "/");
    for (text, form) in [
        ("/a?b", TargetForm::Origin),
        ("//h/a", TargetForm::Origin),
        ("h:80", TargetForm::Authority),
        ("h", TargetForm::Authority),
        ("*", TargetForm::Asterisk),
    ] {
        let target: Target = text.parse().unwrap();
        assert_eq!(UriBuf::try_from(&target), Err(HttpError::Form(form)), "{text}");
        assert_eq!(UriCri::<Draft16>::try_from(target), Err(HttpError::Form(form)), "{text}");
    }
    for (text, kind) in [
        ("http://h/a#", HttpError::Fragment),
        ("mailto:a@b", HttpError::Refused),
        ("s:/a", HttpError::Refused),
        ("http:///a", HttpError::Refused),
        ("urn:a:b", HttpError::Refused),
    ] {
        assert_eq!(Target::try_from(Uri::parse(text).unwrap()), Err(kind), "{text}");
    }
}

fn resolves_and_relativizes<P: Profile>() {
    let texts = references();
    let bases: Vec<UriCri<P>> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    let references: Vec<UriCriRef<P>> = texts.iter().filter_map(|text| text.parse().ok()).collect();
    let (mut shorter, mut whole) = (0, 0);
    for base in sample(bases.iter().step_by(193), 2) {
        for reference in sample(references.iter().step_by(3), 8) {
            let target = base.resolve(reference);
            let resolved = base.as_cri().resolve(reference);
            if let (Ok(target), Ok(resolved)) = (&target, resolved) {
                assert!(target.is_encoding_of(P::OPTIONS.revision()));
                // A default port in the reference goes, since the target's URI has none.
                assert!(
                    *target == resolved || (target.port(), resolved.port()) == (None, Some(80))
                );
                let uri = resolved.to_uri(P::OPTIONS).unwrap().to_string();
                assert_eq!(uri.parse::<UriCri<P>>().as_ref(), Ok(target));
                assert_eq!(UriCri::try_from(resolved).as_ref(), Ok(target));
            } else {
                assert_eq!(target.unwrap_err(), resolved.unwrap_err().into());
            }
        }
        for target in sample(bases.iter().step_by(5), 2) {
            let reference = base.relativize(target);
            assert_eq!(
                base.resolve(&reference).as_ref(),
                Ok(target),
                "{base} {target} {reference}"
            );
            let (text, base_uri) = (reference.to_string(), base.to_string());
            assert_eq!(text.parse::<UriCriRef<P>>().unwrap().to_string(), text);
            let by_text = Uri::parse(&base_uri).unwrap().resolve(UriRef::parse(&text).unwrap());
            assert_eq!(by_text.unwrap().to_string(), target.to_string(), "{base} {text}");
            let is_shorter =
                reference.as_cri_ref().as_bytes().len() < target.as_cri().as_bytes().len();
            assert!(
                is_shorter || reference.as_cri_ref().as_bytes() == target.as_cri().as_bytes(),
                "{base} {target}"
            );
            *(if is_shorter { &mut shorter } else { &mut whole }) += 1;
        }
    }
    assert!(shorter > 50 && whole > 100, "{shorter} {whole}");
}

#[test]
fn resolution_uses_the_revision_of_the_type() {
    resolves_and_relativizes::<Draft16>();
    resolves_and_relativizes::<Rfc9988>();
}

#[test]
fn relativized_references_have_a_uri() {
    for (base, target, expected) in [
        ("coap://h/a/b", "coap://h/a/c", "c"),
        // The shortest CRI reference is `[0, ["b"]]`, which has no URI reference.
        ("coap://h/a", "coap://h/a/b", "a/b"),
        // The shortest CRI reference is `[0, null, []]`, which unsets the query.
        ("coap://h/a?b", "coap://h/a", "a"),
        ("coap://h/a", "coaps://h/a", "coaps://h/a"),
        ("coap://h/a", "coap://h/a", ""),
    ] {
        let base: UriCri = base.parse().unwrap();
        let target: UriCri = target.parse().unwrap();
        assert_eq!(base.relativize(&target).to_string(), expected, "{base} {target}");
    }
}

#[test]
fn targets_without_a_uri_are_refused() {
    let base: UriCri = "coap://h/a".parse().unwrap();
    // [-65536, ["h"]]: no scheme has this number.
    let unknown = CriRef::decode(b"\x82\x39\xff\xff\x81\x61h").unwrap();
    let error = base.resolve(unknown).unwrap_err();
    assert!(
        matches!(error, UriCriError::ToUri(error) if error.kind() == ToUriErrorKind::UnknownScheme),
        "{error}"
    );
    let resolved = base.as_cri().resolve(unknown).unwrap();
    assert_eq!(UriCri::<Draft16>::try_from(resolved), Err(error));
}

#[test]
fn references_become_full_cris() {
    let full: UriCriRef = "coap://h/a".parse().unwrap();
    assert_eq!(UriCri::try_from(full.clone()), Ok("coap://h/a".parse().unwrap()));
    assert_eq!(full.into_full().unwrap().to_string(), "coap://h/a");
    let relative: UriCriRef = "a".parse().unwrap();
    assert_eq!(UriCri::try_from(relative.clone()).unwrap_err().kind(), DecodeErrorKind::NotFull);
    assert_eq!(relative.into_full().unwrap_err().to_string(), "a");
}

proptest! {
    #[test]
    fn any_bytes_are_read_alike(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
        if let Ok(cri) = from_ciborium::<UriCriRef>(&bytes) {
            let again = to_ciborium(&cri);
            prop_assert_eq!(from_ciborium::<UriCriRef>(&again).unwrap().to_string(), cri.to_string());
        }
        let _ = minicbor_serde::from_slice::<UriCriRef>(&bytes);
    }

    #[cfg(feature = "http")]
    #[test]
    fn targets_hold_the_whole_uri(text in "(http|s):(//)?[a-z0-9:/?@%.\\[\\]!~-]{0,16}") {
        let Ok(uri) = Uri::parse(&text) else { return Ok(()) };
        if let Ok(target) = http::Uri::try_from(uri) {
            let again = cri_uri::UriBuf::try_from(&target).unwrap();
            prop_assert_eq!((again.as_uri().authority(), again.as_uri().query()), (uri.authority(), uri.query()));
            prop_assert_eq!(again.as_uri().path().trim_start_matches('/'), uri.path().trim_start_matches('/'));
        }
    }
}

#[test]
fn a_borrowed_cri_finds_an_owned_key() {
    let mut rooms: HashMap<UriCri, usize> = HashMap::new();
    for text in references() {
        let Ok(key) = text.parse::<UriCri>() else { continue };
        let expected = rooms.len();
        let room = *rooms.entry(key.clone()).or_insert(expected);
        let cri = key.as_cri();
        assert_eq!(rooms.get(&cri as &dyn CriKey), Some(&room), "{text}");
        assert_eq!(rooms.get(&key as &dyn CriKey), Some(&room), "{text}");
        assert_eq!(CriRef::from(&key).as_bytes(), cri.as_bytes());
    }
    assert!(rooms.len() > 10);
}
