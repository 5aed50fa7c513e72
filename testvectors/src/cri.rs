//! The families about CRIs: their bytes, conversion, resolution, comparison and scheme numbers.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

family! {
    /// Bytes to decode as a CRI reference, and the result.
    pub struct Decode {
        /// The revision of `encoded` and `uri`. Decoding takes none.
        pub revision: Revision,
        /// Features that are off.
        #[serde(default)]
        pub without: Vec<Feature>,
        /// The bytes.
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        /// The bytes in diagnostic notation, where they are well-formed.
        pub edn: Option<String>,
        /// The outcome of decoding.
        #[serde(default)]
        pub outcome: Outcome,
        /// If processable: whether it is a full CRI. If it is not, reading it as a full CRI fails with `not-full`.
        pub full: Option<bool>,
        /// If processable: its encoding in `revision`. A strict reader of `revision` accepts exactly these bytes.
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        /// The reason why it has no encoding.
        pub encode_error: Option<Expected>,
        /// If processable: its URI reference.
        pub uri: Option<String>,
        /// The reason why it has no URI reference.
        pub uri_error: Option<Expected>,
        /// If not processable: the error.
        pub error: Option<Expected>,
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
        /// The revision of the conversion and of `cbor`.
        pub revision: Revision,
        /// Features that are off.
        #[serde(default)]
        pub without: Vec<Feature>,
        /// The URI reference.
        pub uri: Option<String>,
        /// The CRI reference in diagnostic notation.
        pub edn: Option<String>,
        /// The CRI reference, encoded in `revision`.
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        /// The direction in which the conversion holds, where it succeeds.
        pub way: Option<Way>,
        /// The reason why `uri` has no CRI. Offsets count into `uri`.
        pub to_cri_error: Option<Expected>,
        /// The reason why `cbor` has no URI.
        pub to_uri_error: Option<Expected>,
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
        /// The revision of the URIs and of the encodings.
        pub revision: Revision,
        /// The base in diagnostic notation, a full CRI.
        pub base: String,
        /// The base, encoded.
        #[serde(deserialize_with = "hex::bytes")]
        pub base_cbor: Vec<u8>,
        /// The URI of the base, where it has one.
        pub base_uri: Option<String>,
        /// The reference in diagnostic notation.
        pub reference: String,
        /// The reference, encoded.
        #[serde(deserialize_with = "hex::bytes")]
        pub reference_cbor: Vec<u8>,
        /// The URI reference of the reference, where it has one.
        pub reference_uri: Option<String>,
        /// The result in diagnostic notation.
        pub result: Option<String>,
        /// The result, encoded.
        #[serde(default, deserialize_with = "hex::optional")]
        pub result_cbor: Option<Vec<u8>>,
        /// The URI of the result, where it has one.
        pub result_uri: Option<String>,
        /// The result of RFC 3986 section 5.2 for the two URIs, where it differs from `result_uri`.
        pub rfc3986: Option<String>,
        /// The reason why the result would not be a CRI.
        pub error: Option<Expected>,
    }
}

family! {
    /// Two full CRIs, and whether they are equal.
    pub struct Compare {
        /// The first CRI.
        #[serde(deserialize_with = "hex::bytes")]
        pub a: Vec<u8>,
        /// The first CRI in diagnostic notation.
        pub a_edn: String,
        /// The second CRI.
        #[serde(deserialize_with = "hex::bytes")]
        pub b: Vec<u8>,
        /// The second CRI in diagnostic notation.
        pub b_edn: String,
        /// Whether they are equal.
        pub equal: bool,
        /// Whether they are equal without their fragments.
        pub equal_ignoring_fragment: bool,
    }
}

family! {
    /// Two full CRIs, and the shortest CRI reference that leads from the first to the second.
    pub struct RelativizeCri {
        /// The revision of the reference.
        pub revision: Revision,
        /// The base in diagnostic notation.
        pub base: String,
        /// The base, encoded.
        #[serde(deserialize_with = "hex::bytes")]
        pub base_cbor: Vec<u8>,
        /// The target of the reference in diagnostic notation.
        pub target: String,
        /// The target, encoded in either revision.
        #[serde(deserialize_with = "hex::bytes")]
        pub target_cbor: Vec<u8>,
        /// The shortest reference in diagnostic notation.
        pub reference: String,
        /// The shortest reference, encoded in `revision`.
        #[serde(deserialize_with = "hex::bytes")]
        pub reference_cbor: Vec<u8>,
    }
}

family! {
    /// A scheme number and its name, or one of them that is not registered.
    pub struct Scheme {
        /// The revision of the table.
        pub revision: Revision,
        /// The scheme number. (The scheme-id is -1 minus the number.)
        pub number: Option<u64>,
        /// The name, in lower case.
        pub name: Option<String>,
        /// The default port. Where it is absent, ports are not compared.
        pub port: Option<u16>,
        /// Whether the scheme has no default port.
        #[serde(default)]
        pub portless: bool,
        /// Whether the table lacks the number or the name. The vector then has only one of the two.
        #[serde(default)]
        pub absent: bool,
    }
}

family! {
    /// Bytes read as a CRI reference in CBOR tag 99, which only RFC 9988 has.
    pub struct Tagged {
        /// The revision: draft-16 has no tag.
        pub revision: Revision,
        /// The bytes.
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        /// The bytes in diagnostic notation, where they are well-formed.
        pub edn: Option<String>,
        /// The content of the tag.
        #[serde(default, deserialize_with = "hex::optional")]
        pub content: Option<Vec<u8>>,
        /// The content written with the tag again.
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        /// The reason why the bytes are not a CRI reference in a tag.
        pub error: Option<Expected>,
    }
}
