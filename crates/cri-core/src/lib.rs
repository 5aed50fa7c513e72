#![doc = include_str!("../README.md")]
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
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod buffer;
mod builder;
mod change;
mod compare;
mod constants;
mod cri;
mod cri_ref;
mod decode;
mod decoder;
#[cfg(feature = "defmt")]
mod defmt;
mod diagnostic;
mod difference;
mod embedded;
mod encode;
mod error;
mod features;
mod generated;
#[cfg(any(feature = "alloc", feature = "heapless"))]
mod growing_buffer;
mod hidden;
mod layout;
mod map_key;
#[cfg(feature = "minicbor")]
mod minicbor;
mod order;
mod owned;
mod reader;
mod relativize;
mod resolve;
mod revision;
mod sections;
#[cfg(feature = "serde")]
mod serde;
mod sink;
mod tag;
mod unprocessable;
mod upper_case;
mod utf8;
mod utf8_table;
pub mod wire;
mod write_text;
mod written;

pub use buffer::{ArrayBuffer, Buffer, SliceBuffer};
pub use builder::Builder;
pub use builder::value::Value;
pub use constants::{MASK, MAX_LEN, TAG};
pub use cri::Cri;
pub use cri_ref::CriRef;
pub use decoder::{Decodable, DecodableBuf, Decoder};
pub use diagnostic::Diagnostic;
pub use difference::Difference;
pub use error::{
    BufferFull, BufferTooSmall, BuildError, BuildErrorKind, Component, DecodeError,
    DecodeErrorClass, DecodeErrorKind, EncodeError, EncodeErrorKind, Error, ResolveError,
    ResolveErrorKind,
};
pub use features::{Feature, Features};
pub use map_key::CriKey;
#[cfg(feature = "minicbor")]
pub use minicbor::InRevision;
pub use owned::{CriBuf, CriRefBuf};
pub use relativize::Target;
pub use resolve::{Base, Resolved};
pub use revision::Revision;
pub use sections::{
    Authority, AuthoritySection, Discard, EncodedItems, Host, HostIp, HostName, IpText, Path,
    Piece, Pieces, Query, Scheme, Sections, Segments, TextOrPet, Userinfo, parse_ipv4, parse_ipv6,
};
pub use unprocessable::{Ingested, Unprocessable};

/// What the crates of this project share with each other. It may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::constants::PREFER_SPEED;
    pub use crate::diagnostic::write_escaped;
    pub use crate::hidden::is_hidden;
    pub use crate::sections::{
        IpBytes, is_dot_segment, is_label_byte, is_scheme_byte, is_unreserved, parse_ipv4_bytes,
    };
    pub use crate::upper_case::is_upper_case;
    pub use crate::utf8::long_character;
    pub use crate::write_text::{Counter, write_text};
    pub use crate::written::Written;
}
