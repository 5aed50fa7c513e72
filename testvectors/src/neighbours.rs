//! The families about what other documents make of CRIs.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

family! {
    /// Bytes read as a full CRI in a CBOR byte string (draft-ietf-core-transport-indication).
    pub struct Embedded {
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
        pub encode_error, error: Option<Expected>,
    }
}
