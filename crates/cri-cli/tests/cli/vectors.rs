//! The corpus, through the built program: what concerns a command goes through it in one run, a vector a line.

use std::collections::BTreeMap;

use crate::program::{cri, cri_bytes, objects};
use cri_testvectors::{Corpus, Decode, Expected, Outcome, Resolve, Revision, Way};
use serde_json::Value;

fn corpus() -> Corpus {
    Corpus::load().unwrap_or_else(|error| panic!("{error}"))
}

const REVISIONS: [Revision; 2] = [Revision::Draft16, Revision::Draft27];

pub(crate) fn name(revision: Revision) -> &'static str {
    match revision {
        Revision::Draft16 => "draft-16",
        Revision::Draft27 => "draft-27",
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The answers to operands, one a line, as JSON.
pub(crate) fn answers<'a>(args: &[&str], revision: Revision, operands: impl Iterator<Item = &'a str>) -> Vec<Value> {
    let operands: Vec<&str> = operands.collect();
    let stdin: String = operands.iter().flat_map(|operand| [*operand, "\n"]).collect();
    let args = [args, &["--json", "--revision", name(revision)]].concat();
    let answers = objects(&cri(&args, &stdin));
    assert_eq!(answers.len(), operands.len(), "{args:?} answers each operand");
    answers
}

/// Whether what is expected to fail did fail so. Offsets count into `cbor` or text as the format has it.
pub(crate) fn assert_fails(answer: &Value, expected: &Expected, with_offset: bool, id: &str) {
    let error = if answer["error"].is_null() { &answer["uri_error"] } else { &answer["error"] };
    assert_eq!(error["kind"], *expected.kind, "{id}: {answer}");
    if let Some(component) = &expected.component {
        assert_eq!(error["component"], **component, "{id}: {answer}");
    }
    if let Some(offset) = expected.offset.filter(|_| with_offset) {
        assert_eq!(error["offset"], offset, "{id}: {answer}");
    }
}

/// The program has every feature, and no option to be without one.
fn decodes(corpus: &Corpus) -> impl Iterator<Item = &Decode> {
    corpus.decode.iter().filter(|vector| vector.without.is_empty())
}

fn assert_decodes(vector: &Decode, answer: &Value, revision: Revision, is_hex: bool) {
    let id = &*vector.id;
    if vector.outcome != Outcome::Processable {
        let expected = vector.error.as_ref().expect(id);
        assert_fails(answer, expected, is_hex, id);
        let class = answer["error"]["message"].as_str().expect(id);
        let rejected = class.starts_with("malformed CBOR: ") || class.starts_with("rejected: ");
        assert_eq!(rejected, vector.outcome == Outcome::Rejected, "{id}: {answer}");
        return;
    }
    let (cbor, error) = match revision {
        Revision::Draft16 => (&vector.draft16, &vector.draft16_error),
        Revision::Draft27 => (&vector.draft27, &vector.draft27_error),
    };
    if let Some(expected) = error {
        assert_fails(answer, expected, false, id);
        return;
    }
    let cbor = cbor.as_deref().expect(id);
    assert_eq!(answer["cri"], hex(cbor), "{id}: {answer}");
    if revision == vector.revision {
        assert_eq!(answer["uri"].as_str(), vector.uri.as_deref(), "{id}: {answer}");
        if let Some(expected) = &vector.uri_error {
            assert_fails(answer, expected, false, id);
        }
    }
}

#[test]
fn decode_reads_hex() {
    let corpus = corpus();
    // Hex digits of nothing are an empty operand, not CBOR that ends too early.
    let vectors: Vec<&Decode> = decodes(&corpus).filter(|vector| !vector.cbor.is_empty()).collect();
    let operands: Vec<String> = vectors.iter().map(|vector| hex(&vector.cbor)).collect();
    for revision in REVISIONS {
        let answers = answers(&["decode"], revision, operands.iter().map(String::as_str));
        for (vector, answer) in vectors.iter().zip(answers) {
            assert_decodes(vector, &answer, revision, true);
        }
    }
}

#[test]
fn decode_reads_diagnostic_notation() {
    let corpus = corpus();
    let vectors: Vec<&Decode> = decodes(&corpus).filter(|vector| vector.edn.is_some()).collect();
    for revision in REVISIONS {
        let operands = vectors.iter().filter_map(|vector| vector.edn.as_deref());
        let answers = answers(&["decode", "--from", "edn"], revision, operands);
        for (vector, answer) in vectors.iter().zip(answers) {
            assert_decodes(vector, &answer, revision, false);
            if let Some(offset) = answer["error"]["offset"].as_u64() {
                assert!(offset <= vector.edn.as_ref().map_or(0, String::len) as u64, "{}: {answer}", vector.id);
            }
        }
    }
}

