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

use super::{empty, hex};
use crate::echo::{Echo, Shape};
use crate::failure::Failure;
use crate::report::steers;

/// Reads an object: of what `--json` writes, the hex digits in `cri` say all.
pub(super) fn read(text: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    #[derive(Deserialize)]
    struct Line {
        cri: Option<String>,
    }

    if text.trim_ascii().is_empty() {
        return Err(empty());
    }
    let invalid = |message: &str, offset| Failure::new("invalid-json", message).at(offset).in_text();
    let start = text.len() - text.trim_ascii_start().len();
    // An array of the values would be an object to serde.
    if !text[start..].starts_with('{') {
        return Err(invalid("expected a JSON object, found something else", start));
    }
    let value = value(text.as_bytes());
    let line: Line = serde_json::from_str(text).map_err(|error| {
        // Lines and columns count from 1, the latter in bytes. The error's own message may quote the operand.
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        match error.classify() {
            Category::Data => {
                // It stands behind the value; but where that is text, something else is wrong.
                let offset = value.filter(|value| !text[*value..].starts_with('"')).unwrap_or(offset);
                invalid("expected a JSON object with text as \"cri\", found something else", offset)
            }
            Category::Eof => invalid("expected the rest of the JSON object, found the end of the operand", text.len()),
            _ => invalid("expected a JSON object, found something else", offset),
        }
    })?;
    let Some(cri) = line.cri else {
        let failure = Failure::new("invalid-json", "expected hex digits as \"cri\" in the JSON object, found none");
        return Err(value.map_or(failure.clone(), |value| failure.at(value).in_text()));
    };
    // With escapes among the digits, only where they begin is known.
    let in_operand = |failure: Failure| match (digits(text.as_bytes()), failure.offset) {
        (Some(place), Some(offset)) if text[place.clone()] == cri => failure.at(place.start + offset).in_text(),
        (Some(place), _) => failure.at(place.start).in_text(),
        (None, _) => failure.nowhere(),
    };
    hex::decode(&cri, buffer).map_err(in_operand)?;
    if buffer.is_empty() {
        return Err(in_operand(empty()));
    }
    Ok(())
}

/// Marks the digits of the byte that a failure points at.
pub(super) fn place(text: &str, failure: Failure) -> Failure {
    let digits = digits(text.as_bytes()).filter(|digits| !text[digits.clone()].contains('\\'));
    let (Some(digits), Some(offset)) = (digits, failure.offset) else { return failure };
    let mark = hex::locate(&text[digits.clone()], offset);
    failure.marking(digits.start + mark.start..digits.start + mark.end)
}

/// Where the hex digits of `cri` stand in a line that `--json` wrote.
fn digits(line: &[u8]) -> Option<Range<usize>> {
    let quote = value(line).filter(|value| line.get(*value) == Some(&b'"'))?;
    let start = quote + 1;
    let end = memchr(b'"', &line[start..]).map_or(line.len(), |len| start + len);
    Some(start..end)
}

/// Where the value of `cri` begins.
fn value(line: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"\"cri\"";
    memmem::find_iter(line, KEY).find_map(|at| {
        // Elsewhere it is a value itself.
        let rest = line[at + KEY.len()..].trim_ascii_start().strip_prefix(b":")?;
        Some(line.len() - rest.trim_ascii_start().len())
    })
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
    /// Shows `cri`, which `operand` led to; `place` knows where in the operand a failure stands.
    pub(crate) fn new(
        operand: &'a Echo<'a>,
        cri: CriRef<'a>,
        options: Options,
        place: impl FnOnce(Failure) -> Failure,
    ) -> Self {
        let (uri, uri_error) = match cri.to_uri(options) {
            Ok(uri) => (Some(Shown(uri)), None),
            Err(error) => (None, Some(place(error.into()))),
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

/// The operand, passwords masked: as `input`, or as `input_hex` where it is not text, or too long: then the first
/// [`KEPT`](crate::echo::KEPT) bytes.
pub(crate) struct Input<'a>(pub(crate) &'a Echo<'a>);

impl Serialize for Input<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        let masked = self.0.masked();
        match std::str::from_utf8(&masked) {
            Ok(digits) if self.0.shape == Shape::Cbor => map.serialize_entry("input_hex", digits)?,
            Ok(text) if self.0.shape == Shape::Text => map.serialize_entry("input", text)?,
            _ => map.serialize_entry("input_hex", &in_hex(&masked))?,
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

/// The bytes as hex digits.
pub(crate) fn in_hex(bytes: &[u8]) -> String {
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
    use cri_uri::Options;

    use super::write_line;
    use crate::format::Format;

    #[test]
    fn what_is_wrong_is_placed_in_the_operand() {
        for (text, kind, offset) in [
            (r#"["8220816168"]"#, "invalid-json", Some(0)),
            (r#"  "8220816168""#, "invalid-json", Some(2)),
            ("{\n\"cri\":5}", "invalid-json", Some(8)),
            ("{\r\n\n \"cri\" : true}", "invalid-json", Some(13)),
            (r#"{"x":"cri","cri":null}"#, "invalid-json", Some(17)),
            (r#"{"cri":"80","cri":"80"}"#, "invalid-json", Some(16)),
            ("{}", "invalid-json", None),
            ("{\n]", "invalid-json", Some(2)),
            (r#"{"cri":"82é"}"#, "invalid-hex", Some(10)),
            (r#"{"cri": "823"}"#, "invalid-hex", Some(12)),
            (r#"{"cri":"\u0038x"}"#, "invalid-hex", Some(8)),
            (r#"{"cri":""}"#, "empty-operand", Some(8)),
            // In the CBOR.
            (r#"{"cri":"8201"}"#, "end-of-input", Some(2)),
        ] {
            let mut buffer = Vec::new();
            let failure = Format::Json.read(text.as_bytes(), Options::default(), &mut buffer).expect_err(text);
            assert_eq!((failure.kind, failure.offset), (kind, offset), "{text}");
        }
    }

    #[test]
    fn what_would_steer_a_terminal_is_escaped() {
        let mut output = Vec::new();
        write_line(&mut output, &"a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}");
        assert_eq!(String::from_utf8_lossy(&output), "\"a\\u001b[1m\\u009b\\u202eé\\\"\\u007f\"\n");
    }
}
