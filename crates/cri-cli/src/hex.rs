//! CBOR as hex digits, two for each byte.

use std::ops::Range;

use faster_hex::{hex_decode, hex_encode, hex_string};

use crate::characters::named;
use crate::failure::Failure;

/// Appends the bytes that the digits stand for. Blanks are left out, and so is an `0x` before the first digit.
///
/// # Errors
///
/// `invalid-hex`.
pub(crate) fn decode(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    // Most text has no blanks among the digits, and no other characters.
    let (start, digits) = (bytes.len(), &text.as_bytes()[first_digit(text)..]);
    bytes.resize(start + digits.len() / 2, 0);
    if hex_decode(digits, &mut bytes[start..]).is_ok() {
        return Ok(());
    }
    bytes.truncate(start);
    decode_each(text, bytes)
}

/// [`decode`] of any text, one digit after the other.
fn decode_each(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let mut high = None;
    for (at, digit) in digits(text) {
        let Some(value) = value(digit) else {
            let found = text[at..].chars().next().map_or(String::new(), named);
            let message = format!("{found} is not a hex digit; digits are 0 to 9 and a to f");
            return Err(Failure::new("invalid-hex", message).at(at).in_text());
        };
        match high.take() {
            None => high = Some(value),
            Some(high) => bytes.push(high << 4 | value),
        }
    }
    match high {
        None => Ok(()),
        Some(_) => {
            let message = "the number of hex digits is odd; each byte takes two";
            Err(Failure::new("invalid-hex", message).at(text.len()).in_text())
        }
    }
}

/// The range in the text of the two digits of the byte at `offset`. The end of the text, if they are not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    places(text, Some(offset..offset.saturating_add(1))).pop().unwrap_or(text.len()..text.len() + 1)
}

/// The offset in the text of the first digit of the byte at `offset`, also where it is a wrong digit. The end of the
/// text, if it is not there.
pub(crate) fn digit(text: &str, offset: usize) -> usize {
    let digit = offset.checked_mul(2).and_then(|digit| digits(text).nth(digit));
    digit.map_or(text.len(), |(at, _)| at)
}

/// The range in the text of the digits of each run of bytes. The runs ascend, and none is empty. Runs whose digits are
/// not all there are left out.
pub(crate) fn places(
    text: &str,
    runs: impl IntoIterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let mut digits = digits(text).map(|(at, _)| at);
    let mut passed = 0;
    let mut next_to = |digit: usize| {
        let skipped = digit - passed;
        passed = digit + 1;
        digits.nth(skipped)
    };
    let place = |run: Range<usize>| {
        Some(next_to(run.start.checked_mul(2)?)?..next_to(run.end.checked_mul(2)? - 1)? + 1)
    };
    runs.into_iter().map_while(place).collect()
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

/// The value of a digit.
fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Where the digits begin, after blanks and an `0x`.
fn first_digit(text: &str) -> usize {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !is_blank(byte)).unwrap_or(bytes.len());
    if matches!(bytes[start..], [b'0', b'x' | b'X', ..]) { start + 2 } else { start }
}

/// The bytes that should be digits, and their offsets.
fn digits(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let digits = text.bytes().enumerate().skip(first_digit(text));
    digits.filter(|(_, byte)| !is_blank(byte))
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::{decode, digit, locate, places, write};

    fn decoded(text: &str) -> Result<Vec<u8>, Option<usize>> {
        let mut bytes = Vec::new();
        decode(text, &mut bytes).map(|()| bytes).map_err(|failure| failure.offset)
    }

    #[test]
    fn blanks_and_a_prefix_are_left_out() {
        for text in ["8a0B", "0x8a0b", " 0X8A 0 b ", "8a\t0b"] {
            assert_eq!(decoded(text), Ok(vec![0x8a, 0x0b]), "{text:?}");
        }
        assert_eq!(decoded(" 0x "), Ok(vec![]));
    }

    #[test]
    fn other_characters_are_refused_where_they_stand() {
        assert_eq!(decoded("8x"), Err(Some(1)));
        assert_eq!(decoded("80 0x80"), Err(Some(4)));
        assert_eq!(decoded("8é"), Err(Some(1)));
        assert_eq!(decoded("80 8"), Err(Some(4)));
        assert_eq!(decoded("0x8"), Err(Some(3)));
    }

    #[test]
    fn a_byte_is_found_in_the_text() {
        assert_eq!(locate("8201", 1), 2..4);
        assert_eq!(locate("0x82 0 1", 1), 5..8);
        assert_eq!(locate("8201", 2), 4..5);
        assert_eq!(locate("8201", usize::MAX), 4..5);
        assert_eq!(["0x82 0z", "0x82 0", "0x82"].map(|text| digit(text, 1)), [5, 5, 4]);
        assert_eq!(places("0x82 0102 03", [0..1, 1..3, 3..4, 4..5]), [2..4, 5..9, 10..12]);
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
