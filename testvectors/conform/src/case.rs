//! A case, and what operations take from it.

use std::net::SocketAddr;

use cri_coap::{Endpoint, Transport};
use cri_core::{Cri, CriRef, Decoder, Feature, Features, Revision};
use cri_testvectors::from_hex;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::error::{bad, located};

/// A line. Members that are for people are left out.
#[derive(Deserialize)]
#[serde(expecting = "an object with id, operation, revision and input")]
pub(super) struct Case {
    pub(super) id: Value,
    pub(super) operation: String,
    revision: String,
    #[serde(default)]
    without: Vec<String>,
    pub(super) input: Map<String, Value>,
}

impl Case {
    pub(super) fn text(&self, name: &str) -> Result<&str, Value> {
        self.optional_text(name)?.ok_or_else(|| bad(name))
    }

    pub(super) fn optional_text(&self, name: &str) -> Result<Option<&str>, Value> {
        match self.input.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(bad(name)),
        }
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, Value> {
        from_hex(self.text(name)?).ok_or_else(|| bad(name))
    }

    pub(super) fn revision(&self) -> Result<Revision, Value> {
        Revision::from_name(&self.revision).ok_or_else(|| bad("revision"))
    }

    pub(super) fn features(&self) -> Result<Features, Value> {
        self.without.iter().try_fold(Features::ALL, |features, name| {
            Ok(features.without(Feature::from_name(name).ok_or_else(|| bad("without"))?))
        })
    }

    pub(super) fn decoder(&self) -> Result<Decoder, Value> {
        Ok(Decoder::new().with_features(self.features()?))
    }

    pub(super) fn reference<'a>(&self, bytes: &'a [u8]) -> Result<CriRef<'a>, Value> {
        self.decoder()?.decode(bytes).map_err(|error| located!(error))
    }

    /// Where a request goes, with its zone if it has one.
    pub(super) fn endpoint(&self, transport: Transport) -> Result<Endpoint<'_>, Value> {
        let destination: SocketAddr =
            self.text("destination")?.parse().map_err(|_| bad("destination"))?;
        let endpoint = Endpoint::new(destination.ip(), destination.port(), transport);
        Ok(self.optional_text("zone")?.map_or(endpoint, |zone| endpoint.with_zone(zone)))
    }

    pub(super) fn options(&self) -> Result<Vec<(u16, Vec<u8>)>, Value> {
        let options =
            self.input.get("options").and_then(Value::as_array).ok_or_else(|| bad("options"))?;
        let pair = |option: &Value| {
            let number = option.get("number")?.as_u64()?.try_into().ok()?;
            Some((number, from_hex(option.get("value")?.as_str()?)?))
        };
        options.iter().map(pair).collect::<Option<_>>().ok_or_else(|| bad("options"))
    }
}

/// The full CRI that a reference is, or an error of this kind.
pub(super) fn full<'a>(reference: CriRef<'a>, kind: &str) -> Result<Cri<'a>, Value> {
    reference.to_full().ok_or_else(|| json!({ "kind": kind, "component": "scheme" }))
}