#[test]
fn decode_reads_cbor_sequences() {
    let corpus = corpus();
    let vectors: Vec<&Decode> = decodes(&corpus).filter(|vector| vector.outcome != Outcome::Rejected).collect();
    let sequence: Vec<u8> = vectors.iter().flat_map(|vector| vector.cbor.clone()).collect();
    for revision in REVISIONS {
        let args = ["decode", "--from", "cbor", "--json", "--revision", name(revision)];
        let answers = objects(&cri_bytes(&args, &sequence));
        assert_eq!(answers.len(), vectors.len());
        for (vector, answer) in vectors.iter().zip(answers) {
            assert_decodes(vector, &answer, revision, true);
        }
    }
    // What is rejected ends a sequence.
    for vector in corpus.decode.iter().filter(|vector| vector.outcome == Outcome::Rejected) {
        let expected = vector.error.as_ref().expect(&vector.id);
        // In a sequence, more bytes are the next item; and nothing is an empty sequence.
        if expected.kind == "trailing-bytes" || vector.cbor.is_empty() {
            continue;
        }
        let sequence = [b"\x80", &*vector.cbor].concat();
        let answers = objects(&cri_bytes(&["decode", "--from", "cbor", "--json"], &sequence));
        assert_eq!(answers.len(), 2, "{}", vector.id);
        assert_fails(&answers[1], expected, true, &vector.id);
    }
}

#[test]
fn encode_and_decode_convert() {
    let corpus = corpus();
    for revision in REVISIONS {
        let vectors = corpus.convert.iter();
        let vectors = vectors.filter(|vector| vector.without.is_empty() && vector.revision == revision);
        let (mut to_cri, mut to_uri) = (Vec::new(), Vec::new());
        for vector in vectors {
            if vector.to_cri_error.is_some() || vector.way.is_some_and(|way| way != Way::ToUri) {
                to_cri.push((vector, vector.uri.as_deref().expect(&vector.id)));
            }
            if vector.to_uri_error.is_some() || vector.way.is_some_and(|way| way != Way::ToCri) {
                to_uri.push((vector, hex(vector.cbor.as_ref().expect(&vector.id))));
            }
        }
        let found = answers(&["encode"], revision, to_cri.iter().map(|(_, uri)| *uri));
        for ((vector, _), answer) in to_cri.iter().zip(found) {
            match &vector.to_cri_error {
                Some(expected) => assert_fails(&answer, expected, true, &vector.id),
                None => assert_eq!(answer["cri"], hex(vector.cbor.as_ref().expect(&vector.id)), "{}", vector.id),
            }
        }
        let found = answers(&["decode"], revision, to_uri.iter().map(|(_, cri)| cri.as_str()));
        for ((vector, _), answer) in to_uri.iter().zip(found) {
            match &vector.to_uri_error {
                Some(expected) => assert_fails(&answer, expected, false, &vector.id),
                None => assert_eq!(answer["uri"].as_str(), vector.uri.as_deref(), "{}", vector.id),
            }
        }
    }
}

#[test]
fn encode_points_at_syntax_errors() {
    let corpus = corpus();
    // A line holds no line end.
    let on_a_line = |uri: &str| !uri.contains('\n') && !uri.ends_with('\r');
    let vectors: Vec<_> =
        corpus.parse.iter().filter(|vector| vector.error.is_some() && on_a_line(&vector.uri)).collect();
    let answers = answers(&["encode"], Revision::Draft16, vectors.iter().map(|vector| &*vector.uri));
    for (vector, answer) in vectors.iter().zip(answers) {
        assert_fails(&answer, vector.error.as_ref().expect(&vector.id), true, &vector.id);
    }
}

/// Vectors with the same base go through the program together.
fn by_base(corpus: &Corpus) -> BTreeMap<(&'static str, &[u8]), Vec<&Resolve>> {
    let mut by_base = BTreeMap::<_, Vec<&Resolve>>::new();
    for vector in corpus.resolve.iter().filter(|vector| vector.without.is_empty()) {
        by_base.entry((name(vector.revision), &*vector.base_cbor)).or_default().push(vector);
    }
    by_base
}

