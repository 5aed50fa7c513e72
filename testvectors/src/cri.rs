//! The families about CRIs: their bytes, conversion, resolution, comparison and scheme numbers.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

family! {
    /// Bytes to decode as a CRI reference, and the result.
    pub struct Decode {
        pub revision: Revision,
        #[serde(default)]
        pub without: Vec<Feature>,
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        pub edn: Option<String>,
        #[serde(default)]
        pub outcome: Outcome,
        pub full: Option<bool>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        pub encode_error: Option<Expected>,
        pub uri: Option<String>,
        pub uri_error, error: Option<Expected>,
    }
}

impl Decode {
    /// Fills in what a file need not say: a processable reference is a full CRI in the encoding of its revision, and
    /// other bytes are unprocessable.
    pub(crate) fn complete(&mut self) {
        if self.error.is_some() {
            if self.outcome == Outcome::Processable {
                self.outcome = Outcome::Unprocessable;
            }
        } else {
            self.full.get_or_insert(true);
            if self.encode_error.is_none() {
                self.encoded.get_or_insert_with(|| self.cbor.clone());
            }
        }
    }
}

/// The outcome of decoding an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A CRI or CRI reference.
    #[default]
    Processable,
    /// An array that the decoder can skip and that stays opaque.
    Unprocessable,
    /// The decoder cannot skip it, so it cannot find the next item.
    Rejected,
}

impl Outcome {
    /// The name as it stands in the files, such as `processable`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Processable => "processable",
            Self::Unprocessable => "unprocessable",
            Self::Rejected => "rejected",
        }
    }
}

family! {
    /// A URI reference and its CRI reference.
    pub struct Convert {
        pub revision: Revision,
        #[serde(default)]
        pub without: Vec<Feature>,
        pub uri, edn: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        pub way: Option<Way>,
        pub to_cri_error, to_uri_error: Option<Expected>,
    }
}

impl Convert {
    /// Fills in what a file need not say of a conversion that succeeds: it holds both ways.
    pub(crate) fn complete(&mut self) {
        if self.to_cri_error.is_none() && self.to_uri_error.is_none() {
            self.way.get_or_insert(Way::Both);
        }
    }
}

/// The direction in which a [`Convert`] vector holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Each of the two converts to the other.
    Both,
    /// The URI converts to the CRI, which converts to another spelling of the URI.
    ToCri,
    /// The CRI converts to the URI, which converts to another form of the CRI.
    ToUri,
}

family! {
    /// A base, a reference, and the result of resolving the reference.
    pub struct Resolve {
        pub revision: Revision,
        pub base: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub base_cbor: Vec<u8>,
        pub base_uri: Option<String>,
        pub reference: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub reference_cbor: Vec<u8>,
        pub reference_uri, result: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub result_cbor: Option<Vec<u8>>,
        pub result_uri, rfc3986: Option<String>,
        pub error: Option<Expected>,
    }
}

family! {
    /// Two full CRIs, and whether they are equal.
    pub struct Compare {
        #[serde(deserialize_with = "hex::bytes")]
        pub a: Vec<u8>,
        pub a_edn: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub b: Vec<u8>,
        pub b_edn: String,
        pub equal, equal_ignoring_fragment: bool,
    }
}

family! {
    /// Two full CRIs, and the shortest CRI reference that leads from the first to the second.
    pub struct RelativizeCri {
        pub revision: Revision,
        pub base: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub base_cbor: Vec<u8>,
        pub target: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub target_cbor: Vec<u8>,
        pub reference: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub reference_cbor: Vec<u8>,
    }
}

family! {
    /// A scheme number and its name, or one of them that is not registered.
    pub struct Scheme {
        pub revision: Revision,
        pub number: Option<u64>,
        pub name: Option<String>,
        pub port: Option<u16>,
        #[serde(default)]
        pub portless: bool,
        #[serde(default)]
        pub absent: bool,
    }
}

family! {
    /// Bytes read as a CRI reference in CBOR tag 99, which only RFC 9988 has.
    pub struct Tagged {
        pub revision: Revision,
        #[serde(default)]
        pub without: Vec<Feature>,
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        pub edn: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub content: Option<Vec<u8>>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        pub error: Option<Expected>,
    }
}
