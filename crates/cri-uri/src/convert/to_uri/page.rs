//! The sink of machines with 64 bits: a page gathers the text, which is then written at once.

use core::fmt::{self, Write};

use cri_core::{EncodedItems, TextOrPet};

use crate::convert::field::Field;
use crate::convert::to_uri::address::{ROOM, write_address};
use crate::convert::to_uri::compose::{Sink, Written, write_each, write_pieces};
use crate::text::charset::Charset;
use crate::text::pct::TRIPLET;

/// The longest text in bytes on a page that is the only one. Few are longer, and clearing more takes time for each.
const LEN: usize = 176;

/// How many bytes are checked at once to be text. Checking single bytes at the end takes longer.
const WORDS: usize = 32;

/// How many bytes of a long text are checked at once for characters to encode.
const CHUNK: usize = 32;

/// The size of a page that is the only one, in bytes.
pub(crate) const ONE: usize = LEN + WORDS;

/// The size of each of several pages, in bytes.
pub(crate) const EACH: usize = 1024;

/// What happens when a page is full.
pub(crate) trait Overflow {
    /// Takes ASCII that has no room on the page.
    fn take(&mut self, ascii: &[u8]) -> fmt::Result;
}

/// A page that ends the walk when it is full. The caller then begins again with a page that writes.
pub(crate) struct Full;

impl Overflow for Full {
    #[inline(always)]
    fn take(&mut self, _: &[u8]) -> fmt::Result {
        Err(fmt::Error)
    }
}

impl<W: Write> Overflow for &mut W {
    fn take(&mut self, ascii: &[u8]) -> fmt::Result {
        // INVARIANT: sinks take ASCII only, so this is text.
        self.write_str(core::str::from_utf8(ascii).map_err(|_| fmt::Error)?)
    }
}

/// Gathers text.
pub(crate) struct Page<'p, O, const N: usize> {
    space: &'p mut [u8; N],
    /// How many bytes were gathered. The bytes after these may be anything.
    len: usize,
    overflow: O,
}

impl<'p, O: Overflow, const N: usize> Page<'p, O, N> {
    #[inline(always)]
    pub(crate) const fn new(space: &'p mut [u8; N], overflow: O) -> Self {
        Self { space, len: 0, overflow }
    }

    /// Makes room on the page: what was gathered goes to `overflow`.
    #[cold]
    fn flush(mut self) -> Written<Self> {
        self.overflow.take(self.space.get(..self.len).unwrap_or_default())?;
        self.len = 0;
        Ok(self)
    }

    /// Passes on what was gathered, at the end of the walk.
    pub(crate) fn finish(self) -> fmt::Result {
        self.flush().map(|_| ())
    }

    /// Appends ASCII that has no room on this page.
    #[cold]
    fn ascii_on_next(self, ascii: &[u8]) -> Written<Self> {
        let mut page = self.flush()?;
        if ascii.len() > N {
            page.overflow.take(ascii)?;
            return Ok(page);
        }
        page.ascii(ascii)
    }

