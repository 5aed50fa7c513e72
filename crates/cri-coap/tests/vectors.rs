//! Every vector of the corpus about CoAP: decomposing, composing, and what a proxy is asked for.

use cri_coap::{
    CoapOption, ComposeError, Conflicts, Decompose, DecomposeError, Endpoint, Origin, ProxyError, ProxyScheme,
    Transport, compose, option, origin, proxy_cri, proxy_scheme_number,
};
use cri_core::{Component, Cri, CriRef, Revision};
use cri_testvectors::{Asked, Corpus, Expected};
use cri_uri::{Options, ToUri};

fn corpus() -> Corpus {
    Corpus::load().expect("the corpus loads")
}

fn revision(revision: cri_testvectors::Revision) -> Revision {
    match revision {
        cri_testvectors::Revision::Draft16 => Revision::Draft16,
        cri_testvectors::Revision::Draft27 => Revision::Draft27,
    }
}

fn assert_expected(id: &str, expected: &Expected, kind: &str, component: Component) {
    assert_eq!(kind, expected.kind, "{id}: kind");
    if let Some(expected) = &expected.component {
        assert_eq!(component.name(), expected, "{id}: component");
    }
}

/// An option as number and value.
type Pair = (u16, Vec<u8>);

fn pairs(options: &[cri_testvectors::CoapOption]) -> Vec<Pair> {
    for option in options {
        if let Some(name) = option::name(option.number) {
            assert_eq!(name, option.name);
        }
    }
    options.iter().map(|option| (option.number, option.value())).collect()
}

fn borrowed(pairs: &[Pair]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    pairs.iter().map(|(number, value)| (*number, value.as_slice()))
}

fn written<'a>(options: impl Iterator<Item = CoapOption<'a>>) -> Vec<Pair> {
    let mut space = [0; option::MAX_TEXT];
    let pair = |option: CoapOption<'_>| {
        let value = option.value().write(&mut space).expect("room for any value").to_vec();
        assert_eq!(option.value().len(), value.len());
        assert_eq!(option.value().is_empty(), value.is_empty());
        (option.number(), value)
    };
    options.map(pair).collect()
}

fn to_uri(cri: CriRef<'_>, of: Revision) -> Option<String> {
    cri.to_uri(Options::new(of)).ok().map(|uri| uri.to_string())
}

#[test]
fn decomposing() {
    for vector in &corpus().decompose {
        let id = &vector.id;
        let revision = revision(vector.revision);
        let cri = CriRef::decode(&vector.cbor).expect(id);
        if let Some(uri) = &vector.uri {
            assert_eq!(to_uri(cri, revision).as_ref(), Some(uri), "{id}");
        }
        // Of the destination the variant of CoAP does not matter: that of the CRI is given back.
        for transport in Transport::ALL {
            let endpoint = Endpoint::new(vector.destination.ip(), vector.destination.port(), transport);
            let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
            match cri.decompose(&endpoint, revision) {
                Ok(decomposed) => {
                    let options = vector.options.as_ref().unwrap_or_else(|| panic!("{id}: found {decomposed:?}"));
                    assert_eq!(Some(decomposed.transport().scheme()), vector.transport.as_deref(), "{id}");
                    assert_eq!(written(decomposed), pairs(options), "{id}");
                }
                Err(error) => {
                    let error: DecomposeError = error;
                    let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{id}: {error}"));
                    assert_expected(id, expected, error.kind().name(), error.component());
                }
            }
        }
    }
}

#[test]
fn composing() {
    for vector in &corpus().compose {
        let id = &vector.id;
        let revision = revision(vector.revision);
        let transport = Transport::from_scheme(&vector.transport).expect(id);
        let endpoint = Endpoint::new(vector.destination.ip(), vector.destination.port(), transport);
        let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
        let options = pairs(&vector.options);
        match compose(borrowed(&options), &endpoint, revision, Vec::new()) {
            Ok(cri) => {
                assert_eq!(Some(cri.as_bytes()), vector.cbor.as_deref(), "{id}: {cri:?}");
                if let Some(uri) = &vector.uri {
                    assert_eq!(to_uri(cri.as_cri_ref(), revision).as_ref(), Some(uri), "{id}");
                }
            }
            Err(error) => {
                let error: ComposeError = error;
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{id}: {error}"));
                assert_expected(id, expected, error.kind().name(), error.component());
                assert_eq!(Some(error.code().to_string()), vector.code, "{id}: code");
            }
        }
    }
}

