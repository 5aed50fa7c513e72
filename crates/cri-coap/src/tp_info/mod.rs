//! Transport-specific information of multicast notifications: `tp_info`, and the CRIs without a local part in it
//! (draft-ietf-core-observe-multicast-notifications).
//!
//! A server that notifies many clients at once tells each of them where its notifications come from, where they go, and
//! their token. Addresses are `[scheme-id, authority]`, which the document calls CRI-no-local.
//!
//! The grammar of the document nests the authority, as CRIs do: `[-1, [h'C0000201', 61616]]`. Its example splices the
//! items of the authority into the array: `[-1, h'C0000201', 61616]`. This module writes the nested form, which is the
//! encoding of a CRI in RFC 9988, and reads both.
//!
//! ```
//! use cri_coap::tp_info::TpInfo;
//! use cri_core::Revision;
//!
//! // [[-1, [h'C0000201']], [-1, [h'E0000101', 61616]], h'7B']
//! let bytes = b"\x83\x82\x20\x81\x44\xc0\0\x02\x01\x82\x20\x82\x44\xe0\0\x01\x01\x19\xf0\xb0\x41\x7b";
//! let info = TpInfo::decode(bytes)?;
//! let group = info.client().endpoint(Revision::Rfc9988).expect("an address");
//! assert_eq!(group.socket_addr().to_string(), "224.0.1.1:61616");
//! assert_eq!(info.token(), b"\x7b");
//! # Ok::<(), cri_coap::tp_info::TpInfoError>(())
//! ```

mod error;
mod info;
mod no_local;

pub use error::{TpInfoError, TpInfoErrorKind};
pub use info::TpInfo;
pub use no_local::CriNoLocal;
