//! Constrained Resource Identifiers (CRIs): URIs as CBOR arrays, for machines with no heap and no room.
//!
//! Not to be confused with Kubernetes' container runtime interface. This is draft-ietf-core-href: the data model,
//! the wire form, and reference resolution.
//!
//! # Terminology
//!
//! - The *interchange form* is bytes: a CBOR array such as `[-1, ["example", "com"], ["a"]]`. [`CriRef`] is a CRI
//!   reference in that form, checked once and borrowed; [`Cri`] is one that begins with a scheme, a *full* CRI.
//! - The *abstract form* is six sections: scheme, authority, discard, path, query, fragment. [`Sections`] gives
//!   them, still borrowed, as small `Copy` values with iterators over labels, segments and parameters.
//! - *Resolving* a reference against a base gives a [`Resolved`]: the same six sections, sliced out of both.
//! - *PET* is percent-encoded text: what a URI has as `%HH` and text cannot say ([`TextOrPet`]).
//! - A CRI may stand in CBOR [tag](TAG) 99, in draft-27: it is read as such by `decode_tagged`, and by nothing else.
//! - A CRI that breaks a rule is *unprocessable*: it is skipped, and what surrounds it goes on ([`Ingested`]).
//!
//! # Example
//!
//! ```
//! use cri_core::{Cri, CriRef, Revision, SliceBuffer};
//!
//! // [-1, [h'C6336401', 61616], [".well-known", "core"]], which is coap://198.51.100.1:61616/.well-known/core
//! let base = Cri::decode(b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64core")?;
//! // [2, ["sensors", "temp"]], which is ../sensors/temp
//! let link = CriRef::decode(b"\x82\x02\x82\x67sensors\x64temp")?;
//!
//! let resolved = base.resolve(link)?; // nothing is copied
//! let mut space = [0; 64];
//! let target = resolved.to_buf(Revision::Draft16, SliceBuffer::new(&mut space))?;
//! assert_eq!(format!("{target:?}"), r#"[-1, [h'C6336401', 61616], ["sensors", "temp"]]"#);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It knows no scheme: numbers and names come and go as they are. `cri-registry` has the table.
//! - It knows no URI text. `cri-uri` converts, both ways.
//! - It does not check what needs Unicode tables when decoding: NFC, and case beyond ASCII.
//! - It allocates nothing, and uses neither `std` nor `unsafe`. Nothing in it panics.
//!
//! # Features
//!
//! None is on by default. `alloc` and `heapless` add a [`Buffer`]; `minicbor` adds `Encode` and `Decode`, so that a
//! CRI nests in a message of yours. None of them changes an answer.

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

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod buffer;
mod builder;
mod compare;
mod constants;
mod cri;
mod cri_ref;
mod decode;
mod diagnostic;
mod difference;
mod encode;
mod error;
mod features;
mod generated;
mod held;
mod layout;
#[cfg(feature = "minicbor")]
mod minicbor;
mod owned;
mod reader;
mod relativize;
mod resolve;
mod revision;
mod sections;
mod tag;
mod text;
mod unprocessable;
mod upper_case;
mod utf8;
pub mod wire;

pub use buffer::{ArrayBuffer, Buffer, SliceBuffer};
pub use builder::{Builder, Value};
pub use constants::{MAX_LEN, TAG};
pub use cri::Cri;
pub use cri_ref::CriRef;
pub use diagnostic::Diagnostic;
pub use difference::Difference;
pub use error::{
    BufferFull, BuildError, BuildErrorKind, Component, DecodeError, DecodeErrorClass, DecodeErrorKind, EncodeError,
    EncodeErrorKind, ResolveError, ResolveErrorKind,
};
pub use features::{Feature, Features};
#[cfg(feature = "minicbor")]
pub use minicbor::InRevision;
pub use owned::{CriBuf, CriRefBuf, Written};
pub use relativize::Target;
pub use resolve::Base;
pub use resolve::pair::Resolved;
pub use revision::Revision;
pub use sections::{
    Authority, AuthoritySection, Discard, Host, HostIp, HostName, IpBytes, IpText, Labels, Parameters, Path, Query,
    Scheme, Sections, Segments, Userinfo, parse_ipv4, parse_ipv4_bytes, parse_ipv6,
};
#[doc(hidden)]
pub use sections::{EncodedItems, is_label_byte};
#[doc(hidden)]
pub use text::is_unreserved;
pub use text::{Piece, Pieces, TextOrPet};
pub use unprocessable::{Ingested, Unprocessable};
pub use upper_case::is_upper_case;
pub use utf8::long_character;

/// The example of README.md, which this compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
