//! The families about CRIs: their bytes, conversion, resolution, comparison and scheme numbers.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

/// Bytes to decode as a CRI reference, and what they are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decode {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of `uri` and `uri_error`; decoding takes none.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The bytes.
    #[serde(deserialize_with = "hex::bytes")]
    pub cbor: Vec<u8>,
    /// The same in diagnostic notation, where the bytes are well-formed.
    pub edn: Option<String>,
    /// What decoding says.
    pub outcome: Outcome,
    /// If processable: whether it is a full CRI. Where it is not, reading as a full CRI gives `not-full`.
    pub full: Option<bool>,
    /// If processable: its encoding in draft-16.
    #[serde(default, deserialize_with = "hex::optional")]
    pub draft16: Option<Vec<u8>>,
    /// If it has no encoding in draft-16: why.
    pub draft16_error: Option<Expected>,
    /// If processable: its encoding in draft-27.
    #[serde(default, deserialize_with = "hex::optional")]
    pub draft27: Option<Vec<u8>>,
    /// If it has no encoding in draft-27: why.
    pub draft27_error: Option<Expected>,
    /// If processable: its URI reference.
    pub uri: Option<String>,
    /// If it has no URI reference: why.
    pub uri_error: Option<Expected>,
    /// If not processable: what is wrong.
    pub error: Option<Expected>,
}

/// What decoding says of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A CRI or CRI reference.
    Processable,
    /// An array that can be skipped and stays opaque.
    Unprocessable,
    /// Nothing can be skipped: the stream is lost.
    Rejected,
}

/// A URI reference and the CRI reference that says the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the conversion and of `cbor`.
    #[serde(default)]
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
    /// The direction, where the conversion succeeds.
    pub way: Option<Way>,
    /// `uri` has no CRI: why. Offsets are into `uri`.
    pub to_cri_error: Option<Expected>,
    /// `cbor` has no URI: why.
    pub to_uri_error: Option<Expected>,
}

/// The direction in which a [`Convert`] vector holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Each of the two is made from the other.
    Both,
    /// The CRI is made from the URI, whose normalized spelling is another.
    ToCri,
    /// The URI is made from the CRI.
    ToUri,
}

/// A base, a reference, and what the reference means there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the URIs and of the encodings.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
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
    /// What RFC 3986 section 5.2 makes of the two URIs, where that is not `result_uri`.
    pub rfc3986: Option<String>,
    /// The result would not be a CRI: why.
    pub error: Option<Expected>,
}

/// Two full CRIs, and whether they are equal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The one.
    #[serde(deserialize_with = "hex::bytes")]
    pub a: Vec<u8>,
    /// The one, in diagnostic notation.
    pub a_edn: String,
    /// The other.
    #[serde(deserialize_with = "hex::bytes")]
    pub b: Vec<u8>,
    /// The other, in diagnostic notation.
    pub b_edn: String,
    /// Whether they are equal.
    pub equal: bool,
    /// Whether they are equal when both fragments are left out of account.
    pub equal_ignoring_fragment: bool,
}

/// A scheme number and its name, or that one of them is not registered.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheme {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision whose table this is.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The scheme number (not the scheme-id, which is -1 less the number).
    pub number: Option<u64>,
    /// The name, in lower case.
    pub name: Option<String>,
    /// The default port; not compared where it is absent.
    pub port: Option<u16>,
    /// Whether the scheme has no default port.
    #[serde(default)]
    pub portless: bool,
    /// Whether the number or the name, alone here, is not in the table.
    #[serde(default)]
    pub absent: bool,
}

/// Bytes read as a CRI reference in CBOR tag 99 (draft-27).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tagged {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here: draft-16 has no tag.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The bytes.
    #[serde(deserialize_with = "hex::bytes")]
    pub cbor: Vec<u8>,
    /// The same in diagnostic notation, where the bytes are well-formed.
    pub edn: Option<String>,
    /// What stands behind the tag.
    #[serde(default, deserialize_with = "hex::optional")]
    pub content: Option<Vec<u8>>,
    /// How that is written with the tag.
    #[serde(default, deserialize_with = "hex::optional")]
    pub encoded: Option<Vec<u8>>,
    /// There is no CRI reference in a tag: why.
    pub error: Option<Expected>,
}
