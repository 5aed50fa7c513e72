//! Properties: composing inverts decomposing, but for the losses of section 8.1, and no input panics.

use std::cell::Cell;
use std::net::IpAddr;

use cri_coap::aif::{Aif, MethodSet, encode};
use cri_coap::{
    Conflicts, Endpoint, Transport, compose, decompose, decompose_for_proxy, option, origin,
};
use cri_core::{Builder, Cri, CriBuf, HostName, Revision, TextOrPet};
use cri_uri::{Options, ToUri, to_cri, to_request_cri};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const ZONES: [&str; 2] = ["eth0", "eth1"];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z0-9]{0,4}",
        1 => "\\PC{0,4}",
        1 => "[a-z]{250,258}",
        1 => "ä{126,129}",
        1 => Just("..".to_owned())
    ]
}

fn address() -> impl Strategy<Value = IpAddr> {
    let few = ["192.0.2.1", "2001:db8::1", "fe80::1"].map(|text| text.parse().unwrap());
    prop_oneof![4 => prop::sample::select(few.to_vec()), 1 => any::<IpAddr>()]
}

fn port() -> impl Strategy<Value = u16> {
    prop_oneof![3 => prop::sample::select(vec![5683, 5684, 80, 443, 0, 61616]), 1 => any::<u16>()]
}

/// Any destination. Only IPv6 addresses have zones, as in draft-16.
fn endpoint() -> impl Strategy<Value = Endpoint<'static>> {
    let transport = prop::sample::select(Transport::ALL.to_vec());
    (address(), of(prop::sample::select(ZONES.to_vec())), port(), transport).prop_map(
        |(address, zone, port, transport)| {
            let endpoint = Endpoint::new(address, port, transport);
            zone.filter(|_| address.is_ipv6()).map_or(endpoint, |zone| endpoint.with_zone(zone))
        },
    )
}

#[derive(Clone, Debug)]
enum Host {
    Name(String),
    Address(IpAddr, Option<&'static str>),
}

#[derive(Clone, Debug)]
struct Parts {
    host: Host,
    port: Option<u16>,
    path: Vec<String>,
    query: Vec<String>,
}

fn parts() -> impl Strategy<Value = Parts> {
    let name = prop_oneof![
        3 => "[a-z0-9.:%_~!-]{0,8}",
        1 => "[a-zäé]{1,4}",
        1 => "[a-z]{120,140}\\.[a-z]{110,130}",
        1 => "\\[[0-9:.]{0,8}\\]",
        1 => "[ /?#@\\[\\]a-c]{1,4}"
    ];
    let zoned = (address(), of(prop::sample::select(ZONES.to_vec())));
    let zoned = zoned
        .prop_map(|(address, zone)| Host::Address(address, zone.filter(|_| address.is_ipv6())));
    let host = prop_oneof![name.prop_map(Host::Name), zoned];
    (host, of(port()), vec(text(), 0..4), vec(text(), 0..4))
        .prop_map(|(host, port, path, query)| Parts { host, port, path, query })
}

/// URIs of CoAP with percent-encoded text in every component that has options, and with ports in all spellings.
fn uri() -> impl Strategy<Value = String> {
    const TEXT: &str = "([a-cA-C~.,=:@!]|%2[0-9A-F]|%[3-5][A-E]|%C3%A9|%c3%Bc){0,3}";
    let host = prop_oneof![
        4 => "([a-cA-C~,!]|%2[1-9A-C]|%4[1-9]|%C3%A9|\\.){1,4}".boxed(),
        1 => prop::sample::select(vec!["192.0.2.1", "[2001:DB8::1]", "1.2.3.%34"]).prop_map(String::from).boxed(),
    ];
    let port = prop::sample::select(vec!["", ":", ":0", ":005683", ":5684", ":061616"]);
    let items = move |before: char| {
        vec(TEXT, 0..4).prop_map(move |items| {
            let joined = items.iter().map(|item| format!("/{item}")).collect::<String>();
            if before == '/' { joined } else { joined.replacen('/', "?", 1).replace('/', "&") }
        })
    };
    let scheme = prop::sample::select(Transport::ALL.map(Transport::name).to_vec());
    (scheme, host, port, items('/'), items('?')).prop_map(|(scheme, host, port, path, query)| {
        format!("{scheme}://{host}{port}{path}{query}")
    })
}

impl Parts {
    fn cri(&self, transport: Transport, revision: Revision) -> Option<CriBuf<Vec<u8>>> {
        let builder = Builder::new(revision, Vec::new()).scheme_number(transport.number(revision));
        let builder = match &self.host {
            Host::Name(name) => name.split('.').fold(builder, Builder::label),
            Host::Address(address, zone) => {
                zone.iter().fold(builder.host_ip(*address), |builder, zone| builder.zone(zone))
            }
        };
        // A created CRI has no default port (C7).
        let port = self.port.filter(|&port| port != transport.default_port());
        let builder = port.into_iter().fold(builder, Builder::port);
        let builder =
            self.path.iter().fold(builder, |builder, segment| builder.segment(&**segment));
        self.query
            .iter()
            .fold(builder, |builder, parameter| builder.parameter(&**parameter))
            .finish_full()
            .ok()
    }

