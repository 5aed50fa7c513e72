//! The text of IP addresses (C4; RFC 3986 section 3.2.2, RFC 5952).

use core::fmt::{self, Write};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::constants::PREFER_SPEED;
use crate::error::{BuildErrorKind, DecodeErrorKind};

/// Displays an address as RFC 3986 and RFC 5952 write it, without brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpText(pub IpAddr);

impl fmt::Display for IpText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |octets: &[u8]| {
            let bytes = IpNumbers::new(octets).flat_map(|(text, len)| text.into_iter().take(len));
            bytes.map(char::from).try_for_each(|byte| f.write_char(byte))
        };
        match self.0 {
            IpAddr::V4(address) => write(&address.octets()),
            IpAddr::V6(address) => write(&address.octets()),
        }
    }
}

/// The text that [`IpText`] displays, one number at a time, each with the separator before it: an array, and how many of its
/// bytes are text.
#[derive(Clone, Debug)]
pub struct IpNumbers<'a> {
    octets: &'a [u8],
    /// The index of the first octet that is written in decimal instead of in a group.
    dotted: usize,
    /// Start and length of the octets that `::` stands for. The start is after all octets if there is no `::`.
    zeros: (usize, usize),
    /// The index of the next group or octet.
    index: usize,
}

impl<'a> IpNumbers<'a> {
    /// The text of the address of these 4 or 16 octets.
    #[must_use]
    pub fn new(octets: &'a [u8]) -> Self {
        // One bit for each group, set if the group is zero. The last group has the lowest bit.
        let (mut zero_groups, mut groups) = (0_u32, octets);
        while let [high, low, after @ ..] = groups {
            zero_groups = zero_groups << 1 | u32::from(high | low == 0);
            groups = after;
        }
        // RFC 5952 section 4.2: the longest run of at least two zero groups, and the first of equally long ones. Two
        // runs of n groups that begin one group apart are one run of n + 1.
        let (mut begins, mut longer, mut len) = (0_u32, zero_groups & zero_groups << 1, 2_usize);
        while longer != 0 {
            begins = longer;
            longer &= longer << 1;
            len = len.wrapping_add(2);
        }
        // Of 32 bits, 24 precede the bit of the first of eight groups. Without a run, `start` is after all octets.
        let start = begins.leading_zeros().wrapping_sub(24).wrapping_mul(2) as usize;
        // RFC 5952 section 5: of the mixed notations, only the one that every implementation knows.
        let mapped =
            zero_groups >> 2 == 0b111110 && matches!(octets.get(10..12), Some([0xff, 0xff]));
        // Otherwise all of 4 octets are written in decimal, and none of 16.
        let dotted = if mapped { 12 } else { octets.len() & 16 };
        Self { octets, dotted, zeros: (start, len), index: 0 }
    }
}

impl Iterator for IpNumbers<'_> {
    type Item = ([u8; 8], usize);

    fn next(&mut self) -> Option<([u8; 8], usize)> {
        let (index, (start, len)) = (self.index, self.zeros);
        let &octet = self.octets.get(index)?;
        self.index = index.wrapping_add(1);
        let (mut number, is_group) = (u32::from(octet), index < self.dotted);
        if is_group {
            // INVARIANT: a group has two octets.
            let low = self.octets.get(self.index).copied().unwrap_or_default();
            self.index = index.wrapping_add(2);
            number = number << 8 | u32::from(low);
        }
        let base = if is_group { 16 } else { 10 };
        let (mut digits, mut count) = (0_u32, 0_usize);
        if index == start {
            self.index = index.wrapping_add(len);
            // The separator is the first colon of `::`. The other precedes the number that follows, if one does.
            (digits, count) = (b':'.into(), (self.index == self.octets.len()).into());
        } else {
            // From the last digit to the first; a zero has one, too.
            loop {
                // Dividing by a constant takes less time and more code.
                let rest = match base {
                    10 if PREFER_SPEED => number / 10,
                    16 if PREFER_SPEED => number / 16,
                    _ => number.checked_div(base).unwrap_or_default(),
                };
                let digit = number.wrapping_sub(rest.wrapping_mul(base));
                let first = if digit > 9 { b'a'.wrapping_sub(10) } else { b'0' };
                digits = digits << 8 | digit.wrapping_add(first.into());
                count = count.wrapping_add(1);
                number = rest;
                if number == 0 {
                    break;
                }
            }
        }
        if index == 0 && index != start {
            return Some((u64::from(digits).to_le_bytes(), count));
        }
        let separator = if index > self.dotted { b'.' } else { b':' };
        let text = u64::from(digits) << 8 | u64::from(separator);
        Some((text.to_le_bytes(), count.wrapping_add(1)))
    }
}

/// Appends `digit` to a `dec-octet`: 0 to 255 in decimal, without leading zeros (RFC 3986 section 3.2.2).
///
/// `octet` is its value so far, or `None` before the first digit. Returns `None` if the result is no `dec-octet`.
fn push_digit(octet: Option<u32>, digit: u8) -> Option<u32> {
    // No digit follows a zero that the octet begins with.
    if !digit.is_ascii_digit() || octet == Some(0) {
        return None;
    }
    let value = octet.unwrap_or(0).wrapping_mul(10).wrapping_add((digit & 0xf).into());
    (value <= 0xff).then_some(value)
}

