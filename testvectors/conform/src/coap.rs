//! Operations on CoAP options.

use cri_coap::{
    Conflicts, Endpoint, Origin, ProxyError, Transport, compose, decompose_for_proxy,
    encode_proxy_cri, option, origin, proxy_scheme_number,
};
use cri_core::Sections;
use cri_testvectors::to_hex;
use cri_uri::{Options, to_request_cri};
use serde_json::{Value, json};

use crate::Answer;
use crate::case::Case;
use crate::error::{bad, named};

impl Case {
    pub(super) fn decompose(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        // A case has no transport of the destination. It asks for that of the CRI.
        let endpoint = self.endpoint(Transport::Coap)?;
        self.options_of(self.reference(&bytes)?.sections(), &endpoint)
    }

    pub(super) fn uri_options(&self) -> Answer {
        let endpoint = self.endpoint(Transport::Coap)?;
        let options = Options::new(self.revision()?);
        let cri = to_request_cri(self.text("uri")?, options, Vec::new());
        let cri = cri.map_err(|error| named!(error))?;
        self.options_of(cri.sections(), &endpoint)
    }

    fn options_of(&self, sections: Sections<'_>, endpoint: &Endpoint<'_>) -> Answer {
        let (transport, options) = decompose_for_proxy(sections, endpoint, self.revision()?)
            .map_err(|error| named!(error))?;
        let mut space = [0; option::MAX_TEXT];
        let options = options.map(|option| {
            // INVARIANT: the room is enough for every value.
            let value = option.value().write_into(&mut space).map_or(String::new(), to_hex);
            json!({ "number": option.number(), "value": value })
        });
        Ok(json!({ "transport": transport.name(), "options": options.collect::<Vec<_>>() }))
    }

    pub(super) fn compose(&self) -> Answer {
        let options = self.options()?;
        let transport =
            Transport::from_name(self.text("transport")?).ok_or_else(|| bad("transport"))?;
        let endpoint = self.endpoint(transport)?;
        let cri = compose(borrowed(&options), &endpoint, self.revision()?, Vec::new()).map_err(|error| {
            let code = error.code().to_string();
            json!({ "kind": error.kind().name(), "component": error.component().name(), "code": code })
        })?;
        Ok(json!({ "cbor": to_hex(cri.as_bytes()) }))
    }

    pub(super) fn proxy(&self) -> Answer {
        let options = self.options()?;
        let revision = self.revision()?;
        let conflicts = match self.optional_text("conflicts")? {
            Some("precedence") => Conflicts::Precedence,
            Some("reject") | None => Conflicts::Reject,
            _ => return Err(bad("conflicts")),
        };
        Ok(match origin(borrowed(&options), conflicts).map_err(proxy_error)? {
            Origin::Endpoint => json!({ "asked": "endpoint" }),
            Origin::Cri(cri) => json!({ "asked": "cri", "cbor": to_hex(cri.as_bytes()) }),
            Origin::Uri(uri) => json!({ "asked": "uri", "text": uri }),
            Origin::SchemeName(name) => {
                json!({ "asked": "scheme-name", "text": name })
            }
            by @ Origin::SchemeNumber(number) => {
                let port = Options::new(revision)
                    .schemes()
                    .by_number(number)
                    .and_then(|scheme| scheme.default_port);
                let endpoint = self.endpoint(Transport::Coap)?;
                let cri = by
                    .compose(borrowed(&options), port, &endpoint, revision, Vec::new())
                    .map_err(proxy_error)?;
                json!({ "asked": "scheme-number", "number": number, "cbor": to_hex(cri.as_bytes()) })
            }
        })
    }

    pub(super) fn proxy_option(&self) -> Answer {
        if let Some(number) = self.input.get("number") {
            let number = number.as_u64().ok_or_else(|| bad("number"))?;
            let value = proxy_scheme_number(number).map_err(proxy_error)?;
            return Ok(json!({ "value": to_hex(value.as_bytes()) }));
        }
        let bytes = self.bytes("cbor")?;
        let mut value = Vec::new();
        encode_proxy_cri(self.reference(&bytes)?, self.revision()?, &mut value)
            .map_err(proxy_error)?;
        Ok(json!({ "value": to_hex(&value) }))
    }
}

fn borrowed(options: &[(u16, Vec<u8>)]) -> impl Iterator<Item = (u16, &[u8])> + Clone {
    options.iter().map(|(number, value)| (*number, value.as_slice()))
}

fn proxy_error(error: ProxyError) -> Value {
    json!({ "kind": error.kind().name(), "option": error.option(), "code": error.code().to_string() })
}
