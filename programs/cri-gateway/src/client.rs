//! Clients: where their requests come from, and the listener that they arrive at.

use std::net::{AddrParseError, SocketAddr};
use std::str::FromStr;

/// The address and port of a client, and the listener that the client sends to.
///
/// A message ID has a meaning between two endpoints only (RFC 7252 section 4.4), so one address and port that sends to
/// two listeners makes two clients.
///
/// ```
/// use std::net::SocketAddr;
///
/// use cri_gateway::Client;
///
/// let address: SocketAddr = "192.0.2.1:40000".parse()?;
/// assert_eq!(Client::from(address), Client::new(address, 0)); // the first listener
/// assert_ne!(Client::from(address), Client::new(address, 1));
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    address: SocketAddr,
    listener: u16,
}

impl Client {
    /// A client at this address and port, which sends to the listener with this index in
    /// [`Config::endpoints`](crate::Config::endpoints).
    #[must_use]
    pub const fn new(address: SocketAddr, listener: u16) -> Self {
        Self { address, listener }
    }

    /// The address and port.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The index of the listener.
    #[must_use]
    pub const fn listener(&self) -> u16 {
        self.listener
    }
}

/// Reads `ADDRESS:PORT` as a client of the first listener.
impl FromStr for Client {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, AddrParseError> {
        text.parse::<SocketAddr>().map(Self::from)
    }
}

/// A client of the first listener.
impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Self {
        Self::new(address, 0)
    }
}
