//! The files of cases match their schema, and each case has its own id.

use cri_testvectors::{Revision, corpus};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::requirements::Requirements;
use crate::schema::Schema;
use crate::workspace::read;

/// The text of the file of cases, made once for all tests.
static TEXT: LazyLock<String> = LazyLock::new(|| super::text(corpus()).expect("cases"));

/// The file of cases.
pub(super) fn file() -> Value {
    serde_json::from_str(&TEXT).expect("JSON")
}

#[test]
fn the_file_matches_the_schema() {
    Schema::read("schema.json").check(&file()).unwrap();
}

/// Each alternative could be the expected answer.
#[test]
fn alternatives_are_other_answers() {
    let schema = Schema::read("schema.json");
    let mut file = file();
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

/// Each key of `alternatives`, and each entry in the column `decides` of the requirements, selects a case.
#[test]
fn every_selection_selects_a_case() {
    let file = file();
    let cases = file["cases"].as_array().expect("cases");
    let selects = |words: &str, is_wanted: &dyn Fn(&Value) -> bool| {
        let has = |case: &Value, word: &str| {
            let is_revision = Revision::ALL.iter().any(|revision| revision.name() == word);
            let fails = case["expect"]["error"].is_object()
                || case["expect"]["outcome"].as_str().is_some_and(|it| it != "processable");
            case["operation"] == word
                || word == if fails { "error" } else { "result" }
                || case["revision"] == word
                || case["revision"] == "any" && is_revision
                || case["input"]["reader"] == word
        };
        cases.iter().any(|case| is_wanted(case) && words.split('/').all(|word| has(case, word)))
    };
    for entry in corpus().entries() {
        for words in entry.alternatives.keys() {
            assert!(selects(words, &|case| case["vector"] == entry.id), "{}: {words}", entry.id);
        }
    }
    for (id, row) in Requirements::read().expect("rows").rows {
        // The vectors about the program have no cases.
        for words in row.decides.split_whitespace().filter(|words| *words != "program") {
            let rests_on_row =
                |case: &Value| case["gap"].as_array().is_some_and(|gap| gap.contains(&json!(id)));
            assert!(selects(words, &rests_on_row), "{id}: {words}");
        }
    }
}

#[test]
fn the_schema_refuses_wrong_cases() {
    let schema = Schema::read("schema.json");
    let mut file = file();
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
    let schema = Schema::read("schema.json");
    let mut file = file();
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

/// Many parsers of JSON read numbers as doubles, and round larger ones. Scheme numbers above the limit are in CBOR.
#[test]
fn doubles_hold_every_number() {
    fn largest(value: &Value) -> u64 {
        match value {
            Value::Number(number) => number.as_u64().expect("an integer that is not negative"),
            Value::Array(items) => items.iter().map(largest).max().unwrap_or_default(),
            Value::Object(members) => members.values().map(largest).max().unwrap_or_default(),
            _ => 0,
        }
    }
    let largest = largest(&file());
    assert!((1 << 52..1 << 53).contains(&largest), "{largest}");
}

/// The value that a value with repetitions stands for.
fn expanded(value: &Value) -> Value {
    match value {
        Value::Array(items) => items
            .iter()
            .flat_map(|item| match item["times"].as_u64() {
                Some(times) => vec![expanded(&item["repeat"]); times as usize],
                None => vec![expanded(item)],
            })
            .collect(),
        Value::Object(members) => match members.get("concat").map(expanded) {
            Some(Value::Array(parts)) => {
                Value::String(parts.iter().map(|part| part.as_str().expect("a text")).collect())
            }
            _ => members.iter().map(|(name, value)| (name.clone(), expanded(value))).collect(),
        },
        value => value.clone(),
    }
}

#[test]
fn repetitions_stand_for_what_the_vectors_say() {
    assert!(TEXT.lines().all(|line| line.len() <= 8192));
    let file = file();
    let written = file["cases"].as_array().expect("cases");
    let requirements = Requirements::read().expect("requirements");
    let cases = super::cases::all(corpus(), &requirements).expect("cases");
    assert_eq!(written.len(), cases.len());
    let mut in_parts = 0;
    for (written, case) in written.iter().zip(&cases) {
        let long = expanded(written);
        in_parts += usize::from(*written != long);
        assert!(long == json!(case), "{}", written["id"]);
    }
    assert!(in_parts > 5, "{in_parts} cases");
}

#[test]
fn ids_are_unique() {
    let file = file();
    let cases = file["cases"].as_array().expect("cases");
    let ids: HashSet<&str> = cases.iter().filter_map(|case| case["id"].as_str()).collect();
    assert_eq!(ids.len(), cases.len());
    assert!(cases.len() > 3000, "{} cases", cases.len());
}

/// Several vectors may lead to the same question, such as the URI of a CRI. Then their answers rest on the same.
#[test]
fn a_question_that_repeats_has_one_answer() {
    let mut answers = HashMap::new();
    let mut repeated = 0;
    for case in file()["cases"].as_array_mut().expect("cases") {
        without_notation(case);
        let question = ["operation", "without", "input"].map(|name| case[name].to_string());
        let answer = ["expect", "basis", "alternatives"].map(|name| case[name].to_string());
        for revision in revisions(case) {
            if let Some(known) = answers.insert((revision, question.clone()), answer.clone()) {
                assert_eq!(known, answer, "{}", case["id"]);
                repeated += 1;
            }
        }
    }
    assert!(repeated > 100, "{repeated}");
}

/// Removes the members that are for readers.
fn without_notation(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| name != "edn" && !name.ends_with("_edn"));
            members.values_mut().for_each(without_notation);
        }
        Value::Array(items) => items.iter_mut().for_each(without_notation),
        _ => {}
    }
}

