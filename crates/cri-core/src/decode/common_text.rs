//! The text of the common shapes: where it ends, and whether it is UTF-8.
//!
//! Unpredictable branches take most of the time on unpredictable inputs. What is usual therefore takes few branches that
//! depend on lengths: short runs are looked at in blocks that overlap or are masked.

use crate::decode::common_utf8::is_utf8;
use crate::sections::items::suffix_of_character;

/// The longest CRI in bytes that the fast path looks at: its counters are of one byte.
pub(super) const MAX_LEN: usize = u8::MAX as usize;

/// Masks: of the 32 bytes from `len` on, the last `len` have all bits set and the others none.
static MASK: [u8; 64] = {
    let mut mask = [0; 64];
    if let Some(ones) = mask.last_chunk_mut::<32>() {
        *ones = [0xff; 32];
    }
    mask
};

const LOW_BITS: u64 = u64::from_ne_bytes([0x01; 8]);

/// The end of the text at `at`, which has this head of one byte.
///
/// Each head's position depends on the one before, so the dependency chain is kept to one addition.
#[inline(always)]
pub(super) fn short_end(at: usize, head: u8) -> usize {
    at.wrapping_add(head.into()).wrapping_sub(0x5f)
}

/// Whether path, query and fragment, which begin at these offsets, are UTF-8 after the heads of their arrays.
#[cold]
pub(super) fn are_utf8(bytes: &[u8], [path, query]: [usize; 2], any_sequence: bool) -> bool {
    if !any_sequence && are_common_utf8(bytes, path.wrapping_add(1), query) {
        return true;
    }
    let are_utf8 = |start: usize, end| {
        let text = bytes.get(start..end).unwrap_or_default();
        if any_sequence { items_are_utf8(text) } else { is_utf8(text) }
    };
    are_utf8(path.wrapping_add(1), query) && are_utf8(query.wrapping_add(1), bytes.len())
}

/// Whether the bytes from `start` on are UTF-8, except for the head of an array at `query` if there is one.
///
/// Returns false also for characters that a look by blocks does not decide: those of four bytes, and those whose first
/// byte restricts the second.
fn are_common_utf8(bytes: &[u8], start: usize, query: usize) -> bool {
    let (mut misplaced, mut rare) = ([0; 16], [0; 16]);
    // Each byte is looked at with the two before it.
    let mut blocks = bytes.get(start.wrapping_sub(2)..).unwrap_or_default();
    while let Some(block) = blocks.first_chunk() {
        look_at(block, &[0xff; 16], &mut misplaced, &mut rare);
        blocks = blocks.get(16..).unwrap_or_default();
    }
    // The last block may overlap the one before: only its last `left` bytes count.
    let left = blocks.len().wrapping_sub(2);
    let mask = MASK.get(left.wrapping_add(16)..).and_then(|mask| mask.first_chunk());
    let (Some(block), Some(mask)) = (bytes.last_chunk(), mask) else {
        return false;
    };
    look_at(block, mask, &mut misplaced, &mut rare);
    let are_finished = [query, bytes.len()].iter().all(|&end| match bytes.get(..end) {
        Some([.., second, first]) => *second < 0xe0 && *first < 0xc0,
        _ => false,
    });
    // If the text before it is finished, the head of an array counts as one misplaced byte.
    let heads = u8::from(query < bytes.len());
    u128::from_ne_bytes(rare) == 0
        // INVARIANT: of at most `MAX_LEN` bytes no sum is too large.
        && misplaced.iter().fold(0, |sum, one| one.wrapping_add(sum)) == heads
        && are_finished
}

/// Counts in `misplaced` which of the last sixteen bytes of `block` continue a character where none is to be continued,
/// or do not where one is. Marks in `rare` the bytes that `are_common_utf8` does not decide.
#[inline(always)]
fn look_at(block: &[u8; 18], mask: &[u8; 16], misplaced: &mut [u8; 16], rare: &mut [u8; 16]) {
    let windows = block.iter().zip(block.iter().skip(1)).zip(block.iter().skip(2)).zip(mask);
    for ((misplaced, rare), (((second, first), byte), mask)) in misplaced.iter_mut().zip(rare).zip(windows) {
        let continues = byte & 0xc0 == 0x80;
        let is_due = (*first >= 0xc0) | (*second >= 0xe0);
        *misplaced = misplaced.wrapping_add(u8::from(continues != is_due) & mask);
        let is_rare = (*byte >= 0xf0) | matches!(byte, 0xc0 | 0xc1 | 0xe0 | 0xed);
        *rare |= u8::from(is_rare) & mask;
    }
}

