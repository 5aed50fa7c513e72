//! The kinds of errors that each operation may have.

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
pub(crate) const RESOLVE: &[&str] = &["empty-rootless-path", "leading-empty-segment"];
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
