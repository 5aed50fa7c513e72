//! What an answer rests on, and the other answers that conform.

use cri_testvectors::{Entry, Revision};
use serde::Serialize;
use serde_json::json;

use super::answer::Answer;
use super::document::Requirements;

/// What an answer rests on, the firmest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Basis {
    /// The text of the documents.
    #[default]
    Text,
    /// A reading of documents that are silent or contradict themselves.
    Reading,
    /// A choice of ours.
    Choice,
}

/// What a case is about: its operation, its revision, and for `decode` its reader.
pub(super) struct Words([&'static str; 3]);

impl Words {
    pub(super) fn of(answer: &Answer, revision: Option<Revision>) -> Self {
        let reader = match (answer.operation, answer.is_strict) {
            ("decode", true) => "strict",
            ("decode", false) => "liberal",
            _ => "",
        };
        Self([answer.operation, revision.map_or("", Revision::name), reader])
    }

    /// Whether the case has all of these words, which are between slashes.
    pub(super) fn have(&self, words: &str) -> bool {
        words.split('/').all(|word| self.0.contains(&word))
    }
}

/// The answer with its basis, which is the weakest of those of the rows that decide it, and with its alternatives.
pub(super) fn decided(
    answer: Answer,
    entry: &Entry<'_>,
    requirements: &Requirements,
) -> Result<Answer, String> {
    let words = Words::of(&answer, entry.revision);
    let mut basis = Basis::Text;
    let mut gap = Vec::new();
    for id in entry.shows {
        let row = requirements.row(id)?;
        if row.basis() > Basis::Text && row.decides(&words) {
            basis = basis.max(row.basis());
            gap.push(id.clone());
        }
    }
    let alternatives = entry.alternatives.iter().filter(|(of, _)| words.have(of));
    let alternatives = alternatives.flat_map(|(_, alternatives)| alternatives);
    let alternatives = alternatives.map(|alternative| json!(alternative)).collect();
    Ok(Answer { basis, gap, alternatives, ..answer })
}
