//! The fast path of the decoder, for machines of 64 bits: the common shapes of CRIs.
//!
//! It returns the layout that the general decoder returns, or nothing. Nothing means that the general decoder must look,
//! at an error or at a rare shape. So this file has no errors, and it may refuse any CRI. It takes heads of one byte,
//! besides those of scheme numbers, ports, and texts of up to 127 bytes; userinfos in ASCII; and addresses without a
//! zone.
//!
//! It is fast because it walks over the heads only, and checks all text of path, query and fragment at once:
//!
//! - If path, query and fragment hold no more bytes of 0x80 and above than the heads of two arrays and the sequences
//!   have, all their text is ASCII.
//! - If they hold more, and there is no sequence, path and query are checked as if they were text. The heads among it are
//!   ASCII, so no character can reach across them. A head or a length of 0x80 and above would break this, so longer texts
//!   go to the general decoder.
//! - If they hold more, and there is a sequence, each item is checked by itself.
//!
//! [`common_text`](super::common_text) has these checks.

use crate::decode::common_text::{MAX_LEN, are_plain, are_utf8, count_high, is_long, long_text, sequence, short_end};
use crate::decode::common_utf8::is_utf8;
use crate::layout::{FULL, Layout, ONE_WORD, SHORTEST};
use crate::sections::host_name::is_label_byte;
use crate::sections::path::is_dot_segment;
use crate::sections::scheme::is_scheme_byte;
use crate::wire::head::{EMPTY_ARRAY, FALSE, NULL, TRUE};

