//! The authority of a URI as a section of a CRI (C2 to C7).

use cri_core::wire::{FALSE, Major};
use cri_core::{Component, Feature, PREFER_SPEED, Revision, parse_ipv4_bytes, parse_ipv6};

use crate::convert::error::ToCriErrorKind;
use crate::convert::field::Field;
use crate::convert::to_cri::Conversion;
use crate::convert::to_cri::out::{Place, put, put_all, put_head, put_number};
use crate::text::dot_segments::split_dot;
use crate::text::host::split_zone;
use crate::text::pct::{DecodedBytes, TRIPLET};
use crate::text::port::port_number;

impl Conversion<'_> {
    /// Writes the authority that begins with two slashes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn authority(&mut self, out: &mut [u8], start: Place, default_port: Option<u16>) -> Place {
        let mut place = Place { at: start.at.wrapping_add(2), to: start.to.wrapping_add(1) };
        let mut count = 0_usize;
        if let Some(len) = self.userinfo_len(place.at) {
            place = self.userinfo(out, place, len);
            if self.byte(place.at) != b'@' {
                return place;
            }
            (place, count) = (Place { at: place.at.wrapping_add(1), to: place.to }, 2);
        }
        let (place, host) = self.host(out, place);
        count = count.wrapping_add(host);
        let (mut place, port) = self.port(place);
        // C6 and C7: the default port is left out.
        if let Some(port) = port.filter(|_| port != default_port) {
            place.to = put_number(out, place.to, Major::Unsigned, port.into());
            count = count.wrapping_add(1);
        }
        Place { to: put_head(out, start.to, Major::Array, count, place.to), ..place }
    }

    /// The length of the userinfo that begins at `start`, if there is one: an `@` follows it.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn userinfo_len(&self, start: usize) -> Option<usize> {
        // Most texts have no `@`, and LLVM turns this search into vector instructions.
        let has_at = |bytes: &[u8]| bytes.iter().fold(false, |found, &byte| found | (byte == b'@'));
        if PREFER_SPEED
            && let Some(last) = self.text.last_chunk::<16>()
            && !has_at(last)
            && !self.text.as_chunks::<16>().0.iter().any(|chunk| has_at(chunk))
        {
            return None;
        }
        let rest = self.text.get(start..)?;
        let len = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#' | b'@'))?;
        (rest.get(len) == Some(&b'@')).then_some(len)
    }

    /// Writes the userinfo of `len` bytes.
    #[inline(never)]
    fn userinfo(&mut self, out: &mut [u8], start: Place, len: usize) -> Place {
        self.require(Feature::Userinfo, Component::Userinfo, start.at);
        // C3 and section 6.1: draft-16 percent-encodes a colon of the text, and draft-27 does not.
        let field = Field::userinfo(self.options.revision);
        let userinfo = self.text.get(start.at..start.at.wrapping_add(len)).unwrap_or_default();
        if !field.has(b':')
            && let Some(colon) = userinfo.iter().position(|&byte| byte == b':')
        {
            self.fail(ToCriErrorKind::ColonInUserinfo, Component::Userinfo, start.at.wrapping_add(colon));
        }
        let to = put(out, start.to, FALSE);
        self.item(out, Place { to, ..start }, field)
    }

    /// Writes the host, and returns the number of its items.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn host(&mut self, out: &mut [u8], start: Place) -> (Place, usize) {
        match self.byte(start.at) {
            b'[' => return self.ip_literal(out, start),
            b'0'..=b'9' | b'%' => {
                if let Some(place) = self.ipv4(out, start) {
                    return (place, 1);
                }
            }
            _ => {}
        }
        let (mut place, mut count) = (start, 0_usize);
        loop {
            let labels = self.items(out, place, Field::LABEL, b'.');
            (place, count) = (labels.end, count.wrapping_add(labels.count));
            place.at = match self.byte(place.at) {
                b'.' => place.at.wrapping_add(1),
                b'%' if self.text.get(place.at..).and_then(split_dot).is_some() => place.at.wrapping_add(TRIPLET),
                _ => return (place, count),
            };
        }
    }

    /// Writes the IPv4 address that the name is, once decoded (section 6.1).
    #[inline(never)]
    fn ipv4(&self, out: &mut [u8], start: Place) -> Option<Place> {
        let rest = self.text.get(start.at..)?;
        let len = rest.iter().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')).unwrap_or(rest.len());
        let address = parse_ipv4_bytes(DecodedBytes(rest.get(..len)?))?;
        Some(Place { at: start.at.wrapping_add(len), to: put_address(out, start.to, &address.to_bits().to_be_bytes()) })
    }

    /// Writes the address in brackets, and returns the number of its items.
    #[inline(never)]
    fn ip_literal(&mut self, out: &mut [u8], start: Place) -> (Place, usize) {
        let rest = self.text.get(start.at..).unwrap_or_default();
        let close = rest.iter().position(|&byte| byte == b']').unwrap_or_default();
        let (address, zone) = split_zone(rest.get(1..close).unwrap_or_default());
        let Some(address) = parse_ipv6(address) else {
            self.fail(ToCriErrorKind::IpFuture, Component::Host, start.at);
            return (start, 0);
        };
        let end = start.at.wrapping_add(close);
        let mut place = Place { at: end, to: put_address(out, start.to, &address.to_bits().to_be_bytes()) };
        let mut count = 1;
        if let Some(zone) = zone {
            let at = end.wrapping_sub(zone.len());
            if self.options.revision == Revision::Draft27 {
                self.fail(ToCriErrorKind::ZoneId, Component::ZoneId, at);
            }
            place = self.item(out, Place { at, ..place }, Field::ZONE);
            // RFC 6874 section 2: a zone identifier is not empty.
            if zone.is_empty() || place.at != end {
                return (start, 0);
            }
            count = 2;
        }
        (Place { at: end.wrapping_add(1), to: place.to }, count)
    }

    /// Reads the port, if there is one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn port(&mut self, start: Place) -> (Place, Option<u16>) {
        if self.byte(start.at) != b':' {
            return (start, None);
        }
        let at = start.at.wrapping_add(1);
        let rest = self.text.get(at..).unwrap_or_default();
        let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest.get(..len).unwrap_or_default();
        let port = port_number(digits);
        match (digits, port) {
            ([], _) => self.fail(ToCriErrorKind::EmptyPort, Component::Port, start.at),
            ([b'0', _, ..], _) => self.fail(ToCriErrorKind::PortLeadingZero, Component::Port, at),
            (_, None) => self.fail(ToCriErrorKind::PortRange, Component::Port, at),
            _ => {}
        }
        (Place { at: at.wrapping_add(len), to: start.to }, port)
    }
}

fn put_address(out: &mut [u8], to: usize, octets: &[u8]) -> usize {
    let head = put_number(out, to, Major::Bytes, octets.len());
    put_all(out, head, octets)
}
