//! The authority section: userinfo, host and port (C2 to C7).

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::HostIp;
use super::host_ip::dec_octet;
use crate::text::{self, Rule, split_body, split_head, utf8};
use crate::wire::{FALSE, Major, Reader};
use crate::{Component, DecodeError, DecodeErrorKind, Feature, TextOrPet};

/// The authority section: an authority, or one of the two forms of there being none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AuthoritySection<'a> {
    /// `null`: no authority, and the path begins with a slash in the URI (C2).
    RootBased,
    /// `true`: no authority, and the path begins without one (C2).
    Rootless,
    /// An array: an authority.
    Authority(Authority<'a>),
}

impl<'a> AuthoritySection<'a> {
    /// The authority, if there is one.
    #[must_use]
    pub const fn authority(self) -> Option<Authority<'a>> {
        match self {
            Self::Authority(authority) => Some(authority),
            Self::RootBased | Self::Rootless => None,
        }
    }
}

/// An authority: a host, with an optional userinfo before and an optional port behind it.
///
/// ```
/// use cri_core::{AuthoritySection, CriRef, Host};
///
/// let cri = CriRef::decode(b"\x82\x20\x84\xf4\x61u\x61h\x19\xf0\xb0")?; // [-1, [false, "u", "h", 61616]]
/// let authority = cri.sections().authority().authority().expect("an authority");
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
    pub(crate) shortest: bool,
    pub(crate) count: u64,
}

impl<'a> Authority<'a> {
    /// The userinfo, without the `@` that ends it in a URI.
    #[must_use]
    pub fn userinfo(self) -> Option<Userinfo<'a>> {
        let rest = self.items.strip_prefix(&[FALSE])?;
        TextOrPet::read(rest).map(|(userinfo, _)| Userinfo(userinfo))
    }

    /// The items of host and port.
    fn behind_userinfo(self) -> &'a [u8] {
        let behind = self.items.strip_prefix(&[FALSE]).and_then(TextOrPet::read);
        behind.map_or(self.items, |(_, rest)| rest)
    }

    /// The host.
    #[must_use]
    pub fn host(self) -> Host<'a> {
        let items = self.behind_userinfo();
        let Some((Major::Bytes, len, rest)) = split_head(items) else {
            return Host::Name(HostName { items });
        };
        let (address, rest) = split_body(rest, len).unwrap_or_default();
        let address = match (address.first_chunk::<16>(), address.first_chunk::<4>()) {
            (Some(&bytes), _) => IpAddr::V6(Ipv6Addr::from(bytes)),
            // INVARIANT: an address is of 16 bytes or of 4.
            (None, bytes) => IpAddr::V4(Ipv4Addr::from(bytes.copied().unwrap_or_default())),
        };
        let zone = TextOrPet::read(rest).and_then(|(zone, _)| zone.as_text()).map(utf8);
        Host::Ip(HostIp::new(address, zone))
    }

    /// The port; explicit where it is the scheme's default, too, if it was in what was decoded (C7).
    #[must_use]
    pub fn port(self) -> Option<u16> {
        let mut items = self.behind_userinfo();
        loop {
            let (major, argument, rest) = split_head(items)?;
            items = match major {
                Major::Unsigned => return u16::try_from(argument).ok(),
                Major::Bytes => split_body(rest, argument)?.1,
                _ => TextOrPet::read(items)?.1,
            };
        }
    }
}

/// A userinfo. What follows its first colon is taken for a password: `Debug` masks it.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf6\x83\xf4\x63u:p\x61h")?; // [null, [false, "u:p", "h"]]
/// let userinfo = reference.sections().authority().authority().and_then(|authority| authority.userinfo());
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host<'a> {
    /// An IP address with an optional zone identifier.
    Ip(HostIp<'a>),
    /// A registered name as labels.
    Name(HostName<'a>),
}

/// A registered name: one or more labels, which the URI joins with dots. An empty name is one empty label (C5).
#[derive(Clone, Copy)]
pub struct HostName<'a> {
    /// INVARIANT: encoded labels, and at most a port behind them.
    items: &'a [u8],
}

impl<'a> HostName<'a> {
    /// The labels in order.
    #[must_use]
    pub fn labels(self) -> Labels<'a> {
        Labels { rest: self.items }
    }
}

