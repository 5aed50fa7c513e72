//! The cases of the corpus, and the line that asks a program for the answer to each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A case of revision `any` is asked once for each of these.
pub(super) const REVISIONS: [&str; 2] = ["draft-16", "rfc9988"];

/// A file of cases. Members that the runner does not need are not read.
#[derive(Debug, Deserialize)]
pub(super) struct File {
    pub(super) version: String,
    pub(super) requirements: BTreeMap<String, Requirement>,
    pub(super) cases: Vec<Case>,
}

/// The section of a document that a requirement comes from.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Requirement {
    pub(super) document: String,
    pub(super) section: String,
}

/// One operation, one input, and the expected answer.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    pub(super) operation: String,
    pub(super) revision: String,
    #[serde(default)]
    pub(super) without: Vec<String>,
    pub(super) shows: Vec<String>,
    #[serde(default)]
    pub(super) note: Option<String>,
    pub(super) input: Map<String, Value>,
    pub(super) expect: Map<String, Value>,
}

impl Case {
    /// The line that the program reads.
    pub(super) fn line(&self) -> String {
        let mut line = json!({
            "id": self.id,
            "operation": self.operation,
            "revision": self.revision,
            "input": self.input,
        });
        if !self.without.is_empty() {
            line["without"] = json!(self.without);
        }
        line.to_string()
    }
}

/// Reads a file of cases, and asks those of revision `any` once for each revision.
pub(super) fn read(path: &Path) -> Result<File, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut file: File =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    file.cases = file.cases.into_iter().flat_map(for_each_revision).collect();
    Ok(file)
}

fn for_each_revision(case: Case) -> Vec<Case> {
    if case.revision != "any" {
        return vec![case];
    }
    REVISIONS.map(|revision| Case { revision: revision.into(), ..case.clone() }).into()
}
