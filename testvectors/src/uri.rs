//! The families about URIs as text.

use crate::terms::Expected;
use serde::Deserialize;

family! {
    /// A URI reference and its components by RFC 3986, without decoding.
    pub struct Parse {
        pub uri: String,
        pub scheme, userinfo, host, port, path, query, fragment: Option<String>,
        pub error, absolute_error: Option<Expected>,
    }
}

family! {
    /// A URI reference and its normal forms (RFC 3986 sections 6.2.2 and 6.2.3).
    pub struct Normalize {
        pub uri: String,
        pub case, percent, dot_segments: Option<String>,
        pub syntax: String,
        pub scheme: Option<String>,
    }
}

family! {
    /// A text, and the URIs in it (RFC 3986 appendix C, RFC 1738 appendix), or the IRIs.
    pub struct Extract {
        pub text: String,
        pub iri: Option<bool>,
        pub found: Vec<Found>,
    }
}

/// A URI in a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The URI.
    pub uri: String,
    /// The URI as it stands in the text, with its white space. Absent where it has none.
    pub written: Option<String>,
    /// `angle-brackets`, `double-quotes`, `single-quotes` or `none`.
    pub delimiters: String,
}

family! {
    /// Components and the URI reference that they make (RFC 3986 section 5.3).
    pub struct Recompose {
        pub scheme, authority: Option<String>,
        pub path: String,
        pub query, fragment, uri: Option<String>,
        pub error: Option<Expected>,
    }
}

family! {
    /// Two URIs, and the shortest reference that leads from the one to the other.
    pub struct Relativize {
        pub base, target: String,
        pub reference: Option<String>,
        pub error: Option<Expected>,
    }
}

family! {
    /// A URI reference and all findings about it.
    pub struct Check {
        pub uri: String,
        pub findings: Vec<Finding>,
        #[serde(default)]
        pub idna: Vec<Finding>,
    }
}

/// A finding of a check.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The kind, in kebab-case.
    pub kind: String,
    /// The component in kebab-case.
    pub component: String,
    /// The offset in bytes into the URI.
    pub offset: usize,
    /// `violation` or `warning`.
    pub severity: String,
}
