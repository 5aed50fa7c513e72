//! The corpus, through the built program. One run of a command answers many vectors, one operand per line.

use std::collections::BTreeMap;

use crate::program::{cri, cri_bytes, objects};
use cri_testvectors::{
    Decode, Expected, Normalize, Outcome, Resolve, Revision, Way, corpus, run, sample, to_hex,
};
use serde_json::Value;

/// The answers to operands, one per line, as JSON.
pub(crate) fn answers<'a>(
    args: &[&str],
    revision: Revision,
    operands: impl Iterator<Item = &'a str>,
) -> Vec<Value> {
    let operands: Vec<&str> = operands.collect();
    let stdin: String = operands.iter().flat_map(|operand| [*operand, "\n"]).collect();
    let args = [args, &["--json", "--revision", revision.name()]].concat();
    let answers = objects(&cri(&args, &stdin));
    assert_eq!(answers.len(), operands.len(), "{args:?} answers each operand");
    answers
}

/// Each vector with the answer to its operand, from one run of the program.
pub(crate) fn answered<V: Copy>(
    args: &[&str],
    revision: Revision,
    cases: &[(V, String)],
) -> Vec<(V, Value)> {
    let answers = answers(args, revision, cases.iter().map(|(_, operand)| operand.as_str()));
    cases.iter().map(|(vector, _)| *vector).zip(answers).collect()
}

/// Fails unless the answer is the expected error. Offsets are compared where they count into the vector's own input.
pub(crate) fn assert_fails(answer: &Value, expected: &Expected, with_offset: bool) {
    let error = if answer["error"].is_null() { &answer["uri_error"] } else { &answer["error"] };
    let kind =
        error["kind"].as_str().unwrap_or_else(|| panic!("expected {expected:?}, found {answer}"));
    let component = error["component"].as_str().unwrap_or("no component");
    let offset = error["offset"].as_u64().map_or(usize::MAX, |offset| offset as usize);
    expected.assert_matches(kind, Some(component), with_offset.then_some(offset));
}

/// The vectors for decoding with every feature: the program has no option to switch one off.
fn decodes() -> impl Iterator<Item = &'static Decode> {
    sample(corpus().decode.iter().filter(|vector| vector.without.is_empty()), 3)
}

fn assert_decodes(vector: &Decode, answer: &Value, is_hex: bool) {
    if vector.outcome != Outcome::Processable {
        assert_fails(answer, vector.error.as_ref().expect("an expected error"), is_hex);
        let class = answer["error"]["message"].as_str().expect("a message");
        let rejected = class.starts_with("malformed CBOR: ") || class.starts_with("rejected: ");
        assert_eq!(rejected, vector.outcome == Outcome::Rejected, "{answer}");
        return;
    }
    if let Some(expected) = &vector.encode_error {
        return assert_fails(answer, expected, false);
    }
    assert_eq!(answer["cri"], to_hex(vector.encoded.as_deref().expect("an encoding")), "{answer}");
    assert_eq!(answer["uri"].as_str(), vector.uri.as_deref(), "{answer}");
    if let Some(expected) = &vector.uri_error {
        assert_fails(answer, expected, false);
    }
}

/// The answers of `decode`, in the revision of each vector.
fn decoded<'v>(args: &[&str], cases: &[(&'v Decode, String)]) -> Vec<(&'v Decode, Value)> {
    let of = |revision| {
        let cases: Vec<_> =
            cases.iter().filter(|(vector, _)| vector.revision == revision).cloned().collect();
        answered(args, revision, &cases)
    };
    Revision::ALL.into_iter().flat_map(of).collect()
}

#[test]
fn decode_reads_hex() {
    // Hex digits of no bytes are an empty operand, not CBOR that ends too early.
    let vectors = decodes().filter(|vector| !vector.cbor.is_empty());
    let operands: Vec<_> = vectors.map(|vector| (vector, to_hex(&vector.cbor))).collect();
    run(decoded(&["decode"], &operands), |(vector, answer)| assert_decodes(vector, &answer, true));
}

