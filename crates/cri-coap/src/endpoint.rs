//! The destination of a request: what its options need not say.

use core::net::IpAddr;

use crate::Transport;

/// The destination of a request, as the sender or the receiver of the request knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Endpoint<'a> {
    address: IpAddr,
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
        Self { address, zone: None, port, transport }
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
        self.address
    }

    /// Whether these are the octets of the address.
    pub(crate) fn has_octets(&self, octets: &[u8]) -> bool {
        // The address as a number is in registers: its octets would be copied first.
        match &self.address {
            IpAddr::V4(address) => octets.iter().eq(&address.to_bits().to_be_bytes()),
            IpAddr::V6(address) => octets.iter().eq(&address.to_bits().to_be_bytes()),
        }
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
