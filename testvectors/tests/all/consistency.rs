//! The corpus is consistent: its ids, references to requirements, kinds of errors, and combinations of fields. The layers
//! test the facts about CRIs, and `checks/exhaustive` compares notation with bytes.

use cri_testvectors::{Asked, CoapOption, Convert, Decode, Expected, Outcome, Way, corpus};
use std::{collections::HashSet, fs, path::Path};

const COMPONENTS: &[&str] = &[
    "cri",
    "scheme",
    "authority",
    "userinfo",
    "host",
    "zone-id",
    "port",
    "discard",
    "path",
    "query",
    "fragment",
];

/// Asserts that an error, if there is one, is about a component. A test of xtask compares its kind with `KINDS.md`.
fn assert_component<'e>(id: &str, error: impl Into<Option<&'e Expected>>) {
    if let Some(component) = error.into().and_then(|error| error.component.as_ref()) {
        assert!(COMPONENTS.contains(&component.as_str()), "{id}: not a component: {component}");
    }
}

#[test]
fn ids_are_unique_and_kebab_case() {
    let corpus = corpus();
    let mut seen = HashSet::new();
    for entry in corpus.entries() {
        assert!(seen.insert((entry.id, entry.revision)), "{} twice", entry.id);
        // A vector that depends on the revision has no namesake that does not.
        assert!(
            entry.revision.is_none() || !seen.contains(&(entry.id, None)),
            "{} twice",
            entry.id
        );
        let words = entry.id.split('-');
        assert!(
            words.into_iter().all(|word| !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())),
            "{} is not kebab-case",
            entry.id
        );
    }
}

#[test]
fn the_corpus_has_at_least_1750_vectors() {
    assert!(corpus().entries().count() >= 1750);
}

#[test]
fn every_vector_shows_existing_requirements() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("requirements.csv");
    let text = fs::read_to_string(path).expect("requirements.csv is there");
    let rows: HashSet<String> = csv::Reader::from_reader(text.as_bytes())
        .records()
        .map(|record| record.expect("requirements.csv is CSV")[0].to_owned())
        .collect();
    for entry in corpus().entries() {
        assert!(!entry.shows.is_empty(), "{} shows nothing", entry.id);
        let distinct: HashSet<_> = entry.shows.iter().collect();
        assert_eq!(distinct.len(), entry.shows.len(), "{} shows a row twice", entry.id);
        for row in entry.shows {
            assert!(rows.contains(row), "{} shows {row}, which does not exist", entry.id);
        }
    }
}

#[test]
fn decode_vectors_are_consistent() {
    for vector in &corpus().decode {
        let Decode { id, outcome, full, error, .. } = vector;
        let results = [
            vector.encoded.is_some(),
            vector.encode_error.is_some(),
            vector.uri.is_some(),
            vector.uri_error.is_some(),
        ];
        if *outcome == Outcome::Processable {
            assert!(full.is_some() && error.is_none(), "{id}");
            assert!(
                results.chunks(2).all(|pair| pair[0] != pair[1]),
                "{id}: a result and its error, or neither"
            );
            assert_component(id, vector.encode_error.as_ref());
            assert_component(id, vector.uri_error.as_ref());
        } else {
            assert!(
                full.is_none() && !results.contains(&true),
                "{id}: results of an item that is not processable"
            );
            let error = error.as_ref().unwrap_or_else(|| panic!("{id}: no error"));
            assert_component(id, error);
            assert!(
                error.offset.is_none_or(|offset| offset <= vector.cbor.len()),
                "{id}: offset past the end"
            );
        }
    }
}

