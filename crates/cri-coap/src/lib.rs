#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-coap/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::needless_pass_by_value, reason = "callers make the options for the call")]

#[cfg(test)]
extern crate std;

pub mod aif;
mod cbor_reader;
mod coap_option;
mod compose;
mod critical;
mod decompose;
mod endpoint;
mod error;
mod location;
#[cfg(feature = "defmt")]
mod logs;
#[cfg(feature = "coap-message")]
pub mod message;
pub mod option;
mod options;
mod path_values;
mod proxy;
#[cfg(feature = "coap-request")]
#[doc(hidden)]
pub mod request;
mod response_code;
mod serves;
#[cfg(feature = "coap-request-implementations")]
mod uri_path;
mod wire;

pub use aif::Method;
pub use coap_option::{CoapOption, OptionValue};
pub use compose::compose;
pub use critical::unrecognized_critical;
pub use decompose::{Decompose, Decomposed};
pub use endpoint::{Endpoint, Transport};
pub use error::at::{ErrorAt, ItemPlace};
pub use error::compose::{ComposeError, ComposeErrorKind};
pub use error::decompose::{DecomposeError, DecomposeErrorKind};
pub use error::proxy::{ProxyError, ProxyErrorKind};
pub use error::wire::{
    OptionReadError, OptionReadErrorKind, OptionWriteError, OptionWriteErrorKind,
};
pub use location::{compose_location, decompose_location};
pub use options::Options;
pub use path_values::{UriPathValues, uri_path};
pub use proxy::{
    Conflicts, Origin, decode_proxy_cri, encode_proxy_cri, origin, proxy_scheme_number,
};
#[cfg(feature = "coap-request")]
pub use request::CriRequest;
pub use response_code::ResponseCode;
#[cfg(feature = "coap-request-implementations")]
pub use uri_path::UriPath;
pub use wire::encoded_options::{EncodedOptions, OptionPairs};
pub use wire::writer::OptionWriter;

/// What the crates of this project share with each other. It may change in any version.
#[doc(hidden)]
pub mod __private {
    pub use crate::wire::ascending::append;
    pub use crate::wire::head::OptionHead;
}
