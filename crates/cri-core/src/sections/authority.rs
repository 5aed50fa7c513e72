//! The authority section: userinfo, host and port (constraints C2 to C7).

use core::hash::Hash;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::sections::host_name::HostName;
use crate::sections::items::{EncodedItems, TextOrPet};
use crate::sections::order::order_and_hash;
use crate::text::utf8::to_str;
use crate::wire::head::{FALSE, Major, TRUE, take_head};

/// The authority section: an authority, or one of the two forms of having none.
///
/// ```
/// use cri_core::{AuthoritySection, Cri};
///
/// let section = |bytes| Cri::decode(bytes).map(|cri| cri.sections().authority_section());
/// assert_eq!(section(b"\x83\x20\xf6\x80")?, AuthoritySection::RootBased); // [-1, null, []], as "coap:/"
/// assert_eq!(section(b"\x83\x25\xf5\x81\x61a")?, AuthoritySection::Rootless); // [-6, true, ["a"]], as "did:a"
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AuthoritySection<'a> {
    /// `null`: no authority, and the path begins with a slash in the URI (constraint C2).
    RootBased,
    /// `true`: no authority, and the path begins without one (constraint C2).
    Rootless,
    /// An array: an authority.
    Authority(Authority<'a>),
}

impl<'a> AuthoritySection<'a> {
    /// The authority section that is encoded in `item`. An empty `item` means null.
    #[inline]
    pub(crate) fn read(item: &'a [u8]) -> Self {
        let mut items = item;
        match take_head(&mut items) {
            Some((Major::Array, _)) => Self::Authority(Authority { items }),
            _ if matches!(item, [TRUE]) => Self::Rootless,
            _ => Self::RootBased,
        }
    }

    /// The authority, if there is one.
    #[must_use]
    #[inline]
    pub const fn authority(self) -> Option<Authority<'a>> {
        match self {
            Self::Authority(authority) => Some(authority),
            Self::RootBased | Self::Rootless => None,
        }
    }
}

/// An authority: a host, with an optional userinfo before it and an optional port after it.
///
/// ```
/// use cri_core::{AuthoritySection, CriRef, Host};
///
/// let cri = CriRef::decode(b"\x82\x20\x84\xf4\x61u\x61h\x19\xf0\xb0")?; // [-1, [false, "u", "h", 61616]]
/// let authority = cri.sections().authority().expect("an authority");
/// assert_eq!(authority.userinfo().and_then(|userinfo| userinfo.item().as_str()), Some("u"));
/// assert_eq!(authority.port(), Some(61616));
/// let Host::Name(name) = authority.host() else { unreachable!("no address") };
/// assert!(name.labels().map(|label| label.as_str()).eq([Some("h")]));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Authority<'a> {
    /// INVARIANT: the items of a checked authority array, encoded.
    pub(crate) items: &'a [u8],
}

impl<'a> Authority<'a> {
    /// The userinfo, without the `@` that ends it in a URI.
    #[must_use]
    #[inline]
    pub fn userinfo(self) -> Option<Userinfo<'a>> {
        let [FALSE, rest @ ..] = self.items else {
            return None;
        };
        TextOrPet::take(&mut { rest }).map(Userinfo)
    }

    /// Whether there is a userinfo. This is faster than reading it.
    #[must_use]
    #[inline]
    pub const fn has_userinfo(self) -> bool {
        matches!(self.items, [FALSE, ..])
    }

    /// The items of host and port.
    #[inline]
    fn after_userinfo(self) -> &'a [u8] {
        let [FALSE, rest @ ..] = self.items else {
            return self.items;
        };
        let mut rest = rest;
        TextOrPet::take(&mut rest);
        rest
    }

    /// The host.
    #[must_use]
    #[inline(always)]
    pub fn host(self) -> Host<'a> {
        match self.after_userinfo() {
            mut items @ [0x40..=0x5f, ..] => Host::Ip(HostIp::take(&mut items)),
            items => Host::Name(HostName { items }),
        }
    }

    /// The port, if the CRI holds one. It may be the default port of the scheme (constraint C7).
    #[must_use]
    pub fn port(self) -> Option<u16> {
        // The port is the only number. Strings, and the heads of sequences of strings, come before it.
        let mut items = self.items;
        loop {
            match take_head(&mut items)? {
                (Major::Unsigned, port) => return u16::try_from(port).ok(),
                (Major::Bytes | Major::Text, len) => items = items.get(len..)?,
                _ => {}
            }
        }
    }

    /// The items of userinfo, host and port as they are encoded, without the head of their array. A userinfo has its `false`
    /// before it, and includes the password.
    #[must_use]
    #[inline]
    pub const fn as_encoded(self) -> &'a [u8] {
        self.items
    }
}

