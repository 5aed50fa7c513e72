//! IPv6 addresses that hold an IPv4 address. A datagram for `64:ff9b::127.0.0.1` may reach the host itself, and a
//! filter of IPv4 addresses does not stop it.

use core::net::{Ipv4Addr, Ipv6Addr};

use cri_core::Component;
use cri_uri::{UriHost, UriRef};

use crate::finding::{Finding, FindingKind, reach};

/// The IPv4 addresses that an IPv6 address may lead to, without a heap.
///
/// - `::a.b.c.d` (RFC 4291 section 2.5.5.1), `::ffff:a.b.c.d` (2.5.5.2) and `::ffff:0:a.b.c.d` (RFC 2765 section 2.1);
/// - NAT64: `64:ff9b::/96` (RFC 6052) and `64:ff9b:1::/48` (RFC 8215);
/// - 6to4: `2002::/16` (RFC 3056 section 2);
/// - Teredo: `2001::/32`, with the address of the client and that of the server (RFC 4380 section 4);
/// - ISATAP: an interface identifier in any network (RFC 5214 section 6.1).
///
/// An address in `64:ff9b:1::/48` does not tell the length of its prefix, so the function returns an IPv4 address for
/// each length. The likeliest ones come first. A network may also have a NAT64 prefix of its own, which no function can
/// know.
///
/// ```
/// use std::net::Ipv4Addr;
///
/// use cri_check::embedded_ipv4;
///
/// assert!(embedded_ipv4("64:ff9b::192.0.2.33".parse()?).eq([Ipv4Addr::new(192, 0, 2, 33)]));
/// assert!(embedded_ipv4("64:ff9b:1:7f00:0:100:0:1".parse()?).any(|address| address.is_loopback()));
/// assert_eq!(embedded_ipv4("2001:db8::192.0.2.33".parse()?).count(), 0);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn embedded_ipv4(address: Ipv6Addr) -> impl Iterator<Item = Ipv4Addr> + Clone {
    let [_, _, c, d, e, f, g, h, _, j, k, l, m, n, o, p] = address.octets();
    let likely = |ipv4: [u8; 4]| Some((ipv4, true));
    // The bit u is set or not: RFC 5214 section 6.1.
    let is_isatap = matches!(address.segments(), [_, _, _, _, 0 | 0x0200, 0x5efe, _, _]);
    let isatap = likely([m, n, o, p]).filter(|_| is_isatap);
    let candidates = match address.segments() {
        // These two have the form of IPv4-compatible addresses, but a meaning of their own: RFC 4291 sections 2.5.2 and
        // 2.5.3.
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => [None; 4],
        [0, 0, 0, 0, 0, 0 | 0xffff, _, _]
        | [0, 0, 0, 0, 0xffff, 0, _, _]
        | [0x64, 0xff9b, 0, 0, 0, 0, _, _] => [likely([m, n, o, p]), None, None, None],
        // A prefix of 48, 56, 64 and 96 bits. Byte 8 is not part of the address, and the bits that follow it should be
        // zero (RFC 6052 section 2.2).
        [0x64, 0xff9b, 1, ..] => [
            Some(([g, h, j, k], [l, m, n, o, p] == [0; 5])),
            Some(([h, j, k, l], [m, n, o, p] == [0; 4])),
            Some(([j, k, l, m], [n, o, p] == [0; 3])),
            likely([m, n, o, p]),
        ],
        [0x2002, ..] => [likely([c, d, e, f]), isatap, None, None],
        // The address of the client is inverted: RFC 4380 section 4.
        [0x2001, 0, ..] => [likely([!m, !n, !o, !p]), likely([e, f, g, h]), isatap, None],
        _ => [isatap, None, None, None],
    };
    let those = move |likely| candidates.into_iter().flatten().filter(move |&(_, is)| is == likely);
    those(true).chain(those(false)).map(|(ipv4, _)| Ipv4Addr::from(ipv4))
}

