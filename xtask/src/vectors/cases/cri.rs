//! The cases of vectors about CRIs.

use cri_testvectors::{
    Compare, Convert, Decode, Outcome, RelativizeCri, Resolve, Scheme, Tagged, Way, to_hex,
};
use serde_json::{Value, json};

use crate::vectors::answer::{
    Answer, answer, cbor, cbor_and_edn, diagnosis, error, found_or, present, uri,
};

pub(super) fn decode(vector: &Decode) -> Vec<Answer> {
    let item = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let read_by = |reader: &str| {
        let mut input = item.clone();
        input["reader"] = json!(reader);
        input
    };
    let liberal = present(json!({
        "outcome": vector.outcome.name(),
        "full": vector.full,
        "error": vector.error.as_ref().map(diagnosis),
    }));
    let is_processable = vector.outcome == Outcome::Processable;
    // A strict reader accepts only what its revision writes.
    let strict = if is_processable && vector.encoded.as_ref() != Some(&vector.cbor) {
        json!({ "outcome": Outcome::Unprocessable.name() })
    } else {
        liberal.clone()
    };
    let mut answers = vec![
        answer("decode", read_by("liberal"), liberal),
        Answer { is_strict: true, ..answer("decode", read_by("strict"), strict) },
    ];
    if is_processable {
        let encoded = vector.encoded.as_deref().map(cbor);
        let encoded = found_or(encoded, vector.encode_error.as_ref());
        answers.push(answer("encode", item.clone(), encoded));
        let text = found_or(vector.uri.as_deref().map(uri), vector.uri_error.as_ref());
        answers.push(answer("to-uri", item, text));
    }
    answers
}

pub(super) fn convert(vector: &Convert) -> Vec<Answer> {
    let cri = vector.cbor.as_deref().map(|bytes| cbor_and_edn(bytes, vector.edn.as_ref()));
    let text = vector.uri.as_deref();
    let both = |way| vector.way != Some(way);
    let mut answers = Vec::new();
    if let Some(text) = text.filter(|_| both(Way::ToUri)) {
        let failed = vector.to_cri_error.as_ref().map(error);
        let expected = failed.or(cri.clone()).unwrap_or_else(|| json!({}));
        answers.push(answer("to-cri", uri(text), expected));
    }
    if let Some(cri) = cri {
        let failed = vector.to_uri_error.as_ref().map(error);
        let expected = failed.or(text.filter(|_| both(Way::ToCri)).map(uri));
        answers.extend(expected.map(|expected| answer("to-uri", cri, expected)));
    }
    answers
}

pub(super) fn resolve(vector: &Resolve) -> Vec<Answer> {
    let input = json!({
        "base": to_hex(&vector.base_cbor),
        "reference": to_hex(&vector.reference_cbor),
        "base_edn": vector.base,
        "reference_edn": vector.reference,
    });
    let result =
        vector.result_cbor.as_ref().map(|result| cbor_and_edn(result, vector.result.as_ref()));
    let failed = vector.error.as_ref();
    let mut answers = vec![answer("resolve", input, found_or(result.clone(), failed))];
    if let Some(reference) = &vector.reference_uri {
        let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
        answers.push(answer("to-cri", uri(reference), expected));
    }
    if let (Some(result), Some(text)) = (result, &vector.result_uri) {
        answers.push(answer("to-uri", result, uri(text)));
    }
    if let (Some(base), Some(reference)) = (&vector.base_uri, &vector.reference_uri) {
        let input = json!({ "base": base, "reference": reference });
        let failed = failed.and_then(|failed| match &*failed.kind {
            // The steps of RFC 3986 would produce a path that reads as an authority.
            "leading-empty-segment" => Some(error(failed)),
            "not-full" => {
                let error = json!({ "kind": "relative-base", "component": "scheme", "offset": 0 });
                Some(json!({ "error": error }))
            }
            _ => None,
        });
        let target = vector.rfc3986.as_ref().or(vector.result_uri.as_ref());
        let expected = failed.or(target.map(|text| uri(text)));
        answers.extend(expected.map(|expected| answer("resolve-uri", input, expected)));
    }
    answers
}

pub(super) fn compare(vector: &Compare) -> Vec<Answer> {
    let input = present(json!({
        "a": to_hex(&vector.a),
        "b": to_hex(&vector.b),
        "a_edn": vector.a_edn,
        "b_edn": vector.b_edn,
    }));
    let expected = json!({
        "equal": vector.equal,
        "equal_ignoring_fragment": vector.equal_ignoring_fragment,
    });
    vec![answer("compare", input, expected)]
}

pub(super) fn relativize_cri(vector: &RelativizeCri) -> Vec<Answer> {
    let input = json!({
        "base": to_hex(&vector.base_cbor),
        "target": to_hex(&vector.target_cbor),
        "base_edn": vector.base,
        "target_edn": vector.target,
    });
    let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
    vec![answer("relativize-cri", input, expected)]
}

pub(super) fn tagged(vector: &Tagged) -> Vec<Answer> {
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let content = vector.content.as_ref().map(|bytes| json!({ "content": to_hex(bytes) }));
    let expected = found_or(content.clone(), vector.error.as_ref());
    let mut answers = vec![answer("decode-tagged", input, expected)];
    if let (Some(content), Some(encoded)) = (content, &vector.encoded) {
        answers.push(answer("encode-tagged", content, cbor(encoded)));
    }
    answers
}

pub(super) fn scheme(vector: &Scheme) -> Vec<Answer> {
    let with_port = |mut expected: Value| {
        if vector.port.is_some() || vector.portless {
            expected["port"] = json!(vector.port);
        }
        expected
    };
    let Scheme { number, name, .. } = vector;
    let by_number = number.map(|number| {
        answer("scheme-name", json!({ "number": number }), with_port(json!({ "name": name })))
    });
    let by_name = name.as_ref().map(|name| {
        answer("scheme-number", json!({ "name": name }), with_port(json!({ "number": number })))
    });
    by_number.into_iter().chain(by_name).collect()
}
