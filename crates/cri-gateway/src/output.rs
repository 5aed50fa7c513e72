//! The actions that a gateway asks its caller for, and how they may fail.

use crate::client::Client;
use crate::exchange::ExchangeKey;
use crate::link::Link;
use crate::record::Record;

/// An action that a [`Gateway`](crate::Gateway) asks its caller for.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, Output, Secret};
///
/// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
/// gateway.handle_client("192.0.2.1:40000".parse()?, b"\x40\x00\x00\x07", Instant::now()); // a ping
/// let mut sent = Vec::new();
/// while let Some(output) = gateway.output() {
///     match output {
///         Output::ToClient { client, datagram } => sent.push((client, datagram)),
///         Output::ToOrigin { .. } | Output::Close(_) | Output::LookUp(_) | Output::Log(_) => {}
///     }
/// }
/// assert_eq!(sent, [("192.0.2.1:40000".parse()?, b"\x70\x00\x00\x07".to_vec())]); // a reset
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send a datagram to a client, from the socket of the client's listener.
    ToClient {
        /// The client.
        client: Client,
        /// The datagram.
        datagram: Vec<u8>,
    },
    /// Send a datagram to the origin of a link, from the socket of the link. Open the socket if there is none.
    ToOrigin {
        /// The link.
        link: Link,
        /// The datagram.
        datagram: Vec<u8>,
    },
    /// Close the socket of a link.
    Close(Link),
    /// Look up a name, and then call [`Gateway::looked_up`](crate::Gateway::looked_up).
    LookUp(Lookup),
    /// Write a line of the log.
    Log(Record),
}

/// A name to look up.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, LookupError, Output, Secret};
///
/// let mut config = Config::default();
/// config.look_up = true;
/// let mut gateway = Gateway::new(config, Secret::known(1));
/// // A confirmable GET with Proxy-Cri [-1, ["host"], ["a"]].
/// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x64host\x81\x61a";
/// gateway.handle_client("192.0.2.1:40000".parse()?, request, Instant::now());
/// let Some(Output::LookUp(lookup)) = gateway.output() else { unreachable!() };
/// gateway.looked_up(&lookup, Err(LookupError::Failed), Instant::now());
/// assert_eq!(gateway.load().exchanges, 0); // the client was answered
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    pub(crate) key: ExchangeKey,
    /// Distinguishes look-ups of the same key.
    pub(crate) number: u64,
    pub(crate) name: String,
}

impl Lookup {
    /// The name, in lower case.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// The reason why a datagram was not sent to an origin.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, Message, Output, Secret, SendFailure};
///
/// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
/// // A confirmable GET with Proxy-Cri [-1, [h'7F000001'], ["a"]].
/// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
/// gateway.handle_client("192.0.2.1:40000".parse()?, request, Instant::now());
/// let Some(Output::ToOrigin { link, .. }) = gateway.output() else { unreachable!() };
/// gateway.not_sent(link, SendFailure::NoSocket, Instant::now());
/// let answer = std::iter::from_fn(|| gateway.output()).find_map(|output| match output {
///     Output::ToClient { datagram, .. } => Some(datagram),
///     _ => None,
/// });
/// assert_eq!(Message::read(&answer.expect("an answer"))?.code(), 0xa3); // 5.03 Service Unavailable
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendFailure {
    /// The origin cannot be reached, or nothing listens at its address and port.
    Unreachable,
    /// The operating system has no socket for the link.
    NoSocket,
}

/// The current numbers of what [`Limits`](crate::Limits) limits.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, Secret};
///
/// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
/// // A confirmable GET with Proxy-Cri [-1, [h'7F000001'], ["a"]].
/// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
/// gateway.handle_client("192.0.2.1:40000".parse()?, request, Instant::now());
/// let load = gateway.load();
/// assert_eq!((load.exchanges, load.answers, load.links, load.lookups), (1, 0, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Load {
    /// The number of exchanges under way.
    pub exchanges: usize,
    /// The number of answers kept for duplicates.
    pub answers: usize,
    /// The number of links.
    pub links: usize,
    /// The number of look-ups under way.
    pub lookups: usize,
    /// The number of clients with verified addresses.
    pub verified: usize,
}
