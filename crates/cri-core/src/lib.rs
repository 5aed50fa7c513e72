#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-core/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[doc(hidden)]
pub mod __private;
mod buffer;
mod builder;
mod compare;
mod constants;
mod decode;
mod diagnostic;
mod error;
mod features;
mod interchange;
mod named_macro;
mod resolve;
mod revision;
mod seams;
mod sections;
mod text;
pub mod wire;

pub use buffer::tail::Tail;
pub use buffer::{ArrayBuffer, Buffer, SliceBuffer};
pub use builder::Builder;
pub use builder::value::Value;
pub use compare::map_key::CriKey;
pub use constants::{MASK, MAX_LEN, TAG};
pub use error::{
    BufferFull, BufferTooSmall, BuildError, BuildErrorKind, Component, DecodeError,
    DecodeErrorClass, DecodeErrorKind, EncodeError, EncodeErrorKind, Error, ErrorKind, Located,
    ResolveError, ResolveErrorKind,
};
pub use features::{Feature, Features};
pub use interchange::cri::{Cri, CriRef};
pub use interchange::decoder::{Decoder, Ingested, Unprocessable};
pub use interchange::owned::{CriBuf, CriRefBuf};
#[cfg(feature = "alloc")]
pub use interchange::owned::{CriRefVec, CriVec};
pub use resolve::{Base, Resolved};
pub use revision::Revision;
#[cfg(feature = "minicbor")]
pub use seams::minicbor::InRevision;
pub use sections::{
    Authority, AuthoritySection, Decoded, Discard, EncodedItems, Host, HostIp, HostName, IpText,
    Path, Piece, Pieces, Query, Scheme, Sections, Segments, TextOrPet, Userinfo, parse_ipv4,
    parse_ipv6,
};
