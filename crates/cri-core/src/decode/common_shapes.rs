//! The fast path of the decoder, for machines of 64 bits: the common shapes of CRIs, and no others.
//!
//! It gives the layout that the general decoder gives, or nothing. Nothing means that the general decoder shall look,
//! be it at an error or at what is merely rare; so this file has no errors, and whatever it does not know it may
//! refuse. It takes heads of one byte, but for scheme numbers, ports, and texts of up to 127 bytes; userinfos in ASCII;
//! and addresses without zone.
//!
//! What makes it fast is to walk over the heads only, and to check all text of path, query and fragment at once. Where
//! they hold no more bytes of 0x80 and above than the heads of two arrays and what sequences have, all text in them
//! is ASCII. Where they do, and there is no sequence, path and query are checked as if they were text, with the heads
//! in it: these are ASCII, and no character reaches across them. A head that is not would undo that, and so would a
//! length of 128 or more: such texts are the general decoder's. Common characters are checked by blocks, others byte by
//! byte. Where there is a sequence besides, each item is checked by itself.
//!
//! Where inputs differ, most of the time goes where the processor takes a wrong branch. So what is usual takes as few
//! branches as can be that go by lengths: short runs are looked at in blocks that overlap or are masked.

use crate::layout::{FULL, Layout, ONE_WORD, SHORTEST};
use crate::text::is_unreserved;
use crate::utf8::{character_len, is_utf8};
use crate::wire::major::{EMPTY_ARRAY, FALSE, NULL, TRUE};

/// The longest CRI in bytes that is looked at: what is counted of it is counted in bytes.
const MAX_LEN: usize = u8::MAX as usize;

/// Masks: 32 bytes from `len` on have all bits in the last `len` of them, and none in the others.
static MASK: [u8; 64] = {
    let mut mask = [0; 64];
    if let Some(ones) = mask.last_chunk_mut::<32>() {
        *ones = [0xff; 32];
    }
    mask
};

const LOW_BITS: u64 = u64::from_ne_bytes([0x01; 8]);

/// The layout of the CRI reference that all of `bytes` is, where its shape is common.
#[inline(never)]
pub(crate) fn layout(bytes: &[u8]) -> Option<Layout> {
    if bytes.len().wrapping_sub(2) > MAX_LEN - 2 {
        // Too long, or too short for all but the empty reference: behind its one byte all sections begin.
        let word = Layout::fields([1; 5]) | u64::from(SHORTEST | ONE_WORD) << Layout::FLAGS;
        return (bytes == [EMPTY_ARRAY]).then_some(Layout::of_word(word));
    }
    let &[head, first] = bytes.first_chunk()?;
    // How many sections are left.
    let mut left = head.wrapping_sub(0x81);
    if left > 4 {
        return None;
    }
    let mut at = 2;
    let mut flags = SHORTEST | ONE_WORD;
    let mut by_discard = false;
    match first {
        0x20..=0x39 => {
            flags |= FULL;
            if first > 0x37 {
                at = long_number(bytes, at, first)?;
            }
        }
        0x61..=0x77 => {
            flags |= FULL;
            at = scheme_name(bytes, at, first)?;
        }
        NULL if matches!(bytes, [_, _, 0x81..=0x97, ..]) => {}
        0x00..=0x17 | TRUE if left <= 3 => by_discard = true,
        _ => return None,
    }
    // INVARIANT: all offsets are at most `MAX_LEN`, which the walk is to end at: each has room in the word.
    let mut packed = u64::from(flags) << Layout::FLAGS | at as u64;
    if !by_discard {
        left = left.checked_sub(1)?;
        let head = *bytes.get(at)?;
        at = at.wrapping_add(1);
        match head {
            0x81..=0x97 => {
                let items = head.wrapping_sub(0x80);
                at = match labels(bytes, at, items) {
                    Some(end) => end,
                    None => rare_authority(bytes, at, items)?,
                };
            }
            TRUE if left > 0 && matches!(bytes.get(at), Some(0x81..=0x97)) && !starts_empty(bytes, at) => {}
            NULL if left > 0 && !starts_empty(bytes, at) => {}
            _ => return None,
        }
    }
    let (path, mut last) = (at, at);
    packed |= (path as u64) << Layout::PATH;
    // How many bytes of 0x80 and above there are from the path on that are no text: heads, and sequences.
    let mut heads = 0_u8;
    let mut sequences = 0_u8;
    if left > 0 {
        left = left.wrapping_sub(1);
        let items = array(bytes, at, left)?;
        at = at.wrapping_add(1);
        heads = heads.wrapping_add(1);
        (at, last, sequences) = segments(bytes, at, items)?;
    }
    let query = at;
    packed |= (query as u64) << Layout::QUERY;
    let mut fragment = at;
    if left > 0 {
        left = left.wrapping_sub(1);
        // The fragment is one item more.
        let mut items = array(bytes, at, left)?.wrapping_add(left);
        at = at.wrapping_add(1);
        fragment = at;
        heads = heads.wrapping_add(1);
        while items > 0 {
            fragment = at;
            (at, sequences) = item(bytes, at, *bytes.get(at)?, sequences)?;
            items = items.wrapping_sub(1);
        }
        if left == 0 {
            fragment = at;
        }
    }
    if at != bytes.len() {
        return None;
    }
    let high = count_high(bytes, bytes.get(path..)?);
    if high != heads.wrapping_add(sequences) && !are_utf8(bytes, [path, query], sequences > 0) {
        return None;
    }
    Some(Layout::of_word(packed | (fragment as u64) << Layout::FRAGMENT | (last as u64) << Layout::LAST))
}

