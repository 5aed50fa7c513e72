//! The sink of firmware: each character is written as it comes.
//!
//! No byte becomes a `str` here, so no check of UTF-8 is linked.

use core::fmt::Write;
use core::slice;

use crate::convert::field::Field;
use crate::convert::to_uri::compose::{Sink, Written};
use crate::text::pct::triplet;

/// Writes character by character.
pub(crate) struct Chars<'w, W>(pub(crate) &'w mut W);

impl<W: Write> Sink for Chars<'_, W> {
    fn ascii(self, ascii: &[u8]) -> Written<Self> {
        // The mask tells the compiler that these are ASCII, so that no other encoding is linked.
        ascii.iter().try_for_each(|&byte| self.0.write_char(char::from(byte & 0x7f)))?;
        Ok(self)
    }

    fn text(mut self, text: &[u8], field: Field) -> Written<Self> {
        for byte in text {
            let triplet = triplet(*byte);
            self = self.ascii(if field.raw.has(*byte) { slice::from_ref(byte) } else { &triplet })?;
        }
        Ok(self)
    }
}
