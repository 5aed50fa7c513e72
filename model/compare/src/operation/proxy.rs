//! The options that ask a proxy.

use cri_coap::{Conflicts, Origin, ProxyScheme, encode_proxy_cri, origin, proxy_scheme_number};
use cri_core::CriRef;
use model::coap::{self, CoapOption, Destination};
use model::reference::Reference;
use model::{Revision, encode, proxy, registry};

use super::coap::{code, endpoint, pairs};
use crate::agreement::{Same, agree, equal};
use crate::ours;
use crate::reached::Reached;

/// Section 8.2: the origin that the options of a received request ask for.
pub(crate) fn asked(
    options: &[CoapOption],
    destination: &Destination,
    reached: &mut Reached,
) -> Same {
    for conflicts in [Conflicts::Reject, Conflicts::Precedence] {
        let ours = origin(pairs(options), conflicts);
        let model = proxy::origin(options, conflicts == Conflicts::Reject);
        let value = match &ours {
            Ok(Origin::Endpoint) => Ok(proxy::Origin::Endpoint),
            Ok(Origin::Cri(cri)) => Ok(proxy::Origin::Cri(ours::reference(&cri.sections()))),
            Ok(Origin::Uri(uri)) => Ok(proxy::Origin::Uri((*uri).to_owned())),
            Ok(Origin::Scheme(ProxyScheme::Name(name))) => {
                Ok(proxy::Origin::SchemeName((*name).to_owned()))
            }
            Ok(Origin::Scheme(ProxyScheme::Number(number))) => {
                Ok(proxy::Origin::SchemeNumber(*number))
            }
            Err(error) => {
                equal(
                    "proxy, code",
                    error.code().to_string(),
                    code(error.kind().name()).to_owned(),
                )?;
                Err((error.kind().name(), None, None))
            }
        };
        let value = agree("proxy", value, model)?;
        reached.count_if(matches!(value, Some(proxy::Origin::Cri(_))), "proxy: CRI");
        let (Ok(by), Some(proxy::Origin::SchemeNumber(number))) = (ours, value) else { continue };
        for revision in Revision::ALL {
            // 8.2.2: the scheme's default port, and no port where the scheme has none.
            let port = registry::name(number, revision).and_then(registry::default_port);
            let of = ours::revision(revision);
            let ours =
                by.compose(pairs(options), port, &endpoint(destination, "coap"), of, Vec::new());
            let ours = ours
                .map(|cri| cri.as_bytes().to_vec())
                .map_err(|error| (error.kind().name(), None, None));
            let model = coap::compose_with(options, number, port, port, destination, revision);
            agree("proxy, compose", ours, model.and_then(|cri| encode::encode(&cri, revision)))?;
        }
    }
    Ok(())
}

/// Section 8.2.1: the value of Proxy-Cri for a CRI.
pub(crate) fn cri(cri: CriRef<'_>, model: &Reference) -> Same {
    for revision in Revision::ALL {
        let mut value = Vec::new();
        let ours = encode_proxy_cri(cri, ours::revision(revision), &mut value).map(|()| value);
        let ours = ours.map_err(|error| (error.kind().name(), None, None));
        agree("proxy_cri", ours, proxy::proxy_cri(model, revision))?;
    }
    Ok(())
}

/// Section 8.2.2: the value of Proxy-Scheme-Number for a number.
pub(crate) fn scheme_number(number: u64) -> Same {
    let ours = proxy_scheme_number(number).map(|value| value.as_bytes().to_vec());
    let ours = ours.map_err(|error| (error.kind().name(), None, None));
    agree("proxy_scheme_number", ours, proxy::proxy_scheme_number(number)).map(drop)
}