/// Whether the first segment of the path at `at` is empty, which without an authority it may not be (section 2.1).
#[inline(always)]
fn starts_empty(bytes: &[u8], path: usize) -> bool {
    bytes.get(path.wrapping_add(1)) == Some(&0x60)
}

/// The number of items in the path or the query at `at`, with `left` sections behind it.
#[inline(always)]
fn array(bytes: &[u8], at: usize, left: u8) -> Option<u8> {
    match *bytes.get(at)? {
        head @ 0x80..=0x97 => Some(head.wrapping_sub(0x80)),
        NULL if left > 0 => Some(0),
        _ => None,
    }
}

/// Passes so many segments; gives their end, where the last one begins, and how many bytes of 0x80 and above their
/// sequences hold.
#[inline(always)]
fn segments(bytes: &[u8], start: usize, mut items: u8) -> Option<(usize, usize, u8)> {
    // Offsets of 32 bits, to which one can be added: so where there is a byte behind the head, the compiler knows that
    // there is a head.
    let (mut at, mut last) = (start as u32, start as u32);
    let mut sequences = 0;
    while items > 0 {
        last = at;
        let this = at as usize;
        let behind = this.wrapping_add(1);
        let Some(&first) = bytes.get(behind) else {
            // The only text of one byte is empty.
            return (bytes.get(this) == Some(&0x60) && items == 1).then_some((behind, this, sequences));
        };
        let head = *bytes.get(this)?;
        // Of what is asked, the dot is rarest: segments of one or two bytes come as they like.
        if first == b'.' && are_dots(bytes, this) {
            return None;
        }
        let end;
        (end, sequences) = item(bytes, this, head, sequences)?;
        at = end as u32;
        items = items.wrapping_sub(1);
    }
    Some((at as usize, last as usize, sequences))
}

/// Passes an item of path or query, or a fragment, which has this head; gives its end, and `sequences` with what it
/// adds.
#[inline(always)]
fn item(bytes: &[u8], at: usize, head: u8, sequences: u8) -> Option<(usize, u8)> {
    if head.wrapping_sub(0x60) < 24 {
        return Some((behind_short(at, head), sequences));
    }
    let behind = at.wrapping_add(1);
    if head == 0x78 {
        // That the text is there is seen at the next head, or at the end.
        let len = bytes.get(behind).copied().filter(is_long)?;
        return Some((behind.wrapping_add(1).wrapping_add(len.into()), sequences));
    }
    let (end, high) = unchecked_sequence(bytes, behind, head)?;
    Some((end.into(), sequences.wrapping_add(high)))
}

