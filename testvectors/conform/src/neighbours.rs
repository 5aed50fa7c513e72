//! Operations of other documents that contain CRIs.

use cri_coap::tp_info::{CriNoLocal, TpInfo, TpInfoError};
use cri_core::{Cri, Host};
use cri_testvectors::to_hex;
use serde_json::{Value, json};

use crate::Answer;
use crate::case::{Case, full};
use crate::error::{located, named};

impl Case {
    pub(super) fn decode_tp_info(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let info = TpInfo::decode(&bytes).map_err(tp_info_error)?;
        Ok(json!({
            "server": address(info.server()),
            "client": address(info.client()),
            "token": to_hex(info.token()),
        }))
    }

    pub(super) fn encode_tp_info(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let mut encoded = Vec::new();
        TpInfo::decode(&bytes).and_then(|info| info.encode(&mut encoded)).map_err(tp_info_error)?;
        Ok(json!({ "cbor": to_hex(&encoded) }))
    }

    pub(super) fn decode_embedded(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let (cri, rest) =
            self.decoder()?.decode_embedded::<Cri<'_>>(&bytes).map_err(|error| located!(error))?;
        if !rest.is_empty() {
            let offset = bytes.len() - rest.len();
            return Err(json!({ "kind": "trailing-bytes", "component": "cri", "offset": offset }));
        }
        Ok(json!({ "content": to_hex(cri.as_bytes()) }))
    }

    pub(super) fn encode_embedded(&self) -> Answer {
        let bytes = self.bytes("content")?;
        let cri = full(self.reference(&bytes)?, "not-full")?;
        let mut encoded = Vec::new();
        cri.sections()
            .encode_embedded(self.revision()?, &mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": to_hex(&encoded) }))
    }
}

/// The scheme number, the host as text, and the port that the authority has.
fn address(address: CriNoLocal<'_>) -> Value {
    let host = match address.authority().host() {
        Host::Ip(ip) => ip.address().to_string(),
        Host::Name(name) => name.to_string(),
    };
    json!({ "scheme": address.scheme_number(), "host": host, "port": address.authority().port() })
}

fn tp_info_error(error: TpInfoError) -> Value {
    located!(error)
}
