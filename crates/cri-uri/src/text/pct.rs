//! Percent-encoding (RFC 3986 section 2.1): triplets, what they stand for, and how a byte becomes one.

use core::fmt;

use cri_core::long_character;

/// The length of a triplet `%HH` in bytes.
pub(crate) const TRIPLET: usize = 3;

/// The percent-encoding of a byte.
pub(crate) fn triplet(byte: u8) -> [u8; TRIPLET] {
    let digit = |value: u8| b"0123456789ABCDEF".get(usize::from(value)).copied().unwrap_or_default();
    [b'%', digit(byte >> 4), digit(byte & 0x0f)]
}

/// The byte that the triplet at the start of `text` stands for. `None` if `text` does not begin with a triplet.
#[inline]
pub(crate) fn first_triplet(text: &[u8]) -> Option<u8> {
    let [b'%', digits @ ..] = text.first_chunk::<TRIPLET>()? else {
        return None;
    };
    let mut value = 0;
    for &byte in digits {
        value = value << 4 | hex_value(byte)?;
    }
    Some(value)
}

/// The byte that the triplet at the start of `text` stands for, and the text after the triplet.
pub(crate) fn split_triplet(text: &[u8]) -> Option<(u8, &[u8])> {
    Some((first_triplet(text)?, text.get(TRIPLET..)?))
}

/// The value of a hexadecimal digit.
#[inline(always)]
const fn hex_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte.wrapping_sub(b'0')),
        _ => match byte | 0x20 {
            letter @ b'a'..=b'f' => Some(letter.wrapping_sub(b'a' - 10)),
            _ => None,
        },
    }
}

/// The decoded bytes of a component: triplets become the bytes that they stand for, and other bytes stay.
#[derive(Clone)]
pub struct DecodedBytes<'a>(
    /// The part that was not decoded so far.
    pub(crate) &'a [u8],
);

impl<'a> DecodedBytes<'a> {
    /// The first byte that `test` takes, and the text that begins with it.
    pub(crate) fn find_byte(mut self, test: impl Fn(u8) -> bool) -> Option<(u8, &'a [u8])> {
        loop {
            let rest = self.0;
            let byte = self.next()?;
            if test(byte) {
                return Some((byte, rest));
            }
        }
    }
}

impl Iterator for DecodedBytes<'_> {
    type Item = u8;

    // Inlined, since these frames add up: a path reads items, an item reads runs, and a run reads characters.
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let (byte, len) = match first_triplet(self.0) {
            Some(byte) => (byte, TRIPLET),
            None => (*self.0.first()?, 1),
        };
        self.0 = self.0.get(len..)?;
        Some(byte)
    }
}

/// Shows no bytes, since they may be those of a password.
impl fmt::Debug for DecodedBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodedBytes").finish_non_exhaustive()
    }
}

/// The character at or above U+0080 that `text` begins with, percent-encoded or not. `None` if it begins with another
/// character, or with bytes that are not UTF-8.
pub(crate) fn first_long_character(text: &[u8]) -> Option<char> {
    // `text` is part of a `str`, so no character mixes triplets with bytes that are not percent-encoded.
    let mut utf8 = [0; 4];
    let mut bytes = DecodedBytes(text);
    for to in &mut utf8 {
        *to = bytes.next().unwrap_or_default();
    }
    long_character(&utf8)
}

/// The length in bytes of the UTF-8 of a character at or above U+0080, by its first byte.
pub(crate) const fn sequence_len(first: u8) -> Option<usize> {
    match first {
        0xc2..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf4 => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triplets_are_read_as_they_are_written() {
        for byte in 0..=u8::MAX {
            let encoded = triplet(byte);
            assert_eq!(encoded, *std::format!("%{byte:02X}").as_bytes());
            assert_eq!(split_triplet(&encoded), Some((byte, b"".as_slice())));
            assert_eq!(first_triplet(&encoded.map(|digit| digit.to_ascii_lowercase())), Some(byte));
            let is_digit = byte.is_ascii_hexdigit();
            assert_eq!(first_triplet(&[b'%', byte, b'0']).is_some(), is_digit);
            assert_eq!(first_triplet(&[b'%', b'0', byte]).is_some(), is_digit);
        }
    }
}
