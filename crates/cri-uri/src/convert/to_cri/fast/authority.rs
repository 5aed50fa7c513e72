//! The authority of a short URI reference.

use core::net::IpAddr;

use cri_core::wire::{FALSE, Major};
use cri_core::{parse_ipv4, parse_ipv4_bytes, parse_ipv6};

use crate::convert::options::Options;
use crate::convert::to_cri::fast::encoded::{encoded_item, in_label};
use crate::convert::to_cri::fast::out::{
    BYTES, END, Out, Place, byte, copy, push, push_all, push_array, push_head, push_number,
};
use crate::text::charset::Charset;
use crate::text::pct::DecodedBytes;
use crate::text::port::port_number;

/// Writes the authority that follows two slashes (C2 to C7).
#[inline(always)]
pub(crate) fn authority(text: &[u8], out: &mut Out, place: Place, scheme: &[u8], options: &Options) -> Option<Place> {
    let array = place.to;
    let start = place.at.wrapping_add(2);
    let (mut place, mut count) = host(text, out, start, array.wrapping_add(1))?;
    if place.stop == b'@' {
        (place, count) = userinfo_and_host(text, out, start, place.at, array.wrapping_add(1))?;
    }
    if place.stop == b':' {
        let (port, end) = port(text, place.at.wrapping_add(1))?;
        (place.at, place.stop) = (end, byte(text, end));
        if options.schemes.by_name(scheme).and_then(|scheme| scheme.default_port) != Some(port) {
            place.to = push_number(out, place.to, Major::Unsigned, port);
            count = count.wrapping_add(1);
        }
    }
    if !matches!(place.stop, b'/' | b'?' | b'#' | END) {
        return None;
    }
    push_array(out, array, count)?;
    Some(place)
}

/// Writes the host; returns the number of its items. Anything may follow it.
#[inline(always)]
fn host(text: &[u8], out: &mut Out, start: usize, to: u8) -> Option<(Place, u8)> {
    let address = match byte(text, start) {
        b'0'..=b'9' => ipv4(text, start),
        b'[' => Some(ipv6(text, start)?),
        _ => None,
    };
    let Some((address, end)) = address else {
        return labels(text, out, start, to);
    };
    let to = match address {
        IpAddr::V4(address) => {
            let to = push(out, to, BYTES | 4);
            push_all(out, to, address.octets())
        }
        IpAddr::V6(address) => {
            let to = push(out, to, BYTES | 16);
            push_all(out, to, address.octets())
        }
    };
    Some((Place { at: end, to, stop: byte(text, end) }, 1))
}

/// The IPv4 address at `start`, if the host is one, and its end.
#[inline(never)]
fn ipv4(text: &[u8], start: usize) -> Option<(IpAddr, usize)> {
    let host = text.get(start..)?;
    let len = host.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.')).unwrap_or(host.len());
    if !matches!(host.get(len), None | Some(b':' | b'/' | b'?' | b'#')) {
        return None;
    }
    Some((IpAddr::V4(parse_ipv4(host.get(..len)?)?), start.wrapping_add(len)))
}

/// The IPv6 address in the brackets at `start`, and the end of the brackets.
#[inline(never)]
fn ipv6(text: &[u8], start: usize) -> Option<(IpAddr, usize)> {
    let literal = text.get(start.wrapping_add(1)..)?;
    let len = literal.iter().position(|&byte| byte == b']')?;
    // Neither a zone identifier nor a version is a part of an address.
    Some((IpAddr::V6(parse_ipv6(literal.get(..len)?)?), start.wrapping_add(len).wrapping_add(2)))
}

/// Writes the labels of a name in lower case (C5); returns their number.
#[inline(always)]
fn labels(text: &[u8], out: &mut Out, start: usize, to: u8) -> Option<(Place, u8)> {
    let (mut place, mut count) = (Place { at: start, to, stop: END }, 0_u8);
    loop {
        let head = place.to;
        let (len, stop) = copy(text, place.at, out, head.wrapping_add(1), in_label)?;
        place = if stop == b'%' {
            encoded_label(text, out, start, place.at, len, head)?
        } else {
            Place { at: place.at.wrapping_add(len), to: push_head(out, head, len), stop }
        };
        count = count.wrapping_add(1);
        if place.stop != b'.' {
            return Some((place, count));
        }
        place.at = place.at.wrapping_add(1);
    }
}

/// Writes a label that holds triplets, of a name that begins at `name`.
#[inline(never)]
fn encoded_label(text: &[u8], out: &mut Out, name: usize, start: usize, len: usize, head: u8) -> Option<Place> {
    // The decoded name may be an address (section 6.1).
    if matches!(byte(text, name), b'0'..=b'9' | b'%') {
        let name = text.get(name..)?;
        let is_name = |&byte: &u8| byte == b'%' || Charset::REG_NAME.has(byte);
        let len = name.iter().position(|byte| !is_name(byte)).unwrap_or(name.len());
        if parse_ipv4_bytes(DecodedBytes(name.get(..len)?)).is_some() {
            return None;
        }
    }
    encoded_item::<true>(text, out, start, len, head, Charset::REG_NAME)
}

/// Writes the userinfo between `start` and `end`, and the host after it.
#[inline(never)]
fn userinfo_and_host(text: &[u8], out: &mut Out, start: usize, end: usize, to: u8) -> Option<(Place, u8)> {
    // A userinfo with a colon never comes here: `host` stops at it (C3).
    let body = push(out, to, FALSE).wrapping_add(1);
    let (len, stop) = copy(text, start, out, body, |byte| (byte, Charset::REG_NAME.has(byte)))?;
    if stop != b'@' {
        return None;
    }
    let to = push_head(out, body.wrapping_sub(1), len);
    let (place, count) = host(text, out, end.wrapping_add(1), to)?;
    Some((place, count.wrapping_add(2)))
}

/// The port at `start`, and its end. The general path looks at ports that are empty, begin with a zero or are too large.
#[inline(always)]
fn port(text: &[u8], start: usize) -> Option<(u16, usize)> {
    let rest = text.get(start..)?;
    let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let digits = rest.get(..len).filter(|digits| !matches!(digits, [b'0', _, ..]))?;
    Some((port_number(digits)?, start.wrapping_add(len)))
}
