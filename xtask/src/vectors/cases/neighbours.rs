//! The cases of vectors about what other documents make of CRIs.

use cri_testvectors::{Embedded, to_hex};
use serde_json::json;

use crate::vectors::answer::{Answer, answer, cbor, cbor_and_edn, error, found_or};

pub(super) fn embedded(vector: &Embedded) -> Vec<Answer> {
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let content = vector.content.as_ref().map(|bytes| json!({ "content": to_hex(bytes) }));
    // A relative reference has a content, which can be neither read nor written as a full CRI.
    let decoded = vector.error.as_ref().map(error).or(content.clone()).unwrap_or_default();
    let mut answers = vec![answer("decode-embedded", input, decoded)];
    if let Some(content) = content {
        let encoded = vector.encoded.as_deref().map(cbor);
        let expected = found_or(encoded, vector.encode_error.as_ref());
        answers.push(answer("encode-embedded", content, expected));
    }
    answers
}
