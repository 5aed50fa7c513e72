//! Constrained Resource Identifiers (CRIs) and CoAP options: from a CRI to the options of a request, and back.
//!
//! A CoAP client that holds a CRI *decomposes* it into the options of a request. A server *composes* the options of a
//! request to the CRI that the client asks for. A proxy calls [`origin`] to find the resource that a client
//! asks for.
//!
//! # Terminology
//!
//! - To *decompose* a CRI is to compute the Uri-Host, Uri-Port, Uri-Path and Uri-Query options of a request for it
//!   (section 8.1.1 of draft-ietf-core-href). It takes no buffer: the values are slices of the CRI.
//! - To *compose* is to compute the CRI of a request from its options (section 8.1.2).
//! - The [`Endpoint`] is the destination of a request: its address, zone, port, and variant of CoAP. Options do not
//!   repeat it.
//! - *Proxy-Cri* (option 235) and *Proxy-Scheme-Number* (option 239) ask a forward proxy for a resource elsewhere
//!   (section 8.2). *Proxy-Uri* and *Proxy-Scheme* do the same without CRIs (RFC 7252 section 5.10.2).
//! - *PET* is percent-encoded text in a CRI. No option carries it. [`pet_to_text`] turns it into plain text where the CRI
//!   comes from a `coap` URI.
//! - The *local part* of a CRI is its path and query. An access rule ([`aif`]) permits methods on a local part (section
//!   8.3 of draft-27).
//! - A *location* is where a response says that a resource was created (RFC 7252 section 5.10.7).
//!
//! # Example
//!
//! ```
//! use cri_coap::{Decompose, Endpoint, Transport, compose, option};
//! use cri_core::{ArrayBuffer, Cri, CriRef, Revision};
//!
//! // A base, [-1, [h'C6336401'], ["sensors"]], and a link in its document, [1, ["temp"], ["u=c"]].
//! let base = Cri::decode(b"\x83\x20\x81\x44\xc6\x33\x64\x01\x81\x67sensors")?;
//! let link = CriRef::decode(b"\x83\x01\x81\x64temp\x81\x63u=c")?;
//! let endpoint = Endpoint::new([198, 51, 100, 1].into(), 5683, Transport::Coap);
//!
//! // The options are slices of both CRIs. Nothing is copied.
//! let options = base.resolve(link)?.decompose(&endpoint, Revision::Draft16)?;
//! assert!(options.clone().map(|option| option.number()).eq([option::URI_PATH, option::URI_QUERY]));
//!
//! let received = [(option::URI_PATH, &b"temp"[..]), (option::URI_QUERY, b"u=c")];
//! let cri = compose(received, &endpoint, Revision::Draft16, ArrayBuffer::<32>::new())?;
//! assert_eq!(format!("{cri:?}"), r#"[-1, [h'C6336401'], ["temp"], ["u=c"]]"#);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # What this crate does not do
//!
//! - It sends and receives nothing. Options are pairs of number and value, or live in another crate's message.
//! - It resolves no names. An [`Endpoint`] has an IP address.
//! - It drops nothing to make a CRI fit. A userinfo, a fragment, a zone-id or percent-encoded text is an error.
//! - It neither checks that text in options is in NFC, nor normalises it.
//!
//! # Features
//!
//! No feature is on by default, and no feature changes an answer.
//!
//! - `coap-message` adds the module [`message`](mod@message), for messages of any CoAP library that implements the
//!   traits of that crate.
//! - `coap-numbers` adds [`option::registered_name`](option#functions), the names of all registered options.

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

pub mod aif;
mod coap_option;
mod compose;
mod critical;
mod decompose;
mod endpoint;
mod error;
mod escaped_text;
mod location;
#[cfg(feature = "coap-message")]
pub mod message;
pub mod option;
mod option_source;
mod pet_to_text;
mod proxy;
#[cfg(feature = "coap-request")]
pub mod request;
mod response_code;
#[cfg(feature = "coap-request-implementations")]
mod uri_path;
mod wire;

pub use aif::Method;
pub use coap_option::{CoapOption, OptionValue, ValuePieces};
pub use compose::compose;
pub use critical::unrecognized_critical;
pub use decompose::{Decompose, Decomposed};
pub use endpoint::{Endpoint, Transport};
pub use error::wire::{OptionReadError, OptionReadErrorKind, OptionWriteError, OptionWriteErrorKind};
pub use error::{ComposeError, ComposeErrorKind, DecomposeError, DecomposeErrorKind, ProxyError, ProxyErrorKind};
pub use location::{compose_location, decompose_location};
pub use pet_to_text::pet_to_text;
pub use proxy::{
    Conflicts, Origin, ProxyScheme, check_uri_path_abbrev, origin, proxy_cri, proxy_scheme_number, read_proxy_cri,
};
pub use response_code::ResponseCode;
#[cfg(feature = "coap-request-implementations")]
pub use uri_path::UriPath;
pub use wire::encoded_options::{EncodedOptions, OptionPairs};
pub use wire::head::OptionHead;
pub use wire::writer::OptionWriter;
