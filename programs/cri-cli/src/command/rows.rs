//! `--rows`: exactly one row of output for each row of input, as databases read and write tab-separated values.
//!
//! `\N` is null. A backslash begins an escape, and a tab separates columns. Of a character that steers a terminal, and of what is
//! no UTF-8, each byte is `\x` and two hex digits, so that no answer steers a terminal. `ClickHouse` and `PostgreSQL` read these, too. A column
//! of CBOR is not text, and has the other escapes only.
//!
//! A failed row is data for the program at the other
//! end of the pipe: its answer is null, and neither a report nor the exit status tells of it.

use std::fmt::Display;
use std::io::Write;

use memchr::memchr;

use crate::characters::{is_plain, len_of_character};
use crate::failure::Failure;

/// Null, in a column.
pub(crate) const NULL: &[u8] = b"\\N";

/// The bytes that are escaped, and the letters that stand for them after a backslash.
const ESCAPES: [(u8, u8); 8] = [
    (b'\0', b'0'),
    (b'\x08', b'b'),
    (b'\t', b't'),
    (b'\n', b'n'),
    (b'\x0b', b'v'),
    (b'\x0c', b'f'),
    (b'\r', b'r'),
    (b'\\', b'\\'),
];

/// How the answers to rows are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// Whether columns for errors follow the answer.
    pub(crate) errors: bool,
    /// Whether no line end follows an answer.
    pub(crate) is_cbor: bool,
}

impl Rows {
    /// Ends a row, whose answer is the output after `start`. No output is null: a command that fails writes nothing.
    pub(crate) fn end(self, start: usize, answered: Result<(), Failure>, output: &mut Vec<u8>) {
        if output.len() == start {
            output.extend_from_slice(NULL);
        } else {
            if !self.is_cbor {
                output.pop();
            }
            self.escape(output, start);
        }
        self.end_row(answered, output);
    }

    /// Escapes the answer that begins at `start`.
    pub(crate) fn escape(self, output: &mut Vec<u8>, start: usize) {
        if self.is_cbor {
            escape_by(output, start, |_| true);
        } else {
            escape(output, start);
        }
    }

    /// Ends a row whose columns are written, but for those of the error.
    pub(crate) fn end_row(self, answered: Result<(), Failure>, output: &mut Vec<u8>) {
        if self.errors {
            let (kind, offset) = match answered {
                Ok(()) => (None, None),
                Err(failure) => (Some(failure.kind), failure.offset),
            };
            write_column(output, kind);
            write_column(output, offset);
        }
        output.push(b'\n');
    }
}

/// Appends a column after others, with escapes.
pub(crate) fn write_column(output: &mut Vec<u8>, value: Option<impl Display>) {
    output.push(b'\t');
    let start = output.len();
    match value {
        // Writing to a vector never fails.
        Some(value) => drop(write!(output, "{value}")),
        None => return output.extend_from_slice(NULL),
    }
    escape(output, start);
}

/// The value of a column, `None` if it is null. A value with escapes is written to `room`.
pub(crate) fn value<'v>(column: &'v [u8], room: &'v mut Vec<u8>) -> Option<&'v [u8]> {
    if column == NULL {
        return None;
    }
    let Some(plain) = memchr(b'\\', column) else { return Some(column) };
    let (plain, escaped) = column.split_at(plain);
    room.clear();
    room.extend_from_slice(plain);
    let mut rest = escaped;
    while let [byte, after @ ..] = rest {
        let read = if *byte == b'\\' { unescape(after) } else { None };
        let (byte, after) = read.unwrap_or((*byte, after));
        room.push(byte);
        rest = after;
    }
    Some(room)
}

/// The byte of the escape that follows a backslash, and what follows the escape. No database writes other escapes. A
/// backslash before them is one, so that URLs that were never escaped stay wrong.
fn unescape(escape: &[u8]) -> Option<(u8, &[u8])> {
    match escape {
        [b'x', high, low, after @ ..] => {
            let digit = |digit: u8| char::from(digit).to_digit(16);
            let byte = u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()?;
            // Nobody escapes a character that everybody sees.
            (!matches!(byte, b' '..=b'~')).then_some((byte, after))
        }
        // ClickHouse escapes apostrophes.
        [b'\'', after @ ..] => Some((b'\'', after)),
        [letter, after @ ..] => {
            let known = ESCAPES.into_iter().find(|(_, known)| known == letter);
            known.map(|(byte, _)| (byte, after))
        }
        [] => None,
    }
}

