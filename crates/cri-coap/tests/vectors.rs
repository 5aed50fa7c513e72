//! Every vector of the corpus about CoAP: decomposing, composing, and requests to proxies.

use cri_coap::{
    CoapOption, ComposeError, Conflicts, DecomposeError, DecomposeErrorKind, Endpoint, Origin,
    ProxyError, ProxyErrorKind, Transport, compose, decompose, decompose_for_proxy,
    encode_proxy_cri, option, origin, proxy_scheme_number,
};
use cri_core::{Cri, CriRef, Revision};
use cri_testvectors::{Asked, corpus, run};
use cri_uri::{Options, ToUri, to_request_cri};

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
        let value = option.value().write_into(&mut space).expect("room for any value").to_vec();
        (option.number(), value)
    };
    options.map(pair).collect()
}

fn to_uri(cri: CriRef<'_>, of: Revision) -> Option<String> {
    cri.to_uri(Options::new(of)).ok().map(|uri| uri.to_string())
}

#[test]
fn uris_have_options_that_lead_back() {
    run(&corpus().uri_options, |vector| {
        let revision = vector.revision.convert(Revision::from_name);
        let options_of = |uri: &str| {
            let cri = to_request_cri(uri, Options::new(revision), Vec::new());
            let cri = cri.map_err(|error| (error.kind().name(), error.component()))?;
            let transport = vector.transport.as_deref().and_then(Transport::from_name);
            let endpoint = Endpoint::from_socket_addr(
                vector.destination,
                transport.unwrap_or(Transport::Coap),
            );
            let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
            let options = decompose(cri.as_cri_ref(), &endpoint, revision);
            let options = options.map_err(|error| (error.kind().name(), error.component()))?;
            let options = written(options);
            let back = compose(borrowed(&options), &endpoint, revision, Vec::new());
            Ok((options, to_uri(back.expect("a CRI").as_cri().into(), revision)))
        };
        match options_of(&vector.uri) {
            Ok((options, back)) => {
                let expected = vector.options.as_deref().expect("no error");
                assert_eq!(options, pairs(expected));
                let back = back.expect("a URI");
                assert_eq!(options_of(&back), Ok((options, Some(back.clone()))), "{back}");
            }
            Err((kind, component)) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("found {kind}"));
                expected.assert_matches(kind, Some(component.name()), None);
            }
        }
    });
}

#[test]
fn decomposing() {
    run(&corpus().decompose, |vector| {
        let revision = vector.revision.convert(Revision::from_name);
        let cri = CriRef::decode(&vector.cbor).expect("a reference");
        if let Some(uri) = &vector.uri {
            assert_eq!(to_uri(cri, revision).as_ref(), Some(uri));
        }
        for transport in Transport::ALL {
            let endpoint = Endpoint::from_socket_addr(vector.destination, transport);
            let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
            let to_proxy = decompose_for_proxy(cri, &endpoint, revision);
            let to_endpoint = decompose(cri, &endpoint, revision).map(written);
            match to_proxy {
                Ok((needed, decomposed)) => {
                    let options =
                        vector.options.as_ref().unwrap_or_else(|| panic!("found {decomposed:?}"));
                    assert_eq!(Some(needed.name()), vector.transport.as_deref());
                    assert_eq!(written(decomposed), pairs(options));
                    // No option carries the scheme, so only an endpoint of its transport can serve the CRI.
                    assert_eq!(to_endpoint.ok(), (needed == transport).then(|| pairs(options)));
                    // 8.1.1 steps 4 to 6: a host or port that is not the destination's has an option.
                    let elsewhere = [option::URI_HOST, option::URI_PORT];
                    let is_here = options.iter().all(|option| !elsewhere.contains(&option.number));
                    assert_eq!(endpoint.serves(cri, revision), is_here && needed == transport);
                }
                Err(error) => {
                    let error: DecomposeError = error;
                    let refused = to_endpoint.expect_err("no options").kind();
                    assert!(match refused {
                        DecomposeErrorKind::Transport(needed) => needed != transport,
                        other => other == error.kind(),
                    });
                    let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                    expected.assert_matches(
                        error.kind().name(),
                        Some(error.component().name()),
                        None,
                    );
                }
            }
        }
    });
}