#[test]
fn convert_vectors_are_consistent() {
    for Convert { id, uri, edn, cbor, way, to_cri_error, to_uri_error, .. } in &corpus().convert {
        match (way, to_cri_error, to_uri_error) {
            (Some(Way::Both | Way::ToCri | Way::ToUri), None, None) => {
                assert!(uri.is_some() && edn.is_some() && cbor.is_some(), "{id}");
            }
            (None, Some(error), None) => {
                assert!(edn.is_none() && cbor.is_none(), "{id}");
                let uri = uri.as_ref().unwrap_or_else(|| panic!("{id}: no uri"));
                assert_component(id, error);
                assert!(
                    error.offset.is_none_or(|offset| offset <= uri.len()),
                    "{id}: offset past the end"
                );
            }
            (None, None, Some(error)) => {
                assert!(uri.is_none() && edn.is_some() && cbor.is_some(), "{id}");
                assert_component(id, error);
            }
            _ => panic!("{id}: expected exactly one of way, to_cri_error and to_uri_error"),
        }
    }
}

#[test]
fn parse_vectors_are_consistent() {
    for vector in &corpus().parse {
        let id = &vector.id;
        assert_ne!(vector.path.is_some(), vector.error.is_some(), "{id}: a path or an error");
        assert!(
            vector.host.is_some() || vector.userinfo.is_none() && vector.port.is_none(),
            "{id}: no host"
        );
        if let Some(error) = &vector.error {
            assert_component(id, error);
            assert!(error.offset.is_some_and(|offset| offset <= vector.uri.len()), "{id}: offset");
        }
        if let Some(error) = &vector.absolute_error {
            assert!(vector.error.is_none(), "{id}: the reference does not parse");
            assert_component(id, error);
            assert!(error.offset.is_some_and(|offset| offset <= vector.uri.len()), "{id}: offset");
        }
    }
}

/// The components make the reference again (RFC 3986 section 5.3).
#[test]
fn parse_vectors_recompose() {
    for vector in corpus().parse.iter().filter(|vector| vector.error.is_none()) {
        let part = |before: &str, text: &Option<String>, after: &str| {
            text.as_ref().map_or_else(String::new, |text| format!("{before}{text}{after}"))
        };
        let uri = [
            part("", &vector.scheme, ":"),
            part("", &vector.host.as_ref().map(|_| "//".to_owned()), ""),
            part("", &vector.userinfo, "@"),
            part("", &vector.host, ""),
            part(":", &vector.port, ""),
            part("", &vector.path, ""),
            part("?", &vector.query, ""),
            part("#", &vector.fragment, ""),
        ];
        assert_eq!(uri.concat(), vector.uri, "{}", vector.id);
    }
}

#[test]
fn resolve_vectors_are_consistent() {
    for vector in &corpus().resolve {
        let id = &vector.id;
        assert_eq!(vector.result.is_some(), vector.result_cbor.is_some(), "{id}");
        assert_ne!(vector.result.is_some(), vector.error.is_some(), "{id}: a result or an error");
        assert!(
            vector.result.is_some() || vector.result_uri.is_none(),
            "{id}: a URI without a result"
        );
        assert_component(id, vector.error.as_ref());
        if vector.rfc3986.is_some() {
            assert!(
                vector.base_uri.is_some() && vector.reference_uri.is_some(),
                "{id}: rfc3986 needs base_uri and reference_uri"
            );
            assert_ne!(vector.rfc3986, vector.result_uri, "{id}: rfc3986 equals result_uri");
        }
    }
}

#[test]
fn compare_vectors_are_consistent() {
    for vector in &corpus().compare {
        assert!(vector.equal_ignoring_fragment || !vector.equal, "{}", vector.id);
    }
}

#[test]
fn scheme_vectors_are_consistent() {
    for vector in &corpus().scheme {
        let id = &vector.id;
        let given = usize::from(vector.number.is_some()) + usize::from(vector.name.is_some());
        assert_eq!(
            given,
            if vector.absent { 1 } else { 2 },
            "{id}: expected number and name, or one of them with absent"
        );
        let about_ports = usize::from(vector.port.is_some()) + usize::from(vector.portless);
        assert!(about_ports <= if vector.absent { 0 } else { 1 }, "{id}: port");
    }
}

