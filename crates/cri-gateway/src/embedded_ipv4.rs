//! IPv4 addresses in IPv6 addresses, to which a translator or a tunnel may forward.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The IPv4 addresses that an IPv6 address may lead to.
///
/// - `::a.b.c.d` (RFC 4291 section 2.5.5.1), `::ffff:a.b.c.d` (2.5.5.2) and `::ffff:0:a.b.c.d` (RFC 2765 section 2.1);
/// - NAT64, `64:ff9b::/96` (RFC 6052) and `64:ff9b:1::/48` (RFC 8215), the latter with every length of prefix that fits;
/// - 6to4, `2002::/16` (RFC 3056), Teredo, `2001::/32` (RFC 4380), and ISATAP (RFC 5214 section 6.1).
///
/// A network may have a NAT64 prefix of its own, which no function can know.
pub(crate) fn embedded_ipv4(address: Ipv6Addr) -> Vec<Ipv4Addr> {
    let [_, _, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = address.octets();
    let last = Ipv4Addr::new(m, n, o, p);
    let mut found = Vec::new();
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            found.push(last);
        }
        // RFC 6052 section 2.2: prefixes of 48, 56, 64 and 96 bits. Byte 8 is not part of the address.
        [0x64, 0xff9b, 1, ..] => {
            found.extend([Ipv4Addr::new(g, h, j, k), Ipv4Addr::new(h, j, k, l), Ipv4Addr::new(j, k, l, m), last]);
        }
        [0x2002, ..] => found.push(Ipv4Addr::new(c, d, e, f)),
        [0x2001, 0, ..] => found.extend([Ipv4Addr::new(e, f, g, h), Ipv4Addr::new(!m, !n, !o, !p)]),
        _ => {}
    }
    // The interface identifier of ISATAP stands in any network.
    if (i & !2, j, k, l) == (0, 0, 0x5e, 0xfe) {
        found.push(last);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_found() {
        for (text, embedded) in [
            ("::192.0.2.1", true),
            ("::ffff:192.0.2.1", true),
            ("::ffff:0:192.0.2.1", true),
            ("64:ff9b::192.0.2.1", true),
            ("64:ff9b:1::192.0.2.1", true),
            ("64:ff9b:1:c000:2:100::", true),
            ("64:ff9b:1:c0:0:201::", true),
            ("64:ff9b:1:0:c0:2:100:0", true),
            ("2002:c000:201::1", true),
            ("2001:0:c000:201::", true),
            ("2001:0:7f00:1::3fff:fdfe", true),
            ("fe80::5efe:192.0.2.1", true),
            ("2001:db8::200:5efe:192.0.2.1", true),
            ("2001:db8::192.0.2.1", false),
            ("64:ff9b:2::192.0.2.1", false),
            ("fe80::5eff:192.0.2.1", false),
        ] {
            let found = embedded_ipv4(text.parse().unwrap());
            assert_eq!(found.contains(&Ipv4Addr::new(192, 0, 2, 1)), embedded, "{text}: {found:?}");
        }
    }
}
