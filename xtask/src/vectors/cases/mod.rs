//! The cases of each vector: one operation, one input, one expected answer.

mod coap;
mod cri;
mod neighbours;
mod uri;

use cri_testvectors::{Corpus, Entry, Revision, Vector};
use serde::Serialize;
use serde_json::Value;

use super::answer::{Answer, Basis};
use super::basis::decided;
use super::requirements::Requirements;

/// One operation with one input and one expected answer.
#[derive(Debug, Serialize)]
pub(super) struct Case {
    /// Unique: the vector, the operation, and then the revision and `strict` where the case has them.
    id: String,
    vector: String,
    operation: &'static str,
    /// `draft-16`, `rfc9988`, or `any`.
    pub(super) revision: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    without: Vec<&'static str>,
    pub(super) shows: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    basis: Basis,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gap: Vec<String>,
    input: Value,
    expect: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Value>,
}

impl Case {
    /// The case of an answer that `revision` has, or both revisions where that is `None`.
    fn of(entry: Entry<'_>, revision: Option<Revision>, answer: Answer) -> Self {
        let Answer { operation, is_strict, input, expect, basis, gap, alternatives } = answer;
        let revision = revision.map(Revision::name);
        let of_revision = revision.map(|revision| format!("/{revision}")).unwrap_or_default();
        let strict = if is_strict { "/strict" } else { "" };
        Self {
            id: format!("{}/{operation}{of_revision}{strict}", entry.id),
            vector: entry.id.to_owned(),
            operation,
            revision: revision.unwrap_or("any"),
            without: entry.without.iter().map(|feature| feature.name()).collect(),
            shows: entry.shows.to_vec(),
            note: entry.note.map(str::to_owned),
            basis,
            gap,
            input,
            expect,
            alternatives,
        }
    }
}

/// All cases, in the order of families and vectors.
pub(super) fn all(corpus: &Corpus, requirements: &Requirements) -> Result<Vec<Case>, String> {
    let cases = [
        of(&corpus.decode, requirements, cri::decode)?,
        of(&corpus.convert, requirements, cri::convert)?,
        of(&corpus.resolve, requirements, cri::resolve)?,
        of(&corpus.compare, requirements, cri::compare)?,
        of(&corpus.relativize_cri, requirements, cri::relativize_cri)?,
        of(&corpus.tagged, requirements, cri::tagged)?,
        of(&corpus.scheme, requirements, cri::scheme)?,
        of(&corpus.parse, requirements, uri::parse)?,
        of(&corpus.normalize, requirements, uri::normalize)?,
        of(&corpus.extract, requirements, uri::extract)?,
        of(&corpus.recompose, requirements, uri::recompose)?,
        of(&corpus.relativize, requirements, uri::relativize)?,
        of(&corpus.decompose, requirements, coap::decompose)?,
        of(&corpus.uri_options, requirements, coap::uri_options)?,
        of(&corpus.compose, requirements, coap::compose)?,
        of(&corpus.proxy, requirements, coap::proxy)?,
        of(&corpus.proxy_option, requirements, coap::proxy_option)?,
        of(&corpus.embedded, requirements, neighbours::embedded)?,
    ];
    Ok(cases.into_iter().flatten().collect())
}

/// The cases of a family. `vectors` has a vector once for each of its revisions, one after the other. Answers that are
/// equal in both revisions, and rest on the same rows there, become one case of revision `any`.
fn of<V: Vector>(
    vectors: &[V],
    requirements: &Requirements,
    answers: impl Fn(&V) -> Vec<Answer>,
) -> Result<Vec<Case>, String> {
    let answers = |vector: &V| {
        let entry = vector.entry();
        let answers = answers(vector).into_iter();
        let answers = answers.map(|answer| decided(answer, &entry, requirements));
        answers.collect::<Result<Vec<_>, _>>()
    };
    let mut cases = Vec::new();
    for revisions in vectors.chunk_by(|a, b| a.entry().id == b.entry().id) {
        let [first, others @ ..] = revisions else { continue };
        let mut rest = Vec::new();
        for other in others {
            rest.extend(answers(other)?.into_iter().map(|answer| (other.entry(), answer)));
        }
        let entry = first.entry();
        for answer in answers(first)? {
            let same_operation = |(_, other): &(_, Answer)| {
                (other.operation, other.is_strict) == (answer.operation, answer.is_strict)
            };
            match rest.iter().position(same_operation).map(|at| rest.remove(at)) {
                Some((of, other)) if other == answer && of.shows == entry.shows => {
                    cases.push(Case::of(entry, None, answer));
                }
                Some((of, other)) => {
                    cases.push(Case::of(entry, entry.revision, answer));
                    cases.push(Case::of(of, of.revision, other));
                }
                None => cases.push(Case::of(entry, entry.revision, answer)),
            }
        }
        cases.extend(rest.into_iter().map(|(of, answer)| Case::of(of, of.revision, answer)));
    }
    Ok(cases)
}