#[test]
fn resolve_reads_hex_and_diagnostic_notation() {
    let corpus = corpus();
    for ((_, base), vectors) in by_base(&corpus) {
        let revision = vectors[0].revision;
        let hex_base = hex(base);
        let references: Vec<String> = vectors.iter().map(|vector| hex(&vector.reference_cbor)).collect();
        let args = ["resolve", "--keep-fragment", "--from", "hex", "--base", &hex_base];
        let from_hex = answers(&args, revision, references.iter().map(String::as_str));
        let args = ["resolve", "--keep-fragment", "--from", "edn", "--base", &vectors[0].base];
        let from_edn = answers(&args, revision, vectors.iter().map(|vector| &*vector.reference));
        for (vector, answers) in vectors.iter().zip(from_hex.iter().zip(&from_edn)) {
            for answer in [answers.0, answers.1] {
                match &vector.error {
                    Some(expected) => assert_fails(answer, expected, false, &vector.id),
                    None => {
                        assert_eq!(answer["cri"], hex(vector.result_cbor.as_ref().expect(&vector.id)), "{}", vector.id);
                    }
                }
                if let Some(uri) = &vector.result_uri {
                    assert_eq!(answer["uri"], **uri, "{}", vector.id);
                }
            }
        }
    }
}

#[test]
fn resolve_reads_uris() {
    let corpus = corpus();
    for vectors in by_base(&corpus).into_values() {
        let Some(base) = vectors.iter().find_map(|vector| vector.base_uri.as_deref()) else { continue };
        let vectors: Vec<_> = vectors.iter().filter(|vector| vector.reference_uri.is_some()).collect();
        let Some(first) = vectors.first() else { continue };
        let references = vectors.iter().filter_map(|vector| vector.reference_uri.as_deref());
        let answers = answers(&["resolve", "--keep-fragment", "--base", base], first.revision, references);
        for (vector, answer) in vectors.iter().zip(answers) {
            match &vector.error {
                Some(expected) => assert_fails(&answer, expected, false, &vector.id),
                None => assert_eq!(answer["cri"], hex(vector.result_cbor.as_ref().expect(&vector.id)), "{}", vector.id),
            }
        }
    }
}

#[test]
fn scheme_looks_up() {
    let corpus = corpus();
    for revision in REVISIONS {
        let vectors: Vec<_> = corpus.scheme.iter().filter(|vector| vector.revision == revision).collect();
        let numbers: Vec<_> = vectors.iter().filter_map(|vector| Some((vector, vector.number?.to_string()))).collect();
        let ids = vectors.iter().filter_map(|vector| Some((vector, (-1 - i128::from(vector.number?)).to_string())));
        // An empty operand is another failure than a name that is not in the table.
        let names = vectors.iter().filter_map(|vector| Some((vector, vector.name.clone()?)));
        // And the table has lower case only, while the program reads schemes as URIs have them.
        let names = names.filter(|(_, name)| !name.is_empty() && name.to_lowercase() == *name);
        let operands: Vec<_> = numbers.iter().cloned().chain(ids).chain(names).collect();
        let answers = answers(&["scheme"], revision, operands.iter().map(|(_, operand)| operand.as_str()));
        for ((vector, operand), answer) in operands.iter().zip(answers) {
            if vector.absent {
                assert_eq!(answer["error"]["kind"], "unknown-scheme", "{}: {operand}", vector.id);
                continue;
            }
            assert_eq!(answer["number"].as_u64(), vector.number, "{}: {operand}", vector.id);
            assert_eq!(answer["name"].as_str(), vector.name.as_deref(), "{}: {operand}", vector.id);
            if vector.portless || vector.port.is_some() {
                assert_eq!(answer["port"].as_u64(), vector.port.map(u64::from), "{}: {operand}", vector.id);
            }
        }
    }
}

#[test]
fn relativize_leads_back() {
    let corpus = corpus();
    for ((_, base), vectors) in by_base(&corpus) {
        let revision = vectors[0].revision;
        let base = hex(base);
        let targets: Vec<String> = vectors.iter().filter_map(|vector| vector.result_cbor.as_deref()).map(hex).collect();
        let args = ["relativize", "--keep-fragment", "--from", "hex", "--base", &base];
        let references = answers(&args, revision, targets.iter().map(String::as_str));
        let references: Vec<&str> = references.iter().filter_map(|answer| answer["cri"].as_str()).collect();
        let args = ["resolve", "--keep-fragment", "--from", "hex", "--base", &base];
        let resolved = answers(&args, revision, references.iter().copied());
        for ((target, reference), answer) in targets.iter().zip(references).zip(resolved) {
            assert_eq!(answer["cri"], **target, "{base} {reference}");
            assert!(reference.len() <= target.len(), "{base} {reference}");
        }
    }
}

