//! The kinds of errors that each direction may have. Each has a vector, and `README.md` explains it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cri_testvectors::{Expected, Outcome, corpus};

pub(crate) const DECODE_REJECTED: &[&str] = &[
    "end-of-input",
    "reserved-head",
    "indefinite-length",
    "invalid-simple",
    "not-an-array",
    "trailing-bytes",
];
pub(crate) const DECODE_UNPROCESSABLE: &[&str] = &[
    "unexpected-item",
    "too-many-sections",
    "trailing-null",
    "leading-nulls",
    "invalid-scheme-name",
    "missing-host",
    "invalid-ip-length",
    "upper-case-host",
    "dot-in-label",
    "ipv4-labels",
    "port-range",
    "discard-range",
    "dot-segment",
    "invalid-utf8",
    "malformed-pet",
    "pet-not-minimal",
    "empty-rootless-path",
    "leading-empty-segment",
    "unsupported-feature",
];
pub(crate) const ENCODE: &[&str] = &["zone-on-ipv4"];
pub(crate) const RESOLVE: &[&str] = &["empty-rootless-path", "leading-empty-segment", "not-full"];
pub(crate) const PARSE: &[&str] =
    &["unexpected-character", "invalid-percent-encoding", "invalid-ip-literal", "invalid-scheme"];
pub(crate) const TO_CRI: &[&str] = &[
    "ip-future",
    "empty-port",
    "port-leading-zero",
    "port-range",
    "colon-in-userinfo",
    "upper-case-host",
    "discard-range",
    "leading-empty-segment",
    "zone-id",
    "invalid-utf8",
    "unsupported-feature",
];
pub(crate) const TO_URI: &[&str] = &[
    "unknown-scheme",
    "zone-id",
    "zone-on-ipv4",
    "empty-zone-id",
    "discard-zero-with-path",
    "discard-without-path",
    "unset-query",
    "rootless-without-scheme",
    "leading-empty-segment",
];
pub(crate) const ABSOLUTE: &[&str] = &["missing-scheme", "unexpected-fragment"];
pub(crate) const RECOMPOSE: &[&str] =
    &["leading-empty-segment", "rootless-path", "colon-in-first-segment"];
pub(crate) const RELATIVIZE: &[&str] =
    &["relative-base", "relative-target", "leading-empty-segment"];
pub(crate) const VIOLATIONS: &[&str] =
    &["missing-part", "unexpected-part", "invalid-part", "reserved-character", "forbidden-octet"];
pub(crate) const WARNINGS: &[&str] = &[
    "password",
    "password-without-user",
    "user-like-host",
    "disguised-address",
    "embedded-address",
    "mapped-character",
    "dns-label",
    "host-not-utf8",
    "default-port",
    "foreign-port",
    "disguised-dot-segment",
    "nul",
    "control-character",
    "hidden-character",
    "question-mark",
    "unknown-typecode",
    "search-without-slash",
];
pub(crate) const TAGGED: &[&str] = &["not-tagged"];
pub(crate) const TP_INFO: &[&str] = &["item-count", "scheme"];
pub(crate) const EMBEDDED: &[&str] = &["not-full"];
pub(crate) const DECOMPOSE: &[&str] = &[
    "not-full",
    "not-coap",
    "fragment",
    "no-authority",
    "userinfo",
    "empty-host",
    "zone-id",
    "percent-in-host",
    "invalid-host",
    "pet",
    "too-long",
];
pub(crate) const COMPOSE: &[&str] = &[
    "empty-host",
    "invalid-host",
    "upper-case-host",
    "percent-in-host",
    "zone-id",
    "repeated",
    "too-long",
    "invalid-utf8",
    "dot-segment",
];
pub(crate) const PROXY: &[&str] =
    &["length", "repeated", "mixed", "not-full", "fragment", "invalid-utf8"];

/// Kinds that no vector of the corpus can show, which the README explains.
const WITHOUT_VECTOR: &[&str] = &["buffer-full", "other-scheme", "not-by-number"];

/// The directions, each with its own kinds and the errors that its vectors expect.
fn directions() -> Vec<(&'static str, &'static [&'static str], Vec<&'static Expected>)> {
    let corpus = corpus();
    let decoded = |rejected: bool| {
        let vectors = corpus.decode.iter();
        let vectors = vectors.filter(move |it| (it.outcome == Outcome::Rejected) == rejected);
        vectors.filter_map(|vector| vector.error.as_ref()).collect()
    };
    let encode = corpus.decode.iter().filter_map(|vector| vector.encode_error.as_ref());
    let uri = corpus.decode.iter().filter_map(|vector| vector.uri_error.as_ref());
    let to_uri = corpus.convert.iter().filter_map(|vector| vector.to_uri_error.as_ref());
    let to_cri = corpus.convert.iter().filter_map(|vector| vector.to_cri_error.as_ref());
    let absolute = corpus.parse.iter().filter_map(|vector| vector.absolute_error.as_ref());
    macro_rules! errors {
        ($($family:ident),*) => {
            [$(corpus.$family.iter().filter_map(|it| it.error.as_ref()).collect::<Vec<_>>()),*].concat()
        };
    }
    vec![
        ("decoding, rejected", DECODE_REJECTED, decoded(true)),
        ("decoding, unprocessable", DECODE_UNPROCESSABLE, decoded(false)),
        ("encoding", ENCODE, encode.collect()),
        ("resolving", RESOLVE, errors!(resolve)),
        ("parsing", PARSE, errors!(parse)),
        ("parsing an absolute URI", ABSOLUTE, absolute.collect()),
        ("URI to CRI", TO_CRI, to_cri.collect()),
        ("CRI to URI", TO_URI, to_uri.chain(uri).collect()),
        ("recomposing", RECOMPOSE, errors!(recompose)),
        ("relativizing", RELATIVIZE, errors!(relativize)),
        ("decoding with a tag", TAGGED, errors!(tagged)),
        ("decoding tp_info", TP_INFO, errors!(tp_info)),
        ("decoding a byte string", EMBEDDED, errors!(embedded)),
        ("decomposing", DECOMPOSE, errors!(decompose)),
        ("composing", COMPOSE, errors!(compose)),
        ("asking a proxy", PROXY, errors!(proxy, proxy_option)),
    ]
}

#[test]
fn every_kind_has_a_vector() {
    for (direction, kinds, errors) in directions() {
        let shown: BTreeSet<&str> = errors.iter().map(|error| &*error.kind).collect();
        for kind in kinds {
            assert!(shown.contains(kind), "{direction}: no vector expects {kind}");
        }
    }
    let findings =
        corpus().check.iter().flat_map(|vector| vector.findings.iter().chain(&vector.idna));
    let shown: BTreeSet<(&str, &str)> =
        findings.map(|finding| (&*finding.severity, &*finding.kind)).collect();
    for (severity, kinds) in [("violation", VIOLATIONS), ("warning", WARNINGS)] {
        for kind in kinds {
            assert!(shown.contains(&(severity, kind)), "no vector expects the {severity} {kind}");
        }
    }
}

#[test]
fn the_readme_explains_every_kind() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(path).expect("README.md is there");
    let kinds = directions().into_iter().flat_map(|(_, kinds, _)| kinds);
    for kind in kinds.chain(VIOLATIONS).chain(WARNINGS).chain(WITHOUT_VECTOR) {
        assert!(readme.contains(&format!("`{kind}`")), "{kind}");
    }
}
