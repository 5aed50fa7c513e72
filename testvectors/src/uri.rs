//! The families about URIs as text.

use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

/// A URI reference and its components as RFC 3986 sees them, nothing decoded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parse {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// The scheme; absent is undefined.
    pub scheme: Option<String>,
    /// The userinfo, without the `@`.
    pub userinfo: Option<String>,
    /// The host, brackets included; there exactly where there is an authority.
    pub host: Option<String>,
    /// The port, without the colon; empty where only the colon is there.
    pub port: Option<String>,
    /// The path; there unless the reference does not parse.
    pub path: Option<String>,
    /// The query, without the `?`.
    pub query: Option<String>,
    /// The fragment, without the `#`.
    pub fragment: Option<String>,
    /// The reference does not parse: why.
    pub error: Option<Expected>,
    /// It parses, but is no `absolute-URI` (RFC 3986 section 4.3): why.
    pub absolute_error: Option<Expected>,
}

/// A URI reference, and what normalisation makes of it (RFC 3986 sections 6.2.2 and 6.2.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normalize {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// After case normalisation alone; not compared where it is absent, as the other single steps.
    pub case: Option<String>,
    /// After percent-encoding normalisation alone.
    pub percent: Option<String>,
    /// After removing dot-segments alone.
    pub dot_segments: Option<String>,
    /// After these three, which are syntax-based normalisation.
    pub syntax: String,
    /// After the scheme-based steps, too; absent where these change nothing more.
    pub scheme: Option<String>,
}

/// A text, and the URIs in it (RFC 3986 appendix C, RFC 1738 appendix).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extract {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The text.
    pub text: String,
    /// The URIs in it, in order.
    pub found: Vec<Found>,
}

/// A URI in a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The URI.
    pub uri: String,
    /// As it stands in the text, with white space in it; absent where there is none.
    pub written: Option<String>,
    /// `angle-brackets`, `double-quotes` or `none`.
    pub delimiters: String,
    /// The URI without the hyphens before line breaks, where there are any.
    pub alternative: Option<String>,
}

/// Components, and the URI reference they make (RFC 3986 section 5.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recompose {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The scheme; absent is undefined.
    pub scheme: Option<String>,
    /// The authority, without the two slashes.
    pub authority: Option<String>,
    /// The path.
    pub path: String,
    /// The query, without the `?`.
    pub query: Option<String>,
    /// The fragment, without the `#`.
    pub fragment: Option<String>,
    /// The URI reference.
    pub uri: Option<String>,
    /// The components make none: why. The offset is into the component, or the authority.
    pub error: Option<Expected>,
}

/// Two URIs, and the shortest reference that leads from the one to the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relativize {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The base.
    pub base: String,
    /// What the reference leads to.
    pub target: String,
    /// The reference, than which no other is as short.
    pub reference: Option<String>,
    /// There is none: why.
    pub error: Option<Expected>,
}

/// A URI reference, and what there is to be said of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// What is found, in order.
    pub findings: Vec<Finding>,
}

/// What a check finds.
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