#[test]
fn relativize_leads_back_on_text() {
    let corpus = corpus();
    let mut some = false;
    for vectors in by_base(&corpus).into_values() {
        let Some(base) = vectors.iter().find_map(|vector| vector.base_uri.as_deref()) else { continue };
        let targets: Vec<&str> = vectors.iter().filter_map(|vector| vector.result_uri.as_deref()).collect();
        if targets.is_empty() {
            continue;
        }
        let revision = name(vectors[0].revision);
        let args = ["relativize", "--revision", revision, "--nfc", "keep", "--base", base];
        let references = cri(&args, &(targets.join("\n") + "\n"));
        let args = ["resolve", "--revision", revision, "--nfc", "keep", "--base", base];
        let resolved = cri(&args, &references.stdout);
        assert_eq!((references.status, resolved.status), (Some(0), Some(0)), "{base} {references:?} {resolved:?}");
        assert_eq!(resolved.stdout.lines().collect::<Vec<_>>(), targets, "{base}: {references:?}");
        some = true;
    }
    assert!(some);
}

#[test]
fn compare_compares() {
    for vector in corpus().compare {
        let operands = [hex(&vector.a), hex(&vector.b)];
        for (args, equal) in [(&[][..], vector.equal), (&["--ignore-fragment"], vector.equal_ignoring_fragment)] {
            let args = [&["compare", "--json", "--from", "hex"], args, &[&operands[0], &operands[1]]].concat();
            let output = cri(&args, "");
            let answer = &objects(&output)[0];
            assert_eq!(answer["equal"], equal, "{}: {answer}", vector.id);
            assert_eq!(answer["first_difference"].is_null(), equal, "{}: {answer}", vector.id);
            assert_eq!(output.status, Some(i32::from(!equal)), "{}", vector.id);
        }
    }
}

#[test]
fn check_finds() {
    for vector in corpus().check {
        let id = &*vector.id;
        let output = cri(&["check", "--json", &vector.uri], "");
        let answer = &objects(&output)[0];
        let found = answer["findings"].as_array().expect(id);
        assert_eq!(found.len(), vector.findings.len(), "{id}: {answer}");
        for (found, expected) in found.iter().zip(&vector.findings) {
            assert_eq!(found["kind"], *expected.kind, "{id}: {answer}");
            assert_eq!(found["component"], *expected.component, "{id}: {answer}");
            assert_eq!(found["offset"], expected.offset, "{id}: {answer}");
            assert_eq!(found["severity"], *expected.severity, "{id}: {answer}");
        }
        let broken = vector.findings.iter().any(|finding| finding.severity == "violation");
        assert_eq!(output.status, Some(i32::from(broken)), "{id}");
    }
}

#[test]
fn inspect_explains_every_byte() {
    let corpus = corpus();
    let vectors: Vec<&Decode> = decodes(&corpus).filter(|vector| !vector.cbor.is_empty()).collect();
    let operands: Vec<String> = vectors.iter().map(|vector| hex(&vector.cbor)).collect();
    let answers = answers(&["inspect", "--from", "hex"], Revision::Draft16, operands.iter().map(String::as_str));
    for ((vector, operand), answer) in vectors.iter().zip(&operands).zip(answers) {
        let items = answer["items"].as_array().expect(&vector.id);
        let digits: String = items.iter().filter_map(|item| item["hex"].as_str()).collect();
        assert_eq!(digits, *operand, "{}", vector.id);
        let component = |item: &Value| item["component"].as_str().map(str::to_owned);
        match &vector.error {
            Some(expected) => assert_fails(&answer, expected, true, &vector.id),
            // What is a CRI is known in all its parts.
            None => assert!(items.iter().all(|item| component(item).is_some()), "{}: {answer}", vector.id),
        }
    }
}

#[test]
fn the_program_runs() {
    for vector in &corpus().program {
        let id = &*vector.id;
        let args: Vec<&str> = vector.args.iter().map(String::as_str).collect();
        let text = vector.stdin.as_deref().unwrap_or_default().as_bytes();
        let output = cri_bytes(&args, vector.stdin_hex.as_deref().unwrap_or(text));
        assert_eq!(output.status, Some(vector.status), "{id}: {output:?}");
        if let Some(stdout) = &vector.stdout {
            assert_eq!(output.stdout, *stdout, "{id}: {output:?}");
        }
        for part in &vector.stdout_has {
            assert!(output.stdout.contains(part), "{id}: {part} in {output:?}");
        }
        for part in &vector.stderr_has {
            assert!(output.stderr.contains(part), "{id}: {part} in {output:?}");
        }
    }
}
