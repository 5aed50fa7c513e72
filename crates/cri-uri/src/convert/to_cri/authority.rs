//! The authority of a URI as a section of a CRI (constraints C2 to C7).

use cri_core::__private::{parse_ipv4_bytes, read_ipv6};
use cri_core::wire::{FALSE, Major};
use cri_core::{Component, Feature, Revision};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::Conversion;
use crate::convert::to_cri::out::{Place, put, put_all, put_head, put_number};
use crate::text::error::ParseErrorKind;
use crate::text::grammar::host::{port_number, split_zone};
use crate::text::grammar::parse::is_ip_future;
use crate::text::path::dot_segments::split_dot;
use crate::text::pct::{DecodedBytes, TRIPLET};

impl<const REQUESTS: bool> Conversion<'_, REQUESTS> {
    /// Writes the authority that begins with two slashes.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn authority(
        &mut self,
        out: &mut [u8],
        start: Place,
        default_port: Option<u16>,
    ) -> Place {
        let mut place = Place { at: start.at.wrapping_add(2), to: start.to.wrapping_add(1) };
        let mut count = 0_usize;
        loop {
            self.reading = Component::Host;
            let (host, items) = self.host(out, place);
            let userinfo = if count == 0 { self.userinfo_end(host.at) } else { None };
            let Some(end) = userinfo else {
                (place, count) = (host, count.wrapping_add(items));
                break;
            };
            // What was read as a host is the start of a userinfo. Few texts have one, and looking for it first takes time
            // for all of them.
            self.forget_errors(Component::Userinfo);
            place = self.userinfo(out, place, end);
            if place.at != end {
                return place;
            }
            (place.at, count) = (end.wrapping_add(1), 2);
        }
        let (mut place, port) = self.port(place);
        // C6 and C7: the default port is left out.
        if let Some(port) = port.filter(|_| port != default_port) {
            place.to = put_number(out, place.to, Major::Unsigned, port.into());
            count = count.wrapping_add(1);
        }
        Place { to: put_head(out, start.to, Major::Array, count, place.to), ..place }
    }

    /// The end of the userinfo, if `at` is in one: an `@` comes before the authority's end.
    #[inline(always)]
    fn userinfo_end(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let len = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#' | b'@'))?;
        (rest.get(len) == Some(&b'@')).then_some(at.wrapping_add(len))
    }

    /// Writes the userinfo that ends at `end`. Returns an earlier place if a character there cannot stand in a userinfo.
    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn userinfo(&mut self, out: &mut [u8], start: Place, end: usize) -> Place {
        self.reading = Component::Userinfo;
        self.require(Feature::Userinfo, Component::Userinfo, start.at);
        // C3 and section 6.1: draft-16 percent-encodes a colon of the text, and RFC 9988 does not.
        let mut component = TextComponent::userinfo(self.options.revision);
        let userinfo = self.text.get(start.at..end).unwrap_or_default();
        if !component.has(b':')
            && let Some(colon) = userinfo.iter().position(|&byte| byte == b':')
        {
            self.fail(
                ToCriErrorKind::ColonInUserinfo,
                Component::Userinfo,
                start.at.wrapping_add(colon),
            );
            // Reading goes on after the colon, since an error of syntax may follow.
            component = TextComponent::userinfo(Revision::Rfc9988);
        }
        let to = put(out, start.to, FALSE);
        self.item(out, Place { to, ..start }, component).0
    }

    /// Writes the host, and returns the number of its items.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn host(&mut self, out: &mut [u8], start: Place) -> (Place, usize) {
        match self.byte(start.at) {
            b'[' => {
                let (place, zone) = self.ip_literal(out, start);
                return match zone {
                    Some(end) => self.zone(out, start, place, end),
                    None => (place, 1),
                };
            }
            b'0'..=b'9' | b'%' => {
                if let Some(place) = self.ipv4(out, start) {
                    return (place, 1);
                }
            }
            _ => {}
        }
        let (mut place, mut count) = (start, 0_usize);
        loop {
            let (label, stop) = self.item(out, place, TextComponent::LABEL);
            (place, count) = (label, count.wrapping_add(1));
            place.at = match stop {
                b'.' => place.at.wrapping_add(1),
                b'%' if self.text.get(place.at..).and_then(split_dot).is_some() => {
                    place.at.wrapping_add(TRIPLET)
                }
                _ => return (place, count),
            };
        }
    }

    /// Writes the IPv4 address that the name is, once decoded (section 6.1).
    #[inline(never)]
    fn ipv4(&self, out: &mut [u8], start: Place) -> Option<Place> {
        let rest = self.text.get(start.at..)?;
        let len = rest
            .iter()
            .position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'))
            .unwrap_or(rest.len());
        let address = parse_ipv4_bytes(DecodedBytes(rest.get(..len)?))?;
        Some(Place {
            at: start.at.wrapping_add(len),
            to: put_address(out, start.to, &address.to_bits().to_be_bytes()),
        })
    }

    /// Writes the address in brackets, and returns the place after them. If the brackets hold a zone identifier, returns where
    /// it begins and ends.
    #[inline(never)]
    fn ip_literal(&mut self, out: &mut [u8], start: Place) -> (Place, Option<usize>) {
        let rest = self.text.get(start.at..).unwrap_or_default();
        let close = rest.iter().position(|&byte| byte == b']').unwrap_or_default();
        let literal = rest.get(1..close).unwrap_or_default();
        let end = start.at.wrapping_add(close);
        let (address, zone) = split_zone(literal);
        let mut octets = [0; 16];
        if read_ipv6(address, &mut octets).is_none() {
            if !is_ip_future(literal) {
                return (self.not_ip_literal(start), None);
            }
            self.fail(ToCriErrorKind::IpFuture, Component::Host, start.at);
            return (Place { at: end.wrapping_add(1), ..start }, None);
        }
        let to = put_address(out, start.to, &octets);
        match zone {
            Some(zone) => (Place { at: end.wrapping_sub(zone.len()), to }, Some(end)),
            None => (Place { at: end.wrapping_add(1), to }, None),
        }
    }

    /// Records that the brackets at `start` hold no address. This error of syntax replaces any other. Returns `start`, so that
    /// the caller looks for an `@` after it.
    #[cold]
    #[inline(never)]
    fn not_ip_literal(&mut self, start: Place) -> Place {
        let kind = ToCriErrorKind::Syntax(ParseErrorKind::InvalidIpLiteral);
        self.error = Some(ToCriError::new(kind, Component::Host, start.at));
        start
    }

    /// Writes the zone identifier from `zone` to `end`, after the address that begins at `start`.
    #[inline(always)]
    fn zone(&mut self, out: &mut [u8], start: Place, zone: Place, end: usize) -> (Place, usize) {
        if self.options.revision == Revision::Rfc9988 {
            self.fail(ToCriErrorKind::ZoneId, Component::ZoneId, zone.at);
        }
        let (place, _) = self.item(out, zone, TextComponent::ZONE);
        // RFC 6874 section 2: a zone identifier is not empty.
        if zone.at == end || place.at != end {
            return (self.not_ip_literal(start), 1);
        }
        (Place { at: end.wrapping_add(1), ..place }, 2)
    }

    /// Reads the port, if there is one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn port(&mut self, start: Place) -> (Place, Option<u16>) {
        if self.byte(start.at) != b':' {
            return (start, None);
        }
        self.reading = Component::Port;
        let at = start.at.wrapping_add(1);
        let rest = self.text.get(at..).unwrap_or_default();
        let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let digits = rest.get(..len).unwrap_or_default();
        let port = port_number(digits);
        let place = Place { at: at.wrapping_add(len), to: start.to };
        let (kind, at) = match (digits, port) {
            // RFC 7252 section 6.1: an empty port is the default port. Its section 6.4 (step 6) reads a decimal number.
            ([], _) if self.is_request() => return (place, None),
            ([], _) => (ToCriErrorKind::EmptyPort, start.at),
            ([b'0', _, ..], _) if !self.is_request() => (ToCriErrorKind::PortLeadingZero, at),
            (_, None) => (ToCriErrorKind::PortRange, at),
            _ => return (place, port),
        };
        self.fail(kind, Component::Port, at);
        (place, None)
    }
}

fn put_address(out: &mut [u8], to: usize, octets: &[u8]) -> usize {
    // INVARIANT: an address has 4 or 16 octets, so its head is one byte.
    let head = put(out, to, (Major::Bytes as u8) << 5 | octets.len() as u8);
    put_all(out, head, octets)
}
