//! The destinations that requests may be sent to. Attackers abuse a proxy that is open to every destination.

use alloc::vec::Vec;
use core::iter;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use crate::address_rule::AddressRule;
use crate::embedded::embedded_ipv4;

/// This host's own addresses.
const LOOPBACK: [IpNet; 2] = [ipv4([127, 0, 0, 0], 8), ipv6([0, 0, 0, 1], 128)];

/// The addresses of "this host on this network" (RFC 1122 section 3.2.1.3). Linux sends datagrams for 0.0.0.0 to
/// 127.0.0.1, and datagrams for `::` to `::1`.
const THIS_NETWORK: IpNet = ipv4([0, 0, 0, 0], 8);

/// The networks with public addresses. NAT64 leads to the IPv4 address that follows its prefix.
const PUBLIC: [IpNet; 3] =
    [ipv4([0, 0, 0, 0], 0), ipv6([0x2000, 0, 0, 0], 3), ipv6([0x64, 0xff9b, 0, 0], 96)];

/// The networks among them that are not globally reachable (RFC 6890 and its registries), or are multicast.
const NOT_PUBLIC: [IpNet; 17] = [
    ipv4([10, 0, 0, 0], 8),
    ipv4([100, 64, 0, 0], 10),
    ipv4([127, 0, 0, 0], 8),
    ipv4([169, 254, 0, 0], 16),
    ipv4([172, 16, 0, 0], 12),
    ipv4([192, 0, 0, 0], 24),
    ipv4([192, 0, 2, 0], 24),
    ipv4([192, 88, 99, 0], 24),
    ipv4([192, 168, 0, 0], 16),
    ipv4([198, 18, 0, 0], 15),
    ipv4([198, 51, 100, 0], 24),
    ipv4([203, 0, 113, 0], 24),
    ipv4([224, 0, 0, 0], 3),
    ipv6([0x2001, 0, 0, 0], 23),
    ipv6([0x2001, 0xdb8, 0, 0], 32),
    ipv6([0x2002, 0, 0, 0], 16),
    ipv6([0x3fff, 0, 0, 0], 20),
];

/// The networks among those that are globally reachable nevertheless.
const REACHABLE: &[IpNet] = &[
    ipv4([192, 0, 0, 9], 32),        // RFC 7723
    ipv4([192, 0, 0, 10], 32),       // RFC 8155
    ipv6([0x2001, 1, 0, 1], 128),    // RFC 7723
    ipv6([0x2001, 1, 0, 2], 128),    // RFC 8155
    ipv6([0x2001, 1, 0, 3], 128),    // RFC 9665
    ipv6([0x2001, 3, 0, 0], 32),     // RFC 7450
    ipv6([0x2001, 4, 0x112, 0], 48), // RFC 7535
    ipv6([0x2001, 0x20, 0, 0], 28),  // RFC 7343
    ipv6([0x2001, 0x30, 0, 0], 28),  // RFC 9374
];

const fn ipv4([a, b, c, d]: [u8; 4], prefix: u8) -> IpNet {
    IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix))
}

/// The network of an address that has these first groups and this last one.
const fn ipv6([a, b, c, last]: [u16; 4], prefix: u8) -> IpNet {
    IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, last), prefix))
}

/// The destinations that at least one rule allows, and that no exception denies.
///
/// No rule allows `::` and the addresses of 0.0.0.0/8, which stand for this host or its network (RFC 1122 section
/// 3.2.1.3). Linux sends datagrams for 0.0.0.0 and `::` to loopback addresses. IPv6 addresses that lead only to
/// 0.0.0.0/8, such as `::ffff:0.0.0.0`, are not allowed either.
///
/// The default allows this host's loopback addresses only.
///
/// ```
/// use cri_check::AllowList;
///
/// let list: AllowList = ["192.0.2.0/24:5683".parse()?, "2001:db8::/32".parse()?].into_iter().collect();
/// assert!(list.allows("192.0.2.7:5683".parse()?) && list.allows("[2001:db8::7]:61616".parse()?));
/// assert!(!list.allows("192.0.2.7:5684".parse()?) && !list.allows("127.0.0.1:5683".parse()?));
/// assert!(AllowList::default().allows("127.0.0.1:5683".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowList {
    allowed: Vec<AddressRule>,
    denied: Vec<AddressRule>,
}

