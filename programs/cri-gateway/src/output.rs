//! The actions that a gateway asks its caller for, and how they may fail.

use std::borrow::Cow;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use coap_numbers::code;

use crate::client::Client;
use crate::exchange::ExchangeKey;
use crate::link::Link;

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

/// One request and its response. Passwords are masked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The client.
    pub client: SocketAddr,
    /// The method.
    pub method: u8,
    /// The URI of the requested resource, at most 1,024 bytes of it. In a refused request it may be anything that the
    /// options name, as one word of printable ASCII. It is empty if they name nothing.
    pub uri: String,
    /// The addresses and ports of a host name that the gateway does not allow, if it refused the request for that.
    pub refused: Vec<SocketAddr>,
    /// The response code.
    pub code: u8,
    /// The time from the request to the response.
    pub duration: Duration,
    /// The length of the response's payload in bytes.
    pub bytes: usize,
    /// The reason why the gateway itself answered; empty for a response of the origin.
    pub reason: Cow<'static, str>,
}

/// Shows a record as `192.0.2.1:40000 GET coap://198.51.100.1/a 2.05 12.345ms 4B`, followed by the reason and the
/// refused addresses if any.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.client)?;
        match code::to_name(self.method) {
            Some(name) => f.write_str(name)?,
            None => write!(f, "0.{:02}", self.method)?,
        }
        let uri = if self.uri.is_empty() { "-" } else { &self.uri };
        let (class, detail) = (self.code >> 5, self.code & 31);
        let (micros, bytes) = (self.duration.as_micros(), self.bytes);
        write!(f, " {uri} {class}.{detail:02} {}.{:03}ms {bytes}B", micros / 1000, micros % 1000)?;
        if !self.reason.is_empty() {
            write!(f, " {}", self.reason)?;
        }
        let mut separator = ": ";
        for destination in &self.refused {
            write!(f, "{separator}{destination}")?;
            separator = ", ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_one_line() {
        let mut record = Record {
            client: ([192, 0, 2, 1], 40000).into(),
            method: code::GET,
            uri: "coap://198.51.100.1/a".into(),
            refused: Vec::new(),
            code: code::CONTENT,
            duration: Duration::from_micros(12_045),
            bytes: 4,
            reason: "".into(),
        };
        assert_eq!(
            record.to_string(),
            "192.0.2.1:40000 GET coap://198.51.100.1/a 2.05 12.045ms 4B"
        );
        record = Record {
            method: 31,
            uri: String::new(),
            code: code::METHOD_NOT_ALLOWED,
            reason: "why".into(),
            ..record
        };
        assert_eq!(record.to_string(), "192.0.2.1:40000 0.31 - 4.05 12.045ms 4B why");
        record.refused = vec![([192, 0, 2, 1], 7).into(), ([192, 0, 2, 2], 7).into()];
        assert!(record.to_string().ends_with(" why: 192.0.2.1:7, 192.0.2.2:7"));
    }
}