/// Whether a text is a `dec-octet`.
pub(crate) fn is_dec_octet(text: &[u8]) -> bool {
    let mut octet = None;
    for &digit in text {
        octet = push_digit(octet, digit);
        if octet.is_none() {
            break;
        }
    }
    octet.is_some()
}

/// Reads an `IPv4address` (RFC 3986 section 3.2.2). It refuses the other forms that `inet_aton` accepts.
///
/// ```
/// use cri_core::parse_ipv4;
///
/// assert_eq!(parse_ipv4(b"198.51.100.1"), Some([198, 51, 100, 1].into()));
/// assert_eq!(parse_ipv4(b"198.51.100.01"), None);
/// ```
#[must_use]
pub fn parse_ipv4(text: &[u8]) -> Option<Ipv4Addr> {
    parse_ipv4_bytes(text.iter().copied())
}

/// Reads an `IPv4address` whose bytes come one by one, as where they are percent-encoded.
#[must_use]
#[inline]
pub fn parse_ipv4_bytes(text: impl Iterator<Item = u8>) -> Option<Ipv4Addr> {
    let (mut address, mut octet, mut dots) = (0_u32, None, 0_u8);
    for byte in text {
        let more = push_digit(octet, byte);
        if more.is_none() {
            // A dot follows an octet.
            let whole = octet.filter(|_| byte == b'.' && dots < 3)?;
            address = address << 8 | whole;
            dots = dots.wrapping_add(1);
        }
        octet = more;
    }
    octet.filter(|_| dots == 3).map(|last| Ipv4Addr::from_bits(address << 8 | last))
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
    let mut octets = [0; 16];
    // The address is made from a number, because moving an array of 16 bytes would call `memcpy`.
    read_ipv6(text, &mut octets).map(|()| Ipv6Addr::from_bits(u128::from_be_bytes(octets)))
}

/// Reads an `IPv6address` into `octets`, which must be zeros. After `None`, they may be anything.
pub fn read_ipv6(text: &[u8], octets: &mut [u8; 16]) -> Option<()> {
    let mut len = 0_usize;
    // `::` stands at most once, for one group of zeros or more: how many octets stand before it.
    let mut double = None;
    let mut rest = text;
    if let [b':', b':', after @ ..] = rest {
        (double, rest) = (Some(0), after);
    }
    while !rest.is_empty() {
        let group = rest;
        let (mut value, mut digits) = (0_u16, 0_usize);
        while let Some(digit) = rest.first().and_then(|&digit| char::from(digit).to_digit(16)) {
            value = value << 4 | digit as u16;
            digits = digits.saturating_add(1);
            rest = rest.get(1..)?;
        }
        if rest.first() == Some(&b'.') {
            // A dotted quad is the last 32 bits wherever `::` stands.
            put(octets, &mut len, &parse_ipv4(group)?.octets())?;
            break;
        }
        if !(1..=4).contains(&digits) {
            return None;
        }
        put(octets, &mut len, &value.to_be_bytes())?;
        // A colon follows a group, and a group follows it unless it is the second of `::`.
        rest = match rest {
            [] => rest,
            [b':', b':', after @ ..] if double.is_none() => {
                double = Some(len);
                after
            }
            [b':', after @ ..] if !after.is_empty() => after,
            _ => return None,
        };
    }
    if (len == octets.len()) == double.is_some() {
        return None;
    }
    // The octets after `::` are the last ones. They move to the end, from the last to the first, and leave zeros.
    for (index, to) in (double.unwrap_or(len)..len).rev().zip((0..octets.len()).rev()) {
        let octet = core::mem::take(octets.get_mut(index)?);
        *octets.get_mut(to)? = octet;
    }
    Some(())
}

/// The error of a name that has what only an address or a port has: a colon or a bracket, or an IPv4 address, alone or with a
/// zone-id after it. The labels of an IPv4 address have their own kind.
#[must_use]
pub fn error_of_address(name: &[u8]) -> Option<BuildErrorKind> {
    let end = name.iter().position(|&byte| byte == b'%').unwrap_or(name.len());
    let is_ipv4 = parse_ipv4(name.get(..end).unwrap_or_default()).is_some();
    if is_ipv4 && end == name.len() {
        return Some(BuildErrorKind::Rule(DecodeErrorKind::Ipv4Labels));
    }
    let is_address = is_ipv4 || name.iter().any(|byte| matches!(byte, b':' | b'[' | b']'));
    is_address.then_some(BuildErrorKind::AddressText)
}

/// Puts octets after the first `len`, if there is room.
fn put(octets: &mut [u8; 16], len: &mut usize, more: &[u8]) -> Option<()> {
    for &octet in more {
        *octets.get_mut(*len)? = octet;
        *len = len.wrapping_add(1);
    }
    Some(())
}

#[cfg(test)]
mod tests;
