//! The items of a short URI reference's components.
//!
//! Text is copied sixteen bytes at a time, past its end, where the next item comes to stand; and separators are found
//! eight bytes at a time. Each function writes at `at`, and gives where what it wrote ends.

use cri_core::wire::{EMPTY_ARRAY, Major};
use cri_core::{Buffer, SliceBuffer};

use super::short::Short;
use crate::charset::Charset;
use crate::pct::{Item, SHORT};

/// The head of the empty text; the length of a short text is added to it.
const TEXT: u8 = (Major::Text as u8) << 5;
/// How many bytes are copied at once.
const STEP: usize = 16;

/// Where a CRI is written: there is room for sixteen bytes behind any position, so that none needs to be asked for.
pub(super) type Out = [u8; 256 + STEP];

/// Where nothing is written yet.
pub(crate) const NO_BYTES: Out = [0; 256 + STEP];

/// Labels that were written.
pub(super) struct Labels {
    pub(super) end: u8,
    pub(super) count: u8,
}

/// Writes the labels of a name without percent-encoding, in lower case (C5).
#[inline(always)]
pub(super) fn labels(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<Labels> {
    let (mut to, mut label, mut count) = (at, start, 1_u8);
    let mut any_upper_case = 0;
    for (word, mut dots) in short.marks(b'.', start, end) {
        any_upper_case |= short.upper_case(word);
        while dots != 0 {
            let dot = word.wrapping_add(dots.trailing_zeros() as usize / 8);
            to = plain_item(short, out, to, label, dot);
            label = dot.wrapping_add(1);
            count = count.wrapping_add(1);
            dots &= dots.wrapping_sub(1);
        }
    }
    to = plain_item(short, out, to, label, end);
    if short.any_percent && short.slice(start, end).contains(&b'%') {
        return None;
    }
    if any_upper_case != 0 {
        // Perhaps behind the name, which does no harm. Of heads, the length of a label may be an upper-case letter.
        if end.wrapping_sub(start) >= usize::from(b'A') {
            return None;
        }
        out.get_mut(at.into()..to.into())?.make_ascii_lowercase();
    }
    Some(Labels { end: to, count })
}

/// Writes the array of a query's parameters.
#[inline(always)]
pub(super) fn parameters(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<u8> {
    let (mut to, mut parameter, mut count) = (at.wrapping_add(1), start, 1_u8);
    for (word, mut ampersands) in short.marks(b'&', start, end) {
        while ampersands != 0 {
            let ampersand = word.wrapping_add(ampersands.trailing_zeros() as usize / 8);
            to = item(short, out, to, parameter, ampersand, Charset::PARAMETER)?;
            parameter = ampersand.wrapping_add(1);
            count = count.wrapping_add(1);
            ampersands &= ampersands.wrapping_sub(1);
        }
    }
    to = item(short, out, to, parameter, end, Charset::PARAMETER)?;
    *out.get_mut(usize::from(at))? = EMPTY_ARRAY | Some(count).filter(|&count| count < SHORT)?;
    Some(to)
}

/// What a path is of, which goes by what stands before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It begins with a slash, behind an authority or in a reference: nothing is above it.
    Rooted,
    /// It begins with a slash, and behind it there is no authority (section 2.1).
    Bare,
    /// It begins with no slash, behind a scheme.
    Rootless,
    /// It begins with no slash, in a relative reference, whose discard stands before it.
    Relative,
}

/// A path that was written.
pub(super) struct Segments {
    pub(super) end: u8,
    /// Where the last segment begins.
    pub(super) last: u8,
}

/// Writes the array of a path's segments without dot-segments (RFC 3986 section 5.2.4).
#[inline(always)]
pub(super) fn segments(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
    kind: Kind,
) -> Option<Segments> {
    let mut path = Path { to: at.wrapping_add(1), count: 0, starts: [0; SHORT as usize], above: 0, dots: false };
    let (mut segment, mut any_dots) = (start, false);
    for (word, mut slashes) in short.marks(b'/', start, end) {
        while slashes != 0 {
            let slash = word.wrapping_add(slashes.trailing_zeros() as usize / 8);
            path.segment(short, out, segment, slash)?;
            any_dots |= path.dots;
            segment = slash.wrapping_add(1);
            slashes &= slashes.wrapping_sub(1);
        }
    }
    path.segment(short, out, segment, end)?;
    if path.dots {
        // The slash before it stays.
        path.begin()?;
        path.to = push(out, path.to, TEXT);
        any_dots = true;
    }
    match kind {
        // What `..` leaves of it may be rooted.
        Kind::Rootless if any_dots => return None,
        // What would read as an authority is an error.
        Kind::Bare if path.count > 1 && out.get(usize::from(at.wrapping_add(1))) == Some(&TEXT) => return None,
        Kind::Relative => {
            let discard = out.get_mut(usize::from(at.wrapping_sub(1)))?;
            *discard = discard.checked_add(path.above).filter(|&discard| discard < SHORT)?;
        }
        _ => {}
    }
    *out.get_mut(usize::from(at))? = EMPTY_ARRAY | Some(path.count).filter(|&count| count < SHORT)?;
    let last = *path.starts.get(usize::from(path.count.wrapping_sub(1)))?;
    Some(Segments { end: path.to, last })
}

/// A path that is being written.
struct Path {
    /// Where the next segment comes to stand.
    to: u8,
    count: u8,
    /// Where the segments begin.
    starts: [u8; SHORT as usize],
    /// How many `..` found no segment to remove.
    above: u8,
    /// Whether the last segment was a dot-segment.
    dots: bool,
}

impl Path {
    /// Writes a segment, or does what a dot-segment does.
    #[inline(always)]
    fn segment(&mut self, short: &Short<'_>, out: &mut Out, start: usize, end: usize) -> Option<()> {
        self.begin()?;
        let head = self.to;
        self.to = item(short, out, head, start, end, Charset::SEGMENT)?;
        // The dot-segment itself goes, and for `..` the one before it, if there is one.
        let gone = match (self.to.wrapping_sub(head), out.get(usize::from(head)..)?) {
            (2, [_, b'.', ..]) => 1,
            (3, [_, b'.', b'.', ..]) => 2,
            _ => 0,
        };
        self.dots = gone > 0;
        if self.dots {
            match self.count.checked_sub(gone) {
                Some(count) => self.count = count,
                None => (self.count, self.above) = (0, self.above.wrapping_add(1)),
            }
            self.to = *self.starts.get(usize::from(self.count))?;
        }
        Some(())
    }

    /// Counts a segment, which begins here.
    #[inline(always)]
    fn begin(&mut self) -> Option<()> {
        *self.starts.get_mut(usize::from(self.count))? = self.to;
        self.count = self.count.wrapping_add(1);
        Some(())
    }
}

/// Writes what may be percent-encoded as an item, where characters of `raw` are as they are.
#[inline(always)]
pub(super) fn item(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize, raw: Charset) -> Option<u8> {
    if short.any_percent {
        encoded_item(short, out, at, start, end, raw)
    } else {
        Some(plain_item(short, out, at, start, end))
    }
}

/// Writes an item in which there may be percent-encoding.
#[inline(never)]
fn encoded_item(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize, raw: Charset) -> Option<u8> {
    let percents = short.marks(b'%', start, end).map(|(_, marks)| marks.count_ones() as usize).sum::<usize>();
    // Each triplet becomes a byte, if all that is percent-encoded is text.
    let len = end.wrapping_sub(start).wrapping_sub(percents.wrapping_mul(2));
    let body = text_head(out, at, len);
    let (mut rest, mut to, mut all) = (start, body, 0);
    for (word, mut marks) in short.marks(b'%', start, end) {
        while marks != 0 {
            let percent = word.wrapping_add(marks.trailing_zeros() as usize / 8);
            marks &= marks.wrapping_sub(1);
            to = text(short, out, to, rest, percent);
            let byte = short.triplet(percent);
            if raw.has(byte) && !Charset::UNRESERVED.has(byte) {
                return sequence(short.slice(start, end), out, at, raw);
            }
            all |= byte;
            to = push(out, to, byte);
            rest = percent.wrapping_add(3);
        }
    }
    to = text(short, out, to, rest, end);
    if !all.is_ascii() && core::str::from_utf8(out.get(body.into()..to.into())?).is_err() {
        return sequence(short.slice(start, end), out, at, raw);
    }
    Some(to)
}

/// Writes a text-pet-sequence, since text cannot say all that is in `part`.
#[cold]
fn sequence(part: &[u8], out: &mut Out, at: u8, raw: Charset) -> Option<u8> {
    let mut buffer = SliceBuffer::new(out.get_mut(at.into()..)?);
    Item::new(part, raw).write(&mut buffer).ok()?;
    Some(at.wrapping_add(buffer.len() as u8))
}

/// Writes an item that is text as it stands in the URI.
#[inline(always)]
pub(super) fn plain_item(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> u8 {
    let at = text_head(out, at, end.wrapping_sub(start));
    text(short, out, at, start, end)
}

/// Writes the head of a text of so many bytes.
#[inline(always)]
fn text_head(out: &mut Out, at: u8, len: usize) -> u8 {
    // The second byte of a head that has but one is overwritten.
    let is_long = len >= SHORT.into();
    push_all(out, at, if is_long { [TEXT | 24, len as u8] } else { [TEXT | len as u8, 0] });
    at.wrapping_add(1).wrapping_add(is_long.into())
}

/// Writes what is between these positions of the URI.
#[inline(always)]
fn text(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> u8 {
    let len = end.wrapping_sub(start);
    push_all(out, at, short.sixteen(start));
    let mut copied = STEP;
    while copied < len {
        push_all(out, at.wrapping_add(copied as u8), short.sixteen(start.wrapping_add(copied)));
        copied = copied.wrapping_add(STEP);
    }
    at.wrapping_add(len as u8)
}

#[inline(always)]
pub(super) fn push(out: &mut Out, at: u8, byte: u8) -> u8 {
    push_all(out, at, [byte])
}

/// Writes at most sixteen bytes.
#[inline(always)]
pub(super) fn push_all<const N: usize>(out: &mut Out, at: u8, bytes: [u8; N]) -> u8 {
    // INVARIANT: there is room for as many behind any position.
    if let Some(room) = out.get_mut(usize::from(at)..).and_then(|out| out.first_chunk_mut()) {
        *room = bytes;
    }
    at.wrapping_add(N as u8)
}
