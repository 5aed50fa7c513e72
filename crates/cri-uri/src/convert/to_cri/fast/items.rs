//! The items of a short URI reference's components.
//!
//! Each function goes on at a `Place`, and gives the one behind what it wrote.

use cri_core::wire::{EMPTY_ARRAY, Major};

use super::encoded::encoded_item;
use crate::convert::to_cri::item::SHORT;
use crate::text::charset::Charset;

/// The head of the empty text; the length of a short text is added to it.
pub(super) const TEXT: u8 = (Major::Text as u8) << 5;

/// The head of the empty byte string, likewise.
pub(super) const BYTES: u8 = (Major::Bytes as u8) << 5;

/// What a head has in place of an argument that is in the byte behind it, or in two.
const ONE_BYTE: u8 = 24;
const TWO_BYTES: u8 = 25;

/// Where a CRI is written. INVARIANT: it is never full, so that one byte counts what it holds.
pub(super) type Out = [u8; 256];

/// Where nothing is written yet.
pub(super) const NO_BYTES: Out = [0; 256];

/// What is behind the end of a text, since no text has this byte.
pub(super) const END: u8 = 0xff;

/// How far text is read and a CRI is written.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Where in the text.
    pub(super) at: usize,
    /// Where in the CRI. What is behind that may be anything.
    pub(super) to: u8,
    /// The byte at `at`, or `END`.
    pub(super) stop: u8,
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

/// Writes the array of a path's segments without dot-segments (RFC 3986 section 5.2.4); gives where the last begins.
#[inline(always)]
pub(super) fn path(text: &[u8], out: &mut Out, place: Place, kind: Kind) -> Option<(Place, u8)> {
    let array = place.to;
    let first = array.wrapping_add(1);
    let mut segments = Segments { starts: [0; SHORT as usize], count: 0, above: 0 };
    let mut place = Place { to: first, ..place };
    let ends_in_dots = loop {
        let head = place.to;
        segments.begin(head)?;
        place = item(text, out, place.at, head, Charset::SEGMENT)?;
        let gone = dot_segment(out, head, place.to);
        if gone > 0 {
            // What `..` leaves of it may be rooted, and what a dot-segment at its front does.
            if kind == Kind::Rootless && (gone > 1 || segments.count == 1) {
                return None;
            }
            place.to = segments.remove(gone)?;
        }
        if place.stop != b'/' {
            break gone > 0;
        }
        place.at = place.at.wrapping_add(1);
    };
    if ends_in_dots {
        // The slash before it stays.
        segments.begin(place.to)?;
        place.to = push(out, place.to, TEXT);
    }
    match kind {
        Kind::Relative => {
            let discard = Some(segments.above.wrapping_add(1)).filter(|&discard| discard < SHORT)?;
            push(out, array.wrapping_sub(1), discard);
        }
        // What would read as an authority is an error.
        Kind::Bare if segments.count > 1 && out.get(usize::from(first)) == Some(&TEXT) => return None,
        _ => {}
    }
    push_array(out, array, segments.count)?;
    Some((place, segments.last()?))
}

/// The segments that were written, but for those that dot-segments took away.
struct Segments {
    /// Where each begins.
    starts: [u8; SHORT as usize],
    count: u8,
    /// How many `..` found none to take away.
    above: u8,
}

impl Segments {
    #[inline(always)]
    fn begin(&mut self, to: u8) -> Option<()> {
        *self.starts.get_mut(usize::from(self.count))? = to;
        self.count = self.count.wrapping_add(1);
        Some(())
    }

    /// Takes away the last segments, and gives where the first of these began.
    #[inline(always)]
    fn remove(&mut self, gone: u8) -> Option<u8> {
        match self.count.checked_sub(gone) {
            Some(left) => self.count = left,
            None => (self.count, self.above) = (0, self.above.wrapping_add(1)),
        }
        self.starts.get(usize::from(self.count)).copied()
    }

    #[inline(always)]
    fn last(&self) -> Option<u8> {
        self.starts.get(usize::from(self.count.wrapping_sub(1))).copied()
    }
}

/// How many segments the one that is written between these takes away, if it is a dot-segment: itself, and for `..` one
/// more.
#[inline(always)]
fn dot_segment(out: &Out, head: u8, end: u8) -> u8 {
    let len = end.wrapping_sub(head).wrapping_sub(1);
    let is_dot = |at: u8| out.get(usize::from(head.wrapping_add(at))) == Some(&b'.');
    if (1..=2).contains(&len) && is_dot(1) && is_dot(len) { len } else { 0 }
}

