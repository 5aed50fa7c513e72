//! The files of cases and of schemes match their schemas, which refuse others.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::schema::{Schema, read};

#[test]
fn the_cases_match_their_schema() {
    Schema::new("schema.json").check(&read("vectors.json")).unwrap();
}

/// Each alternative could be the expected answer.
#[test]
fn alternatives_are_other_answers() {
    let schema = Schema::new("schema.json");
    let mut file = read("vectors.json");
    let mut swapped = Vec::new();
    for case in file["cases"].as_array().expect("cases") {
        for alternative in case["alternatives"].as_array().into_iter().flatten() {
            let mut other = case.clone();
            other["expect"] = alternative.clone();
            swapped.push(other);
        }
        let answers = case["alternatives"].as_array().into_iter().flatten();
        let answers: Vec<_> = answers.chain([&case["expect"]]).collect();
        let distinct: HashSet<String> = answers.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), answers.len(), "{}: an answer twice", case["id"]);
    }
    file["cases"] = json!(swapped);
    schema.check(&file).unwrap();
}

#[test]
fn the_schema_refuses_wrong_cases() {
    let schema = Schema::new("schema.json");
    let mut file = read("vectors.json");
    file["cases"] = json!([]);
    let case = json!({
        "id": "a/to-uri", "vector": "a", "operation": "to-uri", "revision": "any", "shows": ["D16-1-01"],
        "basis": "reading", "gap": ["D16-1-01"], "input": { "cbor": "80" }, "expect": { "uri": "" },
    });
    for (pointer, value) in [
        ("", json!({})),
        ("/operation", json!("to-url")),
        ("/revision", json!("draft-27")),
        ("/shows", json!([])),
        ("/basis", json!("text")),
        ("/basis", json!("defect")),
        ("/gap", json!([])),
        ("/input", json!({ "cbor": "8" })),
        ("/input", json!({ "cbor": "80", "uri": "" })),
        ("/input", json!({ "cbor": { "concat": [] } })),
        ("/input", json!({ "cbor": { "concat": ["8"] } })),
        ("/input", json!({ "cbor": { "concat": ["80", { "repeat": "8", "times": 2 }] } })),
        ("/input", json!({ "cbor": { "concat": [{ "repeat": "80", "times": 1 }] } })),
        ("/input", json!({ "cbor": { "repeat": "80", "times": 2 } })),
        ("/expect", json!({})),
        ("/expect", json!({ "uri": null })),
        ("/expect", json!({ "error": { "component": "host" } })),
        ("/expect", json!({ "error": { "kind": "Not a name" } })),
        ("/expect", json!({ "error": { "kind": "zone-id", "offset": -1 } })),
        ("/without", json!(["pet"])),
    ] {
        let mut wrong = case.clone();
        match wrong.pointer_mut(pointer) {
            Some(place) => *place = value,
            None => wrong["without"] = value,
        }
        let with = |case: Value| {
            let mut file = file.clone();
            file["cases"] = json!([case]);
            schema.check(&file)
        };
        assert_eq!(with(case.clone()), Ok(()));
        let mut in_parts = case.clone();
        in_parts["input"]["cbor"] = json!({ "concat": ["80", { "repeat": "80", "times": 2 }] });
        assert_eq!(with(in_parts), Ok(()));
        assert!(with(wrong).is_err(), "{pointer}");
    }
}

/// Members that a case may lack: the operation or the outcome, or `""` for all, and the member's path.
const OPTIONAL: &[(&str, &str)] = &[
    ("", "note"),
    ("", "without"),
    ("", "alternatives"),
    ("", "input/edn"),
    ("", "expect/edn"),
    ("", "input/zone"),
    ("", "expect/error/component"),
    ("", "expect/error/offset"),
    ("", "expect/error/option"),
    ("", "expect/error/code"),
    // A strict reader refuses the other revision's form without a diagnosis.
    ("unprocessable", "expect/error"),
    ("normalize", "expect/case"),
    ("normalize", "expect/percent"),
    ("normalize", "expect/dot_segments"),
    ("proxy", "input/conflicts"),
    ("proxy", "input/default_port"),
    ("recompose", "input/scheme"),
    ("recompose", "input/authority"),
    ("recompose", "input/query"),
    ("recompose", "input/fragment"),
    ("scheme-name", "expect/port"),
    ("scheme-number", "expect/port"),
];

#[test]
fn the_schema_requires_every_other_member() {
    let schema = Schema::new("schema.json");
    let mut file = read("vectors.json");
    let cases = std::mem::take(file["cases"].as_array_mut().expect("cases"));
    let mut seen = HashSet::new();
    for case in cases {
        let operation = case["operation"].as_str().expect("a name").to_owned();
        let shape = ["outcome", "asked", "error"].map(|member| match &case["expect"][member] {
            Value::Object(_) => "error".to_owned(),
            value => value.to_string(),
        });
        if !seen.insert((operation.clone(), shape)) {
            continue;
        }
        for parent in ["", "/input", "/expect", "/expect/error"] {
            let Some(Value::Object(members)) = case.pointer(parent) else { continue };
            for name in members.keys() {
                let path = format!("{parent}/{name}");
                let is_optional = |(of, member): &(&str, &str)| {
                    (of.is_empty() || *of == operation || case["expect"]["outcome"] == *of)
                        && *member == path.trim_start_matches('/')
                };
                let mut shorter = case.clone();
                let parent =
                    shorter.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
                parent.remove(name);
                file["cases"] = json!([shorter]);
                let is_valid = schema.check(&file).is_ok();
                assert_eq!(
                    is_valid,
                    OPTIONAL.iter().any(is_optional),
                    "{}: without {path}",
                    case["id"]
                );
            }
        }
    }
    assert!(seen.len() > 40, "{} shapes", seen.len());
}

#[test]
fn the_schemes_match_their_schema() {
    let schema = Schema::new("schemes.schema.json");
    let file = read("schemes.json");
    schema.check(&file).unwrap();
    for (pointer, value) in [
        ("/sources", json!({ "draft-16": "a" })),
        ("/differences/0/draft-16", json!("8")),
        ("/schemes/draft-16", json!([])),
        ("/schemes/rfc9988/0/number", json!(-1)),
        ("/schemes/rfc9988/0/name", json!("CoAP")),
        ("/schemes/rfc9988/0/port", json!(0)),
        ("/schemes/rfc9988/0", json!({ "number": 0, "name": "coap" })),
    ] {
        let mut wrong = file.clone();
        *wrong.pointer_mut(pointer).expect(pointer) = value;
        assert!(schema.check(&wrong).is_err(), "{pointer}");
    }
}
