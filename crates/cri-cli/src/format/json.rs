//! The JSON objects that `--json` writes and `--from json` reads, one a line.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use cri_core::{CriRef, Diagnostic};
use cri_uri::{Options, ToUri, UriText};
use memchr::{memchr, memmem};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::error::Category;
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use super::{Read, empty, hex};
use crate::echo::{Echo, Shape};
use crate::failure::Failure;
use crate::report::steers;

/// Reads an object: of what `--json` writes, the hex digits in `cri` say all.
pub(super) fn read<'b>(text: &str, buffer: &'b mut Vec<u8>) -> Result<Read<'b>, Failure> {
    #[derive(Deserialize)]
    struct Line {
        cri: Option<String>,
    }

    if text.trim_ascii().is_empty() {
        return Err(empty());
    }
    let line: Line = serde_json::from_str(text).map_err(|error| {
        // Columns count bytes from 1. The error's own message may quote what the operand holds.
        let (message, offset) = match error.classify() {
            Category::Data => {
                ("expected a JSON object with text as \"cri\", found something else", error.column().saturating_sub(1))
            }
            Category::Eof => ("expected the rest of the JSON object, found the end of the operand", text.len()),
            _ => ("expected a JSON object, found something else", error.column().saturating_sub(1)),
        };
        Failure::new("invalid-json", message).at(offset).in_text()
    })?;
    let Some(cri) = line.cri else {
        return Err(Failure::new("invalid-json", "expected hex digits as \"cri\" in the JSON object, found none"));
    };
    hex::read(&cri, buffer).map_err(|failure| {
        let mark = failure.mark.clone().zip(digits(text.as_bytes()).filter(|place| text[place.clone()] == cri));
        let mark = mark.map(|(mark, place)| place.start + mark.start..place.start + mark.end);
        Failure { mark, ..failure }
    })
}

/// Where the hex digits of `cri` stand in a line that `--json` wrote.
pub(crate) fn digits(line: &[u8]) -> Option<Range<usize>> {
    const KEY: &[u8] = b"\"cri\"";
    let from = memmem::find(line, KEY)? + KEY.len();
    let start = from + memchr(b'"', &line[from..])? + 1;
    let end = memchr(b'"', &line[start..]).map_or(line.len(), |len| start + len);
    Some(start..end)
}

/// A CRI reference that was made, as `--json` shows it.
#[derive(Serialize)]
pub(crate) struct Made<'a> {
    #[serde(flatten)]
    input: Input<'a>,
    uri: Option<Shown<UriText<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_error: Option<Failure>,
    cri: String,
    edn: Shown<Diagnostic<'a>>,
}

impl<'a> Made<'a> {
    /// Shows `cri`, which `operand` led to.
    pub(crate) fn new(operand: &'a Echo<'a>, cri: CriRef<'a>, options: Options) -> Self {
        let (uri, uri_error) = match cri.to_uri(options) {
            Ok(uri) => (Some(Shown(uri)), None),
            Err(error) => (None, Some(error.into())),
        };
        Self { input: Input(operand), uri, uri_error, cri: in_hex(cri.as_bytes()), edn: Shown(cri.diagnostic()) }
    }

    /// Whether it has a URI.
    pub(crate) fn has_uri(&self) -> bool {
        self.uri.is_some()
    }
}

/// An operand that failed, as `--json` shows it.
#[derive(Serialize)]
pub(crate) struct Failed<'a> {
    #[serde(flatten)]
    pub(crate) input: Input<'a>,
    pub(crate) error: &'a Failure,
}

/// Appends a value and the end of the line.
pub(crate) fn write_line(output: &mut Vec<u8>, value: &impl Serialize) {
    let mut serializer = JsonSerializer::with_formatter(&mut *output, Quiet);
    // Writing to a vector never fails, and no value of ours has keys that are not text.
    let _ = value.serialize(&mut serializer);
    output.push(b'\n');
}

/// The operand, passwords masked: as `input`, or as `input_hex` where it is not text. One that was too long is null.
pub(crate) struct Input<'a>(pub(crate) &'a Echo<'a>);

impl Serialize for Input<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        let masked = self.0.masked();
        match std::str::from_utf8(&masked) {
            _ if self.0.shape == Shape::Unread => map.serialize_entry("input", &())?,
            Ok(digits) if self.0.shape == Shape::Cbor => map.serialize_entry("input_hex", digits)?,
            Ok(text) => map.serialize_entry("input", text)?,
            Err(_) => map.serialize_entry("input_hex", &in_hex(&masked))?,
        }
        map.end()
    }
}

/// A value that serializes as what it displays.
struct Shown<T>(T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn in_hex(bytes: &[u8]) -> String {
    let mut digits = Vec::new();
    hex::write(&mut digits, bytes);
    // INVARIANT: digits are ASCII.
    String::from_utf8(digits).unwrap_or_default()
}

/// Writes JSON as small as it gets, but for characters that would steer a terminal.
struct Quiet;

impl Formatter for Quiet {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut plain = 0;
        for (at, character) in fragment.char_indices().filter(|(_, character)| steers(*character)) {
            writer.write_all(&fragment.as_bytes()[plain..at])?;
            // INVARIANT: those that steer are all in the basic plane.
            write!(writer, "\\u{:04x}", u32::from(character))?;
            plain = at + character.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[plain..])
    }
}

#[cfg(test)]
mod tests {
    use super::write_line;

    #[test]
    fn what_would_steer_a_terminal_is_escaped() {
        let mut output = Vec::new();
        write_line(&mut output, &"a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}");
        assert_eq!(String::from_utf8_lossy(&output), "\"a\\u001b[1m\\u009b\\u202eé\\\"\\u007f\"\n");
    }
}
