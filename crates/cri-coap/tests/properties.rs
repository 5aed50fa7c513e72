//! Decomposing and composing are each other's inverse, but for what section 8.1 takes away.

use cri_coap::{Decompose, Endpoint, Transport, compose, option};
use cri_core::{Builder, Cri, Revision};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z0-9]{0,4}", 1 => "\\PC{0,4}", 1 => "[a-z]{250,258}", 1 => Just("..".to_owned())]
}

fn endpoint() -> impl Strategy<Value = Endpoint<'static>> {
    (any::<bool>(), prop_oneof![Just(5683), Just(5684), Just(80), any::<u16>()], 0_usize..6).prop_map(
        |(v6, port, transport)| {
            let address = if v6 { "2001:db8::1".parse() } else { "192.0.2.1".parse() };
            Endpoint::new(address.unwrap(), port, Transport::ALL[transport])
        },
    )
}

type Parts = (Result<String, std::net::IpAddr>, Option<u16>, Vec<String>, Vec<String>);

fn parts() -> impl Strategy<Value = Parts> {
    let address = prop_oneof![
        Just("2001:db8::1".parse().unwrap()),
        Just("192.0.2.1".parse().unwrap()),
        any::<std::net::IpAddr>()
    ];
    let host = prop_oneof![3 => "[a-z0-9.:%-]{0,8}".prop_map(Ok), 1 => "[a-zäé]{1,4}".prop_map(Ok), 2 => address.prop_map(Err)];
    let texts = || prop::collection::vec(text(), 0..4);
    (host, prop::option::of(prop_oneof![Just(5683), any::<u16>()]), texts(), texts())
}

fn options(decomposed: cri_coap::Decomposed<'_>) -> Vec<(u16, Vec<u8>)> {
    let mut space = [0; option::MAX_TEXT];
    decomposed.map(|option| (option.number(), option.value().write(&mut space).unwrap().to_vec())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    // shows: D16-8.1-02
    #[test]
    fn what_decomposes_composes((host, port, path, query) in parts(), endpoint in endpoint()) {
        let transport = endpoint.transport();
        for revision in Revision::ALL {
            let builder = Builder::new(revision, Vec::new()).scheme_number(transport.number(revision));
            let builder = match &host {
                Ok(name) => builder.host(name),
                Err(address) => builder.host_ip(*address),
            };
            // A port that is the scheme's default is left out in a CRI that was created (C7).
            let builder = port.filter(|&port| port != transport.default_port()).into_iter().fold(builder, Builder::port);
            let builder = path.iter().fold(builder, |builder, segment| builder.segment(&**segment));
            let Ok(cri) = query.iter().fold(builder, |builder, parameter| builder.parameter(&**parameter)).finish_full() else {
                return Ok(());
            };
            let cri = cri.as_cri();
            let Ok(decomposed) = cri.decompose(&endpoint, revision) else { return Ok(()) };
            let options = options(decomposed);
            let pairs = || options.iter().map(|(number, value)| (*number, &**value));
            let composed = compose(pairs(), &endpoint, revision, Vec::new()).unwrap();
            let lone_empty = path.len() == 1 && path[0].is_empty();
            prop_assert_eq!(composed.as_cri() == cri, !lone_empty, "{:?} {:?}", composed, cri);
            // And the same options again.
            let again = self::options(composed.as_cri().decompose(&endpoint, revision).unwrap());
            prop_assert_eq!(&again, &options);
        }
    }

    // shows: D16-8.1-02
    #[test]
    fn any_options_compose_or_fail(options in prop::collection::vec((prop_oneof![Just(3_u16), Just(7), Just(11), Just(15), Just(235), Just(239), Just(35), Just(39), any::<u16>()], prop::collection::vec(any::<u8>(), 0..12)), 0..6), endpoint in endpoint()) {
        let pairs = || options.iter().map(|(number, value)| (*number, &**value));
        for mixing in [cri_coap::Mixing::Strict, cri_coap::Mixing::Tolerant] {
            let _ = cri_coap::origin(pairs(), mixing);
        }
        for revision in Revision::ALL {
            if let Ok(cri) = compose(pairs(), &endpoint, revision, Vec::new()) {
                prop_assert!(Cri::decode(cri.as_bytes()).is_ok());
                // What a request may ask for, it can be asked for again.
                let decomposed = cri.as_cri().decompose(&endpoint, revision);
                prop_assert!(decomposed.is_ok(), "{:?}: {:?}", cri, decomposed);
            }
        }
    }
}
