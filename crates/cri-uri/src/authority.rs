//! The authority of a URI as the section of a CRI that it becomes (C2 to C7).

use core::net::{IpAddr, Ipv4Addr};

use cri_core::wire::{FALSE, Major, NULL, TRUE};
use cri_core::{ArrayBuffer, Buffer, Component, Feature, Revision, parse_ipv4};

use crate::charset::Charset;
use crate::dots::{Outline, split_dot};
use crate::pct::{Item, Unit, Units};
use crate::to_cri::{FAST, Writer};
use crate::{ToCriError, ToCriErrorKind, UriHost};

impl<'a, B: Buffer> Writer<'a, '_, B> {
    /// Writes the authority section: the authority, or which of the two forms of there being none.
    pub(crate) fn authority(&mut self, path: &Outline<'a>) -> Result<(), ToCriError> {
        if !self.uri.has_authority() {
            return self.byte(if path.count > 0 && !path.rooted { TRUE } else { NULL });
        }
        let userinfo = self.userinfo()?;
        let host = self.host()?;
        let port = self.port()?;
        let host_items = match host {
            HostItems::Address(_, zone) => usize::from(zone.is_some()).saturating_add(1),
            HostItems::Plain(name) => name.iter().filter(|&&byte| byte == b'.').count().saturating_add(1),
            HostItems::Name(name) => Labels(Some(name)).count(),
        };
        let other_items = usize::from(port.is_some()).saturating_add(if userinfo.is_some() { 2 } else { 0 });
        self.head(Major::Array, host_items.saturating_add(other_items) as u64)?;
        if let Some(userinfo) = userinfo {
            self.byte(FALSE)?;
            userinfo.write(self.buffer)?;
        }
        match host {
            HostItems::Address(address, zone) => {
                match address {
                    IpAddr::V4(address) => self.address(&address.octets())?,
                    IpAddr::V6(address) => self.address(&address.octets())?,
                }
                if let Some(zone) = zone {
                    zone.write(self.buffer)?;
                }
            }
            HostItems::Plain(name) => {
                let start = self.buffer.len();
                if self.short_texts(name, b'.')? {
                    // The heads are no upper-case letters.
                    self.buffer.as_mut_slice().get_mut(start..).unwrap_or_default().make_ascii_lowercase();
                } else {
                    self.labels(name)?;
                }
            }
            HostItems::Name(name) => self.labels(name)?,
        }
        match port {
            Some(port) => self.head(Major::Unsigned, port.into()),
            None => Ok(()),
        }
    }

    fn labels(&mut self, name: &'a [u8]) -> Result<(), ToCriError> {
        for label in Labels(Some(name)) {
            self.label(label)?.write(self.buffer)?;
        }
        Ok(())
    }

    fn userinfo(&self) -> Result<Option<Item<'a>>, ToCriError> {
        let Some(userinfo) = self.uri.userinfo().map(str::as_bytes) else {
            return Ok(None);
        };
        self.require(Feature::Userinfo, Component::Userinfo, userinfo)?;
        // C3 and section 6.1: whether a colon in the text stands in the URI as it is, the revisions disagree.
        if self.options.revision == Revision::Draft27 {
            return self.item(userinfo, Charset::USERINFO, Component::Userinfo).map(Some);
        }
        if let Some(colon) = userinfo.iter().position(|&byte| byte == b':') {
            let colon = userinfo.get(colon..).unwrap_or_default();
            return Err(self.error(ToCriErrorKind::ColonInUserinfo, Component::Userinfo, colon));
        }
        self.item(userinfo, Charset::REG_NAME, Component::Userinfo).map(Some)
    }

    fn host(&self) -> Result<HostItems<'a>, ToCriError> {
        let text = self.uri.host_str().unwrap_or_default().as_bytes();
        let name = match self.uri.host() {
            Some(UriHost::Ipv4(address)) => return Ok(HostItems::Address(address.into(), None)),
            Some(UriHost::Ipv6 { address, zone }) => {
                return Ok(HostItems::Address(address.into(), self.zone(zone.map(str::as_bytes))?));
            }
            Some(UriHost::IpFuture(_)) => return Err(self.error(ToCriErrorKind::IpFuture, Component::Host, text)),
            Some(UriHost::RegName(name)) => name.as_bytes(),
            None => b"",
        };
        if FAST && name.is_ascii() && !name.contains(&b'%') {
            return Ok(HostItems::Plain(name));
        }
        let mut units = Units::new(name, Charset::REG_NAME);
        loop {
            let at = units.rest();
            let Some(unit) = units.next() else {
                break;
            };
            // C5: A to Z are one with a to z in a host; lower case of anything else would be another host.
            if let Some(letter) = unit.upper_case() {
                let letter = at.get(letter..).unwrap_or_default();
                return Err(self.error(ToCriErrorKind::UpperCaseHost, Component::Host, letter));
            }
            if matches!(unit, Unit::Byte(_)) {
                self.require(Feature::ExtendedCri, Component::Host, at)?;
            }
        }
        for label in Labels(Some(name)) {
            self.label(label)?;
        }
        // Section 6.1: labels that read as an address once decoded have its URI, which is that of the bytes.
        Ok(decoded_ipv4(name).map_or(HostItems::Name(name), |address| HostItems::Address(address.into(), None)))
    }

    fn label(&self, label: &'a [u8]) -> Result<Item<'a>, ToCriError> {
        self.in_form_c(Item::new(label, Charset::REG_NAME).lower_case(), Component::Host)
    }

    /// The zone identifier, decoded whole (RFC 6874 section 2).
    fn zone(&self, zone: Option<&'a [u8]>) -> Result<Option<Item<'a>>, ToCriError> {
        let Some(zone) = zone else {
            return Ok(None);
        };
        if self.options.revision == Revision::Draft27 {
            return Err(self.error(ToCriErrorKind::ZoneId, Component::ZoneId, zone));
        }
        let item = Item::new(zone, Charset::UNRESERVED);
        match item.first_byte() {
            Some(at) => Err(self.error(ToCriErrorKind::InvalidUtf8, Component::ZoneId, at)),
            None => Ok(Some(item)),
        }
    }

    /// The port, unless it is the scheme's default (C6, C7).
    fn port(&self) -> Result<Option<u16>, ToCriError> {
        let Some(digits) = self.uri.port().map(str::as_bytes) else {
            return Ok(None);
        };
        let error = |kind| self.error(kind, Component::Port, digits);
        match digits {
            [] => {
                let colon = self.uri.offsets.host_end;
                return Err(ToCriError::new(ToCriErrorKind::EmptyPort, Component::Port, colon));
            }
            [b'0', _, ..] => return Err(error(ToCriErrorKind::PortLeadingZero)),
            _ => {}
        }
        let port = digits
            .iter()
            .try_fold(0_u16, |port, digit| port.checked_mul(10)?.checked_add(digit.wrapping_sub(b'0').into()));
        let port = port.ok_or_else(|| error(ToCriErrorKind::PortRange))?;
        let default = self.find_scheme(|scheme| self.options.schemes.default_port(scheme));
        Ok((default != Some(port)).then_some(port))
    }

    fn address(&mut self, octets: &[u8]) -> Result<(), ToCriError> {
        self.head(Major::Bytes, octets.len() as u64)?;
        Ok(self.buffer.push_bytes(octets)?)
    }
}

/// A host as it is written.
enum HostItems<'a> {
    Address(IpAddr, Option<Item<'a>>),
    /// A name in ASCII, with nothing percent-encoded in it.
    Plain(&'a [u8]),
    Name(&'a [u8]),
}

/// The labels of a registered name: what stands between its dots, percent-encoded ones included (section 6.1).
pub(crate) struct Labels<'a>(/* What is left; `None` behind the last label. */ pub(crate) Option<&'a [u8]>);

impl<'a> Iterator for Labels<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.0?;
        let mut tail = rest;
        while !tail.is_empty() {
            if let Some(behind) = split_dot(tail) {
                self.0 = Some(behind);
                return rest.get(..rest.len().checked_sub(tail.len())?);
            }
            tail = tail.get(1..)?;
        }
        self.0 = None;
        Some(rest)
    }
}

/// The address that a name reads as once it is decoded.
fn decoded_ipv4(name: &[u8]) -> Option<Ipv4Addr> {
    let mut text = ArrayBuffer::<15>::new();
    for unit in Units::new(name, Charset::REG_NAME) {
        match unit {
            Unit::Raw(raw) => text.push_bytes(raw),
            Unit::Text(character, len) => text.push_bytes(character.get(..len)?),
            Unit::Byte(_) => return None,
        }
        .ok()?;
    }
    parse_ipv4(text.as_slice())
}