    /// Whether options carry the parts: RFC 7252 section 5.10.1 limits lengths, section 6.5 step 3 limits names, and no
    /// option carries a zone.
    fn has_options(&self, endpoint: &Endpoint<'_>) -> bool {
        let host = match &self.host {
            Host::Name(name) => {
                let reg_name =
                    |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte);
                (1..=255).contains(&name.len())
                    && name.bytes().all(|byte| !byte.is_ascii() || reg_name(byte))
            }
            Host::Address(_, None) => true,
            Host::Address(address, zone) => {
                *address == endpoint.address()
                    && (endpoint.zone().is_none() || endpoint.zone() == *zone)
            }
        };
        host && self.path.iter().chain(&self.query).all(|text| text.len() <= 255)
    }

    /// The parts after decomposing and composing.
    fn after_options(&self, endpoint: &Endpoint<'_>) -> Self {
        let host = match &self.host {
            Host::Address(address, _) if *address == endpoint.address() => Host::Address(
                *address,
                endpoint.zone().and_then(|zone| ZONES.into_iter().find(|other| *other == zone)),
            ),
            host => host.clone(),
        };
        let path = if self.path == [""] { Vec::new() } else { self.path.clone() };
        Self { host, path, ..self.clone() }
    }
}

fn options(decomposed: cri_coap::Decomposed<'_>) -> Vec<(u16, Vec<u8>)> {
    let mut space = [0; option::MAX_TEXT];
    decomposed
        .map(|option| {
            let value = option.value();
            let written = value.write_into(&mut space).unwrap().to_vec();
            (option.number(), written)
        })
        .collect()
}

fn pairs(options: &[(u16, Vec<u8>)]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    options.iter().map(|(number, value)| (*number, value.as_slice()))
}

fn any_options() -> impl Strategy<Value = Vec<(u16, Vec<u8>)>> {
    let number = prop_oneof![
        4 => prop::sample::select(vec![option::URI_HOST, option::URI_PORT, option::URI_PATH, option::URI_QUERY]),
        2 => prop::sample::select(vec![
            option::PROXY_CRI, option::PROXY_SCHEME_NUMBER, option::PROXY_URI, option::PROXY_SCHEME,
            option::LOCATION_PATH, option::LOCATION_QUERY,
        ]),
        1 => any::<u16>(),
    ];
    let value = prop_oneof![
        vec(any::<u8>(), 0..4),
        vec(any::<u8>(), 250..260),
        "[a-zA-Z.:\\[\\]%0-9]{0,12}".prop_map(String::into_bytes),
        Just(b"\x83\x20\x81\x61h\x80".to_vec()),
    ];
    vec((number, value), 0..6)
}

