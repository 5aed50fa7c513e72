//! The cases of each vector: one operation, one input, one expected answer.

mod coap;
mod cri;
mod neighbours;
mod uri;

use cri_testvectors::{Corpus, Entry, Revision, Vector};
use serde::Serialize;
use serde_json::Value;

use super::answer::Answer;

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
    input: Value,
    expect: Value,
}

impl Case {
    /// The case of an answer that `revision` has, or both revisions where that is `None`.
    fn of(entry: Entry<'_>, revision: Option<Revision>, answer: Answer) -> Self {
        let Answer { operation, is_strict, input, expect } = answer;
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
            input,
            expect,
        }
    }
}

/// All cases, in the order of families and vectors.
pub(super) fn all(corpus: &Corpus) -> Vec<Case> {
    let mut cases = Vec::new();
    add(&mut cases, &corpus.decode, cri::decode);
    add(&mut cases, &corpus.convert, cri::convert);
    add(&mut cases, &corpus.resolve, cri::resolve);
    add(&mut cases, &corpus.compare, cri::compare);
    add(&mut cases, &corpus.relativize_cri, cri::relativize_cri);
    add(&mut cases, &corpus.tagged, cri::tagged);
    add(&mut cases, &corpus.scheme, cri::scheme);
    add(&mut cases, &corpus.parse, uri::parse);
    add(&mut cases, &corpus.normalize, uri::normalize);
    add(&mut cases, &corpus.extract, uri::extract);
    add(&mut cases, &corpus.recompose, uri::recompose);
    add(&mut cases, &corpus.relativize, uri::relativize);
    add(&mut cases, &corpus.decompose, coap::decompose);
    add(&mut cases, &corpus.compose, coap::compose);
    add(&mut cases, &corpus.proxy, coap::proxy);
    add(&mut cases, &corpus.proxy_option, coap::proxy_option);
    add(&mut cases, &corpus.tp_info, neighbours::tp_info);
    add(&mut cases, &corpus.embedded, neighbours::embedded);
    cases
}

/// Adds the cases of a family. `vectors` has a vector once for each of its revisions, one after the other. Answers that are
/// equal in both revisions become one case of revision `any`.
fn add<V: Vector>(cases: &mut Vec<Case>, vectors: &[V], answers: impl Fn(&V) -> Vec<Answer>) {
    for revisions in vectors.chunk_by(|a, b| a.entry().id == b.entry().id) {
        let [first, others @ ..] = revisions else { continue };
        let of_revision = |other: &V| {
            let revision = other.entry().revision;
            answers(other).into_iter().map(move |answer| (revision, answer)).collect::<Vec<_>>()
        };
        let mut rest: Vec<_> = others.iter().flat_map(of_revision).collect();
        for answer in answers(first) {
            let entry = first.entry();
            let same_operation = |(_, other): &(_, Answer)| {
                (other.operation, other.is_strict) == (answer.operation, answer.is_strict)
            };
            match rest.iter().position(same_operation).map(|at| rest.remove(at)) {
                Some((_, other)) if other == answer => cases.push(Case::of(entry, None, answer)),
                Some((revision, other)) => {
                    cases.push(Case::of(entry, entry.revision, answer));
                    cases.push(Case::of(entry, revision, other));
                }
                None => cases.push(Case::of(entry, entry.revision, answer)),
            }
        }
        cases.extend(
            rest.into_iter().map(|(revision, answer)| Case::of(first.entry(), revision, answer)),
        );
    }
}
