//! Warnings about hosts: names that some software reads as addresses, and names that no host has (RFC 3986 sections
//! 3.2.2 and 7.4).

use core::net::Ipv4Addr;

use cri_core::Component;
use cri_uri::pct::{self, characters};
use cri_uri::{UriHost, UriRef};

use crate::finding::{Finding, FindingKind};

/// The longest label, in bytes (RFC 1035 section 2.3.4).
pub(crate) const LONGEST_LABEL: usize = 63;
/// The prefix of an ACE label (RFC 3490 section 5).
pub(crate) const ACE_PREFIX: &str = "xn--";
/// The longest name, in bytes with its dots (RFC 1035 section 2.3.4, less the lengths at both ends).
pub(crate) const LONGEST_NAME: usize = 253;

/// A name all of whose labels are numbers, which the C library's `inet_aton` reads as an address.
pub(crate) fn disguised_address(uri: UriRef<'_>) -> Option<Finding> {
    let name = name(uri)?;
    let kind = FindingKind::DisguisedAddress(numbers(name)?);
    Some(Finding::at(uri, name, kind, Component::Host))
}

/// A name that breaks the rules of RFC 1034 section 3.5 and RFC 1123 section 2.1, or is too long.
///
/// The DNS itself limits only lengths (RFC 2181 section 11). Lengths are not checked beyond ASCII: IDNA changes them.
pub(crate) fn dns_labels(uri: UriRef<'_>) -> Option<Finding> {
    let name = name(uri).filter(|name| numbers(name).is_none())?;
    let at_label = |label: &[u8], is_impossible| {
        Finding::at(uri, label, FindingKind::DnsLabel(is_impossible), Component::Host)
    };
    let mut labels = labels(name).peekable();
    let mut len = 0_usize;
    while let Some(label) = labels.next() {
        let label_len = pct::decode(label).count();
        len = len.saturating_add(label_len).saturating_add(1);
        let is_ascii = pct::decode(label).all(|octet| octet.is_ascii());
        if label_len == 0 || (label_len > LONGEST_LABEL && is_ascii) {
            return Some(at_label(label, true));
        }
        if !is_host_label(label) || (labels.peek().is_none() && begins_with_digit(label)) {
            return Some(at_label(label, false));
        }
    }
    let is_ascii = pct::decode(name).all(|octet| octet.is_ascii());
    (len.saturating_sub(1) > LONGEST_NAME && is_ascii).then(|| at_label(name.as_bytes(), true))
}

/// Percent-encoded bytes that are not UTF-8, in a name or a zone identifier.
pub(crate) fn not_utf8(uri: UriRef<'_>) -> Option<Finding> {
    let host = uri.host_str()?;
    // Only a byte that belongs to no UTF-8 character is an error here.
    let (at, _) = characters(host.as_bytes()).find(|(_, character)| character.is_err())?;
    Some(Finding::at(uri, host.get(at..)?, FindingKind::HostNotUtf8, Component::Host))
}

/// The host, if it is a name.
pub(crate) fn name(uri: UriRef<'_>) -> Option<&str> {
    match uri.host()? {
        UriHost::RegName(name) if !name.is_empty() => Some(name),
        _ => None,
    }
}

/// The labels of a name. Dots separate them, percent-encoded ones included (section 6.1 of the draft).
pub(crate) fn all_labels(name: &str) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(name.as_bytes());
    core::iter::from_fn(move || {
        let text = rest.take()?;
        let mut characters = characters(text);
        let Some((dot, _)) = characters.find(|&(_, character)| character == Ok('.')) else {
            return Some(text);
        };
        let after = characters.next().map_or(text.len(), |(at, _)| at);
        rest = text.get(after..);
        text.get(..dot)
    })
}

/// The labels of a name, without the empty label after a final dot (the DNS root).
fn labels(name: &str) -> impl Iterator<Item = &[u8]> {
    let mut labels = all_labels(name).enumerate().peekable();
    core::iter::from_fn(move || {
        let (index, label) = labels.next()?;
        (index == 0 || !label.is_empty() || labels.peek().is_some()).then_some(label)
    })
}

fn begins_with_digit(label: &[u8]) -> bool {
    pct::decode(label).next().is_some_and(|first| first.is_ascii_digit())
}

