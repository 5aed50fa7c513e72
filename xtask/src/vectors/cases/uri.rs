//! The cases of vectors about URIs as text.

use cri_testvectors::{Extract, Normalize, Parse, Recompose, Relativize};
use serde_json::{Value, json};

use crate::vectors::answer::{Answer, answer, error, found_or, present, uri};

pub(super) fn parse(vector: &Parse) -> Vec<Answer> {
    let components = json!({
        "scheme": vector.scheme,
        "userinfo": vector.userinfo,
        "host": vector.host,
        "port": vector.port,
        "path": vector.path,
        "query": vector.query,
        "fragment": vector.fragment,
    });
    let parsed = vector.error.as_ref().map_or_else(|| components.clone(), error);
    let mut answers = vec![answer("parse", uri(&vector.uri), parsed)];
    let is_absolute = vector.scheme.is_some() && vector.fragment.is_none();
    let absolute = vector.absolute_error.as_ref().map(error);
    let absolute = absolute.or((vector.error.is_none() && is_absolute).then_some(components));
    answers.extend(absolute.map(|expected| answer("parse-absolute", uri(&vector.uri), expected)));
    answers
}

pub(super) fn normalize(vector: &Normalize) -> Vec<Answer> {
    let expected = present(json!({
        "case": vector.case,
        "percent": vector.percent,
        "dot_segments": vector.dot_segments,
        "syntax": vector.syntax,
        "scheme": vector.scheme.as_ref().unwrap_or(&vector.syntax),
    }));
    vec![answer("normalize", uri(&vector.uri), expected)]
}

pub(super) fn extract(vector: &Extract) -> Vec<Answer> {
    let found = vector.found.iter().map(|found| {
        json!({
            "uri": found.uri,
            "written": found.written.as_ref().unwrap_or(&found.uri),
            "delimiters": found.delimiters,
        })
    });
    let expected = json!({ "found": found.collect::<Value>() });
    let input = present(json!({ "text": vector.text, "iri": vector.iri }));
    vec![answer("extract", input, expected)]
}

pub(super) fn recompose(vector: &Recompose) -> Vec<Answer> {
    let input = present(json!({
        "scheme": vector.scheme,
        "authority": vector.authority,
        "path": vector.path,
        "query": vector.query,
        "fragment": vector.fragment,
    }));
    let expected = found_or(vector.uri.as_deref().map(uri), vector.error.as_ref());
    vec![answer("recompose", input, expected)]
}

pub(super) fn relativize(vector: &Relativize) -> Vec<Answer> {
    let Relativize { base, target, reference, error, .. } = vector;
    let found = reference.as_ref().map(|reference| json!({ "reference": reference }));
    let expected = found_or(found, error.as_ref());
    let mut answers =
        vec![answer("relativize-uri", json!({ "base": base, "target": target }), expected)];
    if let Some(reference) = reference {
        let input = json!({ "base": base, "reference": reference });
        answers.push(answer("resolve-uri", input, uri(target)));
    }
    answers
}
