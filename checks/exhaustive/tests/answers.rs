//! The schema of answers describes the answers of `conform`, and those that cases expect.

use std::collections::BTreeMap;

use boon::{Compiler, SchemaIndex, Schemas};
use conform::answer;
use serde_json::{Value, json};

use crate::schema::read;

/// The schemas of the answers to each operation.
struct Answers(Schemas, BTreeMap<String, SchemaIndex>);

impl Answers {
    fn read() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let name = "answers.schema.json";
        compiler.add_resource(name, read(name)).expect("a new name");
        let operations = &read("schema.json")["$defs"]["case"]["properties"]["operation"]["enum"];
        let operations = operations.as_array().expect("a list").iter().map(|operation| {
            let operation = operation.as_str().expect("a name").to_owned();
            let index = compiler.compile(&format!("{name}#/$defs/{operation}"), &mut schemas);
            (operation, index.expect("a schema"))
        });
        let mut operations: BTreeMap<_, _> = operations.collect();
        // The whole file describes an answer to any operation.
        operations.insert("any".into(), compiler.compile(name, &mut schemas).expect("a schema"));
        Self(schemas, operations)
    }

    fn check(&self, operation: &str, answer: &Value) -> Result<(), String> {
        let error = |error| format!("{operation}: {answer}: {error:#}");
        self.0.validate(answer, self.1[operation]).map_err(error)
    }
}

#[test]
fn every_expected_answer_and_every_answer_of_conform_matches() {
    let schema = Answers::read();
    let corpus = read("vectors.json");
    let mut count = 0;
    // The runner writes out the repetitions of long cases. Short ones have answers of all forms.
    let is_long = |case: &&Value| case.to_string().contains("\"times\":");
    for case in corpus["cases"].as_array().expect("cases").iter().filter(|case| !is_long(case)) {
        let operation = case["operation"].as_str().expect("a name");
        let alternatives = case["alternatives"].as_array().cloned().unwrap_or_default();
        let expected =
            alternatives.into_iter().chain([case["expect"].clone()]).map(|mut answer| {
                answer["id"] = case["id"].clone();
                answer
            });
        let revisions = match case["revision"].as_str().expect("a name") {
            "any" => &["draft-16", "rfc9988"][..],
            one => &[one],
        };
        let answers = revisions.iter().map(|revision| {
            let mut case = case.clone();
            case["revision"] = json!(revision);
            answer(case.to_string().as_bytes())
        });
        for answer in answers.chain(expected) {
            assert_eq!(schema.check(operation, &answer), Ok(()));
            assert_eq!(schema.check("any", &answer), Ok(()));
            count += 1;
        }
    }
    assert!(count > 9000, "{count} answers");
}

#[test]
fn an_answer_has_no_more_than_it_needs() {
    let schema = Answers::read();
    for (operation, answer) in [
        ("to-cri", json!({ "cbor": "", "error": null, "unsupported": false, "debug": [] })),
        ("to-cri", json!({ "error": {} })),
        (
            "to-cri",
            json!({ "error": { "kind": null, "component": null, "offset": null, "why": 1 } }),
        ),
        ("decode", json!({ "outcome": "rejected" })),
        ("decode", json!({ "unsupported": true })),
        ("decode", json!({ "error": { "kind": "internal" } })),
        ("decode", json!({ "internal": "index out of range" })),
        ("parse", json!({ "path": "" })),
        ("scheme-name", json!({})),
        ("proxy", json!({ "asked": "endpoint" })),
    ] {
        let mut answer = answer;
        answer["id"] = json!("a");
        assert_eq!(schema.check(operation, &answer), Ok(()));
        assert_eq!(schema.check("any", &answer), Ok(()));
    }
}

#[test]
fn wrong_answers_do_not_match() {
    let schema = Answers::read();
    for (operation, answer) in [
        ("to-cri", json!({ "cbor": "80" })),
        ("to-cri", json!({ "id": 1, "cbor": "80" })),
        ("to-cri", json!({ "id": "a" })),
        ("to-cri", json!({ "id": "a", "uri": "a:" })),
        ("to-cri", json!({ "id": "a", "cbor": "8" })),
        ("to-cri", json!({ "id": "a", "cbor": "8A" })),
        ("to-cri", json!({ "id": "a", "cbor": "80", "error": "no" })),
        ("to-cri", json!({ "id": "a", "error": "no" })),
        ("to-cri", json!({ "id": "a", "error": true })),
        ("to-cri", json!({ "id": "a", "error": { "kind": 1 } })),
        ("to-cri", json!({ "id": "a", "error": { "offset": -1 } })),
        ("to-cri", json!({ "id": "a", "unsupported": "yes" })),
        ("to-cri", json!({ "id": "a", "internal": 1 })),
        ("decode", json!({ "id": "a", "outcome": "processable" })),
        ("decode", json!({ "id": "a", "outcome": "bad" })),
        ("decode", json!({ "id": "a", "error": {} })),
        ("compare", json!({ "id": "a", "equal": true })),
        ("compare", json!({ "id": "a", "equal": 1, "equal_ignoring_fragment": 1 })),
        ("scheme-name", json!({ "id": "a", "name": 1 })),
        ("scheme-name", json!({ "id": "a", "name": "coap", "port": "5683" })),
        ("scheme-number", json!({ "id": "a", "number": "0" })),
        ("parse", json!({ "id": "a", "path": "", "port": 80 })),
        ("parse", json!({ "id": "a", "scheme": "a" })),
        ("extract", json!({ "id": "a", "found": ["a:"] })),
        ("decompose", json!({ "id": "a", "transport": "coap", "options": [[3, "00"]] })),
        ("proxy", json!({ "id": "a", "asked": "cri" })),
        ("proxy", json!({ "id": "a", "asked": "scheme-number", "cbor": "80" })),
        ("proxy", json!({ "id": "a", "asked": "uri", "text": 1 })),
        ("any", json!({})),
        ("any", json!("80")),
    ] {
        assert!(schema.check(operation, &answer).is_err(), "{operation}: {answer}");
    }
}
