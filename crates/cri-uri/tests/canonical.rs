//! The short ways to a canonical value lead where the long ones do: a CRI by its URI, and a text by a parsed URI.

#![cfg(feature = "alloc")]

use cri_core::{Cri, CriRef, Feature, Features, Revision};
use cri_testvectors::{corpus, sample};
use cri_uri::{
    Draft16, Options, Profile, Rfc9988, ToCriError, ToCriErrorKind, ToUri, Uri, UriCri,
    UriCriError, UriCriRef, UriRef,
};
use proptest::prelude::*;

use crate::samples::cris::cri;
use crate::samples::references;

/// No features, few schemes, and a short limit.
enum Few {}
impl Profile for Few {
    const OPTIONS: Options = Options::coap(Revision::Rfc9988).with_features(Features::NONE);
    const MAX_LEN: usize = 90;
}

enum NoUserinfo {}
impl Profile for NoUserinfo {
    const OPTIONS: Options = Options::new(Revision::Draft16)
        .with_features(Features::ALL.without(Feature::Userinfo).without(Feature::ExtendedCri));
}

#[cfg(feature = "nfc")]
enum Normalizing {}
#[cfg(feature = "nfc")]
impl Profile for Normalizing {
    const OPTIONS: Options = Options::new(Revision::Rfc9988).with_nfc(cri_uri::Nfc::Normalize);
}

/// The bytes of the value whose URI is that of `cri`, by its text.
fn through_text<P: Profile>(cri: CriRef<'_>) -> Option<Vec<u8>> {
    let text = cri.to_uri(P::OPTIONS).ok()?.to_string();
    let parsed = UriRef::parse(&text).unwrap().to_cri(P::OPTIONS, Vec::new()).ok()?;
    let is_allowed = text.len() <= P::MAX_LEN && parsed.as_bytes().len() <= P::MAX_LEN;
    is_allowed.then(|| parsed.as_bytes().to_vec())
}

fn bytes<T: AsRef<[u8]>>(held: Result<T, UriCriError>) -> Option<Vec<u8>> {
    held.ok().map(|held| held.as_ref().to_vec())
}

/// Returns whether there is a value.
fn assert_same_value<P: Profile>(cri: CriRef<'_>) -> bool {
    let expected = through_text::<P>(cri);
    assert_eq!(bytes(UriCriRef::<P>::try_from(cri)), expected, "{cri:?}");
    let canonical = expected.clone().filter(|expected| expected == cri.as_bytes());
    assert_eq!(bytes(UriCriRef::<P>::from_canonical(cri)), canonical, "{cri:?}");
    if let Some(full) = cri.to_full() {
        assert_eq!(bytes(UriCri::<P>::try_from(full)), expected, "{cri:?}");
        assert_eq!(bytes(UriCri::<P>::try_from(full.to_buf())), expected, "{cri:?}");
        let itself = full.resolve(CriRef::decode(b"\x80").unwrap()).unwrap();
        assert_eq!(bytes(UriCri::<P>::try_from(itself)), expected, "{cri:?}");
    }
    expected.is_some()
}

fn assert_same_values(cri: CriRef<'_>) -> usize {
    let mut found = usize::from(assert_same_value::<Draft16>(cri));
    found += usize::from(assert_same_value::<Rfc9988>(cri));
    found += usize::from(assert_same_value::<Few>(cri));
    found += usize::from(assert_same_value::<NoUserinfo>(cri));
    #[cfg(feature = "nfc")]
    {
        found += usize::from(assert_same_value::<Normalizing>(cri));
    }
    found
}

#[test]
fn a_decoded_cri_becomes_what_its_uri_converts_to() {
    let decoded = sample(&corpus().decode, 2).filter_map(|case| CriRef::decode(&case.cbor).ok());
    assert!(decoded.map(assert_same_values).sum::<usize>() > 200);
}

proptest! {
    #[test]
    fn a_generated_cri_becomes_what_its_uri_converts_to(
        parts in cri(&[0, 80, 5683, 5684]), as_bytes: bool,
    ) {
        for revision in Revision::ALL {
            if let Some(cri) = parts.build(revision, as_bytes) {
                assert_same_values(cri.as_cri_ref());
            }
        }
    }
}

fn assert_same_parse<P: Profile>(text: &str) {
    let parsed = UriRef::parse(text).map_err(ToCriError::from).and_then(UriCriRef::<P>::try_from);
    let expected = parsed.as_ref().map(|parsed| parsed.as_bytes());
    assert_eq!(
        text.parse::<UriCriRef<P>>().as_ref().map(|held| held.as_bytes()),
        expected,
        "{text}"
    );
    let parsed = Uri::parse(text).map_err(ToCriError::from).and_then(UriCri::<P>::try_from);
    let expected = parsed.as_ref().map(|parsed| parsed.as_bytes());
    assert_eq!(text.parse::<UriCri<P>>().as_ref().map(|held| held.as_bytes()), expected, "{text}");
}

#[test]
fn a_text_is_parsed_as_in_two_steps() {
    // Longer texts take no other way.
    let given = corpus().convert.iter().filter_map(|case| case.uri.clone());
    let given = given.filter(|uri| uri.len() < 1000);
    for text in
        sample(references().into_iter().step_by(5), 8).chain(sample(given.collect::<Vec<_>>(), 4))
    {
        // Around the longest text that is converted in an array, too.
        for count in [0, 180 - text.len().min(180), 190] {
            let text = format!("{text}{}", "x".repeat(count));
            assert_same_parse::<Draft16>(&text);
            assert_same_parse::<Rfc9988>(&text);
            assert_same_parse::<Few>(&text);
        }
    }
}

#[test]
fn no_text_becomes_a_value_whose_uri_is_above_the_limit() {
    enum Short {}
    impl Profile for Short {
        const OPTIONS: Options = Options::new(Revision::Rfc9988);
        const MAX_LEN: usize = 128;
    }
    // `..` becomes `../`, which is one character longer.
    let text = |count: usize| format!("{}..", "../".repeat(count));
    let error = text(42).parse::<UriCriRef<Short>>().unwrap_err();
    assert_eq!((text(42).len(), error.kind()), (128, ToCriErrorKind::TooLong(128)));
    let held: UriCriRef<Short> = text(41).parse().unwrap();
    assert_eq!(held.to_string().parse(), Ok(held));
}

#[test]
fn a_value_without_its_fragment_is_canonical() {
    for text in
        ["coap://h#f", "coap://h/a#f", "coap://h/a?q#f", "urn:a#f", "http://h", "s://u@[::1]:1//#"]
    {
        fn without<P: Profile>(text: &str) -> bool {
            let link: UriCri<P> = text.parse().unwrap();
            let (expected, _) = text.split_once('#').unwrap_or((text, ""));
            let without = link.without_fragment();
            without.as_bytes() == expected.parse::<UriCri<P>>().unwrap().as_bytes()
                && Cri::decode(without.as_bytes()).is_ok()
        }
        assert!(without::<Draft16>(text) && without::<Rfc9988>(text), "{text}");
    }
}
