//! The cases of vectors about what other documents make of CRIs.

use cri_testvectors::{Address, Embedded, TpInfo, to_hex};

use crate::vectors::answer::{Answers, cbor, cbor_and_edn, error};
use crate::vectors::json::Object;

pub(super) fn tp_info(vector: &TpInfo) -> Answers {
    let mut answers = Answers::default();
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let expected = match &vector.error {
        Some(failed) => error(failed),
        None => Object::of("server", vector.server.as_ref().map(address))
            .with("client", vector.client.as_ref().map(address))
            .with("token", vector.token.as_deref().map(to_hex)),
    };
    answers.add("decode-tp-info", input.clone(), expected);
    if let Some(encoded) = &vector.encoded {
        answers.add("encode-tp-info", input, cbor(encoded));
    }
    answers
}

fn address(address: &Address) -> Object {
    Object::of("scheme", address.scheme).with("host", &address.host).with("port", address.port)
}

pub(super) fn embedded(vector: &Embedded) -> Answers {
    let mut answers = Answers::default();
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let Some(content) = &vector.content else {
        answers.add("decode-embedded", input, vector.error.as_ref().map(error).unwrap_or_default());
        return answers;
    };
    let content = Object::default().with_bytes("content", content);
    answers.add("decode-embedded", input, content.clone());
    let encoded = vector.encoded.as_deref().map(cbor);
    let expected = encoded.or(vector.encode_error.as_ref().map(error)).unwrap_or_default();
    answers.add("encode-embedded", content, expected);
    answers
}
