//! The sink of machines with 64 bits: a page gathers the text, which is written when the page is full.

use core::fmt::{self, Write};

use cri_core::EncodedItems;

use crate::convert::field::Field;
use crate::convert::to_uri::compose::{Sink, write_item};
use crate::text::charset::Charset;
use crate::text::pct::TRIPLET;

/// How many bytes are written at once when the page is full. Few URIs are longer.
const LEN: usize = 176;

/// The most that is added to a page before it is written, in bytes.
const PART: usize = 64;

/// How many bytes are checked at once to be text. Checking single bytes at the end takes longer.
const WORDS: usize = 16;

/// The head of an empty text, and of the longest text with a head of one byte.
const EMPTY: u8 = 0x60;
const LONGEST: u8 = 0x77;

/// A page, and the writer that takes it when it is full.
pub(crate) struct Paper<'w> {
    space: [u8; LEN + PART],
    out: &'w mut dyn Write,
    /// The first error of the writer. After it, nothing is written.
    result: fmt::Result,
}

impl<'w> Paper<'w> {
    #[inline(always)]
    pub(crate) fn new(out: &'w mut dyn Write) -> Self {
        Self { space: [0; LEN + PART], out, result: Ok(()) }
    }

    /// Writes the first `len` bytes. `padded` is at least as long, and there is ASCII up to there.
    fn write(&mut self, len: usize, padded: usize) {
        // INVARIANT: sinks take ASCII only, so this is text.
        let text = self.space.get(..padded).and_then(|text| core::str::from_utf8(text).ok()?.get(..len));
        if self.result.is_ok() {
            self.result = text.ok_or(fmt::Error).and_then(|text| self.out.write_str(text));
        }
    }
}

/// Gathers text.
pub(crate) struct Page<'p, 'w> {
    paper: &'p mut Paper<'w>,
    /// How many bytes were gathered. The bytes after these may be anything.
    ///
    /// INVARIANT: less than `LEN`, so there is always room for a part.
    len: usize,
}

impl<'p, 'w> Page<'p, 'w> {
    #[inline(always)]
    pub(crate) const fn new(paper: &'p mut Paper<'w>) -> Self {
        Self { paper, len: 0 }
    }

    /// The room for the next part.
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [u8; PART]> {
        self.paper.space.get_mut(self.len..)?.first_chunk_mut()
    }

    /// Counts `added` bytes that are in the room.
    #[inline(always)]
    fn advance(mut self, added: usize) -> Self {
        self.len = self.len.wrapping_add(added);
        if self.len >= LEN { self.turn() } else { self }
    }

    /// Writes a full page. What does not fit is the start of the next one.
    #[cold]
    #[inline(never)]
    fn turn(mut self) -> Self {
        self.paper.write(LEN, LEN);
        let (start, rest) = self.paper.space.split_at_mut(LEN);
        start.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        self.len = self.len.wrapping_sub(LEN);
        self
    }

    /// Writes what was gathered, at the end of the walk. Returns the first error of the writer.
    #[inline(always)]
    pub(crate) fn finish(mut self) -> fmt::Result {
        // Whole words are checked in less time than single bytes, so zeros fill up the last one.
        if let Some(end) = self.room().and_then(|room| room.first_chunk_mut()) {
            *end = [0; WORDS];
        }
        self.paper.write(self.len, self.len.next_multiple_of(WORDS));
        self.paper.result
    }

    /// Appends at most `PART` bytes of ASCII.
    #[inline(always)]
    fn part(mut self, ascii: &[u8]) -> Self {
        if let Some(room) = self.room().and_then(|room| room.get_mut(..ascii.len())) {
            copy(room, ascii);
        }
        self.advance(ascii.len())
    }

    /// Appends bytes, percent-encoding those that are not in `raw`.
    #[inline(never)]
    fn encoded(mut self, bytes: &[u8], raw: Charset) -> Self {
        for &byte in bytes {
            // Four bytes are stored, of which the next store overwrites those that do not count. So no branch depends on
            // the byte.
            let is_raw = raw.has(byte);
            let word = if is_raw { byte.into() } else { triplet_word(byte) };
            if let Some(to) = self.room().and_then(|room| room.first_chunk_mut()) {
                *to = word.to_le_bytes();
            }
            self = self.advance(if is_raw { 1 } else { TRIPLET });
        }
        self
    }
}

impl Sink for Page<'_, '_> {
    #[inline(always)]
    fn ascii(self, ascii: &[u8]) -> Self {
        if ascii.len() <= PART { self.part(ascii) } else { ascii.chunks(PART).fold(self, Self::part) }
    }

    #[inline(always)]
    fn text(self, text: &[u8], field: Field) -> Self {
        let write = |page: Self, part: &[u8]| {
            if field.raw.has_all(part) { page.part(part) } else { page.encoded(part, field.raw) }
        };
        if text.len() <= PART { write(self, text) } else { text.chunks(PART).fold(self, write) }
    }

    #[inline(always)]
    fn bytes(self, bytes: &[u8], _: Field) -> Self {
        self.encoded(bytes, Charset::NONE)
    }

