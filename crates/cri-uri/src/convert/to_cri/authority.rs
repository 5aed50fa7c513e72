//! The authority of a URI as a section of a CRI (C2 to C7).

use core::net::{Ipv4Addr, Ipv6Addr};

use cri_core::wire::{FALSE, Major, NULL, TRUE};
use cri_core::{
    Buffer, Component, Feature, PREFER_SPEED, Revision, is_upper_case, parse_ipv4, parse_ipv4_bytes, parse_ipv6,
};

use crate::convert::error::ToCriErrorKind;
use crate::convert::field::Field;
use crate::convert::to_cri::item::{Item, Runs, Units};
use crate::convert::to_cri::writer::Writer;
use crate::text::dot_segments::Outline;
use crate::text::host::{Labels, split_zone};
use crate::text::pct::{DecodedBytes, first_long_character, first_triplet};
use crate::text::port::port_number;

impl<'a, B: Buffer> Writer<'a, '_, B> {
    /// Writes the authority section: the authority, or null or true if there is none.
    pub(crate) fn authority(&mut self, path: &Outline<'a>) {
        if !self.uri.has_authority() {
            return self.byte(if path.count > 0 && !path.rooted { TRUE } else { NULL });
        }
        // The head counts the items, so userinfo, host and port are checked before any is written.
        let userinfo = self.uri.userinfo_bytes();
        if let Some(userinfo) = userinfo {
            self.check_userinfo(userinfo);
        }
        let host = self.host();
        let port = self.port();
        let host_items = match host {
            HostItems::Ipv4(_) | HostItems::Ipv6(_, None) => 1,
            HostItems::Ipv6(_, Some(_)) => 2,
            HostItems::Plain(name) => name.iter().filter(|&&byte| byte == b'.').count().wrapping_add(1),
            HostItems::Name(name) => Labels(Some(name)).count(),
        };
        let other_items = usize::from(port.is_some()).wrapping_add(if userinfo.is_some() { 2 } else { 0 });
        self.head(Major::Array, host_items.wrapping_add(other_items) as u64);
        if let Some(userinfo) = userinfo {
            self.byte(FALSE);
            self.part(userinfo, Field::userinfo(self.options.revision));
        }
        match host {
            HostItems::Ipv4(address) => self.address(&address.to_bits().to_be_bytes()),
            HostItems::Ipv6(address, zone) => {
                self.address(&address.to_bits().to_be_bytes());
                if let Some(zone) = zone {
                    self.write_item(&Item::new(zone, Field::ZONE.raw));
                }
            }
            HostItems::Plain(name) => {
                let start = self.buffer.len();
                if self.short_texts(name, b'.') {
                    // No head of these texts is an upper-case letter.
                    self.buffer.as_mut_slice().get_mut(start..).unwrap_or_default().make_ascii_lowercase();
                } else {
                    self.labels(name);
                }
            }
            HostItems::Name(name) => self.labels(name),
        }
        if let Some(port) = port {
            self.head(Major::Unsigned, port.into());
        }
    }

    fn labels(&mut self, name: &'a [u8]) {
        for label in Labels(Some(name)) {
            let label = self.label(label);
            self.write_item(&label);
        }
    }

    fn check_userinfo(&mut self, userinfo: &'a [u8]) {
        self.require(Feature::Userinfo, Component::Userinfo, userinfo);
        // C3 and section 6.1: draft-16 percent-encodes a colon of the text, and draft-27 does not.
        let field = Field::userinfo(self.options.revision);
        if !field.raw.has(b':')
            && let Some(colon) = userinfo.iter().position(|&byte| byte == b':')
        {
            let colon = userinfo.get(colon..).unwrap_or_default();
            self.fail(ToCriErrorKind::ColonInUserinfo, Component::Userinfo, colon);
        }
        self.item(userinfo, field);
    }

    fn host(&mut self) -> HostItems<'a> {
        let text = self.uri.host_bytes();
        if let [b'[', literal @ .., b']'] = text {
            let (address, zone) = split_zone(literal);
            let Some(address) = parse_ipv6(address) else {
                self.fail(ToCriErrorKind::IpFuture, Component::Host, text);
                return HostItems::Name(text);
            };
            if let Some(zone) = zone {
                self.check_zone(zone);
            }
            return HostItems::Ipv6(address, zone);
        }
        if PREFER_SPEED && text.is_ascii() && !text.contains(&b'%') {
            return parse_ipv4(text).map_or(HostItems::Plain(text), HostItems::Ipv4);
        }
        self.check_name(text);
        // Section 6.1: labels that read as an address once decoded come out as the URI of that address.
        parse_ipv4_bytes(DecodedBytes(text)).map_or(HostItems::Name(text), HostItems::Ipv4)
    }

    fn check_name(&mut self, name: &'a [u8]) {
        for run in Runs(Units::new(name, Field::LABEL.raw)) {
            if !run.is_text {
                self.require(Feature::ExtendedCri, Component::Host, run.source);
                continue;
            }
            // C5: hosts do not distinguish A to Z from a to z. The lower case of any other letter is another host.
            let mut rest = run.source;
            while let [byte, after @ ..] = rest {
                let may_be_long = *byte == b'%' || !byte.is_ascii();
                if may_be_long && first_long_character(rest).is_some_and(is_upper_case) {
                    self.fail(ToCriErrorKind::UpperCaseHost, Component::Host, rest);
                }
                rest = after;
            }
        }
        if cfg!(feature = "nfc") {
            for label in Labels(Some(name)) {
                self.label(label);
            }
        }
    }

    fn label(&mut self, label: &'a [u8]) -> Item<'a> {
        let mut item = Item::new(label, Field::LABEL.raw).lower_case();
        self.in_form_c(&mut item, Component::Host);
        item
    }

    /// The zone identifier, decoded whole (RFC 6874 section 2).
    fn check_zone(&mut self, zone: &'a [u8]) {
        if self.options.revision == Revision::Draft27 {
            self.fail(ToCriErrorKind::ZoneId, Component::ZoneId, zone);
        }
        if let Some(at) = Item::new(zone, Field::ZONE.raw).first_byte() {
            // INVARIANT: a byte that text cannot hold is percent-encoded.
            self.fail(ToCriErrorKind::InvalidUtf8(first_triplet(at).unwrap_or_default()), Component::ZoneId, at);
        }
    }

    /// The port, unless it is the scheme's default (C6, C7).
    fn port(&mut self) -> Option<u16> {
        let digits = self.uri.port_bytes()?;
        match digits {
            [] => self.fail_at(ToCriErrorKind::EmptyPort, Component::Port, self.uri.offsets.host_end),
            [b'0', _, ..] => self.fail(ToCriErrorKind::PortLeadingZero, Component::Port, digits),
            _ => {}
        }
        let port = port_number(digits);
        if port.is_none() {
            self.fail(ToCriErrorKind::PortRange, Component::Port, digits);
        }
        let default = self.uri.default_port(self.options.schemes);
        port.filter(|&port| default != Some(port))
    }

    fn address(&mut self, octets: &[u8]) {
        self.head(Major::Bytes, octets.len() as u64);
        self.bytes(octets);
    }
}

/// The items that a host becomes.
#[derive(Clone, Copy)]
enum HostItems<'a> {
    Ipv4(Ipv4Addr),
    Ipv6(Ipv6Addr, Option<&'a [u8]>),
    /// A name in ASCII without percent-encoding, which is neither checked nor decoded: long names take a fifth of the
    /// time so.
    Plain(&'a [u8]),
    Name(&'a [u8]),
}
