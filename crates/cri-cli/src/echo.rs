//! An operand as it may be shown: with its passwords masked.

use std::borrow::Cow;
use std::ops::Range;

use cri_uri::{Options, password};

use crate::format::{Format, json};
use crate::hex;
use crate::input::operand::{Operand, TooLong};
use crate::mask::cbor::secrets_in_cbor;
use crate::mask::digits::{hidden_in_hex, hidden_in_stray_hex};
use crate::mask::options::{is_option, secrets_in_options};
use crate::mask::ranges::{apply, merged};
use crate::mask::text::{passwords_in_strings, readable, search, widest_password};

/// An operand, and the ranges of the passwords in it.
#[derive(Debug)]
pub(crate) struct Echo<'a> {
    /// The bytes of the operand. CBOR is hex digits.
    pub(crate) text: Cow<'a, [u8]>,
    /// The ranges of `text` that must not be shown. They ascend.
    pub(crate) secrets: Vec<Range<usize>>,
    pub(crate) shape: Shape,
}

/// What the text of an [`Echo`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Cbor,
    /// The first bytes of text that was too long to be read.
    Start,
}

/// How many bytes are shown of an operand that was too long to be read.
pub(crate) const KEPT: usize = 64;

impl<'a> Echo<'a> {
    /// An operand, written in `format`.
    pub(crate) fn new(operand: Operand<'a>, format: Format) -> Self {
        Self::cutting(operand, |bytes| Self::of(bytes, format))
    }

    /// An operand that is CoAP options, one per line.
    pub(crate) fn of_options(operand: Operand<'a>) -> Self {
        Self::cutting(operand, |bytes| Self {
            text: bytes.into(),
            secrets: secrets_in_options(bytes),
            shape: Shape::Text,
        })
    }

    fn cutting(operand: Operand<'a>, of: impl FnOnce(&'a [u8]) -> Self) -> Self {
        match operand.bytes {
            Ok(bytes) => of(bytes),
            // The digits go on after the start, so an odd number of them is no error.
            Err(TooLong { start }) => of(&start[..start.len() & !1]).cut(),
        }
    }

    fn of(bytes: &'a [u8], format: Format) -> Self {
        if format == Format::Cbor {
            let mut digits = Vec::new();
            hex::write(&mut digits, bytes);
            let in_digits = |secret: Range<usize>| secret.start * 2..secret.end * 2;
            // The bytes need not be a CRI: an item may be the text of a URI.
            let secrets =
                secrets_in_cbor(bytes).into_iter().chain(password::find(bytes)).map(in_digits);
            return Self {
                text: digits.into(),
                secrets: merged(secrets.collect()),
                shape: Shape::Cbor,
            };
        }
        let text = readable(bytes);
        let mut secrets = search(&text);
        let is_valid = || format.read(bytes, Options::default(), &mut Vec::new()).is_ok();
        let is_notation = text.trim_start().starts_with('[');
        // JSON, digits and options are operands of other commands, and may be given to this one.
        let is_hex = || {
            matches!(format, Format::Hex | Format::Json)
                || text.starts_with("0x")
                || text.starts_with("0X")
        };
        let digits = json::digits(bytes).or_else(|| is_hex().then_some(0..text.len()));
        if let Some(digits) = digits.filter(|digits| !digits.is_empty()) {
            let hidden = hidden_in_hex(&text[digits.clone()]).into_iter();
            secrets.extend(
                hidden.map(|secret| digits.start + secret.start..digits.start + secret.end),
            );
        } else if !is_notation {
            secrets.extend(hidden_in_stray_hex(&text, is_valid));
            if is_option(&text) && !is_valid() {
                secrets.extend(secrets_in_options(bytes));
            }
        }
        let is_uri = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'"';
        let is_utf8 = matches!(text, Cow::Borrowed(_));
        // Text without an `@` has no password, unless a byte that is not UTF-8 stands in its place.
        if !is_utf8 || format.is_text() && bytes.contains(&b'@') && !bytes.iter().all(is_uri) {
            secrets.extend(widest_password(bytes));
        }
        if is_notation {
            let strings = passwords_in_strings(&text);
            if !strings.is_empty() && !is_valid() {
                secrets.extend(strings);
            }
        }
        Self { text: bytes.into(), secrets: merged(secrets), shape: Shape::Text }
    }

    /// The first bytes of the echo. Passwords were found in all that was read.
    fn cut(mut self) -> Self {
        let (len, shape) = match self.shape {
            Shape::Cbor => (KEPT * 2, Shape::Cbor),
            _ => (KEPT, Shape::Start),
        };
        self.text = self.text[..len.min(self.text.len())].to_vec().into();
        self.secrets.retain_mut(|secret| {
            secret.end = secret.end.min(len);
            secret.start < secret.end
        });
        Self { shape, ..self }
    }

    /// The whole operand with each password masked.
    pub(crate) fn masked(&self) -> Cow<'_, [u8]> {
        apply(&self.text, &self.secrets)
    }
}

