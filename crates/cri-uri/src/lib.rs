//! Converts URIs (RFC 3986) to Constrained Resource Identifiers (CRIs) and back, without a heap and without panics.
//!
//! A CRI is a URI as a CBOR array whose components are already apart and decoded (draft-ietf-core-href). The crate
//! `cri-core` has the CRIs. This crate has URIs as text, and the conversions of section 6 of the draft.
//!
//! # Terminology
//!
//! - A *URI reference* is a URI, or a relative reference such as `../a?q`. [`UriRef`] is parsed text with its components.
//!   A *URI* has a scheme; it is a [`Uri`]. [`Uri::resolve`], [`Uri::relativize`], [`Uri::normalize`] and
//!   [`Uri::equivalent`] work on text alone, and [`extract`](extract()) finds URIs in running text.
//! - A *CRI reference* is the CBOR form of a URI reference. [`to_cri`] makes one from text, and [`UriRef::to_cri`] from a
//!   parsed reference. [`ToUri::to_uri`] converts CRIs and CRI references, whether decoded, resolved or built, to URIs.
//! - An *IRI reference* is a URI reference with characters beyond ASCII (RFC 3987). [`IriRef`] is parsed text.
//!   [`ToIri::to_iri`] and [`UriRef::to_iri`] make IRI references.
//! - A *dot-segment* is `.` or `..`. A CRI has none: conversion removes them, or counts them in the discard of a CRI
//!   reference.
//! - *PET* is percent-encoded text: the bytes of a `%HH` that text in a CRI cannot hold, since the text would be another
//!   URI.
//! - The *canonical* CRI is the one that [`UriRef::to_cri`] makes, among all CRIs that are [`equivalent`].
//! - A *view* takes a URI apart into the parts of its scheme, for the ten schemes of RFC 1738 ([`scheme`]).
//! - A *finding* is a rule of its scheme that a URI breaks, or a warning. [`check`](check()) returns the findings.
//! - [`Options`] hold the revision of the draft, its optional features, the schemes with a number, and the treatment of
//!   text that is not in Unicode's Normalization Form C ([`Nfc`]). Functions that need only the schemes take a [`Table`].
//!
//! # Example
//!
//! ```
//! use cri_core::ArrayBuffer;
//! use cri_uri::{Options, ToUri, to_cri};
//!
//! let options = Options::default();
//! let base = to_cri("coap://Example.com:5683/a/b/../c%2Fd?x", options, ArrayBuffer::<64>::new())?;
//! let link = to_cri("../e", options, ArrayBuffer::<8>::new())?;
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
//! - It repairs nothing. A URI that has no CRI is an error with the component and the byte. So is a CRI without a URI.
//! - It does not map hosts by IDNA; `idna::to_ascii` does so on request. It decodes and encodes triplets only where
//!   RFC 3986 calls the results equivalent.
//! - Parsing and conversion do not apply the rules of schemes. Views and [`check`](check()) do.
//! - It opens no connections and looks up no names.
//!
//! # Features
//!
//! No feature is on by default, and none changes an answer.
//!
//! - `alloc` adds `UriBuf` and `UriRefBuf`, which own their text, and lets a `Vec<u8>` hold a CRI.
//! - `serde` lets serde read and write URIs as strings.
//! - `nfc` adds `Nfc::Refuse`, `Nfc::Normalize`, `check_nfc` and `nfc_findings`. It needs an allocator.
//! - `idna` adds the module `idna`. It needs an allocator.
//! - `url` adds conversions from and to `url::Url`. It needs an allocator.

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

#[cfg(any(feature = "alloc", feature = "idna", feature = "url"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod check;
mod convert;
mod equivalence;
#[cfg(feature = "idna")]
pub mod idna;
pub mod scheme;
mod text;
#[cfg(feature = "url")]
pub mod url;

#[cfg(feature = "nfc")]
pub use check::nfc_findings;
pub use check::{Check, Finding, FindingKind, Severity, check};
pub use convert::error::{ToCriError, ToCriErrorKind, ToUriError, ToUriErrorKind};
#[cfg(feature = "nfc")]
pub use convert::nfc::{NotNfc, check_nfc};
pub use convert::options::{Nfc, Options};
pub use convert::to_cri::to_cri;
pub use convert::to_iri::{IriText, ToIri};
pub use convert::to_uri::{ToUri, UriText};
pub use cri_registry::Table;
pub use equivalence::canonical::canonical;
pub use equivalence::equivalent::equivalent;
pub use equivalence::renumber::renumber;
pub use equivalence::rewrite::{RewriteError, RewriteErrorKind};
pub use equivalence::seen::{Equivalence, empty_path_is_root};
pub use text::components::{Components, RecomposeError, RecomposeErrorKind, Recomposed};
pub use text::context::wrapped::{SpacedUri, WrappedUri};
pub use text::context::{Delimiters, Extract, Found, extract};
pub use text::error::{ParseError, ParseErrorKind};
pub use text::host::UriHost;
pub use text::iri::{IriAsUri, IriRef};
pub use text::masked::{Masked, masked, passwords};
pub use text::normalize::{Normalization, Normalized};
#[cfg(feature = "alloc")]
pub use text::owned::{UriBuf, UriRefBuf};
pub use text::relativize::RelativeUri;
pub use text::resolve::{
    DotlessPath, Resolution, ResolveUriError, ResolveUriErrorKind, ResolvedUri, remove_dot_segments,
};
pub use text::split::Split;
pub use text::uri::Uri;
pub use text::uri_ref::UriRef;
pub use text::userinfo::{MASK, password_start};
