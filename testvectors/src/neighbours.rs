//! The families about what other documents make of CRIs.

use crate::hex;
use crate::terms::{Expected, Revision};
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
        /// The bytes.
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        /// The bytes in diagnostic notation.
        pub edn: Option<String>,
        /// The source of the notifications, `tpi_server`.
        pub server: Option<Address>,
        /// The destination of the notifications, `tpi_client`.
        pub client: Option<Address>,
        /// The token of the notifications, `tpi_token`.
        #[serde(default, deserialize_with = "hex::optional")]
        pub token: Option<Vec<u8>>,
        /// The elements written again.
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        /// The reason why the bytes are not `tp_info`.
        pub error: Option<Expected>,
    }
}

family! {
    /// Bytes read as a full CRI in a CBOR byte string (draft-ietf-core-transport-indication).
    pub struct Embedded {
        /// The revision of `encoded`.
        pub revision: Revision,
        /// The bytes.
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        /// The bytes in diagnostic notation.
        pub edn: Option<String>,
        /// The content of the byte string, a CRI.
        #[serde(default, deserialize_with = "hex::optional")]
        pub content: Option<Vec<u8>>,
        /// The CRI, encoded in the revision and in a byte string.
        #[serde(default, deserialize_with = "hex::optional")]
        pub encoded: Option<Vec<u8>>,
        /// The reason why the CRI has no encoding in the revision.
        pub encode_error: Option<Expected>,
        /// The reason why the bytes are not a CRI in a byte string.
        pub error: Option<Expected>,
    }
}
