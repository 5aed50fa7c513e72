//! CBOR as hex digits, two for each byte, as tools print them.
//!
//! Blanks may be among the digits. Between bytes, there may be `:`, `,` or `-`, and before each byte `0x` or `\\x`. Around
//! them, there may be `h'…'` or `x'…'`.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// The reason why a text is not the hex digits of bytes, and where.
///
/// ```
/// use cri_inspect::operand::hex::{HexError, decode};
///
/// assert_eq!(decode("0x82 2g"), Err(HexError::Invalid { found: 'g', offset: 6 }));
/// assert_eq!(decode("0x8"), Err(HexError::Odd { offset: 3 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexError {
    /// This character is not a hex digit.
    Invalid {
        /// The character.
        found: char,
        /// The offset of the character in bytes.
        offset: usize,
    },
    /// The number of digits is odd.
    Odd {
        /// The length of the text in bytes.
        offset: usize,
    },
}

impl HexError {
    /// The place of the error in the text, in bytes. Empty at the end of the text.
    #[must_use]
    pub const fn place(self) -> Range<usize> {
        match self {
            Self::Invalid { found, offset } => offset..offset.saturating_add(found.len_utf8()),
            Self::Odd { offset } => offset..offset,
        }
    }
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { found, .. } => {
                if !cri_core::__private::is_hidden(*found) {
                    write!(f, "{found:?} ")?;
                }
                let advice = match found {
                    ':' | ',' | '-' => "each byte takes two",
                    _ => "digits are 0 to 9 and a to f",
                };
                write!(f, "(U+{:04X}) is not a hex digit; {advice}", u32::from(*found))
            }
            Self::Odd { .. } => f.write_str("the number of hex digits is odd; each byte takes two"),
        }
    }
}

impl Error for HexError {}

/// Returns the bytes that the digits stand for.
///
/// ```
/// use cri_inspect::operand::hex::decode;
///
/// for text in ["0x82 20", "82:20", "0x82, 0x20", "h'8220'", r"\x82\x20"] {
///     assert_eq!(decode(text), Ok(vec![0x82, 0x20]));
/// }
/// ```
///
/// # Errors
///
/// The first character that is not a digit, or an odd number of digits.
pub fn decode(text: &str) -> Result<Vec<u8>, HexError> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (offset, found) in digits(text) {
        let value = found.to_digit(16).and_then(|value| u8::try_from(value).ok());
        let value = value.ok_or(HexError::Invalid { found, offset })?;
        match high.take() {
            None => high = Some(value),
            Some(high) => bytes.push(high << 4 | value),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(HexError::Odd { offset: text.len() }),
    }
}

/// Returns the bytes as hex digits, in lower case.
///
/// ```
/// assert_eq!(cri_inspect::operand::hex::encode(&[0x82, 0x0a]), "820a");
/// ```
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}

/// Returns the place in the text of the two digits of the byte at `offset`. At the end of the text, and empty, if they are
/// not there.
///
/// ```
/// assert_eq!(cri_inspect::operand::hex::locate("0x82 20", 1), 5..7);
/// ```
#[must_use]
pub fn locate(text: &str, offset: usize) -> Range<usize> {
    let mut digits = digits(text).map(|(at, _)| at).skip(offset.saturating_mul(2));
    match (digits.next(), digits.next()) {
        (Some(first), Some(second)) => first..second.saturating_add(1),
        _ => text.len()..text.len(),
    }
}

/// The characters that should be digits, and their offsets.
fn digits(text: &str) -> impl Iterator<Item = (usize, char)> {
    let inside = unquoted(text).unwrap_or(text);
    let mut at = inside.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let end = at.saturating_add(inside.len());
    let mut count = 0_usize;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..end)?;
            let next = rest.chars().next()?;
            let len = match rest.as_bytes() {
                _ if next.is_ascii_whitespace() => 1,
                // What follows is between bytes.
                _ if count % 2 == 1 => 0,
                [b':' | b',' | b'-', ..] if count > 0 => 1,
                [b'0' | b'\\', b'x' | b'X', ..] => 2,
                _ => 0,
            };
            if len == 0 {
                let found = (at, next);
                at = at.saturating_add(next.len_utf8());
                count = count.saturating_add(1);
                return Some(found);
            }
            at = at.saturating_add(len);
        }
    })
}

/// The text in `h'…'`, as diagnostic notation writes bytes, or in `x'…'`, as SQL does.
pub(crate) fn unquoted(text: &str) -> Option<&str> {
    let text = text.trim_ascii();
    text.strip_prefix(['h', 'H', 'x', 'X'])?.strip_prefix('\'')?.strip_suffix('\'')
}

/// Returns the offset of the first digit, after blanks and `0x`.
#[must_use]
pub fn first_digit(text: &str) -> usize {
    let digits = text.trim_ascii_start();
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    text.len().saturating_sub(digits.len())
}

#[cfg(test)]
mod tests {
    use super::{HexError, decode, locate};

    #[test]
    fn blanks_and_a_prefix_are_left_out() {
        for text in [
            "8a0B",
            "0x8a0b",
            " 0X8A 0 b ",
            "8a\t0b",
            "8a\n0b",
            "8a:0b",
            "8A-0B",
            "8a,0b,",
            "0x8a, 0x0b",
            "0x8a 0x0b",
            r"\x8a\x0b",
            "h'8a0b'",
            " X'8a 0b' ",
        ] {
            assert_eq!(decode(text), Ok(vec![0x8a, 0x0b]), "{text:?}");
        }
        assert_eq!(decode(" 0x "), Ok(vec![]));
    }

    #[test]
    fn other_characters_are_refused_where_they_are() {
        for (text, place) in [
            ("8x", 1..2),
            ("80 0x8x", 6..7),
            ("8é", 1..3),
            ("80 8", 4..4),
            ("0x8", 3..3),
            ("8:0", 1..2),
            ("0x8, 0x0", 3..4),
            (":80", 0..1),
            ("h'80", 0..1),
            ("h'8'", 4..4),
            ("80;80", 2..3),
        ] {
            assert_eq!(decode(text).map_err(HexError::place), Err(place), "{text}");
        }
    }

    #[test]
    fn a_byte_is_found_in_the_text() {
        assert_eq!(locate("8201", 1), 2..4);
        assert_eq!(locate("0x82 0 1", 1), 5..8);
        assert_eq!(locate("0x82, 0x01", 1), 8..10);
        assert_eq!(locate("h'8201'", 1), 4..6);
        assert_eq!(locate("h'8201'", 2), 7..7);
        assert_eq!(locate("8201", 2), 4..4);
        assert_eq!(locate("8201", usize::MAX), 4..4);
    }
}
