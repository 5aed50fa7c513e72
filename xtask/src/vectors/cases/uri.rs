//! The cases of vectors about URIs as text.

use cri_testvectors::{Extract, Normalize, Parse, Recompose, Relativize};

use crate::vectors::answer::{Answers, error, uri};
use crate::vectors::json::{Json, Object};

pub(super) fn parse(vector: &Parse) -> Answers {
    let mut answers = Answers::default();
    let components = Object::of("scheme", vector.scheme.as_ref())
        .with("userinfo", vector.userinfo.as_ref())
        .with("host", vector.host.as_ref())
        .with("port", vector.port.as_ref())
        .with("path", vector.path.as_ref())
        .with("query", vector.query.as_ref())
        .with("fragment", vector.fragment.as_ref());
    let parsed = vector.error.as_ref().map_or(components.clone(), error);
    answers.add("parse", uri(&vector.uri), parsed);
    let is_absolute = vector.scheme.is_some() && vector.fragment.is_none();
    if let Some(expected) = &vector.absolute_error {
        answers.add("parse-absolute", uri(&vector.uri), error(expected));
    } else if vector.error.is_none() && is_absolute {
        answers.add("parse-absolute", uri(&vector.uri), components);
    }
    answers
}

pub(super) fn normalize(vector: &Normalize) -> Answers {
    let mut answers = Answers::default();
    let expected = Object::default()
        .with_some("case", vector.case.as_ref())
        .with_some("percent", vector.percent.as_ref())
        .with_some("dot_segments", vector.dot_segments.as_ref())
        .with("syntax", &vector.syntax)
        .with("scheme", vector.scheme.as_ref().unwrap_or(&vector.syntax));
    answers.add("normalize", uri(&vector.uri), expected);
    answers
}

pub(super) fn extract(vector: &Extract) -> Answers {
    let mut answers = Answers::default();
    let found = vector.found.iter().map(|found| {
        Object::of("uri", &found.uri)
            .with("written", found.written.as_ref().unwrap_or(&found.uri))
            .with("delimiters", &found.delimiters)
            .with("alternative", found.alternative.as_ref())
    });
    answers.add(
        "extract",
        Object::of("text", &vector.text),
        Object::of("found", Json::list(found)),
    );
    answers
}

pub(super) fn recompose(vector: &Recompose) -> Answers {
    let mut answers = Answers::default();
    let input = Object::default()
        .with_some("scheme", vector.scheme.as_ref())
        .with_some("authority", vector.authority.as_ref())
        .with("path", &vector.path)
        .with_some("query", vector.query.as_ref())
        .with_some("fragment", vector.fragment.as_ref());
    let expected =
        vector.uri.as_deref().map(uri).or(vector.error.as_ref().map(error)).unwrap_or_default();
    answers.add("recompose", input, expected);
    answers
}

pub(super) fn relativize(vector: &Relativize) -> Answers {
    let mut answers = Answers::default();
    let input = Object::of("base", &vector.base).with("target", &vector.target);
    match (&vector.reference, &vector.error) {
        (Some(reference), _) => {
            answers.add("relativize-uri", input, Object::of("reference", reference));
            let input = Object::of("base", &vector.base).with("reference", reference);
            answers.add("resolve-uri", input, uri(&vector.target));
        }
        (None, failed) => {
            answers.add("relativize-uri", input, failed.as_ref().map(error).unwrap_or_default());
        }
    }
    answers
}
