//! Holders of parts of the gateway's limits.

use std::net::IpAddr;

use crate::client::Client;

/// The clients that share a part of each limit: the verified clients of one network, or its other clients.
///
/// A network is an IPv4 address, or a /64 of IPv6 addresses, which a single host may have to itself. Clients with
/// verified addresses are counted separately from the other clients of their network, because anybody can forge an
/// address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Holder(
    /// INVARIANT: the bits of an IPv4-mapped address, or of an IPv6 address whose last 64 bits are zero, and `VERIFIED`
    /// if the address is verified. One number is hashed faster than its parts.
    u128,
);

/// A bit that is zero in an IPv4-mapped address and in a /64 of IPv6 addresses.
const VERIFIED: u128 = 1 << 63;

impl Holder {
    pub(crate) fn new(client: Client, is_verified: bool) -> Self {
        let network = match client.address().ip().to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & (u128::MAX << 64),
        };
        Self(if is_verified { network | VERIFIED } else { network })
    }

    pub(crate) fn is_verified(&self) -> bool {
        self.0 & VERIFIED != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(address: &str) -> Holder {
        Holder::new(address.parse().unwrap(), false)
    }

    #[test]
    fn a_network_is_an_ipv4_address_or_a_64_of_ipv6() {
        assert_eq!(holder("192.0.2.1:1"), holder("192.0.2.1:2"));
        assert_eq!(holder("192.0.2.1:1"), holder("[::ffff:192.0.2.1]:1"));
        assert_ne!(holder("192.0.2.1:1"), holder("192.0.2.2:1"));
        assert_eq!(holder("[2001:db8:0:1::1]:1"), holder("[2001:db8:0:1:ffff:ffff:ffff:ffff]:1"));
        assert_ne!(holder("[2001:db8:0:1::1]:1"), holder("[2001:db8:0:2::1]:1"));
        assert_ne!(holder("192.0.2.1:1"), holder("[::1]:1"));
        for address in
            ["192.0.2.1:1", "255.255.255.255:1", "[2001:db8::1]:1", "[ffff:ffff:ffff:ffff::]:1"]
        {
            let [unverified, verified] =
                [false, true].map(|verified| Holder::new(address.parse().unwrap(), verified));
            assert!(
                unverified != verified && verified.is_verified() && !unverified.is_verified(),
                "{address}"
            );
        }
    }
}
