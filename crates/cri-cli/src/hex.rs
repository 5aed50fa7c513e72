//! CBOR as hex digits, two a byte.

use std::ops::Range;

use super::empty;
use crate::failure::Failure;

/// Reads hex digits; blanks, and an `0x` in front, do not count.
pub(super) fn read(text: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    decode(text, buffer)?;
    if buffer.is_empty() { Err(empty()) } else { Ok(()) }
}

/// Whether these are the digits of some bytes, and blanks.
pub(super) fn are_bytes(text: &[u8]) -> bool {
    let digits = text.iter().filter(|byte| !blank(byte));
    let count = digits.clone().count();
    count > 0 && count % 2 == 0 && digits.copied().all(|digit| value(digit).is_some())
}

/// Appends the bytes that the digits stand for.
pub(crate) fn decode(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    let mut high = None;
    for (at, digit) in digits(text) {
        let Some(value) = value(digit) else {
            return Err(Failure::new("invalid-hex", "expected a hex digit, found another character").at(at).in_text());
        };
        match high.take() {
            None => high = Some(value),
            Some(high) => bytes.push(high << 4 | value),
        }
    }
    match high {
        None => Ok(()),
        Some(_) => {
            let message = "expected an even number of hex digits, found an odd number";
            Err(Failure::new("invalid-hex", message).at(text.len()).in_text())
        }
    }
}

/// Where in the text the two digits of the byte at `offset` stand; the text's end, if they are not in it.
pub(super) fn locate(text: &str, offset: usize) -> Range<usize> {
    places(text, Some(offset..offset.saturating_add(1))).pop().unwrap_or(text.len()..text.len() + 1)
}

/// Where in the text the first digit of the byte at `offset` stands, whether or not it is one; the text's end, if it
/// is not in it.
pub(crate) fn digit(text: &str, offset: usize) -> usize {
    let digit = offset.checked_mul(2).and_then(|digit| digits(text).nth(digit));
    digit.map_or(text.len(), |(at, _)| at)
}

/// Where in the text the digits of each of these runs of bytes stand. The runs ascend, and none is empty; those that
/// are not all there are left out.
pub(crate) fn places(text: &str, runs: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut digits = digits(text).map(|(at, _)| at);
    let mut passed = 0;
    let mut next_to = |digit: usize| {
        let skipped = digit - passed;
        passed = digit + 1;
        digits.nth(skipped)
    };
    let place =
        |run: Range<usize>| Some(next_to(run.start.checked_mul(2)?)?..next_to(run.end.checked_mul(2)? - 1)? + 1);
    runs.into_iter().map_while(place).collect()
}

/// Appends the digits of the bytes.
pub(crate) fn write(output: &mut Vec<u8>, bytes: &[u8]) {
    let start = output.len();
    output.resize(start + bytes.len() * 2, 0);
    // Worked out and not looked up, many are made at once.
    for (digits, byte) in output[start..].as_chunks_mut().0.iter_mut().zip(bytes) {
        *digits = [byte >> 4, byte & 0xf].map(digit_of);
    }
}

/// The digit of a value below 16.
const fn digit_of(value: u8) -> u8 {
    value + if value < 10 { b'0' } else { b'a' - 10 }
}

/// The characters that should be digits, and where they stand.
fn digits(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !blank(byte)).unwrap_or(bytes.len());
    let prefix = if matches!(bytes[start..], [b'0', b'x' | b'X', ..]) { 2 } else { 0 };
    let digits = bytes.iter().copied().enumerate().skip(start + prefix);
    digits.filter(|(_, byte)| !blank(byte))
}

fn blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, digit, locate, places, write};

    fn decoded(text: &str) -> Result<Vec<u8>, Option<usize>> {
        let mut bytes = Vec::new();
        decode(text, &mut bytes).map(|()| bytes).map_err(|failure| failure.offset)
    }

    #[test]
    fn blanks_and_a_prefix_do_not_count() {
        for text in ["8a0B", "0x8a0b", " 0X8A 0 b ", "8a\t0b"] {
            assert_eq!(decoded(text), Ok(vec![0x8a, 0x0b]), "{text:?}");
        }
        assert_eq!(decoded(" 0x "), Ok(vec![]));
    }

    #[test]
    fn anything_else_is_refused_where_it_stands() {
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
