//! The JSON objects that `--json` writes, one per line.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use cri_core::CriRef;
use cri_uri::{Options, ToUri};
use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use crate::answers::Answers;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::hex;
use crate::report::excerpt_around;
use cri_core::__private::is_hidden;

/// An object that is written to answers member by member.
pub(crate) struct Object<'a> {
    answers: &'a mut Answers,
    /// The byte that precedes the next member: the brace, or a comma.
    before: u8,
}

impl<'a> Object<'a> {
    /// Begins an object about an operand. Its first member is the operand, with the passwords of URIs masked.
    ///
    /// The member is `input`, or `input_hex` where the operand is not text.
    pub(crate) fn new(answers: &'a mut Answers, operand: &Echo<'_>) -> Self {
        let mut object = Self { answers, before: b'{' };
        let masked = operand.masked();
        match str::from_utf8(&masked) {
            Ok(digits) if operand.is_cbor => object.text("input_hex", digits),
            Ok(text) => object.text("input", text),
            Err(_) => object.hex("input_hex", &masked),
        }
        object
    }

    /// Begins an object about an operand that failed, and writes the failure.
    ///
    /// An operand that may hold a password is not shown: its member is `excerpt`, the text around the error.
    pub(crate) fn failed(answers: &'a mut Answers, operand: &Echo<'_>, failure: &Failure) -> Self {
        let mut object = if operand.is_shown() {
            Self::new(answers, operand)
        } else {
            let mut object = Self { answers, before: b'{' };
            object.text("excerpt", &excerpt_around(failure, operand));
            object
        };
        object.json("error", failure);
        object
    }

    /// Writes the CRI reference that is the answer. Returns whether it has a URI.
    ///
    /// If it has none, `place` converts the failure into one at its place in the operand.
    pub(crate) fn cri(
        &mut self,
        cri: CriRef<'_>,
        options: Options,
        place: impl FnOnce(Failure) -> Failure,
    ) -> bool {
        let uri = cri.to_uri(options);
        match uri {
            Ok(uri) => self.string("uri", |inside| uri.write_to(inside)),
            Err(error) => {
                self.json("uri", &());
                self.json("uri_error", &place(error.into()));
            }
        }
        self.hex("cri", cri.as_bytes());
        self.string("edn", |inside| write!(inside, "{}", cri.diagnostic()));
        uri.is_ok()
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, key: &str, text: &str) {
        self.string(key, |inside| inside.write_str(text));
    }

    /// Writes the text that `write` writes.
    fn string(&mut self, key: &str, write: impl FnOnce(&mut Inside<'_>) -> fmt::Result) {
        let output = self.key(key);
        output.push(b'"');
        // Writing to a vector never fails.
        let _ = write(&mut Inside(output));
        output.push(b'"');
        self.answers.spill();
    }

    /// Writes bytes as hex digits.
    pub(crate) fn hex(&mut self, key: &str, bytes: &[u8]) {
        let output = self.key(key);
        output.push(b'"');
        hex::encode_to(bytes, output);
        output.push(b'"');
        self.answers.spill();
    }

    /// Writes any value.
    pub(crate) fn json(&mut self, key: &str, value: &impl Serialize) {
        self.key(key);
        // Writing to answers never fails, and all keys of our values are text.
        let _ = value.serialize(&mut JsonSerializer::with_formatter(&mut *self.answers, Quiet));
    }

    /// Begins a member. Its value is written to the output that is returned.
    fn key(&mut self, key: &str) -> &mut Vec<u8> {
        let output = &mut self.answers.output;
        output.extend_from_slice(&[self.before, b'"']);
        self.before = b',';
        output.extend_from_slice(key.as_bytes());
        output.extend_from_slice(b"\":");
        output
    }

    /// Ends the object and its line.
    pub(crate) fn end(self) {
        self.answers.output.extend_from_slice(b"}\n");
    }
}

/// The inside of a JSON string. Text that is written to it is escaped.
struct Inside<'a>(&'a mut Vec<u8>);

impl Inside<'_> {
    #[cold]
    #[inline(never)]
    fn escape(&mut self, text: &str) {
        let start = self.0.len();
        // Writing to a vector never fails.
        let _ = JsonSerializer::with_formatter(&mut *self.0, Quiet).serialize_str(text);
        // The serializer writes quotation marks around the text.
        self.0.remove(start);
        self.0.pop();
    }
}

/// These methods are fast for diagnostic notation, which arrives in small pieces and has many quotation marks.
impl fmt::Write for Inside<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if is_plain(text) {
            self.0.extend_from_slice(text.as_bytes());
        } else {
            self.escape(text);
        }
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, character: char) -> fmt::Result {
        match character {
            '"' => self.0.extend_from_slice(b"\\\""),
            _ => self.write_str(character.encode_utf8(&mut [0; 4]))?,
        }
        Ok(())
    }
}

/// Whether a JSON string has the text unescaped: all characters are printable ASCII other than `"` and `\`.
fn is_plain(text: &str) -> bool {
    let is_plain = |byte| matches!(byte, b' ' | b'!' | b'#'..=b'[' | b']'..=b'~');
    if text.len() < 16 {
        return text.bytes().all(is_plain);
    }
    // A loop that does not end early lets the compiler look at many bytes at once.
    text.bytes().fold(true, |all, byte| all & is_plain(byte))
}

/// Writes JSON without blanks, and escapes characters that would steer a terminal.
struct Quiet;

impl Formatter for Quiet {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if is_plain(fragment) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut plain = 0;
        for (at, character) in
            fragment.char_indices().filter(|(_, character)| is_hidden(*character))
        {
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
    use std::fmt::Write;

    use serde::Serialize;
    use serde_json::ser::Serializer;

    use super::{Inside, Quiet};

    fn inside(text: &str) -> String {
        let mut output = b"[".to_vec();
        let _ = Inside(&mut output).write_str(text);
        String::from_utf8(output.split_off(1)).expect("text")
    }

    #[test]
    fn a_string_is_escaped_as_in_a_value() {
        for text in
            ["", "a", "\"", "\\", r#"["a", "b\"c"]"#, "\n", "\u{1f}", "\u{7f}\"", "é\\", "\u{202e}"]
        {
            let mut value = Vec::new();
            let _ = text.serialize(&mut Serializer::with_formatter(&mut value, Quiet));
            let mut characters = Vec::new();
            let _ = text
                .chars()
                .try_for_each(|character| Inside(&mut characters).write_char(character));
            assert_eq!(format!("\"{}\"", inside(text)), String::from_utf8_lossy(&value));
            assert_eq!(inside(text), String::from_utf8_lossy(&characters));
        }
    }

    #[test]
    fn characters_that_steer_a_terminal_are_escaped() {
        assert_eq!(
            inside("a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}"),
            "a\\u001b[1m\\u009b\\u202eé\\\"\\u007f"
        );
    }
}