/// The end of the text at `at`, which has this head of one byte.
///
/// Where the next head is waits for this one: it takes one addition, of what is not made smaller before.
#[inline(always)]
fn behind_short(at: usize, head: u8) -> usize {
    at.wrapping_add(head.into()).wrapping_sub(0x5f)
}

/// Whether the segment at `at` is `.` or `..`, since it begins with a dot (C9).
#[cold]
fn are_dots(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([0x61, ..] | [0x62, _, b'.', ..]))
}

/// Passes the argument of a scheme or a port behind the first byte of its head; gives its end.
#[inline(always)]
fn long_number(bytes: &[u8], at: usize, head: u8) -> Option<usize> {
    let first = *bytes.get(at)?;
    let behind = at.wrapping_add(1);
    if head & 0x1f == 24 {
        return (first > 23).then_some(behind);
    }
    (first > 0).then_some(behind.wrapping_add(1))
}

/// Passes a scheme name behind its head (C1).
#[inline(never)]
fn scheme_name(bytes: &[u8], at: usize, head: u8) -> Option<usize> {
    let end = at.wrapping_add(usize::from(head.wrapping_sub(0x60)));
    let (first, rest) = bytes.get(at..end)?.split_first()?;
    let in_name = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'.' | b'-');
    (first.is_ascii_lowercase() && rest.iter().all(in_name)).then_some(end)
}

/// Passes an authority of so many items that are labels in ASCII with heads of one byte, and surely no address, and
/// may be a port behind them.
#[inline(always)]
fn labels(bytes: &[u8], start: usize, items: u8) -> Option<usize> {
    let mut at = start;
    let mut left = items;
    while left > 0 {
        let head = *bytes.get(at)?;
        if head.wrapping_sub(0x60) > 23 {
            let is_behind_labels = (left == 1) & (at > start);
            return if is_behind_labels { behind_port(bytes, start, at, items.wrapping_sub(1)) } else { None };
        }
        at = behind_short(at, head);
        left = left.wrapping_sub(1);
    }
    are_labels(bytes, start, at, items).then_some(at)
}

/// Passes the port at `at` behind so many labels.
#[inline(never)]
fn behind_port(bytes: &[u8], start: usize, at: usize, labels: u8) -> Option<usize> {
    let head = bytes.get(at).copied().filter(|&head| head <= 0x19)?;
    let behind = at.wrapping_add(1);
    let end = if head > 0x17 { long_number(bytes, behind, head)? } else { behind };
    are_labels(bytes, start, at, labels).then_some(end)
}

/// Whether so many labels with heads of one byte are in ASCII, and surely no address.
#[inline(always)]
fn are_labels(bytes: &[u8], start: usize, end: usize, count: u8) -> bool {
    // Section 6.1: four labels may read as an address.
    !(count == 4 && bytes.get(start.wrapping_add(1)).is_some_and(u8::is_ascii_digit)) && are_plain(bytes, start, end)
}

/// Passes the items of any authority but an address with a zone; gives its end.
#[inline(never)]
fn rare_authority(bytes: &[u8], start: usize, mut left: u8) -> Option<usize> {
    let mut at = start;
    if bytes.get(at) == Some(&FALSE) {
        left = left.checked_sub(2)?;
        at = text_end(bytes, at.wrapping_add(1), <[u8]>::is_ascii)?;
    }
    let head = *bytes.get(at)?;
    if matches!(head, 0x44 | 0x50) {
        at = at.wrapping_add(1).wrapping_add((head & 0x1f).into());
        left = left.checked_sub(1)?;
    } else {
        (at, left) = rare_labels(bytes, at, left)?;
    }
    match left {
        0 => {}
        1 => {
            let head = bytes.get(at).copied().filter(|&head| head <= 0x19)?;
            at = at.wrapping_add(1);
            if head > 0x17 {
                at = long_number(bytes, at, head)?;
            }
        }
        _ => return None,
    }
    Some(at)
}

