//! Hosts as the addresses of `core::net`, and the other way.

use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use cri_core::IpText;

use crate::text::uri_ref::UriHost;

impl UriHost<'_> {
    /// The address, unless the host is a name, or a zone identifier says on which link the address is.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let address = |uri| UriRef::parse(uri).ok()?.host()?.address();
    /// assert_eq!(address("coap://[::1]/"), Some("::1".parse().unwrap()));
    /// assert_eq!(address("coap://[fe80::1%25eth0]/"), None);
    /// assert_eq!(address("coap://localhost/"), None);
    /// ```
    #[must_use]
    pub const fn address(self) -> Option<IpAddr> {
        match self {
            Self::Ipv4(address) => Some(IpAddr::V4(address)),
            Self::Ipv6 { address, zone: None } => Some(IpAddr::V6(address)),
            Self::Ipv6 { zone: Some(_), .. } | Self::IpFuture(_) | Self::RegName(_) => None,
        }
    }
}

impl From<Ipv4Addr> for UriHost<'_> {
    fn from(address: Ipv4Addr) -> Self {
        Self::Ipv4(address)
    }
}

impl From<Ipv6Addr> for UriHost<'_> {
    fn from(address: Ipv6Addr) -> Self {
        Self::Ipv6 { address, zone: None }
    }
}

impl From<IpAddr> for UriHost<'_> {
    fn from(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => address.into(),
        }
    }
}

/// Displays the host as it stands in a URI: addresses in their one spelling (RFC 5952), that of IPv6 in brackets.
impl fmt::Display for UriHost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Ipv4(address) => IpText(address.into()).fmt(f),
            Self::Ipv6 { address, zone: None } => write!(f, "[{}]", IpText(address.into())),
            Self::Ipv6 { address, zone: Some(zone) } => write!(f, "[{}%25{zone}]", IpText(address.into())),
            Self::IpFuture(address) => write!(f, "[{address}]"),
            Self::RegName(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::text::uri_ref::UriRef;

    #[test]
    fn hosts_come_and_go_as_addresses() {
        for text in ["127.0.0.1", "::1", "2001:db8::1:0:0:1", "::ffff:192.0.2.1"] {
            let address: IpAddr = text.parse().unwrap();
            assert_eq!(UriHost::from(address).address(), Some(address));
        }
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