/// Whether the label has letters, digits, inner hyphens and characters beyond ASCII only.
fn is_host_label(label: &[u8]) -> bool {
    let mut octets = pct::decode(label);
    let is_outer = |octet: u8| octet.is_ascii_alphanumeric() || !octet.is_ascii();
    octets.clone().all(|octet| is_outer(octet) || octet == b'-')
        && octets.next().is_some_and(is_outer)
        && octets.last().is_none_or(is_outer)
}

/// The octets of a label as software reads it that decodes an ACE label without checking the result (CVE-2024-12224).
///
/// Punycode in which nothing follows the last hyphen stands for the ASCII text before it (RFC 3492 section 6.2): `xn--1-` is
/// read as `1`, and `xn--` as nothing.
pub(crate) fn as_old_idna_reads(label: &[u8]) -> impl Iterator<Item = u8> + Clone {
    let octets = pct::decode(label);
    let len = octets.clone().count();
    let prefix = octets.clone().take(ACE_PREFIX.len()).map(|octet| octet.to_ascii_lowercase());
    let is_ascii = prefix.eq(ACE_PREFIX.bytes())
        && (len == ACE_PREFIX.len() || octets.clone().last() == Some(b'-'));
    let (prefix_len, suffix_len) = if is_ascii { (ACE_PREFIX.len(), 1) } else { (0, 0) };
    let text_len = len.saturating_sub(prefix_len).saturating_sub(suffix_len);
    octets.skip(prefix_len).take(text_len)
}

/// The address that `inet_aton` makes of a name all of whose labels are numbers, or `Some(None)` if a number is out of
/// range. `None` if a label is not a number.
///
/// ACE labels are read as [`as_old_idna_reads`] does.
pub(crate) fn numbers(name: &str) -> Option<Option<Ipv4Addr>> {
    let (mut count, mut high, mut last) = (0_u32, Some(0_u32), Some(0_u32));
    let mut labels = labels(name).peekable();
    while let Some(label) = labels.next() {
        let is_nothing = || as_old_idna_reads(label).next().is_none();
        if count > 0 && labels.peek().is_none() && is_nothing() {
            break;
        }
        if count > 0 {
            // All numbers but the last are one octet each.
            let octet = last.filter(|&octet| octet <= 0xff);
            high = octet.zip(high).and_then(|(octet, high)| Some(high.checked_mul(0x100)? | octet));
        }
        last = number(label)?;
        count = count.saturating_add(1);
    }
    let address = || {
        // The last number fills the octets that the others leave.
        let bits = count.checked_sub(1)?.checked_mul(8).filter(|&bits| bits < u32::BITS)?;
        let high = high?.checked_shl(u32::BITS.checked_sub(bits)?).unwrap_or(0);
        let last = last.filter(|last| last.leading_zeros() >= bits)?;
        Some((high | last).into())
    };
    Some(address())
}

