//! The actions that a gateway asks its caller for, and how they may fail.

use crate::client::Client;
use crate::exchange::ExchangeKey;
use crate::link::Link;
use crate::record::Record;

/// An action that a [`Gateway`](crate::Gateway) asks its caller for.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendFailure {
    /// The origin cannot be reached, or nothing listens at its address and port.
    Unreachable,
    /// The operating system has no socket for the link.
    NoSocket,
}

/// The current numbers of what [`Limits`](crate::Limits) limits.
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
