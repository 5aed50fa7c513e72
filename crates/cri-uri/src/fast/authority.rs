//! The authority of a short URI reference.

use core::net::IpAddr;

use cri_core::wire::{FALSE, Major};
use cri_core::{Buffer, SliceBuffer, parse_ipv4, parse_ipv6};

use super::items::{BYTES, END, Out, Place, TEXT, byte, copy, push, push_all, push_array, push_head, push_number};
use crate::Options;
use crate::charset::Charset;
use crate::pct::{Item, SHORT, split_triplet};

/// Writes the authority that is behind two slashes (C2 to C7).
#[inline(always)]
pub(super) fn authority(text: &[u8], out: &mut Out, place: Place, scheme: &[u8], options: &Options) -> Option<Place> {
    let array = place.to;
    let start = place.at.wrapping_add(2);
    let (mut place, mut count) = host(text, out, start, array.wrapping_add(1))?;
    if place.stop == b'@' {
        (place, count) = host_behind_userinfo(text, out, start, place.at, array.wrapping_add(1))?;
    }
    if place.stop == b':' {
        let (port, end) = port(text, place.at.wrapping_add(1))?;
        (place.at, place.stop) = (end, byte(text, end));
        if options.schemes.default_port(scheme) != Some(port) {
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

/// Writes the host, and gives how many items it is of. Behind it anything may stand.
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

/// The IPv4 address that the host is that begins at `start`, and its end.
#[inline(never)]
fn ipv4(text: &[u8], start: usize) -> Option<(IpAddr, usize)> {
    let host = text.get(start..)?;
    let len = host.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.')).unwrap_or(host.len());
    if !matches!(host.get(len), None | Some(b':' | b'/' | b'?' | b'#')) {
        return None;
    }
    Some((IpAddr::V4(parse_ipv4(host.get(..len)?)?), start.wrapping_add(len)))
}

/// The IPv6 address that the bracket at `start` begins, and its end.
#[inline(never)]
fn ipv6(text: &[u8], start: usize) -> Option<(IpAddr, usize)> {
    let literal = text.get(start.wrapping_add(1)..)?;
    let len = literal.iter().position(|&byte| byte == b']')?;
    // Neither a zone nor a version is a part of an address.
    Some((IpAddr::V6(parse_ipv6(literal.get(..len)?)?), start.wrapping_add(len).wrapping_add(2)))
}

/// Writes the labels of a name in lower case (C5), and gives how many they are.
#[inline(always)]
fn labels(text: &[u8], out: &mut Out, start: usize, to: u8) -> Option<(Place, u8)> {
    let (first, mut at, mut to, mut count) = (to, start, to, 0_u8);
    loop {
        let (len, stop) = copy(text, at, out, to.wrapping_add(1), |byte| {
            let lower = IN_LABEL.get(usize::from(byte)).copied().unwrap_or_default();
            (lower, lower != 0)
        })?;
        (at, to) = (at.wrapping_add(len), push_head(out, to, len));
        count = count.wrapping_add(1);
        match stop {
            b'.' => at = at.wrapping_add(1),
            b'%' => return encoded_labels(text, out, start, first),
            _ => return Some((Place { at, to, stop }, count)),
        }
    }
}

/// What a character of a label is written as, or zero for one that is in none.
static IN_LABEL: [u8; 256] = {
    let mut lower = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte != b'.' && Charset::REG_NAME.has_at_build(byte) {
            #[allow(clippy::indexing_slicing, reason = "in range: this runs when the crate is built")]
            {
                lower[byte as usize] = byte.to_ascii_lowercase();
            }
        }
        byte = byte.wrapping_add(1);
    }
    lower
};

/// The same where something in the name is percent-encoded: ASCII but for dots, in labels with heads of one byte.
#[inline(never)]
fn encoded_labels(text: &[u8], out: &mut Out, start: usize, to: u8) -> Option<(Place, u8)> {
    // Once it is decoded, what begins with a digit may be an address (section 6.1).
    if matches!(byte(text, start), b'0'..=b'9' | b'%') {
        return None;
    }
    let mut at = start;
    let stop = loop {
        at = match byte(text, at) {
            b'%' => {
                split_triplet(text.get(at..)?)?;
                at.wrapping_add(3)
            }
            byte if Charset::REG_NAME.has(byte) => at.wrapping_add(1),
            stop => break stop,
        };
    };
    let (mut to, mut count) = (to, 0_u8);
    for label in text.get(start..at)?.split(|&byte| byte == b'.') {
        let mut buffer = SliceBuffer::new(out.get_mut(to.into()..)?);
        Item::new(label, Charset::REG_NAME).lower_case().write(&mut buffer).ok()?;
        let (head, label) = buffer.as_slice().split_first()?;
        if !(TEXT..TEXT | SHORT).contains(head) || !label.is_ascii() || label.contains(&b'.') {
            return None;
        }
        to = to.wrapping_add(buffer.len() as u8);
        count = count.wrapping_add(1);
    }
    Some((Place { at, to, stop }, count))
}

/// Writes the userinfo between these, and the host behind it.
#[inline(never)]
fn host_behind_userinfo(text: &[u8], out: &mut Out, start: usize, end: usize, to: u8) -> Option<(Place, u8)> {
    // One with a colon did not come as far as this (C3: the revisions disagree about it).
    let body = push(out, to, FALSE).wrapping_add(1);
    let (len, stop) = copy(text, start, out, body, |byte| (byte, Charset::REG_NAME.has(byte)))?;
    if stop != b'@' {
        return None;
    }
    let to = push_head(out, body.wrapping_sub(1), len);
    let (place, count) = host(text, out, end.wrapping_add(1), to)?;
    Some((place, count.wrapping_add(2)))
}

/// The port at `start`, and its end: digits, and no zeros before others.
#[inline(always)]
fn port(text: &[u8], start: usize) -> Option<(u16, usize)> {
    let (mut at, mut port) = (start, 0_u32);
    loop {
        let digit = byte(text, at).wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        port = port.wrapping_mul(10).wrapping_add(digit.into());
        at = at.wrapping_add(1);
    }
    let len = at.wrapping_sub(start);
    if !(1..=5).contains(&len) || (len > 1 && byte(text, start) == b'0') {
        return None;
    }
    Some((u16::try_from(port).ok()?, at))
}
