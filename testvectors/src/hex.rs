//! Bytes as hexadecimal digits, two for each byte. Blanks between bytes are ignored.

use serde::{Deserialize, Deserializer, de::Error};

/// The bytes as lower-case digits without blanks, as results are compared and shown.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(digit.into(), 16));
        }
    }
    text
}

/// Reads a required field.
pub(crate) fn bytes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(from)?;
    from_hex(&text).ok_or_else(|| {
        D::Error::custom(format_args!("expected pairs of hex digits, found {text:?}"))
    })
}

/// Reads an optional field.
pub(crate) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<u8>>, D::Error> {
    bytes(from).map(Some)
}

/// Reads pairs of digits. `None` means that the text has anything else.
#[must_use]
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let text = text.replace(' ', "");
    let (pairs, rest) = text.as_bytes().as_chunks();
    let mut bytes = Vec::with_capacity(pairs.len());
    // Without optimisation, a loop is much faster than iterators.
    for &[high, low] in pairs {
        let (Some(high), Some(low)) = (digit(high), digit(low)) else { return None };
        bytes.push(high << 4 | low);
    }
    rest.is_empty().then_some(bytes)
}

fn digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{from_hex, to_hex};

    #[test]
    fn pairs_of_digits_are_bytes() {
        assert_eq!(from_hex(""), Some(vec![]));
        assert_eq!(from_hex("00fF a1"), Some(vec![0x00, 0xff, 0xa1]));
        assert_eq!(to_hex(&[0x00, 0xff, 0xa1]), "00ffa1");
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(from_hex("0"), None);
        assert_eq!(from_hex("0x00"), None);
        assert_eq!(from_hex("zz"), None);
    }
}
