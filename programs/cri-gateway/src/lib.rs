//! A CoAP forward proxy over UDP that understands Constrained Resource Identifiers (CRIs).
//!
//! A client asks the gateway for a resource elsewhere with Proxy-Cri, Proxy-Uri, Proxy-Scheme or Proxy-Scheme-Number.
//! The gateway sends a plain request to the origin server, and forwards the response (RFC 7252 section 5.7;
//! draft-ietf-core-href section 8.2). The crate `cri-coap` interprets the options. This crate has the messages, the
//! timers and the sockets.
//!
//! # Terminology
//!
//! - A *client* sends requests to the gateway, and an *origin* answers them. Both are an IP address and a port.
//! - A [`Link`] is a pair of a client and an origin. It has a socket of its own, so an origin never mixes up the block
//!   transfers of two clients (RFC 7959 section 2.5), and each message ID of a client has its own ID on the link. The
//!   gateway's messages to clients have message IDs of the gateway, except for acknowledgements and resets.
//! - An *exchange* is one request under way. The client and its message ID identify it. A *duplicate* is the same
//!   datagram again.
//! - A *target* is the resource that a request asks for, as a CRI.
//! - A *refusal* is an answer of the gateway itself: a response code and a reason.
//!
//! # Without sockets
//!
//! [`Gateway`] is the whole proxy except for sockets and a clock. It takes datagrams and times, and returns
//! [`Output`]s. [`Server`] is the event loop around it, on one thread.
//!
//! ```
//! use std::time::Instant;
//!
//! use cri_gateway::{Client, Config, Gateway, Output, Secret};
//!
//! let client: Client = "192.0.2.1:40000".parse()?;
//! let mut gateway = Gateway::new(Config::default(), Secret::random()?);
//! // A confirmable GET with message ID 7, token 0x61, and Proxy-Cri [-1, [h'7F000001'], ["a"]].
//! let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
//! gateway.handle_client(client, request, Instant::now());
//!
//! let Some(Output::ToOrigin { link, datagram }) = gateway.output() else { unreachable!() };
//! assert_eq!(link.origin(), "127.0.0.1:5683".parse()?);
//! // Uri-Path "a", and a Hop-Limit of 16.
//! assert!(datagram.ends_with(b"\xb1a\x51\x10"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Response codes of the gateway itself
//!
//! | code | when | RFC 7252 |
//! |---|---|---|
//! | 4.00 | two other recent requests of the client have the message ID | 4.4 |
//! | 4.00 | the options contradict each other, hold no CRI, or hold a CRI that Uri-* options cannot carry[^1] | 5.10.2 |
//! | 4.01 | the client must first prove that it receives at its address: repeat the request with the Echo option | RFC 9175 |
//! | 4.02 | an option is unknown, repeated or of a wrong length, and the request needs it[^2] | 5.7.1, 5.4 |
//! | 4.04 | the request is for the gateway itself, which has no resources | 5.9.2.5 |
//! | 4.05 | the method is unknown | 5.8 |
//! | 4.13 | the request has more bytes than [`Limits::message`] | 5.9.2.9 |
//! | 5.02 | the origin has no known address, cannot be reached, or sends a reset or an unsuitable response | 5.7.1 |
//! | 5.03 | a limit is reached; Max-Age says when to try again | 5.9.3.4 |
//! | 5.04 | the origin does not respond in time | 5.7.1 |
//! | 5.05 | the scheme is unregistered or not `coap`; the address is forbidden, unspecified or multicast | 5.10.2 |
//! | 5.08 | the Hop-Limit is used up | RFC 8768 |
//!
//! A destination that is not allowed is answered with 5.05 and not 4.03: RFC 7252 section 5.10.2 requires 5.05 of an
//! endpoint that is unwilling to act as a proxy for a request. Each of these answers has a diagnostic payload, unless
//! the payload is too long for an unverified address. It quotes at most one character of the request, and none that may
//! belong to a password. A malformed message is rejected with a reset if it is confirmable. Otherwise, it is ignored
//! (sections 4.2 and 4.3).
//!
//! [^1]: A userinfo, a fragment, a zone-id, percent-encoded text or an empty host. Percent-encoded text in the host, the path and the query
//! of a Proxy-Uri is decoded, and is an error only if it is not UTF-8.
//!
//! [^2]: In a request to forward, an option that is unsafe to forward. In a request for the gateway itself, a critical
//! option.
//!
//! # Unverified addresses
//!
//! Anybody can forge an address over UDP. The README of this crate says what the gateway sends to a client that has not
//! proved its address by Echo (RFC 9175), and what such clients can use up. A valid Echo proves an address for
//! [`Timing::verified`]. [`Timing::unverified_delay`] is how late the gateway acknowledges a request from an unverified
//! address, so that the client's copies of the request bring a lost response again. Clients in a network of
//! [`Config::trusted`] need no Echo. Only requests that carry an Echo themselves may use the last quarter of each of the
//! [`Limits`].
//!
//! # Forwarded options
//!
//! The gateway forwards options that are safe to forward, known or unknown, as they are. Of the others, it forwards
//! Block1, Block2 and Max-Age. It decreases Hop-Limit, or adds one. It removes an Echo that it issued itself. A
//! confirmable request is confirmable on the next hop, and so is its response if it does not come in the
//! acknowledgement. A message that is not confirmable stays so.
//!
//! # What this crate does not do
//!
//! - **Observe.** The gateway removes the option. A client that observes a resource gets one plain response.
//! - **Caching.** Every request goes to its origin. The gateway keeps answers for duplicates only.
//! - **DTLS.** It speaks `coap` over UDP alone: no DTLS, no TCP, no web sockets.
//! - **Multicast.** It sends nothing to multicast addresses, and joins no multicast group.
//! - **Blocks.** It does not assemble block transfers. Client and origin agree on blocks from end to end.
//! - **Names.** It looks up no names unless configured to. It checks each address against the [`AllowList`] after the
//!   look-up.
//! - **Rates.** It limits the requests under way, and not the rate of a client. It does not authenticate clients. An
//!   attacker with a forged address can direct short answers at others, as with any server over UDP.
//! - **Several addresses.** On a host with several addresses, the operating system chooses the source address of
//!   answers, unless the gateway listens on one address.
//!
//! The feature `program`, which is on by default, adds the program `cri-gateway`, and nothing to the library.

#![doc(html_root_url = "https://docs.rs/cri-gateway/0.1.0")]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]

mod answers;
mod client;
mod config;
mod exchange;
mod gateway;
mod link;
mod log;
mod lookups;
mod message;
mod options;
mod output;
mod refusal;
mod resolver;
mod secret;
mod server;
mod shares;
mod target;
mod target_name;
mod transmission;
mod verified;

pub use client::Client;
pub use config::{Config, Limits, Names, Timing};
pub use cri_check::{AddressRule, AllowList, ParseAddressRuleError};
pub use gateway::Gateway;
pub use link::Link;
pub use log::Log;
pub use message::{Kind, Malformed, Message, Token};
pub use output::{Load, Lookup, Output, Record, SendFailure};
pub use resolver::LookupError;
pub use secret::Secret;
pub use server::{Server, Stop};
