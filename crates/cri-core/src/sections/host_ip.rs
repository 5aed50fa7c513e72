//! IP addresses as hosts, and their text (C4; RFC 3986 section 3.2.2, RFC 5952).

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host that is an IP address, with an optional zone identifier behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostIp<'a> {
    address: IpAddr,
    zone: Option<&'a str>,
}

impl<'a> HostIp<'a> {
    pub(crate) const fn new(address: IpAddr, zone: Option<&'a str>) -> Self {
        Self { address, zone }
    }

    /// The address. An IPv4-mapped IPv6 address stays one.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        self.address
    }

    /// The zone identifier, which means something on one host only. Behind IPv4 it exists in draft-27 alone.
    #[must_use]
    pub const fn zone(self) -> Option<&'a str> {
        self.zone
    }
}

/// Displays an address as RFC 3986 and RFC 5952 write it, without brackets.
///
/// ```
/// use core::net::IpAddr;
/// use cri_core::IpText;
///
/// let address: IpAddr = "2001:DB8:0:0:1:0:0:1".parse().unwrap();
/// assert_eq!(IpText(address).to_string(), "2001:db8::1:0:0:1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpText(pub IpAddr);

impl fmt::Display for IpText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write_ipv4(f, address.octets()),
            IpAddr::V6(address) => write_ipv6(f, address),
        }
    }
}

fn write_ipv4(f: &mut fmt::Formatter<'_>, [a, b, c, d]: [u8; 4]) -> fmt::Result {
    write_number(f, u16::from(a), 10)?;
    for octet in [b, c, d] {
        f.write_str(".")?;
        write_number(f, u16::from(octet), 10)?;
    }
    Ok(())
}

fn write_ipv6(f: &mut fmt::Formatter<'_>, address: Ipv6Addr) -> fmt::Result {
    // RFC 5952 section 5: of the mixed notations, only the one that every implementation knows.
    if let Some(mapped) = address.to_ipv4_mapped() {
        f.write_str("::ffff:")?;
        return write_ipv4(f, mapped.octets());
    }
    // RFC 5952 section 4.2: the longest run of two zero groups or more, the first among equals.
    let groups = address.segments();
    let (mut best, mut run) = (0..0_usize, 0..0_usize);
    for (index, &group) in (0_usize..).zip(&groups) {
        let end = index.saturating_add(1);
        run = if group != 0 { end..end } else { run.start..end };
        if run.len() > best.len() && run.len() >= 2 {
            best = run.clone();
        }
    }
    for (index, &group) in (0_usize..).zip(&groups) {
        if best.contains(&index) {
            if index == best.start {
                f.write_str("::")?;
            }
            continue;
        }
        // A colon before each group but the first, and but the one that `::` stands before.
        if index != 0 && index != best.end {
            f.write_str(":")?;
        }
        write_number(f, group, 16)?;
    }
    Ok(())
}

/// Writes a number without leading zeros, in digits of lower case.
fn write_number(f: &mut fmt::Formatter<'_>, number: u16, radix: u16) -> fmt::Result {
    let mut digits = [0; 5];
    let mut rest = number;
    let mut start = digits.len();
    for digit in digits.iter_mut().rev() {
        let value = rest.checked_rem(radix).unwrap_or_default();
        rest = rest.checked_div(radix).unwrap_or_default();
        // INVARIANT: `value` is below 16.
        *digit = b"0123456789abcdef".get(usize::from(value)).copied().unwrap_or_default();
        start = start.saturating_sub(1);
        if rest == 0 {
            break;
        }
    }
    f.write_str(crate::text::to_str(digits.get(start..).unwrap_or_default()))
}

