//! CBOR as hex digits, two for each byte.

use std::ops::Range;

use crate::fault::Fault;

/// The bytes that the digits stand for. Blanks are left out, and so is a `0x` before the first digit.
///
/// # Errors
///
/// `invalid-hex`, as the program `cri` has it.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (at, digit) in digits(text) {
        let Some(value) = digit.to_digit(16).and_then(|value| u8::try_from(value).ok()) else {
            let message = format!(
                "{digit:?} (U+{:04X}) is not a hex digit; digits are 0 to 9 and a to f",
                u32::from(digit)
            );
            return Err(
                Fault::new("invalid-hex", message).at(at..at.saturating_add(digit.len_utf8()))
            );
        };
        match high.take() {
            None => high = Some(value),
            Some(high) => bytes.push(high << 4 | value),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => {
            let message = "the number of hex digits is odd; each byte takes two";
            Err(Fault::new("invalid-hex", message).at(text.len()..text.len()))
        }
    }
}

/// The range in the text of the two digits of the byte at `offset`. The end of the text, if they are not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    let mut digits = digits(text).map(|(at, _)| at).skip(offset.saturating_mul(2));
    match (digits.next(), digits.next()) {
        (Some(first), Some(second)) => first..second.saturating_add(1),
        _ => text.len()..text.len(),
    }
}

/// The bytes as hex digits.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
}

/// The characters that should be digits, and their offsets.
fn digits(text: &str) -> impl Iterator<Item = (usize, char)> {
    let has_prefix = text.starts_with("0x") || text.starts_with("0X");
    let digits = text.char_indices().skip(if has_prefix { 2 } else { 0 });
    digits.filter(|(_, character)| !character.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, locate};

    #[test]
    fn blanks_and_a_prefix_are_left_out() {
        for text in ["8a0B", "0x8a0b", "0X8A 0 b", "8a\t0b", "8a\n0b"] {
            assert_eq!(decode(text), Ok(vec![0x8a, 0x0b]), "{text:?}");
        }
    }

    #[test]
    fn other_characters_are_refused_where_they_stand() {
        for (text, at) in
            [("8x", 1..2), ("80 0x80", 4..5), ("8é", 1..3), ("80 8", 4..4), ("0x8", 3..3)]
        {
            assert_eq!(decode(text).map_err(|fault| fault.place), Err(Some(at)), "{text}");
        }
    }

    #[test]
    fn a_byte_is_found_in_the_text() {
        assert_eq!(locate("8201", 1), 2..4);
        assert_eq!(locate("0x82 0 1", 1), 5..8);
        assert_eq!(locate("8201", 2), 4..4);
        assert_eq!(locate("8201", usize::MAX), 4..4);
    }

    #[test]
    fn digits_are_lower_case() {
        assert_eq!(encode(&[0x00, 0x9f, 0xc3]), "009fc3");
    }
}
