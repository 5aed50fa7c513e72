//! The cases of each vector: one operation, one input, one expected answer.

use cri_testvectors::{
    Asked, Compare, Compose, Conflicts, Convert, Corpus, Decode, Decompose, Extract, Normalize, Outcome, Parse, Proxy,
    ProxyOption, Recompose, Relativize, RelativizeCri, Resolve, Revision, Scheme, Tagged, Vector, Way,
};
use serde::Serialize;

use super::coap;
use super::json::{Json, Object};

/// One operation with one input and one expected answer.
#[derive(Debug, Serialize)]
pub(super) struct Case {
    /// Unique: the vector, the operation, and then the revision and `strict` where the case has them.
    id: String,
    vector: String,
    operation: &'static str,
    /// `draft-16`, `draft-30`, or `any`.
    pub(super) revision: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<&'static str>,
    pub(super) shows: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    input: Object,
    expect: Object,
}

/// The cases of one vector.
struct Cases<'v, V> {
    vector: &'v V,
    note: Option<&'v String>,
    cases: Vec<Case>,
}

impl<'v, V: Vector> Cases<'v, V> {
    fn of(vector: &'v V, note: &'v Option<String>) -> Self {
        Self { vector, note: note.as_ref(), cases: Vec::new() }
    }

    /// Adds a case of both revisions, or of the one that is given.
    fn add(&mut self, operation: &'static str, revision: Option<Revision>, input: Object, expect: Object) {
        self.push(operation, revision, "", input, expect);
    }

    /// Adds one case where the answers are equal, and one for each revision where they differ.
    fn add_both(&mut self, operation: &'static str, suffix: &str, input: Object, [old, new]: [Object; 2]) {
        if old == new {
            return self.push(operation, None, suffix, input, old);
        }
        self.push(operation, Some(Revision::Draft16), suffix, input.clone(), old);
        self.push(operation, Some(Revision::Draft27), suffix, input, new);
    }

    fn push(
        &mut self,
        operation: &'static str,
        revision: Option<Revision>,
        suffix: &str,
        input: Object,
        expect: Object,
    ) {
        let entry = self.vector.entry();
        let revision = revision.map(name);
        let of_revision = revision.map(|revision| format!("/{revision}")).unwrap_or_default();
        self.cases.push(Case {
            id: format!("{}/{operation}{of_revision}{suffix}", entry.id),
            vector: entry.id.to_owned(),
            operation,
            revision: revision.unwrap_or("any"),
            without: entry.without.iter().map(|feature| feature.name()).collect(),
            shows: entry.shows.to_vec(),
            note: self.note.cloned(),
            input,
            expect,
        });
    }
}

/// The name of a revision in a case. `draft-30` stands for draft-27 to draft-30, which have one wire form.
fn name(revision: Revision) -> &'static str {
    match revision {
        Revision::Draft16 => "draft-16",
        Revision::Draft27 => "draft-30",
    }
}

/// All cases, in the order of families and vectors.
pub(super) fn all(corpus: &Corpus) -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(corpus.decode.iter().flat_map(decode));
    cases.extend(corpus.convert.iter().flat_map(convert));
    cases.extend(corpus.resolve.iter().flat_map(resolve));
    cases.extend(corpus.compare.iter().flat_map(compare));
    cases.extend(corpus.relativize_cri.iter().flat_map(relativize_cri));
    cases.extend(corpus.tagged.iter().flat_map(tagged));
    cases.extend(corpus.scheme.iter().flat_map(scheme));
    cases.extend(corpus.parse.iter().flat_map(parse));
    cases.extend(corpus.normalize.iter().flat_map(normalize));
    cases.extend(corpus.extract.iter().flat_map(extract));
    cases.extend(corpus.recompose.iter().flat_map(recompose));
    cases.extend(corpus.relativize.iter().flat_map(relativize));
    cases.extend(corpus.decompose.iter().flat_map(decompose));
    cases.extend(corpus.compose.iter().flat_map(compose));
    cases.extend(corpus.proxy.iter().flat_map(proxy));
    cases.extend(corpus.proxy_option.iter().flat_map(proxy_option));
    cases
}

