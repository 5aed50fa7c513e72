//! The model passes the corpus.

use cri_testvectors::{Expected, Outcome, Way, corpus, run};
use model::coap::{self, CoapOption, Destination};
use model::decode::{Decoded, decode, decode_tagged};
use model::reference::Reference;
use model::{Checked, Features, Flaw, Revision, encode, from_uri, proxy, resolve, to_uri, uri};

fn revision(of: cri_testvectors::Revision) -> Revision {
    match of {
        cri_testvectors::Revision::Draft16 => Revision::Draft16,
        cri_testvectors::Revision::Rfc9988 => Revision::Rfc9988,
    }
}

fn features(without: &[cri_testvectors::Feature]) -> Features {
    use cri_testvectors::Feature;
    Features {
        no_authority: !without.contains(&Feature::NoAuthority),
        userinfo: !without.contains(&Feature::Userinfo),
        extended_cri: !without.contains(&Feature::ExtendedCri),
        scheme_name: !without.contains(&Feature::SchemeName),
    }
}

/// The expected error is one of the flaws.
fn assert_flaw(flaws: &[Flaw], expected: Option<&Expected>) {
    let expected = expected.unwrap_or_else(|| panic!("found {flaws:?}"));
    let matches =
        |flaw: &Flaw| flaw.matches(&expected.kind, expected.component.as_deref(), expected.offset);
    assert!(flaws.iter().any(matches), "expected {expected:?}, found {flaws:?}");
}

#[expect(clippy::needless_pass_by_value, reason = "the tests make the values for this call")]
fn assert_result<T: PartialEq + std::fmt::Debug>(
    found: Checked<T>,
    value: Option<T>,
    error: Option<&Expected>,
) {
    match found {
        Ok(found) => assert_eq!(Some(found), value, "expected {error:?}"),
        Err(flaws) => assert_flaw(&flaws, error),
    }
}

fn reference(bytes: &[u8]) -> Reference {
    match decode(bytes, Features::ALL) {
        Decoded::Processable(reference) => reference,
        other => panic!("{other:?}"),
    }
}

fn options(options: &[cri_testvectors::CoapOption]) -> Vec<CoapOption> {
    options.iter().map(|option| (option.number, option.value())).collect()
}

fn destination(of: std::net::SocketAddr, zone: Option<&String>) -> Destination {
    let address = match of.ip() {
        std::net::IpAddr::V4(address) => address.octets().to_vec(),
        std::net::IpAddr::V6(address) => address.octets().to_vec(),
    };
    Destination { address, zone: zone.cloned(), port: of.port() }
}