    /// Appends bytes, percent-encoding those that are not in `raw`.
    fn encoded(mut self, bytes: &[u8], raw: Charset) -> Written<Self> {
        for &byte in bytes {
            if N.wrapping_sub(self.len) < size_of::<u32>() {
                self = self.flush()?;
            }
            // Four bytes are stored, of which the next store overwrites those that do not count. So no branch depends
            // on the byte.
            let is_raw = raw.has(byte);
            let word = if is_raw { byte.into() } else { triplet_word(byte) };
            if let Some(to) = self.space.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
                *to = word.to_le_bytes();
            }
            self.len = self.len.wrapping_add(if is_raw { 1 } else { TRIPLET });
        }
        Ok(self)
    }

    /// Appends a long text of which something is percent-encoded. Most of its chunks are copied as they are.
    #[inline(never)]
    fn encoded_in_chunks(self, text: &[u8], raw: Charset) -> Written<Self> {
        text.chunks(CHUNK).try_fold(
            self,
            |page, chunk| {
                if raw.has_all(chunk) { page.ascii(chunk) } else { page.encoded(chunk, raw) }
            },
        )
    }

    /// Appends as many of the encoded items as [`join_short`] takes; returns what follows them.
    #[inline(always)]
    fn join(mut self, run: &[u8], separator: u8, field: Field) -> Result<(Self, &[u8]), fmt::Error> {
        if N.wrapping_sub(self.len) < run.len() {
            self = self.flush()?;
        }
        let (len, rest) = join_short(self.space.get_mut(self.len..).unwrap_or_default(), run, separator, field.raw);
        self.len = self.len.wrapping_add(len);
        Ok((self, rest))
    }

    /// Appends the separator between the items of `run` that [`join`](Self::join) took and `rest`, if there are both.
    #[inline(always)]
    fn separate(self, run: &[u8], rest: &[u8], separator: u8) -> Written<Self> {
        let joined_some = rest.len() < run.len();
        if joined_some && !rest.is_empty() { self.ascii(&[separator]) } else { Ok(self) }
    }

    /// Appends encoded items that take more than a page, in parts that each fit on one page.
    #[inline(never)]
    fn items_in_parts(mut self, mut run: &[u8], separator: u8, field: Field) -> Written<Self> {
        loop {
            let (part, after) = split_items(run, N);
            let (page, rest) = self.join(part, separator, field)?;
            (self, _) = write_each(page.separate(part, rest, separator)?, rest, separator, field)?;
            if after.is_empty() {
                return Ok(self);
            }
            self = self.ascii(&[separator])?;
            run = after;
        }
    }
}

impl<'p> Page<'p, Full, ONE> {
    /// The text, or nothing if it is too long for a page.
    #[inline(always)]
    pub(crate) fn into_str(self) -> Option<&'p str> {
        let Self { space, len, .. } = self;
        // Whole words are checked in less time than single bytes, so zeros fill up the last one.
        *space.get_mut(len..)?.first_chunk_mut()? = [0; WORDS];
        core::str::from_utf8(space.get(..len.next_multiple_of(WORDS))?).ok()?.get(..len)
    }
}

impl<O: Overflow, const N: usize> Sink for Page<'_, O, N> {
    #[inline(always)]
    fn ascii(mut self, ascii: &[u8]) -> Written<Self> {
        let end = self.len.wrapping_add(ascii.len());
        let Some(room) = self.space.get_mut(self.len..end) else {
            return self.ascii_on_next(ascii);
        };
        copy(room, ascii);
        self.len = end;
        Ok(self)
    }

    #[inline(always)]
    fn text(self, text: &[u8], field: Field) -> Written<Self> {
        if field.raw.has_all(text) {
            self.ascii(text)
        } else if text.len() <= CHUNK {
            self.encoded(text, field.raw)
        } else {
            self.encoded_in_chunks(text, field.raw)
        }
    }

    #[inline(always)]
    fn bytes(self, bytes: &[u8], _: Field) -> Written<Self> {
        self.encoded(bytes, Charset::NONE)
    }

    #[inline(always)]
    fn address(mut self, octets: &[u8]) -> Written<Self> {
        if N.wrapping_sub(self.len) < ROOM {
            self = self.flush()?;
        }
        if let Some(room) = self.space.get_mut(self.len..).and_then(<[u8]>::first_chunk_mut) {
            self.len = self.len.wrapping_add(write_address(room, octets));
        }
        Ok(self)
    }

    #[inline(always)]
    fn item(self, item: TextOrPet<'_>, field: Field) -> Written<Self> {
        match item.text_bytes() {
            Some(text) => self.text(text, field),
            None => write_pieces(self, item, field),
        }
    }

    #[inline(always)]
    fn items(self, run: &[u8], separator: u8, field: Field) -> Written<Self> {
        let (page, rest) = self.join(run, separator, field)?;
        if rest.is_empty() {
            return Ok(page);
        }
        let page = page.separate(run, rest, separator)?;
        if rest.len() > N {
            return page.items_in_parts(rest, separator, field);
        }
        write_each(page, rest, separator, field).map(|(page, _)| page)
    }

    #[inline(always)]
    fn labels(self, run: &[u8]) -> Result<(Self, bool), fmt::Error> {
        let (page, rest) = self.join(run, b'.', Field::LABEL)?;
        match rest.first() {
            None => Ok((page, false)),
            Some(0x00..=0x1f) => Ok((page, true)),
            Some(_) => write_each(page.separate(run, rest, b'.')?, rest, b'.', Field::LABEL),
        }
    }
}

