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
mod error;
mod options;
mod proxy;
mod request;
mod seams;

pub use aif::Method;
pub use error::{ErrorAt, ResponseCode};
pub use options::Options;
pub use options::critical::unrecognized_critical;
pub use options::error::{
    OptionReadError, OptionReadErrorKind, OptionWriteError, OptionWriteErrorKind,
};
pub use options::head::OptionHead;
pub use options::numbers as option;
pub use options::read::{EncodedOptions, OptionPairs};
pub use options::value::{CoapOption, OptionValue};
pub use options::write::{OptionWriter, append_options};
pub use proxy::{
    Conflicts, Origin, ProxyError, ProxyErrorKind, decode_proxy_cri, encode_proxy_cri, origin,
    proxy_scheme_number,
};
pub use request::compose::compose;
pub use request::decompose::{Decomposed, decompose, decompose_for_proxy};
pub use request::endpoint::Endpoint;
pub use request::error::{ComposeError, ComposeErrorKind, DecomposeError, DecomposeErrorKind};
pub use request::location::{compose_location, decompose_location};
pub use request::path::{UriPathValues, uri_path};
pub use request::transport::Transport;
#[cfg(feature = "coap-message")]
pub use seams::message;
#[cfg(feature = "coap-request")]
pub use seams::request::CriRequest;
#[cfg(feature = "coap-request-implementations")]
pub use seams::uri_path::UriPath;
