//! The rows of `testvectors/requirements.csv`.

use std::collections::HashMap;

use serde::Deserialize;

/// The level of a row that no vector and no test can show. Its column `reason` says why.
pub(super) const NOT_TESTABLE: &str = "not testable";

/// The other levels: the keywords of the documents, and the kinds of text without a keyword.
const TESTABLE: [&str; 10] =
    ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "RULE", "STEP", "INFO", "GAP", "CHOICE"];

/// A row of `requirements.csv`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Requirement {
    pub(super) id: String,
    pub(super) source: String,
    pub(super) section: String,
    pub(super) level: String,
    pub(super) layer: String,
    pub(super) requirement: String,
    /// Why the row is not testable. Empty for all other rows.
    pub(super) reason: String,
    /// The cases that the row decides. Empty for rows that the text decides.
    pub(super) decides: String,
    /// The number of the defect of the draft. Empty for rows that no defect is about.
    pub(super) defect: String,
}

impl Requirement {
    pub(super) fn is_testable(&self) -> bool {
        self.level != NOT_TESTABLE
    }

    /// Whether the text leaves open what the row says.
    pub(super) fn is_open_question(&self) -> bool {
        ["GAP", "CHOICE"].contains(&&*self.level)
    }

    /// The problem of this row, if it can be found without the other rows.
    fn problem(&self) -> Option<String> {
        let Self { id, level, reason, decides, defect, .. } = self;
        if !self.is_open_question() && !decides.is_empty() {
            return Some(format!(
                "{id} is {level}, so the text decides its cases; empty `decides`"
            ));
        }
        if level != "GAP" && !defect.is_empty() {
            return Some(format!("{id} is {level}, so it has no defect; empty `defect`"));
        }
        match (self.is_testable(), reason.trim().is_empty()) {
            (true, _) if !TESTABLE.contains(&&**level) => Some(format!(
                "{id} has the unknown level {level:?}; use {} or {NOT_TESTABLE:?}",
                TESTABLE.join(", ")
            )),
            (true, false) => Some(format!(
                "{id} has a reason, so its level must be {NOT_TESTABLE:?}, found {level:?}"
            )),
            (false, true) => {
                Some(format!("{id} is {NOT_TESTABLE}; say why in the column `reason`"))
            }
            _ => None,
        }
    }
}

/// Reads the rows from the text of a file, which messages call `name`.
pub(super) fn read(text: &str, name: &str) -> Result<Vec<Requirement>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| format!("{name}: {error}"))?.clone();
    let mut rows = Vec::new();
    let mut places = HashMap::new();
    let mut problems = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| format!("{name}: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Requirement = record
            .deserialize(Some(&headers))
            .map_err(|error| format!("{name}:{line}: {error}"))?;
        if let Some(first) = places.insert(row.id.clone(), line) {
            problems.push(format!("{name}:{line}: {} is already in line {first}", row.id));
        }
        problems.extend(row.problem().map(|problem| format!("{name}:{line}: {problem}")));
        rows.push(row);
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems.join("\n")) }
}
