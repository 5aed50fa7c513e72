//! The files of cases match their schema, and each case has its own id.

use std::collections::HashSet;
use std::fs;

use cri_testvectors::{Corpus, corpus};
use serde_json::{Value, json};

use super::schema::{Schema, check};
use crate::workspace::root;

fn schema() -> Schema {
    let path = root().join("testvectors/json/schema.json");
    Schema::new(serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON"))
}

fn files(corpus: &Corpus) -> Vec<(&'static str, Value)> {
    let texts = super::texts(&root(), corpus).expect("cases");
    texts.into_iter().map(|(name, text)| (name, serde_json::from_str(&text).expect("JSON"))).collect()
}

#[test]
fn files_match_the_schema() {
    let schema = schema();
    for (name, file) in files(corpus()) {
        check(&schema, &file).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}

#[test]
fn the_schema_refuses_wrong_cases() {
    let schema = schema();
    let (_, mut file) = files(corpus()).remove(0);
    file["cases"] = json!([]);
    let case = json!({
        "id": "a/to-uri", "vector": "a", "operation": "to-uri", "revision": "any", "shows": ["D16-1-01"],
        "input": { "cbor": "80" }, "expect": { "uri": "" },
    });
    for (pointer, value) in [
        ("", json!({})),
        ("/operation", json!("to-url")),
        ("/revision", json!("draft-27")),
        ("/shows", json!([])),
        ("/input", json!({ "cbor": "8" })),
        ("/input", json!({ "cbor": "80", "uri": "" })),
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
            check(&schema, &file)
        };
        assert_eq!(with(case.clone()), Ok(()));
        assert!(with(wrong).is_err(), "{pointer}");
    }
}

#[test]
fn ids_are_unique() {
    let (_, file) = files(corpus()).remove(0);
    let cases = file["cases"].as_array().expect("cases");
    let ids: HashSet<&str> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    assert_eq!(ids.len(), cases.len());
    assert!(cases.len() > 3000, "{} cases", cases.len());
}

#[test]
fn equal_answers_are_one_case() {
    let files = files(corpus());
    let ids = |name: &str| -> Vec<&str> {
        let (_, file) = files.iter().find(|(found, _)| *found == name).expect("a file");
        let cases = file["cases"].as_array().expect("cases").iter();
        let of_vector = cases.filter(|case| case["vector"] == "cri-with-number-8");
        of_vector.filter_map(|case| case["id"].as_str()).collect()
    };
    let [decode, old, new] = ["", "/draft-16", "/draft-30"].map(|revision| {
        ["decode", "encode", "to-uri"].map(|operation| format!("cri-with-number-8/{operation}{revision}"))
    });
    let strict = |revision| format!("cri-with-number-8/decode/{revision}/strict");
    assert_eq!(ids("draft-16.json"), [&decode[0], &strict("draft-16"), &old[1], &old[2]]);
    assert_eq!(ids("draft-30.json"), [&decode[0], &strict("draft-30"), &new[1], &new[2]]);
    assert_eq!(ids("vectors.json").len(), 7);
}
