//! CRIs and the options of requests.

use std::net::IpAddr;

use cri_coap::{
    ComposeErrorKind, Conflicts, DecomposeErrorKind, Endpoint, ErrorAt, Origin, Transport, compose,
    decompose_for_proxy, option, origin, proxy_scheme_number,
};
use cri_core::{CriBuf, CriRef};
use model::coap::{self, CoapOption, Destination};
use model::{encode, proxy, registry};

use crate::ours::{self, error};
use crate::{REVISIONS, agree, cri};

fn destination(endpoint: &Endpoint<'_>) -> Destination {
    let address = match endpoint.address() {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    };
    Destination { address, zone: endpoint.zone().map(str::to_owned), port: endpoint.port() }
}

fn pairs(options: &[CoapOption]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    options.iter().map(|(number, value)| (*number, value.as_slice()))
}

/// Section 8.1.1: the options that a CRI decomposes to.
pub fn decompose(cri: CriRef<'_>, endpoint: &Endpoint<'_>) {
    let model = cri::model(cri);
    for (of, revision) in REVISIONS {
        let ours = decompose_for_proxy(cri, endpoint, of);
        match cri_coap::decompose(cri, endpoint, of).map_err(|error| error.kind()) {
            Ok(_) => assert!(matches!(ours, Ok((needed, _)) if needed == endpoint.transport())),
            Err(DecomposeErrorKind::Transport(needed)) => {
                assert_ne!(needed, endpoint.transport());
                assert!(ours.as_ref().map_or(true, |(transport, _)| *transport == needed));
            }
            Err(kind) => assert_eq!(ours.as_ref().err().map(ErrorAt::kind), Some(kind)),
        }
        let ours = ours.map_err(|error| error!(error)).map(|(transport, options)| {
            let mut space = [0; option::MAX_TEXT];
            let options = options.map(|option| {
                let value = option.value().write_into(&mut space).expect("room for any value");
                (option.number(), value.to_vec())
            });
            (transport.name(), options.collect::<Vec<_>>())
        });
        let expected = coap::decompose(&model, &destination(endpoint), revision);
        agree("decompose", ours, expected);
    }
}

/// Sections 8.1.2 and 8.2: the CRI that options compose to, and the origin that they ask for.
pub fn options(options: &[CoapOption], endpoint: &Endpoint<'_>) {
    let destination = destination(endpoint);
    for (of, revision) in REVISIONS {
        let ours = compose(pairs(options), endpoint, of, Vec::new());
        if let Err(error) = &ours {
            // Without Uri-Host the zone-id is the endpoint's own, which is the server's fault.
            let has_host = options.iter().any(|(number, _)| *number == option::URI_HOST);
            let expected = match error.kind() {
                ComposeErrorKind::Zone if !has_host => "5.00",
                kind => code(kind.name()),
            };
            assert_eq!(error.code().to_string(), expected);
        }
        let ours = ours.map(CriBuf::into_buffer).map_err(|error| error!(error));
        let scheme = endpoint.transport().name();
        let model = coap::compose(options, scheme, &destination, revision);
        agree("compose", ours, model.and_then(|cri| encode::encode(&cri, revision)));
    }
    for conflicts in [Conflicts::Reject, Conflicts::Precedence] {
        let ours = origin(pairs(options), conflicts);
        let value = ours.as_ref().map(|ours| match ours {
            Origin::Endpoint => proxy::Origin::Endpoint,
            Origin::Cri(cri) => proxy::Origin::Cri(ours::reference(&cri.sections())),
            Origin::Uri(uri) => proxy::Origin::Uri((*uri).to_owned()),
            Origin::SchemeName(name) => proxy::Origin::SchemeName((*name).to_owned()),
            Origin::SchemeNumber(number) => proxy::Origin::SchemeNumber(*number),
        });
        if let Err(error) = &ours {
            assert_eq!(error.code().to_string(), code(error.kind().name()));
        }
        let value = value.map_err(|error| (error.kind().name(), None, None));
        let value = agree("proxy", value, proxy::origin(options, conflicts == Conflicts::Reject));
        let (Ok(by), Some(proxy::Origin::SchemeNumber(number))) = (ours, value) else { continue };
        for (of, revision) in REVISIONS {
            // 8.2.2: the scheme's default port, and no port where the scheme has none.
            let port = registry::name(number, revision).and_then(registry::default_port);
            let ours = by.compose(pairs(options), port, endpoint, of, Vec::new());
            let ours = ours.map(|cri| cri.as_bytes().to_vec());
            let model = coap::compose_with(options, number, port, port, &destination, revision);
            agree(
                "proxy, compose",
                ours.map_err(|error| (error.kind().name(), None, None)),
                model.and_then(|cri| encode::encode(&cri, revision)),
            );
        }
    }
}

/// The response code for a kind of error. RFC 7252 sections 5.4.3 and 5.4.5: an option with a wrong length, or one too
/// many, is like an option that is not understood.
fn code(kind: &str) -> &'static str {
    match kind {
        "empty-host" | "too-long" | "length" | "repeated" => "4.02",
        _ => "4.00",
    }
}

/// Section 8.2.2: the value of Proxy-Scheme-Number for a number.
pub fn scheme_number(number: u64) {
    let ours = proxy_scheme_number(number).map(|value| value.as_bytes().to_vec());
    let ours = ours.map_err(|error| (error.kind().name(), None, None));
    agree("proxy_scheme_number", ours, proxy::proxy_scheme_number(number));
}

/// Endpoints of each transport, with addresses of both kinds.
pub fn endpoints() -> impl Iterator<Item = Endpoint<'static>> + Clone {
    let link_local = IpAddr::from([0xfe80, 0, 0, 0, 0, 0, 0, 1]);
    let of = move |transport| {
        [
            Endpoint::new([192, 0, 2, 1].into(), 5683, transport),
            Endpoint::new(link_local, 61616, transport).with_zone("eth0"),
        ]
    };
    Transport::ALL.into_iter().flat_map(of)
}