#[test]
fn decoding() {
    run(&corpus().decode, |vector| {
        match (decode(&vector.cbor, features(&vector.without)), vector.outcome) {
            (Decoded::Rejected(flaws), Outcome::Rejected)
            | (Decoded::Unprocessable(flaws), Outcome::Unprocessable) => {
                let expected = vector.error.as_ref().filter(|error| error.kind != "not-full");
                assert_flaw(&flaws, expected);
            }
            (Decoded::Processable(found), Outcome::Processable) => {
                assert_eq!(Some(found.is_full()), vector.full);
                let of = revision(vector.revision);
                assert_result(
                    encode::encode(&found, of),
                    vector.encoded.clone(),
                    vector.encode_error.as_ref(),
                );
                assert_result(
                    to_uri::to_uri(&found, of),
                    vector.uri.clone(),
                    vector.uri_error.as_ref(),
                );
            }
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    });
}

#[test]
fn decoding_with_a_tag() {
    run(&corpus().tagged, |vector| match decode_tagged(&vector.cbor, features(&vector.without)) {
        Decoded::Processable(found) => {
            let encoded = encode::encode(&found, Revision::Rfc9988)
                .map(|array| [b"\xd8\x63", &*array].concat());
            assert_eq!(encoded.ok(), vector.encoded);
        }
        Decoded::Unprocessable(flaws) | Decoded::Rejected(flaws) => {
            assert_flaw(&flaws, vector.error.as_ref());
        }
    });
}

#[test]
fn converting() {
    run(&corpus().convert, |vector| {
        let (of, features) = (revision(vector.revision), features(&vector.without));
        if let Some(uri) = &vector.uri
            && vector.way != Some(Way::ToUri)
        {
            let found =
                from_uri::from_uri(uri, of, features).and_then(|found| encode::encode(&found, of));
            assert_result(found, vector.cbor.clone(), vector.to_cri_error.as_ref());
        }
        if let Some(cbor) = &vector.cbor
            && vector.way != Some(Way::ToCri)
        {
            assert_result(
                to_uri::to_uri(&reference(cbor), of),
                vector.uri.clone(),
                vector.to_uri_error.as_ref(),
            );
        }
    });
}

#[test]
fn parsing() {
    run(&corpus().parse, |vector| match uri::parse(&vector.uri) {
        Ok(parts) => {
            assert_eq!(vector.error, None);
            let authority = parts.authority;
            assert_eq!(parts.scheme, vector.scheme.as_deref());
            let userinfo = authority.and_then(|authority| authority.userinfo);
            assert_eq!(userinfo.map(|part| part.text), vector.userinfo.as_deref());
            assert_eq!(authority.map(|authority| authority.host.text), vector.host.as_deref());
            let port = authority.and_then(|authority| authority.port);
            assert_eq!(port.map(|part| part.text), vector.port.as_deref());
            assert_eq!(Some(parts.path.text), vector.path.as_deref());
            assert_eq!(parts.query.map(|part| part.text), vector.query.as_deref());
            assert_eq!(parts.fragment.map(|part| part.text), vector.fragment.as_deref());
        }
        Err(flaws) => assert_flaw(&flaws, vector.error.as_ref()),
    });
}

#[test]
fn resolving() {
    run(&corpus().resolve, |vector| {
        let of = revision(vector.revision);
        // The model resolves only against full CRIs.
        if vector.error.as_ref().is_some_and(|error| error.kind == "not-full") {
            return assert!(reference(&vector.base_cbor).scheme.is_none());
        }
        let found =
            resolve::resolve(&reference(&vector.base_cbor), &reference(&vector.reference_cbor));
        if let (Ok(found), Some(uri)) = (&found, &vector.result_uri) {
            assert_eq!(to_uri::to_uri(found, of).as_ref(), Ok(uri));
        }
        let encoded = found.and_then(|found| encode::encode(&found, of));
        assert_result(encoded, vector.result_cbor.clone(), vector.error.as_ref());
    });
}

#[test]
fn comparing() {
    run(&corpus().compare, |vector| {
        let (mut a, mut b) = (reference(&vector.a), reference(&vector.b));
        assert_eq!(a == b, vector.equal);
        (a.fragment, b.fragment) = (None, None);
        assert_eq!(a == b, vector.equal_ignoring_fragment);
    });
}

#[test]
fn decomposing() {
    run(&corpus().decompose, |vector| {
        let to = destination(vector.destination, vector.zone.as_ref());
        let found = coap::decompose(&reference(&vector.cbor), &to, revision(vector.revision));
        let found = found.map(|(scheme, options)| (scheme.to_owned(), options));
        let expected = vector.transport.clone().zip(vector.options.as_deref().map(options));
        assert_result(found, expected, vector.error.as_ref());
    });
}

#[test]
fn composing() {
    run(&corpus().compose, |vector| {
        let of = revision(vector.revision);
        let to = destination(vector.destination, vector.zone.as_ref());
        let scheme = coap::SCHEMES
            .into_iter()
            .find(|scheme| *scheme == vector.transport)
            .expect("a scheme of CoAP");
        let found = coap::compose(&options(&vector.options), scheme, &to, of);
        let found = found.and_then(|found| encode::encode(&found, of));
        assert_result(found, vector.cbor.clone(), vector.error.as_ref());
    });
}

#[test]
fn asking_a_proxy() {
    run(&corpus().proxy, |vector| {
        let of = revision(vector.revision);
        let reject = match vector.conflicts {
            None => &[true, false][..],
            Some(cri_testvectors::Conflicts::Reject) => &[true],
            Some(cri_testvectors::Conflicts::Precedence) => &[false],
        };
        let options = options(&vector.options);
        for &reject in reject {
            let found = proxy::origin(&options, reject).and_then(|origin| match origin {
                proxy::Origin::SchemeNumber(number) => {
                    let port = vector.default_port;
                    let to = Destination { address: vec![192, 0, 2, 1], zone: None, port: 5683 };
                    coap::compose_with(&options, number, port, port, &to, of)
                        .and_then(|found| encode::encode(&found, of))
                }
                // The CRI of the option is kept as it was sent.
                proxy::Origin::Cri(_) => {
                    Ok(options.iter().find(|(number, _)| *number == 235).expect("it").1.clone())
                }
                proxy::Origin::Endpoint | proxy::Origin::Uri(_) | proxy::Origin::SchemeName(_) => {
                    Ok(Vec::new())
                }
            });
            let expected = vector.asked.map(|_| vector.cbor.clone().unwrap_or_default());
            let error = vector.error.clone().map(|error| Expected {
                component: None,
                offset: None,
                ..error
            });
            assert_result(found, expected, error.as_ref());
        }
    });
}

#[test]
fn writing_the_options_that_ask_a_proxy() {
    run(&corpus().proxy_option, |vector| {
        let found = match (&vector.cbor, vector.number) {
            (Some(cbor), _) => proxy::proxy_cri(&reference(cbor), revision(vector.revision)),
            (None, number) => proxy::proxy_scheme_number(number.expect("a number")),
        };
        assert_result(found, vector.value.clone(), vector.error.as_ref());
    });
}