/// The revisions that a case is about.
fn revisions(case: &Value) -> Vec<&'static str> {
    let name = case["revision"].as_str().expect("a name");
    let names = Revision::ALL.map(Revision::name);
    names.into_iter().filter(|known| name == *known || name == "any").collect()
}

/// The cases about scheme numbers have the numbers, names and ports of the table of their revision, and ask each row.
#[test]
fn cases_about_schemes_agree_with_the_tables() {
    let tables: Value =
        serde_json::from_str(&read("testvectors/json/schemes.json").expect("a file"))
            .expect("JSON");
    let file = file();
    let (mut absent, mut asked_rows) = (0, HashSet::new());
    for case in file["cases"].as_array().expect("cases") {
        let (asked, wanted) = match case["operation"].as_str() {
            Some("scheme-name") => ("number", "name"),
            Some("scheme-number") => ("name", "number"),
            _ => continue,
        };
        for revision in revisions(case) {
            let table = tables["schemes"][revision].as_array().expect("a table");
            let row = table.iter().find(|row| row[asked] == case["input"][asked]);
            match row {
                Some(row) => _ = asked_rows.insert((revision, asked, row["name"].as_str())),
                None => absent += 1,
            }
            let row = row.unwrap_or(&Value::Null);
            assert_eq!(row[wanted], case["expect"][wanted], "{} in {revision}", case["id"]);
            if let Some(port) = case["expect"].get("port") {
                assert_eq!(&row["port"], port, "{} in {revision}", case["id"]);
            }
        }
    }
    assert!(absent > 20, "{absent}");
    let tables = tables["schemes"].as_object().expect("tables").values();
    let rows: usize = tables.filter_map(Value::as_array).map(Vec::len).sum();
    assert_eq!(asked_rows.len(), 2 * rows, "each row by its number and by its name");
}

#[test]
fn equal_answers_are_one_case() {
    let file = file();
    let cases = file["cases"].as_array().expect("cases").iter();
    let of_vector = cases.filter(|case| case["vector"] == "scheme-number-two-bytes");
    let ids: Vec<&str> = of_vector.filter_map(|case| case["id"].as_str()).collect();
    let expected = ["decode", "decode/strict", "encode", "to-uri/draft-16", "to-uri/rfc9988"];
    let expected = expected.map(|id| format!("scheme-number-two-bytes/{id}"));
    assert_eq!(
        HashSet::from_iter(ids),
        expected.iter().map(String::as_str).collect::<HashSet<_>>()
    );
}
