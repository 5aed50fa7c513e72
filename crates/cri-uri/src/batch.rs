//! Text in short pieces, gathered before it is written: what it is written to is called once for many.

use core::fmt::{self, Write};

use cri_core::{ArrayBuffer, Buffer};

/// How many bytes are gathered.
const LEN: usize = if cfg!(target_pointer_width = "64") { 128 } else { 32 };

/// ASCII on its way to `out`. What was not flushed is lost.
pub(crate) struct Batch<'w, W> {
    out: &'w mut W,
    /// INVARIANT: ASCII.
    gathered: ArrayBuffer<LEN>,
}

impl<'w, W: Write> Batch<'w, W> {
    pub(crate) const fn new(out: &'w mut W) -> Self {
        Self { out, gathered: ArrayBuffer::new() }
    }

    /// Writes `ascii`, later if not now.
    #[inline]
    pub(crate) fn push(&mut self, ascii: &[u8]) -> fmt::Result {
        if self.gathered.push_bytes(ascii).is_ok() { Ok(()) } else { self.push_to_full(ascii) }
    }

    #[cold]
    fn push_to_full(&mut self, ascii: &[u8]) -> fmt::Result {
        self.flush()?;
        match self.gathered.push_bytes(ascii) {
            Ok(()) => Ok(()),
            Err(_) => self.out.write_str(text(ascii)),
        }
    }

    /// Writes what was gathered.
    pub(crate) fn flush(&mut self) -> fmt::Result {
        self.out.write_str(text(self.gathered.as_slice()))?;
        self.gathered.truncate(0);
        Ok(())
    }
}

impl<W: Write> Write for Batch<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes())
    }
}

fn text(ascii: &[u8]) -> &str {
    // INVARIANT: it is ASCII, so that this never falls back.
    core::str::from_utf8(ascii).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    #[test]
    fn pieces_of_any_length_come_out_in_order() {
        for len in [0, 1, LEN - 1, LEN, LEN + 1, 3 * LEN] {
            let mut out = String::new();
            let mut batch = Batch::new(&mut out);
            for byte in b"abc" {
                batch.push(&std::vec![*byte; len]).unwrap();
            }
            batch.flush().unwrap();
            assert_eq!(out, ["a", "b", "c"].map(|letter| letter.repeat(len)).concat());
        }
    }
}
