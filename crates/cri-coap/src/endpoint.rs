//! The destination of a request: what its options need not say.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::Transport;

/// The destination of a request, as the sender or the receiver of the request knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Endpoint<'a> {
    /// Those of the address; of an IPv4 address the first four, and zeros behind them.
    octets: [u8; 16],
    is_ipv6: bool,
    zone: Option<&'a str>,
    port: u16,
    transport: Transport,
}

impl<'a> Endpoint<'a> {
    /// An endpoint without a zone.
    ///
    /// An IPv4 address that a socket for both families shows as an IPv6 address is another address in a CRI:
    /// [`IpAddr::to_canonical`] gives the one that was meant.
    #[must_use]
    pub const fn new(address: IpAddr, port: u16, transport: Transport) -> Self {
        let (bits, is_ipv6) = match address {
            IpAddr::V4(address) => ((address.to_bits() as u128) << 96, false),
            IpAddr::V6(address) => (address.to_bits(), true),
        };
        Self { octets: bits.to_be_bytes(), is_ipv6, zone: None, port, transport }
    }

    /// The same in this zone of the local host.
    ///
    /// To be given only where the address means something else in every zone, as link-local ones do: composing writes
    /// it into the CRI (section 8.1.2 step 2, in -27 with this condition).
    #[must_use]
    pub const fn with_zone(self, zone: &'a str) -> Self {
        Self { zone: Some(zone), ..self }
    }

    /// The same by another variant of CoAP.
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

    /// The octets of the address: 4, or 16.
    pub(crate) fn octets(&self) -> &[u8] {
        self.octets.get(..if self.is_ipv6 { 16 } else { 4 }).unwrap_or_default()
    }

    /// The zone of the address, if it is known.
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
