//! Bytes as hexadecimal digits, two for each byte. Blanks between bytes are ignored.

use serde::{Deserialize, Deserializer, de::Error};

/// The bytes as lower-case digits without blanks, as results are compared and shown.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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
    let digits: Vec<u8> = text
        .chars()
        .filter(|character| *character != ' ')
        .map(|character| character.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
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
