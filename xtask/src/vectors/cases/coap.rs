//! The cases of vectors about CoAP.

use cri_testvectors::{
    Asked, CoapOption, Compose, Conflicts, Decompose, Expected, Proxy, ProxyOption, UriOptions,
    to_hex,
};
use serde_json::{Value, json};

use crate::vectors::answer::{
    Answer, answer, cbor, cbor_and_edn, diagnosis, found_or, present, uri,
};

pub(super) fn decompose(vector: &Decompose) -> Vec<Answer> {
    let cri = cbor_and_edn(&vector.cbor, Some(&vector.edn));
    let mut input = cri.clone();
    input["destination"] = json!(vector.destination);
    input["zone"] = json!(vector.zone);
    let found = vector.options.as_deref();
    let found =
        found.map(|found| json!({ "transport": vector.transport, "options": options(found) }));
    let expected = found_or(found, vector.error.as_ref());
    let mut answers = vec![answer("decompose", present(input), expected)];
    answers.extend(vector.uri.as_ref().map(|text| answer("to-uri", cri, uri(text))));
    answers
}

pub(super) fn uri_options(vector: &UriOptions) -> Vec<Answer> {
    let input =
        json!({ "uri": vector.uri, "destination": vector.destination, "zone": vector.zone });
    let found = vector.options.as_deref();
    let found =
        found.map(|found| json!({ "transport": vector.transport, "options": options(found) }));
    vec![answer("uri-options", present(input), found_or(found, vector.error.as_ref()))]
}

pub(super) fn compose(vector: &Compose) -> Vec<Answer> {
    let input = present(json!({
        "destination": vector.destination,
        "zone": vector.zone,
        "transport": vector.transport,
        "options": options(&vector.options),
    }));
    let Some(bytes) = &vector.cbor else {
        let failed = vector.error.as_ref();
        let expected = failed.map(|error| failed_request(error, None, vector.code.as_ref()));
        return vec![answer("compose", input, found_or(expected, None))];
    };
    let cri = cbor_and_edn(bytes, vector.edn.as_ref());
    let mut answers = vec![answer("compose", input, cri.clone())];
    answers.extend(vector.uri.as_ref().map(|text| answer("to-uri", cri, uri(text))));
    answers
}

pub(super) fn proxy(vector: &Proxy) -> Vec<Answer> {
    let input = present(json!({
        "options": options(&vector.options),
        "conflicts": vector.conflicts.map(Conflicts::name),
        // The options are composed with this destination where they name a scheme number.
        "destination": "192.0.2.1:5683",
        "default_port": vector.default_port,
    }));
    let expected = match &vector.error {
        Some(failed) => failed_request(failed, vector.option, vector.code.as_ref()),
        None => present(json!({
            "asked": vector.asked.map(Asked::name),
            "text": vector.text,
            "number": vector.number,
            "cbor": vector.cbor.as_deref().map(to_hex),
            "edn": vector.edn,
        })),
    };
    vec![answer("proxy", input, expected)]
}

pub(super) fn proxy_option(vector: &ProxyOption) -> Vec<Answer> {
    let input = vector.cbor.as_deref().map_or_else(|| json!({ "number": vector.number }), cbor);
    let value = vector.value.as_ref().map(|value| json!({ "value": to_hex(value) }));
    vec![answer("proxy-option", input, found_or(value, vector.error.as_ref()))]
}

/// Each option as its number and its value in hexadecimal digits.
fn options(options: &[CoapOption]) -> Value {
    let option =
        |option: &CoapOption| json!({ "number": option.number, "value": to_hex(&option.value()) });
    options.iter().map(option).collect()
}

/// An error of a request, with the number of the wrong option and the response code.
fn failed_request(error: &Expected, option: Option<u16>, code: Option<&String>) -> Value {
    let mut error = diagnosis(error);
    error["option"] = json!(option);
    error["code"] = json!(code);
    json!({ "error": present(error) })
}