#[cfg(test)]
mod tests {
    use super::{Echo, KEPT};
    use crate::format::Format;
    use crate::input::operand::{Operand, Place, TooLong};

    fn shown(bytes: Result<&[u8], TooLong<'_>>, format: Format) -> String {
        let echo = Echo::new(Operand { bytes, place: Place::Argument }, format);
        String::from_utf8_lossy(&echo.masked()).into_owned()
    }

    fn masked(operand: &[u8], format: Format) -> String {
        shown(Ok(operand), format)
    }

    // shows: R3986-7.5-01
    #[test]
    fn a_password_is_masked_in_options() {
        for (operand, expected) in [
            ("Proxy-Uri: https://u:p@h  # dd", "Proxy-Uri: https://u:***@h  ***"),
            (
                "Proxy-Cri: 0x822383f463753a706168  # dd\r\n# d0\na",
                "Proxy-Cri: 0x822383f463753a***6168  ***\r\n***\na",
            ),
            ("Option 235: 0X8223 83f463753a70zz", "Option 235: 0X822***"),
            ("Proxy-Cri: 8x2383f468753a736563726574", "Proxy-Cri: 8x238***"),
            (
                "Uri-Path: 123e4567-e89b-12d3-a456-426614174000",
                "Uri-Path: 123e4567-e89b-12d3-a456-426614174000",
            ),
            ("Option 35: 0x2f2f753a704068  # dd", "Option 35: 0x2f2f753a***4068  ***"),
            ("Option 35: 0x2f 2f 75 3a 70 7zz", "Option 35: 0x2f 2f 75 3a ***"),
            (r"Proxy-Uri: https:\x2f\x2fu\x3ap\x40h/", r"Proxy-Uri: https:\x2f\x2fu\x3a***\x40h/"),
            (r"a\nProxy-Uri: //u:\\x40\x7@h", r"a\nProxy-Uri: //u:***@h"),
            ("Proxy-Cri: 0x82  # d2de 822383f463753a706168", "Proxy-Cri: 0x82  ***"),
            ("Proxy-Uri:  # d8 2f2f753a704068", "Proxy-Uri:  ***"),
            ("Uri-Host: h  # 31 68", "Uri-Host: h  # 31 68"),
            ("Proxy-Uri: //u:p@h\nUri-Path: #", "Proxy-Uri: //u:***@h\nUri-Path: ***"),
        ] {
            let echo =
                Echo::of_options(Operand { bytes: Ok(operand.as_bytes()), place: Place::Argument });
            assert_eq!(String::from_utf8_lossy(&echo.masked()), expected);
        }
    }