#[test]
fn decode_reads_diagnostic_notation() {
    let operands: Vec<_> =
        decodes().filter_map(|vector| Some((vector, vector.edn.clone()?))).collect();
    run(decoded(&["decode", "--from", "edn"], &operands), |(vector, answer)| {
        assert_decodes(vector, &answer, false);
        if let Some(offset) = answer["error"]["offset"].as_u64() {
            assert!(offset <= vector.edn.as_ref().map_or(0, String::len) as u64, "{answer}");
        }
    });
}

#[test]
fn decode_reads_cbor_sequences() {
    let cases = Revision::ALL.into_iter().flat_map(|revision| {
        let vectors = decodes()
            .filter(|vector| vector.outcome != Outcome::Rejected && vector.revision == revision);
        let vectors: Vec<&Decode> = vectors.collect();
        let sequence: Vec<u8> = vectors.iter().flat_map(|vector| vector.cbor.clone()).collect();
        let args = ["decode", "--from", "cbor", "--json", "--revision", revision.name()];
        let answers = objects(&cri_bytes(&args, &sequence));
        assert_eq!(answers.len(), vectors.len());
        vectors.into_iter().zip(answers)
    });
    run(cases, |(vector, answer)| assert_decodes(vector, &answer, true));
}

#[test]
fn a_malformed_item_ends_a_sequence() {
    let rejected = corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Rejected);
    let rejected = rejected.filter_map(|vector| Some((vector, vector.error.as_ref()?)));
    // In a sequence, more bytes are the next item, and no bytes are an empty sequence.
    let rejected = rejected
        .filter(|(vector, error)| error.kind != "trailing-bytes" && !vector.cbor.is_empty());
    run(sample(rejected, 5), |(vector, expected)| {
        let run = |sequence: &[u8]| {
            objects(&cri_bytes(&["decode", "--from", "cbor", "--json"], sequence))
        };
        let answers = run(&[b"\x80", &*vector.cbor].concat());
        assert_eq!(answers.len(), 2);
        assert_fails(&answers[1], expected, true);
        // The end of an item that is well-formed is known, so the next one is read.
        let answers = run(&[b"\x80", &*vector.cbor, b"\x80"].concat());
        let is_over = answers[1]["error"]["message"]
            .as_str()
            .is_some_and(|text| text.ends_with("is not read"));
        match &*expected.kind {
            "not-an-array" => assert_eq!((answers.len(), is_over), (3, false)),
            "end-of-input" => assert!(!is_over),
            _ => assert_eq!((answers.len(), is_over), (2, true)),
        }
    });
}

#[test]
fn encode_and_decode_convert() {
    for revision in Revision::ALL {
        let vectors = corpus().convert.iter();
        let vectors =
            vectors.filter(|vector| vector.without.is_empty() && vector.revision == revision);
        let (mut to_cri, mut to_uri) = (Vec::new(), Vec::new());
        for vector in vectors {
            if vector.to_cri_error.is_some() || vector.way.is_some_and(|way| way != Way::ToUri) {
                to_cri.push((vector, vector.uri.clone().expect(&vector.id)));
            }
            if vector.to_uri_error.is_some() || vector.way.is_some_and(|way| way != Way::ToCri) {
                to_uri.push((vector, to_hex(vector.cbor.as_ref().expect(&vector.id))));
            }
        }
        run(answered(&["encode"], revision, &to_cri), |(vector, answer)| {
            match &vector.to_cri_error {
                Some(expected) => assert_fails(&answer, expected, true),
                None => assert_eq!(answer["cri"], to_hex(vector.cbor.as_ref().expect("a CRI"))),
            }
        });
        run(answered(&["decode"], revision, &to_uri), |(vector, answer)| {
            match &vector.to_uri_error {
                Some(expected) => assert_fails(&answer, expected, false),
                None => assert_eq!(answer["uri"].as_str(), vector.uri.as_deref()),
            }
        });
    }
}

#[test]
fn encode_points_at_syntax_errors() {
    // The program reads lines, so an operand holds no line end.
    let on_a_line = |uri: &str| !uri.contains('\n') && !uri.ends_with('\r');
    let vectors =
        corpus().parse.iter().filter(|vector| vector.error.is_some() && on_a_line(&vector.uri));
    let operands: Vec<_> = vectors.map(|vector| (vector, vector.uri.clone())).collect();
    // Without `--from`, an operand that begins with a bracket or a brace is not a URI.
    let args = ["encode", "--from", "uri"];
    run(answered(&args, Revision::Draft16, &operands), |(vector, answer)| {
        assert_fails(&answer, vector.error.as_ref().expect("an expected error"), true);
    });
}

