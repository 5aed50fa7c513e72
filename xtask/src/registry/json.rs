//! The tables of both revisions as JSON, for implementations in any language.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::{Value, json};

use super::source::{DATA, REVISIONS, Scheme, Source, schemes};
use crate::workspace::{read, root};

/// A row of `default-ports.csv`.
#[derive(Deserialize)]
struct Port {
    name: String,
    port: u16,
}

/// The schemes of a revision, and the name of the document that they come from.
struct Table {
    revision: &'static str,
    source: String,
    schemes: Vec<Scheme>,
}

/// The text of `testvectors/json/schemes.json`.
pub(super) fn text() -> Result<String, String> {
    let ports = ports()?;
    let table = |revision| {
        let path = format!("{DATA}/{revision}.csv");
        let file = Source::read(&root().join(path).display().to_string(), false)?;
        let source = read(&format!("{DATA}/{revision}.txt"))?.trim_end().to_owned();
        Ok(Table { revision, source, schemes: schemes(&[file])? })
    };
    let tables = REVISIONS.into_iter().map(table).collect::<Result<Vec<_>, String>>()?;
    let sources = tables.iter().map(|table| member(table.revision, &json!(table.source)));
    let lists = tables.iter().map(|table| {
        let rows = table.schemes.iter().map(|Scheme { number, name, .. }| {
            json!({ "number": number, "name": name, "port": ports.get(name) }).to_string()
        });
        format!("{}: [{}]", json!(table.revision), block(6, 4, rows))
    });
    Ok(format!(
        "{{\n  \"corpus\": \"cri-testvectors\",\n  \"version\": \"{}\",\n  \"licence\": \"{}\",\n  \
         \"sources\": {{{}}},\n  \"differences\": [{}],\n  \"schemes\": {{{}}}\n}}\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_LICENSE"),
        block(4, 2, sources),
        block(4, 2, differences(&tables).iter().map(Value::to_string)),
        block(4, 2, lists),
    ))
}

/// The names that do not have the same number in all tables, in the order of their lowest numbers. A table without the
/// name has null.
fn differences(tables: &[Table]) -> Vec<Value> {
    let mut numbers = BTreeMap::<&str, [Option<u16>; REVISIONS.len()]>::new();
    for (column, table) in tables.iter().enumerate() {
        for Scheme { number, name, .. } in &table.schemes {
            numbers.entry(name).or_default()[column] = Some(*number);
        }
    }
    let mut rows: Vec<_> = numbers
        .into_iter()
        .filter(|(_, [first, rest @ ..])| rest.iter().any(|it| it != first))
        .collect();
    rows.sort_by_key(|(_, numbers)| numbers.iter().flatten().min().copied());
    let row = |(name, numbers): (&str, [_; REVISIONS.len()])| {
        let mut row = json!({ "name": name });
        for (revision, number) in REVISIONS.iter().zip(numbers) {
            row[revision] = json!(number);
        }
        row
    };
    rows.into_iter().map(row).collect()
}

/// The default ports by scheme names.
fn ports() -> Result<HashMap<String, u16>, String> {
    let file = format!("{DATA}/default-ports.csv");
    let text = read(&file)?;
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    let rows = rows.map(|row| row.map(|Port { name, port }| (name, port)));
    rows.collect::<Result<_, _>>().map_err(|error| format!("{file}: {error}"))
}

fn member(name: &str, value: &Value) -> String {
    format!("{}: {value}", json!(name))
}

/// One item in each line, indented, and the end of the block.
fn block(indent: usize, outer: usize, items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.map(|item| format!("\n{:indent$}{item}", "")).collect();
    format!("{}\n{:outer$}", items.join(","), "")
}