/// Whether the texts among these items, and in sequences, are UTF-8.
fn items_are_utf8(items: &[u8]) -> bool {
    let mut at = 0_usize;
    while let Some(&head) = items.get(at) {
        let start = at.wrapping_add(1);
        let end = match head {
            0x60..=0x77 => Some(short_end(at, head)),
            0x78 => long_text(items, start).map(|(_, end)| end),
            _ => sequence(items, start, head, is_utf8).map(|(end, _)| end.into()),
        };
        let Some(end) = end else { return false };
        // The length of a long text is ASCII.
        if head < 0x80 && !items.get(start..end).is_some_and(is_utf8) {
            return false;
        }
        at = end;
    }
    true
}

/// Whether a text of `len` bytes has a head of two bytes, the second of which is ASCII.
#[inline(always)]
pub(super) const fn is_long(len: &u8) -> bool {
    *len >= 24 && *len < 128
}

/// The text of 24 to 127 bytes whose length is at `at`, and its end.
#[inline(always)]
pub(super) fn long_text(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let len = bytes.get(at).copied().filter(is_long)?;
    let start = at.wrapping_add(1);
    let end = start.wrapping_add(len.into());
    Some((bytes.get(start..end)?, end))
}

/// How many bytes of a byte string in a sequence are 0x80 or above; nothing if it holds a character that must be text.
#[inline(always)]
fn high_in_bytes(piece: &[u8]) -> Option<u8> {
    let high = piece.iter().fold(0, |high: u8, byte| high.wrapping_add(byte >> 7));
    suffix_of_character(piece).is_empty().then_some(high)
}

/// Passes a sequence after its head, if `is_text` accepts its texts. Returns its end, and how many bytes of 0x80 and above
/// are its head or in its byte strings.
#[inline(always)]
pub(super) fn sequence(bytes: &[u8], mut at: usize, head: u8, is_text: impl Fn(&[u8]) -> bool) -> Option<(u8, u8)> {
    let pieces = head.checked_sub(0x80).filter(|pieces| (1..24).contains(pieces))?;
    let mut high = 1_u8;
    let (mut any_bytes, mut before) = (false, 0);
    for _ in 0..pieces {
        let head = *bytes.get(at)?;
        at = at.wrapping_add(1);
        let major = head >> 5;
        let piece;
        (piece, at) = match head {
            0x41..=0x57 | 0x61..=0x77 => {
                let end = at.wrapping_add((head & 0x1f).into());
                (bytes.get(at..end)?, end)
            }
            0x78 => long_text(bytes, at)?,
            _ => return None,
        };
        if major == before {
            return None;
        }
        before = major;
        if major == 2 {
            any_bytes = true;
            high = high.wrapping_add(high_in_bytes(piece)?);
        } else if !is_text(piece) {
            return None;
        }
    }
    any_bytes.then_some((at as u8, high))
}

/// Whether none of the bytes from `start` to `end` is a dot, a letter A to Z, one of `@[\]^_`, or beyond ASCII. Labels
/// may hold all others, and some of these.
#[inline(always)]
pub(super) fn are_plain(bytes: &[u8], start: usize, end: usize) -> bool {
    let len = end.wrapping_sub(start);
    // Two blocks that overlap, for any length: a number of blocks that depends on the length is hard to predict.
    if len <= 32
        && let Some(blocks) = bytes.get(start..end.max(start.wrapping_add(16)))
        && let (Some(first), Some(second)) = (blocks.first_chunk::<16>(), blocks.last_chunk::<16>())
        && let Some(after) = MASK.get(32_usize.wrapping_sub(len.min(16))..).and_then(|mask| mask.first_chunk::<16>())
    {
        let mut wrong = [0_u8; 16];
        for (((wrong, first), second), after) in wrong.iter_mut().zip(first).zip(second).zip(after) {
            // The dot is wrong, and so are 0x40 to 0x5f and 0x80 and above, which are below 0xa0 after the exclusive or.
            // To tell the letters among them from their neighbours would take more.
            let least = (first ^ 0xc0).min(second ^ 0xc0);
            let any_dot = if (*first == b'.') | (*second == b'.') { 0xff } else { 0 };
            *wrong = (0xa0_u8.saturating_sub(least) | any_dot) & !after;
        }
        return u128::from_ne_bytes(wrong) == 0;
    }
    are_plain_one_by_one(bytes, start, end)
}

