//! `testvectors/README.md` lists every kind of error that occurs in a vector, and every listed kind has a vector of its
//! direction.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cri_testvectors::{Corpus, Outcome};

/// Listed kinds without a vector, with their direction.
const EXEMPT: &[(&str, &str)] = &[
    // These depend on the caller's buffer, not on the input alone.
    ("URI to CRI", "buffer-full"),
    ("URI to CRI", "too-long"),
    // Checking applies the rules of the URI's own scheme. Only a caller that asks for one scheme's view gets this kind.
    ("Checking, violations", "other-scheme"),
    ("Composing", "buffer-full"),
    // Only a caller that composes by a scheme number without having found one gets this kind.
    ("Asking a proxy", "not-by-number"),
];

/// Directions that include the kinds of another direction.
const INCLUDED: &[(&str, &str)] = &[
    ("URI to CRI", "Parsing a URI reference"),
    ("Recomposing", "Parsing a URI reference"),
    ("Decoding with a tag", "Decoding, rejected"),
    ("Decoding with a tag", "Decoding, unprocessable"),
    ("Decoding tp_info", "Decoding, rejected"),
    ("Decoding tp_info", "Decoding, unprocessable"),
    ("Decoding a byte string", "Decoding, rejected"),
    ("Decoding a byte string", "Decoding, unprocessable"),
    ("Asking a proxy", "Decoding, rejected"),
    ("Asking a proxy", "Decoding, unprocessable"),
    ("Asking a proxy", "Composing"),
    ("Asking a proxy", "Encoding"),
];

type Kinds = BTreeMap<String, BTreeSet<String>>;

/// The kinds of each direction that the README lists in the first column of the table after the direction's name.
fn listed() -> Kinds {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(path).expect("README.md is there");
    let (_, text) = text.split_once("\n## Kinds of errors\n").expect("a section on kinds");
    let (text, _) = text.split_once("\n## ").expect("a section after it");
    let mut kinds = Kinds::new();
    let mut direction = String::new();
    for line in text.lines() {
        if let Some((name, _)) = line.strip_prefix("**").and_then(|line| line.split_once(".**")) {
            direction = name.to_owned();
        } else if let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split('|').next()) {
            let names = cell.split('`').skip(1).step_by(2).map(str::to_owned);
            kinds.entry(direction.clone()).or_default().extend(names);
        }
    }
    kinds
}

/// The kinds of each direction that occur in vectors.
fn shown() -> Kinds {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let mut kinds = Kinds::new();
    let mut add = |direction: &str, kind: &str| {
        kinds.entry(direction.to_owned()).or_default().insert(kind.to_owned());
    };
    for vector in &corpus.decode {
        let decoding = match vector.outcome {
            Outcome::Rejected => "Decoding, rejected",
            _ => "Decoding, unprocessable",
        };
        vector.error.iter().for_each(|error| add(decoding, &error.kind));
        vector.encode_error.iter().for_each(|error| add("Encoding", &error.kind));
        vector.uri_error.iter().for_each(|error| add("CRI to URI", &error.kind));
    }
    for vector in &corpus.convert {
        vector.to_cri_error.iter().for_each(|error| add("URI to CRI", &error.kind));
        vector.to_uri_error.iter().for_each(|error| add("CRI to URI", &error.kind));
    }
    for vector in &corpus.parse {
        vector.error.iter().for_each(|error| add("Parsing a URI reference", &error.kind));
        vector.absolute_error.iter().for_each(|error| add("Parsing an absolute URI", &error.kind));
    }
    corpus
        .resolve
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Resolving", &error.kind));
    corpus
        .recompose
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Recomposing", &error.kind));
    corpus
        .relativize
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Relativizing", &error.kind));
    for finding in corpus.check.iter().flat_map(|vector| vector.findings.iter().chain(&vector.idna))
    {
        let direction = if finding.severity == "violation" {
            "Checking, violations"
        } else {
            "Checking, warnings"
        };
        add(direction, &finding.kind);
    }
    corpus
        .tagged
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Decoding with a tag", &error.kind));
    corpus
        .tp_info
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Decoding tp_info", &error.kind));
    for vector in &corpus.embedded {
        vector.error.iter().for_each(|error| add("Decoding a byte string", &error.kind));
        vector.encode_error.iter().for_each(|error| add("Encoding", &error.kind));
    }
    corpus
        .decompose
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Decomposing", &error.kind));
    corpus
        .compose
        .iter()
        .flat_map(|vector| &vector.error)
        .for_each(|error| add("Composing", &error.kind));
    let writing = corpus.proxy_option.iter().flat_map(|vector| &vector.error);
    let asking = corpus.proxy.iter().flat_map(|vector| &vector.error);
    asking.chain(writing).for_each(|error| add("Asking a proxy", &error.kind));
    // Only runs of the program show the program's own kinds.
    for part in corpus.program.iter().flat_map(|vector| &vector.stdout_has) {
        if let Some((kind, _)) =
            part.strip_prefix(r#""kind":""#).and_then(|rest| rest.split_once('"'))
        {
            add("The program", kind);
        }
    }
    kinds
}

#[test]
fn every_listed_kind_has_a_vector() {
    let (listed, shown) = (listed(), shown());
    assert!(listed.values().map(BTreeSet::len).sum::<usize>() > 60, "{listed:?}");
    let mut wrong = Vec::new();
    for (direction, kinds) in &listed {
        let shown = shown.get(direction).unwrap_or_else(|| panic!("no vector of {direction}"));
        let is_exempt = |kind: &String| EXEMPT.contains(&(direction.as_str(), kind.as_str()));
        wrong.extend(
            kinds
                .iter()
                .filter(|kind| shown.contains(*kind) == is_exempt(kind))
                .map(|kind| (direction, kind)),
        );
    }
    assert!(wrong.is_empty(), "without a vector, or exempt with one: {wrong:?}");
    for (direction, kind) in EXEMPT {
        assert!(
            listed.get(*direction).is_some_and(|kinds| kinds.contains(*kind)),
            "{direction}: {kind}: not listed"
        );
    }
}

#[test]
fn every_kind_in_a_vector_is_listed() {
    let listed = listed();
    for (direction, kinds) in shown() {
        let included = INCLUDED.iter().filter(|(of, _)| *of == direction).map(|(_, other)| *other);
        let lists: Vec<_> =
            included.chain([direction.as_str()]).filter_map(|name| listed.get(name)).collect();
        for kind in kinds {
            assert!(
                lists.iter().any(|list| list.contains(&kind)),
                "{direction}: {kind}: not listed"
            );
        }
    }
}
