//! CBOR as hex digits, two for each byte.

use std::ops::Range;

use cri_operand::hex;
use faster_hex::{hex_decode, hex_encode, hex_string};

use crate::failure::Failure;

/// Appends the bytes that the digits stand for. Blanks are left out, and so is an `0x` before the first digit.
///
/// # Errors
///
/// `invalid-hex`.
pub(crate) fn decode(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    // Most text has no blanks among the digits, and no other characters.
    let (start, digits) = (bytes.len(), &text.as_bytes()[hex::first_digit(text)..]);
    bytes.resize(start + digits.len() / 2, 0);
    if hex_decode(digits, &mut bytes[start..]).is_ok() {
        return Ok(());
    }
    bytes.truncate(start);
    let read = hex::decode(text)
        .map_err(|error| Failure::new("invalid-hex", error).at(error.place().start).in_text())?;
    bytes.extend(read);
    Ok(())
}

/// The range in the text of the two digits of the byte at `offset`. The end of the text, if they are not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    let place = hex::locate(text, offset);
    place.start..place.end.max(place.start + 1)
}

/// The bytes as hex digits.
pub(crate) fn in_hex(bytes: &[u8]) -> String {
    hex_string(bytes)
}

/// Appends the digits of the bytes.
pub(crate) fn write(output: &mut Vec<u8>, bytes: &[u8]) {
    let start = output.len();
    output.resize(start + bytes.len() * 2, 0);
    // INVARIANT: there is room for two digits of each byte.
    let _ = hex_encode(bytes, &mut output[start..]);
}

#[cfg(test)]
mod tests {
    use super::{decode, locate, write};

    fn decoded(text: &str) -> Result<Vec<u8>, Option<usize>> {
        let mut bytes = Vec::new();
        decode(text, &mut bytes).map(|()| bytes).map_err(|failure| failure.offset)
    }

    #[test]
    fn plain_digits_and_others_are_read_alike() {
        for text in ["8a0B", "0x8a0b", " 0X8A 0 b ", "8a\t0b"] {
            assert_eq!(decoded(text), Ok(vec![0x8a, 0x0b]), "{text:?}");
        }
        assert_eq!(decoded("80 8"), Err(Some(4)));
    }

    #[test]
    fn the_end_of_the_text_is_marked_where_a_byte_is_missing() {
        assert_eq!(locate("0x82 0 1", 1), 5..8);
        assert_eq!(locate("8201", 2), 4..5);
    }

    #[test]
    fn digits_are_lower_case() {
        let mut output = b"x".to_vec();
        write(&mut output, &[0x00, 0x9f, 0xc3]);
        assert_eq!(output, b"x009fc3");
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let expected: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        output.clear();
        write(&mut output, &bytes);
        assert_eq!(output, expected.as_bytes());
    }
}