/// An IPv6 address that stands for an IPv4 address, or is reached through one.
pub(crate) fn embedded_address(uri: UriRef<'_>) -> Option<Finding> {
    let Some(UriHost::Ipv6 { address, .. }) = uri.host() else {
        return None;
    };
    // If there are several, the most private one matters most. An address that begins with a zero is the last choice:
    // no packet is sent to 0.0.0.0/8 (RFC 1122 section 3.2.1.3), so the zero is more likely the end of a prefix.
    let most_private = |ipv4: &Ipv4Addr| (ipv4.octets().first() == Some(&0), reach(*ipv4));
    let kind = FindingKind::EmbeddedAddress(embedded_ipv4(address).min_by_key(most_private)?);
    Some(Finding::at(uri, uri.host_str()?, kind, Component::Host))
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::Component::Host;
    use cri_registry::Table;

    use super::*;
    use crate::lints;

    // RFC 6052 section 2.4 has 192.0.2.33 in a prefix of each length.
    #[test]
    fn every_form_is_found() {
        for (address, expected) in [
            ("::ffff:127.0.0.1", &[[127, 0, 0, 1]][..]),
            ("::ffff:0:0", &[[0, 0, 0, 0]]),
            ("::192.0.2.1", &[[192, 0, 2, 1]]),
            ("::2", &[[0, 0, 0, 2]]),
            ("::ffff:0:127.0.0.1", &[[127, 0, 0, 1]]),
            ("64:ff9b::a9fe:a9fe", &[[169, 254, 169, 254]]),
            ("64:ff9b:1::192.0.2.33", &[[192, 0, 2, 33], [0; 4], [0; 4], [0, 0, 0, 192]]),
            ("64:ff9b:1:c000:2:2100::", &[[192, 0, 2, 33], [0, 2, 33, 0], [2, 33, 0, 0], [0; 4]]),
            ("64:ff9b:1:1c0:0:221::", &[[192, 0, 2, 33], [0, 2, 33, 0], [0; 4], [1, 192, 0, 2]]),
            (
                "64:ff9b:1:1:c0:2:2100:0",
                &[[192, 0, 2, 33], [33, 0, 0, 0], [0, 1, 192, 0], [1, 192, 0, 2]],
            ),
            (
                "64:ff9b:1:7f00:0:100:0:1",
                &[[0, 0, 0, 1], [127, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]],
            ),
            (
                "64:ff9b:1::5efe:c000:201",
                &[[192, 0, 2, 1], [0, 0, 0, 94], [0, 0, 94, 254], [0, 94, 254, 192]],
            ),
            ("2002:7f00:1::1", &[[127, 0, 0, 1]]),
            ("2002:c0a8:101::5efe:192.0.2.1", &[[192, 168, 1, 1], [192, 0, 2, 1]]),
            ("2001:0:4136:e378:8000:63bf:3fff:fdd2", &[[192, 0, 2, 45], [65, 54, 227, 120]]),
            ("fe80::5efe:10.0.0.1", &[[10, 0, 0, 1]]),
            ("2001:db8::200:5efe:192.0.2.1", &[[192, 0, 2, 1]]),
            ("::", &[]),
            ("::1", &[]),
            ("::fffe:127.0.0.1", &[]),
            ("::1:ffff:127.0.0.1", &[]),
            ("::fffe:0:127.0.0.1", &[]),
            ("64:ff9b::1:127.0.0.1", &[]),
            ("64:ff9b:2::127.0.0.1", &[]),
            ("64:ff9a::127.0.0.1", &[]),
            ("2003:7f00:1::1", &[]),
            ("2001:1::127.0.0.1", &[]),
            ("fe80::100:5efe:10.0.0.1", &[]),
            ("fe80::5eff:10.0.0.1", &[]),
            ("2001:db8::127.0.0.1", &[]),
        ] {
            let found: Vec<_> =
                embedded_ipv4(address.parse().unwrap()).map(|ipv4| ipv4.octets()).collect();
            assert_eq!(found, expected, "{address}");
        }
    }

    #[test]
    fn the_most_private_address_is_reported() {
        for (host, address) in [
            ("[::FFFF:7f00:1]", Some([127, 0, 0, 1])),
            ("[0:0:0:0:0:ffff:0:0]", Some([0, 0, 0, 0])),
            ("[::2]", Some([0, 0, 0, 2])),
            ("[::ffff:127.0.0.1%25a]", Some([127, 0, 0, 1])),
            ("[64:FF9B::a9fe:a9fe]", Some([169, 254, 169, 254])),
            ("[64:ff9b:1::192.0.2.33]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:c000:2:2100::]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:c000:2:2100::1]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:1c0:0:221::]", Some([192, 0, 2, 33])),
            ("[64:ff9b:1:1:c0:2:2100:0]", Some([192, 0, 2, 33])),
            // 127.0.0.1 with a prefix of 48 bits, and bits after it that are not zero.
            ("[64:ff9b:1:7f00:0:100:0:1]", Some([127, 0, 0, 1])),
            ("[64:ff9b:1:a9fe:a9:fe00:c000:201]", Some([169, 254, 169, 254])),
            ("[64:ff9b:1:c000:2:100:a00:1]", Some([10, 0, 0, 1])),
            ("[64:ff9b:1::1]", Some([0, 0, 0, 0])),
            ("[2002:c000:201::5efe:10.0.0.1]", Some([10, 0, 0, 1])),
            // The client is 127.0.0.1, then the server.
            ("[2001:0:4136:e378:8000:63bf:80ff:fffe]", Some([127, 0, 0, 1])),
            ("[2001:0:7f00:1:8000:63bf:3fff:fdd2]", Some([127, 0, 0, 1])),
            ("[::1]", None),
            ("[2001:db8::127.0.0.1]", None),
            ("[v1.a]", None),
            ("127.0.0.1", None),
        ] {
            let uri = format!("sftp://u@{host}/");
            let found: Vec<_> =
                lints::findings(UriRef::parse(&uri).unwrap(), Table::DRAFT_16).collect();
            let expected = address.map(|address| {
                Finding::new(FindingKind::EmbeddedAddress(Ipv4Addr::from(address)), Host, 9)
            });
            assert_eq!(found, Vec::from_iter(expected), "{uri}");
        }
    }
}
