//! The JSON objects that `--json` writes, one per line.

use std::fmt;
use std::io::{self, Write};

use cri_core::CriRef;
use cri_uri::{Options, ToUri};
use memchr::memchr2;
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
    uri: Option<Text<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_error: Option<Failure>,
    cri: Text<String>,
    edn: Text<String>,
}

impl<'a> Made<'a> {
    /// The answer `cri` to `operand`. `place` puts a failure where it is in the operand.
    pub(crate) fn new(
        operand: &'a Echo<'a>,
        cri: CriRef<'a>,
        options: Options,
        place: impl FnOnce(Failure) -> Failure,
    ) -> Self {
        let length = cri.as_bytes().len();
        let (uri, uri_error) = match cri.to_uri(options) {
            Ok(uri) => (Some(Text::of(length, |text| uri.write_to(text))), None),
            Err(error) => (None, Some(place(error.into()))),
        };
        Self {
            input: Input(operand),
            uri,
            uri_error,
            cri: Text(in_hex(cri.as_bytes())),
            edn: Text::of(length, |text| cri.diagnostic().write_to(text)),
        }
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
            Ok(digits) if self.0.shape == Shape::Cbor => map.serialize_entry("input_hex", &Text(digits))?,
            Ok(text) if self.0.shape == Shape::Text => map.serialize_entry("input", &Text(text))?,
            _ => map.serialize_entry("input_hex", &in_hex(&masked))?,
        }
        map.end()
    }
}

/// A text that serializes as bytes, so that [`Quiet`] receives it whole. A string would arrive in pieces.
struct Text<T>(T);

impl Text<String> {
    /// The text that `write` writes for a CRI of `length` bytes, which is rarely longer than twice that.
    fn of(length: usize, write: impl FnOnce(&mut String) -> fmt::Result) -> Self {
        let mut text = String::with_capacity(2 * length + 32);
        // Writing to a string never fails.
        let _ = write(&mut text);
        Self(text)
    }
}

impl<T: AsRef<str>> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_ref().as_bytes())
    }
}

/// Writes JSON without blanks, and escapes characters that would steer a terminal.
struct Quiet;

impl Formatter for Quiet {
    /// Writes a [`Text`], which is the only value of ours that serializes as bytes.
    fn write_byte_array<W: ?Sized + Write>(&mut self, writer: &mut W, text: &[u8]) -> io::Result<()> {
        if !is_plain(text) {
            // INVARIANT: a text is UTF-8.
            let text = str::from_utf8(text).unwrap_or_default();
            return JsonSerializer::with_formatter(writer, Quiet).serialize_str(text).map_err(io::Error::from);
        }
        writer.write_all(b"\"")?;
        let mut rest = text;
        while let Some(at) = memchr2(b'"', b'\\', rest) {
            writer.write_all(&rest[..at])?;
            writer.write_all(&[b'\\', rest[at]])?;
            rest = &rest[at + 1..];
        }
        writer.write_all(rest)?;
        writer.write_all(b"\"")
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if is_plain(fragment.as_bytes()) {
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

/// Whether all characters are of ASCII, and none is a control character.
fn is_plain(text: &[u8]) -> bool {
    // A loop that does not end early lets the compiler look at many bytes at once.
    text.iter().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::{Text, write_line};

    #[test]
    fn a_whole_text_is_escaped_as_a_string_is() {
        for text in ["", "a", "\"", "\\", r#"["a", "b\"c"]"#, "\n", "\u{1f}", "\u{7f}\"", "é\\", "\u{202e}"] {
            let (mut whole, mut string) = (Vec::new(), Vec::new());
            write_line(&mut whole, &Text(text));
            write_line(&mut string, &text);
            assert_eq!(String::from_utf8_lossy(&whole), String::from_utf8_lossy(&string));
        }
    }

    #[test]
    fn characters_that_steer_a_terminal_are_escaped() {
        let mut output = Vec::new();
        write_line(&mut output, &"a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}");
        assert_eq!(String::from_utf8_lossy(&output), "\"a\\u001b[1m\\u009b\\u202eé\\\"\\u007f\"\n");
    }
}
