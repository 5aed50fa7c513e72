//! Owned URIs and URI references beside the borrowed ones: equality, order, hash, and text in and out.

#![cfg(all(feature = "alloc", feature = "serde"))]

use crate::samples;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};

use cri_core::CriRefBuf;
use cri_uri::{
    IriRef, Normalization, Options, ParseErrorKind, Table, ToUri, Uri, UriBuf, UriCri, UriCriRef,
    UriRef, UriRefBuf,
};
use proptest::prelude::*;
use samples::references;
use serde::{Deserialize, Serialize};

#[test]
fn owned_values_have_the_text_of_borrowed_ones() {
    for text in references() {
        let borrowed = UriRef::parse(&text).unwrap();
        let owned: UriRefBuf = text.parse().unwrap();
        assert_eq!(owned.as_uri_ref(), borrowed);
        assert_eq!(
            (owned.to_string(), format!("{owned:?}")),
            (text.clone(), format!("{borrowed:?}"))
        );
        assert_eq!(owned.as_uri_ref().places(), borrowed.places());
        assert_eq!(UriRefBuf::try_from(text.clone()).unwrap(), owned);
        match (UriBuf::try_from(text.clone()), borrowed.as_uri()) {
            (Ok(full), Some(uri)) => {
                assert_eq!((full.as_uri(), full.scheme()), (uri, uri.scheme()));
                assert_eq!(UriRefBuf::from(full.clone()), owned);
                assert_eq!(owned.clone().into_uri().unwrap(), full);
                assert_eq!(String::from(full), text);
            }
            (Err(error), None) => {
                assert_eq!(error.kind(), ParseErrorKind::MissingScheme);
                assert_eq!(owned.clone().into_uri().unwrap_err(), owned);
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn owned_values_have_the_methods_of_borrowed_ones() {
    let options = Options::default();
    for text in references() {
        let owned: UriRefBuf = text.parse().unwrap();
        let borrowed = UriRef::parse(&text).unwrap();
        assert_eq!(owned.components(), borrowed.components());
        assert_eq!((owned.host(), owned.port_number()), (borrowed.host(), borrowed.port_number()));
        assert!(owned.segments().eq(borrowed.segments()));
        assert_eq!(
            owned.normalize(Normalization::ALL, Table::DRAFT_16).to_buf().as_str(),
            borrowed.normalize(Normalization::ALL, Table::DRAFT_16).to_string()
        );
        assert_eq!(
            owned.to_cri(options, Vec::new()).map(CriRefBuf::into_buffer),
            borrowed.to_cri(options, Vec::new()).map(CriRefBuf::into_buffer)
        );
    }
    // A URI has the accessors of a URI reference, and methods of its own.
    let base: UriBuf = "coap://u@h:1/a/b?c#d".parse().unwrap();
    assert_eq!((base.scheme(), base.userinfo(), base.path()), ("coap", Some("u"), "/a/b"));
    let reference: UriRefBuf = "../e".parse().unwrap();
    let target = base.resolve(reference.as_uri_ref()).unwrap().to_buf();
    assert_eq!((target.host_str(), target.query()), (Some("h"), None));
    assert_eq!(target, "coap://u@h:1/e");
    assert_eq!(base.relativize(target.as_uri()).unwrap().to_buf(), "/e");
    assert!(base.to_cri(options, Vec::new()).is_ok_and(|cri| cri.port() == Some(1)));
}

#[test]
fn composed_texts_become_owned_ones() {
    for text in references() {
        let reference = UriRef::parse(&text).unwrap();
        let owned = reference.components().recompose().unwrap().to_buf();
        assert_eq!(owned.as_uri_ref().places(), reference.places());
        let iri = reference.to_iri().to_buf();
        assert_eq!(iri, reference.to_iri().to_string());
        let iri = IriRef::parse(&iri).unwrap();
        assert_eq!(iri.to_uri().to_buf().as_str(), iri.to_uri().to_string());
        let Ok(cri) = reference.to_cri(Options::default(), Vec::new()) else { continue };
        let Ok(uri) = cri.as_cri_ref().to_uri(Options::default()) else { continue };
        assert_eq!(uri.to_buf().as_str(), uri.to_string());
    }
    let link: UriCri = UriCri::build("coap", |link| link.host("h").segment("a/b")).unwrap();
    assert_eq!(UriBuf::from(link.clone()).path(), "/a%2Fb");
    assert_eq!(UriRefBuf::from(UriCriRef::from(link)).scheme(), Some("coap"));
}

#[test]
fn order_and_hash_agree_with_text() {
    let state = RandomState::new();
    let texts: BTreeSet<_> = references().into_iter().collect();
    let owned: BTreeSet<UriRefBuf> = texts.iter().map(|text| text.parse().unwrap()).collect();
    let borrowed: BTreeSet<UriRef<'_>> =
        texts.iter().map(|text| UriRef::parse(text).unwrap()).collect();
    assert!(owned.iter().map(UriRefBuf::as_str).eq(texts.iter().map(String::as_str)));
    assert!(borrowed.iter().map(|uri| uri.as_str()).eq(texts.iter().map(String::as_str)));
    for (text, owned) in texts.iter().zip(&owned) {
        let hash = state.hash_one(text.as_str());
        assert_eq!([state.hash_one(owned), state.hash_one(owned.as_uri_ref())], [hash; 2]);
        if let Some(uri) = owned.as_uri_ref().as_uri() {
            assert_eq!([state.hash_one(uri), state.hash_one(uri.to_buf())], [hash; 2]);
        }
        assert_eq!((owned, owned.as_ref()), (owned, text.as_str()));
        assert!(owned == text.as_str());
    }
}

#[test]
fn maps_are_asked_with_text() {
    let uri: UriBuf = "coap://h/a".parse().unwrap();
    let hashed: HashMap<_, _> = [(uri.clone(), 1)].into();
    let sorted: BTreeMap<_, _> = [(uri, 1)].into();
    assert_eq!((hashed.get("coap://h/a"), sorted.get("coap://h/a")), (Some(&1), Some(&1)));
    assert_eq!((hashed.get("coap://h/b"), sorted.get("")), (None, None));
}

#[test]
fn debug_masks_passwords() {
    let uri: UriBuf = "ftp://u:secret@h/".parse().unwrap();
    assert_eq!(
        format!("{uri:?}{:?}", UriRefBuf::from(uri.clone())),
        r#""ftp://u:***@h/""ftp://u:***@h/""#
    );
    assert_eq!(uri.to_string(), "ftp://u:secret@h/");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Link<'a> {
    base: UriBuf,
    href: UriRefBuf,
    #[serde(borrow)]
    about: Option<Uri<'a>>,
    rel: UriRef<'a>,
    shown: IriRef<'a>,
}

#[test]
fn serde_reads_and_writes_strings() {
    let json = r#"{"base":"coap://h/","href":"../a?b","about":null,"rel":"a","shown":"/é"}"#;
    let link: Link<'_> = serde_json::from_str(json).unwrap();
    assert_eq!(
        (&link.base, &link.href),
        (&"coap://h/".parse().unwrap(), &"../a?b".parse().unwrap())
    );
    assert_eq!(serde_json::to_string(&link).unwrap(), json);

    // An escape in JSON is copied, which owned values can be made from.
    assert_eq!(serde_json::from_str::<UriRefBuf>(r#""\u0061""#).unwrap(), "a");
    assert!(serde_json::from_str::<UriRef<'_>>(r#""\u0061""#).is_err());
}

#[test]
fn serde_refuses_what_does_not_parse() {
    for (json, message) in [
        (r#""/a""#, "a URI must have a scheme, such as coap: at line 1 column 4"),
        (r#""s:/ä""#, "'ä' (U+00E4) cannot stand in a path; percent-encode it at line 1 column 7"),
        ("1", "invalid type: integer `1`, expected a URI"),
        (r#"["s:"]"#, "invalid type: sequence, expected a URI"),
    ] {
        let error = serde_json::from_str::<UriBuf>(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    let error = serde_json::from_str::<UriRefBuf>("null").unwrap_err().to_string();
    assert!(error.starts_with("invalid type: null, expected a URI reference"), "{error}");
}

proptest! {
    #[test]
    fn any_text_parses_alike(text in "[a-z:/?#@%\\[\\]0-9é ]{0,16}|\\PC{0,8}") {
        let reference = UriRef::parse(&text);
        prop_assert_eq!(text.parse::<UriRefBuf>().map(|owned| owned.to_string()), reference.map(|uri| uri.to_string()));
        prop_assert_eq!(text.parse::<UriBuf>().map(|owned| owned.to_string()), Uri::parse(&text).map(|uri| uri.to_string()));
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(serde_json::from_str::<UriRefBuf>(&json).is_ok(), reference.is_ok());
    }
}
