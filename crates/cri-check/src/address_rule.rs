//! Rules for addresses and ports, and their text.

use core::error::Error;
use core::fmt;
use core::net::{IpAddr, SocketAddr};
use core::str::FromStr;

use cri_core::Component;
use ipnet::IpNet;

/// A network of addresses, and one port or all. Rules allow and deny destinations, and trust clients.
///
/// A rule is written as `ADDRESS`, `ADDRESS/PREFIX`, `ADDRESS:PORT` or `ADDRESS/PREFIX:PORT`. An IPv6 address stands in
/// brackets if a port follows it.
///
/// ```
/// use cri_check::AddressRule;
///
/// for text in ["192.0.2.1", "192.0.2.0/24", "192.0.2.1:5683", "[2001:db8::1]:5683", "2001:db8::/32"] {
///     assert!(text.parse::<AddressRule>().is_ok());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRule {
    /// INVARIANT: the address is that of the network, and is not mapped from IPv4.
    net: IpNet,
    port: Option<u16>,
    /// Networks inside `net` that the rule is not for.
    holes: &'static [IpNet],
}

impl AddressRule {
    /// The rule for all ports of a network, whose address is not mapped from IPv4.
    pub(crate) const fn all_ports(net: IpNet) -> Self {
        Self { net, port: None, holes: &[] }
    }

    /// The rule without these networks inside its own.
    pub(crate) const fn without(self, holes: &'static [IpNet]) -> Self {
        Self { holes, ..self }
    }

    /// The port that the rule is for, or `None` for all.
    #[must_use]
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether the rule is for this address and port. An IPv4-mapped IPv6 address counts as the IPv4 address.
    #[must_use]
    pub fn matches(&self, destination: SocketAddr) -> bool {
        let address = destination.ip().to_canonical();
        self.net.contains(&address)
            && self.port.is_none_or(|port| port == destination.port())
            && !self.holes.iter().any(|hole| hole.contains(&address))
    }
}

impl FromStr for AddressRule {
    type Err = ParseAddressRuleError;

    fn from_str(text: &str) -> Result<Self, ParseAddressRuleError> {
        let (address, prefix, port) = split(text)?;
        let address: IpAddr = address.parse().map_err(|_| ParseAddressRuleError::Address)?;
        if address != address.to_canonical() {
            return Err(ParseAddressRuleError::Mapped);
        }
        let net = match prefix {
            Some(prefix) => {
                let prefix = digits(prefix).ok_or(ParseAddressRuleError::Prefix)?;
                IpNet::new(address, prefix).map_err(|_| ParseAddressRuleError::Prefix)?
            }
            None => IpNet::from(address),
        };
        let port = port.map(|port| digits(port).ok_or(ParseAddressRuleError::Port)).transpose()?;
        if net != net.trunc() {
            return Err(ParseAddressRuleError::BitsAfterPrefix);
        }
        Ok(Self { net, port, holes: &[] })
    }
}

/// Parses a number of digits alone. `parse` accepts a sign, too.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Splits a rule into address without brackets, prefix and port.
fn split(text: &str) -> Result<(&str, Option<&str>, Option<&str>), ParseAddressRuleError> {
    let (address, rest) = match text.strip_prefix('[') {
        Some(text) => text.split_once(']').ok_or(ParseAddressRuleError::Address)?,
        None => match text.split_once('/') {
            Some((address, _)) => text.split_at(address.len()),
            // A single colon after an IPv4 address. An IPv6 address has more.
            None if text.contains('.') && text.matches(':').count() == 1 => {
                text.split_at(text.find(':').unwrap_or(0))
            }
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
        None => Err(ParseAddressRuleError::Address),
    }
}

/// The error in a text that is not an [`AddressRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseAddressRuleError {
    /// The text does not begin with an IP address, or has another form than a rule.
    Address,
    /// The address is an IPv4-mapped IPv6 address.
    Mapped,
    /// The prefix is not a number, or is longer than the address.
    Prefix,
    /// The address has bits after the prefix, which a rule would ignore.
    BitsAfterPrefix,
    /// The port is not a number from 0 to 65535.
    Port,
}

impl fmt::Display for ParseAddressRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Address => "write ADDRESS, ADDRESS/PREFIX, ADDRESS:PORT or ADDRESS/PREFIX:PORT",
            Self::Mapped => "this IPv6 address stands for an IPv4 address; write the IPv4 address",
            Self::Prefix => "a prefix is a number of bits, at most 32 for IPv4 and 128 for IPv6",
            Self::BitsAfterPrefix => {
                "the address has bits after the prefix; set them to 0 or write a longer prefix"
            }
            Self::Port => "a port is a number from 0 to 65535",
        })
    }
}

impl Error for ParseAddressRuleError {}

cri_core::__own_kind! {
    ParseAddressRuleError,
    it => match it {
        Self::Address => "address-rule",
        Self::Mapped => "mapped-address",
        Self::Prefix => "prefix",
        Self::BitsAfterPrefix => "bits-after-prefix",
        Self::Port => "port",
    },
    match it {
        Self::Port => Component::Port,
        _ => Component::Host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_texts_that_are_not_rules() {
        for (text, error) in [
            ("", ParseAddressRuleError::Address),
            ("localhost", ParseAddressRuleError::Address),
            ("10.0.0", ParseAddressRuleError::Address),
            ("[::1", ParseAddressRuleError::Address),
            ("[::1]7", ParseAddressRuleError::Address),
            ("::ffff:10.0.0.1", ParseAddressRuleError::Mapped),
            ("10.0.0.0/33", ParseAddressRuleError::Prefix),
            ("10.0.0.0/", ParseAddressRuleError::Prefix),
            ("::/129", ParseAddressRuleError::Prefix),
            ("10.0.0.0/+8", ParseAddressRuleError::Prefix),
            ("10.0.0.1:+80", ParseAddressRuleError::Port),
            ("10.0.0.1/8", ParseAddressRuleError::BitsAfterPrefix),
            ("10.0.0.1:65536", ParseAddressRuleError::Port),
            ("10.0.0.1/32:", ParseAddressRuleError::Port),
        ] {
            assert_eq!(text.parse::<AddressRule>(), Err(error), "{text}");
        }
    }
}
