//! Encoded items as the URI's text, for machines of 64 bits: runs of texts that have heads of one byte and need no
//! percent-encoding, and no others.
//!
//! Such a run is the URI's text already, but that heads stand where separators go. So it is copied whole, and then
//! each head is overwritten. What is checked is the run with the heads in it: these are letters, which every set has,
//! but for the head of the empty text. So that may stand at the end only, where `/a/` has it.

use crate::text::charset::Charset;

/// The head of the empty text, which is no letter.
pub(crate) const EMPTY: u8 = 0x60;

/// The head of the longest text that has one of one byte.
pub(crate) const LONGEST: u8 = 0x77;

/// Puts the texts that `run` begins with, with separators between them, where `room` begins; gives their length there,
/// and what of `run` is behind them.
///
/// That is an item of another kind, or nothing. Where there is no room for all of `run`, or a character among the
/// texts is not in `raw`, it is all of `run`. Behind the texts `room` holds anything.
#[inline(always)]
pub(crate) fn join<'r>(room: &mut [u8], run: &'r [u8], separator: u8, raw: Charset) -> (usize, &'r [u8]) {
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
                Some((texts, behind)) if raw.has_all(texts) => (end, behind),
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

#[inline(always)]
fn is_short(head: u8) -> bool {
    (EMPTY..=LONGEST).contains(&head)
}

/// Copies `text` to `room`, which is as long.
#[inline(always)]
pub(crate) fn copy(room: &mut [u8], text: &[u8]) {
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
