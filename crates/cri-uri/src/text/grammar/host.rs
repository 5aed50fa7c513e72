//! Hosts: names, addresses and zone identifiers (RFC 3986 section 3.2.2, RFC 6874). Ports (section 3.2.3).

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use cri_core::{IpText, parse_ipv4, parse_ipv6};

/// The host of a URI reference (RFC 3986 section 3.2.2). It displays as it stands in a URI: addresses in the spelling
/// of RFC 5952, with brackets around IPv6.
///
/// ```
/// use cri_uri::{UriHost, UriRef};
///
/// let host = |uri| UriRef::parse(uri).map(|uri| uri.host());
/// assert_eq!(host("coap://192.0.2.1/")?, Some(UriHost::Ipv4([192, 0, 2, 1].into())));
/// // With a number above 255, the host is a name.
/// assert_eq!(host("coap://192.0.2.256/")?, Some(UriHost::RegName("192.0.2.256")));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UriHost<'a> {
    /// An IPv4 address in dotted-decimal notation.
    Ipv4(Ipv4Addr),
    /// An IPv6 address in brackets.
    Ipv6 {
        /// The address.
        address: Ipv6Addr,
        /// The zone identifier after the `%25`, still percent-encoded; never empty (RFC 6874 section 2).
        zone: Option<&'a str>,
    },
    /// An address of a future IP version, as it stands in the brackets.
    IpFuture(&'a str),
    /// A registered name as written; it may be empty.
    RegName(&'a str),
}

impl<'a> UriHost<'a> {
    /// The host that `text` is. `text` is the host of a URI reference.
    pub(crate) fn parse(text: &'a str) -> Self {
        let Some(literal) = text.strip_prefix("[").and_then(|text| text.strip_suffix("]")) else {
            return parse_ipv4(text.as_bytes()).map_or(Self::RegName(text), Self::Ipv4);
        };
        let (address, zone) = split_zone(literal.as_bytes());
        match parse_ipv6(address) {
            Some(address) => {
                let zone =
                    zone.and_then(|zone| literal.get(literal.len().checked_sub(zone.len())?..));
                Self::Ipv6 { address, zone }
            }
            None => Self::IpFuture(literal),
        }
    }

    /// The address. `None` if the host is a name, or if a zone identifier says on which link the address is.
    #[must_use]
    pub const fn address(self) -> Option<IpAddr> {
        match self {
            Self::Ipv4(address) => Some(IpAddr::V4(address)),
            Self::Ipv6 { address, zone: None } => Some(IpAddr::V6(address)),
            Self::Ipv6 { zone: Some(_), .. } | Self::IpFuture(_) | Self::RegName(_) => None,
        }
    }
}

impl fmt::Display for UriHost<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ipv4(address) => write!(out, "{}", IpText(address.into())),
            Self::Ipv6 { address, zone: None } => write!(out, "[{}]", IpText(address.into())),
            Self::Ipv6 { address, zone: Some(zone) } => {
                write!(out, "[{}%25{zone}]", IpText(address.into()))
            }
            Self::IpFuture(address) => write!(out, "[{address}]"),
            Self::RegName(name) => out.write_str(name),
        }
    }
}

/// The name of the machine that reads a URL of file, in lower case. An empty host means the same (RFC 1738 section 3.10).
pub(crate) const LOCALHOST: &str = "localhost";

/// Whether a host with this name, in any case, is the machine that reads a URL of file.
pub(crate) fn is_localhost(name: impl Iterator<Item = u8>) -> bool {
    name.map(|byte| byte.to_ascii_lowercase()).eq(LOCALHOST.bytes())
}

/// The address and the zone identifier in the text between brackets (RFC 6874 section 2).
pub(crate) fn split_zone(literal: &[u8]) -> (&[u8], Option<&[u8]>) {
    // An address has no percent signs.
    let percent = literal.iter().position(|&byte| byte == b'%').unwrap_or(literal.len());
    match literal.split_at_checked(percent) {
        Some((address, [b'%', b'2', b'5', zone @ ..])) => (address, Some(zone)),
        _ => (literal, None),
    }
}

/// The place of the zone identifier after an IPv6 address in the brackets at `offset`, with the `%` before it. The zone
/// identifier may have any form.
#[must_use]
pub fn find_zone(text: &[u8], offset: usize) -> Option<Range<usize>> {
    let inside = text.get(offset..)?.strip_prefix(b"[")?;
    let percent = inside.iter().position(|&byte| byte == b'%')?;
    let (address, zone) = inside.split_at_checked(percent)?;
    parse_ipv6(address)?;
    let len = zone.iter().position(|&byte| byte == b']')?;
    let start = text.len().checked_sub(zone.len())?;
    Some(start..start.checked_add(len)?)
}

/// The number of a port with these digits. `None` without digits, or for a number above 65535.
pub(crate) fn port_number(digits: &[u8]) -> Option<u16> {
    let digit = |digit: u8| u16::from(digit.wrapping_sub(b'0'));
    (!digits.is_empty()).then_some(())?;
    digits.iter().try_fold(0_u16, |port, &byte| port.checked_mul(10)?.checked_add(digit(byte)))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::text::uri_ref::UriRef;

    // shows: R3986-3.2.2-01
    #[test]
    fn addresses_come_before_names() {
        let host = |text| UriRef::parse(text).unwrap().host().unwrap();
        let address = "fe80::1".parse().unwrap();
        assert_eq!(host("//1.2.3.4"), UriHost::Ipv4([1, 2, 3, 4].into()));
        assert_eq!(host("//1.2.3.%34"), UriHost::RegName("1.2.3.%34"));
        assert_eq!(host("//u@:1"), UriHost::RegName(""));
        assert_eq!(host("//[FE80::1]"), UriHost::Ipv6 { address, zone: None });
        assert_eq!(host("//[fe80::1%25%C3%A9]:"), UriHost::Ipv6 { address, zone: Some("%C3%A9") });
        assert_eq!(host("//[v1.x]"), UriHost::IpFuture("v1.x"));
    }

    #[test]
    fn a_zone_of_any_form_is_found() {
        for (text, zone) in [
            ("//[fe80::1%eth0]/", Some("%eth0")),
            ("//[fe80::1%25]", Some("%25")),
            ("//[fe80::1%25eth 0]:1", Some("%25eth 0")),
            ("//[::1%ge-0/0#0]", Some("%ge-0/0#0")),
            ("//[::1%5", None),
            ("//[::1]", None),
            ("//[::g%5]", None),
            ("//h%5", None),
            ("//", None),
        ] {
            assert_eq!(find_zone(text.as_bytes(), 2).map(|zone| &text[zone]), zone, "{text}");
        }
    }

    #[test]
    fn hosts_display_as_in_a_uri() {
        for (uri, shown) in [
            ("//127.0.0.1", "127.0.0.1"),
            ("//[2001:DB8:0::1]", "[2001:db8::1]"),
            ("//[FE80::1%25ETH%30]", "[fe80::1%25ETH%30]"),
            ("//[v1.A:b]", "[v1.A:b]"),
            ("//Example.%41", "Example.%41"),
            ("//", ""),
        ] {
            assert_eq!(UriRef::parse(uri).unwrap().host().unwrap().to_string(), shown, "{uri}");
        }
    }
}
