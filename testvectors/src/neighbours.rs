//! The families about what other documents make of CRIs.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;

/// A scheme number and an authority without a userinfo: a CRI without its local part.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Address {
    /// The scheme number.
    pub scheme: u64,
    /// The host: an address, or the labels of a name with dots between them.
    pub host: String,
    /// The port, where the authority has one.
    pub port: Option<u16>,
}

family! {
    /// Bytes read as `tp_info` (draft-ietf-core-observe-multicast-notifications).
    pub struct TpInfo {
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        pub edn: Option<String>,
        pub server, client: Option<Address>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub token: Option<Vec<u8>>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        pub error: Option<Expected>,
    }
}

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
