//! IRIs: to CRIs and back, through URIs and without them (RFC 3987 sections 3.1 and 3.2).

use cri_core::{Component, CriRef, Revision};
use cri_testvectors::{assert_linear, sample};
use cri_uri::{IriRef, Options, ToCriErrorKind, ToIri, ToUri, UriRef};
use proptest::prelude::*;

fn to_cri(iri: &str, options: Options) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    Ok(IriRef::parse(iri)?.to_cri(options, Vec::new())?.into_buffer())
}

fn diagnostic(iri: &str) -> String {
    format!("{:?}", CriRef::decode(&to_cri(iri, Options::default()).unwrap()).unwrap())
}

fn to_iri(cri: &[u8], options: Options) -> String {
    CriRef::decode(cri).unwrap().to_iri(options).unwrap().to_string()
}

// shows: D16-6-04, D16-6-05
#[test]
fn both_ways() {
    for (iri, uri, expected) in [
        ("coap://h/é", "coap://h/%C3%A9", r#"[-1, ["h"], ["é"]]"#),
        (
            "coap://ü@bücher.例え/",
            "coap://%C3%BC@b%C3%BCcher.%E4%BE%8B%E3%81%88/",
            r#"[-1, [false, "ü", "bücher", "例え"], [""]]"#,
        ),
        (
            "../ä:b?ö&\u{e000}#🌍",
            "../%C3%A4:b?%C3%B6&%EE%80%80#%F0%9F%8C%8D",
            "[2, [\"ä:b\"], [\"ö\", \"\u{e000}\"], \"🌍\"]",
        ),
        ("./ä:b", "./%C3%A4:b", r#"[1, ["ä:b"]]"#),
        // Reserved characters and bytes that are not UTF-8 stay percent-encoded in an IRI.
        ("/é%2F%3Bñ%FF", "/%C3%A9%2F%3B%C3%B1%FF", r#"[true, [["é/", h'3B', "ñ", h'FF']]]"#),
        ("/%C3é", "/%C3%C3%A9", r#"[true, [[h'C3', "é"]]]"#),
    ] {
        let parsed = IriRef::parse(iri).unwrap();
        assert_eq!(parsed.to_uri().to_string(), uri);
        assert_eq!(UriRef::parse(uri).unwrap().to_iri().to_string(), iri);
        assert_eq!(diagnostic(iri), expected);
        for options in Revision::ALL.map(Options::new) {
            let cri = to_cri(iri, options).unwrap();
            assert_eq!(to_iri(&cri, options), iri);
            assert_eq!(CriRef::decode(&cri).unwrap().to_uri(options).unwrap().to_string(), uri);
        }
    }
    // A zone identifier is ASCII, even in an IRI.
    let zone = "//[fe80::1%25%C3%A9]/é";
    assert_eq!(to_iri(&to_cri(zone, Options::default()).unwrap(), Options::default()), zone);
}

// shows: D16-6-05
#[test]
fn hosts_keep_their_rules() {
    assert_eq!(diagnostic("//BüCHER"), r#"[null, ["bücher"]]"#);
    for (iri, offset) in [("coap://h.aÄ", 10), ("coap://é%C3%84", 9), ("//é.Ω", 5)] {
        let error = IriRef::parse(iri).unwrap().to_cri(Options::default(), Vec::new()).unwrap_err();
        let expected = (ToCriErrorKind::UpperCaseHost, Component::Host, offset);
        assert_eq!((error.kind(), error.component(), error.offset()), expected, "{iri}");
    }
}

#[test]
fn passwords_are_masked() {
    let uri = UriRef::parse("ftp://%C3%BC:s%C3%A9cret@h/%C3%A9").unwrap();
    assert_eq!(format!("{:?}", uri.to_iri()), r#""ftp://ü:***@h/é""#);
    assert_eq!(uri.to_iri().to_string(), "ftp://ü:sécret@h/é");
    // [null, [false, "ü:p", "h"]]
    let cri = CriRef::decode(b"\x82\xf6\x83\xf4\x64\xc3\xbc:p\x61h").unwrap();
    assert_eq!(format!("{:?}", cri.to_iri(Options::default()).unwrap()), r#""//ü%3A***@h""#);
}

#[test]
fn time_is_linear() {
    let options = Options::default();
    for unit in sample(["é", "é/", "%C3%A9", "%C3", "é%C3", "../é/"], 2) {
        assert_linear(unit, 1 << 13, |len| {
            let text = format!("/{}", unit.repeat(len / unit.len()));
            let cri = to_cri(&text, options).unwrap();
            let iri = to_iri(&cri, options);
            assert_eq!(to_cri(&iri, options).unwrap(), cri);
        });
    }
}

/// Text of pieces of IRIs, and of some pieces that no IRI holds.
fn text() -> impl Strategy<Value = String> {
    let pieces = "é é é é é ü/ ü/ a a / / / ? # & // : @ . .. %C3 %A9 %C3%A9 %41 %3B %E2%80%AE \u{e000} \u{202e} \
                  [::1%25%C3%A9] Ä e\u{301} s://";
    let pieces: Vec<_> = pieces.split(' ').collect();
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    // shows: D16-6-05
    #[test]
    fn an_iri_has_the_cri_of_its_uri(text in text()) {
        let Ok(iri) = IriRef::parse(&text) else {
            prop_assert!(UriRef::parse(&text).is_err());
            return Ok(());
        };
        let uri = iri.to_uri().to_string();
        let uri = UriRef::parse(&uri).unwrap();
        prop_assert!((uri.as_str() == text) == text.is_ascii());
        for options in Revision::ALL.map(Options::new) {
            let [by_iri, by_uri] = [iri.to_cri(options, Vec::new()), uri.to_cri(options, Vec::new())];
            let [kind, uri_kind] = [&by_iri, &by_uri].map(|result| result.as_ref().err().map(|e| (e.kind(), e.component())));
            prop_assert_eq!(kind, uri_kind);
            if let (Ok(by_iri), Ok(by_uri)) = (by_iri, by_uri) {
                prop_assert_eq!(by_iri.as_cri_ref().as_bytes(), by_uri.as_cri_ref().as_bytes());
                // Section 6: a CRI and its URI have one IRI, and that IRI has the CRI.
                let cri = by_iri.as_cri_ref();
                if let Ok(iri) = cri.to_iri(options) {
                    let iri = iri.to_string();
                    let uri = cri.to_uri(options).unwrap().to_string();
                    prop_assert_eq!(UriRef::parse(&uri).unwrap().to_iri().to_string(), iri.clone());
                    prop_assert_eq!(to_cri(&iri, options).unwrap(), cri.as_bytes());
                }
            }
        }
    }

    // shows: D16-6-04
    #[test]
    fn a_uri_maps_to_an_iri_with_the_same_uri(text in text()) {
        if let Ok(uri) = UriRef::parse(&text) {
            let iri = uri.to_iri().to_string();
            let parsed = IriRef::parse(&iri).unwrap();
            // A second mapping changes nothing, since only text that must be encoded still is.
            let again = parsed.to_uri().to_string();
            prop_assert_eq!(UriRef::parse(&again).unwrap().to_iri().to_string(), iri.clone());
            prop_assert_eq!(again.to_lowercase(), text.replace("%41", "a").to_lowercase());
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        if let Ok(iri) = IriRef::parse(&text) {
            let _ = (iri.to_uri().to_string(), iri.to_cri(Options::default(), Vec::new()).is_ok());
        }
    }

    // The oracle also accepts the bidirectional controls that section 4.1 of RFC 3987 forbids.
    #[test]
    fn parsing_accepts_what_the_oracle_accepts(text in text()) {
        if !text.contains(['\u{202e}', '[']) {
            prop_assert_eq!(IriRef::parse(&text).is_ok(), fluent_uri::IriRef::parse(text.as_str()).is_ok());
        }
    }
}
