//! Which destinations requests may be sent to: a proxy open to all is a weapon.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// The destinations that are allowed: those that one rule at least matches.
///
/// The default is this host's own loopback addresses.
///
/// ```
/// use cri_gateway::AllowList;
///
/// let list: AllowList = ["192.0.2.0/24:5683".parse()?, "2001:db8::/32".parse()?].into_iter().collect();
/// assert!(list.allows("192.0.2.7:5683".parse()?) && list.allows("[2001:db8::7]:61616".parse()?));
/// assert!(!list.allows("192.0.2.7:5684".parse()?) && !list.allows("127.0.0.1:5683".parse()?));
/// assert!(AllowList::default().allows("127.0.0.1:5683".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowList(Vec<AllowRule>);

impl AllowList {
    /// Whether requests may be sent there. An IPv6 address that is mapped from IPv4 is that IPv4 address.
    #[must_use]
    pub fn allows(&self, destination: SocketAddr) -> bool {
        self.0.iter().any(|rule| rule.matches(destination))
    }
}

impl Default for AllowList {
    fn default() -> Self {
        let loopback = |address, prefix| AllowRule { address, prefix, port: None };
        Self(vec![loopback(Ipv4Addr::new(127, 0, 0, 0).into(), 8), loopback(Ipv6Addr::LOCALHOST.into(), 128)])
    }
}

impl FromIterator<AllowRule> for AllowList {
    fn from_iter<I: IntoIterator<Item = AllowRule>>(rules: I) -> Self {
        Self(rules.into_iter().collect())
    }
}

/// Addresses that begin with the same bits, on one port or on all.
///
/// Written as `ADDRESS`, `ADDRESS/PREFIX`, `ADDRESS:PORT` or `ADDRESS/PREFIX:PORT`. An IPv6 address stands in brackets
/// where a port follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllowRule {
    /// INVARIANT: no bits behind the prefix; not mapped from IPv4.
    address: IpAddr,
    /// INVARIANT: at most the bits of the address.
    prefix: u8,
    port: Option<u16>,
}

impl AllowRule {
    fn matches(&self, destination: SocketAddr) -> bool {
        let same_prefix = match (self.address, destination.ip().to_canonical()) {
            (IpAddr::V4(rule), IpAddr::V4(address)) => {
                rule == Ipv4Addr::from(mask_v4(self.prefix) & u32::from(address))
            }
            (IpAddr::V6(rule), IpAddr::V6(address)) => {
                rule == Ipv6Addr::from(mask_v6(self.prefix) & u128::from(address))
            }
            _ => false,
        };
        same_prefix && self.port.is_none_or(|port| port == destination.port())
    }
}

fn mask_v4(prefix: u8) -> u32 {
    !u32::MAX.checked_shr(prefix.into()).unwrap_or(0)
}

fn mask_v6(prefix: u8) -> u128 {
    !u128::MAX.checked_shr(prefix.into()).unwrap_or(0)
}

impl FromStr for AllowRule {
    type Err = ParseAllowError;

    fn from_str(text: &str) -> Result<Self, ParseAllowError> {
        let (address, prefix, port) = split(text)?;
        let address: IpAddr = address.parse().map_err(|_| ParseAllowError::Address)?;
        if address != address.to_canonical() {
            return Err(ParseAllowError::Mapped);
        }
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Some(bits), digits).ok_or(ParseAllowError::Prefix)?;
        if prefix > bits {
            return Err(ParseAllowError::Prefix);
        }
        let port = port.map(|port| digits(port).ok_or(ParseAllowError::Port)).transpose()?;
        let rule = Self { address, prefix, port };
        let itself = SocketAddr::new(address, port.unwrap_or_default());
        if rule.matches(itself) { Ok(rule) } else { Err(ParseAllowError::BitsBehindPrefix) }
    }
}

