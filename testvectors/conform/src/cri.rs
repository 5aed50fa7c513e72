//! Operations on CRIs.

use cri_core::{CriRef, DecodeErrorClass};
use cri_testvectors::to_hex;
use cri_uri::{Options, ToUri, nfc, to_cri};
use serde_json::{Value, json};

use crate::Answer;
use crate::case::{Case, full};
use crate::error::{bad, located, named};

impl Case {
    pub(super) fn decode(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let strict = match self.text("reader")? {
            "strict" => true,
            "liberal" => false,
            _ => return Err(bad("reader")),
        };
        let revision = self.revision()?;
        Ok(match self.decoder()?.decode::<CriRef<'_>>(&bytes) {
            Ok(reference) if strict && !reference.is_encoding_of(revision) => {
                json!({ "outcome": "unprocessable" })
            }
            Ok(reference) => json!({ "outcome": "processable", "full": reference.is_full() }),
            Err(error) => {
                let malformed = error.class() == DecodeErrorClass::Malformed;
                let outcome = if malformed { "rejected" } else { "unprocessable" };
                json!({ "outcome": outcome, "error": located!(error) })
            }
        })
    }

    pub(super) fn encode(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let mut encoded = Vec::new();
        let sections = self.reference(&bytes)?.sections();
        sections.encode(self.revision()?, &mut encoded).map_err(|error| named!(error))?;
        Ok(json!({ "cbor": to_hex(&encoded) }))
    }

    pub(super) fn to_cri(&self) -> Answer {
        let options = Options::new(self.revision()?).with_features(self.features()?);
        let cri =
            to_cri(self.text("uri")?, options, Vec::new()).map_err(|error| located!(error))?;
        nfc::check_nfc(cri.as_cri_ref(), options.revision())
            .map_err(|error| json!({ "kind": "not-nfc", "component": error.component().name() }))?;
        Ok(json!({ "cbor": to_hex(cri.as_bytes()) }))
    }

    pub(super) fn to_uri(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let uri = self
            .reference(&bytes)?
            .to_uri(Options::new(self.revision()?))
            .map_err(|error| named!(error))?;
        Ok(json!({ "uri": uri.to_string() }))
    }

    pub(super) fn resolve(&self) -> Answer {
        let (base, reference) = (self.bytes("base")?, self.bytes("reference")?);
        let base = full(self.reference(&base)?, "not-full")?;
        let resolved =
            base.resolve(self.reference(&reference)?).map_err(|error| located!(error))?;
        let mut encoded = Vec::new();
        resolved
            .sections()
            .encode(self.revision()?, &mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": to_hex(&encoded) }))
    }

    pub(super) fn relativize_cri(&self) -> Answer {
        let (base, target) = (self.bytes("base")?, self.bytes("target")?);
        let base = full(self.reference(&base)?, "base-not-full")?;
        let target = full(self.reference(&target)?, "target-not-full")?;
        let reference =
            base.relativize(target, self.revision()?, Vec::new()).map_err(|error| named!(error))?;
        Ok(json!({ "cbor": to_hex(reference.as_bytes()) }))
    }

    pub(super) fn compare(&self) -> Answer {
        let (a, b) = (self.bytes("a")?, self.bytes("b")?);
        let (a, b) =
            (full(self.reference(&a)?, "not-full")?, full(self.reference(&b)?, "not-full")?);
        Ok(json!({ "equal": a == b, "equal_ignoring_fragment": a.eq_ignoring_fragment(b) }))
    }

    pub(super) fn scheme_name(&self) -> Answer {
        let number =
            self.input.get("number").and_then(Value::as_u64).ok_or_else(|| bad("number"))?;
        let scheme = Options::new(self.revision()?).schemes().by_number(number);
        Ok(
            json!({ "name": scheme.map(|scheme| scheme.name), "port": scheme.and_then(|scheme| scheme.default_port) }),
        )
    }

    pub(super) fn scheme_number(&self) -> Answer {
        let scheme = Options::new(self.revision()?).schemes().by_name(self.text("name")?);
        Ok(
            json!({ "number": scheme.map(|scheme| scheme.number), "port": scheme.and_then(|scheme| scheme.default_port) }),
        )
    }

    pub(super) fn decode_tagged(&self) -> Answer {
        let bytes = self.bytes("cbor")?;
        let content = self
            .decoder()?
            .tagged()
            .decode::<CriRef<'_>>(&bytes)
            .map_err(|error| located!(error))?;
        Ok(json!({ "content": to_hex(content.as_bytes()) }))
    }

    pub(super) fn encode_tagged(&self) -> Answer {
        let bytes = self.bytes("content")?;
        let mut encoded = Vec::new();
        self.reference(&bytes)?
            .sections()
            .encode_tagged(&mut encoded)
            .map_err(|error| named!(error))?;
        Ok(json!({ "cbor": to_hex(&encoded) }))
    }
}
