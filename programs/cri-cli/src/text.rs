//! Text that is written to answers in bulk.

use std::fmt::{Result, Write};

use cri_core::__private::Notation;

/// Appends text to answers.
pub(crate) struct Text<'o> {
    output: &'o mut Vec<u8>,
    start: usize,
    /// Whether quotation marks that are written alone are escaped.
    is_quoted: bool,
    /// How many quotation marks were escaped.
    escaped: usize,
}

impl<'o> Text<'o> {
    /// Text as it is.
    pub(crate) fn plain(output: &'o mut Vec<u8>) -> Self {
        Self { start: output.len(), output, is_quoted: false, escaped: 0 }
    }

    /// The inside of a text in JSON. Of the characters that JSON escapes, only the quotation marks of diagnostic notation are
    /// escaped: see [`is_json`](Self::is_json).
    pub(crate) fn quoted(output: &'o mut Vec<u8>) -> Self {
        Self { is_quoted: true, ..Self::plain(output) }
    }

    /// Whether all characters are written as JSON writes them. This holds for nearly all answers.
    ///
    /// Characters beyond ASCII need a closer look, because some steer a terminal.
    pub(crate) fn is_json(&self) -> bool {
        let (blocks, rest) = self.output[self.start..].as_chunks::<32>();
        let mut last = [b' '; 32];
        last[..rest.len()].copy_from_slice(rest);
        let (mut odd, mut marks) = (0, 0);
        // Without a branch for each byte, the compiler looks at many at once.
        for block in blocks.iter().chain([&last]) {
            let is_odd = |byte: &u8| u8::from(byte.wrapping_sub(b' ') > b'~' - b' ');
            let is_mark = |byte: &u8| u8::from(*byte == b'"') | u8::from(*byte == b'\\');
            odd |= block.iter().fold(0, |odd, byte| odd | is_odd(byte));
            marks += usize::from(block.iter().map(is_mark).sum::<u8>());
        }
        // Each escaped quotation mark counts two: a backslash and the mark. Any other mark makes the sum differ.
        odd == 0 && marks == 2 * self.escaped
    }
}

impl Write for Text<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> Result {
        self.output.extend_from_slice(text.as_bytes());
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, character: char) -> Result {
        match u8::try_from(character) {
            Ok(b'"') if self.is_quoted => {
                self.output.extend_from_slice(b"\\\"");
                self.escaped += 1;
            }
            Ok(byte @ ..0x80) => self.output.push(byte),
            _ => return self.write_str(character.encode_utf8(&mut [0; 4])),
        }
        Ok(())
    }
}

impl Notation for Text<'_> {
    #[inline]
    fn write_checked(&mut self, text: &[u8]) -> Result {
        self.output.extend_from_slice(text);
        Ok(())
    }
}
