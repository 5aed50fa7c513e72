//! The destination of a request, which its options need not repeat.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::transport::Transport;

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
    #[must_use]
    pub const fn new(address: IpAddr, port: u16, transport: Transport) -> Self {
        let (bits, is_ipv6) = match address {
            IpAddr::V4(address) => ((address.to_bits() as u128) << 96, false),
            IpAddr::V6(address) => (address.to_bits(), true),
        };
        Self { octets: bits.to_be_bytes(), is_ipv6, zone: None, port, transport }
    }

    /// Returns the endpoint with this zone of the local host.
    ///
    /// Set a zone only for an address whose meaning depends on the zone, such as a link-local one. Composing writes the
    /// zone into the CRI (section 8.1.2 step 2; draft-27 has this condition).
    #[must_use]
    pub const fn with_zone(self, zone: &'a str) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// Returns the endpoint with another variant of CoAP.
    #[must_use]
    pub const fn with_transport(self, transport: Transport) -> Self {
        Self { transport, ..self }
    }

    /// The IP address.
    #[must_use]
    pub const fn address(&self) -> IpAddr {
        let bits = u128::from_be_bytes(self.octets);
        if self.is_ipv6 {
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        } else {
            IpAddr::V4(Ipv4Addr::from_bits((bits >> 96) as u32))
        }
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