/// The layout of the CRI reference that all of `bytes` is, where its shape is common.
#[inline(never)]
pub(crate) fn layout(bytes: &[u8]) -> Option<Layout> {
    if bytes.len().wrapping_sub(2) > MAX_LEN - 2 {
        // Only the empty reference is so short. All its sections begin after its one byte.
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
    // INVARIANT: the walk must end at the length, which is at most `MAX_LEN`, so each offset fits in the word.
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
    // The number of bytes of 0x80 and above from the path on that are not in texts: in heads and in sequences.
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

/// The number of items in the path or the query at `at`, which `left` sections follow.
#[inline(always)]
fn array(bytes: &[u8], at: usize, left: u8) -> Option<u8> {
    match *bytes.get(at)? {
        head @ 0x80..=0x97 => Some(head.wrapping_sub(0x80)),
        NULL if left > 0 => Some(0),
        _ => None,
    }
}

/// Passes `items` segments. Returns their end, where the last one begins, and how many bytes of 0x80 and above their
/// sequences hold.
#[inline(always)]
fn segments(bytes: &[u8], start: usize, mut items: u8) -> Option<(usize, usize, u8)> {
    // One can be added to an offset of 32 bits without overflow. So the compiler knows that there is a head if there is
    // a byte after it.
    let (mut at, mut last) = (start as u32, start as u32);
    let mut sequences = 0;
    while items > 0 {
        last = at;
        let this = at as usize;
        let after = this.wrapping_add(1);
        let Some(&first) = bytes.get(after) else {
            // The only text of one byte is empty.
            return (bytes.get(this) == Some(&0x60) && items == 1).then_some((after, this, sequences));
        };
        let head = *bytes.get(this)?;
        // The dot is the rarer condition: segments of one or two bytes are hard to predict.
        if first == b'.' && is_dots(bytes, this) {
            return None;
        }
        let end;
        (end, sequences) = item(bytes, this, head, sequences)?;
        at = end as u32;
        items = items.wrapping_sub(1);
    }
    Some((at as usize, last as usize, sequences))
}

/// Passes an item of path or query, or a fragment, whose first byte is `head`. Returns its end, and the count
/// `sequences` with what the item adds.
#[inline(always)]
fn item(bytes: &[u8], at: usize, head: u8, sequences: u8) -> Option<(usize, u8)> {
    if head.wrapping_sub(0x60) < 24 {
        return Some((short_end(at, head), sequences));
    }
    let after = at.wrapping_add(1);
    if head == 0x78 {
        // The next head, or the end of the input, shows whether the text is there.
        let len = bytes.get(after).copied().filter(is_long)?;
        return Some((after.wrapping_add(1).wrapping_add(len.into()), sequences));
    }
    let (end, high) = unchecked_sequence(bytes, after, head)?;
    Some((end.into(), sequences.wrapping_add(high)))
}

/// Whether the text at `at` is `.` or `..` (C9).
#[cold]
fn is_dots(bytes: &[u8], at: usize) -> bool {
    let text = bytes.get(at.wrapping_add(1)..short_end(at, bytes.get(at).copied().unwrap_or_default()));
    text.is_some_and(is_dot_segment)
}

/// Passes the argument of a scheme or a port after the first byte of its head. Returns its end.
#[inline(always)]
fn long_number(bytes: &[u8], at: usize, head: u8) -> Option<usize> {
    let first = *bytes.get(at)?;
    let after = at.wrapping_add(1);
    if head & 0x1f == 24 {
        return (first > 23).then_some(after);
    }
    (first > 0).then_some(after.wrapping_add(1))
}

/// Passes a scheme name after its head (C1).
#[inline(never)]
fn scheme_name(bytes: &[u8], at: usize, head: u8) -> Option<usize> {
    let end = at.wrapping_add(usize::from(head.wrapping_sub(0x60)));
    let (first, rest) = bytes.get(at..end)?.split_first()?;
    (is_scheme_byte(*first, true) && rest.iter().all(|&byte| is_scheme_byte(byte, false))).then_some(end)
}

/// Passes an authority of `items` items: labels in ASCII with heads of one byte that provably are no address, and
/// perhaps a port.
#[inline(always)]
fn labels(bytes: &[u8], start: usize, items: u8) -> Option<usize> {
    let mut at = start;
    let mut left = items;
    while left > 0 {
        let head = *bytes.get(at)?;
        if head.wrapping_sub(0x60) > 23 {
            let follows_labels = (left == 1) & (at > start);
            return if follows_labels { port_end(bytes, start, at, items.wrapping_sub(1)) } else { None };
        }
        at = short_end(at, head);
        left = left.wrapping_sub(1);
    }
    are_labels(bytes, start, at, items).then_some(at)
}

/// Passes the port at `at`, which follows this number of labels.
#[inline(never)]
fn port_end(bytes: &[u8], start: usize, at: usize, labels: u8) -> Option<usize> {
    let head = bytes.get(at).copied().filter(|&head| head <= 0x19)?;
    let after = at.wrapping_add(1);
    let end = if head > 0x17 { long_number(bytes, after, head)? } else { after };
    are_labels(bytes, start, at, labels).then_some(end)
}

/// Whether `count` labels with heads of one byte are in ASCII, and provably no address.
#[inline(always)]
fn are_labels(bytes: &[u8], start: usize, end: usize, count: u8) -> bool {
    // Section 6.1: four labels may read as an address.
    !(count == 4 && bytes.get(start.wrapping_add(1)).is_some_and(u8::is_ascii_digit)) && are_plain(bytes, start, end)
}

/// Passes the items of any authority except an address with a zone. Returns its end.
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

/// Passes labels of any text. Returns their end, and how many of the `left` items follow them.
fn rare_labels(bytes: &[u8], start: usize, mut left: u8) -> Option<(usize, u8)> {
    let is_label = |text: &[u8]| text.iter().all(|&byte| is_label_byte(byte)) && is_utf8(text);
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
    // Section 6.1: four labels may read as an address. The letters a to c may be heads here, and count as heads.
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | 0x61..=0x63);
    match all.wrapping_sub(left) {
        0 => None,
        4 if bytes.get(start..at)?.iter().all(is_digit) => None,
        _ => Some((at, left)),
    }
}

/// Passes a text of up to 127 bytes that `is_text` accepts. Returns its end.
#[inline(always)]
fn text_end(bytes: &[u8], at: usize, is_text: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let after = at.wrapping_add(1);
    let (text, end) = match *bytes.get(at)? {
        head @ 0x60..=0x77 => {
            let end = after.wrapping_add(head.wrapping_sub(0x60).into());
            (bytes.get(after..end)?, end)
        }
        0x78 => long_text(bytes, after)?,
        _ => return None,
    };
    is_text(text).then_some(end)
}

/// Passes a sequence after its head. Its texts are checked elsewhere.
#[inline(never)]
fn unchecked_sequence(bytes: &[u8], at: usize, head: u8) -> Option<(u8, u8)> {
    sequence(bytes, at, head, |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the general decoder finds what the fast path finds. Returns whether the fast path takes `bytes`.
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
            // Every head, the characters that the fast path tests, and the bounds of the ranges it tests.
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
        // An address or a head may have the byte of 0x80 and above that a text lacks, which must not make up for it.
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
