//! Reads any options as a request, a location and a request to a proxy, and any bytes as access rules. A CRI that options
//! compose decomposes to options again, which compose to an equal CRI. The model agrees. `request.rs` defines the format of
//! the input; what follows its first byte also serves as a CRI to decompose, and the whole input as access rules.
#![no_main]

mod request;

use std::net::IpAddr;

use cri_coap::aif::{Aif, LocalPart, encode, encode_local_part};
use cri_coap::{
    Conflicts, DecomposeErrorKind, Endpoint, Origin, Transport, compose, compose_location,
    decode_proxy_cri, decompose, decompose_location, encode_proxy_cri, option, origin,
};
use cri_core::{Cri, CriRef, Host, Revision};
use libfuzzer_sys::fuzz_target;
use model_compare::coap as model;

type Options<'a> = Vec<(u16, &'a [u8])>;

fuzz_target!(|bytes: &[u8]| {
    access_rules(bytes);
    let Some((&first, rest)) = bytes.split_first() else { return };
    let options = request::options(rest);
    let request::Endpoint { transport, is_ipv6, has_other_port, has_zone } =
        request::Endpoint::read(first);
    let address: IpAddr =
        if is_ipv6 { [0xfe80, 0, 0, 0, 0, 0, 0, 1].into() } else { [192, 0, 2, 1].into() };
    let port = if has_other_port { 61616 } else { 5683 };
    let endpoint = Endpoint::new(address, port, Transport::ALL[transport]);
    let endpoint = if has_zone { endpoint.with_zone("eth0") } else { endpoint };
    let owned: Vec<_> = options.iter().map(|(number, value)| (*number, value.to_vec())).collect();
    model::options(&owned, &endpoint);
    if let Ok(cri) = CriRef::decode(rest) {
        model::decompose(cri, &endpoint);
    }
    for revision in Revision::ALL {
        requests(&options, &endpoint, revision);
        locations(&options, revision);
        proxies(&options, &endpoint, revision);
    }
});

fn requests(options: &Options<'_>, endpoint: &Endpoint<'_>, revision: Revision) {
    let Ok(cri) = compose(options.iter().copied(), endpoint, revision, Vec::new()) else { return };
    asks_again(cri.as_cri(), endpoint, revision);
}

/// A composed CRI decomposes, and its options compose to an equal CRI.
fn asks_again(cri: Cri<'_>, endpoint: &Endpoint<'_>, revision: Revision) {
    let decomposed = match decompose(cri, endpoint, revision) {
        Ok(decomposed) => decomposed,
        // A zone in Uri-Host that is not this endpoint's.
        Err(error) => return assert_eq!(error.kind(), DecomposeErrorKind::Zone),
    };
    let mut space = [0; option::MAX_TEXT];
    let mut owned = Vec::new();
    for option in decomposed {
        assert!(!option.to_string().is_empty());
        owned.push((
            option.number(),
            option.value().write_into(&mut space).expect("the buffer holds any value").to_vec(),
        ));
    }
    assert!(owned.is_sorted_by_key(|(number, _)| *number));
    let pairs = owned.iter().map(|(number, value)| (*number, value.as_slice()));
    let again = compose(pairs, endpoint, revision, Vec::new()).expect("decomposed options compose");
    let sections = cri.sections();
    let lone_empty = sections
        .path()
        .is_some_and(|path| path.len() == 1 && path.segments().all(|text| text.is_empty()));
    // Where only one side has a zone, composing returns the endpoint's.
    let host = sections.authority().map(|authority| authority.host());
    let zoned =
        endpoint.zone().is_some() || matches!(host, Some(Host::Ip(host)) if host.zone().is_some());
    assert!(lone_empty || zoned || again.as_cri() == cri, "{again:?} {cri:?}");
}

fn locations(options: &Options<'_>, revision: Revision) {
    let Ok(Some(reference)) = compose_location(options.iter().copied(), revision, Vec::new())
    else {
        return;
    };
    let mut space = [0; option::MAX_TEXT];
    let mut owned = Vec::new();
    for option in decompose_location(reference.as_cri_ref()).expect("a location decomposes") {
        owned.push((
            option.number(),
            option.value().write_into(&mut space).expect("the buffer holds any value").to_vec(),
        ));
    }
    let pairs = owned.iter().map(|(number, value)| (*number, value.as_slice()));
    let again = compose_location(pairs, revision, Vec::new())
        .expect("a location composes")
        .expect("the options are still there");
    assert_eq!(again.as_bytes(), reference.as_bytes());
}

fn proxies(options: &Options<'_>, endpoint: &Endpoint<'_>, revision: Revision) {
    let strict = origin(options.iter().copied(), Conflicts::Reject);
    let tolerant = origin(options.iter().copied(), Conflicts::Precedence);
    // `Precedence` accepts more requests, and returns the same origin for those that `Reject` accepts.
    if strict.is_ok() {
        assert_eq!(strict, tolerant);
    }
    let asked = match tolerant {
        Ok(asked) => asked,
        Err(error) => {
            let code = error.code().to_string();
            assert!(matches!(&*code, "4.00" | "4.02"), "{error}: {code}");
            return;
        }
    };
    if let Origin::Cri(cri) = asked {
        assert!(cri.sections().fragment().is_none());
        let mut value = Vec::new();
        if encode_proxy_cri(cri, revision, &mut value).is_ok() {
            assert_eq!(decode_proxy_cri(&value), Ok(cri));
        }
    }
    let _ = asked.compose(options.iter().copied(), Some(80), endpoint, revision, Vec::new());
}

fn access_rules(bytes: &[u8]) {
    // A CRI with this path and query.
    let cri_of = |local: &LocalPart<'_>| {
        let builder = cri_core::Builder::new(Revision::Draft16, Vec::new());
        let builder = builder.scheme_number(0).host("h");
        let builder = local.segments().fold(builder, |builder, text| builder.segment(text));
        let builder = local.parameters().fold(builder, |builder, text| builder.parameter(text));
        builder.finish_full().expect("text makes a CRI")
    };
    if let Ok(local) = LocalPart::decode(bytes) {
        let mut encoded = Vec::new();
        encode_local_part(cri_of(&local).as_cri(), &mut encoded).expect("text only");
        assert_eq!(LocalPart::decode(&encoded), Ok(local));
    }
    let Ok(rules) = Aif::decode(bytes) else { return };
    assert!(rules.rules().count() <= bytes.len());
    assert!(!format!("{rules:?}").is_empty());
    let cris: Vec<_> = rules.rules().map(|(local, methods)| (cri_of(&local), methods)).collect();
    let pairs: Vec<_> =
        cris.iter().map(|(cri, methods)| (cri.as_cri().sections(), *methods)).collect();
    let mut encoded = Vec::new();
    encode(pairs, &mut encoded).expect("text only");
    assert!(Aif::decode(&encoded).expect("encoded rules").rules().eq(rules.rules()));
}
