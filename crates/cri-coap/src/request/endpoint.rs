//! The destination of a request, which its options need not repeat: an address, a port and a variant of CoAP.
//!
//! The variants and their schemes are those of Table 1 of section 8.1 (RFC 7252 section 6, RFC 8323 section 8).

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use cri_core::Revision;

/// The destination of a request, as the sender or the receiver of the request knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Endpoint<'a> {
    /// The octets of the address. An IPv4 address has the first four, and zeros follow.
    octets: [u8; 16],
    is_ipv6: bool,
    zone: Option<&'a str>,
    port: u16,
    transport: Transport,
}

impl<'a> Endpoint<'a> {
    /// An endpoint without a zone.
    ///
    /// A socket for both families shows an IPv4 address as an IPv4-mapped IPv6 address, which is another address in a
    /// CRI. [`IpAddr::to_canonical`] returns the IPv4 address.
    ///
    /// ```
    /// use core::net::IpAddr;
    /// use cri_coap::{Endpoint, Transport};
    ///
    /// let mapped: IpAddr = "::ffff:192.0.2.1".parse()?;
    /// let endpoint = Endpoint::new(mapped.to_canonical(), 5683, Transport::Coap);
    /// assert_eq!(endpoint.socket_addr().ip(), IpAddr::from([192, 0, 2, 1]));
    /// # Ok::<(), core::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub const fn new(address: IpAddr, port: u16, transport: Transport) -> Self {
        let (bits, is_ipv6) = match address {
            IpAddr::V4(address) => ((address.to_bits() as u128) << 96, false),
            IpAddr::V6(address) => (address.to_bits(), true),
        };
        Self { octets: bits.to_be_bytes(), is_ipv6, zone: None, port, transport }
    }

    /// An endpoint at a socket's address, without a zone.
    ///
    /// The scope ID of an IPv6 address is a number of the local host. Only the operating system knows its name, so the
    /// function does not turn it into a zone. [`with_zone`](Self::with_zone) sets one. IPv4-mapped addresses stay as they
    /// are, as in [`new`](Self::new).
    #[must_use]
    pub const fn from_socket_addr(address: SocketAddr, transport: Transport) -> Self {
        Self::new(address.ip(), address.port(), transport)
    }

    /// Returns the endpoint with this zone of the local host.
    ///
    /// Set a zone only for an address whose meaning depends on the zone, such as a link-local one. Composing writes the
    /// zone into the CRI (section 8.1.2 step 2; RFC 9988 has this condition). draft-16 has no zone-id with an IPv4 address, so
    /// composing fails there with 5.00.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport, compose};
    /// use cri_core::{ArrayBuffer, Revision};
    ///
    /// let endpoint = Endpoint::new([0xfe80, 0, 0, 0, 0, 0, 0, 1].into(), 5683, Transport::Coap).with_zone("eth0");
    /// let cri = compose([], &endpoint, Revision::Draft16, ArrayBuffer::<32>::new())?;
    /// assert_eq!(format!("{cri:?}"), r#"[-1, [h'FE800000000000000000000000000001', "eth0"], []]"#);
    /// # Ok::<(), cri_coap::ComposeError>(())
    /// ```
    #[must_use]
    pub const fn with_zone(self, zone: &'a str) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// The IP address.
    #[doc(hidden)]
    #[must_use]
    pub const fn address(&self) -> IpAddr {
        let bits = u128::from_be_bytes(self.octets);
        if self.is_ipv6 {
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        } else {
            IpAddr::V4(Ipv4Addr::from_bits((bits >> 96) as u32))
        }
    }

    /// The IP address and the port, without the zone. An IPv6 address has scope ID 0.
    #[must_use]
    pub const fn socket_addr(&self) -> SocketAddr {
        SocketAddr::new(self.address(), self.port)
    }

    /// The 4 or 16 octets of the address.
    pub(crate) fn octets(&self) -> &[u8] {
        self.octets.get(..if self.is_ipv6 { 16 } else { 4 }).unwrap_or_default()
    }

    /// The zone of the address, if one is set.
    #[must_use]
    pub const fn zone(&self) -> Option<&'a str> {
        self.zone
    }

    /// The port.
    #[doc(hidden)]
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The variant of CoAP.
    #[must_use]
    pub const fn transport(&self) -> Transport {
        self.transport
    }
}

