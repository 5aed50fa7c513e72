//! The corpus about CoAP, through the built program: all that goes to one destination in one run.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use cri_testvectors::{Asked, CoapOption, Conflicts, Corpus, Expected, Revision};
use serde_json::Value;

use crate::program::{cri, objects};
use crate::vectors::{answers, assert_fails, hex, name};

fn corpus() -> Corpus {
    Corpus::load().unwrap_or_else(|error| panic!("{error}"))
}

/// The destination as the program takes it.
fn destination(address: SocketAddr, zone: Option<&str>) -> String {
    match zone {
        Some(zone) => format!("[{}%{zone}]:{}", address.ip(), address.port()),
        None => address.to_string(),
    }
}

/// Options as they come out of the program, or as they go in: one a line, with another comment where there is none.
fn lines(options: &[CoapOption], line: impl Fn(&CoapOption) -> String) -> String {
    let lines = options.iter().map(line).chain(options.is_empty().then(|| "# nothing".to_owned()));
    lines.map(|line| line + "\n").collect()
}

fn numbered(option: &CoapOption) -> String {
    format!("Option {}: 0x{}", option.number, hex(&option.value()))
}

/// The same by its name, where that is known and the value is text that is written as it is.
fn named(option: &CoapOption) -> String {
    let plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'\\';
    match String::from_utf8(option.value()) {
        Ok(value) if [3, 11, 15, 35, 39].contains(&option.number) && value.bytes().all(|byte| plain(&byte)) => {
            format!("{}: {value}", option.name)
        }
        _ => numbered(option),
    }
}

/// The answers to requests, each a run of lines.
fn compositions(args: &[&str], revision: Revision, requests: &[String]) -> Vec<Value> {
    let args = [&["coap", "--compose", "--json", "--revision", name(revision)], args].concat();
    let answers = objects(&cri(&args, &requests.join("\n")));
    assert_eq!(answers.len(), requests.len(), "{args:?} answers each request");
    answers
}

fn assert_options(answer: &Value, expected: &[CoapOption], id: &str) {
    let options = answer["options"].as_array().unwrap_or_else(|| panic!("{id}: {answer}"));
    assert_eq!(options.len(), expected.len(), "{id}: {answer}");
    for (option, expected) in options.iter().zip(expected) {
        assert_eq!(option["number"], expected.number, "{id}: {answer}");
        assert_eq!(option["hex"], hex(&expected.value()), "{id}: {answer}");
        // Those that name no resource have no name in the program.
        assert!(option["name"].is_null() || option["name"] == *expected.name, "{id}: {answer}");
    }
}

/// Whether the registry has no such scheme.
fn is_unknown(scheme: &str, revision: Revision) -> bool {
    answers(&["scheme"], revision, [scheme].into_iter())[0]["error"]["kind"] == "unknown-scheme"
}

#[test]
fn coap_decomposes() {
    let corpus = corpus();
    let mut runs = BTreeMap::new();
    for vector in &corpus.decompose {
        let destination = destination(vector.destination, vector.zone.as_deref());
        runs.entry((vector.revision as u8, destination)).or_insert_with(Vec::new).push(vector);
    }
    assert!(!runs.is_empty());
    for ((_, destination), vectors) in runs {
        for form in ["hex", "edn"] {
            let args = ["coap", "--from", form, "--destination", &destination];
            let operands: Vec<String> = vectors
                .iter()
                .map(|vector| if form == "hex" { hex(&vector.cbor) } else { vector.edn.clone() })
                .collect();
            let answers = answers(&args, vectors[0].revision, operands.iter().map(String::as_str));
            for (vector, answer) in vectors.iter().zip(answers) {
                match (&vector.options, &vector.error) {
                    (Some(options), None) => assert_options(&answer, options, &vector.id),
                    (_, error) => assert_fails(&answer, error.as_ref().expect(&vector.id), false, &vector.id),
                }
            }
        }
    }
}

