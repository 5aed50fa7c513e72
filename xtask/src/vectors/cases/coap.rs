//! The cases of vectors about CoAP.

use cri_testvectors::{
    Asked, CoapOption, Compose, Conflicts, Decompose, Expected, Proxy, ProxyOption, to_hex,
};

use crate::vectors::answer::{Answers, cbor, cbor_and_edn, error, uri};
use crate::vectors::json::{Json, Object};

pub(super) fn decompose(vector: &Decompose) -> Answers {
    let mut answers = Answers::default();
    let cri = cbor_and_edn(&vector.cbor, Some(&vector.edn));
    let input = cri
        .clone()
        .with("destination", vector.destination.to_string())
        .with_some("zone", vector.zone.as_ref());
    let expected = match (&vector.options, &vector.error) {
        (Some(found), _) => {
            Object::of("transport", vector.transport.as_ref()).with("options", options(found))
        }
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    answers.add("decompose", input, expected);
    if let Some(text) = &vector.uri {
        answers.add("to-uri", cri, uri(text));
    }
    answers
}

pub(super) fn compose(vector: &Compose) -> Answers {
    let mut answers = Answers::default();
    let input = Object::of("destination", vector.destination.to_string())
        .with_some("zone", vector.zone.as_ref())
        .with("transport", &vector.transport)
        .with("options", options(&vector.options));
    match (&vector.cbor, &vector.error) {
        (Some(bytes), _) => {
            let cri = cbor_and_edn(bytes, vector.edn.as_ref());
            answers.add("compose", input, cri.clone());
            if let Some(text) = &vector.uri {
                answers.add("to-uri", cri, uri(text));
            }
        }
        (None, failed) => {
            let expected =
                failed.as_ref().map(|error| failed_request(error, None, vector.code.as_ref()));
            answers.add("compose", input, expected.unwrap_or_default());
        }
    }
    answers
}

pub(super) fn proxy(vector: &Proxy) -> Answers {
    let mut answers = Answers::default();
    let input = Object::of("options", options(&vector.options))
        .with_some("conflicts", vector.conflicts.map(Conflicts::name))
        // The options are composed with this destination where they name a scheme number.
        .with("destination", "192.0.2.1:5683")
        .with_some("default_port", vector.default_port);
    let expected = match (&vector.error, vector.asked) {
        (Some(failed), _) => failed_request(failed, vector.option, vector.code.as_ref()),
        (None, asked) => {
            let expected = Object::of("asked", asked.map(Asked::name))
                .with_some("text", vector.text.as_ref())
                .with_some("number", vector.number);
            match &vector.cbor {
                Some(bytes) => {
                    expected.with_bytes("cbor", bytes).with_some("edn", vector.edn.as_ref())
                }
                None => expected,
            }
        }
    };
    answers.add("proxy", input, expected);
    answers
}

pub(super) fn proxy_option(vector: &ProxyOption) -> Answers {
    let mut answers = Answers::default();
    let input = match &vector.cbor {
        Some(bytes) => cbor(bytes),
        None => Object::of("number", vector.number),
    };
    let expected = match (&vector.value, &vector.error) {
        (Some(value), _) => Object::default().with_bytes("value", value),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    answers.add("proxy-option", input, expected);
    answers
}

/// Each option as its number and its value in hexadecimal digits.
fn options(options: &[CoapOption]) -> Json {
    Json::list(
        options.iter().map(|option| {
            Object::of("number", option.number).with("value", to_hex(&option.value()))
        }),
    )
}

/// An error of a request, with the number of the wrong option and the response code.
fn failed_request(error: &Expected, option: Option<u16>, code: Option<&String>) -> Object {
    Object::of("error", Object::from(error).with_some("option", option).with_some("code", code))
}
