//! The families about URIs as text.

use crate::terms::Expected;
use serde::Deserialize;

family! {
    /// A URI reference and its components by RFC 3986, without decoding.
    pub struct Parse {
        /// The URI reference.
        pub uri: String,
        /// The scheme. An absent component is undefined.
        pub scheme: Option<String>,
        /// The userinfo, without the `@`.
        pub userinfo: Option<String>,
        /// The host with its brackets. Present if and only if there is an authority.
        pub host: Option<String>,
        /// The port, without the colon. Empty where only the colon is there.
        pub port: Option<String>,
        /// The path. Present unless the reference does not parse.
        pub path: Option<String>,
        /// The query, without the `?`.
        pub query: Option<String>,
        /// The fragment, without the `#`.
        pub fragment: Option<String>,
        /// The reason why the reference does not parse.
        pub error: Option<Expected>,
        /// The reason why the reference, which parses, is not an `absolute-URI` (RFC 3986 section 4.3).
        pub absolute_error: Option<Expected>,
    }
}

family! {
    /// A URI reference and its normal forms (RFC 3986 sections 6.2.2 and 6.2.3).
    pub struct Normalize {
        /// The URI reference.
        pub uri: String,
        /// The form after case normalisation alone. Where the result of a single step is absent, it is not compared.
        pub case: Option<String>,
        /// The form after percent-encoding normalisation alone.
        pub percent: Option<String>,
        /// The form after removing dot-segments alone.
        pub dot_segments: Option<String>,
        /// The form after these three steps, which are syntax-based normalisation.
        pub syntax: String,
        /// The form after the scheme-based steps too. Absent where they change nothing more.
        pub scheme: Option<String>,
    }
}

family! {
    /// A text, and the URIs in it (RFC 3986 appendix C, RFC 1738 appendix).
    pub struct Extract {
        /// The text.
        pub text: String,
        /// The URIs in it, in order.
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
    /// `angle-brackets`, `double-quotes` or `none`.
    pub delimiters: String,
    /// The URI without the hyphens before line breaks. Absent where there are none.
    pub alternative: Option<String>,
}

family! {
    /// Components and the URI reference that they make (RFC 3986 section 5.3).
    pub struct Recompose {
        /// The scheme. An absent component is undefined.
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
        /// The reason why the components make none. The offset counts into the component, or into the authority.
        pub error: Option<Expected>,
    }
}

family! {
    /// Two URIs, and the shortest reference that leads from the one to the other.
    pub struct Relativize {
        /// The base.
        pub base: String,
        /// The target of the reference.
        pub target: String,
        /// The shortest reference from the base to the target.
        pub reference: Option<String>,
        /// The reason why there is none.
        pub error: Option<Expected>,
    }
}

family! {
    /// A URI reference and all findings about it.
    pub struct Check {
        /// The URI reference.
        pub uri: String,
        /// The findings, in order.
        pub findings: Vec<Finding>,
        /// The findings about the host as UTS 46 maps it, in order.
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
