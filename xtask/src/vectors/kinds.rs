//! The tables of `KINDS.md` have the kinds of errors that the cases expect, and no others.

use std::collections::{BTreeMap, BTreeSet};

use cri_testvectors::{corpus, from_hex};
use serde_json::{Value, json};

use super::tests::file;
use crate::workspace::read;

/// The tables under one heading.
#[derive(Default)]
struct Section {
    /// The sections whose kinds this one has, too.
    inherits: Vec<String>,
    rows: Vec<Row>,
}

/// A row of a table.
struct Row {
    kinds: Vec<String>,
    /// The components that an error may have, if the table names them.
    components: Option<Vec<String>>,
    is_at_0: bool,
    code: Option<String>,
    has_case: bool,
    is_of_full_cris: bool,
}

impl Row {
    fn new(header: &[&str], cells: &[&str]) -> Self {
        let cell = |name: &str| {
            let column = header.iter().position(|title| *title == name);
            column.map_or("", |column| cells[column])
        };
        let component = cell("component");
        let first_word = |text: &str| text.split([' ', ':']).next().unwrap_or_default().to_owned();
        Self {
            kinds: names(cells[0]),
            components: (!component.starts_with("that of")).then(|| names(component)),
            is_at_0: first_word(cell("offset")) == "0",
            code: header.contains(&"code").then(|| first_word(cell("code"))),
            has_case: !cells.iter().any(|cell| cell.contains("(no case")),
            is_of_full_cris: cell("offset").starts_with("full CRIs only"),
        }
    }
}

/// The names in backticks.
fn names(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn sections() -> BTreeMap<String, Section> {
    let text = read("testvectors/KINDS.md").expect("a file");
    let mut sections = BTreeMap::<String, Section>::new();
    let mut name = String::new();
    let mut header = Vec::new();
    for line in text.lines() {
        let section = sections.entry(name.clone()).or_default();
        if line.starts_with('#') {
            name = line.trim_start_matches('#').trim().replace('`', "");
        } else if line.starts_with("The kinds of") {
            section.inherits = names(line);
        } else if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<_> = row.split('|').map(str::trim).collect();
            if cells[0] == "kind" {
                header = cells;
            } else if !cells[0].starts_with('-') {
                section.rows.push(Row::new(&header, &cells));
            }
        }
    }
    sections
}

/// The row of a kind in a section, or in one that the section inherits from.
fn find<'s>(sections: &'s BTreeMap<String, Section>, name: &str, kind: &str) -> Option<&'s Row> {
    let found = sections.iter().filter(|(section, _)| {
        // `decode` has two sections.
        section.split(", ").next() == Some(name) || *section == name
    });
    let (mut rows, mut inherited) = (Vec::new(), Vec::new());
    for (_, section) in found {
        rows.extend(section.rows.iter().filter(|row| row.kinds.iter().any(|it| it == kind)));
        inherited.extend(&section.inherits);
    }
    let own = rows.into_iter().next();
    own.or_else(|| inherited.into_iter().find_map(|name| find(sections, name, kind)))
}

/// The errors that cases expect, each with its case and the section of its kind.
fn errors() -> Vec<(String, Value, Value)> {
    let mut errors = Vec::new();
    for case in file()["cases"].as_array().expect("cases") {
        let mut section = case["operation"].as_str().expect("a name").to_owned();
        if let Some(outcome) = case["expect"]["outcome"].as_str() {
            section = format!("{section}, {outcome}");
        }
        if let Some(error) = case["expect"].get("error") {
            errors.push((section, error.clone(), case.clone()));
        }
    }
    for vector in &corpus().check {
        for found in vector.findings.iter().chain(&vector.idna) {
            let section = if found.severity == "violation" { "Violations" } else { "Warnings" };
            let error =
                json!({ "kind": found.kind, "component": found.component, "offset": found.offset });
            errors.push((section.to_owned(), error, json!({ "id": vector.id })));
        }
    }
    errors
}

#[test]
fn the_tables_have_every_error_that_a_case_expects() {
    let sections = sections();
    let errors = errors();
    for (section, error, case) in &errors {
        let kind = error["kind"].as_str().expect("a name");
        let row = find(&sections, section, kind);
        let row = row.unwrap_or_else(|| panic!("{section}: there is no {kind}: {}", case["id"]));
        let about = format!("{section}: {kind}: {}", case["id"]);
        let component = error.get("component").and_then(Value::as_str);
        if let (Some(component), Some(components)) = (component, &row.components) {
            assert!(components.iter().any(|it| it == component), "{about}");
        }
        let offset = error.get("offset");
        assert!(!row.is_at_0 || offset.is_none_or(|offset| offset == 0), "{about}");
        let code = error.get("code").and_then(Value::as_str);
        assert!(code.is_none() || row.code.is_none() || row.code.as_deref() == code, "{about}");
        if row.is_of_full_cris {
            // The second byte is the head of the first section: a scheme-id or a scheme name.
            let bytes = case["input"]["cbor"].as_str().and_then(from_hex).expect("bytes");
            assert!(matches!(bytes[1] >> 5, 1 | 3), "{about}");
        }
    }
    assert!(errors.len() > 900, "{} errors", errors.len());
}

#[test]
fn every_kind_of_a_table_has_a_case() {
    let errors = errors();
    let shown: BTreeSet<(&str, &str)> = errors
        .iter()
        .filter_map(|(section, error, _)| Some((&**section, error["kind"].as_str()?)))
        .collect();
    let mut count = 0;
    for (name, section) in &sections() {
        if name.starts_with("The program") {
            continue;
        }
        for row in &section.rows {
            for kind in &row.kinds {
                assert_eq!(shown.contains(&(&**name, &**kind)), row.has_case, "{name}: {kind}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} kinds");
}
