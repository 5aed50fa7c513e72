//! Clients: where their requests come from, and the listener that they arrive at.

use std::hash::{Hash, Hasher};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Client {
    address: SocketAddr,
    listener: u16,
}

impl Client {
    /// A client at this address and port, which sends to the listener with this index in
    /// [`Config::endpoints`](crate::Config::endpoints).
    ///
    /// ```
    /// use cri_gateway::Client;
    ///
    /// let client = Client::new("192.0.2.1:40000".parse()?, 1); // the second listener
    /// assert_eq!(client.listener(), 1);
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
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

impl Hash for Client {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_endpoint(&self.address, self.listener, state);
    }
}

/// Hashes an address and a number in one step. The derived hash of a `SocketAddr` takes several steps, and every
/// request is hashed several times.
pub(crate) fn hash_endpoint<H: Hasher>(address: &SocketAddr, number: u16, state: &mut H) {
    let (ip, scope) = match address {
        SocketAddr::V4(v4) => (v4.ip().to_ipv6_mapped(), 0),
        SocketAddr::V6(v6) => (*v6.ip(), v6.scope_id()),
    };
    let [a, b] = address.port().to_ne_bytes();
    let [c, d] = number.to_ne_bytes();
    let [e, f, g, h] = scope.to_ne_bytes();
    let [i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = ip.octets();
    state.write(&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x]);
}

/// A client of the first listener.
impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Self {
        Self::new(address, 0)
    }
}
