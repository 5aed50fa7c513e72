//! The text of a file of cases: a header with documents and requirements, and the cases.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::cases::Case;
use super::requirements::{Document, Requirements};
use super::shorten::shortened;

/// The length in bytes that no line with a case exceeds, so that a program can read lines into a fixed buffer.
const LONGEST_LINE: usize = 8192;

/// What a line with a case begins with.
const INDENT: &str = "    ";

/// The text of a file with `cases`: one line for each requirement and for each case, and the documents that they show.
pub(super) fn text(requirements: &Requirements, cases: &[Case]) -> Result<String, String> {
    let line = |value: Value| value.to_string();
    let case_lines = cases.iter().map(case_line).collect::<Result<_, _>>()?;
    let shown: BTreeSet<&String> = cases.iter().flat_map(|case| &case.shows).collect();
    let mut lines = Vec::new();
    let mut named = BTreeSet::new();
    for id in shown {
        let row = requirements.row(id)?;
        named.insert(&row.document);
        lines.push(format!("{}: {}", line(json!(id)), line(json!(row))));
    }
    let documents = requirements.documents.iter().filter(|document| named.contains(&document.name));
    let documents = documents
        .map(|Document { name, address, .. }| format!("\"{name}\": \"{address}\""))
        .collect();
    let block =
        |lines: Vec<String>| format!("\n{INDENT}{}\n  ", lines.join(&format!(",\n{INDENT}")));
    Ok(format!(
        "{{\n  \"corpus\": \"cri-testvectors\",\n  \"version\": \"{}\",\n  \"licence\": \"{}\",\n  \
         \"documents\": {{{}}},\n  \"requirements\": {{{}}},\n  \"cases\": [{}]\n}}\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_LICENSE"),
        block(documents),
        block(lines),
        block(case_lines),
    ))
}

/// The line of a case, with repetitions if it would be too long.
fn case_line(case: &Case) -> Result<String, String> {
    let fits = |line: &String| INDENT.len() + line.len() + ",".len() <= LONGEST_LINE;
    let mut value = json!(case);
    let line = value.to_string();
    if fits(&line) {
        return Ok(line);
    }
    for member in ["input", "expect", "alternatives"] {
        if let Some(value) = value.get_mut(member) {
            *value = shortened(value.take());
        }
    }
    Some(value.to_string()).filter(fits).ok_or_else(|| {
        let id = &value["id"];
        format!("{id}: the case has more than {LONGEST_LINE} bytes, even with repetitions")
    })
}