/// The number in a label: hexadecimal after `0x`, octal after `0`, or decimal. A number such as `09`, or one above 32
/// bits, has no value. `None` if the label is not a number.
pub(crate) fn number(label: &[u8]) -> Option<Option<u32>> {
    let mut octets = as_old_idna_reads(label);
    let all = octets.clone();
    let first = octets.next()?;
    let after_first = octets.clone();
    let (radix, digits) = match (first, octets.next()) {
        (b'0', Some(b'x' | b'X')) => (16, octets),
        (b'0', Some(_)) => (8, after_first),
        _ => (10, all),
    };
    let mut value = Some(0_u32);
    for digit in digits {
        let digit = char::from(digit).to_digit(radix.max(10))?;
        value = value
            .filter(|_| digit < radix)
            .and_then(|value| value.checked_mul(radix)?.checked_add(digit));
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use std::format;

    use cri_core::Component::Host;
    use cri_registry::Table;

    use super::*;
    use crate::lints;
    use crate::lints::tests::findings;

    // shows: R3986-7.4-01, R1738-3.1-08
    #[test]
    fn names_of_numbers_are_disguised_addresses() {
        for (host, address) in [
            ("0x7f.1", Some([127, 0, 0, 1])),
            ("2130706433", Some([127, 0, 0, 1])),
            ("017700000001", Some([127, 0, 0, 1])),
            ("0X7F000001.", Some([127, 0, 0, 1])),
            ("0177.0.0.01", Some([127, 0, 0, 1])),
            ("%31%32%37.1", Some([127, 0, 0, 1])),
            ("1.2.3.%34", Some([1, 2, 3, 4])),
            ("1%2e2%2E3.4", Some([1, 2, 3, 4])),
            ("1.2.3.4.", Some([1, 2, 3, 4])),
            ("01.2.3.4", Some([1, 2, 3, 4])),
            ("1.2.772", Some([1, 2, 3, 4])),
            ("1.131844", Some([1, 2, 3, 4])),
            ("0", Some([0, 0, 0, 0])),
            ("0x", Some([0, 0, 0, 0])),
            ("4294967295", Some([255, 255, 255, 255])),
            ("4294967296", None),
            ("300.1.1.1", None),
            ("1.1.1.300", None),
            ("1.2.65536", None),
            ("1.16777216", None),
            ("1.2.3.4.5", None),
            ("1.2.3.4.5.6.7.8.9.10", None),
            ("1.2.3.09", None),
            // What idna before 1.0 makes of ACE labels (CVE-2024-12224).
            ("127.0.0.xn--1-", Some([127, 0, 0, 1])),
            ("127.0.0.1.xn--", Some([127, 0, 0, 1])),
            ("127.0.0.1.XN--.", Some([127, 0, 0, 1])),
            ("169.254.169.xn--254-", Some([169, 254, 169, 254])),
            ("0x7f.Xn--0x1-", Some([127, 0, 0, 1])),
            ("xn--2130706433-", Some([127, 0, 0, 1])),
            ("xn--127-.%78n--%31-", Some([127, 0, 0, 1])),
            ("1.2.3.xn--256-", None),
            ("99999999999999999999", None),
        ] {
            let uri = format!("coap://{host}/");
            let found: std::vec::Vec<_> =
                lints::findings(UriRef::parse(&uri).unwrap(), Table::DRAFT_16).collect();
            let kind = FindingKind::DisguisedAddress(address.map(Ipv4Addr::from));
            assert_eq!(found, [Finding::new(kind, Host, 7)], "{uri}");
        }
        for host in [
            "1.2.3.4",
            "[::1]",
            "",
            "0x7g.a",
            "1.a",
            "face",
            "xf",
            "1-2.a",
            "%C3%A9",
            "xn--",
            "1.xn--a-",
            "1.xn--.xn--",
            "1.xn--p1ai",
        ] {
            assert!(
                !findings(&format!("coap://{host}/"))
                    .iter()
                    .any(|finding| finding.0 == "disguised-address"),
                "{host}"
            );
        }
    }

    // shows: R1738-3.1-07, R1738-5-02
    #[test]
    fn names_that_no_host_has() {
        let long = format!("{}a", "a.".repeat(126));
        assert_eq!((long.len(), findings(&format!("//{long}")).len()), (253, 0));
        assert_eq!(findings(&format!("//{long}.")), []);
        let longer = format!("b{long}");
        let longest_label = "a".repeat(63);
        for (host, offset) in [
            ("-a.b", 2),
            ("a-.b", 2),
            ("a.1b", 4),
            ("a.1b.", 4),
            ("a.b-", 4),
            ("a..b", 4),
            (".a", 2),
            (".", 2),
            ("a..", 4),
            ("a.b_c", 4),
            ("a.b%20c", 4),
            ("a%2E%2D", 6),
            ("a!b", 2),
            ("a.0x7g", 4),
            (&*longer, 2),
            (&*format!("{longest_label}a"), 2),
        ] {
            assert_eq!(findings(&format!("//{host}")), [("dns-label", Host, offset)], "{host}");
        }
        for host in [
            "a",
            "a-b.c",
            "1a.b",
            "a.b1",
            "A.",
            "a--b",
            "%61",
            "b%C3%BCcher.%C3%A9",
            &*longest_label,
            "1.a",
            // IDNA makes fewer than 253 bytes of these 276.
            &*format!("{}.", "%E4%B8%AD".repeat(15)).repeat(6),
        ] {
            assert_eq!(findings(&format!("//{host}")), [], "{host}");
        }
    }

    // shows: R3986-3.2.2-12
    #[test]
    fn hosts_that_are_not_utf_8() {
        for (uri, offset) in [
            ("//a%FF", 3),
            ("//%C3%A9%C3.a", 8),
            ("//%ED%A0%80", 2),
            ("//u@%C3%A9.%e2%82", 11),
            ("//[::1%25a%C3]", 10),
        ] {
            assert_eq!(findings(uri), [("host-not-utf8", Host, offset)], "{uri}");
        }
        assert_eq!(findings("//%C3%A9?%FF#%FF"), []);
    }
}
