//! The JSON objects that `--json` writes, one per line.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use cri_core::__private::{is_hidden, write_diagnostic};
use cri_core::CriRef;
use cri_uri::{Options, ToUri};
use serde::{Serialize, Serializer};
use serde_json::ser::{Formatter, Serializer as JsonSerializer};

use crate::answers::Answers;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::hex;
use crate::report::excerpt_around;
use crate::text::Text;

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
            Ok(text) => {
                let key = if operand.is_cbor { "input_hex" } else { "input" };
                object.text_of(key, |out| out.write_str(text));
            }
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
            object.text("excerpt", excerpt_around(failure, operand));
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
            Ok(uri) => {
                // JSON escapes no character that a URI may have.
                let _ = write!(Text::plain(self.key("uri")), "\"{uri}\"");
                self.answers.spill();
            }
            Err(error) => {
                self.json("uri", &());
                self.json("uri_error", &place(error.into()));
            }
        }
        self.hex("cri", cri.as_bytes());
        self.notation("edn", cri);
        uri.is_ok()
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, key: &str, text: impl Display) {
        self.text_of(key, |out| write!(out, "{text}"));
    }

    /// Writes diagnostic notation.
    fn notation(&mut self, key: &str, cri: CriRef<'_>) {
        self.text_of(key, |out| write_diagnostic(out, cri));
    }

    /// Writes the text that `write` writes.
    fn text_of(&mut self, key: &str, write: impl Fn(&mut Text<'_>) -> fmt::Result) {
        let output = self.key(key);
        output.push(b'"');
        let start = output.len();
        let mut quoted = Text::quoted(output);
        // Writing to a vector never fails, here and below.
        let _ = write(&mut quoted);
        if quoted.is_json() {
            output.push(b'"');
        } else {
            output.truncate(start - 1);
            let mut plain = Vec::new();
            let _ = write(&mut Text::plain(&mut plain));
            // INVARIANT: what was written is UTF-8.
            let plain = String::from_utf8_lossy(&plain);
            let _ = plain.serialize(&mut JsonSerializer::with_formatter(output, Quiet));
        }
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

    /// Writes a list, value by value, since there may be many.
    pub(crate) fn list<T: Serialize>(&mut self, key: &str, values: impl Iterator<Item = T>) {
        self.key(key);
        let _ = JsonSerializer::with_formatter(&mut *self.answers, Quiet).collect_seq(values);
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

/// Writes JSON without blanks, and escapes characters that would steer a terminal.
struct Quiet;

impl Formatter for Quiet {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() && !fragment.contains('\x7f') {
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
    use std::fmt::{self, Display, Write as _};

    use cri_core::CriRef;
    use proptest::prelude::*;
    use serde::Serializer as _;
    use serde_json::ser::Serializer;

    use super::{Object, Quiet};
    use crate::answers::Answers;

    fn serialized(text: impl Display) -> String {
        let mut output = Vec::new();
        let _ = Serializer::with_formatter(&mut output, Quiet).collect_str(&text);
        String::from_utf8(output).expect("UTF-8")
    }

    /// What an object writes for its member `k`.
    fn member(write: impl FnOnce(&mut Object<'_>)) -> String {
        let mut answers = Answers::default();
        write(&mut Object { answers: &mut answers, before: b'{' });
        let output = String::from_utf8(answers.output).expect("UTF-8");
        output.strip_prefix("{\"k\":").expect("a member").to_owned()
    }

    /// Writes each quotation mark alone, and each other character too if `singly`.
    struct InPieces<'t>(&'t str, bool);

    impl Display for InPieces<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            for piece in self.0.split_inclusive('"') {
                let (text, mark) = piece.strip_suffix('"').map_or((piece, ""), |text| (text, "\""));
                if self.1 {
                    text.chars().try_for_each(|character| f.write_char(character))?;
                } else {
                    f.write_str(text)?;
                }
                mark.chars().try_for_each(|mark| f.write_char(mark))?;
            }
            Ok(())
        }
    }

    #[test]
    fn characters_that_steer_a_terminal_are_escaped() {
        let text = "a\u{1b}[1m\u{9b}\u{202e}é\"\u{7f}";
        assert_eq!(serialized(text), r#""a\u001b[1m\u009b\u202eé\"\u007f""#);
    }

    proptest! {
        #[test]
        fn text_is_what_serde_writes(text in "([ -~]{0,20}|[\"\\\\]|[\x00-\u{a0}é\u{202e}\u{feff}😀]){0,6}") {
            let expected = serialized(&text);
            prop_assert_eq!(member(|object| object.text("k", &text)), &*expected);
            for singly in [false, true] {
                let written = member(|object| object.text("k", InPieces(&text, singly)));
                prop_assert_eq!(written, &*expected);
            }
        }

        #[test]
        fn notation_is_what_serde_writes(segment in "[ -~é\n\u{202e}]{0,20}", scheme in 0..0x18_u8) {
            let len = u8::try_from(segment.len()).expect("short");
            let cri = [&[0x83, 0x20 + scheme, 0x81, 0x61, b'h', 0x82, 0x78, len][..], segment.as_bytes(), b"\x81\x41/"];
            let cri = cri.concat();
            let Ok(cri) = CriRef::decode(&cri) else { return Ok(()) };
            let written = member(|object| object.notation("k", cri));
            prop_assert_eq!(written, serialized(cri.diagnostic()));
        }
    }
}