fn cbor(bytes: &[u8]) -> Object {
    Object::default().with_bytes("cbor", bytes)
}

fn uri(text: &str) -> Object {
    Object::of("uri", text)
}

fn error(error: &cri_testvectors::Expected) -> Object {
    Object::of("error", error)
}

/// Bytes, and the diagnostic notation of them for readers.
fn cbor_and_edn(bytes: &[u8], edn: Option<&String>) -> Object {
    cbor(bytes).with_some("edn", edn)
}

fn decode(vector: &Decode) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let outcome = |outcome: Outcome| Object::of("outcome", outcome.name());
    let read = |reader: &str| cbor_and_edn(&vector.cbor, vector.edn.as_ref()).with("reader", reader);
    let liberal = outcome(vector.outcome).with_some("full", vector.full).with_some("error", vector.error.as_ref());
    cases.add("decode", None, read("liberal"), liberal.clone());
    if vector.outcome != Outcome::Processable {
        cases.push("decode", None, "/strict", read("strict"), liberal);
        return cases.cases;
    }
    let encodings = [(&vector.draft16, &vector.draft16_error), (&vector.draft27, &vector.draft27_error)];
    let strict = encodings.map(|(encoding, _)| {
        if encoding.as_ref() == Some(&vector.cbor) { liberal.clone() } else { outcome(Outcome::Unprocessable) }
    });
    cases.add_both("decode", "/strict", read("strict"), strict);
    let encoded = encodings.map(|(encoding, failed)| match (encoding, failed) {
        (Some(encoding), _) => cbor(encoding),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    });
    cases.add_both("encode", "", cbor_and_edn(&vector.cbor, vector.edn.as_ref()), encoded);
    let found = vector.uri.as_deref().map(uri).or(vector.uri_error.as_ref().map(error)).unwrap_or_default();
    cases.add("to-uri", Some(vector.revision), cbor_and_edn(&vector.cbor, vector.edn.as_ref()), found);
    cases.cases
}

fn convert(vector: &Convert) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let revision = Some(vector.revision);
    let cri = vector.cbor.as_deref().map(|bytes| cbor_and_edn(bytes, vector.edn.as_ref())).unwrap_or_default();
    if let Some(text) = &vector.uri {
        match &vector.to_cri_error {
            Some(expected) => cases.add("to-cri", revision, uri(text), error(expected)),
            None if vector.way != Some(Way::ToUri) => cases.add("to-cri", revision, uri(text), cri.clone()),
            None => {}
        }
    }
    if vector.cbor.is_some() {
        match (&vector.to_uri_error, &vector.uri) {
            (Some(expected), _) => cases.add("to-uri", revision, cri, error(expected)),
            (None, Some(text)) if vector.way != Some(Way::ToCri) => cases.add("to-uri", revision, cri, uri(text)),
            (None, _) => {}
        }
    }
    cases.cases
}

fn resolve(vector: &Resolve) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let revision = Some(vector.revision);
    let input = Object::default()
        .with_bytes("base", &vector.base_cbor)
        .with_bytes("reference", &vector.reference_cbor)
        .with("base_edn", &vector.base)
        .with("reference_edn", &vector.reference);
    let result = match (&vector.result_cbor, &vector.error) {
        (Some(result), _) => cbor_and_edn(result, vector.result.as_ref()),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    cases.add("resolve", revision, input, result);
    if let Some(reference) = &vector.reference_uri {
        let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
        cases.add("to-cri", revision, uri(reference), expected);
    }
    if let (Some(result), Some(text)) = (&vector.result_cbor, &vector.result_uri) {
        cases.add("to-uri", revision, cbor_and_edn(result, vector.result.as_ref()), uri(text));
    }
    if let (Some(base), Some(reference)) = (&vector.base_uri, &vector.reference_uri) {
        let input = Object::of("base", base).with("reference", reference);
        // The steps of RFC 3986 would produce a path that reads as an authority.
        let failed = vector.error.as_ref().filter(|error| error.kind == "leading-empty-segment");
        let target = vector.rfc3986.as_ref().or(vector.result_uri.as_ref());
        let expected = failed.map(error).or(target.map(|text| uri(text)));
        if let Some(expected) = expected {
            cases.add("resolve-uri", None, input, expected);
        }
    }
    cases.cases
}

