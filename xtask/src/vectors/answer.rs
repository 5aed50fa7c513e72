//! What a vector expects of an operation in one revision.

use cri_testvectors::Expected;

use super::json::Object;

/// An operation that a vector has in one revision, and its answer there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) operation: &'static str,
    pub(super) is_strict: bool,
    pub(super) input: Object,
    pub(super) expect: Object,
}

/// The answers of a vector.
#[derive(Debug, Default)]
pub(super) struct Answers(pub(super) Vec<Answer>);

impl Answers {
    pub(super) fn add(&mut self, operation: &'static str, input: Object, expect: Object) {
        self.0.push(Answer { operation, is_strict: false, input, expect });
    }

    pub(super) fn add_strict(&mut self, operation: &'static str, input: Object, expect: Object) {
        self.0.push(Answer { operation, is_strict: true, input, expect });
    }
}

pub(super) fn cbor(bytes: &[u8]) -> Object {
    Object::default().with_bytes("cbor", bytes)
}

/// Bytes, and the diagnostic notation of them for readers.
pub(super) fn cbor_and_edn(bytes: &[u8], edn: Option<&String>) -> Object {
    cbor(bytes).with_some("edn", edn)
}

pub(super) fn uri(text: &str) -> Object {
    Object::of("uri", text)
}

pub(super) fn error(error: &Expected) -> Object {
    Object::of("error", error)
}