/// The vectors for resolution by revision and base: those with one base go through the program together.
fn by_base() -> BTreeMap<(Revision, &'static [u8]), Vec<&'static Resolve>> {
    let mut by_base = BTreeMap::<_, Vec<&Resolve>>::new();
    // A relative base is a mistake of usage, which ends the program before the operands.
    let of_full =
        |vector: &&Resolve| vector.error.as_ref().is_none_or(|error| error.kind != "not-full");
    for vector in corpus().resolve.iter().filter(of_full) {
        by_base.entry((vector.revision, &*vector.base_cbor)).or_default().push(vector);
    }
    sample(by_base, 5).collect()
}

#[test]
fn resolve_reads_hex_and_diagnostic_notation() {
    let mut cases = Vec::new();
    for ((revision, base), vectors) in by_base() {
        let operands: Vec<_> =
            vectors.iter().map(|vector| (*vector, to_hex(&vector.reference_cbor))).collect();
        let args = ["resolve", "--keep-fragment", "--from", "hex", "--base", &to_hex(base)];
        cases.extend(answered(&args, revision, &operands));
        let operands: Vec<_> =
            vectors.iter().map(|vector| (*vector, vector.reference.clone())).collect();
        let args = ["resolve", "--keep-fragment", "--from", "edn", "--base", &vectors[0].base];
        cases.extend(answered(&args, revision, &operands));
    }
    run(cases, |(vector, answer)| {
        match &vector.error {
            Some(expected) => assert_fails(&answer, expected, false),
            None => {
                assert_eq!(answer["cri"], to_hex(vector.result_cbor.as_ref().expect("a result")));
            }
        }
        if let Some(uri) = &vector.result_uri {
            assert_eq!(answer["uri"], **uri);
        }
    });
}

#[test]
fn resolve_reads_uris() {
    let mut cases = Vec::new();
    for ((revision, _), vectors) in by_base() {
        let Some(base) = vectors.iter().find_map(|vector| vector.base_uri.as_deref()) else {
            continue;
        };
        let operands =
            vectors.iter().filter_map(|vector| Some((*vector, vector.reference_uri.clone()?)));
        let operands: Vec<_> = operands.collect();
        cases.extend(answered(
            &["resolve", "--keep-fragment", "--base", base],
            revision,
            &operands,
        ));
    }
    run(cases, |(vector, answer)| match &vector.error {
        Some(expected) => assert_fails(&answer, expected, false),
        None => assert_eq!(answer["cri"], to_hex(vector.result_cbor.as_ref().expect("a result"))),
    });
}

#[test]
fn scheme_looks_up() {
    for revision in Revision::ALL {
        let vectors: Vec<_> =
            corpus().scheme.iter().filter(|vector| vector.revision == revision).collect();
        let numbers =
            vectors.iter().filter_map(|vector| Some((*vector, vector.number?.to_string())));
        let ids = vectors
            .iter()
            .filter_map(|vector| Some((*vector, (-1 - i128::from(vector.number?)).to_string())));
        // An empty operand fails otherwise than a name that is not in the table. The table has lower case only, while
        // the program reads schemes as URIs have them.
        let names = vectors.iter().filter_map(|vector| Some((*vector, vector.name.clone()?)));
        let names = names.filter(|(_, name)| !name.is_empty() && name.to_lowercase() == *name);
        let operands: Vec<_> = numbers.chain(ids).chain(names).collect();
        run(answered(&["scheme"], revision, &operands), |(vector, answer)| {
            if vector.absent {
                assert_eq!(answer["error"]["kind"], "unknown-scheme", "{answer}");
                return;
            }
            assert_eq!(answer["number"].as_u64(), vector.number, "{answer}");
            assert_eq!(answer["name"].as_str(), vector.name.as_deref(), "{answer}");
            if vector.portless || vector.port.is_some() {
                assert_eq!(answer["port"].as_u64(), vector.port.map(u64::from), "{answer}");
            }
        });
    }
}

#[test]
fn relativize_returns_the_shortest_reference() {
    run(&corpus().relativize_cri, |vector| {
        let operands = [to_hex(&vector.base_cbor), to_hex(&vector.target_cbor)];
        let revision = vector.revision.name();
        let args = [
            "relativize",
            "--keep-fragment",
            "--revision",
            revision,
            "--from",
            "hex",
            &operands[0],
            &operands[1],
        ];
        let output = cri(&args, "");
        assert_eq!(output.stdout.trim_end(), to_hex(&vector.reference_cbor), "{output:?}");
    });
}

#[test]
fn relativize_leads_back() {
    let mut cases = Vec::new();
    for ((revision, base), vectors) in by_base() {
        let base = to_hex(base);
        let targets = vectors
            .iter()
            .filter_map(|vector| Some((*vector, to_hex(vector.result_cbor.as_deref()?))));
        let targets: Vec<_> = targets.collect();
        let args = ["relativize", "--keep-fragment", "--from", "hex", "--base", &base];
        let reference = |(vector, answer): (_, Value)| {
            (vector, answer["cri"].as_str().expect("a reference").to_owned())
        };
        let references: Vec<_> =
            answered(&args, revision, &targets).into_iter().map(reference).collect();
        let args = ["resolve", "--keep-fragment", "--from", "hex", "--base", &base];
        let resolved = answered(&args, revision, &references);
        let references = references.into_iter().map(|(_, reference)| reference);
        cases.extend(
            resolved.into_iter().zip(targets.into_iter().map(|(_, target)| target).zip(references)),
        );
    }
    run(cases, |((_, answer), (target, reference))| {
        assert_eq!(answer["cri"], *target, "{reference}");
        assert!(reference.len() <= target.len(), "{reference}");
    });
}

#[test]
fn relativize_leads_back_on_text() {
    let mut cases = Vec::new();
    for ((revision, _), vectors) in by_base() {
        let Some(base) = vectors.iter().find_map(|vector| vector.base_uri.as_deref()) else {
            continue;
        };
        let targets =
            vectors.iter().filter_map(|vector| Some((*vector, vector.result_uri.as_deref()?)));
        let targets: Vec<_> = targets.collect();
        let text: String = targets.iter().flat_map(|(_, target)| [*target, "\n"]).collect();
        let args =
            |command| [command, "--revision", revision.name(), "--nfc", "keep", "--base", base];
        let references = cri(&args("relativize"), &text);
        let resolved = cri(&args("resolve"), &references.stdout);
        assert_eq!(
            (references.status, resolved.status),
            (Some(0), Some(0)),
            "{base} {references:?} {resolved:?}"
        );
        let lines: Vec<String> = resolved.stdout.lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), targets.len(), "{base} {references:?} {resolved:?}");
        cases.extend(targets.into_iter().zip(lines));
    }
    run(cases, |((_, target), resolved)| assert_eq!(resolved, target));
}

