//! The rows of the table: what is measured, and what is to be reached.

use Row::{Decode, DecodeReference, DecodeResolveEncode, Equality, FromUri, Iterate, Parse, Resolve, Strings, ToUri};

/// One kind of work, which ours and the peers each do in their own manner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// A CRI decoded, against its URI parsed.
    Decode,
    /// The same of CRI references and relative references.
    DecodeReference,
    /// A URI parsed by our own parser, against its being parsed by the peers'.
    Parse,
    /// A decoded base and reference resolved into a slice, against both parsed and resolved to a string.
    Resolve,
    /// Base and reference decoded, resolved and encoded, against both parsed and resolved to a string.
    DecodeResolveEncode,
    /// A CRI decoded, and all that its segments and parameters hold looked at, against the same with its URI.
    Iterate,
    /// A URI parsed and converted to a CRI in a slice, against its being parsed and normalised.
    FromUri,
    /// A decoded CRI written as a URI into a buffer, against an already parsed URI normalised.
    ToUri,
    /// Two URIs converted to CRIs, resolved, and the result written as a URI, against parsing both and resolving.
    Strings,
    /// Two equal CRIs compared, against two equal strings or parsed URIs.
    Equality,
}

/// What ratio a row is to reach: how many times as fast as the fastest peer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// On the corpus.
    pub(crate) corpus: f64,
    /// On mutations, be they of one change or of more.
    pub(crate) unpredictable: Option<f64>,
    /// What would be better still, on the corpus.
    pub(crate) beyond: f64,
}

impl Row {
    pub(crate) const ALL: [Self; 10] =
        [Decode, DecodeReference, Parse, Resolve, DecodeResolveEncode, Iterate, FromUri, ToUri, Strings, Equality];

    /// Whether the row's work is done on pairs of base and reference, and not on single URIs.
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

    /// What a reader is told.
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

    /// What the peers do.
    pub(crate) const fn of_peers(self) -> &'static str {
        match self {
            Decode => "parse its URI",
            DecodeReference => "parse the URI reference",
            Parse => "parse it",
            Resolve => "resolve a parsed pair to a string",
            DecodeResolveEncode | Strings => "parse two, resolve to a string",
            Iterate => "parse, and iterate decoded segments and parameters",
            FromUri => "parse and normalise",
            ToUri => "normalise a parsed URI",
            Equality => "equality of equal strings",
        }
    }

    /// What is to be reached; `None` where nothing was set.
    pub(crate) const fn target(self) -> Option<Target> {
        let (corpus, unpredictable, beyond) = match self {
            Decode => (3.0, Some(2.2), 4.0),
            DecodeReference | Parse => return None,
            Resolve => (6.5, Some(10.0), 8.0),
            DecodeResolveEncode => (3.6, Some(2.7), 5.0),
            Iterate => (3.4, Some(2.7), 4.0),
            FromUri => (3.0, Some(1.8), 3.5),
            ToUri => (2.4, Some(1.4), 3.0),
            Strings => (0.88, Some(0.56), 1.3),
            // Within 1.3 of the peer's time.
            Equality => (1.0 / 1.3, None, 1.0),
        };
        Some(Target { corpus, unpredictable, beyond })
    }
}
