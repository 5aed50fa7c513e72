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
#[doc(hidden)]
pub use compare::map_key::CriKey;
#[doc(hidden)]
pub use constants::MASK;
pub use constants::{MAX_LEN, TAG};
pub use error::{
    BufferFull, BufferTooSmall, BuildError, BuildErrorKind, Component, DecodeError,
    DecodeErrorClass, DecodeErrorKind, EncodeError, EncodeErrorKind, Error, ErrorKind, Located,
    ResolveError, ResolveErrorKind,
};
pub use features::{Feature, Features};
pub use interchange::cri::Cri;
pub use interchange::cri::CriRef;
pub use interchange::decoder::Decoder;
pub use interchange::decoder::{Ingested, Unprocessable};
pub use interchange::owned::{CriBuf, CriRefBuf};
#[cfg(feature = "alloc")]
pub use interchange::owned::{CriRefVec, CriVec};
pub use resolve::{Base, Resolved};
pub use revision::Revision;
#[cfg(feature = "minicbor")]
pub use seams::minicbor::InRevision;
pub use sections::{
    Authority, AuthoritySection, Decoded, Discard, EncodedItems, Host, HostIp, HostName, Path,
    Piece, Pieces, Query, Scheme, Sections, Segments, TextOrPet, Userinfo,
};
#[doc(hidden)]
pub use sections::{IpText, parse_ipv4, parse_ipv6};

/// What the crates of this project share with each other. It may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::buffer::copy_bytes;
    pub use crate::buffer::text::{Counter, write_text};
    pub use crate::builder::error_of_address;
    pub use crate::compare::map_key::Key;
    pub use crate::constants::PREFER_SPEED;
    #[cfg(target_pointer_width = "64")]
    pub use crate::decode::blocks::count_high_bytes;
    pub use crate::diagnostic::write_escaped;
    pub use crate::error::{Component, Described, Description};
    pub use crate::interchange::offsets::Offsets;
    pub use crate::resolve::resolve_in_place;
    pub use crate::sections::{
        IpNumbers, is_dot_segment, is_kept, is_label_byte, is_scheme_byte, is_unreserved,
        parse_ipv4_bytes, read_ipv6,
    };
    pub use crate::text::characters::is_hidden;
    pub use crate::text::characters::is_upper_case;
    pub use crate::text::utf8::{first_invalid, long_character};
}
