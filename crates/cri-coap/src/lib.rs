//! Constrained Resource Identifiers (CRIs) and CoAP: the options of a request for a CRI, and the CRI of a request.
//!
//! # Terminology
//!
//! - To *decompose* a CRI is to compute the Uri-Host, Uri-Port, Uri-Path and Uri-Query options of a request for it
//!   (section 8.1.1 of draft-ietf-core-href). It takes no buffer: the values are slices of the CRI.
//! - To *compose* is the way back (section 8.1.2).
//! - The [`Endpoint`] is the request's destination: address, zone, port, and which variant of CoAP. What the endpoint
//!   already says is left out of the options.
//! - *Proxy-Cri* (option 235) and *Proxy-Scheme-Number* (option 239) ask a forward proxy for a resource elsewhere
//!   (section 8.2). [`origin`] says what a request with any such options asks for.
//! - The *local part* of a CRI is its path and query: what an access rule ([`aif`]) is about (section 8.3 of -27).
//! - A *Location* is where a response says that a resource was created (RFC 7252 section 5.10.7).
//!
//! # Example
//!
//! ```
//! use cri_coap::{Decompose, Endpoint, Transport, compose, option};
//! use cri_core::{ArrayBuffer, Cri, CriRef, Revision};
//!
//! // [-1, [h'C6336401'], ["sensors"]], and a link in what it answered: [1, ["temp"], ["u=c"]]
//! let base = Cri::decode(b"\x83\x20\x81\x44\xc6\x33\x64\x01\x81\x67sensors")?;
//! let link = CriRef::decode(b"\x83\x01\x81\x64temp\x81\x63u=c")?;
//! let endpoint = Endpoint::new([198, 51, 100, 1].into(), 5683, Transport::Coap);
//!
//! // No buffer, and no copy: the options are slices of both.
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
//! - It sends and receives nothing: options go in and come out as number and value.
//! - It resolves no names. An [`Endpoint`] has an address already.
//! - It drops nothing to make a CRI fit: a userinfo, a fragment, a zone or percent-encoded text is an error.
//! - It does not check that text in options is in NFC, and normalises none.
//!
//! # Features
//!
//! None is on by default. `coap-message` adds [`message`](mod@message), for the messages of any CoAP library that has the
//! traits of that crate; `coap-numbers` adds the names of all registered options. None of them changes an answer.

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
mod decompose;
mod endpoint;
mod error;
mod escaped_text;
mod location;
#[cfg(feature = "coap-message")]
pub mod message;
pub mod option;
mod option_source;
mod proxy;
mod response_code;
mod transport;

pub use coap_option::{CoapOption, OptionValue, ValuePieces};
pub use compose::compose;
pub use decompose::{Decompose, Decomposed};
pub use endpoint::Endpoint;
pub use error::{ComposeError, ComposeErrorKind, DecomposeError, DecomposeErrorKind, ProxyError, ProxyErrorKind};
pub use location::{compose_location, decompose_location};
pub use proxy::{Conflicts, Origin, ProxyScheme, origin, proxy_cri, proxy_scheme_number, read_proxy_cri};
pub use response_code::ResponseCode;
pub use transport::Transport;