    // shows: R3986-7.5-01
    #[test]
    fn a_password_is_masked_in_every_format() {
        // [-4, [false, "u:p", "h"]]
        assert_eq!(masked(b"https://u:p@h", Format::Uri), "https://u:***@h");
        assert_eq!(masked(b"0x822383f4 63753a 70 6168", Format::Hex), "0x822383f4 63753a *** 6168");
        assert_eq!(masked(b"\x82\x23\x83\xf4\x63u:p\x61h", Format::Cbor), "822383f463753a***6168");
        assert_eq!(
            masked(br#"[-4, [false, "u:p", "h"]]"#, Format::Edn),
            r#"[-4, [false, "u:***", "h"]]"#
        );
        let line = br#"{"uri":"https://u%3Ap@h","cri":"822383f463753a706168","edn":"[-4, [false, \"u:p\", \"h\"]]"}"#;
        let shown = r#"{"uri":"https://u%3A***@h","cri":"822383f463753a***6168","edn":"[-4, [false, \"u:***\", \"h\"]]"}"#;
        assert_eq!(masked(line, Format::Json), shown);
    }

    #[test]
    fn a_uri_in_bytes_is_masked() {
        // "https://u:p@h", and the digits of http:/u:p@h
        assert_eq!(masked(b"\x6dhttps://u:p@h", Format::Cbor), "6d68747470733a2f2f753a***4068");
        assert_eq!(masked(b"\x6bhttp:/u:p@h", Format::Cbor), "6b687474703a2f753a***4068");
        assert_eq!(masked(b"687474703a2f753a704068", Format::Hex), "687474703a2f753a***4068");
        assert_eq!(masked(b"2f2f753a70zz", Format::Hex), "2f2f753a***");
    }

    #[test]
    fn a_wrong_operand_is_masked() {
        for (digits, shown) in [
            (&b"822383f463753a70zz"[..], "8223***"),
            (b"822383f468753azz736563726574", "8223***"),
            (b"822383f468753a73zz6563726574", "8223***"),
            (b"822383f468753a7", "822383f468753a***"),
            (b"822383f46zz753a736563726574", "8223***"),
            (b"822383f4 68zz3a736563726574", "8223***"),
            (b"822383f461756168zz", "8223***z***"),
            (b"822083826175616z", "822083826175616z"),
            (br#"{"cri":"822383f468753azz736563726574"}"#, r#"{"cri":"8223***"}"#),
        ] {
            assert_eq!(masked(digits, Format::Hex), shown);
        }
        assert_eq!(masked(b"822383f463753a70\xff6168", Format::Hex), "8223***");
        assert_eq!(masked(b"\x83\xf4\x69u:p", Format::Cbor), "83f469753a***");
        assert_eq!(masked(b"https://u:p@h/\xff", Format::Uri), "https://u:***@h/\u{fffd}");
        assert_eq!(masked(br#"[false, "u:p", "\xff"#, Format::Edn), "[false***");
    }

    #[test]
    fn an_operand_in_another_form_is_masked() {
        for format in [Format::Uri, Format::Hex, Format::Edn, Format::Json] {
            assert_eq!(masked(b"https://u:p@h", format), "https://u:***@h", "{format:?}");
            assert_eq!(
                masked(br#"[-4, [false, "u:p", "h"]]"#, format),
                r#"[-4, [false, "u:***", "h"]]"#,
                "{format:?}"
            );
        }
    }

    #[test]
    fn the_start_of_a_long_operand_is_masked() {
        let secret = "s".repeat(KEPT);
        for (operand, expected) in [
            (format!("https://u:{secret}@h/"), "https://u:***".to_owned()),
            (format!("{secret}https://u:{secret}@h/"), secret.clone()),
        ] {
            assert_eq!(shown(Err(TooLong { start: operand.as_bytes() }), Format::Uri), expected);
        }
        let cbor = [b"\x83\xf4\x78\x42u:", secret.as_bytes(), b"\x61h"].concat();
        assert_eq!(shown(Err(TooLong { start: &cbor }), Format::Cbor), "83f47842753a***");
    }
}
