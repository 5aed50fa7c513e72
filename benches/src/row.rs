//! The rows of the tables: kinds of work.

use Row::{
    Decode, DecodeReference, DecodeResolveEncode, Equality, FromUri, Iterate, Parse, Resolve,
    Strings, ToUri,
};

use crate::long;

/// One kind of work. Each library does it in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Decode a CRI; peers parse its URI.
    Decode,
    /// Decode a CRI reference; peers parse the URI reference.
    DecodeReference,
    /// Parse a URI.
    Parse,
    /// Resolve a decoded pair into a slice; peers resolve a parsed pair to a string.
    Resolve,
    /// Decode two, resolve, encode; peers parse two and resolve to a string.
    DecodeResolveEncode,
    /// Decode a CRI, and read all segments and parameters; peers do so with its URI.
    Iterate,
    /// Parse a URI, and convert it to a CRI in a slice; peers parse and normalise.
    FromUri,
    /// Write a decoded CRI as a URI into a buffer; peers normalise a parsed URI.
    ToUri,
    /// Convert two URIs to CRIs, resolve, and write the result as a URI; peers parse two and resolve.
    Strings,
    /// Compare two equal CRIs; peers compare equal strings or parsed URIs.
    Equality,
}

impl Row {
    pub(crate) const ALL: [Self; 10] = [
        Decode,
        DecodeReference,
        Parse,
        Resolve,
        DecodeResolveEncode,
        Iterate,
        FromUri,
        ToUri,
        Strings,
        Equality,
    ];

    /// Whether the work is done on pairs of base and reference instead of single URIs.
    pub(crate) const fn takes_pairs(self) -> bool {
        matches!(self, DecodeReference | Resolve | DecodeResolveEncode | Strings)
    }

    /// The name in options, in files and in criterion's output.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Decode => "decode",
            DecodeReference => "decode-reference",
            Parse => "parse",
            Resolve => "resolve",
            DecodeResolveEncode => "decode-resolve-encode",
            Iterate => "iterate",
            FromUri => "uri-to-cri",
            ToUri => "cri-to-uri",
            Strings => "strings",
            Equality => "equality",
        }
    }

    /// What our library does, in the report.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Decode => "decode a CRI",
            DecodeReference => "decode a CRI reference",
            Parse => "parse a URI",
            Resolve => "resolve a decoded pair",
            DecodeResolveEncode => "decode two, resolve, encode",
            Iterate => "decode and iterate",
            FromUri => "URI to CRI",
            ToUri => "CRI to URI",
            Strings => "strings in and out",
            Equality => "equality",
        }
    }

    /// What the peers do, in the report.
    pub(crate) const fn of_peers(self) -> &'static str {
        match self {
            Decode => "parse its URI",
            DecodeReference => "parse the URI reference",
            Parse => "parse a URI",
            Resolve => "resolve a parsed pair to a string",
            DecodeResolveEncode | Strings => "parse two, resolve to a string",
            Iterate => "parse, and iterate decoded segments and parameters",
            FromUri => "parse and normalise",
            ToUri => "normalise a parsed URI",
            Equality => "equality of equal strings",
        }
    }

    /// The lowest ratio that a change may leave on a set of inputs; 0 if there is no floor.
    ///
    /// kasztp and `node_files` are lists of ada-url/url-various-datasets: see README.md.
    pub(crate) fn floor(self, work: &str) -> f64 {
        let [corpus, unpredictable, long, kasztp, node_files] = match self {
            Decode => [2.8, 1.5, 1.2, 2.0, 2.2],
            Parse => [1.36, 1.12, 1.0, 1.3, 1.3],
            Resolve => [4.2, 3.0, 0.0, 0.0, 0.0],
            DecodeResolveEncode => [3.3, 2.4, 0.0, 0.0, 0.0],
            Iterate => [4.0, 2.5, 0.0, 0.0, 0.0],
            FromUri if work == long::DEEP => [0.0, 0.0, 1.0, 0.0, 0.0],
            FromUri => [2.9, 1.8, 1.3, 1.35, 2.5],
            ToUri => [2.4, 1.4, 1.0, 1.8, 1.7],
            Strings => [1.0, 0.7, 0.0, 0.0, 0.0],
            Equality => [0.95, 0.0, 0.0, 0.0, 0.0],
            DecodeReference => [0.0; 5],
        };
        match work {
            "corpus" => corpus,
            "unpredictable" => unpredictable,
            "kasztp" => kasztp,
            "node_files" => node_files,
            _ if long::CLASSES.iter().any(|class| class.name == work) => long,
            _ => 0.0,
        }
    }
}