/// The percent-encoding of a byte (RFC 3986 section 2.1), followed by a zero.
#[inline(always)]
fn triplet_word(byte: u8) -> u32 {
    let nibbles = u32::from(byte & 0x0f) << 8 | u32::from(byte >> 4);
    let letters = nibbles.wrapping_add(0x0606) >> 4 & 0x0101;
    let digits = (nibbles | 0x3030).wrapping_add(letters.wrapping_mul((b'A' - b'9' - 1).into()));
    u32::from(b'%') | digits << 8
}

/// The head of the empty text, which is no letter.
const EMPTY: u8 = 0x60;

/// The head of the longest text that has one of one byte.
const LONGEST: u8 = 0x77;

/// Writes the short texts that `run` begins with to the start of `room`, with separators between them. Returns their
/// length there, and the rest of `run`: nothing, or an item of another kind and what follows it.
///
/// Such a run is the text of the URI already, except that heads stand in place of separators. So the run is copied whole,
/// and each head is overwritten. The characters are checked with the heads among them: as bytes, these are letters, which
/// every set has, except for the head of the empty text. So that may stand at the end only, where `/a/` has it.
///
/// If `room` is too small for the run, or a character of the texts is not in `raw`, nothing is written and the rest is all
/// of `run`. The bytes of `room` after the texts may be anything.
#[inline(always)]
fn join_short<'r>(room: &mut [u8], run: &'r [u8], separator: u8, raw: Charset) -> (usize, &'r [u8]) {
    let Some((&(mut head), rest)) = run.split_first() else {
        return (0, run);
    };
    let Some(room) = room.get_mut(..rest.len()).filter(|_| is_short(head)) else {
        return (0, run);
    };
    copy(room, rest);
    let mut end = 0_usize;
    loop {
        end = end.wrapping_add(head.wrapping_sub(EMPTY).into());
        let (Some(&next), Some(to)) = (rest.get(end), room.get_mut(end)) else {
            break;
        };
        if !is_short(next) {
            return match rest.split_at_checked(end) {
                Some((texts, after)) if raw.has_all(texts) => (end, after),
                _ => (0, run),
            };
        }
        head = next;
        *to = separator;
        end = end.wrapping_add(1);
    }
    // The last head is all there is of an empty text.
    let texts = if head == EMPTY { rest.split_last().map_or(rest, |(_, texts)| texts) } else { rest };
    if raw.has_all(texts) { (rest.len(), &[]) } else { (0, run) }
}

/// Splits a run into as many items as fit in `len` bytes, but at least one, and the rest.
fn split_items(run: &[u8], len: usize) -> (&[u8], &[u8]) {
    let mut items = EncodedItems::new(run);
    let mut after = [].as_slice();
    while items.next().is_some() {
        if run.len().wrapping_sub(items.as_encoded().len()) > len && !after.is_empty() {
            break;
        }
        after = items.as_encoded();
    }
    run.split_at_checked(run.len().wrapping_sub(after.len())).unwrap_or((run, &[]))
}

#[inline(always)]
fn is_short(head: u8) -> bool {
    (EMPTY..=LONGEST).contains(&head)
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

    #[test]
    fn the_first_item_stays_whole() {
        let run = b"\x63abc\x61d";
        for len in 0..=4 {
            assert_eq!(split_items(run, len), (b"\x63abc".as_slice(), b"\x61d".as_slice()), "{len}");
        }
        assert_eq!(split_items(b"\x63abc", 1), (b"\x63abc".as_slice(), b"".as_slice()));
        assert_eq!(split_items(b"", 1), (b"".as_slice(), b"".as_slice()));
    }

    #[test]
    fn an_item_may_end_at_the_limit() {
        let run = b"\x61a\x62bc\x61d";
        for (len, first) in [(4, 2), (5, 5), (6, 5), (7, 7), (8, 7)] {
            assert_eq!(split_items(run, len), run.split_at(first), "{len}");
        }
    }
}
