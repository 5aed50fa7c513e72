//! Those who hold parts of the gateway's limits.

use std::net::{IpAddr, Ipv6Addr};

use crate::client::Client;

/// The clients that share a part of each limit: those of one network, and with equally trustworthy addresses.
///
/// A network is an IPv4 address, or a /64 of IPv6 addresses, which a single host may have to itself. Clients with verified
/// addresses are apart from the others of their network, because anybody can forge the address of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Holder {
    /// INVARIANT: not IPv4-mapped. The last 64 bits of an IPv6 address are zero.
    network: IpAddr,
    is_verified: bool,
}

impl Holder {
    pub(crate) fn new(client: Client, is_verified: bool) -> Self {
        let network = match client.address().ip().to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        };
        Self { network, is_verified }
    }

    pub(crate) fn is_verified(&self) -> bool {
        self.is_verified
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
    }
}