/// Checks a property, which returns whether a case reached what it compares. At least `share` percent of the cases must, so
/// that no test passes without a comparison.
fn check_most<S: Strategy>(
    share: u32,
    cases: S,
    property: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let (all, reached) = (Cell::new(0_u32), Cell::new(0_u32));
    let result = TestRunner::new(ProptestConfig::with_source_file(file!())).run(&cases, |case| {
        let has_compared = property(case)?;
        all.set(all.get() + 1);
        reached.set(reached.get() + u32::from(has_compared));
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let (all, reached) = (all.get(), reached.get());
    // A few cases say nothing about a share.
    assert!(all < 100 || reached * 100 >= all * share, "{reached} of {all} cases were compared");
}

// shows: D16-8.1-02
#[test]
fn composing_inverts_decomposing() {
    check_most(15, (parts(), endpoint()), |(parts, endpoint)| {
        let (transport, mut has_compared) = (endpoint.transport(), false);
        for revision in Revision::ALL {
            let Some(cri) = parts.cri(transport, revision) else { return Ok(false) };
            let decomposed = decompose(cri.as_cri(), &endpoint, revision);
            prop_assert_eq!(
                decomposed.is_ok(),
                parts.has_options(&endpoint),
                "{:?} {:?}",
                cri,
                decomposed
            );
            let Ok(decomposed) = decomposed else { continue };
            let options = options(decomposed);
            prop_assert!(options.is_sorted_by_key(|(number, _)| *number));
            let composed = compose(pairs(&options), &endpoint, revision, Vec::new()).unwrap();
            let expected = parts.after_options(&endpoint).cri(transport, revision).unwrap();
            prop_assert_eq!(
                composed.as_bytes(),
                expected.as_bytes(),
                "{:?} {:?}",
                composed,
                expected
            );
            // Decomposing again returns the same options.
            prop_assert_eq!(
                &self::options(decompose(composed.as_cri(), &endpoint, revision).unwrap()),
                &options
            );
            has_compared = true;
        }
        Ok(has_compared)
    });
}

// shows: D16-8.1-02
#[test]
fn any_options_compose_or_fail() {
    check_most(10, (any_options(), endpoint()), |(options, endpoint)| {
        for conflicts in [Conflicts::Reject, Conflicts::Precedence] {
            if let Ok(origin) = origin(pairs(&options), conflicts) {
                let _ =
                    origin.compose(pairs(&options), None, &endpoint, Revision::Draft16, Vec::new());
            }
        }
        let mut has_compared = false;
        for revision in Revision::ALL {
            let _ = cri_coap::compose_location(pairs(&options), revision, Vec::new());
            if let Ok(cri) = compose(pairs(&options), &endpoint, revision, Vec::new()) {
                prop_assert!(Cri::decode(cri.as_bytes()).is_ok());
                // The CRI of a request can be requested again.
                let decomposed = decompose(cri.as_cri(), &endpoint, revision);
                prop_assert!(decomposed.is_ok(), "{:?}: {:?}", cri, decomposed);
                has_compared = true;
            }
        }
        Ok(has_compared)
    });
}

#[test]
fn access_rules_are_decoded_as_encoded() {
    let rules = vec((vec(text(), 0..4), vec(text(), 0..4), any::<u64>()), 0..4);
    check_most(15, rules, |rules| {
        let mut cris = Vec::new();
        for (path, query, methods) in &rules {
            let host = Host::Name("h".to_owned());
            let parts = Parts { host, port: None, path: path.clone(), query: query.clone() };
            let Some(cri) = parts.cri(Transport::Coap, Revision::Draft16) else { return Ok(false) };
            cris.push((cri, MethodSet::from_bits(*methods)));
        }
        let mut bytes = Vec::new();
        let sections: Vec<_> =
            cris.iter().map(|(cri, methods)| (cri.as_cri().sections(), *methods)).collect();
        encode(sections, &mut bytes).unwrap();
        let decoded = Aif::decode(&bytes).unwrap();
        prop_assert_eq!(decoded.rules().count(), rules.len());
        for ((local, given), (path, query, methods)) in decoded.rules().zip(&rules) {
            prop_assert!(local.segments().eq(path.iter().map(String::as_str)));
            prop_assert!(local.parameters().eq(query.iter().map(String::as_str)));
            prop_assert_eq!(given.bits(), *methods);
        }
        Ok(!rules.is_empty())
    });
}

// shows: R7252-6.5-01
#[test]
fn the_options_of_a_uri_lead_back_to_them() {
    check_most(50, (uri(), endpoint()), |(uri, destination)| {
        let options = Options::default();
        let of = |uri: &str| {
            let cri = to_request_cri(uri, options, Vec::new()).ok()?.into_full().ok()?;
            let transport =
                decompose_for_proxy(cri.as_cri(), &destination, options.revision()).ok()?.0;
            let endpoint = Endpoint::new(destination.address(), destination.port(), transport);
            let decomposed = decompose(cri.as_cri(), &endpoint, options.revision()).ok()?;
            Some((endpoint, self::options(decomposed)))
        };
        let found = of(&uri);
        let has_compared = found.is_some();
        if let Some((endpoint, found)) = found {
            let back = compose(pairs(&found), &endpoint, options.revision(), Vec::new());
            let back =
                back.expect("options make a CRI").to_uri(options).expect("a URI").to_string();
            prop_assert_eq!(of(&back), Some((endpoint, found)), "{}", back);
        }
        Ok(has_compared)
    });
}

// Without percent-encoded text, the CRI of a request is the CRI.
#[test]
fn the_cri_of_a_request_has_text_alone() {
    check_most(5, uri(), |uri| {
        let options = Options::default();
        let (Ok(cri), Ok(request)) =
            (to_cri(&uri, options, Vec::new()), to_request_cri(&uri, options, Vec::new()))
        else {
            return Ok(false);
        };
        let is_text = |item: TextOrPet<'_>| item.text_bytes().is_some();
        let mut items = request.sections().segments().chain(request.sections().parameters());
        let has_text_alone = items.all(is_text);
        prop_assert!(has_text_alone);
        let sections = cri.sections();
        let labels = sections
            .host()
            .and_then(cri_core::Host::name)
            .map(HostName::labels)
            .unwrap_or_default();
        let is_same = labels.chain(sections.segments()).chain(sections.parameters()).all(is_text);
        if is_same {
            prop_assert_eq!(request.as_bytes(), cri.as_bytes());
        }
        Ok(is_same)
    });
}

proptest! {


    // shows: D16-8.1-02
    #[test]
    fn decomposing_inverts_composing(
        endpoint in endpoint(),
        host in of(prop_oneof!["[a-z]([a-z0-9.-]{0,8}[a-z])?", Just("203.0.113.7".to_owned()), Just("[2001:db8::77]".to_owned())]),
        port in of(port()),
        path in vec("[a-z/ ä]{0,4}", 0..4),
        query in vec("[a-z&= ä]{0,4}", 0..4),
    ) {
        // A canonical request does not repeat its destination, and has no path of one empty segment.
        let mut canonical: Vec<(u16, Vec<u8>)> = Vec::new();
        canonical.extend(host.map(|host| (option::URI_HOST, host.into_bytes())));
        let port = port.filter(|&port| port != endpoint.port());
        canonical.extend(port.map(|port| (option::URI_PORT, option::Uint::new(port.into()).as_bytes().to_vec())));
        if path != [""] {
            canonical.extend(path.into_iter().map(|segment| (option::URI_PATH, segment.into_bytes())));
        }
        canonical.extend(query.into_iter().map(|parameter| (option::URI_QUERY, parameter.into_bytes())));
        for revision in Revision::ALL {
            let cri = compose(pairs(&canonical), &endpoint, revision, Vec::new()).unwrap();
            prop_assert_eq!(&options(decompose(cri.as_cri(), &endpoint, revision).unwrap()), &canonical, "{:?}", cri);
        }
    }


    #[test]
    fn any_bytes_decode_to_access_rules_or_fail(bytes in vec(any::<u8>(), 0..24)) {
        if let Ok(rules) = Aif::decode(&bytes) {
            prop_assert!(rules.rules().count() <= bytes.len());
        }
    }

}