/// Writes the array of the parameters behind the question mark.
#[inline(always)]
pub(super) fn parameters(text: &[u8], out: &mut Out, place: Place) -> Option<Place> {
    let array = place.to;
    let (mut place, mut count) = (Place { to: array.wrapping_add(1), ..place }, 0_u8);
    loop {
        place = item(text, out, place.at.wrapping_add(1), place.to, Charset::PARAMETER)?;
        count = count.wrapping_add(1);
        if place.stop != b'&' {
            break;
        }
    }
    push_array(out, array, count)?;
    Some(place)
}

/// Writes the characters of `raw` that begin at `start`, and what is percent-encoded among them, as an item.
#[inline(always)]
pub(super) fn item(text: &[u8], out: &mut Out, start: usize, head: u8, raw: Charset) -> Option<Place> {
    let (len, stop) = copy(text, start, out, head.wrapping_add(1), |byte| (byte, raw.has(byte)))?;
    if stop == b'%' {
        return encoded_item::<false>(text, out, start, len, head, raw);
    }
    Some(Place { at: start.wrapping_add(len), to: push_head(out, head, len), stop })
}

/// How many characters are copied before it is asked whether there are more.
const FEW: usize = 4;

/// Copies the characters that begin at `start` to `to`, each as the byte that `each` gives for it, up to one that does
/// not belong there; gives how many they are, and what is behind them.
#[inline(always)]
pub(super) fn copy(
    text: &[u8],
    start: usize,
    out: &mut Out,
    to: u8,
    each: impl Fn(u8) -> (u8, bool),
) -> Option<(usize, u8)> {
    let text = text.get(start..)?;
    // All the text would fit: nothing has to look for the end of the room.
    let room = out.get_mut(usize::from(to)..usize::from(to).wrapping_add(text.len()))?;
    let put = |character: u8, to: &mut u8| {
        let (byte, belongs) = each(character);
        *to = byte;
        belongs
    };
    let (texts, last) = text.as_chunks::<FEW>();
    let (rooms, last_room) = room.as_chunks_mut::<FEW>();
    let mut len = 0_usize;
    for (text, room) in texts.iter().zip(rooms) {
        for (&character, to) in text.iter().zip(room) {
            if !put(character, to) {
                return Some((len, character));
            }
            len = len.wrapping_add(1);
        }
    }
    for (&character, to) in last.iter().zip(last_room) {
        if !put(character, to) {
            return Some((len, character));
        }
        len = len.wrapping_add(1);
    }
    Some((len, END))
}

/// Writes the head of the text of `len` bytes that is behind it; gives where the text ends then.
#[inline(always)]
pub(super) fn push_head(out: &mut Out, head: u8, len: usize) -> u8 {
    let len = len as u8;
    push(out, head, TEXT | len);
    if len < SHORT { head.wrapping_add(len).wrapping_add(1) } else { push_long_head(out, head, len) }
}

/// The same with a head of two bytes, where there is but room for one.
#[inline(never)]
fn push_long_head(out: &mut Out, head: u8, len: u8) -> u8 {
    let body = head.wrapping_add(1);
    let end = body.wrapping_add(len);
    move_up(out, body, end);
    push_all(out, head, [TEXT | ONE_BYTE, len]);
    end.wrapping_add(1)
}

/// Moves what is between these by one byte.
#[inline(always)]
pub(super) fn move_up(out: &mut Out, start: u8, end: u8) {
    if let Some(room) = out.get_mut(usize::from(start)..=usize::from(end)) {
        room.rotate_right(1);
    }
}

/// Writes the head of an array, unless it is of more than one byte.
#[inline(always)]
pub(super) fn push_array(out: &mut Out, to: u8, count: u8) -> Option<()> {
    push(out, to, EMPTY_ARRAY | Some(count).filter(|&count| count < SHORT)?);
    Some(())
}

#[inline(always)]
pub(super) fn push_number(out: &mut Out, to: u8, major: Major, number: u16) -> u8 {
    let top = (major as u8) << 5;
    let [high, low] = number.to_be_bytes();
    match number {
        0..24 => push(out, to, top | low),
        24..0x100 => push_all(out, to, [top | ONE_BYTE, low]),
        _ => push_all(out, to, [top | TWO_BYTES, high, low]),
    }
}

#[inline(always)]
pub(super) fn push(out: &mut Out, to: u8, byte: u8) -> u8 {
    push_all(out, to, [byte])
}

#[inline(always)]
pub(super) fn push_all<const N: usize>(out: &mut Out, to: u8, bytes: [u8; N]) -> u8 {
    // INVARIANT: there is room for the CRI of any text that is looked at.
    if let Some(room) = out.get_mut(usize::from(to)..).and_then(|out| out.first_chunk_mut()) {
        *room = bytes;
    }
    to.wrapping_add(N as u8)
}

/// The byte at `at`, or `END`.
#[inline(always)]
pub(super) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(END)
}
