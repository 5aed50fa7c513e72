//! The cases of vectors about CRIs.

use cri_testvectors::{
    Compare, Convert, Decode, Outcome, RelativizeCri, Resolve, Scheme, Tagged, Way,
};

use crate::vectors::answer::{Answers, cbor, cbor_and_edn, error, uri};
use crate::vectors::json::Object;

pub(super) fn decode(vector: &Decode) -> Answers {
    let mut answers = Answers::default();
    let item = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let outcome = |outcome: Outcome| Object::of("outcome", outcome.name());
    let liberal = outcome(vector.outcome)
        .with_some("full", vector.full)
        .with_some("error", vector.error.as_ref());
    // A strict reader accepts only what its revision writes.
    let is_other_form =
        vector.outcome == Outcome::Processable && vector.encoded.as_ref() != Some(&vector.cbor);
    let strict = if is_other_form { outcome(Outcome::Unprocessable) } else { liberal.clone() };
    answers.add("decode", item.clone().with("reader", "liberal"), liberal);
    answers.add_strict("decode", item.clone().with("reader", "strict"), strict);
    if vector.outcome == Outcome::Processable {
        let encoded = vector.encoded.as_deref().map(cbor);
        answers.add(
            "encode",
            item.clone(),
            encoded.or(vector.encode_error.as_ref().map(error)).unwrap_or_default(),
        );
        let text = vector.uri.as_deref().map(uri);
        answers.add(
            "to-uri",
            item,
            text.or(vector.uri_error.as_ref().map(error)).unwrap_or_default(),
        );
    }
    answers
}

pub(super) fn convert(vector: &Convert) -> Answers {
    let mut answers = Answers::default();
    let cri = vector
        .cbor
        .as_deref()
        .map(|bytes| cbor_and_edn(bytes, vector.edn.as_ref()))
        .unwrap_or_default();
    if let Some(text) = &vector.uri {
        match &vector.to_cri_error {
            Some(expected) => answers.add("to-cri", uri(text), error(expected)),
            None if vector.way != Some(Way::ToUri) => answers.add("to-cri", uri(text), cri.clone()),
            None => {}
        }
    }
    if vector.cbor.is_some() {
        match (&vector.to_uri_error, &vector.uri) {
            (Some(expected), _) => answers.add("to-uri", cri, error(expected)),
            (None, Some(text)) if vector.way != Some(Way::ToCri) => {
                answers.add("to-uri", cri, uri(text));
            }
            (None, _) => {}
        }
    }
    answers
}

pub(super) fn resolve(vector: &Resolve) -> Answers {
    let mut answers = Answers::default();
    let input = Object::default()
        .with_bytes("base", &vector.base_cbor)
        .with_bytes("reference", &vector.reference_cbor)
        .with("base_edn", &vector.base)
        .with("reference_edn", &vector.reference);
    let result = match (&vector.result_cbor, &vector.error) {
        (Some(result), _) => cbor_and_edn(result, vector.result.as_ref()),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    answers.add("resolve", input, result);
    if let Some(reference) = &vector.reference_uri {
        let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
        answers.add("to-cri", uri(reference), expected);
    }
    if let (Some(result), Some(text)) = (&vector.result_cbor, &vector.result_uri) {
        answers.add("to-uri", cbor_and_edn(result, vector.result.as_ref()), uri(text));
    }
    if let (Some(base), Some(reference)) = (&vector.base_uri, &vector.reference_uri) {
        let input = Object::of("base", base).with("reference", reference);
        // The steps of RFC 3986 would produce a path that reads as an authority.
        let failed = vector.error.as_ref().filter(|error| error.kind == "leading-empty-segment");
        let target = vector.rfc3986.as_ref().or(vector.result_uri.as_ref());
        let expected = failed.map(error).or(target.map(|text| uri(text)));
        if let Some(expected) = expected {
            answers.add("resolve-uri", input, expected);
        }
    }
    answers
}

pub(super) fn compare(vector: &Compare) -> Answers {
    let mut answers = Answers::default();
    let input = Object::default()
        .with_bytes("a", &vector.a)
        .with_bytes("b", &vector.b)
        .with("a_edn", &vector.a_edn)
        .with("b_edn", &vector.b_edn);
    let expected = Object::of("equal", vector.equal)
        .with("equal_ignoring_fragment", vector.equal_ignoring_fragment);
    answers.add("compare", input, expected);
    answers
}

pub(super) fn relativize_cri(vector: &RelativizeCri) -> Answers {
    let mut answers = Answers::default();
    let input = Object::default()
        .with_bytes("base", &vector.base_cbor)
        .with_bytes("target", &vector.target_cbor)
        .with("base_edn", &vector.base)
        .with("target_edn", &vector.target);
    let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
    answers.add("relativize-cri", input, expected);
    answers
}

pub(super) fn tagged(vector: &Tagged) -> Answers {
    let mut answers = Answers::default();
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let expected = match (&vector.content, &vector.error) {
        (Some(content), _) => Object::default().with_bytes("content", content),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    answers.add("decode-tagged", input, expected);
    if let (Some(content), Some(encoded)) = (&vector.content, &vector.encoded) {
        answers.add(
            "encode-tagged",
            Object::default().with_bytes("content", content),
            cbor(encoded),
        );
    }
    answers
}

pub(super) fn scheme(vector: &Scheme) -> Answers {
    let mut answers = Answers::default();
    let with_port = |expected: Object| match (vector.port, vector.portless) {
        (None, false) => expected,
        (port, _) => expected.with("port", port),
    };
    if let Some(number) = vector.number {
        let expected = with_port(Object::of("name", vector.name.as_ref()));
        answers.add("scheme-name", Object::of("number", number), expected);
    }
    if let Some(name) = &vector.name {
        answers.add(
            "scheme-number",
            Object::of("name", name),
            with_port(Object::of("number", vector.number)),
        );
    }
    answers
}