impl AllowList {
    /// The public addresses of the Internet.
    ///
    /// The addresses of loopback, private networks, local links, shared address space, multicast, documentation, 6to4,
    /// Teredo and others that are not globally reachable are not among them (RFC 6890 and later ones). The registries say
    /// that a few addresses in such networks are reachable. The list allows these: the anycast addresses of PCP, TURN and
    /// DNS-SD (192.0.0.9, `2001:1::1` and others), and the networks of AMT, AS112, `ORCHIDv2` and drones.
    ///
    /// Your own hosts may have public addresses. Some clouds have internal servers at public addresses, such as
    /// 168.63.129.16. Deny both by [`except`](Self::except).
    ///
    /// ```
    /// use cri_check::AllowList;
    ///
    /// let list = AllowList::public();
    /// assert!(list.allows("9.9.9.9:443".parse()?) && list.allows("[2620:fe::9]:443".parse()?));
    /// assert!(!list.allows("10.0.0.1:443".parse()?) && !list.allows("[64:ff9b::169.254.169.254]:80".parse()?));
    /// # Ok::<(), core::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn public() -> Self {
        let denied = NOT_PUBLIC.map(|net| AddressRule::all_ports(net).without(REACHABLE));
        PUBLIC.map(AddressRule::all_ports).into_iter().collect::<Self>().except(denied)
    }

    /// Whether requests may be sent to `destination`. An IPv4-mapped IPv6 address counts as the IPv4 address.
    #[must_use]
    pub fn allows(&self, destination: SocketAddr) -> bool {
        if !self.allowed.iter().any(|rule| rule.matches(destination)) {
            return false;
        }
        if is_this_network(destination.ip()) {
            return false;
        }
        let embedded =
            embedded(destination.ip()).map(|address| (address, destination.port()).into());
        let mut forms = iter::once(destination).chain(embedded);
        !forms.any(|form| self.denied.iter().any(|rule| rule.matches(form)))
    }

    /// Returns the list without these destinations. An exception wins against every rule that allows, wherever it
    /// stands.
    ///
    /// An exception for IPv4 addresses also holds for the IPv6 addresses that may lead to them: IPv4-mapped and
    /// IPv4-compatible addresses, and those of NAT64, SIIT, 6to4, Teredo and ISATAP.
    ///
    /// ```
    /// use cri_check::AllowList;
    ///
    /// let list = AllowList::from_iter(["0.0.0.0/0".parse()?, "::/0".parse()?]).except(["169.254.0.0/16".parse()?]);
    /// assert!(list.allows("192.0.2.7:5683".parse()?) && !list.allows("169.254.169.254:5683".parse()?));
    /// assert!(!list.allows("[64:ff9b::169.254.169.254]:5683".parse()?)); // NAT64
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn except(mut self, denied: impl IntoIterator<Item = AddressRule>) -> Self {
        self.denied.extend(denied);
        self
    }
}

/// The IPv4 addresses that an IPv6 address may lead to.
fn embedded(address: IpAddr) -> impl Iterator<Item = Ipv4Addr> {
    let address = if let IpAddr::V6(address) = address { Some(address) } else { None };
    address.into_iter().flat_map(embedded_ipv4)
}

/// Whether an address stands for this host or its network, or leads only to addresses that do.
fn is_this_network(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => THIS_NETWORK.contains(&address),
        // `::1` and its neighbours have the form of IPv4-compatible addresses.
        IpAddr::V6(address) if matches!(address.segments(), [0, 0, 0, 0, 0, 0, ..]) => {
            address.is_unspecified()
        }
        IpAddr::V6(_) => {
            let mut embedded = embedded(address).peekable();
            embedded.peek().is_some()
                && embedded.all(|address| THIS_NETWORK.contains(&IpAddr::V4(address)))
        }
    }
}

