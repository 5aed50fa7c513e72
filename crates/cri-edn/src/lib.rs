//! CBOR diagnostic notation with `cri'…'` and `CRI'…'` literals, read and written.
//!
//! Diagnostic notation (RFC 8949 section 8, RFC 8610 appendix G) is how people write CBOR. A Constrained Resource
//! Identifier (CRI) is a URI as a CBOR array, and appendix C of draft-ietf-core-href adds a literal to the notation:
//! `cri'coap://h/a'` is `[-1, ["h"], ["a"]]`. `CRI'coap://h/a'` is the same CRI in tag 99, which RFC 9988 defines.
//!
//! - [`Notation::parse`] reads one item of notation and returns its CBOR. [`Notation::locate`] leads from an offset in
//!   the CBOR back to the item in the notation.
//! - [`write()`] and [`write_tagged()`] write a CRI as a literal where the literal reads as the same bytes again, and as
//!   plain notation otherwise.
//!
//! ```
//! use cri_core::CriRef;
//! use cri_edn::{Notation, ParseErrorKind, write};
//! use cri_uri::Options;
//!
//! let options = Options::default();
//! let notation = Notation::parse("/ a comment / [-1, [\"h\"], [\"a\"]]", options)?;
//! let cri = CriRef::decode(notation.as_bytes())?;
//! assert_eq!(write(cri, options), "cri'coap://h/a'");
//!
//! let error = Notation::parse("[-1, [\"h]", options).unwrap_err();
//! assert_eq!((error.kind(), error.offset()), (ParseErrorKind::UnclosedString, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits
//!
//! Brackets nest at most [`MAX_DEPTH`] levels deep, and integers have at most 128 bits. Of the literals, `h'…'`, `b64'…'`,
//! `b32'…'`, `h32'…'`, `cri'…'` and `CRI'…'` are known.
//!
//! # What this crate does not do
//!
//! - It does not check that an item is a CRI: `cri_core::CriRef::decode` does.
//! - It does not write items other than CRIs. `cri_core::CriRef::diagnostic` writes plain notation without allocating.
//!
//! The crate uses `std`.

#![doc(html_root_url = "https://docs.rs/cri-edn/0.1.0")]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cursor;
mod error;
mod escape;
mod head;
mod notation;
mod number;
mod string;
mod write;

pub use error::{MAX_DEPTH, ParseError, ParseErrorKind};
pub use notation::Notation;
pub use write::{write, write_tagged};

/// The example of README.md, which this compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
