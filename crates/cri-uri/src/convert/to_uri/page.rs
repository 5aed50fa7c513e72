//! The sink of machines with 64 bits: a page gathers the text, which is written when the page is full.

use core::fmt::{self, Write};

use cri_core::__private::{IpNumbers, copy_bytes};
use cri_core::wire::{EMPTY_TEXT, Head};

use crate::convert::text_component::TextComponent;
use crate::convert::to_uri::codes::{BLOCK, Codes, are_plain, is_plain};
use crate::convert::to_uri::compose::{PART, Sink, write_one_by_one};
use crate::text::grammar::charset::Charset;
use crate::text::pct::TRIPLET;

/// How many bytes are written at once when the page is full. Few URIs are longer. A page has room for one part more.
const LEN: usize = 192;

/// The longest byte string that is written without a branch for each byte.
const FEW: usize = 4;

/// The longest text that is checked and copied as a whole.
const TWO_BLOCKS: usize = 2 * BLOCK;

/// How many bytes are checked at once to be text. Checking single bytes at the end takes longer.
const WORDS: usize = 16;

/// The head of the longest text with a head of one byte.
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
    fn encoded(self, bytes: &[u8], raw: Charset) -> Self {
        self.blocks(
            bytes,
            bytes.len(),
            Codes::of(raw),
            raw != Charset::NONE && raw != Charset::UNRESERVED,
        )
    }

    /// Appends the first `left` of these bytes as their codes. With `keeps_plain`, plain bytes are their own codes.
    #[inline(always)]
    fn blocks(mut self, bytes: &[u8], left: usize, codes: &Codes, keeps_plain: bool) -> Self {
        let (mut rest, mut left) = (bytes, left.min(bytes.len()));
        while left > 0 {
            let (len, mut padded) = (left.min(BLOCK), [0; BLOCK]);
            let block = rest.first_chunk().unwrap_or_else(|| {
                if let Some(to) = padded.get_mut(..rest.len()) {
                    copy_bytes(to, rest);
                }
                &padded
            });
            let Some(room) = self.room() else { return self };
            let added = if keeps_plain && is_plain(block, len) {
                if let Some(room) = room.first_chunk_mut() {
                    *room = *block;
                }
                len
            } else {
                codes.put(room, block.get(..len).unwrap_or_default())
            };
            self = self.advance(added);
            (rest, left) = (rest.get(len..).unwrap_or_default(), left.wrapping_sub(len));
        }
        self
    }

    /// Appends the text or byte string that `run` begins with, and returns what follows it.
    #[inline(always)]
    fn piece<'r>(mut self, run: &'r [u8], text: &Codes) -> (Self, &'r [u8]) {
        let (head, len, rest) = match run {
            [head, rest @ ..] if head & 31 < 24 => (*head, usize::from(head & 31), rest),
            [head @ 0x78, len, rest @ ..] => (*head, usize::from(*len), rest),
            _ => {
                let Ok(head) = Head::read(run) else { return (self, &[]) };
                let rest = run.get(head.len()..).unwrap_or_default();
                (head.initial(), head.argument() as usize, rest)
            }
        };
        let after = rest.get(len..).unwrap_or_default();
        if head >= EMPTY_TEXT {
            // Most texts are plain, and take two blocks at most.
            let blocks = rest.first_chunk::<TWO_BLOCKS>();
            if len <= TWO_BLOCKS
                && let Some(blocks) = blocks
                && let [first, second] = blocks.as_chunks().0
                && is_plain(first, len.min(BLOCK))
                && (len <= BLOCK || is_plain(second, len.wrapping_sub(BLOCK)))
            {
                if let Some(room) = self.room().and_then(|room| room.first_chunk_mut()) {
                    *room = *blocks;
                }
                return (self.advance(len), after);
            }
            return (self.blocks(rest, len, text, len > BLOCK || blocks.is_none()), after);
        }
        let bytes = Codes::of(Charset::NONE);
        if let ..=FEW = len
            && let Some(few) = rest.first_chunk::<FEW>()
        {
            if let Some(room) = self.room() {
                bytes.put(room, few);
            }
            return (self.advance(len.wrapping_mul(TRIPLET)), after);
        }
        (self.blocks(rest, len, bytes, false), after)
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

    #[inline(always)]
    fn join(self, run: &[u8], marks: [u8; 2], component: TextComponent) -> (Self, usize) {
        self.joined::<false>(run, marks, component)
    }

    #[inline(always)]
    fn others(self, run: &[u8], marks: [u8; 2], component: TextComponent) -> Self {
        // For few items, loading the constants of the checks takes longer than they save.
        if run.len() <= PART {
            write_one_by_one(self, run, marks, component)
        } else {
            self.many(run, marks, component)
        }
    }
}

impl Page<'_, '_, '_> {
    /// Appends items one by one, and joins them again where that may pay.
    #[inline(never)]
    fn many(
        mut self,
        mut run: &[u8],
        [mut mark, separator]: [u8; 2],
        component: TextComponent,
    ) -> Self {
        let codes = Codes::of(component.raw);
        // The length of `run` at which to join again. If few were joined, the next ones probably cannot be joined either.
        let mut next = run.len();
        // A port ends the labels.
        while let Some(&head @ EMPTY_TEXT..) = run.first() {
            if head <= LONGEST_TEXT && run.len() <= next {
                let joined;
                (self, joined) = self.joined::<true>(run, [mark, separator], component);
                run = run.get(joined..).unwrap_or_default();
                next = run.len().saturating_sub(match joined {
                    0 => 2 * PART,
                    _ if joined < PART / 2 => PART,
                    _ => 0,
                });
                if joined > 0 {
                    mark = separator;
                    continue;
                }
            }
            if let Some(to) = self.paper.space.get_mut(self.len) {
                *to = mark;
            }
            self = self.advance(1);
            mark = separator;
            let mut count = 1;
            if let 0x80.. = head
                && let Ok(head) = Head::read(run)
            {
                (count, run) = (head.argument(), run.get(head.len()..).unwrap_or_default());
            }
            for _ in 0..count {
                (self, run) = self.piece(run, codes);
            }
        }
        self
    }

    /// Joins short texts. All bytes are copied at once, then the separators replace the heads.
    #[inline(always)]
    fn joined<const LONG: bool>(
        mut self,
        run: &[u8],
        [before, separator]: [u8; 2],
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
        // Texts and heads are checked together. The head of a short text is the byte of a letter, which every set has. The head
        // of the empty text is in no set, so at the end of the run it is left out.
        let checked = if last == EMPTY_TEXT { joined.saturating_sub(1) } else { joined };
        if items
            .get(..checked)
            .is_some_and(|checked| LONG && are_plain(checked) || component.raw.has_all(checked))
        {
            (self.advance(joined), joined)
        } else {
            (self, 0)
        }
    }
}