fn compare(vector: &Compare) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = Object::default()
        .with_bytes("a", &vector.a)
        .with_bytes("b", &vector.b)
        .with("a_edn", &vector.a_edn)
        .with("b_edn", &vector.b_edn);
    let expected = Object::of("equal", vector.equal).with("equal_ignoring_fragment", vector.equal_ignoring_fragment);
    cases.add("compare", None, input, expected);
    cases.cases
}

fn relativize_cri(vector: &RelativizeCri) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = Object::default()
        .with_bytes("base", &vector.base_cbor)
        .with_bytes("target", &vector.target_cbor)
        .with("base_edn", &vector.base)
        .with("target_edn", &vector.target);
    let expected = cbor_and_edn(&vector.reference_cbor, Some(&vector.reference));
    cases.add("relativize-cri", Some(vector.revision), input, expected);
    cases.cases
}

fn tagged(vector: &Tagged) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = cbor_and_edn(&vector.cbor, vector.edn.as_ref());
    let revision = Some(Revision::Draft27);
    let expected = match (&vector.content, &vector.error) {
        (Some(content), _) => Object::default().with_bytes("content", content),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    cases.add("decode-tagged", revision, input, expected);
    if let (Some(content), Some(encoded)) = (&vector.content, &vector.encoded) {
        cases.add("encode-tagged", revision, Object::default().with_bytes("content", content), cbor(encoded));
    }
    cases.cases
}

fn scheme(vector: &Scheme) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let revision = Some(vector.revision);
    let with_port = |expected: Object| match (vector.port, vector.portless) {
        (None, false) => expected,
        (port, _) => expected.with("port", port),
    };
    if let Some(number) = vector.number {
        let expected = with_port(Object::of("name", vector.name.as_ref()));
        cases.add("scheme-name", revision, Object::of("number", number), expected);
    }
    if let Some(name) = &vector.name {
        cases.add("scheme-number", revision, Object::of("name", name), with_port(Object::of("number", vector.number)));
    }
    cases.cases
}

fn parse(vector: &Parse) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let components = Object::of("scheme", vector.scheme.as_ref())
        .with("userinfo", vector.userinfo.as_ref())
        .with("host", vector.host.as_ref())
        .with("port", vector.port.as_ref())
        .with("path", vector.path.as_ref())
        .with("query", vector.query.as_ref())
        .with("fragment", vector.fragment.as_ref());
    let parsed = vector.error.as_ref().map_or(components.clone(), error);
    cases.add("parse", None, uri(&vector.uri), parsed);
    let is_absolute = vector.scheme.is_some() && vector.fragment.is_none();
    if let Some(expected) = &vector.absolute_error {
        cases.add("parse-absolute", None, uri(&vector.uri), error(expected));
    } else if vector.error.is_none() && is_absolute {
        cases.add("parse-absolute", None, uri(&vector.uri), components);
    }
    cases.cases
}

fn normalize(vector: &Normalize) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let expected = Object::default()
        .with_some("case", vector.case.as_ref())
        .with_some("percent", vector.percent.as_ref())
        .with_some("dot_segments", vector.dot_segments.as_ref())
        .with("syntax", &vector.syntax)
        .with("scheme", vector.scheme.as_ref().unwrap_or(&vector.syntax));
    cases.add("normalize", None, uri(&vector.uri), expected);
    cases.cases
}

fn extract(vector: &Extract) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let found = vector.found.iter().map(|found| {
        Object::of("uri", &found.uri)
            .with("written", found.written.as_ref().unwrap_or(&found.uri))
            .with("delimiters", &found.delimiters)
            .with("alternative", found.alternative.as_ref())
    });
    cases.add("extract", None, Object::of("text", &vector.text), Object::of("found", Json::list(found)));
    cases.cases
}

