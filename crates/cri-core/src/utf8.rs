//! UTF-8 (RFC 3629), checked in little code.
//!
//! [`core::str::from_utf8`] is faster, and serves where it is at no cost; on a microcontroller it takes 624 bytes.

/// The end of `bytes` from the first byte on that begins no character; nothing where all are UTF-8.
#[cfg(target_pointer_width = "64")]
pub(crate) fn wrong(bytes: &[u8]) -> &[u8] {
    match core::str::from_utf8(bytes) {
        Ok(_) => &[],
        Err(error) => bytes.get(error.valid_up_to()..).unwrap_or_default(),
    }
}

/// The end of `bytes` from the first byte on that begins no character; nothing where all are UTF-8.
#[cfg(not(target_pointer_width = "64"))]
pub(crate) use self::wrong_by_character as wrong;

/// The same, character by character.
#[cfg(any(test, not(target_pointer_width = "64")))]
pub(crate) fn wrong_by_character(mut bytes: &[u8]) -> &[u8] {
    while let Some((byte, rest)) = bytes.split_first() {
        if byte.is_ascii() {
            bytes = rest;
            continue;
        }
        let len = character_len(bytes);
        if len == 0 {
            break;
        }
        bytes = bytes.get(len..).unwrap_or_default();
    }
    bytes
}

/// The length of the character that `bytes` begins with, if that is one of two bytes or more; otherwise 0.
pub(crate) fn character_len(bytes: &[u8]) -> usize {
    let Some(&first) = bytes.first() else {
        return 0;
    };
    let ones = first.leading_ones();
    let len = ones as usize;
    let mut value = u32::from(first) & 0x7f_u32.wrapping_shr(ones);
    for &byte in bytes.get(1..len).unwrap_or_default() {
        if byte >> 6 != 0b10 {
            return 0;
        }
        value = value << 6 | u32::from(byte & 0x3f);
    }
    // No surrogate, nothing above U+10FFFF, and in no more bytes than it takes.
    match char::from_u32(value) {
        Some(character) if len > 1 && character.len_utf8() == len => len,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn agrees(bytes: &[u8]) {
        let wrong = core::str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
        assert_eq!(wrong_by_character(bytes), &bytes[wrong..], "{bytes:02x?}");
        assert_eq!(super::wrong(bytes), &bytes[wrong..], "{bytes:02x?}");
    }

    #[test]
    fn it_agrees_with_core_on_all_sequences() {
        for first in 0..=u8::MAX {
            agrees(&[first]);
            for second in 0..=u8::MAX {
                agrees(&[first, second]);
                for third in 0..=u8::MAX {
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
    fn a_character_may_stand_anywhere() {
        let parts = ["", "a", "é", "€", "\u{10ffff}"].map(str::as_bytes).into_iter();
        let parts: Vec<_> = parts.chain([b"\xff".as_slice(), b"\xed\xa0\x80", b"\xf0\x9f\x98"]).collect();
        for a in &parts {
            for b in &parts {
                for c in &parts {
                    agrees(&[*a, *b, *c].concat());
                }
            }
        }
    }
}
