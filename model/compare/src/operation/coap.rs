//! CRIs and the options of requests.

use cri_coap::{CoapOption, Decompose, Endpoint, Transport, compose, option};
use cri_core::CriRef;
use model::coap::{self, Destination, SCHEMES};
use model::reference::Reference;
use model::{Revision, encode};

use crate::agreement::{Same, agree, equal, parts};
use crate::ours;
use crate::reached::Reached;

/// The endpoint of the crates for a destination.
pub(crate) fn endpoint<'d>(destination: &'d Destination, scheme: &str) -> Endpoint<'d> {
    let transport = Transport::from_name(scheme).expect("a scheme of CoAP");
    let address: std::net::IpAddr = match (
        <[u8; 4]>::try_from(&*destination.address),
        <[u8; 16]>::try_from(&*destination.address),
    ) {
        (Ok(bytes), _) => bytes.into(),
        (_, Ok(bytes)) => bytes.into(),
        _ => unreachable!("an address has 4 or 16 bytes"),
    };
    let endpoint = Endpoint::new(address, destination.port, transport);
    destination.zone.as_deref().map_or(endpoint, |zone| endpoint.with_zone(zone))
}

pub(crate) fn pairs(options: &[coap::CoapOption]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    options.iter().map(|(number, value)| (*number, value.as_slice()))
}

/// Section 8.1.1: the options that a CRI decomposes to.
pub(crate) fn decompose(
    cri: CriRef<'_>,
    model: &Reference,
    destination: &Destination,
    reached: &mut Reached,
) -> Same {
    for revision in Revision::ALL {
        let endpoint = endpoint(destination, "coap");
        let ours = cri
            .decompose(&endpoint, ours::revision(revision))
            .map_err(|error| parts!(error))
            .map(|decomposed| {
                let mut space = [0; option::MAX_TEXT];
                let scheme = decomposed.transport().name();
                let value = |option: &CoapOption<'_>, space: &mut [u8]| {
                    option.value().write_into(space).expect("room for any value").to_vec()
                };
                (
                    scheme,
                    decomposed
                        .map(|option| (option.number(), value(&option, &mut space)))
                        .collect::<Vec<_>>(),
                )
            });
        let found = agree("decompose", ours, coap::decompose(model, destination, revision))?;
        reached.count(if found.is_some() { "decompose: options" } else { "decompose: error" });
    }
    Ok(())
}

/// Section 8.1.2: the CRI that options compose to.
pub(crate) fn composed(
    options: &[coap::CoapOption],
    destination: &Destination,
    reached: &mut Reached,
) -> Same {
    for revision in Revision::ALL {
        for scheme in SCHEMES {
            let ours = compose(
                pairs(options),
                &endpoint(destination, scheme),
                ours::revision(revision),
                Vec::new(),
            );
            if let Err(error) = &ours {
                equal(
                    "compose, code",
                    error.code().to_string(),
                    code(error.kind().name()).to_owned(),
                )?;
            }
            let ours = ours.map(|cri| cri.as_bytes().to_vec()).map_err(|error| parts!(error));
            let model = coap::compose(options, scheme, destination, revision);
            let model = model.and_then(|cri| encode::encode(&cri, revision));
            let found = agree("compose", ours, model)?;
            reached.count(if found.is_some() { "compose: CRI" } else { "compose: error" });
        }
    }
    Ok(())
}

/// The response code for a kind of error. RFC 7252 sections 5.4.3 and 5.4.5: an option with a wrong length, or one too
/// many, is like an option that is not understood.
pub(crate) fn code(kind: &str) -> &'static str {
    match kind {
        "empty-host" | "too-long" | "length" | "repeated" => "4.02",
        _ => "4.00",
    }
}