#[test]
fn compare_compares() {
    run(sample(&corpus().compare, 4), |vector| {
        let operands = [to_hex(&vector.a), to_hex(&vector.b)];
        for (args, equal) in
            [(&[][..], vector.equal), (&["--ignore-fragment"], vector.equal_ignoring_fragment)]
        {
            let args =
                [&["compare", "--json", "--from", "hex"], args, &[&operands[0], &operands[1]]]
                    .concat();
            let output = cri(&args, "");
            let answer = &objects(&output)[0];
            assert_eq!(answer["equal"], equal, "{answer}");
            assert_eq!(answer["first_difference"].is_null(), equal, "{answer}");
            assert_eq!(output.status, Some(i32::from(!equal)));
        }
    });
}

#[test]
fn check_finds() {
    run(sample(&corpus().check, 3), |vector| {
        let output = cri(&["check", "--json", &vector.uri], "");
        let answer = &objects(&output)[0];
        let found = answer["findings"].as_array().expect("findings");
        let expected: Vec<_> = vector.findings.iter().chain(&vector.idna).collect();
        assert_eq!(found.len(), expected.len(), "{answer}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found["kind"], *expected.kind, "{answer}");
            assert_eq!(found["component"], *expected.component, "{answer}");
            assert_eq!(found["offset"], expected.offset, "{answer}");
            assert_eq!(found["severity"], *expected.severity, "{answer}");
        }
        let broken = vector.findings.iter().any(|finding| finding.severity == "violation");
        assert_eq!(output.status, Some(i32::from(broken)));
    });
}

