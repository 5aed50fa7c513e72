//! Text in short pieces, gathered before it is written: what it is written to is called once for many.

use core::fmt::{self, Write};

use crate::convert::to_uri::joined::{copy, join};
use crate::text::charset::Charset;

/// How many bytes are gathered.
const LEN: usize = 128;

/// ASCII on its way to `out`. What was not flushed is lost.
pub(crate) struct Batch<'w, W> {
    out: &'w mut W,
    space: [u8; LEN],
    /// How much of it was gathered. INVARIANT: at most `LEN`, and so far `space` is ASCII.
    len: usize,
}

impl<'w, W: Write> Batch<'w, W> {
    #[inline]
    pub(crate) const fn new(out: &'w mut W) -> Self {
        Self { out, space: [0; LEN], len: 0 }
    }

    /// Writes `ascii`, later if not now.
    #[inline]
    pub(crate) fn push(&mut self, ascii: &[u8]) -> fmt::Result {
        if self.gather(ascii).is_some() { Ok(()) } else { self.push_to_full(ascii) }
    }

    /// Appends `ascii` where there is room for it.
    #[inline]
    fn gather(&mut self, ascii: &[u8]) -> Option<()> {
        let end = self.len.checked_add(ascii.len())?;
        let room = self.space.get_mut(self.len..end)?;
        copy(room, ascii);
        self.len = end;
        Some(())
    }

    #[cold]
    fn push_to_full(&mut self, ascii: &[u8]) -> fmt::Result {
        self.flush()?;
        match self.gather(ascii) {
            Some(()) => Ok(()),
            None => self.out.write_str(text(ascii)),
        }
    }

    /// Writes a run of encoded texts with a separator between any two, and says so; writes nothing where that takes
    /// more than to [join](join) them.
    #[inline(always)]
    pub(crate) fn push_joined(&mut self, run: &[u8], separator: u8, raw: Charset) -> bool {
        match self.space.get_mut(self.len..).map(|room| join(room, run, separator, raw)) {
            Some((len, [])) => {
                self.len = self.len.wrapping_add(len);
                true
            }
            _ => false,
        }
    }

    /// The same of two runs, of which neither is empty.
    pub(crate) fn push_both_joined(&mut self, runs: [&[u8]; 2], separator: u8, raw: Charset) -> bool {
        let len = self.len;
        let [base, added] = runs;
        let both = self.push_joined(base, separator, raw)
            && self.gather(&[separator]).is_some()
            && self.push_joined(added, separator, raw);
        if !both {
            self.len = len;
        }
        both
    }

    /// Writes `text` where all of it is in `raw`, and says so; writes nothing where it is not.
    #[inline(always)]
    pub(crate) fn push_raw(&mut self, text: &[u8], raw: Charset) -> bool {
        let end = self.len.wrapping_add(text.len());
        match self.space.get_mut(self.len..end) {
            Some(room) if raw.has_all(text) => {
                copy(room, text);
                self.len = end;
                true
            }
            _ => false,
        }
    }

    /// Writes what was gathered.
    #[inline]
    pub(crate) fn flush(&mut self) -> fmt::Result {
        let len = core::mem::take(&mut self.len);
        self.out.write_str(text(self.space.get(..len).unwrap_or_default()))
    }
}

impl<W: Write> Write for Batch<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text.as_bytes())
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        self.push(character.encode_utf8(&mut [0; 4]).as_bytes())
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