impl fmt::Debug for Endpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("address", &self.address())
            .field("zone", &self.zone)
            .field("port", &self.port)
            .field("transport", &self.transport)
            .finish()
    }
}

/// A variant of CoAP. Each has a scheme and a default port.
///
/// ```
/// use cri_coap::Transport;
///
/// assert_eq!((Transport::Coaps.name(), Transport::Coaps.default_port()), ("coaps", 5684));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// `coap`: over UDP.
    Coap,
    /// `coaps`: over DTLS.
    Coaps,
    /// `coap+tcp`: over TCP.
    CoapTcp,
    /// `coaps+tcp`: over TLS.
    CoapsTcp,
    /// `coap+ws`: over web sockets.
    CoapWs,
    /// `coaps+ws`: over web sockets with TLS.
    CoapsWs,
}

impl Transport {
    /// Every variant, in the order of the variants.
    #[doc(hidden)]
    pub const ALL: [Self; 6] =
        [Self::Coap, Self::Coaps, Self::CoapTcp, Self::CoapsTcp, Self::CoapWs, Self::CoapsWs];

    /// The variant of a scheme number in `revision`.
    #[doc(hidden)]
    #[must_use]
    pub const fn from_number(number: u64, revision: Revision) -> Option<Self> {
        Some(match (number, revision) {
            (0, _) => Self::Coap,
            (1, _) => Self::Coaps,
            (6, _) => Self::CoapTcp,
            (7, _) => Self::CoapsTcp,
            (8, Revision::Draft16) | (24, Revision::Rfc9988) => Self::CoapWs,
            (9, Revision::Draft16) | (25, Revision::Rfc9988) => Self::CoapsWs,
            _ => return None,
        })
    }

    /// The variant of a scheme name in lower case.
    #[doc(hidden)]
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.name() == name)
    }

    /// The scheme number in `revision`.
    #[doc(hidden)]
    #[must_use]
    pub const fn number(self, revision: Revision) -> u64 {
        match (self, revision) {
            (Self::Coap, _) => 0,
            (Self::Coaps, _) => 1,
            (Self::CoapTcp, _) => 6,
            (Self::CoapsTcp, _) => 7,
            (Self::CoapWs, Revision::Draft16) => 8,
            (Self::CoapsWs, Revision::Draft16) => 9,
            (Self::CoapWs, Revision::Rfc9988) => 24,
            (Self::CoapsWs, Revision::Rfc9988) => 25,
        }
    }

    /// The scheme name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coap => "coap",
            Self::Coaps => "coaps",
            Self::CoapTcp => "coap+tcp",
            Self::CoapsTcp => "coaps+tcp",
            Self::CoapWs => "coap+ws",
            Self::CoapsWs => "coaps+ws",
        }
    }

    /// The default port of the scheme.
    #[must_use]
    pub const fn default_port(self) -> u16 {
        match self {
            Self::Coap | Self::CoapTcp => 5683,
            Self::Coaps | Self::CoapsTcp => 5684,
            Self::CoapWs => 80,
            Self::CoapsWs => 443,
        }
    }

    /// The default port in network byte order.
    pub(crate) fn default_port_bytes(self) -> &'static [u8; 2] {
        const fn bytes(transport: Transport) -> [u8; 2] {
            transport.default_port().to_be_bytes()
        }
        const PORTS: [[u8; 2]; 6] = {
            let [udp, dtls, tcp, tls, ws, wss] = Transport::ALL;
            [bytes(udp), bytes(dtls), bytes(tcp), bytes(tls), bytes(ws), bytes(wss)]
        };
        PORTS.get(self as usize).unwrap_or(&[0; 2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: D16-8.1-01
    #[test]
    fn numbers_are_those_of_table_1() {
        let numbers = |revision| Transport::ALL.map(|transport| transport.number(revision));
        assert_eq!(numbers(Revision::Draft16), [0, 1, 6, 7, 8, 9]);
        assert_eq!(numbers(Revision::Rfc9988), [0, 1, 6, 7, 24, 25]);
        for revision in Revision::ALL {
            for transport in Transport::ALL {
                assert_eq!(
                    Transport::from_number(transport.number(revision), revision),
                    Some(transport)
                );
                assert_eq!(Transport::from_name(transport.name()), Some(transport));
            }
            assert_eq!(
                (0..=1000)
                    .filter(|&number| Transport::from_number(number, revision).is_some())
                    .count(),
                6
            );
        }
    }
}