#[test]
fn program_vectors_are_consistent() {
    for vector in &corpus().program {
        let id = &vector.id;
        assert!((0..=2).contains(&vector.status), "{id}: status");
        assert!(vector.stdin.is_none() || vector.stdin_hex.is_none(), "{id}: two inputs");
        assert!(
            vector.stdout.is_none() || vector.stdout_has.is_empty(),
            "{id}: both stdout and stdout_has"
        );
    }
}

/// Scheme-based steps change something where they are named, and a normal form normalises to itself.
#[test]
fn normalize_vectors_are_consistent() {
    let corpus = corpus();
    for vector in &corpus.normalize {
        let id = &vector.id;
        assert_ne!(vector.scheme.as_ref(), Some(&vector.syntax), "{id}: scheme changes nothing");
        for other in corpus.normalize.iter().filter(|other| other.uri == vector.syntax) {
            assert_eq!(other.syntax, vector.syntax, "{id} and {}", other.id);
            assert_eq!(other.scheme, vector.scheme, "{id} and {}", other.id);
        }
    }
}

#[test]
fn extract_vectors_are_consistent() {
    for vector in &corpus().extract {
        let id = &vector.id;
        let mut rest = vector.text.as_str();
        for found in &vector.found {
            let written = found.written.as_ref().unwrap_or(&found.uri);
            assert!(found.written.as_ref() != Some(&found.uri), "{id}: written twice");
            let bare: String = written.split_ascii_whitespace().collect();
            assert_eq!(bare, found.uri, "{id}");
            let at = rest
                .find(written.as_str())
                .unwrap_or_else(|| panic!("{id}: {written} is not in the text"));
            rest = &rest[at + written.len()..];
            assert!(
                ["angle-brackets", "double-quotes", "single-quotes", "none"]
                    .contains(&found.delimiters.as_str()),
                "{id}"
            );
        }
    }
}

#[test]
fn recompose_vectors_are_consistent() {
    for vector in &corpus().recompose {
        let id = &vector.id;
        assert_ne!(vector.uri.is_some(), vector.error.is_some(), "{id}: a URI or an error");
        assert_component(id, vector.error.as_ref());
    }
}

#[test]
fn relativize_vectors_are_consistent() {
    for vector in &corpus().relativize {
        let id = &vector.id;
        assert_ne!(
            vector.reference.is_some(),
            vector.error.is_some(),
            "{id}: a reference or an error"
        );
        assert!(
            vector.reference.as_ref().is_none_or(|text| text.len() <= vector.target.len()),
            "{id}: the reference is longer than the target"
        );
        assert_component(id, vector.error.as_ref());
    }
}

#[test]
fn relativize_cri_vectors_are_consistent() {
    for vector in &corpus().relativize_cri {
        let (reference, target) = (vector.reference_cbor.len(), vector.target_cbor.len());
        assert!(reference <= target, "{}: the reference is longer than the target", vector.id);
    }
}

#[test]
fn check_vectors_are_consistent() {
    for vector in &corpus().check {
        let id = &vector.id;
        for finding in &vector.findings {
            assert!(["violation", "warning"].contains(&&*finding.severity), "{id}: severity");
            assert!(
                COMPONENTS.contains(&&*finding.component),
                "{id}: not a component: {}",
                finding.component
            );
            assert!(finding.offset <= vector.uri.len(), "{id}: offset past the end");
        }
        let warning = vector.findings.iter().position(|finding| finding.severity == "warning");
        let violation = vector.findings.iter().rposition(|finding| finding.severity == "violation");
        assert!(warning.is_none() || violation < warning, "{id}: violations come first");
    }
}

#[test]
fn tagged_vectors_are_consistent() {
    for vector in &corpus().tagged {
        let id = &vector.id;
        assert_ne!(vector.content.is_some(), vector.error.is_some(), "{id}: content or an error");
        assert_eq!(vector.content.is_some(), vector.encoded.is_some(), "{id}");
        if let Some(content) = &vector.content {
            assert!(vector.cbor.ends_with(content), "{id}: the content stands at the end");
        }
        if let Some(error) = &vector.error {
            assert_component(id, error);
            assert!(error.offset.is_some_and(|offset| offset <= vector.cbor.len()), "{id}: offset");
        }
    }
}