/// Does the work of [`are_plain`] byte by byte.
#[cold]
fn are_plain_one_by_one(bytes: &[u8], start: usize, end: usize) -> bool {
    let is_plain = |byte: &u8| !matches!(byte, b'.' | b'@'..=b'_' | 0x80..);
    bytes.get(start..end).is_some_and(|bytes| bytes.iter().all(is_plain))
}

/// How many bytes of `text` are 0x80 or above.
///
/// INVARIANT: `bytes` end with `text`, and are at most `MAX_LEN`.
#[inline(always)]
pub(super) fn count_high(bytes: &[u8], text: &[u8]) -> u8 {
    if let Some(last) = bytes.last_chunk::<32>() {
        count_high_by_blocks(text, last)
    } else if let Some(last) = bytes.last_chunk::<16>() {
        count_high_by_blocks(text, last)
    } else {
        count_high_in_few(bytes, bytes.len().wrapping_sub(text.len()))
    }
}

/// Does the work of [`count_high`] by blocks of at most 32 bytes. `last` is the block that `bytes` end with.
#[inline(always)]
fn count_high_by_blocks<const N: usize>(mut text: &[u8], last: &[u8; N]) -> u8 {
    let mut sum = 0_u8;
    if text.len() > N {
        while let Some((block, rest)) = text.split_first_chunk::<N>() {
            sum = sum.wrapping_add(block.iter().fold(0, |sum, byte| sum.wrapping_add(byte >> 7)));
            text = rest;
        }
    }
    // Only the last `text.len()` bytes of the last block are left.
    let start = 32_usize.wrapping_sub(N).wrapping_add(text.len());
    let mask = MASK.get(start..).and_then(|mask| mask.first_chunk::<N>()).unwrap_or(&[0; N]);
    let high = last.iter().zip(mask).map(|(byte, mask)| (byte & mask) >> 7);
    high.fold(sum, u8::wrapping_add)
}

/// Does the work of [`count_high`] for fewer than 16 bytes, in two words that may overlap.
#[inline(never)]
fn count_high_in_few(bytes: &[u8], start: usize) -> u8 {
    let all = if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        joined(u64::from_le_bytes(first).into(), u64::from_le_bytes(last).into(), bytes.len().wrapping_sub(8))
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        joined(u32::from_le_bytes(first).into(), u32::from_le_bytes(last).into(), bytes.len().wrapping_sub(4))
    } else {
        bytes.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte))
    };
    let high = all.wrapping_shr((start as u32).wrapping_mul(8)) >> 7;
    let high = (high as u64 & LOW_BITS).wrapping_add((high >> 64) as u64 & LOW_BITS);
    // The highest byte of the product is the sum of all.
    (high.wrapping_mul(LOW_BITS) >> 56) as u8
}

/// The bytes of `first`, and from byte `at` on those of `last`.
#[inline(always)]
const fn joined(first: u128, last: u128, at: usize) -> u128 {
    first | last.wrapping_shl((at as u32).wrapping_mul(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_bytes_may_stand_in_a_label() {
        for len in 0..40 {
            for after in [0, 8, 40] {
                let mut bytes = [b'A'; 120];
                let (start, end) = (5, 5 + len);
                bytes[start..end].fill(b'a');
                let all = end + after;
                assert!(are_plain(&bytes[..all], start, end));
                for (at, byte) in (start..end).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
                    bytes[at] = byte;
                    let plain = byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'.';
                    // The test by blocks takes these for letters, and so refuses them.
                    let plain = plain && !matches!(byte, b'@' | b'['..=b'_');
                    assert_eq!(are_plain(&bytes[..all], start, end), plain, "{at} {byte} {len} {after}");
                    bytes[at] = b'a';
                }
            }
        }
    }

    #[test]
    fn high_bytes_are_counted_wherever_they_are() {
        let mut bytes = [0x7f; MAX_LEN];
        for len in 0..=MAX_LEN {
            let high = &[0x80; MAX_LEN][..len];
            assert_eq!(count_high(&bytes[..len], &bytes[..len]), 0);
            assert!((0..=len).all(|start| usize::from(count_high(high, &high[start..])) == len - start));
        }
        for index in 0..MAX_LEN {
            bytes[index] = 0xff;
            assert_eq!(usize::from(count_high(&bytes, &bytes)), index + 1);
        }
    }
}