/// The value of a `dec-octet`: 0 to 255 in decimal without leading zeros (RFC 3986 section 3.2.2).
pub(crate) fn dec_octet(text: &[u8]) -> Option<u8> {
    if text.is_empty() || text.len() > 3 || (text.len() > 1 && text.first() == Some(&b'0')) {
        return None;
    }
    text.iter().try_fold(0_u8, |value, digit| {
        let digit = digit.checked_sub(b'0').filter(|&digit| digit < 10)?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

/// Reads an `IPv4address`, and nothing that `inet_aton` would take besides (RFC 3986 section 3.2.2).
///
/// ```
/// use cri_core::parse_ipv4;
///
/// assert_eq!(parse_ipv4(b"198.51.100.1"), Some([198, 51, 100, 1].into()));
/// assert_eq!(parse_ipv4(b"198.51.100.01"), None);
/// ```
#[must_use]
pub fn parse_ipv4(text: &[u8]) -> Option<Ipv4Addr> {
    let mut octets = [0; 4];
    let mut parts = text.split(|&byte| byte == b'.');
    for octet in &mut octets {
        *octet = dec_octet(parts.next()?)?;
    }
    parts.next().is_none().then(|| Ipv4Addr::from(octets))
}

/// Reads an `IPv6address`, without brackets or zone-id (RFC 3986 section 3.2.2).
///
/// ```
/// use cri_core::parse_ipv6;
///
/// assert_eq!(parse_ipv6(b"2001:db8::1"), Some("2001:db8::1".parse().unwrap()));
/// assert_eq!(parse_ipv6(b"2001:db8::1::"), None);
/// ```
#[must_use]
pub fn parse_ipv6(text: &[u8]) -> Option<Ipv6Addr> {
    let mut groups = [0_u16; 8];
    let mut len = 0_usize;
    // `::` stands at most once, for one group of zeros or more: how many groups stand before it.
    let mut double = None;
    let mut rest = text;
    if let [b':', b':', behind @ ..] = rest {
        (double, rest) = (Some(0), behind);
    }
    // The text from the group on that is being read, and what of it was read.
    let mut group = rest;
    let (mut value, mut digits) = (0_u16, 0_u8);
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if let Some(digit) = char::from(byte).to_digit(16) {
            value = value << 4 | digit as u16;
            digits = digits.saturating_add(1);
            continue;
        }
        if byte == b'.' {
            // A dotted quad is the last 32 bits wherever `::` stands.
            let [a, b, c, d] = parse_ipv4(group)?.octets();
            *groups.get_mut(len)? = u16::from_be_bytes([a, b]);
            len = len.checked_add(1)?;
            (value, digits) = (u16::from_be_bytes([c, d]), 4);
            break;
        }
        // A colon stands behind a group, and has a group behind it unless it is the second of `::`.
        if byte != b':' || !(1..=4).contains(&digits) || behind.is_empty() {
            return None;
        }
        *groups.get_mut(len)? = value;
        len = len.checked_add(1)?;
        if let Some(behind) = behind.strip_prefix(b":") {
            if double.replace(len).is_some() {
                return None;
            }
            rest = behind;
        }
        (group, value, digits) = (rest, 0, 0);
    }
    if !group.is_empty() {
        if !(1..=4).contains(&digits) {
            return None;
        }
        *groups.get_mut(len)? = value;
        len = len.checked_add(1)?;
    }
    let Some(front) = double else {
        return (len == groups.len()).then(|| Ipv6Addr::from(groups));
    };
    if len == groups.len() {
        return None;
    }
    // What stands behind `::` are the last groups.
    let mut all = [0; 8];
    for (to, from) in all.iter_mut().zip(groups.iter().take(front)) {
        *to = *from;
    }
    for (to, from) in all.iter_mut().rev().zip(groups.iter().take(len).skip(front).rev()) {
        *to = *from;
    }
    Some(Ipv6Addr::from(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    // shows: D16-6.1-13, D16-6.1-14, R3986-3.2.2-05, R3986-3.2.2-06, R3986-3.2.2-07, D16-C.1-03
    #[test]
    fn text_agrees_with_core_net() {
        let accepted = "1:2:3:4:5:6:7:8 ::1:2:3:4:5:6:7 ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:: :: ::1 1:2:3:4:5:6:1.2.3.4 \
                        ::1.2.3.4 1:2::7:8 1:2:3:4:5:6:7:: 0001:0db8:: ::ffff:127.0.0.1 1:0:0:2:0:0:0:3 1:0:2:0:3:0:4:0";
        for text in accepted.split(' ') {
            let address: Ipv6Addr = text.parse().unwrap();
            assert_eq!(parse_ipv6(text.as_bytes()), Some(address), "{text}");
            assert_eq!(IpText(address.into()).to_string(), address.to_string(), "{text}");
        }
        let rejected = "1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 ::: 12345:: 1:2:3:4:5:6:7:1.2.3.4 ::1.2.3 ::1.2.3.4:5 \
                        ::256.1.1.1 1:2:3:4:5:6:7:8:: g:: 1.2.3.4:: 1: :1 ::1: 1:2:3:4:5:6:7:8:1.2.3.4 1.2.3.4 ::01.2.3.4";
        for text in rejected.split(' ') {
            assert_eq!(parse_ipv6(text.as_bytes()), None, "{text}");
        }
        assert_eq!(parse_ipv6(b""), None);
        for text in ["0.0.0.0", "255.249.199.99", "1.2.3.4"] {
            assert_eq!(parse_ipv4(text.as_bytes()), Some(text.parse().unwrap()));
            assert_eq!(IpText(IpAddr::V4(text.parse().unwrap())).to_string(), text);
        }
        for text in ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.", "1..2.3", "+1.2.3.4", "1.2.3.1000"] {
            assert_eq!(parse_ipv4(text.as_bytes()), None, "{text}");
        }
    }

    proptest::proptest! {
        // shows: D16-6.1-14
        #[test]
        fn any_address_writes_as_core_net_does(bits: u128, mask: u8) {
            // Groups of zeros are what the text is difficult about: clear those that the mask names.
            let mut groups = Ipv6Addr::from(bits).segments();
            for (index, group) in groups.iter_mut().enumerate() {
                if mask & (1 << index) != 0 {
                    *group = 0;
                }
            }
            let address = Ipv6Addr::from(groups);
            let text = IpText(address.into()).to_string();
            proptest::prop_assert_eq!(&text, &address.to_string());
            proptest::prop_assert_eq!(parse_ipv6(text.as_bytes()), Some(address));
        }

        #[test]
        fn any_text_reads_as_core_net_does(text in "[0-9a-fA-F:.]{0,24}") {
            proptest::prop_assert_eq!(parse_ipv6(text.as_bytes()), text.parse().ok());
            proptest::prop_assert_eq!(parse_ipv4(text.as_bytes()), text.parse().ok());
        }
    }
}
