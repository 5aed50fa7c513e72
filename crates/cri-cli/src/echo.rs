//! An operand as it may be shown again: passwords masked.

use std::borrow::Cow;
use std::ops::Range;

use crate::format::{Format, decode_hex, digits_in_json, places_in_hex, write_hex};
use crate::input::Operand;
use crate::mask;

/// An operand and where the passwords in it stand.
#[derive(Debug)]
pub(crate) struct Echo<'a> {
    /// The operand as text as far as it is; CBOR as hex digits; nothing where it was too long to be read.
    pub(crate) text: Cow<'a, [u8]>,
    /// What must not be shown of it.
    pub(crate) secrets: Vec<Range<usize>>,
    pub(crate) shape: Shape,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Cbor,
    /// It was too long to be read.
    Unread,
}

impl<'a> Echo<'a> {
    /// An operand, written in `format`.
    pub(crate) fn new(operand: Operand<'a>, format: Format) -> Self {
        let Some(bytes) = operand.bytes else {
            return Self { text: Cow::default(), secrets: Vec::new(), shape: Shape::Unread };
        };
        let secrets = match format {
            Format::Cbor => {
                let mut digits = Vec::new();
                write_hex(&mut digits, bytes);
                let in_digits = |secret: Range<usize>| secret.start * 2..secret.end * 2;
                let secrets = mask::secrets_in_cbor(bytes).into_iter().map(in_digits).collect();
                return Self { text: digits.into(), secrets, shape: Shape::Cbor };
            }
            Format::Hex => secrets_in_hex(bytes),
            Format::Json => secrets_in_json(bytes),
            Format::Uri | Format::Edn => mask::secrets(bytes),
        };
        Self { text: bytes.into(), secrets, shape: Shape::Text }
    }

    /// The whole operand with each password masked.
    pub(crate) fn masked(&self) -> Cow<'_, [u8]> {
        mask::apply(&self.text, &self.secrets)
    }
}

/// Where passwords stand in hex digits of a CRI, as far as they are some.
fn secrets_in_hex(digits: &[u8]) -> Vec<Range<usize>> {
    let digits = std::str::from_utf8(digits).unwrap_or_default();
    let mut cbor = Vec::new();
    // What can be read before the first wrong digit is there also after an error.
    let _ = decode_hex(digits, &mut cbor);
    places_in_hex(digits, mask::secrets_in_cbor(&cbor))
}

/// Where passwords stand in a line that `--json` wrote: in the texts, and in the digits of `cri`.
fn secrets_in_json(line: &[u8]) -> Vec<Range<usize>> {
    let mut secrets = mask::secrets(line);
    if let Some(digits) = digits_in_json(line) {
        let from = digits.start;
        let in_line = |secret: Range<usize>| from + secret.start..from + secret.end;
        secrets.extend(secrets_in_hex(&line[digits]).into_iter().map(in_line));
        secrets.sort_by_key(|secret| secret.start);
    }
    secrets
}

#[cfg(test)]
mod tests {
    use super::Echo;
    use crate::format::Format;
    use crate::input::{Operand, Place};

    fn masked(operand: &[u8], format: Format) -> String {
        let echo = Echo::new(Operand { bytes: Some(operand), place: Place::Argument }, format);
        String::from_utf8_lossy(&echo.masked()).into_owned()
    }

    // shows: R3986-7.5-01
    #[test]
    fn a_password_is_masked_in_every_format() {
        // [-4, [false, "u:p", "h"]]
        assert_eq!(masked(b"https://u:p@h", Format::Uri), "https://u:***@h");
        assert_eq!(masked(b"0x822383f4 63753a 70 6168", Format::Hex), "0x822383f4 63753a *** 6168");
        assert_eq!(masked(b"\x82\x23\x83\xf4\x63u:p\x61h", Format::Cbor), "822383f463753a***6168");
        assert_eq!(masked(br#"[-4, [false, "u:p", "h"]]"#, Format::Edn), r#"[-4, [false, "u:***", "h"]]"#);
        let line = br#"{"uri":"https://u%3Ap@h","cri":"822383f463753a706168","edn":"[-4, [false, \"u:p\", \"h\"]]"}"#;
        let shown =
            r#"{"uri":"https://u%3A***@h","cri":"822383f463753a***6168","edn":"[-4, [false, \"u:***\", \"h\"]]"}"#;
        assert_eq!(masked(line, Format::Json), shown);
    }

    #[test]
    fn what_is_wrong_is_masked_as_far_as_it_goes() {
        assert_eq!(masked(b"822383f463753a70zz", Format::Hex), "822383f463753a***zz");
        assert_eq!(masked(b"\x83\xf4\x69u:p", Format::Cbor), "83f469753a***");
        assert_eq!(masked(b"https://u:p@h/\xff", Format::Uri), "https://u:***@h/\u{fffd}");
    }
}
