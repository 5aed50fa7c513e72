//! `--rows`: exactly one row of output for each row of input, as databases read and write tab-separated values.
//!
//! `\N` is null. A backslash begins an escape, and a tab separates columns. A failed row is data for the program at the other
//! end of the pipe: its answer is null, and neither a report nor the exit status tells of it.

use std::io::Write;

use memchr::memchr;

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
            escape(output, start);
        }
        if self.errors {
            let (kind, offset) = match answered {
                Ok(()) => (None, None),
                Err(failure) => (Some(failure.kind), failure.offset),
            };
            write_or_null(output, kind);
            write_or_null(output, offset);
        }
        output.push(b'\n');
    }
}

/// Appends a column.
fn write_or_null(output: &mut Vec<u8>, value: Option<impl std::fmt::Display>) {
    output.push(b'\t');
    match value {
        // Writing to a vector never fails.
        Some(value) => drop(write!(output, "{value}")),
        None => output.extend_from_slice(NULL),
    }
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
        let read = after.split_first().filter(|_| *byte == b'\\');
        let read = read.and_then(|(letter, after)| Some((unescaped(*letter)?, after)));
        let (byte, after) = read.unwrap_or((*byte, after));
        room.push(byte);
        rest = after;
    }
    Some(room)
}

/// The byte that a backslash and this letter stand for. No database writes other letters. A backslash before them is one, so
/// that URLs that were never escaped stay wrong.
fn unescaped(letter: u8) -> Option<u8> {
    let known = ESCAPES.into_iter().find(|(_, known)| *known == letter).map(|(byte, _)| byte);
    // ClickHouse escapes apostrophes.
    known.or((letter == b'\'').then_some(letter))
}

/// Escapes the column that begins at `start`.
pub(crate) fn escape(output: &mut Vec<u8>, start: usize) {
    // Without a branch for each byte, the compiler looks at many at once.
    let is_escaped = |any, byte: &u8| any | (*byte < b' ') | (*byte == b'\\');
    if !output[start..].iter().fold(false, is_escaped) {
        return;
    }
    for byte in output.split_off(start) {
        match ESCAPES.into_iter().find(|(escaped, _)| *escaped == byte) {
            Some((_, letter)) => output.extend_from_slice(&[b'\\', letter]),
            None => output.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NULL, escape, value};

    #[test]
    fn escapes_are_those_of_clickhouse_and_postgresql() {
        for (column, expected) in [
            (r"", Some(&b""[..])),
            (r"\N", None),
            (r"\\N", Some(b"\\N")),
            (r"\N\N", Some(br"\N\N")),
            (r"a\tb\nc\rd\\e", Some(b"a\tb\nc\rd\\e")),
            (r"\0\b\v\f", Some(b"\0\x08\x0b\x0c")),
            (r"it\'s \x \é", Some(r"it's \x \é".as_bytes())),
            (r"a\", Some(b"a\\")),
        ] {
            assert_eq!(value(column.as_bytes(), &mut Vec::new()), expected, "{column}");
        }
    }

    proptest! {
        #[test]
        fn what_is_escaped_is_read_again(bytes in "[\x00-\x20\\\\nrtN\x7fé]{0,9}") {
            let mut output = [b"\\", bytes.as_bytes()].concat();
            escape(&mut output, 1);
            prop_assert_eq!(output[0], b'\\');
            prop_assert!(!output.contains(&b'\t') && !output.contains(&b'\n') && &output[1..] != NULL);
            let mut room = Vec::new();
            prop_assert_eq!(value(&output[1..], &mut room), Some(bytes.as_bytes()));
        }
    }
}