impl Default for AllowList {
    fn default() -> Self {
        LOOPBACK.map(AddressRule::all_ports).into_iter().collect()
    }
}

impl FromIterator<AddressRule> for AllowList {
    fn from_iter<I: IntoIterator<Item = AddressRule>>(rules: I) -> Self {
        Self { allowed: rules.into_iter().collect(), denied: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(rule: &str, destination: &str) -> bool {
        AllowList::from_iter([rule.parse().unwrap()]).allows(destination.parse().unwrap())
    }

    #[test]
    fn loopback_is_the_default() {
        let list = AllowList::default();
        for allowed in
            ["127.0.0.1:1", "127.255.255.255:65535", "[::1]:5683", "[::ffff:127.0.0.1]:5683"]
        {
            assert!(list.allows(allowed.parse().unwrap()), "{allowed}");
        }
        for forbidden in [
            "128.0.0.1:1",
            "0.0.0.0:1",
            "[::]:1",
            "[::2]:1",
            "[::ffff:10.0.0.1]:1",
            "[::127.0.0.1]:1",
        ] {
            assert!(!list.allows(forbidden.parse().unwrap()), "{forbidden}");
        }
    }

    #[test]
    fn rules_have_prefixes_and_ports() {
        assert!(allows("10.0.0.0/8", "10.255.0.1:1") && !allows("10.0.0.0/8", "11.0.0.1:1"));
        assert!(allows("10.0.0.1", "10.0.0.1:1") && !allows("10.0.0.1", "10.0.0.2:1"));
        assert!(allows("10.0.0.1:7", "10.0.0.1:7") && !allows("10.0.0.1:7", "10.0.0.1:8"));
        assert!(allows("10.0.0.0/31:7", "10.0.0.1:7") && !allows("10.0.0.0/31:7", "10.0.0.2:7"));
        assert!(allows("0.0.0.0/0", "192.0.2.1:1") && !allows("0.0.0.0/0", "[2001:db8::1]:1"));
        assert!(allows("::/0", "[2001:db8::1]:1") && !allows("::/0", "192.0.2.1:1"));
        assert!(
            allows("::1", "[::1]:1") && allows("[::1]", "[::1]:1") && !allows("[::1]:7", "[::1]:8")
        );
        assert!(
            allows("2001:db8::/32:7", "[2001:db8::1]:7")
                && allows("[2001:db8::]/32:7", "[2001:db8::1]:7")
        );
        assert!(!allows("2001:db8::/33", "[2001:db8:8000::1]:7"));
    }

    #[test]
    fn exceptions_win_in_every_form_of_an_address() {
        let everywhere = AllowList::from_iter(
            ["0.0.0.0/0", "::/0", "127.0.0.1"].map(|rule| rule.parse().unwrap()),
        );
        let list = everywhere.except(
            ["127.0.0.0/8", "169.254.0.0/16", "10.0.0.1:7"].map(|rule| rule.parse().unwrap()),
        );
        for denied in [
            "127.0.0.1:1",
            "[::ffff:127.0.0.1]:1",
            "[::127.0.0.1]:1",
            "[64:ff9b::127.0.0.1]:1",
            "[2002:7f00:1::]:1",
            "169.254.169.254:80",
            "[::ffff:169.254.169.254]:80",
            "[64:ff9b::169.254.169.254]:80",
            "[64:ff9b:1::169.254.169.254]:80",
            "10.0.0.1:7",
            "[64:ff9b::10.0.0.1]:7",
        ] {
            assert!(!list.allows(denied.parse().unwrap()), "{denied}");
        }
        for allowed in
            ["192.0.2.1:1", "10.0.0.1:8", "[64:ff9b::10.0.0.1]:8", "[2001:db8::1]:1", "[::1]:1"]
        {
            assert!(list.allows(allowed.parse().unwrap()), "{allowed}");
        }
        // A rule for an IPv4 address does not allow the IPv6 addresses that lead to it.
        assert!(!allows("10.0.0.0/8", "[64:ff9b::10.0.0.1]:1"));
    }

    #[test]
    fn unspecified_addresses_are_never_allowed() {
        let rules = ["0.0.0.0/0", "::/0", "0.0.0.0", "::"].map(|rule| rule.parse().unwrap());
        let list = AllowList::from_iter(rules);
        for refused in [
            "0.0.0.0:5683",
            "0.0.0.1:5683",
            "0.255.255.255:5683",
            "[::]:5683",
            "[::ffff:0.0.0.0]:5683",
            "[::ffff:0.1.2.3]:5683",
            "[::ffff:0:0.0.0.0]:5683",
            "[64:ff9b::]:5683",
            "[64:ff9b::0.1.2.3]:5683",
            "[64:ff9b:1::]:5683",
            "[2002::1]:5683",
            "[fe80::5efe:0.0.0.0]:5683",
        ] {
            assert!(!list.allows(refused.parse().unwrap()), "{refused}");
        }
        for allowed in [
            "1.0.0.0:1",
            "[::1]:1",
            "[::2]:1",
            "[64:ff9b:1::192.0.2.1]:1",
            "[64:ff9b::192.0.2.1]:1",
        ] {
            assert!(list.allows(allowed.parse().unwrap()), "{allowed}");
        }
    }

    #[test]
    fn special_addresses_are_not_public() {
        let list = AllowList::public();
        // The first and the last address of each network, and the neighbours of the two.
        for (net, before, after) in [
            ("0.0.0.0/8", "", "1.0.0.0"),
            ("10.0.0.0/8", "9.255.255.255", "11.0.0.0"),
            ("100.64.0.0/10", "100.63.255.255", "100.128.0.0"),
            ("127.0.0.0/8", "126.255.255.255", "128.0.0.0"),
            ("169.254.0.0/16", "169.253.255.255", "169.255.0.0"),
            ("172.16.0.0/12", "172.15.255.255", "172.32.0.0"),
            ("192.0.0.0/24", "191.255.255.255", "192.0.1.0"),
            ("192.0.2.0/24", "192.0.1.255", "192.0.3.0"),
            ("192.88.99.0/24", "192.88.98.255", "192.88.100.0"),
            ("192.168.0.0/16", "192.167.255.255", "192.169.0.0"),
            ("198.18.0.0/15", "198.17.255.255", "198.20.0.0"),
            ("198.51.100.0/24", "198.51.99.255", "198.51.101.0"),
            ("203.0.113.0/24", "203.0.112.255", "203.0.114.0"),
            ("224.0.0.0/3", "223.255.255.255", ""),
            ("::/3", "", "2000::"),
            ("2001::/23", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"),
            ("2001:db8::/32", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"),
            ("2002::/16", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"),
            ("3fff::/20", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"),
            ("4000::/2", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""),
            ("8000::/1", "", ""),
        ] {
            let net: IpNet = net.parse().unwrap();
            for address in [net.network(), net.broadcast()] {
                assert!(!list.allows((address, 1).into()), "{address}");
                if let IpAddr::V4(ipv4) = address {
                    let nat64 = alloc::format!("64:ff9b::{ipv4}").parse::<IpAddr>().unwrap();
                    assert!(!list.allows((nat64, 1).into()), "{nat64}");
                }
            }
            for neighbour in [before, after].into_iter().filter(|text| !text.is_empty()) {
                assert!(
                    list.allows((neighbour.parse::<IpAddr>().unwrap(), 1).into()),
                    "{neighbour}"
                );
            }
        }
        assert!(list.allows("[64:ff9b::9.9.9.9]:1".parse().unwrap()));
        for local in ["[64:ff9b:1::9.9.9.9]:1", "[2002:909:909::]:1"] {
            assert!(!list.allows(local.parse().unwrap()), "{local}");
        }
    }
}
