//! The text of an IP address on a page: each number is made as one word of digits.
//!
//! `IpBytes` of `cri-core` makes the same text byte by byte, in less code.

/// How much room an address takes in bytes: the longest has 39, and four are stored at once.
pub(crate) const ROOM: usize = 48;

/// Writes an address of 4 or 16 octets to the start of `room`; returns its length.
#[inline(always)]
pub(crate) fn write_address(room: &mut [u8; ROOM], octets: &[u8]) -> usize {
    match octets.first_chunk::<16>() {
        Some(octets) => write_ipv6(room, octets),
        None => octets.first_chunk().map_or(0, |octets| write_ipv4(room, 0, octets)),
    }
}

/// Writes octets in decimal, with dots between them; returns where they end.
#[inline(never)]
fn write_ipv4(room: &mut [u8; ROOM], mut at: usize, octets: &[u8; 4]) -> usize {
    for &octet in octets {
        let digits = [octet / 100, octet / 10 % 10, octet % 10].map(|digit| b'0' | digit);
        let [hundreds, tens, units] = digits.map(u32::from);
        let zeros = u32::from(octet < 100).wrapping_add(u32::from(octet < 10));
        at = store(room, at, hundreds | tens << 8 | units << 16 | u32::from(b'.') << 24, zeros);
    }
    // No dot follows the last octet.
    at.wrapping_sub(1)
}

/// Writes an address in the form of RFC 5952; returns where it ends.
#[inline(never)]
fn write_ipv6(room: &mut [u8; ROOM], octets: &[u8; 16]) -> usize {
    let (groups, _) = octets.as_chunks();
    // Section 5: of the mixed notations, only the one that every implementation knows.
    if let Some(([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], octets)) = octets.split_last_chunk() {
        let at = write_bytes(room, 0, b"::ffff:");
        return write_ipv4(room, at, octets);
    }
    let Some((start, end)) = zero_groups(groups) else {
        return write_groups(room, 0, groups).wrapping_sub(1);
    };
    let at = write_groups(room, 0, groups.get(..start).unwrap_or_default());
    // The first colon of `::` follows the group before, if there is one.
    let at = if start == 0 { write_bytes(room, at, b"::") } else { write_bytes(room, at, b":") };
    let at = write_groups(room, at, groups.get(end..).unwrap_or_default());
    if end == groups.len() { at } else { at.wrapping_sub(1) }
}

/// The groups that `::` stands for, as the first and the one after the last (RFC 5952 section 4.2).
#[inline(always)]
fn zero_groups(groups: &[[u8; 2]]) -> Option<(usize, usize)> {
    // A bit for each group that is zero. Each round keeps the bits at which one more zero group follows.
    let mut bits = groups.iter().rev().fold(0_u8, |bits, group| bits << 1 | u8::from(*group == [0, 0]));
    let (mut starts, mut len) = (0_u8, 0_usize);
    while bits != 0 {
        starts = bits;
        bits &= bits >> 1;
        len = len.wrapping_add(1);
    }
    // The longest run of two or more, the first among equals.
    let start = starts.trailing_zeros() as usize;
    (len > 1).then_some((start, start.wrapping_add(len)))
}

/// Writes groups in hexadecimal without leading zeros, and a colon after each; returns where they end.
#[inline(never)]
fn write_groups(room: &mut [u8; ROOM], mut at: usize, groups: &[[u8; 2]]) -> usize {
    for &group in groups {
        let group = u16::from_be_bytes(group);
        let spread = u32::from(group);
        let spread = (spread | spread << 8) & 0x00ff_00ff;
        let nibbles = (spread | spread << 4) & 0x0f0f_0f0f;
        let letters = nibbles.wrapping_add(0x0606_0606) >> 4 & 0x0101_0101;
        let digits = (nibbles | 0x3030_3030).wrapping_add(letters.wrapping_mul(u32::from(b'a' - b'0' - 10)));
        at = store(room, at, digits.swap_bytes(), (group | 1).leading_zeros() / 4);
        at = write_bytes(room, at, b":");
    }
    at
}

/// Stores the bytes of `word` from the lowest on, without the first `zeros` of them; returns where they end.
#[inline(always)]
fn store(room: &mut [u8; ROOM], at: usize, word: u32, zeros: u32) -> usize {
    write_bytes(room, at, &word.wrapping_shr(zeros.wrapping_mul(8)).to_le_bytes()).wrapping_sub(zeros as usize)
}

#[inline(always)]
fn write_bytes<const N: usize>(room: &mut [u8; ROOM], at: usize, bytes: &[u8; N]) -> usize {
    // INVARIANT: there is room for all of an address.
    if let Some(to) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *to = *bytes;
    }
    at.wrapping_add(N)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use cri_core::IpBytes;

    use super::*;

    fn agrees(octets: &[u8]) {
        let mut room = [0; ROOM];
        let len = write_address(&mut room, octets);
        assert_eq!(room[..len], IpBytes::new(octets).collect::<Vec<_>>(), "{octets:?}");
    }

    #[test]
    fn addresses_read_as_those_of_cri_core() {
        for value in 0..=u8::MAX {
            agrees(&[value, 0, value, 255 - value]);
            for groups in 0..=u8::MAX {
                let group = |at: u8| if groups >> at & 1 == 0 { [0, 0] } else { [value & 0x31, value] };
                agrees((0..8).map(group).collect::<Vec<_>>().as_flattened());
            }
            agrees(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, value, 10, 100, 7]);
            agrees(&[0xab, value, value, 0xcd, 0xef, 0xff, 0x10, value, 1, 0, 0, value, 0xff, 0xff, value, value]);
        }
    }
}
