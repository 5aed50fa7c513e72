//! Constrained Resource Identifiers (CRIs): URIs as CBOR arrays, for machines without a heap and with little memory.
//!
//! This crate implements draft-ietf-core-href: the data model, the wire form, and reference resolution. It has nothing to
//! do with the container runtime interface of Kubernetes.
//!
//! # Terminology
//!
//! - The *interchange form* is a CBOR array such as `[-1, ["example", "com"], ["a"]]`. [`CriRef`] is a CRI reference in
//!   this form: borrowed bytes that were checked once. A *full* CRI begins with a scheme; it is a [`Cri`].
//! - The *abstract form* is six sections: scheme, authority, discard, path, query and fragment. [`Sections`] borrows
//!   them from the interchange form, and has iterators over labels, segments and parameters.
//! - To *resolve* a reference against a base is to find the CRI that it names. A [`Resolved`] borrows its sections from
//!   both.
//! - *PET* is percent-encoded text: the bytes that stand in a URI as `%HH` because text would mean another URI
//!   ([`TextOrPet`]).
//! - An *unprocessable* CRI breaks a rule. It is skipped, and what follows it can still be read ([`Ingested`]).
//! - A *tagged* CRI stands in CBOR [tag](TAG) 99, which draft-27 defines. Only a [`Decoder`] that is asked to reads the
//!   tag.
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
//! let resolved = base.resolve(link)?; // this copies nothing
//! let mut space = [0; 64];
//! let target = resolved.to_buf(Revision::Draft16, SliceBuffer::new(&mut space))?;
//! assert_eq!(format!("{target:?}"), r#"[-1, [h'C6336401', 61616], ["sensors", "temp"]]"#);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It does not know schemes, and passes numbers and names on as they are. `cri-registry` has the table of schemes.
//! - It does not read or write URIs. `cri-uri` converts in both directions.
//! - Decoding does not check the two rules that need Unicode tables: NFC, and lower case beyond ASCII.
//! - It does not allocate, does not panic, and needs neither `std` nor `unsafe`.
//!
//! # Features
//!
//! No feature is on by default, and no feature changes an answer.
//!
//! - `alloc` and `heapless` implement [`Buffer`] for `Vec<u8>` and for `heapless::Vec<u8, N>`.
//! - `minicbor` implements `Encode` and `Decode`, so that a message may hold CRIs.

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

mod accessors;
mod buffer;
mod builder;
mod compare;
mod constants;
mod cri;
mod cri_ref;
mod decode;
mod decoder;
mod diagnostic;
mod difference;
mod encode;
mod error;
mod features;
mod generated;
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
mod unprocessable;
mod upper_case;
mod utf8;
pub mod wire;
mod written;

pub use buffer::{ArrayBuffer, Buffer, SliceBuffer};
pub use builder::Builder;
#[doc(hidden)]
pub use constants::PREFER_SPEED;
pub use constants::{MAX_LEN, TAG};
pub use cri::Cri;
pub use cri_ref::CriRef;
pub use decoder::{Decodable, Decoder};
pub use diagnostic::Diagnostic;
pub use difference::Difference;
pub use error::{
    BufferFull, BuildError, BuildErrorKind, Component, DecodeError, DecodeErrorClass, DecodeErrorKind, EncodeError,
    EncodeErrorKind, Error, ResolveError, ResolveErrorKind,
};
pub use features::{Feature, Features};
#[cfg(feature = "minicbor")]
pub use minicbor::InRevision;
pub use owned::{CriBuf, CriRefBuf};
pub use relativize::Target;
pub use resolve::{Base, Resolved};
pub use revision::Revision;
pub use sections::{
    Authority, AuthoritySection, Discard, EncodedItems, Host, HostIp, HostName, IpBytes, IpText, Path, Piece, Pieces,
    Query, Scheme, Sections, Segments, TextOrPet, Userinfo, Value, parse_ipv4, parse_ipv4_bytes, parse_ipv6,
};
#[doc(hidden)]
pub use sections::{is_dot_segment, is_label_byte, is_scheme_byte, is_unreserved};
pub use unprocessable::{Ingested, Unprocessable};
pub use upper_case::is_upper_case;
pub use utf8::long_character;
#[doc(hidden)]
pub use written::Written;

/// The example of README.md, which this compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