fn recompose(vector: &Recompose) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = Object::default()
        .with_some("scheme", vector.scheme.as_ref())
        .with_some("authority", vector.authority.as_ref())
        .with("path", &vector.path)
        .with_some("query", vector.query.as_ref())
        .with_some("fragment", vector.fragment.as_ref());
    let expected = vector.uri.as_deref().map(uri).or(vector.error.as_ref().map(error)).unwrap_or_default();
    cases.add("recompose", None, input, expected);
    cases.cases
}

fn relativize(vector: &Relativize) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = Object::of("base", &vector.base).with("target", &vector.target);
    match (&vector.reference, &vector.error) {
        (Some(reference), _) => {
            cases.add("relativize-uri", None, input, Object::of("reference", reference));
            let input = Object::of("base", &vector.base).with("reference", reference);
            cases.add("resolve-uri", None, input, uri(&vector.target));
        }
        (None, failed) => {
            cases.add("relativize-uri", None, input, failed.as_ref().map(error).unwrap_or_default());
        }
    }
    cases.cases
}

fn decompose(vector: &Decompose) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let revision = Some(vector.revision);
    let cri = cbor_and_edn(&vector.cbor, Some(&vector.edn));
    let input = cri.clone().with("destination", vector.destination.to_string()).with_some("zone", vector.zone.as_ref());
    let expected = match (&vector.options, &vector.error) {
        (Some(options), _) => {
            Object::of("transport", vector.transport.as_ref()).with("options", coap::options(options))
        }
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    cases.add("decompose", revision, input, expected);
    if let Some(text) = &vector.uri {
        cases.add("to-uri", revision, cri, uri(text));
    }
    cases.cases
}

fn compose(vector: &Compose) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let revision = Some(vector.revision);
    let input = Object::of("destination", vector.destination.to_string())
        .with_some("zone", vector.zone.as_ref())
        .with("transport", &vector.transport)
        .with("options", coap::options(&vector.options));
    match (&vector.cbor, &vector.error) {
        (Some(bytes), _) => {
            let cri = cbor_and_edn(bytes, vector.edn.as_ref());
            cases.add("compose", revision, input, cri.clone());
            if let Some(text) = &vector.uri {
                cases.add("to-uri", revision, cri, uri(text));
            }
        }
        (None, failed) => {
            let expected = failed.as_ref().map(|error| coap::error(error, None, vector.code.as_ref()));
            cases.add("compose", revision, input, expected.unwrap_or_default());
        }
    }
    cases.cases
}

fn proxy(vector: &Proxy) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = Object::of("options", coap::options(&vector.options))
        .with_some("conflicts", vector.conflicts.map(Conflicts::name))
        // The options are composed with this destination where they name a scheme number.
        .with("destination", "192.0.2.1:5683")
        .with_some("default_port", vector.default_port);
    let expected = match (&vector.error, vector.asked) {
        (Some(failed), _) => coap::error(failed, vector.option, vector.code.as_ref()),
        (None, asked) => {
            let expected = Object::of("asked", asked.map(Asked::name))
                .with_some("text", vector.text.as_ref())
                .with_some("number", vector.number);
            match &vector.cbor {
                Some(bytes) => expected.with_bytes("cbor", bytes).with_some("edn", vector.edn.as_ref()),
                None => expected,
            }
        }
    };
    cases.add("proxy", Some(vector.revision), input, expected);
    cases.cases
}

fn proxy_option(vector: &ProxyOption) -> Vec<Case> {
    let mut cases = Cases::of(vector, &vector.note);
    let input = match &vector.cbor {
        Some(bytes) => cbor(bytes),
        None => Object::of("number", vector.number),
    };
    let expected = match (&vector.value, &vector.error) {
        (Some(value), _) => Object::default().with_bytes("value", value),
        (None, failed) => failed.as_ref().map(error).unwrap_or_default(),
    };
    let revision = vector.cbor.as_ref().map(|_| vector.revision);
    cases.add("proxy-option", revision, input, expected);
    cases.cases
}
