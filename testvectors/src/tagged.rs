//! The family about CBOR tag 99, which draft-27 has around CRI references.

use crate::{Expected, Feature, Revision, hex};
use serde::Deserialize;

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
