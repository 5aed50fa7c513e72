//! The special networks of IANA's registries, as data, and a slow reading of it. A fuzz target reads this file, too.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::LazyLock;

/// The registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890), and multicast. `true` is "yes" in their column
/// "Globally Reachable".
///
/// "No" are also multicast, which has registries of its own, and the networks for which the column has "N/A": Teredo and 6to4.
/// 6to4's anycast addresses are deprecated (RFC 7526).
const NETWORKS: [(&str, bool); 55] = [
    ("0.0.0.0/8", false),          // RFC 791
    ("0.0.0.0/32", false),         // RFC 1122
    ("10.0.0.0/8", false),         // RFC 1918
    ("100.64.0.0/10", false),      // RFC 6598
    ("127.0.0.0/8", false),        // RFC 1122
    ("169.254.0.0/16", false),     // RFC 3927
    ("172.16.0.0/12", false),      // RFC 1918
    ("192.0.0.0/24", false),       // RFC 6890
    ("192.0.0.0/29", false),       // RFC 7335
    ("192.0.0.8/32", false),       // RFC 7600
    ("192.0.0.9/32", true),        // RFC 7723
    ("192.0.0.10/32", true),       // RFC 8155
    ("192.0.0.170/32", false),     // RFC 8880
    ("192.0.0.171/32", false),     // RFC 8880
    ("192.0.2.0/24", false),       // RFC 5737
    ("192.31.196.0/24", true),     // RFC 7535
    ("192.52.193.0/24", true),     // RFC 7450
    ("192.88.99.0/24", false),     // RFC 7526
    ("192.168.0.0/16", false),     // RFC 1918
    ("192.175.48.0/24", true),     // RFC 7534
    ("198.18.0.0/15", false),      // RFC 2544
    ("198.51.100.0/24", false),    // RFC 5737
    ("203.0.113.0/24", false),     // RFC 5737
    ("224.0.0.0/4", false),        // RFC 5771
    ("240.0.0.0/4", false),        // RFC 1112
    ("255.255.255.255/32", false), // RFC 8190
    ("::1/128", false),            // RFC 4291
    ("::/128", false),             // RFC 4291
    ("::/96", false),              // RFC 4291
    ("64:ff9b::/96", true),        // RFC 6052
    ("64:ff9b:1::/48", false),     // RFC 8215
    ("100::/64", false),           // RFC 6666
    ("100:0:0:1::/64", false),     // RFC 9780
    ("2001::/23", false),          // RFC 2928
    ("2001::/32", false),          // RFC 4380
    ("2001:1::1/128", true),       // RFC 7723
    ("2001:1::2/128", true),       // RFC 8155
    ("2001:1::3/128", true),       // RFC 9665
    ("2001:2::/48", false),        // RFC 5180
    ("2001:3::/32", true),         // RFC 7450
    ("2001:4:112::/48", true),     // RFC 7535
    ("2001:10::/28", false),       // RFC 4843
    ("2001:20::/28", true),        // RFC 7343
    ("2001:30::/28", true),        // RFC 9374
    ("2001:db8::/32", false),      // RFC 3849
    ("2002::/16", false),          // RFC 3056
    ("2620:4f:8000::/48", true),   // RFC 7534
    ("3fff::/20", false),          // RFC 9637
    ("5f00::/16", false),          // RFC 9602
    ("fc00::/7", false),           // RFC 4193
    ("fe80::/10", false),          // RFC 4291
    ("fec0::/10", false),          // RFC 3879
    ("ff00::/8", false),           // RFC 4291
    // What no registry of special addresses has: IPv4, and the IPv6 addresses that IANA assigns (RFC 4291 section 2.4).
    ("0.0.0.0/0", true),
    ("2000::/3", true),
];

/// The family, the bits, and the number of bits, of an address or a network.
fn bits(address: IpAddr) -> (bool, u128, u32) {
    match address {
        IpAddr::V4(address) => (false, u32::from(address).into(), 32),
        IpAddr::V6(address) => (true, address.into(), 128),
    }
}

/// The first address of each network, the length of its prefix, and whether it is reachable.
static READ: LazyLock<Vec<(IpAddr, u32, bool)>> = LazyLock::new(|| {
    let read = |&(network, is_reachable): &(&str, bool)| {
        let (address, prefix) = network.split_once('/').expect("a prefix");
        (address.parse().expect("an address"), prefix.parse().expect("a number"), is_reachable)
    };
    NETWORKS.iter().map(read).collect()
});

/// Whether an address is public: the longest network that has it says so, as do the IPv4 addresses that it leads to.
pub(crate) fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    let (is_ipv6, of_address, width) = bits(address);
    let has = |&&(first, prefix, _): &&(IpAddr, u32, bool)| {
        let (of_ipv6, of_network, _) = bits(first);
        let host_bits = width.wrapping_sub(prefix);
        // A shift by all bits is none in Rust.
        let is_same = |a: u128, b: u128| prefix == 0 || a >> host_bits == b >> host_bits;
        is_ipv6 == of_ipv6 && is_same(of_address, of_network)
    };
    let longest = READ.iter().filter(has).max_by_key(|(_, prefix, _)| *prefix);
    let is_reachable = longest.is_some_and(|&(.., is_reachable)| is_reachable);
    let IpAddr::V6(ipv6) = address else {
        return is_reachable;
    };
    // NAT64 (RFC 6052) and ISATAP (RFC 5214) have an IPv4 address at the end.
    let is_led_on = matches!(
        ipv6.segments(),
        [0x64, 0xff9b, 0, 0, 0, 0, ..] | [_, _, _, _, 0 | 0x200, 0x5efe, ..]
    );
    is_reachable && (!is_led_on || is_public(Ipv4Addr::from(of_address as u32).into()))
}

#[test]
fn public_addresses_are_those_of_the_registries() {
    use std::net::Ipv6Addr;

    use cri_check::AllowList;

    let list = AllowList::public();
    let (mut public, mut others) = (0, 0);
    let mut compare = |address: IpAddr| {
        let expected = is_public(address);
        assert_eq!(list.allows((address, 443).into()), expected, "{address}");
        if expected { public += 1 } else { others += 1 }
    };
    let mut random = 1_u128;
    for &(address, prefix, _) in &*READ {
        let (_, first, width) = bits(address);
        let hosts = if prefix == 0 { u128::from(u32::MAX) } else { (1 << (width - prefix)) - 1 };
        let last = first | hosts;
        // The ends of the network, their neighbours, and addresses inside it.
        let mut all = vec![first, last, first.wrapping_sub(1), last.wrapping_add(1)];
        all.extend((0..40).map(|_| {
            random = random.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            first | (random >> 1 & hosts)
        }));
        for bits in all {
            let address = match address {
                IpAddr::V4(_) => Ipv4Addr::from(bits as u32).into(),
                IpAddr::V6(_) => Ipv6Addr::from(bits).into(),
            };
            compare(address);
            if let IpAddr::V4(ipv4) = address {
                let [a, b] = [(bits >> 16) as u16, bits as u16];
                compare(ipv4.to_ipv6_mapped().into());
                compare(ipv4.to_ipv6_compatible().into());
                compare(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, a, b).into());
                compare(Ipv6Addr::new(0x2620, 0xfe, 0, 0, 0x200, 0x5efe, a, b).into());
                compare(Ipv6Addr::new(0x2002, a, b, 0, 0, 0, 0, 1).into());
            }
        }
    }
    assert!(public > 1_000 && others > 4_000, "{public} {others}");
}
