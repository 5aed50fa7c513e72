//! The room that a CRI is written to, and the steps that write it.
//!
//! A byte beyond the end of the room is dropped, and counts. A conversion therefore runs to its end, knows the length of
//! the CRI, and compares it with the room once.

use cri_core::__private::PREFER_SPEED;
use cri_core::wire::Major;

/// How far the text is read and the CRI is written.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The position in the text.
    pub(crate) at: usize,
    /// The position in the CRI. The bytes after it may be anything.
    pub(crate) to: usize,
}

impl Place {
    /// The place after `len` characters were copied.
    #[inline(always)]
    pub(crate) const fn forward(self, len: usize) -> Self {
        Self { at: self.at.wrapping_add(len), to: self.to.wrapping_add(len) }
    }
}

/// Stands for the end of the text: no URI has this byte.
pub(crate) const END: u8 = 0;

/// Writes a byte, and returns the position after it.
#[inline(always)]
pub(crate) fn put(out: &mut [u8], to: usize, byte: u8) -> usize {
    if let Some(room) = out.get_mut(to) {
        *room = byte;
    }
    to.wrapping_add(1)
}

/// Writes some bytes, and returns the position after them.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn put_all(out: &mut [u8], to: usize, bytes: &[u8]) -> usize {
    bytes.iter().fold(to, |to, &byte| put(out, to, byte))
}

/// Writes a character of `len` bytes.
#[inline(always)]
pub(crate) fn put_character(out: &mut [u8], to: usize, utf8: [u8; 4], len: usize) {
    // All four bytes, where there is room: the next ones are overwritten.
    match out.get_mut(to..).and_then(|room| room.first_chunk_mut()) {
        Some(room) if PREFER_SPEED => *room = utf8,
        _ => _ = utf8.iter().take(len).fold(to, |to, &byte| put(out, to, byte)),
    }
}

/// Writes the shortest head (RFC 8949 section 4.1) at `head`, where one byte was left for it. The contents follow, and
/// end at `end`. A longer head moves them; returns where they end then.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn put_head(
    out: &mut [u8],
    head: usize,
    major: Major,
    argument: usize,
    end: usize,
) -> usize {
    if !PREFER_SPEED || argument >= 24 {
        return put_long_head(out, head, major, argument, end);
    }
    put(out, head, (major as u8) << 5 | argument as u8);
    end
}

#[inline(never)]
fn put_long_head(out: &mut [u8], head: usize, major: Major, argument: usize, end: usize) -> usize {
    // After 23, the head says how many bytes of the argument follow: 24 stands for one byte, 25 for two, 26 for four.
    let (first, more) = match argument {
        ..24 => (argument as u8, 0),
        24..0x100 => (24, 1),
        0x100..0x1_0000 => (25, 2),
        _ => (26, 4),
    };
    let end_after = end.wrapping_add(more);
    // A head of one byte moves nothing, and a number has no contents.
    if more > 0
        && head.wrapping_add(1) < end
        && let Some(room) = out.get_mut(head..end_after)
    {
        move_up(room, more);
    }
    put(out, head, (major as u8) << 5 | first);
    // From the last byte to the first.
    let mut rest = argument;
    for byte in (0..more).rev() {
        put(out, head.wrapping_add(1).wrapping_add(byte), rest as u8);
        rest >>= 8;
    }
    end_after
}

/// Writes a number, and returns the position after it. A number is a head without contents.
#[inline(always)]
pub(crate) fn put_number(out: &mut [u8], to: usize, major: Major, number: usize) -> usize {
    if PREFER_SPEED && let 24..0x100 = number {
        return put_all(out, to, &[(major as u8) << 5 | 24, number as u8]);
    }
    put_head(out, to, major, number, to.wrapping_add(1))
}

/// Moves the bytes of `room` up by `more`, over its last bytes.
#[inline]
pub(crate) fn move_up(room: &mut [u8], more: usize) {
    if PREFER_SPEED {
        let kept = room.len().saturating_sub(more);
        if more <= room.len() {
            room.copy_within(..kept, more);
        }
        return;
    }
    // Byte by byte: the loop is smaller than the standard library's function, and cannot panic.
    let mut at = room.len();
    while at > more {
        at = at.wrapping_sub(1);
        let byte = room.get(at.wrapping_sub(more)).copied().unwrap_or_default();
        put(room, at, byte);
    }
}
