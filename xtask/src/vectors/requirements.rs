//! The requirements that vectors show, and the documents that they come from.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::answer::{Basis, Words};
use crate::workspace::read;

/// A row of `requirements.csv`.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    source: String,
    section: String,
    level: String,
    requirement: String,
    /// Which cases the row decides, if the text leaves their answers open. Empty for all that show the row.
    decides: String,
    /// The number in `docs/defects.md`.
    defect: Option<u32>,
}

/// A row of `documents.csv`: a document that requirements come from.
#[derive(Deserialize)]
pub(super) struct Document {
    /// The column of the requirements.
    source: String,
    /// The name in the file of cases.
    pub(super) name: String,
    pub(super) address: String,
}

/// A requirement as it stands in a file of cases.
#[derive(Debug, Serialize)]
pub(super) struct Requirement {
    pub(super) document: String,
    section: String,
    link: String,
    level: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    defect: Option<u32>,
    text: String,
    #[serde(skip)]
    pub(super) decides: String,
}

impl Requirement {
    /// What an answer rests on that the row decides.
    pub(super) fn basis(&self) -> Basis {
        match &*self.level {
            "GAP" => Basis::Reading,
            "CHOICE" => Basis::Choice,
            _ => Basis::Text,
        }
    }

    /// Whether the row decides a case that has these words.
    pub(super) fn decides(&self, case: &Words) -> bool {
        self.decides.is_empty() || self.decides.split(' ').any(|words| case.have(words))
    }
}

/// The requirements by their ids, and the addresses of the documents by their names.
pub(super) struct Requirements {
    pub(super) rows: BTreeMap<String, Requirement>,
    pub(super) documents: Vec<Document>,
}

impl Requirements {
    pub(super) fn read() -> Result<Self, String> {
        let documents: Vec<Document> = rows("testvectors/documents.csv")?;
        let mut found = BTreeMap::new();
        for row in rows("testvectors/requirements.csv")? {
            let Row { id, source, section, level, requirement, decides, defect } = row;
            let document = documents.iter().find(|document| document.source == source);
            let Document { name, address, .. } =
                document.ok_or_else(|| format!("{id}: documents.csv has no row {source}"))?;
            let anchor = anchor(&section).map(|anchor| format!("#{anchor}")).unwrap_or_default();
            let (document, link) = (name.clone(), format!("{address}{anchor}"));
            let text = requirement;
            let row = Requirement { document, section, link, level, defect, text, decides };
            found.insert(id, row);
        }
        Ok(Self { rows: found, documents })
    }

    /// The row with an id.
    pub(super) fn row(&self, id: &str) -> Result<&Requirement, String> {
        self.rows.get(id).ok_or_else(|| format!("requirements.csv has no row {id}"))
    }
}

/// The rows of a CSV file.
fn rows<T: DeserializeOwned>(file: &str) -> Result<Vec<T>, String> {
    let text = read(file)?;
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| format!("{file}: {error}"))
}

/// The anchor of a section, such as `section-5.1` or `appendix-A`. A part of a section, such as the constraint `2-C1`,
/// has the anchor of the section. A section without a number or a letter, such as the appendix of RFC 1738, has none.
fn anchor(section: &str) -> Option<String> {
    let section = section.split('-').next().unwrap_or_default();
    let number = section.split('.').next().unwrap_or_default();
    match number.as_bytes() {
        [b'A'..=b'Z'] => Some(format!("appendix-{section}")),
        [b'0'..=b'9', ..] => Some(format!("section-{section}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::anchor;

    #[test]
    fn only_sections_with_a_number_or_a_letter_have_anchors() {
        for (section, expected) in [
            ("5.1", Some("section-5.1")),
            ("2-C1", Some("section-2")),
            ("A", Some("appendix-A")),
            ("B.2", Some("appendix-B.2")),
            ("APP", None),
            ("EAD", None),
        ] {
            assert_eq!(anchor(section).as_deref(), expected, "{section}");
        }
    }
}
