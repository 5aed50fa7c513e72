//! A CoAP forward proxy over UDP that understands Constrained Resource Identifiers (CRIs).
//!
//! A request that asks for something elsewhere, by Proxy-Cri, Proxy-Uri, Proxy-Scheme or Proxy-Scheme-Number, is sent
//! to its origin as a plain request, and the answer is sent back (RFC 7252 section 5.7; draft-ietf-core-href section
//! 8.2). `cri-coap` knows what the options ask for; this crate has the messages, the timers and the sockets.
//!
//! # Terminology
//!
//! - A *client* is the endpoint that asks, and the *origin* the one that is asked, both an IP address and a port.
//! - A [`Link`] is the pair of the two. It has a socket of its own, so that an origin never takes the blocks of two
//!   clients for one transfer (RFC 7959 section 2.5), and the message IDs of a client can be those of its link.
//! - An *exchange* is one request under way, known by client and message ID. A *duplicate* is its datagram again.
//! - A *target* is what a request asks for: a CRI. A *refusal* is why it is not asked for: a response code and why.
//!
//! # Without sockets
//!
//! [`Gateway`] is all of the proxy but the sockets and the clock: datagrams go in with the time, and [`Output`]s come
//! out. [`Server`] is the loop around it, on one thread.
//!
//! ```
//! use std::net::SocketAddr;
//! use std::time::Instant;
//!
//! use cri_gateway::{Config, Gateway, Output, Secret};
//!
//! let client: SocketAddr = "192.0.2.1:40000".parse()?;
//! let mut gateway = Gateway::new(Config::default(), Secret::random());
//! // A confirmable GET, message ID 7, token 0x61, and Proxy-Cri [-1, [h'7F000001'], ["a"]].
//! let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
//! gateway.from_client(client, request, Instant::now());
//!
//! let Some(Output::ToOrigin { link, datagram }) = gateway.output() else { unreachable!() };
//! assert_eq!(link.origin(), "127.0.0.1:5683".parse()?);
//! // Uri-Path "a", and a Hop-Limit of 16.
//! assert!(datagram.ends_with(b"\xb1a\x51\x10"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it answers by itself
//!
//! | code | when | RFC 7252 |
//! |---|---|---|
//! | 4.00 | the options contradict each other, or are no CRI, or one that no Uri-* options can say[^1] | 5.10.2 |
//! | 4.02 | an option is unknown, repeated or of a wrong length, and unsafe to forward, or critical here | 5.7.1, 5.4 |
//! | 4.04 | the request asks the gateway itself: it has no resources | 5.9.2.5 |
//! | 4.05 | the method is not known | 5.8 |
//! | 4.13 | the request has more bytes than [`Limits::message`] | 5.9.2.9 |
//! | 5.02 | the origin cannot be reached, has no address, resets, or answers what cannot be forwarded | 5.7.1 |
//! | 5.03 | more is under way than the limits allow; Max-Age says when to try again | 5.9.3.4 |
//! | 5.04 | the origin does not answer in time | 5.7.1 |
//! | 5.05 | the scheme is not `coap`, the scheme number nobody's, the destination not allowed, or multicast | 5.10.2 |
//! | 5.08 | the Hop-Limit is used up | RFC 8768 |
//!
//! A destination that is not allowed earns 5.05 and not 4.03: an endpoint that is unwilling to act as a proxy for a
//! request must answer so (RFC 7252 section 5.10.2). Every answer of these has a diagnostic payload, of fixed texts
//! only: nothing of the request comes back in it. What is malformed is rejected with a reset where it is confirmable,
//! and ignored elsewhere (sections 4.2 and 4.3).
//!
//! [^1]: It has a userinfo, a fragment, a zone-id, percent-encoded text, or an empty host. In path and query of a
//! Proxy-Uri, what is percent-encoded is only wrong where it is no UTF-8.
//!
//! # What passes
//!
//! Options that are safe to forward pass as they are, known or not. Of those that are not, Block1, Block2 and Max-Age
//! pass: blocks are not put together here, but go end to end as the client and the origin agree on them. Observe is
//! left out of requests, which makes plain requests of them, and of answers. A Hop-Limit is counted down, and
//! added where there is none. What was confirmable is so on the next hop, both ways, and what was not is not.
//!
//! # What this crate does not do
//!
//! - It caches nothing: every request goes to its origin, but for duplicates.
//! - It speaks no DTLS, TCP or web sockets, and sends nothing to multicast groups.
//! - It joins no multicast group. On a host of several addresses it answers from the one that the operating system
//!   chooses, unless it listens at one of them.
//! - It looks no name up unless told to, and checks the address that it found, then, against the [`AllowList`].
//! - It does not limit how often a client asks, only how much at once; and does not know who a client is. Whoever sends
//!   with a forged address makes it answer there, as any server over UDP (RFC 7252 section 11.3).

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

mod allow_list;
mod answers;
mod body;
mod config;
mod exchange;
mod exchanges;
mod gateway;
mod link;
mod log;
mod message;
mod names;
mod options;
mod output;
mod record;
mod refusal;
mod resolver;
mod secret;
mod server;
mod target;
mod timing;
mod transmission;

pub use allow_list::{AllowList, AllowRule, ParseAllowError};
pub use config::{Config, Limits};
pub use gateway::Gateway;
pub use link::Link;
pub use log::Log;
pub use message::{Kind, Malformed, Message, Token};
pub use names::Names;
pub use output::{Load, Lookup, Output, SendFailure};
pub use record::Record;
pub use resolver::LookupError;
pub use secret::Secret;
pub use server::{Server, Stop};
pub use timing::Timing;
