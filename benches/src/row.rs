//! The rows of the tables: kinds of work.

use Row::{Decode, DecodeReference, DecodeResolveEncode, Equality, FromUri, Iterate, Parse, Resolve, Strings, ToUri};

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

/// The lowest ratio that a change may leave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Floor {
    /// On the corpus.
    pub(crate) corpus: f64,
    /// On mutations of one to four changes.
    pub(crate) unpredictable: Option<f64>,
}

impl Row {
    pub(crate) const ALL: [Self; 10] =
        [Decode, DecodeReference, Parse, Resolve, DecodeResolveEncode, Iterate, FromUri, ToUri, Strings, Equality];

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

    /// The lowest ratio that a change may leave; `None` for a row without a floor.
    pub(crate) const fn floor(self) -> Option<Floor> {
        let (corpus, unpredictable) = match self {
            Decode => (2.8, Some(1.5)),
            Resolve => (6.2, Some(5.0)),
            DecodeResolveEncode => (3.7, Some(2.7)),
            Iterate => (4.0, Some(2.5)),
            FromUri => (2.9, Some(1.8)),
            ToUri => (2.4, Some(1.4)),
            Strings => (1.0, Some(0.75)),
            Equality => (0.95, None),
            DecodeReference | Parse => return None,
        };
        Some(Floor { corpus, unpredictable })
    }
}
