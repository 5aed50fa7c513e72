//! The JSON objects that `--json` writes, one per line.

use std::fmt::Display;
use std::io::{self, Write};

use cri_core::{CriRef, Diagnostic};
use cri_uri::{Options, ToUri, UriText};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use crate::characters::steers;
use crate::echo::{Echo, Shape};
use crate::failure::Failure;
use crate::hex::in_hex;

/// A CRI reference that is the answer.
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
    /// The answer `cri` to `operand`. `place` puts a failure where it is in the operand.
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

/// An operand that failed.
#[derive(Serialize)]
pub(crate) struct Failed<'a> {
    #[serde(flatten)]
    pub(crate) input: Input<'a>,
    pub(crate) error: &'a Failure,
}

/// Appends a value and the end of the line.
pub(crate) fn write_line(output: &mut impl Write, value: &impl Serialize) {
    let mut serializer = JsonSerializer::with_formatter(&mut *output, Quiet);
    // Writing to answers or a vector never fails, and no value of ours has keys that are not text.
    let _ = value.serialize(&mut serializer).map(|()| output.write_all(b"\n"));
}

/// The operand, with passwords masked.
///
/// It is `input`, or `input_hex` where it is not text. Of an operand that is too long, `input_hex` has the first
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

/// Writes JSON without blanks, and escapes characters that would steer a terminal.
struct Quiet;

impl Formatter for Quiet {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut plain = 0;
        for (at, character) in fragment.char_indices().filter(|(_, character)| steers(*character)) {
            writer.write_all(&fragment.as_bytes()[plain..at])?;
            // INVARIANT: all characters that steer are in the basic plane.
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
    fn characters_that_steer_a_terminal_are_escaped() {
        let mut output = Vec::new();
        write_line(&mut output, &"a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}");
        assert_eq!(String::from_utf8_lossy(&output), "\"a\\u001b[1m\\u009b\\u202eé\\\"\\u007f\"\n");
    }
}
