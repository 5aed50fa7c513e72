//! The place where the fast path writes a CRI, and the steps that it writes by.

use cri_core::wire::{EMPTY_ARRAY, Major};

use crate::convert::to_cri::item::SHORT;

/// The head of the empty text; the length of a short text is added to it.
pub(crate) const TEXT: u8 = (Major::Text as u8) << 5;

/// The head of the empty byte string, likewise.
pub(crate) const BYTES: u8 = (Major::Bytes as u8) << 5;

/// The argument of a head that says how many bytes of argument follow.
const ONE_BYTE: u8 = 24;
const TWO_BYTES: u8 = 25;

/// Where a CRI is written. INVARIANT: it is never full, so that one byte counts what it holds.
pub(crate) type Out = [u8; 256];

/// Where nothing is written yet.
pub(crate) const NO_BYTES: Out = [0; 256];

/// Stands for the end of a text: no text has this byte.
pub(crate) const END: u8 = 0xff;

/// How far the text is read and the CRI is written.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The position in the text.
    pub(crate) at: usize,
    /// The position in the CRI. The bytes after it may be anything.
    pub(crate) to: u8,
    /// The byte at `at`, or `END`.
    pub(crate) stop: u8,
}

/// How many characters are copied between two checks of the text's end.
const FEW: usize = 4;

/// Copies characters from `start` on to `to`, each as the byte that `each` returns, up to one that `each` refuses.
/// Returns their number and the refused character.
#[inline(always)]
pub(crate) fn copy(
    text: &[u8],
    start: usize,
    out: &mut Out,
    to: u8,
    each: impl Fn(u8) -> (u8, bool),
) -> Option<(usize, u8)> {
    let text = text.get(start..)?;
    // There is room for the whole rest of the text, so the loop checks the end of the text only.
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

/// Writes the head of the text of `len` bytes that follows it; returns where the text ends then.
#[inline(always)]
pub(crate) fn push_head(out: &mut Out, head: u8, len: usize) -> u8 {
    let len = len as u8;
    push(out, head, TEXT | len);
    if len < SHORT { head.wrapping_add(len).wrapping_add(1) } else { push_long_head(out, head, len) }
}

/// Writes a head of two bytes, moving the text to make room for the second.
#[inline(never)]
fn push_long_head(out: &mut Out, head: u8, len: u8) -> u8 {
    let body = head.wrapping_add(1);
    let end = body.wrapping_add(len);
    move_up(out, body, end);
    push_all(out, head, [TEXT | ONE_BYTE, len]);
    end.wrapping_add(1)
}

/// Moves the bytes between these up by one.
#[inline(always)]
pub(crate) fn move_up(out: &mut Out, start: u8, end: u8) {
    if let Some(room) = out.get_mut(usize::from(start)..=usize::from(end)) {
        room.rotate_right(1);
    }
}

/// Writes the head of an array. `None` if it needs more than one byte.
#[inline(always)]
pub(crate) fn push_array(out: &mut Out, to: u8, count: u8) -> Option<()> {
    push(out, to, EMPTY_ARRAY | Some(count).filter(|&count| count < SHORT)?);
    Some(())
}

#[inline(always)]
pub(crate) fn push_number(out: &mut Out, to: u8, major: Major, number: u16) -> u8 {
    let top = (major as u8) << 5;
    let [high, low] = number.to_be_bytes();
    match number {
        0..24 => push(out, to, top | low),
        24..0x100 => push_all(out, to, [top | ONE_BYTE, low]),
        _ => push_all(out, to, [top | TWO_BYTES, high, low]),
    }
}

#[inline(always)]
pub(crate) fn push(out: &mut Out, to: u8, byte: u8) -> u8 {
    push_all(out, to, [byte])
}

#[inline(always)]
pub(crate) fn push_all<const N: usize>(out: &mut Out, to: u8, bytes: [u8; N]) -> u8 {
    // INVARIANT: there is room for the CRI of any text that the fast path takes.
    if let Some(room) = out.get_mut(usize::from(to)..).and_then(|out| out.first_chunk_mut()) {
        *room = bytes;
    }
    to.wrapping_add(N as u8)
}

/// The byte at `at`, or `END`.
#[inline(always)]
pub(crate) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(END)
}