/// Passes labels, whatever their text is; gives their end, and how many of `left` items are behind them.
fn rare_labels(bytes: &[u8], start: usize, mut left: u8) -> Option<(usize, u8)> {
    let is_label = |text: &[u8]| !text.iter().any(|byte| *byte == b'.' || byte.is_ascii_uppercase()) && is_utf8(text);
    let mut at = start;
    let all = left;
    while left > 0 {
        let head = *bytes.get(at)?;
        at = match head {
            0x00..=0x1f => break,
            0x81..=0x97 => sequence(bytes, at.wrapping_add(1), head, is_label)?.0.into(),
            _ => text_end(bytes, at, is_label)?,
        };
        left = left.wrapping_sub(1);
    }
    // Section 6.1: four labels may read as an address. Letters that are heads, too, count as these.
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | 0x61..=0x63);
    match all.wrapping_sub(left) {
        0 => None,
        4 if bytes.get(start..at)?.iter().all(is_digit) => None,
        _ => Some((at, left)),
    }
}

/// Passes a text of up to 127 bytes if it is as it shall be; gives its end.
#[inline(always)]
fn text_end(bytes: &[u8], at: usize, is_text: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let behind = at.wrapping_add(1);
    let (text, end) = match *bytes.get(at)? {
        head @ 0x60..=0x77 => {
            let end = behind.wrapping_add(head.wrapping_sub(0x60).into());
            (bytes.get(behind..end)?, end)
        }
        0x78 => long_text(bytes, behind)?,
        _ => return None,
    };
    is_text(text).then_some(end)
}

/// Whether path, query and fragment, which begin at these offsets, are UTF-8 behind the heads of their arrays.
#[cold]
fn are_utf8(bytes: &[u8], [path, query]: [usize; 2], any_sequence: bool) -> bool {
    if !any_sequence && are_common_utf8(bytes, path.wrapping_add(1), query) {
        return true;
    }
    let are_utf8 = |start: usize, end| {
        let text = bytes.get(start..end).unwrap_or_default();
        if any_sequence { items_are_utf8(text) } else { is_utf8(text) }
    };
    are_utf8(path.wrapping_add(1), query) && are_utf8(query.wrapping_add(1), bytes.len())
}

/// Whether the bytes from `start` on are UTF-8, but for the head of an array at `query` if there is one, as far as that
/// is seen by blocks, whatever stands where: with no character that four bytes take, or that begins with a byte behind
/// which not all may stand.
fn are_common_utf8(bytes: &[u8], start: usize, query: usize) -> bool {
    let (mut misplaced, mut rare) = ([0; 16], [0; 16]);
    // Each byte is looked at with the two before it.
    let mut blocks = bytes.get(start.wrapping_sub(2)..).unwrap_or_default();
    while let Some(block) = blocks.first_chunk() {
        look_at(block, &[0xff; 16], &mut misplaced, &mut rare);
        blocks = blocks.get(16..).unwrap_or_default();
    }
    // The last block may overlap: of it count the bytes that are left.
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
    // Where the text before it is finished, a head of an array is a byte that is misplaced.
    let heads = u8::from(query < bytes.len());
    u128::from_ne_bytes(rare) == 0
        // INVARIANT: of at most `MAX_LEN` bytes no sum is too large.
        && misplaced.iter().fold(0, |sum, one| one.wrapping_add(sum)) == heads
        && are_finished
}

