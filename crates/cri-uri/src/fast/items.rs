//! The items of a short URI reference's components.
//!
//! Each function writes at `at` what is between `start` and `end`, and gives where what it wrote ends. What is behind
//! that may be anything.

use cri_core::wire::{EMPTY_ARRAY, Major};
use cri_core::{Buffer, SliceBuffer};

use super::short::Short;
use super::sixteen::{STEP, Sixteen, WINDOW};
use crate::charset::Charset;
use crate::pct::{Item, SHORT, first_long_character};

/// The head of the empty text; the length of a short text is added to it.
pub(super) const TEXT: u8 = (Major::Text as u8) << 5;
pub(super) const BYTES: u8 = (Major::Bytes as u8) << 5;

/// The most bytes that are written.
pub(super) const ROOM: usize = 240;

/// Where a CRI is written: there is room for sixteen bytes behind any.
pub(super) type Out = [u8; ROOM + STEP];

/// Where nothing is written yet.
pub(crate) const NO_BYTES: Out = [0; ROOM + STEP];

/// Items that were written, or the array of them.
#[derive(Clone, Copy)]
pub(super) struct Items {
    pub(super) end: u8,
    pub(super) count: u8,
    /// Where the last one begins.
    pub(super) last: u8,
}

/// Writes what `separator` separates, as items, if it fits a window and can be copied.
///
/// It is copied as it stands, and each separator becomes the head of what is behind it, if all heads are of one byte.
#[inline(always)]
fn run<const LOWER_CASE: bool, const DOTS: bool>(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
    separator: u8,
) -> Option<Items> {
    let len = end.wrapping_sub(start);
    if len > WINDOW {
        return None;
    }
    let body = at.wrapping_add(1);
    let (mut separators, mut percents, mut dots) = (0, 0, 0);
    let mut block = 0;
    while block < len {
        let characters = short.sixteen(start.wrapping_add(block));
        let sixteen = Sixteen::new(characters);
        push_all(out, body.wrapping_add(block as u8), if LOWER_CASE { sixteen.lower_case() } else { characters });
        separators |= sixteen.equal(separator) << block;
        percents |= sixteen.equal(b'%') << block;
        if DOTS {
            dots |= sixteen.equal(b'.') << block;
        }
        block = block.wrapping_add(STEP);
    }
    let own = !u64::MAX.unbounded_shl(len as u32);
    separators &= own;
    let first_dots = dots & own & (separators << 1 | 1);
    if percents & own != 0 || (DOTS && first_dots != 0 && any_dot_segment(short.slice(start, end), first_dots)) {
        return None;
    }
    // INVARIANT: no item is longer than `WINDOW`, so that only one that is too long sets this bit.
    const LONG: u8 = 0x80;
    let (mut item, mut count, mut long) = (0, 1_u8, 0);
    loop {
        // Where there is no separator any more, this is the end.
        let next = (separators.trailing_zeros() as u8).min(len as u8);
        let len = next.wrapping_sub(item);
        push(out, at.wrapping_add(item), TEXT | len);
        long |= len.wrapping_add(LONG - SHORT);
        if separators == 0 {
            break;
        }
        item = next.wrapping_add(1);
        count = count.wrapping_add(1);
        separators &= separators.wrapping_sub(1);
    }
    if long & LONG != 0 {
        return Some(plain_items::<LOWER_CASE>(short, out, at, start, end, separator));
    }
    Some(Items { end: body.wrapping_add(len as u8), count, last: at.wrapping_add(item) })
}

/// The same of any length, one by one.
#[inline(never)]
fn plain_items<const LOWER_CASE: bool>(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
    separator: u8,
) -> Items {
    let (mut last, mut item, mut count) = (at, start, 1_u8);
    for separator in short.positions(separator, start, end) {
        last = plain_item::<LOWER_CASE>(short, out, last, item, separator);
        item = separator.wrapping_add(1);
        count = count.wrapping_add(1);
    }
    let end = plain_item::<LOWER_CASE>(short, out, last, item, end);
    Items { end, count, last }
}

/// Whether one of the segments of `path` that begin with these dots is a dot-segment.
#[inline(always)]
fn any_dot_segment(path: &[u8], mut dots: u64) -> bool {
    while dots != 0 {
        // Most segments that begin with a dot have a name behind it.
        let segment = path.get(dots.trailing_zeros() as usize..).unwrap_or_default();
        if let [b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..] = segment {
            return true;
        }
        dots &= dots.wrapping_sub(1);
    }
    false
}

