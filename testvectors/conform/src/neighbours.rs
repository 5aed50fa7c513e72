//! Operations of other documents that contain CRIs.

use cri_core::Cri;
use cri_testvectors::to_hex;
use serde_json::json;

use crate::Answer;
use crate::case::{Case, full};
use crate::error::{located, named};

impl Case {
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