/// A userinfo. `Debug` masks what follows its first colon, as a password.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf6\x83\xf4\x63u:p\x61h")?; // [null, [false, "u:p", "h"]]
/// let userinfo = reference.sections().authority().and_then(|authority| authority.userinfo());
/// assert_eq!(format!("{userinfo:?}"), r#"Some("u:***")"#);
/// assert_eq!(userinfo.and_then(|userinfo| userinfo.item().as_str()), Some("u:p"));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Userinfo<'a>(TextOrPet<'a>);

impl<'a> Userinfo<'a> {
    /// The userinfo whole, password included.
    #[must_use]
    pub const fn item(self) -> TextOrPet<'a> {
        self.0
    }
}

/// A host: a name or an address.
///
/// ```
/// use cri_core::{CriRef, Host};
///
/// let host = |bytes| CriRef::decode(bytes).map(|reference| reference.sections().host());
/// assert!(matches!(host(b"\x82\xf6\x81\x44\x7f\x00\x00\x01")?, Some(Host::Ip(_)))); // [null, [h'7F000001']]
/// assert!(matches!(host(b"\x82\xf6\x81\x69localhost")?, Some(Host::Name(_)))); // [null, ["localhost"]]
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host<'a> {
    /// An IP address with an optional zone identifier.
    Ip(HostIp<'a>),
    /// A registered name as labels.
    Name(HostName<'a>),
}

impl<'a> Host<'a> {
    /// The IP address with its zone identifier, if the host is one.
    #[must_use]
    #[inline]
    pub const fn ip(self) -> Option<HostIp<'a>> {
        match self {
            Self::Ip(ip) => Some(ip),
            Self::Name(_) => None,
        }
    }

    /// The registered name, if the host is one.
    #[must_use]
    #[inline]
    pub const fn name(self) -> Option<HostName<'a>> {
        match self {
            Self::Ip(_) => None,
            Self::Name(name) => Some(name),
        }
    }
}

/// A host that is an IP address, with an optional zone identifier.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf6\x81\x44\xc0\x00\x02\x01")?; // [null, [h'C0000201']]
/// let ip = reference.sections().host().and_then(|host| host.ip()).expect("an address");
/// assert_eq!((ip.address().to_string(), ip.zone()), ("192.0.2.1".to_string(), None));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct HostIp<'a> {
    /// INVARIANT: 4 octets or 16.
    octets: &'a [u8],
    /// INVARIANT: UTF-8.
    zone: Option<&'a [u8]>,
}

impl<'a> HostIp<'a> {
    /// Removes the address that the checked `items` begin with, and its zone identifier.
    #[inline(always)]
    pub(crate) fn take(items: &mut &'a [u8]) -> Self {
        let len = take_head(items).map_or(0, |(_, len)| len);
        // INVARIANT: the address is there, and is of 16 bytes or of 4.
        let (octets, rest) = items.split_at_checked(len).unwrap_or_default();
        *items = rest;
        Self { octets, zone: TextOrPet::take(items).and_then(TextOrPet::text_bytes) }
    }

    /// The address. An IPv4-mapped IPv6 address stays one.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        match (self.octets.first_chunk(), self.octets.first_chunk()) {
            (Some(&octets), _) => IpAddr::V6(Ipv6Addr::from_bits(u128::from_be_bytes(octets))),
            (None, Some(&octets)) => IpAddr::V4(Ipv4Addr::from_bits(u32::from_be_bytes(octets))),
            (None, None) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        }
    }

    /// The octets of the address: 4, or 16.
    #[must_use]
    pub const fn octets(self) -> &'a [u8] {
        self.octets
    }

    /// The zone identifier, which has a meaning on one host only. An IPv4 address has one in RFC 9988 only.
    #[must_use]
    pub fn zone(self) -> Option<&'a str> {
        self.zone.map(to_str)
    }

    /// The bytes of the zone identifier.
    #[must_use]
    pub const fn zone_bytes(self) -> Option<&'a [u8]> {
        self.zone
    }
}

/// Removes the address that `items` have in place of labels, and its zone identifier, and returns both.
#[must_use]
#[inline(always)]
pub fn take_address<'a>(items: &mut EncodedItems<'a>) -> Option<HostIp<'a>> {
    let [0x40..=0x5f, ..] = items.rest else {
        return None;
    };
    Some(HostIp::take(&mut items.rest))
}

impl<'a> Authority<'a> {
    fn compared(self) -> (Option<Userinfo<'a>>, Host<'a>, Option<u16>) {
        (self.userinfo(), self.host(), self.port())
    }
}

impl PartialEq for Authority<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.items == other.items || self.compared() == other.compared()
    }
}

order_and_hash! {
    Authority<'_>:
        |one, other| one.compared().cmp(&other.compared()),
        |authority, state| authority.compared().hash(state);
    HostIp<'_>:
        |one, other| (one.address(), one.zone_bytes()).cmp(&(other.address(), other.zone_bytes())),
        |host, state| (host.octets(), host.zone_bytes()).hash(state);
}
