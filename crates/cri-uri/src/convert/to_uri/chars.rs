//! The sink of firmware: each character is written as it comes.
//!
//! No byte becomes a `str` here, so no check of UTF-8 is linked.

use core::fmt::{self, Write};
use core::slice;

use crate::convert::text_component::TextComponent;
use crate::convert::to_uri::compose::Sink;
use crate::text::pct::triplet;

/// Writes character by character, until the writer fails.
pub(crate) struct Chars<'w, W>(pub(crate) Option<&'w mut W>);

impl<W: Write> Chars<'_, W> {
    /// Appends any character.
    pub(crate) fn character(self, character: char) -> Self {
        Self(self.0.and_then(|out| out.write_char(character).is_ok().then_some(out)))
    }

    /// The error of the writer, if it failed.
    pub(crate) fn finish(self) -> fmt::Result {
        self.0.map(|_| ()).ok_or(fmt::Error)
    }
}

impl<W: Write> Sink for Chars<'_, W> {
    fn ascii(mut self, ascii: &[u8]) -> Self {
        for &byte in ascii {
            // The mask tells the compiler that these are ASCII, so that no other encoding is linked.
            self = self.character(char::from(byte & 0x7f));
        }
        self
    }

    fn text(mut self, text: &[u8], component: TextComponent) -> Self {
        for byte in text {
            let triplet = triplet(*byte);
            self =
                self.ascii(if component.raw.has(*byte) { slice::from_ref(byte) } else { &triplet });
        }
        self
    }
}