/// A number in digits alone: `parse` reads signs, too.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Address without brackets, prefix and port.
fn split(text: &str) -> Result<(&str, Option<&str>, Option<&str>), ParseAllowError> {
    let (address, rest) = match text.strip_prefix('[') {
        Some(text) => text.split_once(']').ok_or(ParseAllowError::Address)?,
        None => match text.split_once('/') {
            Some((address, _)) => text.split_at(address.len()),
            // Only of IPv4: the colons of an IPv6 address are its own.
            None if text.contains('.') && text.matches(':').count() == 1 => text.split_at(text.find(':').unwrap_or(0)),
            None => (text, ""),
        },
    };
    let (prefix, port) = match rest.split_once(':') {
        Some((prefix, port)) => (prefix, Some(port)),
        None => (rest, None),
    };
    match prefix.strip_prefix('/') {
        Some(prefix) => Ok((address, Some(prefix), port)),
        None if prefix.is_empty() => Ok((address, None, port)),
        None => Err(ParseAllowError::Address),
    }
}

/// Why a text is no [`AllowRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseAllowError {
    /// No IP address.
    Address,
    /// An IPv6 address that is mapped from IPv4: the IPv4 address says the same.
    Mapped,
    /// No number of bits that such an address has.
    Prefix,
    /// Bits behind the prefix, which would not count.
    BitsBehindPrefix,
    /// No port.
    Port,
}

impl fmt::Display for ParseAllowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Address => "expected ADDRESS, ADDRESS/PREFIX, ADDRESS:PORT or ADDRESS/PREFIX:PORT",
            Self::Mapped => "expected the IPv4 address, found the IPv6 address that it is mapped to",
            Self::Prefix => "expected a prefix of at most the bits of the address",
            Self::BitsBehindPrefix => "expected no bits behind the prefix, found some",
            Self::Port => "expected a port from 0 to 65535",
        })
    }
}

impl std::error::Error for ParseAllowError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(rule: &str, destination: &str) -> bool {
        AllowList::from_iter([rule.parse().unwrap()]).allows(destination.parse().unwrap())
    }

    #[test]
    fn loopback_is_the_default() {
        let list = AllowList::default();
        for allowed in ["127.0.0.1:1", "127.255.255.255:65535", "[::1]:5683", "[::ffff:127.0.0.1]:5683"] {
            assert!(list.allows(allowed.parse().unwrap()), "{allowed}");
        }
        for forbidden in ["128.0.0.1:1", "0.0.0.0:1", "[::]:1", "[::2]:1", "[::ffff:10.0.0.1]:1", "[::127.0.0.1]:1"] {
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
        assert!(allows("::1", "[::1]:1") && allows("[::1]", "[::1]:1") && !allows("[::1]:7", "[::1]:8"));
        assert!(allows("2001:db8::/32:7", "[2001:db8::1]:7") && allows("[2001:db8::]/32:7", "[2001:db8::1]:7"));
        assert!(!allows("2001:db8::/33", "[2001:db8:8000::1]:7"));
    }

    #[test]
    fn what_is_no_rule() {
        for (text, error) in [
            ("", ParseAllowError::Address),
            ("localhost", ParseAllowError::Address),
            ("10.0.0", ParseAllowError::Address),
            ("[::1", ParseAllowError::Address),
            ("[::1]7", ParseAllowError::Address),
            ("::ffff:10.0.0.1", ParseAllowError::Mapped),
            ("10.0.0.0/33", ParseAllowError::Prefix),
            ("10.0.0.0/", ParseAllowError::Prefix),
            ("::/129", ParseAllowError::Prefix),
            ("10.0.0.0/+8", ParseAllowError::Prefix),
            ("10.0.0.1:+80", ParseAllowError::Port),
            ("10.0.0.1/8", ParseAllowError::BitsBehindPrefix),
            ("10.0.0.1:65536", ParseAllowError::Port),
            ("10.0.0.1/32:", ParseAllowError::Port),
        ] {
            assert_eq!(text.parse::<AllowRule>(), Err(error), "{text}");
        }
    }
}