/// Writes the labels of a name in lower case (C5).
#[inline(always)]
pub(super) fn labels(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<Items> {
    match run::<true, false>(short, out, at, start, end, b'.') {
        Some(labels) => Some(labels),
        None => any_labels(short, out, at, start, end),
    }
}

#[inline(never)]
fn any_labels(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<Items> {
    if !short.slice(start, end).contains(&b'%') {
        return Some(plain_items::<true>(short, out, at, start, end, b'.'));
    }
    // Once it is decoded, what begins with a digit may be an address (section 6.1).
    if matches!(short.at(start), b'0'..=b'9' | b'%') {
        return None;
    }
    let (mut last, mut label, mut count) = (at, start, 1_u8);
    for dot in short.positions(b'.', start, end) {
        last = encoded_label(short, out, last, label, dot)?;
        label = dot.wrapping_add(1);
        count = count.wrapping_add(1);
    }
    let end = encoded_label(short, out, last, label, end)?;
    Some(Items { end, count, last })
}

/// Writes a label with a head of one byte that is ASCII, also where it is percent-encoded, but for a dot.
fn encoded_label(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<u8> {
    let end = item(short, out, at, start, end, Charset::REG_NAME)?;
    let (head, label) = out.get_mut(at.into()..end.into())?.split_first_mut()?;
    if !(TEXT..TEXT | SHORT).contains(head) || !label.is_ascii() || label.contains(&b'.') {
        return None;
    }
    label.make_ascii_lowercase();
    Some(end)
}

/// Writes the array of a query's parameters.
#[inline(always)]
pub(super) fn parameters(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<u8> {
    let first = at.wrapping_add(1);
    let parameters = match run::<false, false>(short, out, first, start, end, b'&') {
        Some(parameters) => parameters,
        None => any_parameters(short, out, first, start, end)?,
    };
    *out.get_mut(usize::from(at))? = EMPTY_ARRAY | Some(parameters.count).filter(|&count| count < SHORT)?;
    Some(parameters.end)
}

#[inline(never)]
fn any_parameters(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> Option<Items> {
    let (mut last, mut parameter, mut count) = (at, start, 1_u8);
    for ampersand in short.positions(b'&', start, end) {
        last = item(short, out, last, parameter, ampersand, Charset::PARAMETER)?;
        parameter = ampersand.wrapping_add(1);
        count = count.wrapping_add(1);
    }
    let end = item(short, out, last, parameter, end, Charset::PARAMETER)?;
    Some(Items { end, count, last })
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

/// Writes the array of a path's segments without dot-segments (RFC 3986 section 5.2.4).
#[inline(always)]
pub(super) fn segments(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
    kind: Kind,
) -> Option<Items> {
    let first = at.wrapping_add(1);
    let segments = match run::<false, true>(short, out, first, start, end, b'/') {
        Some(segments) => segments,
        None => any_segments(short, out, first, start, end, kind)?,
    };
    // What would read as an authority is an error.
    if kind == Kind::Bare && segments.count > 1 && out.get(usize::from(first)) == Some(&TEXT) {
        return None;
    }
    *out.get_mut(usize::from(at))? = EMPTY_ARRAY | Some(segments.count).filter(|&count| count < SHORT)?;
    Some(segments)
}

#[inline(never)]
fn any_segments(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize, kind: Kind) -> Option<Items> {
    let mut path = Path { to: at, count: 0, starts: [0; SHORT as usize], above: 0, dots: false };
    let (mut segment, mut any_dots) = (start, false);
    for slash in short.positions(b'/', start, end) {
        path.segment(short, out, segment, slash)?;
        any_dots |= path.dots;
        segment = slash.wrapping_add(1);
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
        Kind::Relative => {
            // The discard stands before the array's head.
            let discard = out.get_mut(usize::from(at.wrapping_sub(2)))?;
            *discard = discard.checked_add(path.above).filter(|&discard| discard < SHORT)?;
        }
        _ => {}
    }
    let last = *path.starts.get(usize::from(path.count.wrapping_sub(1)))?;
    Some(Items { end: path.to, count: path.count, last })
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
    let percents = short.positions(b'%', start, end).count();
    if percents > 0 {
        encoded_item(short, out, at, start, end, percents, raw)
    } else {
        Some(plain_item::<false>(short, out, at, start, end))
    }
}

/// Writes an item in which there may be percent-encoding.
#[inline(never)]
fn encoded_item(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
    percents: usize,
    raw: Charset,
) -> Option<u8> {
    // Each triplet becomes a byte, if all that is percent-encoded is text.
    let len = end.wrapping_sub(start).wrapping_sub(percents.wrapping_mul(2));
    let body = text_head(out, at, len);
    let (mut rest, mut to, mut all) = (start, body, 0);
    for percent in short.positions(b'%', start, end) {
        if rest < percent {
            to = text::<false>(short, out, to, rest, percent);
        }
        let byte = short.triplet(percent);
        if raw.has(byte) && !Charset::UNRESERVED.has(byte) {
            return sequence(short, out, at, start, end, raw);
        }
        all |= byte;
        to = push(out, to, byte);
        rest = percent.wrapping_add(3);
    }
    to = text::<false>(short, out, to, rest, end);
    if !all.is_ascii() && core::str::from_utf8(out.get(body.into()..to.into())?).is_err() {
        return sequence(short, out, at, start, end, raw);
    }
    Some(to)
}

/// Writes a text-pet-sequence, since text cannot say all that is in the part.
#[inline(never)]
fn sequence(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize, raw: Charset) -> Option<u8> {
    if let Some(end) = short_sequence(short, out, at, start, end, raw) {
        return Some(end);
    }
    let mut buffer = SliceBuffer::new(out.get_mut(at.into()..)?);
    Item::new(short.slice(start, end), raw).write(&mut buffer).ok()?;
    Some(at.wrapping_add(buffer.len() as u8))
}

/// Writes a sequence of short pieces.
#[inline(always)]
fn short_sequence(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize, raw: Charset) -> Option<u8> {
    let mut pieces = Pieces { to: at.wrapping_add(1), body: 0, kind: 0, count: 0 };
    let mut rest = start;
    for percent in short.positions(b'%', start, end) {
        if percent < rest {
            continue;
        }
        if rest < percent {
            pieces.begin(out, TEXT)?;
            pieces.to = text::<false>(short, out, pieces.to, rest, percent);
        }
        let byte = short.triplet(percent);
        rest = percent.wrapping_add(3);
        if !byte.is_ascii() {
            match first_long_character(short.slice(percent, end)) {
                Some(character) => {
                    pieces.begin(out, TEXT)?;
                    let mut utf8 = [0; 4];
                    let len = character.encode_utf8(&mut utf8).len();
                    push_all(out, pieces.to, utf8);
                    pieces.to = pieces.to.wrapping_add(len as u8);
                    rest = percent.wrapping_add(len.wrapping_mul(3));
                }
                None => {
                    pieces.begin(out, BYTES)?;
                    pieces.to = push(out, pieces.to, byte);
                }
            }
            continue;
        }
        // Section 7.1: bytes are for what text would say as another URI, and nothing else.
        pieces.begin(out, if raw.has(byte) && !Charset::UNRESERVED.has(byte) { BYTES } else { TEXT })?;
        pieces.to = push(out, pieces.to, byte);
    }
    if rest < end {
        pieces.begin(out, TEXT)?;
        pieces.to = text::<false>(short, out, pieces.to, rest, end);
    }
    pieces.end(out)?;
    push(out, at, EMPTY_ARRAY | Some(pieces.count).filter(|&count| count < SHORT)?);
    Some(pieces.to)
}

/// The pieces of a sequence that is being written.
struct Pieces {
    /// Where the next byte comes to stand.
    to: u8,
    /// Where the bytes of the last piece begin, behind its head.
    body: u8,
    /// What the last piece is.
    kind: u8,
    count: u8,
}

impl Pieces {
    /// Begins a piece, unless the last one is of this kind.
    #[inline(always)]
    fn begin(&mut self, out: &mut Out, kind: u8) -> Option<()> {
        if self.kind != kind {
            self.end(out)?;
            self.to = self.to.wrapping_add(1);
            (self.body, self.kind, self.count) = (self.to, kind, self.count.wrapping_add(1));
        }
        Some(())
    }

    /// Writes the head of the last piece, if there is one.
    #[inline(always)]
    fn end(&self, out: &mut Out) -> Option<()> {
        if self.count > 0 {
            let len = Some(self.to.wrapping_sub(self.body)).filter(|&len| len < SHORT)?;
            push(out, self.body.wrapping_sub(1), self.kind | len);
        }
        Some(())
    }
}

/// Writes an item that is text as it stands in the URI, or in lower case.
#[inline(always)]
pub(super) fn plain_item<const LOWER_CASE: bool>(
    short: &Short<'_>,
    out: &mut Out,
    at: u8,
    start: usize,
    end: usize,
) -> u8 {
    let at = text_head(out, at, end.wrapping_sub(start));
    text::<LOWER_CASE>(short, out, at, start, end)
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
fn text<const LOWER_CASE: bool>(short: &Short<'_>, out: &mut Out, at: u8, start: usize, end: usize) -> u8 {
    let len = end.wrapping_sub(start);
    let mut copied = 0;
    loop {
        let bytes = short.sixteen(start.wrapping_add(copied));
        let bytes = if LOWER_CASE { Sixteen::new(bytes).lower_case() } else { bytes };
        push_all(out, at.wrapping_add(copied as u8), bytes);
        copied = copied.wrapping_add(STEP);
        if copied >= len {
            return at.wrapping_add(len as u8);
        }
    }
}

#[inline(always)]
pub(super) fn push(out: &mut Out, at: u8, byte: u8) -> u8 {
    push_all(out, at, [byte])
}

/// Writes at most sixteen bytes.
#[inline(always)]
pub(super) fn push_all<const N: usize>(out: &mut Out, at: u8, bytes: [u8; N]) -> u8 {
    // INVARIANT: there is room for as many behind any position.
    if let Some(room) = out.get_mut(usize::from(at).min(ROOM)..).and_then(|out| out.first_chunk_mut()) {
        *room = bytes;
    }
    at.wrapping_add(N as u8)
}