/// What is asked for, in the terms of the corpus: by which option, by which text or number, and the CRI.
type Answer = (Asked, Option<String>, Option<u64>, Option<Vec<u8>>);

fn asked(vector: &cri_testvectors::Proxy, options: &[Pair], conflicts: Conflicts) -> Result<Answer, ProxyError> {
    let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    Ok(match origin(borrowed(options), conflicts)? {
        Origin::Endpoint => (Asked::Endpoint, None, None, None),
        Origin::Cri(cri) => (Asked::Cri, None, None, Some(cri.as_bytes().to_vec())),
        Origin::Uri(uri) => (Asked::Uri, Some(uri.to_owned()), None, None),
        Origin::Scheme(ProxyScheme::Name(name)) => (Asked::SchemeName, Some(name.to_owned()), None, None),
        by @ Origin::Scheme(ProxyScheme::Number(number)) => {
            let revision = revision(vector.revision);
            let cri = by.compose(borrowed(options), vector.default_port, &proxy, revision, Vec::new())?;
            (Asked::SchemeNumber, None, Some(number), Some(cri.into_buffer()))
        }
    })
}

#[test]
fn asking_a_proxy() {
    for vector in &corpus().proxy {
        let id = &vector.id;
        let options = pairs(&vector.options);
        for conflicts in [Conflicts::Reject, Conflicts::Precedence] {
            let concerns = match vector.conflicts {
                None => true,
                Some(cri_testvectors::Conflicts::Reject) => conflicts == Conflicts::Reject,
                Some(cri_testvectors::Conflicts::Precedence) => conflicts == Conflicts::Precedence,
            };
            if !concerns {
                continue;
            }
            match asked(vector, &options, conflicts) {
                Ok(answer) => {
                    let expected = vector.asked.unwrap_or_else(|| panic!("{id}: found {answer:?}"));
                    let expected = (expected, vector.text.clone(), vector.number, vector.cbor.clone());
                    assert_eq!(answer, expected, "{id}");
                }
                Err(error) => {
                    let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{id}: {error}"));
                    assert_eq!(error.kind().name(), expected.kind, "{id}: kind");
                    assert_eq!(Some(error.option()), vector.option, "{id}: option");
                    assert_eq!(Some(error.code().to_string()), vector.code, "{id}: code");
                    assert!(error.to_string().starts_with("expected "), "{id}: {error}");
                }
            }
        }
    }
}

#[test]
fn writing_what_asks_a_proxy() {
    for vector in &corpus().proxy_option {
        let id = &vector.id;
        let found: Result<Vec<u8>, ProxyError> = match (&vector.cbor, vector.number) {
            (Some(cbor), _) => {
                let mut value = Vec::new();
                proxy_cri(CriRef::decode(cbor).expect(id), revision(vector.revision), &mut value).map(|()| value)
            }
            (None, number) => proxy_scheme_number(number.expect(id)).map(|value| value.as_bytes().to_vec()),
        };
        match found {
            Ok(value) => {
                assert_eq!(Some(&value), vector.value.as_ref(), "{id}");
                // What is written is read again.
                match vector.number {
                    None => assert!(Cri::decode(&value).is_ok(), "{id}"),
                    Some(number) => {
                        let asked = origin([(option::PROXY_SCHEME_NUMBER, &value[..])], Conflicts::Reject);
                        assert_eq!(asked, Ok(Origin::Scheme(ProxyScheme::Number(number))), "{id}");
                    }
                }
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{id}: {error}"));
                assert_eq!(error.kind().name(), expected.kind, "{id}: kind");
            }
        }
    }
}
