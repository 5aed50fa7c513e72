//! The text of a file of cases: a header with documents and requirements, and the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::cases::Case;

/// The documents that rows of `requirements.csv` come from: the column `source`, the name in the files, and the address.
const DOCUMENTS: [(&str, &str, &str); 9] = [
    (
        "draft-ietf-core-href-16",
        "draft-16",
        "https://datatracker.ietf.org/doc/html/draft-ietf-core-href-16",
    ),
    (
        "draft-ietf-core-href-27",
        "draft-27",
        "https://datatracker.ietf.org/doc/html/draft-ietf-core-href-27",
    ),
    (
        "draft-ietf-core-href-30",
        "draft-30",
        "https://datatracker.ietf.org/doc/html/draft-ietf-core-href-30",
    ),
    (
        "multicast-notifications",
        "multicast-notifications",
        "https://datatracker.ietf.org/doc/draft-ietf-core-observe-multicast-notifications",
    ),
    (
        "transport-indication",
        "transport-indication",
        "https://datatracker.ietf.org/doc/draft-ietf-core-transport-indication",
    ),
    ("RFC1738", "rfc1738", "https://www.rfc-editor.org/rfc/rfc1738"),
    ("RFC3986", "rfc3986", "https://www.rfc-editor.org/rfc/rfc3986"),
    ("RFC7252", "rfc7252", "https://www.rfc-editor.org/rfc/rfc7252"),
    ("RFC9290", "rfc9290", "https://www.rfc-editor.org/rfc/rfc9290"),
];

/// A row of `requirements.csv`.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    source: String,
    section: String,
    requirement: String,
}

/// A requirement as it stands in a file of cases.
#[derive(Debug, Serialize)]
pub(super) struct Requirement {
    document: &'static str,
    section: String,
    link: String,
    text: String,
}

/// Reads the requirements, by their ids.
pub(super) fn requirements(csv: &Path) -> Result<BTreeMap<String, Requirement>, String> {
    let error = |error: csv::Error| format!("{}: {error}", csv.display());
    let mut requirements = BTreeMap::new();
    for row in csv::Reader::from_path(csv).map_err(error)?.into_deserialize() {
        let Row { id, source, section, requirement } = row.map_err(error)?;
        let Some((_, document, address)) = DOCUMENTS.into_iter().find(|(name, ..)| *name == source)
        else {
            return Err(format!("{}: {id}: no address of {source} is known", csv.display()));
        };
        let link =
            anchor(&section).map_or(address.to_owned(), |anchor| format!("{address}#{anchor}"));
        requirements.insert(id, Requirement { document, section, link, text: requirement });
    }
    Ok(requirements)
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

/// The length in bytes that no line with a case exceeds, so that a program can read lines into a fixed buffer.
const LONGEST_LINE: usize = 8192;

/// A value as JSON in one line.
fn line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// The text of a file with `cases`: one line for each requirement and for each case, and the documents that they show.
pub(super) fn text(
    requirements: &BTreeMap<String, Requirement>,
    cases: &[Case],
) -> Result<String, String> {
    let mut shown = BTreeSet::new();
    let mut case_lines = Vec::new();
    for case in cases {
        let line = format!("    {}", line(case)?);
        if line.len() < LONGEST_LINE {
            shown.extend(case.shows.iter().map(String::as_str));
            case_lines.push(line);
        }
    }
    let mut lines = Vec::new();
    let mut named = BTreeSet::new();
    for id in shown {
        let requirement =
            requirements.get(id).ok_or_else(|| format!("requirements.csv has no row {id}"))?;
        named.insert(requirement.document);
        lines.push(format!("    {}: {}", line(&id)?, line(requirement)?));
    }
    let documents = DOCUMENTS.iter().filter(|(_, name, _)| named.contains(name));
    let documents = documents
        .map(|(_, name, address)| format!("    \"{name}\": \"{address}\""))
        .collect::<Vec<_>>();
    Ok(format!(
        "{{\n  \"corpus\": \"cri-testvectors\",\n  \"version\": \"{}\",\n  \"licence\": \"{}\",\n  \
         \"documents\": {{\n{}\n  }},\n  \"requirements\": {{\n{}\n  }},\n  \"cases\": [\n{}\n  ]\n}}\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_LICENSE"),
        documents.join(",\n"),
        lines.join(",\n"),
        case_lines.join(",\n"),
    ))
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
            ("CRI-no-local", None),
            ("tp_info", None),
        ] {
            assert_eq!(anchor(section).as_deref(), expected, "{section}");
        }
    }
}
