//! Decodes any bytes. An accepted CRI encodes and decodes to an equal CRI. The fast decoder and the general one agree.
//! A refused item can be skipped exactly where it is unprocessable. minicbor reads the same CRIs, and the model agrees
//! with a decoder of any features.
#![no_main]

use cri_core::wire::skip;
use cri_core::{
    Component, CriRef, CriRefBuf, DecodeErrorClass, DecodeErrorKind, Decoder, Feature, Features,
    Ingested, Revision,
};
use cri_uri::{Draft16, Nfc, Options, Profile, Rfc9988, ToUri, UriCri, UriCriRef, UriRef};
use libfuzzer_sys::fuzz_target;
use model_compare::cri;

fuzz_target!(|bytes: &[u8]| {
    inside_a_message(bytes);
    without_features(bytes);
    cri::tagged(&[b"\xd8\x63", bytes].concat(), Features::ALL);
    cri::prefix(bytes, bytes);
    if let [start @ .., last] = bytes {
        cri::unprocessable(bytes, bytes);
        cri::unprocessable(bytes, &[start, &[last ^ 1]].concat());
    }
    let end = skip(bytes);
    // `decode_prefix` uses only the general decoder, because bytes may follow the item.
    match (CriRef::decode(bytes), Decoder::new().decode_prefix::<CriRef<'_>>(bytes)) {
        (Ok(fast), Ok((general, []))) => same(fast, general),
        // Trailing bytes take precedence over an error inside the item.
        (Err(error), _) if error.kind() == DecodeErrorKind::TrailingBytes => {
            assert!(end.is_ok_and(|end| end < bytes.len()))
        }
        (Err(error), Err(general)) => assert_eq!(error, general),
        (fast, general) => panic!("{fast:?} and {general:?}"),
    }
    match CriRef::decode(bytes) {
        Ok(reference) => {
            assert_eq!(end, Ok(bytes.len()));
            held::<Draft16>(reference);
            held::<Rfc9988>(reference);
            held::<Few>(reference);
            for revision in Revision::ALL {
                let mut encoded = Vec::new();
                if reference.sections().encode(revision, &mut encoded).is_err() {
                    continue;
                }
                assert_eq!(reference.is_encoding_of(revision), encoded == bytes);
                let again = CriRef::decode(&encoded).expect("an encoding decodes");
                if let (Some(cri), Some(again)) = (reference.to_full(), again.to_full()) {
                    assert_eq!(cri, again);
                    assert!(cri.cmp(&again).is_eq());
                }
            }
            assert!(
                !format!("{reference:?}{:?}{}", reference.sections(), reference.diagnostic())
                    .is_empty()
            );
        }
        Err(error) => {
            assert!(error.offset() <= bytes.len());
            let unprocessable = matches!(Ingested::decode(bytes), Ok(Ingested::Unprocessable(_)));
            assert_eq!(unprocessable, error.class() != DecodeErrorClass::Malformed);
            assert!(!unprocessable || end == Ok(bytes.len()));
        }
    }
});

/// Few schemes and features, and text in NFC.
enum Few {}
impl Profile for Few {
    const OPTIONS: Options = Options::coap(Revision::Rfc9988)
        .with_features(Features::NONE.with(Feature::ExtendedCri))
        .with_nfc(Nfc::Normalize);
}

/// An owned CRI holds what its own URI converts to, so two are equal exactly if their URIs are. The short way to it leads where the
/// way through the text of the URI does.
fn held<P: Profile>(cri: CriRef<'_>) {
    let text = cri.to_uri(P::OPTIONS).ok().map(|uri| uri.to_string());
    let parsed =
        text.and_then(|text| UriRef::parse(&text).ok()?.to_cri(P::OPTIONS, Vec::new()).ok());
    let parsed = parsed.map(CriRefBuf::into_buffer);
    let held = UriCriRef::<P>::try_from(cri).ok();
    assert_eq!(held.as_ref().map(|held| held.as_bytes()), parsed.as_deref());
    if let Some(full) = cri.to_full() {
        let full = UriCri::<P>::try_from(full).ok();
        if let Some(full) = &full {
            let without = full.without_fragment();
            let uri = full.to_string();
            let uri = uri.split_once('#').map_or(&*uri, |(uri, _)| uri);
            assert_eq!(Ok(without), uri.parse());
        }
        assert_eq!(full.map(UriCriRef::from), held);
    }
}

/// minicbor reads the item of an array.
fn inside_a_message(bytes: &[u8]) {
    let message = [b"\x81", bytes].concat();
    let mut decoder = minicbor::Decoder::new(&message);
    decoder.array().expect("an array");
    match (decoder.decode::<CriRef<'_>>(), Decoder::new().decode_prefix::<CriRef<'_>>(bytes)) {
        (Ok(reference), Ok((expected, rest))) => {
            assert_eq!(reference.as_bytes(), expected.as_bytes());
            assert_eq!(&message[decoder.position()..], rest);
            assert_eq!(
                minicbor::to_vec(reference).expect("a vector holds it"),
                reference.as_bytes()
            );
        }
        (Err(error), Err(expected)) => assert_eq!(error.position(), Some(1 + expected.offset())),
        (reference, expected) => panic!("{reference:?} and {expected:?}"),
    }
}

/// With any features, the model agrees, and a CRI is read as with all of them.
fn without_features(bytes: &[u8]) {
    for supported in 0..1 << Feature::ALL.len() {
        let features =
            Feature::ALL.into_iter().enumerate().filter(|(index, _)| supported >> index & 1 == 1);
        let features =
            features.fold(Features::NONE, |features, (_, feature)| features.with(feature));
        cri::decode(bytes, features);
        cri::tagged(bytes, features);
        if let Ok(some) = Decoder::new().with_features(features).decode::<CriRef<'_>>(bytes) {
            same(some, CriRef::decode(bytes).expect("a CRI needs no more features"));
        }
    }
}

/// Fails unless both are one reference with sections in the same places.
fn same(one: CriRef<'_>, other: CriRef<'_>) {
    assert!(one.is_full() == other.is_full() && one.structurally_eq(other));
    for component in [
        Component::Scheme,
        Component::Authority,
        Component::Path,
        Component::Query,
        Component::Fragment,
    ] {
        assert_eq!(one.offset_of(component), other.offset_of(component));
    }
    // The last segment is what a discard of 1 removes.
    let reference = CriRef::decode(b"\x82\x01\x81\x61x").expect("a reference");
    if let (Some(one), Some(other)) = (one.to_full(), other.to_full()) {
        assert_eq!(one.resolve(reference), other.resolve(reference));
    }
}
