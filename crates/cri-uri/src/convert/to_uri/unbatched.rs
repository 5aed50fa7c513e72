//! What `batch` is where code is to be small: text that is written character by character.
//!
//! No byte becomes a `str` here, so that no check of UTF-8 is linked.

use core::fmt::{self, Write};

/// ASCII on its way to `out`.
pub(crate) struct Batch<'w, W> {
    out: &'w mut W,
}

impl<'w, W: Write> Batch<'w, W> {
    pub(crate) const fn new(out: &'w mut W) -> Self {
        Self { out }
    }

    /// Writes `ascii`.
    pub(crate) fn push(&mut self, ascii: &[u8]) -> fmt::Result {
        // The compiler makes less of characters that it knows to be ASCII.
        ascii.iter().try_for_each(|&byte| self.out.write_char(char::from(byte & 0x7f)))
    }

    /// Writes what was gathered, which is nothing.
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "that of `batch` has something to write")]
    pub(crate) const fn flush(&self) -> fmt::Result {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn pieces_come_out_in_order() {
        let mut out = String::new();
        let mut batch = Batch::new(&mut out);
        for piece in [b"a".as_slice(), b"", b"bc~"] {
            batch.push(piece).unwrap();
        }
        batch.flush().unwrap();
        assert_eq!(out, "abc~");
    }
}
