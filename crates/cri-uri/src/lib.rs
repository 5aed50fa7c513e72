//! URIs (RFC 3986) to Constrained Resource Identifiers (CRIs) and back, with no heap and nothing that panics.
//!
//! A CRI is a URI as a CBOR array, in which nothing has to be scanned or decoded (draft-ietf-core-href). The crate
//! `cri-core` has the CRIs; this one has the text, and the conversions of section 6 of the draft.
//!
//! # Terminology
//!
//! - A *URI reference* is a URI, or a relative reference such as `../a?q`. [`UriRef`] is text that was parsed as one
//!   and taken apart, with nothing decoded.
//! - A *CRI reference* is the same in CBOR. [`UriRef::to_cri`] makes one; [`ToUri::to_uri`] goes the other way, for
//!   CRIs and CRI references as decoded, resolved or built.
//! - A *dot-segment* is `.` or `..`. CRIs have none: they are removed, or counted in the CRI reference's discard.
//! - *PET* is percent-encoded text: `%HH` that text in a CRI cannot say, since it would come out as another URI.
//! - [`Options`] say which revision of the draft holds, which of its features are there, and which schemes have a
//!   number. The answer depends on nothing else.
//!
//! # Example
//!
//! ```
//! use cri_core::ArrayBuffer;
//! use cri_uri::{Options, ToUri, UriRef};
//!
//! let options = Options::default();
//! let base = UriRef::parse("coap://Example.com:5683/a/b/../c%2Fd?x")?.to_cri(options, ArrayBuffer::<64>::new())?;
//! let link = UriRef::parse("../e")?.to_cri(options, ArrayBuffer::<8>::new())?;
//! assert_eq!(format!("{base:?} and {link:?}"), r#"[-1, ["example", "com"], ["a", "c/d"], ["x"]] and [2, ["e"]]"#);
//!
//! let base = base.into_full().expect("a scheme");
//! let target = base.as_cri().resolve(link.as_cri_ref())?;
//! assert_eq!(target.to_uri(options)?.to_string(), "coap://example.com/e");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It repairs nothing: a URI that no CRI can say is an error with the component and the byte, and so is a CRI
//!   without a URI.
//! - It does not map a host by IDNA, nor change what is percent-encoded beyond the equivalences of RFC 3986.
//! - It opens no connection and looks nothing up.
//!
//! # Features
//!
//! None is on by default. `alloc` adds `Vec<u8>` to the buffers that a CRI may be written to.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects
    )
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(test)]
extern crate std;

mod authority;
mod charset;
mod dots;
mod error;
mod from_cri;
mod options;
mod parse;
mod pct;
mod to_cri;
mod uri_ref;

pub use error::{ParseError, ParseErrorKind, ToCriError, ToCriErrorKind, ToUriError, ToUriErrorKind};
pub use from_cri::{ToUri, UriText};
pub use options::Options;
pub use uri_ref::{UriHost, UriRef};