#[test]
fn composing() {
    run(&corpus().compose, |vector| {
        let revision = vector.revision.convert(Revision::from_name);
        let transport = Transport::from_name(&vector.transport).expect("a transport");
        let endpoint = Endpoint::from_socket_addr(vector.destination, transport);
        let endpoint = vector.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone));
        let options = pairs(&vector.options);
        match compose(borrowed(&options), &endpoint, revision, Vec::new()) {
            Ok(cri) => {
                assert_eq!(Some(cri.as_bytes()), vector.cbor.as_deref(), "{cri:?}");
                if let Some(uri) = &vector.uri {
                    assert_eq!(to_uri(cri.as_cri_ref(), revision).as_ref(), Some(uri));
                }
            }
            Err(error) => {
                let error: ComposeError = error;
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                expected.assert_matches(error.kind().name(), Some(error.component().name()), None);
                assert_eq!(Some(error.code().to_string()), vector.code, "code");
            }
        }
    });
}

/// The origin that a request asks for, in the terms of the corpus: by which option, the text, the number, and the CRI.
type Answer = (Asked, Option<String>, Option<u64>, Option<Vec<u8>>);

fn asked(
    vector: &cri_testvectors::Proxy,
    options: &[Pair],
    conflicts: Conflicts,
) -> Result<Answer, ProxyError> {
    let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    Ok(match origin(borrowed(options), conflicts)? {
        Origin::Endpoint => (Asked::Endpoint, None, None, None),
        Origin::Cri(cri) => (Asked::Cri, None, None, Some(cri.as_bytes().to_vec())),
        Origin::Uri(uri) => (Asked::Uri, Some(uri.to_owned()), None, None),
        Origin::SchemeName(name) => (Asked::SchemeName, Some(name.to_owned()), None, None),
        by @ Origin::SchemeNumber(number) => {
            let revision = vector.revision.convert(Revision::from_name);
            let cri =
                by.compose(borrowed(options), vector.default_port, &proxy, revision, Vec::new())?;
            (Asked::SchemeNumber, None, Some(number), Some(cri.into_buffer()))
        }
    })
}

#[test]
fn asking_a_proxy() {
    run(&corpus().proxy, |vector| {
        let options = pairs(&vector.options);
        let conflicts = match vector.conflicts {
            None => &[Conflicts::Reject, Conflicts::Precedence][..],
            Some(cri_testvectors::Conflicts::Reject) => &[Conflicts::Reject],
            Some(cri_testvectors::Conflicts::Precedence) => &[Conflicts::Precedence],
        };
        for &conflicts in conflicts {
            match asked(vector, &options, conflicts) {
                Ok(answer) => {
                    let expected = vector.asked.unwrap_or_else(|| panic!("found {answer:?}"));
                    assert_eq!(
                        answer,
                        (expected, vector.text.clone(), vector.number, vector.cbor.clone())
                    );
                }
                Err(error) => {
                    let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                    expected.assert_matches(error.kind().name(), None, None);
                    assert_eq!(Some(error.option()), vector.option, "option");
                    assert_eq!(Some(error.code().to_string()), vector.code, "code");
                }
            }
        }
    });
}

#[test]
fn writing_the_options_that_ask_a_proxy() {
    run(&corpus().proxy_option, |vector| {
        let found: Result<Vec<u8>, ProxyError> = match (&vector.cbor, vector.number) {
            (Some(cbor), _) => {
                let mut value = Vec::new();
                let cri = CriRef::decode(cbor).expect("a reference");
                encode_proxy_cri(cri, vector.revision.convert(Revision::from_name), &mut value)
                    .map(|()| value)
            }
            (None, number) => proxy_scheme_number(number.expect("a number"))
                .map(|value| value.as_bytes().to_vec()),
        };
        match found {
            Ok(value) => {
                assert_eq!(Some(&value), vector.value.as_ref());
                // The value reads back.
                match vector.number {
                    None => assert!(Cri::decode(&value).is_ok()),
                    Some(number) => {
                        let asked =
                            origin([(option::PROXY_SCHEME_NUMBER, &value[..])], Conflicts::Reject);
                        assert_eq!(asked, Ok(Origin::SchemeNumber(number)));
                    }
                }
            }
            Err(error) => {
                let expected = vector.error.as_ref().unwrap_or_else(|| panic!("{error}"));
                expected.assert_matches(error.kind().name(), None, None);
            }
        }
    });
}

#[test]
fn an_error_in_a_proxy_cri_keeps_its_component_and_offset() {
    // [-1, ["h"], ["."]]
    let error = cri_coap::decode_proxy_cri(b"\x83\x20\x81\x61h\x81\x61.").unwrap_err();
    let ProxyErrorKind::Cri(cause) = error.kind() else { panic!("{error}") };
    assert_eq!((cause.component(), cause.offset()), (cri_core::Component::Path, 6));
}