#[test]
fn embedded_vectors_are_consistent() {
    for vector in &corpus().embedded {
        let id = &vector.id;
        // A relative reference is a content that is not a full CRI.
        let relative = vector.error.as_ref().is_some_and(|error| error.kind == "not-full");
        assert_eq!(
            vector.content.is_some(),
            relative || vector.error.is_none(),
            "{id}: content or an error"
        );
        let results = [vector.encoded.is_some(), vector.encode_error.is_some()];
        assert!(!relative || results == [false, true], "{id}: a relative reference is written");
        assert_eq!(
            vector.content.is_some(),
            results[0] != results[1],
            "{id}: an encoding or an error"
        );
        if let Some(content) = &vector.content {
            assert!(vector.cbor.ends_with(content), "{id}: the content stands at the end");
        }
        assert_component(id, vector.error.as_ref());
    }
}

fn are_ascending(options: &[CoapOption]) -> bool {
    options.is_sorted_by_key(|option| option.number)
}

/// Checks the options of a case, or the error in their place.
fn assert_options_or_error(
    id: &str,
    options: Option<&[CoapOption]>,
    has_transport: bool,
    error: Option<&Expected>,
) {
    assert_ne!(options.is_some(), error.is_some(), "{id}: options or an error");
    assert_eq!(options.is_some(), has_transport, "{id}: a transport with the options");
    assert!(options.is_none_or(are_ascending), "{id}: order");
    assert_component(id, error);
}

#[test]
fn decompose_vectors_are_consistent() {
    for vector in &corpus().decompose {
        let (options, transport) = (vector.options.as_deref(), vector.transport.is_some());
        assert_options_or_error(&vector.id, options, transport, vector.error.as_ref());
    }
}

#[test]
fn uri_options_vectors_are_consistent() {
    for vector in &corpus().uri_options {
        let (options, transport) = (vector.options.as_deref(), vector.transport.is_some());
        assert_options_or_error(&vector.id, options, transport, vector.error.as_ref());
    }
}

#[test]
fn compose_vectors_are_consistent() {
    for vector in &corpus().compose {
        let id = &vector.id;
        assert_ne!(vector.cbor.is_some(), vector.error.is_some(), "{id}: a CRI or an error");
        assert_eq!(vector.code.is_some(), vector.error.is_some(), "{id}: the code of an error");
        assert_component(id, vector.error.as_ref());
    }
}

#[test]
fn proxy_vectors_are_consistent() {
    for vector in &corpus().proxy {
        let id = &vector.id;
        assert!(vector.asked.is_some() || vector.error.is_some(), "{id}: neither asked nor error");
        assert_eq!(
            vector.error.is_some(),
            vector.code.is_some() && vector.option.is_some(),
            "{id}: code and option"
        );
        let has_cri = matches!(vector.asked, Some(Asked::Cri | Asked::SchemeNumber));
        assert_eq!(has_cri, vector.edn.is_some(), "{id}: a CRI");
        assert_eq!(vector.edn.is_some(), vector.cbor.is_some(), "{id}");
        assert_eq!(
            matches!(vector.asked, Some(Asked::Uri | Asked::SchemeName)),
            vector.text.is_some(),
            "{id}: text"
        );
        assert_eq!(
            vector.asked == Some(Asked::SchemeNumber),
            vector.number.is_some(),
            "{id}: number"
        );
        assert_component(id, vector.error.as_ref());
    }
    for vector in &corpus().proxy_option {
        let id = &vector.id;
        assert_ne!(vector.cbor.is_some(), vector.number.is_some(), "{id}: a CRI or a number");
        assert_ne!(vector.value.is_some(), vector.error.is_some(), "{id}: a value or an error");
        assert_component(id, vector.error.as_ref());
    }
}
