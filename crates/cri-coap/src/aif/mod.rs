//! Access rules about CRIs: AIF with the local part of a CRI as the object (draft-27 section 8.3, RFC 9237).
//!
//! `AIF-CRI` is a list of `[CRI-local-part, REST-method-set]`. `CRI-local-part` is `[path]` or `[path, query]`: the part
//! of a CRI that its server interprets. draft-16 does not define access rules.
//!
//! [`LocalPart`] is a local part by itself, and [`Texts`] a path. [`Aif::allows`] decides about a request.
//! `message::Message` makes its options of the message of another crate (feature `coap-message`).
//!
//! A local part holds plain text. Encoding and decoding refuse percent-encoded text. No option of a request carries it
//! (section 8.1.1), so a rule about it would never match.
//!
//! ```
//! use cri_coap::aif::{Aif, Method, encode};
//! use cri_coap::option;
//! use cri_core::{ArrayBuffer, Buffer, Cri};
//!
//! let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61s")?; // [-1, ["h"], ["s"]]
//! let mut buffer = ArrayBuffer::<32>::new();
//! encode([(cri.sections(), [Method::Get, Method::Put].into_iter().collect())], &mut buffer)?;
//! assert_eq!(buffer.as_slice(), b"\x81\x82\x81\x81\x61s\x05"); // [[[["s"]], 5]]
//!
//! let rules = Aif::decode(buffer.as_slice())?;
//! let request = [(option::URI_PATH, &b"s"[..])];
//! assert!(rules.allows(Method::Put, request) && !rules.allows(Method::Delete, request));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

/// The CoAP Content-Format of access rules about CRIs. IANA has assigned it.
///
/// The media type is `application/aif+cbor` with the parameter `toid=CRI-local-part` (section 8.3 of draft-30; RFC 9237
/// section 5).
pub const CONTENT_FORMAT: u16 = 292;

mod decide;
mod error;
mod local_part;
pub(crate) mod method;
mod reader;
pub(crate) mod rules;

pub use error::{AifError, AifErrorKind};
pub use local_part::{LocalPart, Texts, encode_local_part, encode_path};
pub use method::{Method, MethodSet};
pub use rules::{Aif, encode};