#[test]
fn normalize_writes_the_normal_form() {
    type Expected = fn(&'static Normalize) -> Option<&'static str>;
    let steps: [(&str, Expected); 5] = [
        ("case", |vector| vector.case.as_deref()),
        ("percent", |vector| vector.percent.as_deref()),
        ("dots", |vector| vector.dot_segments.as_deref()),
        ("case,percent,dots,address", |vector| Some(&vector.syntax)),
        ("case,percent,dots,address,scheme", |vector| vector.scheme.as_deref()),
    ];
    for (steps, expected) in steps {
        let cases = corpus().normalize.iter();
        let cases: Vec<_> = cases
            .filter_map(|vector| Some(((vector, expected(vector)?), vector.uri.clone())))
            .collect();
        assert!(cases.len() > 10, "{steps}: {}", cases.len());
        let args = ["normalize", "--from", "uri", "--steps", steps];
        run(answered(&args, Revision::Draft16, &cases), |((_, expected), answer)| {
            assert_eq!(answer["uri"], expected);
        });
    }
    let all =
        corpus().normalize.iter().filter_map(|vector| Some((vector, vector.scheme.as_ref()?)));
    let uris: String = all.clone().map(|(vector, _)| format!("{}\n", vector.uri)).collect();
    let normal: String = all.map(|(_, normal)| format!("{normal}\n")).collect();
    assert_eq!(cri(&["normalize", "--from", "uri"], &uris).stdout, normal);
    // Once is enough.
    assert_eq!(cri(&["normalize", "--from", "uri"], &normal).stdout, normal);
}

#[test]
fn find_finds() {
    run(sample(&corpus().extract, 3), |vector| {
        let iri = vector.iri.unwrap_or_default().then_some("--iri");
        let arguments: Vec<_> =
            ["find", "--json"].into_iter().chain(iri).chain(["--", &vector.text]).collect();
        let answers = objects(&cri(&arguments, ""));
        let found = answers[0]["found"].as_array().expect("a list");
        assert_eq!(found.len(), vector.found.len(), "{answers:?}");
        let lines: Vec<&str> = vector.text.split('\n').collect();
        for (found, expected) in found.iter().zip(&vector.found) {
            let number = |key: &str| found[key].as_u64().expect("a number") as usize;
            let rest = lines[number("line") - 1..].join("\n");
            let written = expected.written.as_ref().unwrap_or(&expected.uri);
            assert_eq!(&rest[number("start")..number("end")], written, "{found}");
            assert_eq!(found["uri"], *expected.uri, "{found}");
        }
    });
}

#[test]
fn inspect_explains_every_byte() {
    // Long vectors have as many items as bytes, and add nothing here.
    let vectors = decodes().filter(|vector| (1..4096).contains(&vector.cbor.len()));
    let operands: Vec<_> = vectors.map(|vector| (vector, to_hex(&vector.cbor))).collect();
    run(
        answered(&["inspect", "--from", "hex"], Revision::Draft16, &operands),
        |(vector, answer)| {
            let items = answer["items"].as_array().expect("items");
            let digits: String = items.iter().filter_map(|item| item["hex"].as_str()).collect();
            assert_eq!(digits, to_hex(&vector.cbor));
            match &vector.error {
                Some(expected) => assert_fails(&answer, expected, true),
                // Each item of a CRI belongs to a component.
                None => assert!(items.iter().all(|item| item["component"].is_string()), "{answer}"),
            }
        },
    );
}

#[test]
fn the_program_runs() {
    run(&corpus().program, |vector| {
        let args: Vec<&str> = vector.args.iter().map(String::as_str).collect();
        let text = vector.stdin.as_deref().unwrap_or_default().as_bytes();
        let output = cri_bytes(&args, vector.stdin_hex.as_deref().unwrap_or(text));
        assert_eq!(output.status, Some(vector.status), "{output:?}");
        if let Some(stdout) = &vector.stdout {
            assert_eq!(output.stdout, *stdout, "{output:?}");
        }
        for part in &vector.stdout_has {
            assert!(output.stdout.contains(part), "{part} in {output:?}");
        }
        for part in &vector.stderr_has {
            assert!(output.stderr.contains(part), "{part} in {output:?}");
        }
    });
}
