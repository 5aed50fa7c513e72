//! Owned URIs beside the borrowed ones: equality, order, hash, and text in and out.

#![cfg(all(feature = "alloc", feature = "serde"))]

use crate::samples;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};

use cri_core::Cri;
use cri_uri::{IriRef, Options, ToUri, Uri, UriBuf, UriCri, UriRef};
use proptest::prelude::*;
use samples::references;
use serde::{Deserialize, Serialize};

#[test]
fn owned_values_have_the_text_of_borrowed_ones() {
    for text in references() {
        match (text.parse::<UriBuf>(), Uri::parse(&text)) {
            (Ok(owned), Ok(uri)) => {
                assert_eq!(owned.as_uri(), uri);
                assert_eq!(owned.as_uri().components(), uri.components());
                assert_eq!(
                    (owned.to_string(), format!("{owned:?}")),
                    (text.clone(), format!("{uri:?}"))
                );
                assert_eq!(
                    (UriBuf::try_from(text.clone()), UriBuf::from(uri)),
                    (Ok(owned.clone()), owned.clone())
                );
                assert_eq!(String::from(owned), text);
            }
            (owned, uri) => assert_eq!(owned.unwrap_err(), uri.unwrap_err(), "{text}"),
        }
    }
}

#[test]
fn composed_uris_become_owned_ones() {
    let base = Uri::parse("coap://u@h:1/a/b?c#d").unwrap();
    let target = UriBuf::from(base.join("../e").unwrap());
    assert_eq!((target.as_str(), target.as_uri().host_str()), ("coap://u@h:1/e", Some("h")));
    let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x63a/b").unwrap(); // [-1, ["h"], ["a/b"]]
    let uri = cri.to_uri(Options::default()).unwrap();
    let owned = UriBuf::from(uri);
    assert_eq!((owned.as_str(), owned.as_uri().path()), ("coap://h/a%2Fb", "/a%2Fb"));
    // The URI of a full CRI can be a base.
    let mut buffer = [0; 32];
    let base: Uri<'_> = uri.write_into(&mut buffer).unwrap();
    assert_eq!(base.join("c").unwrap().to_string(), "coap://h/c");
    let link: UriCri = UriCri::build("coap", |link| link.host("h").segment("a/b")).unwrap();
    assert_eq!(UriBuf::from(link), owned);
}

#[test]
fn order_and_hash_agree_with_text() {
    let state = RandomState::new();
    let texts: BTreeSet<_> = references().into_iter().collect();
    let borrowed: BTreeSet<UriRef<'_>> =
        texts.iter().map(|text| UriRef::parse(text).unwrap()).collect();
    assert!(borrowed.iter().map(|uri| uri.as_str()).eq(texts.iter().map(String::as_str)));
    let uris: BTreeSet<_> =
        borrowed.iter().filter_map(|uri| uri.as_uri()).map(UriBuf::from).collect();
    assert!(uris.iter().map(UriBuf::as_str).is_sorted());
    for uri in &uris {
        let hash = state.hash_one(uri.as_str());
        assert_eq!([state.hash_one(uri), state.hash_one(uri.as_uri())], [hash; 2]);
        assert!(uri == uri.as_str() && uri.as_ref() == uri.as_str());
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
    assert_eq!(format!("{uri:?} {uri}"), r#""ftp://u:***@h/" ftp://u:secret@h/"#);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Link<'a> {
    base: UriBuf,
    #[serde(borrow)]
    about: Option<Uri<'a>>,
    rel: UriRef<'a>,
    shown: IriRef<'a>,
}

#[test]
fn serde_reads_and_writes_strings() {
    let json = r#"{"base":"coap://h/","about":null,"rel":"a","shown":"/é"}"#;
    let link: Link<'_> = serde_json::from_str(json).unwrap();
    assert_eq!(link.base, "coap://h/");
    assert_eq!(serde_json::to_string(&link).unwrap(), json);

    // An escape in JSON is copied, which owned values can be made from.
    assert_eq!(serde_json::from_str::<UriBuf>(r#""\u0061:""#).unwrap(), "a:");
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
}

proptest! {
    #[test]
    fn any_text_parses_alike(text in "[a-z:/?#@%\\[\\]0-9é ]{0,16}|\\PC{0,8}") {
        let owned = text.parse::<UriBuf>();
        prop_assert_eq!(owned.as_ref().map(UriBuf::as_uri).map_err(|&error| error), Uri::parse(&text));
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(serde_json::from_str::<UriBuf>(&json).ok(), owned.ok());
    }
}
