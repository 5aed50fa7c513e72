//! The sink of machines with 64 bits: a page gathers the text, which is written when the page is full.

use core::fmt::{self, Write};

use cri_core::__private::{IpNumbers, copy_bytes};

use crate::convert::text_component::TextComponent;
use crate::convert::to_uri::compose::{PART, Sink};
use crate::text::grammar::charset::Charset;
use crate::text::pct::{TRIPLET, triplet};

/// How many bytes are written at once when the page is full. Few URIs are longer. A page has room for one part more.
const LEN: usize = 192;

/// How many bytes of text are percent-encoded at once. Three times as many fit in a part.
const BLOCK: usize = 16;

/// How many bytes are checked at once to be text. Checking single bytes at the end takes longer.
const WORDS: usize = 16;

/// The heads of an empty text, and of the longest text with a head of one byte.
const EMPTY_TEXT: u8 = 0x60;
const LONGEST_TEXT: u8 = 0x77;

/// The bytes of a page, and the room for one part more.
pub(crate) type Space = [u8; LEN + PART];
pub(crate) const EMPTY: Space = [0; LEN + PART];

/// A page, and the writer that takes it when it is full.
pub(crate) struct Paper<'p, 'w> {
    space: &'p mut Space,
    out: &'w mut dyn Write,
    /// The first error of the writer. After it, nothing is written.
    result: fmt::Result,
}

impl<'p, 'w> Paper<'p, 'w> {
    #[inline(always)]
    pub(crate) const fn new(space: &'p mut Space, out: &'w mut dyn Write) -> Self {
        Self { space, out, result: Ok(()) }
    }

    /// Writes a full page. What does not fit is the start of the next one.
    #[cold]
    #[inline(never)]
    fn turn(&mut self) {
        let (page, _) = self.space.split_at(LEN);
        if self.result.is_ok() {
            self.result = text(page).and_then(|text| self.out.write_str(text));
        }
        self.space.copy_within(LEN.., 0);
    }

    /// The text that is on the page at the end of the walk, or the first error of the writer.
    #[inline(always)]
    pub(crate) fn finish(self, len: usize) -> Result<&'p str, fmt::Error> {
        self.result?;
        let end = self
            .space
            .get_mut(len..)
            .and_then(|space| space.first_chunk_mut())
            .ok_or(fmt::Error)?;
        // Whole words are checked in less time than single bytes, so zeros fill up the last one.
        *end = [0; WORDS];
        text(self.space.get(..len.next_multiple_of(WORDS)).ok_or(fmt::Error)?)?
            .get(..len)
            .ok_or(fmt::Error)
    }
}

/// The ASCII that sinks took.
#[inline(always)]
fn text(ascii: &[u8]) -> Result<&str, fmt::Error> {
    // INVARIANT: sinks take ASCII only, so this does not fail.
    debug_assert!(ascii.is_ascii());
    core::str::from_utf8(ascii).map_err(|_| fmt::Error)
}

/// Gathers text.
pub(crate) struct Page<'a, 'p, 'w> {
    paper: &'a mut Paper<'p, 'w>,
    /// How many bytes were gathered. The bytes after these may be anything.
    ///
    /// INVARIANT: less than `LEN`, so there is always room for a part.
    pub(crate) len: usize,
}

impl<'a, 'p, 'w> Page<'a, 'p, 'w> {
    #[inline(always)]
    pub(crate) const fn new(paper: &'a mut Paper<'p, 'w>) -> Self {
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
        if self.len >= LEN {
            self.len = self.len.wrapping_sub(LEN);
            self.paper.turn();
        }
        self
    }

    /// Appends at most `PART` bytes of ASCII.
    #[inline(always)]
    fn part(mut self, ascii: &[u8]) -> Self {
        if let Some(room) = self.room().and_then(|room| room.get_mut(..ascii.len())) {
            copy_bytes(room, ascii);
        }
        self.advance(ascii.len())
    }

    /// Appends bytes, percent-encoding those that are not in `raw`.
    #[inline(never)]
    fn encoded(mut self, bytes: &[u8], raw: Charset) -> Self {
        for block in bytes.chunks(BLOCK) {
            if bytes.len() > BLOCK && raw.has_all(block) {
                self = self.part(block);
                continue;
            }
            let mut added = 0_usize;
            if let Some(room) = self.room() {
                for &byte in block {
                    // The next bytes overwrite those that do not count, so no branch depends on the byte.
                    let [mark, high, low] = triplet(byte);
                    let (bytes, len) = if raw.has(byte) {
                        ([byte, 0, 0], 1)
                    } else {
                        ([mark, high, low], TRIPLET)
                    };
                    if let Some(to) = room.get_mut(added..).and_then(<[u8]>::first_chunk_mut) {
                        *to = bytes;
                    }
                    added = added.wrapping_add(len);
                }
            }
            self = self.advance(added);
        }
        self
    }
}

impl Sink for Page<'_, '_, '_> {
    #[inline(always)]
    fn ascii(self, ascii: &[u8]) -> Self {
        if ascii.len() <= PART {
            self.part(ascii)
        } else {
            ascii.chunks(PART).fold(self, Self::part)
        }
    }

    #[inline(always)]
    fn text(self, text: &[u8], component: TextComponent) -> Self {
        if text.len() <= PART && component.raw.has_all(text) {
            self.part(text)
        } else {
            self.encoded(text, component.raw)
        }
    }

    #[inline(always)]
    fn bytes(self, bytes: &[u8], _: TextComponent) -> Self {
        self.encoded(bytes, Charset::NONE)
    }

    #[inline(never)]
    fn address(mut self, octets: &[u8]) -> Self {
        let Some(room) = self.room() else { return self };
        let len = IpNumbers::new(octets).fold(0_usize, |at, (text, len)| {
            if let Some(to) = room.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
                *to = text;
            }
            at.wrapping_add(len)
        });
        self.advance(len)
    }

    /// Joins short texts. All bytes are copied at once, then the separators replace the heads.
    #[inline(always)]
    fn join(
        mut self,
        run: &[u8],
        before: u8,
        separator: u8,
        component: TextComponent,
    ) -> (Self, usize) {
        let items = run.get(..PART).unwrap_or(run);
        let Some(room) = self.room().and_then(|room| room.get_mut(..items.len())) else {
            return (self, 0);
        };
        copy_bytes(room, items);
        let (mut mark, mut last, mut end) = (before, EMPTY_TEXT, 0_usize);
        // Mostly all items are joined. Their length is then known, and what follows need not wait for the heads.
        let joined = loop {
            let (Some(&head), Some(to)) = (items.get(end), room.get_mut(end)) else {
                break items.len();
            };
            let after = end.wrapping_add(1).wrapping_add(head.wrapping_sub(EMPTY_TEXT).into());
            if !(EMPTY_TEXT..=LONGEST_TEXT).contains(&head) || after > items.len() {
                break end;
            }
            *to = mark;
            (mark, last, end) = (separator, head, after);
        };
        // Texts and heads are checked together. As a character, each head is a letter, but that of the empty text is not.
        // At the end it is left out.
        let checked = if last == EMPTY_TEXT { joined.saturating_sub(1) } else { joined };
        if items.get(..checked).is_some_and(|checked| component.raw.has_all(checked)) {
            (self.advance(joined), joined)
        } else {
            (self, 0)
        }
    }
}
