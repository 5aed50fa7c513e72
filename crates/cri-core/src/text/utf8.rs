//! UTF-8 (RFC 3629), checked in little code.
//!
//! Decoding does not call [`core::str::from_utf8`], which is too large for a microcontroller. Firmware links that function
//! only if it asks for a `str`.

use crate::constants::PREFER_SPEED;

/// The part of `bytes` from the first byte that is not valid UTF-8. It is empty if all bytes are valid.
///
/// Where speed counts, the table decides, and the small version only finds the place of an error.
pub(crate) fn invalid_suffix(bytes: &[u8]) -> &[u8] {
    if PREFER_SPEED && (bytes.is_ascii() || is_utf8(bytes)) {
        return &[];
    }
    invalid_suffix_by_character(bytes)
}

/// The number of bytes before the first that is not valid UTF-8; `None` if all are.
#[must_use]
pub fn first_invalid(bytes: &[u8]) -> Option<usize> {
    let invalid = invalid_suffix(bytes);
    (!invalid.is_empty()).then(|| bytes.len().saturating_sub(invalid.len()))
}

/// The small version of [`invalid_suffix`]: checks one character at a time.
fn invalid_suffix_by_character(mut bytes: &[u8]) -> &[u8] {
    while let Some((byte, rest)) = bytes.split_first() {
        if byte.is_ascii() {
            bytes = rest;
            continue;
        }
        if long_character(bytes).is_none() {
            break;
        }
        bytes = bytes.get(sequence_len(*byte)..).unwrap_or_default();
    }
    bytes
}

/// Whether all of `bytes` are ASCII, in little code: four bytes at a time.
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks();
    let high = words.iter().fold(0, |high, &word| high | u32::from_ne_bytes(word));
    let high = rest.iter().fold(high, |high, &byte| high | u32::from(byte));
    high & 0x8080_8080 == 0
}

/// Checked bytes of a section, as text.
pub(crate) fn to_str(bytes: &[u8]) -> &str {
    // INVARIANT: the types that keep bytes as text have checked them, so the default is never used, unless a program in C has
    // changed the bytes since.
    core::str::from_utf8(bytes).unwrap_or_default()
}

/// The first character of `bytes`, if it is not ASCII.
///
/// Returns `None` if `bytes` is empty, or does not begin with a character in UTF-8.
#[must_use]
pub fn long_character(bytes: &[u8]) -> Option<char> {
    // 0xc0 and 0xc1 would begin characters that take one byte. 0xf5 and above would begin numbers above U+10FFFF.
    let first @ 0xc2..=0xf4 = *bytes.first()? else {
        return None;
    };
    let len = sequence_len(first);
    let mut value = u32::from(first) & 0x7f_u32.wrapping_shr(len as u32);
    for &byte in bytes.get(1..len)? {
        if byte >> 6 != 0b10 {
            return None;
        }
        value = value << 6 | u32::from(byte & 0x3f);
    }
    // Reject overlong forms: three bytes must encode more than 11 bits, four bytes more than 16.
    if value.wrapping_shr((len as u32).wrapping_mul(5).wrapping_sub(4)) == 0 {
        return None;
    }
    // Reject surrogates and numbers above U+10FFFF.
    char::from_u32(value)
}

/// The length in bytes of a character beyond ASCII that begins with `first`.
#[must_use]
#[inline]
pub fn sequence_len(first: u8) -> usize {
    first.leading_ones() as usize
}

/// Between characters. Invalid bytes lead to 0, and no byte leads out of it.
const START: u64 = 6;
/// One, two or three bytes of 0x80 to 0xbf are left of the character.
const ONE: u64 = 12;
const TWO: u64 = 18;
const THREE: u64 = 24;
/// After these bytes, which allow fewer values of the next byte.
const E0: u64 = 30;
const ED: u64 = 36;
const F0: u64 = 42;
const F4: u64 = 48;

/// Whether `bytes` are UTF-8. Each byte takes the same time, since mixed text is hard to predict.
///
/// The table has a number of 64 bits for each byte. A state is a shift: the last 6 bits of that number, shifted right by the
/// state, are the next state.
#[inline]
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    bytes.iter().fold(Utf8State::BETWEEN, |state, &byte| state.after(byte)).is_between()
}

/// How far a character in UTF-8 was read.
#[derive(Clone, Copy)]
pub struct Utf8State(u64);

impl Utf8State {
    /// Between characters.
    pub const BETWEEN: Self = Self(START);

    /// The state after one more byte.
    #[inline(always)]
    #[must_use]
    pub fn after(self, byte: u8) -> Self {
        Self(NEXT.get(usize::from(byte)).map_or(0, |next| next.wrapping_shr(self.0 as u32)))
    }

    /// Whether all bytes so far are whole characters.
    #[inline(always)]
    #[must_use]
    pub const fn is_between(self) -> bool {
        self.0 & 0x3f == START
    }
}

/// The next states after each byte (RFC 3629 section 4).
static NEXT: [u64; 256] = {
    let mut all = [0; 256];
    let mut rest: &mut [u64] = &mut all;
    let mut byte = 0;
    while let Some((first, others)) = rest.split_first_mut() {
        *first = next_states(byte);
        byte += 1;
        rest = others;
    }
    all
};

const fn next_states(byte: u16) -> u64 {
    let tail = START << ONE | ONE << TWO | TWO << THREE;
    match byte {
        0x00..=0x7f => START << START,
        0x80..=0x8f => tail | ONE << ED | TWO << F4,
        0x90..=0x9f => tail | ONE << ED | TWO << F0,
        0xa0..=0xbf => tail | ONE << E0 | TWO << F0,
        0xc2..=0xdf => ONE << START,
        0xe0 => E0 << START,
        0xed => ED << START,
        0xe1..=0xef => TWO << START,
        0xf0 => F0 << START,
        0xf1..=0xf3 => THREE << START,
        0xf4 => F4 << START,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use cri_testvectors::sample;

    use super::*;

    fn agrees(bytes: &[u8]) {
        let wrong =
            core::str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
        assert_eq!(invalid_suffix_by_character(bytes), &bytes[wrong..], "{bytes:02x?}");
        assert_eq!(invalid_suffix(bytes), &bytes[wrong..], "{bytes:02x?}");
        assert_eq!(is_utf8(bytes), wrong == bytes.len(), "{bytes:02x?}");
        assert_eq!(is_ascii(bytes), bytes.is_ascii(), "{bytes:02x?}");
    }

    #[test]
    fn agrees_with_core_on_sequences_of_up_to_three_bytes() {
        for first in 0..=u8::MAX {
            agrees(&[first]);
            for second in 0..=u8::MAX {
                agrees(&[first, second]);
                // What follows an ASCII character is a sequence of two bytes, which has its turn.
                if first < 0x7f {
                    continue;
                }
                let bounds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
                for third in sample(0..=u8::MAX, 60).chain(bounds) {
                    agrees(&[first, second, third]);
                    if first >= 0xe0 && second >= 0x70 {
                        for fourth in [0, b'a', 0x7f, 0x80, 0xbf, 0xc0, 0xff] {
                            agrees(&[first, second, third, fourth]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn characters_are_found_at_every_offset() {
        let parts = ["", "a", "é", "€", "\u{10ffff}"].map(str::as_bytes).into_iter();
        let parts: Vec<_> =
            parts.chain([b"\xff".as_slice(), b"\xed\xa0\x80", b"\xf0\x9f\x98"]).collect();
        for a in &parts {
            for b in &parts {
                for c in &parts {
                    agrees(&[*a, *b, *c].concat());
                }
            }
        }
    }
}
