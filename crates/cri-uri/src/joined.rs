//! The fast path from encoded items to the URI's text, for machines of 64 bits: runs of texts that have heads of one
//! byte and need no percent-encoding, and no others.
//!
//! Such a run is the URI's text already, but that heads stand where separators go. So it is copied whole, and then
//! each head is overwritten. What is checked is the run with the heads in it: these are letters, which every set has,
//! but for the head of the empty text. So that may stand at the end only, where `/a/` has it.

use crate::charset::Charset;

/// The head of the empty text, which is no letter.
const EMPTY: u8 = 0x60;

/// Puts the texts that `run` consists of, with separators between them, where `room` begins; gives their length there.
///
/// It gives nothing where there is no room for them, and where it does not know how to write an item; then `room`
/// holds anything.
#[inline(always)]
pub(crate) fn join(room: &mut [u8], run: &[u8], separator: u8, raw: Charset) -> Option<usize> {
    let (&(mut head), rest) = run.split_first()?;
    let room = room.get_mut(..rest.len())?;
    copy(room, rest);
    let mut end = text_len(head)?;
    while let (Some(&next), Some(to)) = (rest.get(end), room.get_mut(end)) {
        head = next;
        *to = separator;
        end = end.wrapping_add(1).wrapping_add(text_len(head)?);
    }
    // The last head is all there is of an empty text.
    let texts = if head == EMPTY { rest.split_last().map_or(rest, |(_, texts)| texts) } else { rest };
    raw.has_all(texts).then_some(rest.len())
}

/// Copies `text` to `room`, which is as long.
#[inline(always)]
pub(crate) fn copy(room: &mut [u8], text: &[u8]) {
    // Chunks that may overlap take less than single bytes.
    if let (Some(from), Some(to)) = (text.last_chunk::<16>(), room.last_chunk_mut()) {
        *to = *from;
        let chunks = room.as_chunks_mut::<16>().0.iter_mut().zip(text.as_chunks::<16>().0);
        chunks.for_each(|(to, from)| *to = *from);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        copy_ends(room, first, last);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        copy_ends(room, first, last);
    } else {
        for (to, from) in room.iter_mut().zip(text).take(3) {
            *to = *from;
        }
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

/// The length of the text that a head of one byte begins.
#[inline]
const fn text_len(head: u8) -> Option<usize> {
    match head {
        0x60..=0x77 => Some((head & 0x1f) as usize),
        _ => None,
    }
}
