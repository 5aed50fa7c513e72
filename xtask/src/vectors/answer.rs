//! What a vector expects of an operation in one revision.

use cri_testvectors::{Expected, to_hex};
use serde_json::{Value, json};

use super::basis::Basis;

/// An operation that a vector has in one revision, and its answer there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) operation: &'static str,
    pub(super) is_strict: bool,
    pub(super) input: Value,
    pub(super) expect: Value,
    pub(super) basis: Basis,
    /// The rows that decide it, if the text does not.
    pub(super) gap: Vec<String>,
    /// Other answers that conform.
    pub(super) alternatives: Vec<Value>,
}

pub(super) fn answer(operation: &'static str, input: Value, expect: Value) -> Answer {
    let (basis, gap, alternatives) = (Basis::Text, Vec::new(), Vec::new());
    Answer { operation, is_strict: false, input, expect, basis, gap, alternatives }
}

/// An object without its members that are null.
pub(super) fn present(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

pub(super) fn cbor(bytes: &[u8]) -> Value {
    json!({ "cbor": to_hex(bytes) })
}

/// Bytes, and the diagnostic notation of them for readers.
pub(super) fn cbor_and_edn(bytes: &[u8], edn: Option<&String>) -> Value {
    present(json!({ "cbor": to_hex(bytes), "edn": edn }))
}

pub(super) fn uri(text: &str) -> Value {
    json!({ "uri": text })
}

pub(super) fn error(error: &Expected) -> Value {
    json!({ "error": diagnosis(error) })
}

/// The members of an error.
pub(super) fn diagnosis(error: &Expected) -> Value {
    let Expected { kind, component, offset, .. } = error;
    present(json!({ "kind": kind, "component": component, "offset": offset }))
}

/// What is found, or the error in its place.
pub(super) fn found_or(found: Option<Value>, failed: Option<&Expected>) -> Value {
    found.or_else(|| failed.map(error)).unwrap_or_else(|| json!({}))
}