    #[inline(always)]
    fn items(mut self, run: &[u8], before: u8, separator: u8, field: Field) -> (Self, bool) {
        if run.is_empty() {
            return (self, false);
        }
        let (odd, rest, before) = match self.room().and_then(|room| join_short(room, run, before, separator, field.raw))
        {
            Some((items, true, rest)) => {
                self = self.advance(items.len());
                (0, rest, separator)
            }
            Some((items, false, _)) => (items.len(), run, before),
            None => (0, run, before),
        };
        match rest {
            [] => (self, false),
            [0x00..=0x1f, ..] => (self, true),
            _ => {
                let (len, is_end) = more_items(self.paper, self.len, rest, odd, before, separator, field);
                (Page { len, ..self }, is_end)
            }
        }
    }
}

/// Appends items.
#[inline(never)]
fn more_items(
    paper: &mut Paper<'_>,
    len: usize,
    mut run: &[u8],
    mut odd: usize,
    mut before: u8,
    separator: u8,
    field: Field,
) -> (usize, bool) {
    let mut page = Page { paper, len };
    while !run.is_empty() {
        if odd == 0 {
            match page.room().and_then(|room| join_short(room, run, before, separator, field.raw)) {
                Some((items, true, rest)) => {
                    (page, run, before) = (page.advance(items.len()), rest, separator);
                    continue;
                }
                joined => odd = joined.map_or(0, |(items, ..)| items.len()),
            }
        }
        let after = run.len().saturating_sub(odd);
        let mut items = EncodedItems::new(run);
        loop {
            let Some(item) = items.next() else { return (page.len, true) };
            page = write_item(page.ascii(&[before]), item, field);
            before = separator;
            if items.as_encoded().len() <= after {
                break;
            }
        }
        (run, odd) = (items.as_encoded(), 0);
    }
    (page.len, false)
}

/// Copies the short texts that the encoded items of `run` begin with. `before` precedes the first text, and `separator`
/// each of the others. Returns these items, whether all their characters are in `raw`, and the items that follow. `None` if
/// the first is no short text.
///
/// All bytes are copied at once. Then the separators replace the heads.
#[inline(always)]
fn join_short<'r>(
    room: &mut [u8; PART],
    run: &'r [u8],
    before: u8,
    separator: u8,
    raw: Charset,
) -> Option<(&'r [u8], bool, &'r [u8])> {
    let mut head = *run.first().filter(|head| is_short(**head))?;
    let items = run.get(..PART).unwrap_or(run);
    copy(room.get_mut(..items.len())?, items);
    if let Some(to) = room.first_mut() {
        *to = before;
    }
    let mut end = usize::from(head.wrapping_sub(EMPTY)).wrapping_add(1);
    while let (Some(&next), Some(to)) = (items.get(end), room.get_mut(end))
        && is_short(next)
    {
        *to = separator;
        head = next;
        end = end.wrapping_add(1).wrapping_add(head.wrapping_sub(EMPTY).into());
    }
    if end > items.len() {
        // The last text is not whole.
        end = end.wrapping_sub(1).wrapping_sub(head.wrapping_sub(EMPTY).into());
        head = LONGEST;
    }
    let (items, rest) = run.split_at_checked(end)?;
    // The heads are letters to every set, but for the head of an empty text. If that is the last one, it is not checked.
    let checked = if head == EMPTY { items.split_last().map_or(items, |(_, checked)| checked) } else { items };
    Some((items, raw.has_all(checked), rest))
}

#[inline(always)]
fn is_short(head: u8) -> bool {
    (EMPTY..=LONGEST).contains(&head)
}

/// The percent-encoding of a byte (RFC 3986 section 2.1), followed by a zero.
#[inline(always)]
fn triplet_word(byte: u8) -> u32 {
    let nibbles = u32::from(byte & 0x0f) << 8 | u32::from(byte >> 4);
    let letters = nibbles.wrapping_add(0x0606) >> 4 & 0x0101;
    let digits = (nibbles | 0x3030).wrapping_add(letters.wrapping_mul((b'A' - b'9' - 1).into()));
    u32::from(b'%') | digits << 8
}

/// Copies `text` to `room`, which is as long.
#[inline(always)]
fn copy(room: &mut [u8], text: &[u8]) {
    // Chunks that may overlap take less than single bytes.
    if let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        if text.len() > 32 {
            let chunks = room.as_chunks_mut::<16>().0.iter_mut().zip(text.as_chunks::<16>().0);
            chunks.for_each(|(to, from)| *to = *from);
        }
        copy_ends(room, first, last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        copy_ends(room, first, last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        copy_ends(room, first, last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<2>(), text.last_chunk::<2>()) {
        copy_ends(room, first, last);
    } else if let (Some(to), Some(from)) = (room.first_mut(), text.first()) {
        *to = *from;
    }
}

#[inline]
fn copy_ends<const N: usize>(room: &mut [u8], first: &[u8; N], last: &[u8; N]) {
    if let Some(to) = room.first_chunk_mut() {
        *to = *first;
    }
    if let Some(to) = room.last_chunk_mut() {
        *to = *last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::pct::triplet;

    #[test]
    fn triplets_are_words() {
        for byte in 0..=u8::MAX {
            let [mark, high, low] = triplet(byte);
            assert_eq!(triplet_word(byte).to_le_bytes(), [mark, high, low, 0]);
        }
    }
}
