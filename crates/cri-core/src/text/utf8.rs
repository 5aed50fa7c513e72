//! UTF-8 (RFC 3629), checked in little code.
//!
//! Decoding does not call [`core::str::from_utf8`], which is too large for a microcontroller. Firmware links that function
//! only if it asks for a `str`.

use crate::constants::PREFER_SPEED;
use crate::text::utf8_table::is_utf8;

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
fn sequence_len(first: u8) -> usize {
    first.leading_ones() as usize
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