#[test]
fn coap_composes() {
    let corpus = corpus();
    let mut runs = BTreeMap::new();
    for vector in &corpus.compose {
        let destination = destination(vector.destination, vector.zone.as_deref());
        let run = (vector.revision as u8, destination, &*vector.transport);
        runs.entry(run).or_insert_with(Vec::new).push(vector);
    }
    assert!(!runs.is_empty());
    for ((_, destination, transport), vectors) in runs {
        for line in [numbered, named] {
            let requests: Vec<String> = vectors.iter().map(|vector| lines(&vector.options, line)).collect();
            let args = ["--destination", &destination, "--scheme", transport];
            for (vector, answer) in vectors.iter().zip(compositions(&args, vectors[0].revision, &requests)) {
                let id = &*vector.id;
                match &vector.error {
                    Some(expected) => assert_fails(&answer, expected, false, id),
                    None => {
                        assert_eq!(answer["cri"], hex(vector.cbor.as_ref().expect(id)), "{id}: {answer}");
                        if let Some(uri) = &vector.uri {
                            assert_eq!(answer["uri"], **uri, "{id}");
                        }
                        let mut options = vector.options.clone();
                        options.sort_by_key(|option| option.number);
                        assert_options(&answer, &options, id);
                    }
                }
            }
        }
    }
}

#[test]
fn coap_composes_what_proxies_are_asked_for() {
    // The program is strict, and its registry has the default ports.
    let corpus = corpus();
    let vectors: Vec<_> =
        corpus.proxy.iter().filter(|vector| vector.conflicts != Some(Conflicts::Precedence)).collect();
    for vector in vectors {
        let id = &*vector.id;
        let request = lines(&vector.options, numbered);
        let args = ["--destination", "192.0.2.1:5683"];
        let answer = compositions(&args, vector.revision, std::slice::from_ref(&request)).remove(0);
        let encoded = |text: &str| answers(&["encode"], vector.revision, [text].into_iter()).remove(0);
        match (&vector.error, vector.asked) {
            (Some(expected), _) => {
                // What is wrong is an option, and what components that has, is for the program to say.
                assert_fails(&answer, &Expected { component: None, ..expected.clone() }, false, id);
                let offset = answer["error"]["offset"].as_u64().expect(id) as usize;
                let number = vector.option.expect(id);
                let line = request[..offset].lines().last().expect(id);
                assert!(line.starts_with(&format!("Option {number}:")), "{id}: {line}");
            }
            // The program looks into the text, too.
            (None, Some(Asked::Uri)) if !vector.text.as_deref().is_some_and(|text| text.contains(':')) => {
                assert_eq!(answer["error"]["kind"], "not-full", "{id}: {answer}");
            }
            (None, Some(Asked::Uri)) => {
                assert_eq!(answer["cri"], encoded(vector.text.as_deref().expect(id))["cri"], "{id}: {answer}");
            }
            (None, Some(Asked::SchemeNumber)) if answer["error"]["kind"] == "unknown-scheme" => {
                assert!(is_unknown(&vector.number.expect(id).to_string(), vector.revision), "{id}");
            }
            (None, Some(Asked::SchemeName)) if answer["error"]["kind"] == "unknown-scheme" => {
                assert!(is_unknown(vector.text.as_deref().expect(id), vector.revision), "{id}");
            }
            (None, Some(Asked::SchemeName)) => {
                let name = vector.text.as_deref().expect(id).to_ascii_lowercase();
                let uri = answer["uri"].as_str().unwrap_or_else(|| panic!("{id}: {answer}"));
                assert!(uri.starts_with(&format!("{name}://")), "{id}: {answer}");
            }
            (None, _) => match &vector.cbor {
                Some(cbor) => assert_eq!(answer["cri"], hex(cbor), "{id}: {answer}"),
                None => assert!(answer["error"].is_null(), "{id}: {answer}"),
            },
        }
    }
}

#[test]
fn coap_asks_proxies() {
    for vector in &corpus().proxy_option {
        // Of a scheme number alone, the program makes no option.
        let Some(cbor) = &vector.cbor else { continue };
        let id = &*vector.id;
        let operand = hex(cbor);
        let answer = answers(&["coap", "--proxy", "--from", "hex"], vector.revision, [&*operand].into_iter()).remove(0);
        match (&vector.value, &vector.error) {
            (Some(value), None) => assert_eq!(answer["options"][0]["hex"], hex(value), "{id}: {answer}"),
            (_, error) => assert_fails(&answer, error.as_ref().expect(id), false, id),
        }
    }
}
