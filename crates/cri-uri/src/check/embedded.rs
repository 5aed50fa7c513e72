//! IPv6 addresses that hold an IPv4 address. What applies to the IPv4 address applies to them: `64:ff9b::127.0.0.1` may
//! lead to the host itself, although no filter of IPv4 addresses finds it.

use core::net::{Ipv4Addr, Ipv6Addr};

use cri_core::Component;

use crate::check::finding::{Finding, FindingKind};
use crate::text::host::UriHost;
use crate::text::uri_ref::UriRef;

/// An IPv6 address that stands for an IPv4 address, or is reached through one.
pub(super) fn embedded_address(uri: UriRef<'_>) -> Option<Finding> {
    let Some(UriHost::Ipv6 { address, .. }) = uri.host() else {
        return None;
    };
    let kind = FindingKind::EmbeddedAddress(embedded(address)?);
    Some(Finding::new(kind, Component::Host, uri.offset_of(uri.host_str()?)))
}

/// The IPv4 address in an IPv6 address.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    // These two have the form of IPv4-compatible addresses, but a meaning of their own (RFC 4291 sections 2.5.2 and 2.5.3).
    if address == Ipv6Addr::UNSPECIFIED || address == Ipv6Addr::LOCALHOST {
        return None;
    }
    let [.., a, b, c, d] = address.octets();
    let last = Ipv4Addr::new(a, b, c, d);
    match address.segments() {
        // 6to4: RFC 3056 section 2.
        [0x2002, high, low, ..] => Some((u32::from(high) << 16 | u32::from(low)).into()),
        // Teredo, in which the address of the client is inverted: RFC 4380 section 4.
        [0x2001, 0, ..] => Some((!u32::from(last)).into()),
        // NAT64 in a local prefix: RFC 8215.
        [0x64, 0xff9b, 1, ..] => Some(in_local_prefix(address)),
        segments => ends_with_ipv4(segments).then_some(last),
    }
}

/// Whether the last 32 bits of an IPv6 address are an IPv4 address.
const fn ends_with_ipv4(segments: [u16; 8]) -> bool {
    matches!(
        segments,
        // IPv4-compatible and IPv4-mapped addresses: RFC 4291 sections 2.5.5.1 and 2.5.5.2.
        [0, 0, 0, 0, 0, 0 | 0xffff, _, _]
        // IPv4-translated addresses of SIIT: RFC 2765 section 2.1.
        | [0, 0, 0, 0, 0xffff, 0, _, _]
        // NAT64: RFC 6052 section 2.1.
        | [0x64, 0xff9b, 0, 0, 0, 0, _, _]
        // ISATAP, with the bit u or without: RFC 5214 section 6.1.
        | [_, _, _, _, 0 | 0x0200, 0x5efe, _, _]
    )
}

/// The IPv4 address in an address in `64:ff9b:1::/48`. Its place depends on the length of the prefix, which the address does
/// not tell. The zeros that follow the IPv4 address do, unless it ends with zeros itself (RFC 6052 section 2.2).
fn in_local_prefix(address: Ipv6Addr) -> Ipv4Addr {
    // The prefixes have 48, 56, 64 and 96 bits. The first alternative that fits is taken.
    let ([.., a, b, 0, c, d, 0, 0, 0, 0, 0]
    | [.., a, 0, b, c, d, 0, 0, 0, 0]
    | [.., 0, a, b, c, d, 0, 0, 0]
    | [.., a, b, c, d]) = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::Component::Host;
    use cri_registry::Table;

    use super::*;
    use crate::check;

    #[test]
    fn ipv6_addresses_may_embed_ipv4_addresses() {
        for (host, address) in [
            ("[::ffff:127.0.0.1]", Some([127, 0, 0, 1])),
            ("[::FFFF:7f00:1]", Some([127, 0, 0, 1])),
            ("[0:0:0:0:0:ffff:0:0]", Some([0, 0, 0, 0])),
            ("[::192.0.2.1]", Some([192, 0, 2, 1])),
            ("[::2]", Some([0, 0, 0, 2])),
            ("[::ffff:127.0.0.1%25a]", Some([127, 0, 0, 1])),
            ("[::ffff:0:127.0.0.1]", Some([127, 0, 0, 1])),
            ("[64:ff9b::127.0.0.1]", Some([127, 0, 0, 1])),
            ("[64:FF9B::a9fe:a9fe]", Some([169, 254, 169, 254])),
            // RFC 6052 section 2.4 has 192.0.2.33 in a prefix of each length.
            ("[64:ff9b:1::192.0.2.33]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:c000:2:2100::]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:1c0:0:221::]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:1:c0:2:2100:0]", Some([192, 0, 2, 33])),
            ("[2002:7f00:1::1]", Some([127, 0, 0, 1])),
            ("[2002:c0a8:101:1::1]", Some([192, 168, 1, 1])),
            ("[2001:0:4136:e378:8000:63bf:80ff:fffe]", Some([127, 0, 0, 1])),
            ("[fe80::5efe:10.0.0.1]", Some([10, 0, 0, 1])),
            ("[2001:db8::200:5efe:192.0.2.1]", Some([192, 0, 2, 1])),
            ("[::]", None),
            ("[::1]", None),
            ("[::fffe:127.0.0.1]", None),
            ("[::1:ffff:127.0.0.1]", None),
            ("[::fffe:0:127.0.0.1]", None),
            ("[64:ff9b::1:127.0.0.1]", None),
            ("[64:ff9b:2::127.0.0.1]", None),
            ("[64:ff9a::127.0.0.1]", None),
            ("[2003:7f00:1::1]", None),
            ("[2001:1::127.0.0.1]", None),
            ("[fe80::100:5efe:10.0.0.1]", None),
            ("[fe80::5eff:10.0.0.1]", None),
            ("[2001:db8::127.0.0.1]", None),
            ("[v1.a]", None),
            ("127.0.0.1", None),
        ] {
            let uri = format!("coap://u@{host}/");
            let found: Vec<_> = check::findings(UriRef::parse(&uri).unwrap(), Table::DRAFT_16).collect();
            let expected =
                address.map(|address| Finding::new(FindingKind::EmbeddedAddress(Ipv4Addr::from(address)), Host, 9));
            assert_eq!(found, Vec::from_iter(expected), "{uri}");
        }
    }
}