/// Counts in `misplaced` where one of the last sixteen bytes of `block` is behind a character's first, and none of
/// these is due, or the other way round; marks in `rare` what `are_common_utf8` does not know.
#[inline(always)]
fn look_at(block: &[u8; 18], mask: &[u8; 16], misplaced: &mut [u8; 16], rare: &mut [u8; 16]) {
    let windows = block.iter().zip(block.iter().skip(1)).zip(block.iter().skip(2)).zip(mask);
    for ((misplaced, rare), (((second, first), byte), mask)) in misplaced.iter_mut().zip(rare).zip(windows) {
        let is_behind = byte & 0xc0 == 0x80;
        let is_due = (*first >= 0xc0) | (*second >= 0xe0);
        *misplaced = misplaced.wrapping_add(u8::from(is_behind != is_due) & mask);
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
            0x60..=0x77 => Some(behind_short(at, head)),
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

/// Whether a text of so many bytes has a head of two bytes, of which the second is ASCII.
#[inline(always)]
const fn is_long(len: &u8) -> bool {
    *len >= 24 && *len < 128
}

/// The text of 24 to 127 bytes whose length is at `at`, and its end.
#[inline(always)]
fn long_text(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let len = bytes.get(at).copied().filter(is_long)?;
    let start = at.wrapping_add(1);
    let end = start.wrapping_add(len.into());
    Some((bytes.get(start..end)?, end))
}

/// Passes a sequence behind its head, whose texts are checked elsewhere.
#[inline(never)]
fn unchecked_sequence(bytes: &[u8], at: usize, head: u8) -> Option<(u8, u8)> {
    sequence(bytes, at, head, |_| true)
}

/// How many bytes of a byte string in a sequence are 0x80 or above; nothing where it holds what belongs in text.
#[inline(always)]
fn high_in_bytes(mut piece: &[u8]) -> Option<u8> {
    let mut high = 0_u8;
    while let Some((&byte, behind)) = piece.split_first() {
        if is_unreserved(byte) || !byte.is_ascii() && character_len(piece) > 0 {
            return None;
        }
        high = high.wrapping_add(byte >> 7);
        piece = behind;
    }
    Some(high)
}

/// Passes a sequence behind its head, whose texts are to be what `is_text` says; gives its end, and how many bytes of
/// 0x80 and above are its head or in its byte strings.
#[inline(always)]
fn sequence(bytes: &[u8], mut at: usize, head: u8, is_text: impl Fn(&[u8]) -> bool) -> Option<(u8, u8)> {
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

/// Whether none of the bytes from `start` to `end` is a dot, a letter A to Z or one of `@[\]^_`, or beyond ASCII.
#[inline(always)]
fn are_plain(bytes: &[u8], start: usize, end: usize) -> bool {
    let len = end.wrapping_sub(start);
    // Two blocks that overlap, whatever the length: how many there must be is hard to predict.
    if len <= 32
        && let Some(blocks) = bytes.get(start..end.max(start.wrapping_add(16)))
        && let (Some(first), Some(second)) = (blocks.first_chunk::<16>(), blocks.last_chunk::<16>())
        && let Some(behind) = MASK.get(32_usize.wrapping_sub(len.min(16))..).and_then(|mask| mask.first_chunk::<16>())
    {
        let mut wrong = [0_u8; 16];
        for (((wrong, first), second), behind) in wrong.iter_mut().zip(first).zip(second).zip(behind) {
            // What is wrong is 0x40 to 0x5f and 0x80 and above, which is below 0xa0 here, and the dot. To tell letters
            // from what is beside them would take more.
            let least = (first ^ 0xc0).min(second ^ 0xc0);
            let any_dot = if (*first == b'.') | (*second == b'.') { 0xff } else { 0 };
            *wrong = (0xa0_u8.saturating_sub(least) | any_dot) & !behind;
        }
        return u128::from_ne_bytes(wrong) == 0;
    }
    are_plain_one_by_one(bytes, start, end)
}

/// The same byte by byte.
#[cold]
fn are_plain_one_by_one(bytes: &[u8], start: usize, end: usize) -> bool {
    let is_plain = |byte: &u8| !matches!(byte, b'.' | b'@'..=b'_' | 0x80..);
    bytes.get(start..end).is_some_and(|bytes| bytes.iter().all(is_plain))
}

/// How many bytes of `text` are 0x80 or above.
///
/// INVARIANT: `bytes` end with it, and are at most `MAX_LEN`.
#[inline(always)]
fn count_high(bytes: &[u8], text: &[u8]) -> u8 {
    if let Some(last) = bytes.last_chunk::<32>() {
        count_high_by_blocks(text, last)
    } else if let Some(last) = bytes.last_chunk::<16>() {
        count_high_by_blocks(text, last)
    } else {
        count_high_in_few(bytes, bytes.len().wrapping_sub(text.len()))
    }
}

/// The same by blocks of at most 32 bytes, of which `last` ends as `text` does.
#[inline(always)]
fn count_high_by_blocks<const N: usize>(mut text: &[u8], last: &[u8; N]) -> u8 {
    let mut sum = 0_u8;
    if text.len() > N {
        while let Some((block, rest)) = text.split_first_chunk::<N>() {
            sum = sum.wrapping_add(block.iter().fold(0, |sum, byte| sum.wrapping_add(byte >> 7)));
            text = rest;
        }
    }
    // Of the last bytes those that are left.
    let start = 32_usize.wrapping_sub(N).wrapping_add(text.len());
    let mask = MASK.get(start..).and_then(|mask| mask.first_chunk::<N>()).unwrap_or(&[0; N]);
    let high = last.iter().zip(mask).map(|(byte, mask)| (byte & mask) >> 7);
    high.fold(sum, u8::wrapping_add)
}

/// The same of fewer than 16 bytes, in two words that may overlap.
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

/// What begins with `first` and goes on with `last` at byte `at`.
#[inline(always)]
const fn joined(first: u128, last: u128, at: usize) -> u128 {
    first | last.wrapping_shl((at as u32).wrapping_mul(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_bytes_are_what_a_label_may_have() {
        for len in 0..40 {
            for behind in [0, 8, 40] {
                let mut bytes = [b'A'; 120];
                let (start, end) = (5, 5 + len);
                bytes[start..end].fill(b'a');
                let all = end + behind;
                assert!(are_plain(&bytes[..all], start, end));
                for (at, byte) in (start..end).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
                    bytes[at] = byte;
                    let plain = byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'.';
                    // These are among the letters, and left to who looks at each byte.
                    let plain = plain && !matches!(byte, b'@' | b'['..=b'_');
                    assert_eq!(are_plain(&bytes[..all], start, end), plain, "{at} {byte} {len} {behind}");
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

    /// Whatever the fast path takes, the general decoder takes, and finds the same in it.
    fn agrees(bytes: &[u8]) -> bool {
        let Some(fast) = layout(bytes) else {
            return false;
        };
        let general = crate::decode::check(bytes, crate::features::Features::ALL, false, false);
        let general = general.map(|(end, offsets)| (end, offsets.to_layout()));
        assert_eq!(general, Ok((bytes.len(), fast)), "{bytes:02x?}");
        true
    }

    #[test]
    fn it_agrees_with_the_general_decoder() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let converted = corpus.convert.iter().filter_map(|vector| vector.cbor.as_ref());
        let mut taken = 0;
        for cri in corpus.decode.iter().map(|vector| &vector.cbor).chain(converted) {
            taken += usize::from(agrees(cri));
            // Every head, the characters that are asked about, and the bounds of what they are compared with.
            let bytes = (0..=0x1f).map(|info| info * 8 + 7).chain(b".AZ@[a09~ ".iter().copied()).chain([0xc2, 0xa9]);
            for byte in bytes
                .chain([0x17, 0x18, 0x19, 0x1a, 0x20, 0x37, 0x38, 0x39, 0x60, 0x61, 0x62, 0x77, 0x78])
                .chain([0x44, 0x50, 0x80, 0x81, 0x84, 0x85, 0x97, 0x98, 0xf4, 0xf5, 0xf6, 0xff])
            {
                for at in 0..cri.len() {
                    let mut other = cri.clone();
                    other[at] = byte;
                    agrees(&other);
                    other[at] = cri[at];
                    other.insert(at, byte);
                    agrees(&other);
                }
            }
        }
        assert!(agrees(&[0x80]) && !(0..=u8::MAX).any(|byte| byte != 0x80 && agrees(&[byte])));
        let null = [[0xf6, 0xf6, 0x81], [0xf6, 0x80, 0x81], [0xf5, 0x80, 0x81], [0xf5, 0xf6, 0x81]];
        for [authority, path, query] in null {
            agrees(&[0x84, 0x20, authority, path, query, 0x61, b'a']);
            agrees(&[0x85, 0x20, authority, path, query, 0x61, b'a', 0x60]);
            agrees(&[0x83, 0x20, authority, path, query]);
            agrees(&[0x82, 0x20, authority]);
        }
        // A test that compares nothing shows nothing.
        assert!(taken > 100, "{taken}");
    }

    #[test]
    fn characters_are_utf_8_wherever_they_stand() {
        let edges = [
            0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
            0xf0, 0xf4, 0xf5, 0xff,
        ];
        let mut taken = 0;
        for (path_len, query_len) in
            [(3, 0), (3, 3), (20, 3), (13, 17), (14, 16), (15, 15), (23, 23), (17, 4), (18, 21)]
        {
            let mut cri = b"\x84\x20\x81\x61h\x81".to_vec();
            cri.push(0x60 | path_len);
            cri.extend(core::iter::repeat_n(b'a', path_len.into()));
            let path_end = cri.len();
            cri.extend([0x81, 0x60 | query_len]);
            cri.extend(core::iter::repeat_n(b'a', query_len.into()));
            let starts = [7, path_end - 3, path_end - 2, path_end + 1, path_end + 2, cri.len().saturating_sub(3)];
            let three = (0..edges.len().pow(3)).map(|n| [n, n / edges.len(), n / edges.len().pow(2)]);
            for characters in three.map(|indices| indices.map(|index| edges[index % edges.len()])) {
                for start in starts {
                    let mut cri = cri.clone();
                    for (place, byte) in cri.iter_mut().skip(start).zip(characters) {
                        *place = byte;
                    }
                    taken += u32::from(agrees(&cri));
                }
            }
        }
        assert!(taken > 10_000, "{taken}");
    }

    #[test]
    fn text_is_utf_8_wherever_it_stands() {
        // An address or a head may have the byte that text lacks, but not in its place.
        let cris: [&[u8]; 14] = [
            b"\x84\x20\x81\x44\x80\x80\x80\x80\x82\x62ab\x61c\x81\x62de",
            b"\x85\x20\x81\x61h\x82\x62ab\x61c\x81\x62de\x62fg",
            b"\x83\x01\x82\x62ab\x62cd\x81\x62ef",
            b"\x84\x00\xf6\x82\x62ab\x60\x62cd",
            b"\x83\x20\x83\xf4\x62ab\x61h\x82\x82\x62ab\x41/\x62cd",
            b"\x84\x62ab\x81\x62ab\x82\x82\x42\xff\xfe\x62ab\x62cd\x81\x82\x62ab\x41\xff",
            b"\x83\xf6\x82\x62ab\x0f\x81\x78\x18abcdefghijklmnopqrstuvwx",
            b"\x84\x20\xf6\x80\x81\x62ab",
            b"\x83\x20\x82\x82\x41&\x62ab\x18\x50\x81\x62ab",
            b"\x83\x20\x82\x78\x18abcdefghijklmnopqrstuvwx\x62ab\x81\x62ab",
            b"\x84\x20\x81\x61h\x82\x82\x41\xff\x78\x18abcdefghijklmnopqrstuvwx\x62ab\x82\x62ab\x62cd",
            b"\x85\x20\x81\x61h\x81\x82\x62ab\x41\xff\xf6\x78\x18abcdefghijklmnopqrstuvwx",
            b"\x83\x20\x84\x6219\x61x\x62ab\x613\x81\x62ab",
            b"\x83\x20\x83\x62ab\x78\x18abcdefghijklmnopqrstuvwx\x19\x16\x33\x80",
        ];
        let bytes = [b'a', 0x80, 0xa9, 0xbf, 0xc3, 0xe2, 0xf0, 0xff];
        for cri in cris {
            assert!(agrees(cri));
            for (at, pair) in cri.windows(2).enumerate() {
                for first in bytes {
                    for second in bytes {
                        let mut other = cri.to_vec();
                        (other[at], other[at + 1]) = (first, second);
                        agrees(&other);
                        if at + 2 < cri.len() && pair[0] == b'a' {
                            other[at + 2] = 0x80;
                            agrees(&other);
                        }
                    }
                }
            }
        }
    }
}
