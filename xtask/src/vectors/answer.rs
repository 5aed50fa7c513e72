//! What a vector expects of an operation in one revision.

use cri_testvectors::{Expected, Revision, to_hex};
use serde::Serialize;
use serde_json::{Value, json};

/// What an answer rests on, the firmest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Basis {
    /// The text of the documents.
    #[default]
    Text,
    /// A reading of documents that are silent or contradict themselves.
    Reading,
    /// A choice of ours.
    Choice,
}

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

/// What a case is about: its operation, its revision, for `decode` its reader, and whether it expects an error.
pub(super) struct Words([&'static str; 4]);

impl Words {
    pub(super) fn of(answer: &Answer, revision: Option<Revision>) -> Self {
        let reader = match (answer.operation, answer.is_strict) {
            ("decode", true) => "strict",
            ("decode", false) => "liberal",
            _ => "",
        };
        let fails = answer.expect.get("error").is_some()
            || answer.expect.get("outcome").is_some_and(|outcome| outcome != "processable");
        let end = if fails { "error" } else { "result" };
        Self([answer.operation, revision.map_or("", Revision::name), reader, end])
    }

    /// Whether the case has all of these words, which are between slashes.
    pub(super) fn have(&self, words: &str) -> bool {
        words.split('/').all(|word| self.0.contains(&word))
    }
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
