//! The files of cases match their schema, and each case has its own id.

use cri_testvectors::{Revision, corpus};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::requirements::Requirements;
use crate::workspace::read;

/// The text of the file of cases, made once for all tests.
static TEXT: LazyLock<String> = LazyLock::new(|| super::text(corpus()).expect("cases"));

/// The file of cases.
pub(super) fn file() -> &'static Value {
    // Reading it takes a second without optimisation.
    static FILE: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&TEXT).expect("JSON"));
    &FILE
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
    let largest = largest(file());
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
    for case in file().clone()["cases"].as_array_mut().expect("cases") {
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