/// The labels of a [`HostName`], in order.
#[derive(Clone, Debug)]
pub struct Labels<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Labels<'a> {
    type Item = TextOrPet<'a>;

    fn next(&mut self) -> Option<TextOrPet<'a>> {
        // A port ends the labels: it is no text.
        let (label, rest) = TextOrPet::read(self.rest)?;
        self.rest = rest;
        Some(label)
    }
}

/// Checks the authority array of `len` items, whose head, at `array`, was just read.
pub(crate) fn check(reader: &mut Reader<'_>, len: u64, array: usize) -> Result<(), DecodeError> {
    let missing = DecodeError::new(DecodeErrorKind::MissingHost, Component::Authority, array);
    let mut left = len.checked_sub(1).ok_or(missing)?;
    let mut offset = reader.at();
    let mut head = reader.head(Component::Authority)?;
    if head.initial == FALSE {
        if !reader.features.has(Feature::Userinfo) {
            let kind = DecodeErrorKind::UnsupportedFeature(Feature::Userinfo);
            return Err(DecodeError::new(kind, Component::Userinfo, offset));
        }
        // Two more items at least: the userinfo itself, and a host.
        left = left.checked_sub(2).ok_or(missing)?;
        offset = reader.at();
        head = reader.head(Component::Userinfo)?;
        text::check(reader, head, offset, Component::Userinfo, Rule::Any)?;
        offset = reader.at();
        head = reader.head(Component::Host)?;
    }
    // host-ip, with an optional zone-id, or labels; `last` is what stands behind either, if anything.
    let last = if head.major() == Major::Bytes {
        if !matches!(reader.body(head, offset, Component::Host)?.len(), 4 | 16) {
            return Err(DecodeError::new(DecodeErrorKind::InvalidIpLength, Component::Host, offset));
        }
        check_zone(reader, &mut left)?
    } else {
        let mut name = Name { first: offset, len: 0, octets: true };
        loop {
            if matches!(head.major(), Major::Text | Major::Array) {
                name.add(text::check(reader, head, offset, Component::Host, Rule::Label)?);
            } else if name.len == 0 && head.major() == Major::Unsigned {
                return Err(missing);
            } else {
                break;
            }
            let Some(less) = left.checked_sub(1) else {
                return name.finish();
            };
            left = less;
            offset = reader.at();
            head = reader.head(Component::Host)?;
        }
        if name.len == 0 {
            return Err(Reader::unexpected(head.found(), Component::Host, offset));
        }
        name.finish()?;
        Some((head, offset))
    };
    match last {
        Some((head, offset)) if head.major() != Major::Unsigned => {
            Err(Reader::unexpected(head.found(), Component::Host, offset))
        }
        Some((head, offset)) if head.argument > u64::from(u16::MAX) => {
            Err(DecodeError::new(DecodeErrorKind::PortRange, Component::Port, offset))
        }
        Some(_) if left > 0 => {
            let offset = reader.at();
            let head = reader.head(Component::Authority)?;
            Err(Reader::unexpected(head.found(), Component::Authority, offset))
        }
        Some(_) | None => Ok(()),
    }
}

type Last = Option<(crate::wire::Head, usize)>;

/// Checks a zone-id, if that is what stands behind the address; gives what stands there otherwise, or behind it.
fn check_zone(reader: &mut Reader<'_>, left: &mut u64) -> Result<Last, DecodeError> {
    let mut next = |reader: &mut Reader<'_>| -> Result<Last, DecodeError> {
        let Some(less) = left.checked_sub(1) else {
            return Ok(None);
        };
        *left = less;
        let offset = reader.at();
        Ok(Some((reader.head(Component::ZoneId)?, offset)))
    };
    match next(reader)? {
        Some((head, offset)) if head.major() == Major::Text => {
            reader.text(head, offset, Component::ZoneId)?;
            next(reader)
        }
        other => Ok(other),
    }
}

/// What is known of a name while its labels are read: whether they would read as an IPv4 address.
struct Name {
    first: usize,
    len: usize,
    octets: bool,
}

impl Name {
    fn add(&mut self, label: Option<&[u8]>) {
        self.len = self.len.saturating_add(1);
        self.octets &= label.is_some_and(|label| dec_octet(label).is_some());
    }

    /// Section 6.1: the URI of four labels that are octets is that of the address.
    fn finish(&self) -> Result<(), DecodeError> {
        if self.octets && self.len == 4 {
            return Err(DecodeError::new(DecodeErrorKind::Ipv4Labels, Component::Host, self.first));
        }
        Ok(())
    }
}