/// Escapes the text that begins at `start`.
pub(crate) fn escape(output: &mut Vec<u8>, start: usize) {
    escape_by(output, start, is_plain);
}

/// Escapes the column that begins at `start`. Its characters beyond ASCII, DEL, and what is no character stay as they are
/// where `is_plain` says so.
fn escape_by(output: &mut Vec<u8>, start: usize, is_plain: fn(&[u8]) -> bool) {
    // Without a branch for each byte, the compiler looks at many at once.
    let is_escaped = |any, byte: &u8| any | !matches!(byte, b' '..=b'~') | (*byte == b'\\');
    if !output[start..].iter().fold(false, is_escaped) {
        return;
    }
    let column = output.split_off(start);
    let mut rest = &column[..];
    while !rest.is_empty() {
        let (character, after) = rest.split_at(len_of_character(rest));
        match ESCAPES.into_iter().find(|(escaped, _)| [*escaped] == character) {
            Some((_, letter)) => output.extend_from_slice(&[b'\\', letter]),
            None if is_plain(character) => output.extend_from_slice(character),
            // Writing to a vector never fails.
            None => character.iter().for_each(|byte| drop(write!(output, "\\x{byte:02x}"))),
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NULL, escape_by, value};
    use crate::characters::is_plain;

    #[test]
    fn escapes_are_those_of_clickhouse_and_postgresql() {
        for (column, expected) in [
            (r"", Some(&b""[..])),
            (r"\N", None),
            (r"\\N", Some(b"\\N")),
            (r"\N\N", Some(br"\N\N")),
            (r"a\tb\nc\rd\\e", Some(b"a\tb\nc\rd\\e")),
            (r"\0\b\v\f", Some(b"\0\x08\x0b\x0c")),
            (r"\x1b\x7F\xc2\x9b\xff\x00", Some(b"\x1b\x7f\xc2\x9b\xff\0")),
            // These were never escaped.
            (r"\x41\x2F\x1\xg0\X1b", Some(br"\x41\x2F\x1\xg0\X1b")),
            (r"it\'s \x \é", Some(r"it's \x \é".as_bytes())),
            (r"a\", Some(b"a\\")),
        ] {
            assert_eq!(value(column.as_bytes(), &mut Vec::new()), expected, "{column}");
        }
    }

    /// Whether Unicode has this character as a control character (general category Cc), with the property `Bidi_Control` (UAX
    /// #9), as a line or paragraph separator (Zl and Zp), or as a byte order mark.
    fn steers(character: char) -> bool {
        matches!(
            u32::from(character),
            0..=0x1f
                | 0x7f..=0x9f
                | 0x061c | 0x200e | 0x200f | 0x202a..=0x202e | 0x2066..=0x2069
                | 0x2028 | 0x2029
                | 0xfeff
        )
    }

    #[test]
    fn every_character_that_steers_is_escaped() {
        for character in ('\0'..=char::MAX).filter(|character| steers(*character)) {
            let mut output = character.to_string().into_bytes();
            escape_by(&mut output, 0, is_plain);
            assert!(
                output.is_ascii() && output.starts_with(b"\\"),
                "U+{:04X}",
                u32::from(character)
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_escaped_is_read_again(
            text in "[\x00-\x20\\\\nrtNx1b\x7f-\u{9f}é\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{2069}\u{61c}\u{feff}]{0,9}", more in prop::collection::vec(any::<u8>(), 0..4),
        ) {
            let bytes = [text.as_bytes(), &more].concat();
            for is_cbor in [false, true] {
                let mut output = [b"\\", &bytes[..]].concat();
                escape_by(&mut output, 1, if is_cbor { |_| true } else { is_plain });
                prop_assert_eq!(output[0], b'\\');
                prop_assert!(!output.contains(&b'\t') && !output.contains(&b'\n') && &output[1..] != NULL);
                let mut room = Vec::new();
                prop_assert_eq!(value(&output[1..], &mut room), Some(&bytes[..]));
                if !is_cbor {
                    let shown = String::from_utf8(output).expect("UTF-8");
                    prop_assert!(!shown.contains(steers), "{:?}", shown);
                }
            }
        }
    }
}
