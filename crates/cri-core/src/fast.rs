//! The fast path of the decoder, for machines of 64 bits: the common shapes of CRIs, and no others.
//!
//! It gives the layout that the general decoder gives, or nothing. Nothing means that the general decoder shall look,
//! be it at an error or at what is merely rare; so this file has no errors, and whatever it does not know it may
//! refuse. It takes heads of one byte, but for scheme numbers, ports, and texts of up to 127 bytes in path, query and
//! fragment; labels and userinfos in ASCII; addresses without zone; and sequences whose text is ASCII.
//!
//! What makes it fast is to walk over the heads only, and to check all text of path, query and fragment at once. Where
//! they hold no more bytes of 0x80 and above than the heads of two arrays and what sequences have, all text in them
//! is ASCII. Where they do, each is checked as if it were one text, with the heads in it: these are ASCII, and no
//! character reaches across them. A head that is not would undo that, and so would a length of 128 or more: such
//! texts are the general decoder's, and so is text beyond ASCII beside a sequence.
//!
//! The layout leaves in one register. One that is stored field by field and then copied waits for its stores, which
//! took as long as the walk.

use core::num::NonZeroU64;

use crate::interchange::{FULL, Layout, SHORTEST};
use crate::text::first_character;
use crate::wire::{FALSE, NULL, TRUE};

/// The longest CRI in bytes that is looked at: an offset is a byte.
const MAX_LEN: usize = u8::MAX as usize;

const LOW_BITS: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

/// A layout whose offsets are bytes.
#[derive(Clone, Copy)]
pub(crate) struct ShortLayout(/* INVARIANT: a byte for each field of a `Layout`, in order. */ NonZeroU64);

impl ShortLayout {
    #[inline]
    pub(crate) fn layout(self) -> Layout {
        let [authority, path, query, fragment, last, first, flags, _] = self.0.get().to_le_bytes();
        let [authority, path, query, fragment, last] = [authority, path, query, fragment, last].map(u32::from);
        Layout { authority, path, query, fragment, last, first, flags }
    }
}

/// The layout of the CRI reference that all of `bytes` is, where its shape is common.
#[inline(never)]
pub(crate) fn layout(bytes: &[u8]) -> Option<ShortLayout> {
    if bytes.len() > MAX_LEN {
        return None;
    }
    let mut walk = Walk { bytes, at: 0, left: 0, sequences: 0 };
    walk.left = walk.next()?.wrapping_sub(0x80);
    if walk.left > 5 {
        return None;
    }
    let mut flags = SHORTEST;
    let mut by_discard = false;
    match walk.section()? {
        head @ 0x20..=0x39 => {
            walk.number(head)?;
            flags |= FULL;
        }
        head @ 0x61..=0x77 => {
            walk.scheme_name(head)?;
            flags |= FULL;
        }
        NULL if matches!(bytes, [_, _, 0x81..=0x97, ..]) => {}
        0x00..=0x17 | TRUE if walk.left <= 3 => by_discard = true,
        _ => return None,
    }
    let authority = walk.at;
    let any_path = by_discard || walk.authority()?;
    let path = walk.at;
    let mut left = walk.array()?;
    // Section 2.1: without an authority, what begins with a segment that is not empty is always a path.
    if !any_path && (left == 0 || bytes.get(walk.at) == Some(&0x60)) {
        return None;
    }
    let is_empty = left == 0;
    let mut last = path;
    while left > 0 {
        last = walk.at;
        walk.segment()?;
        left = left.wrapping_sub(1);
    }
    let query = walk.at;
    if is_empty {
        last = query;
    }
    let mut left = walk.array()?;
    while left > 0 {
        walk.item()?;
        left = left.wrapping_sub(1);
    }
    let fragment = walk.at;
    if walk.left > 0 {
        walk.item()?;
    }
    if walk.at != bytes.len() {
        return None;
    }
    let heads = u8::from(path < query).wrapping_add(u8::from(query < fragment));
    let text = bytes.get(path..)?;
    if count_high(text) != heads.wrapping_add(walk.sequences)
        && (walk.sequences > 0 || !are_utf8(bytes, [path, query, fragment]))
    {
        return None;
    }
    // INVARIANT: all offsets are at most `MAX_LEN`, which the walk ended at.
    let [authority, path, query, fragment, last] = [authority, path, query, fragment, last].map(|offset| offset as u8);
    NonZeroU64::new(u64::from_le_bytes([authority, path, query, fragment, last, 1, flags, 0])).map(ShortLayout)
}

/// Whether path, query and fragment, which begin at these offsets, are UTF-8 behind the heads of their arrays.
#[cold]
fn are_utf8(bytes: &[u8], [path, query, fragment]: [usize; 3]) -> bool {
    let is_utf8 = |start: usize, end| bytes.get(start..end).is_none_or(|text| core::str::from_utf8(text).is_ok());
    is_utf8(path.wrapping_add(1), query) && is_utf8(query.wrapping_add(1), fragment) && is_utf8(fragment, bytes.len())
}

/// A walk over the heads of a CRI reference.
struct Walk<'a> {
    bytes: &'a [u8],
    /// The offset of what is passed next. It may be past the end of `bytes`, where nothing is read any more.
    at: usize,
    /// How many sections are left.
    left: u8,
    /// How many bytes of 0x80 and above there are in sequences.
    sequences: u8,
}

impl Walk<'_> {
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at = self.at.wrapping_add(1);
        byte
    }

    /// Passes the first byte of the next section's head; there is another section.
    #[inline(always)]
    fn section(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        self.next()
    }

    /// Passes the head of a path or a query; gives the number of items, which is none where there is no such section.
    #[inline(always)]
    fn array(&mut self) -> Option<u8> {
        if self.left == 0 {
            return Some(0);
        }
        match self.section()? {
            head @ 0x80..=0x97 => Some(head.wrapping_sub(0x80)),
            NULL if self.left > 0 => Some(0),
            _ => None,
        }
    }

    /// Passes the authority section; says whether it is an authority.
    #[inline(always)]
    fn authority(&mut self) -> Option<bool> {
        let mut left = match self.section()? {
            head @ 0x81..=0x97 => head.wrapping_sub(0x80),
            TRUE => return Some(false),
            NULL if self.left > 0 => return Some(false),
            _ => return None,
        };
        let mut head = self.next()?;
        if head == FALSE {
            self.userinfo()?;
            left = left.checked_sub(2).filter(|&left| left > 0)?;
            head = self.next()?;
        }
        match head {
            0x44 | 0x50 => {
                self.at = self.at.wrapping_add(usize::from(head & 0x1f));
                left = left.wrapping_sub(1);
            }
            _ => left = self.labels(head, left)?,
        }
        match left {
            0 => {}
            1 => {
                let head = self.next().filter(|&head| head <= 0x19)?;
                self.number(head)?;
            }
            _ => return None,
        }
        Some(true)
    }

    /// Passes a userinfo in ASCII.
    fn userinfo(&mut self) -> Option<()> {
        let len = self.next()?.wrapping_sub(0x60);
        let end = self.at.wrapping_add(usize::from(len));
        if len > 23 || !self.bytes.get(self.at..end)?.is_ascii() {
            return None;
        }
        self.at = end;
        Some(())
    }

    /// Passes labels, of which the first one's head was just passed; gives how many of `left` items are behind them.
    #[inline(always)]
    fn labels(&mut self, mut head: u8, mut left: u8) -> Option<u8> {
        let start = self.at;
        let all = left;
        let (mut last, mut end) = (start, start);
        while let 0x60..=0x77 = head {
            last = self.at;
            end = last.wrapping_add(usize::from(head.wrapping_sub(0x60)));
            self.at = end;
            left = left.wrapping_sub(1);
            if left == 0 {
                break;
            }
            head = self.next()?;
        }
        // What ended the labels is passed again.
        self.at = end;
        let is_digit = |at| self.bytes.get(at).is_some_and(u8::is_ascii_digit);
        match all.wrapping_sub(left) {
            0 => return None,
            // Section 6.1: four labels may read as an address.
            4 if is_digit(start) && is_digit(last) => return None,
            _ => {}
        }
        // The heads of labels are what a label may hold.
        are_plain(self.bytes.get(start..end)?).then_some(left)
    }

    /// Passes a scheme name, of which the head was just passed (C1).
    fn scheme_name(&mut self, head: u8) -> Option<()> {
        let end = self.at.wrapping_add(usize::from(head.wrapping_sub(0x60)));
        let (first, rest) = self.bytes.get(self.at..end)?.split_first()?;
        let in_name = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'.' | b'-');
        self.at = end;
        (first.is_ascii_lowercase() && rest.iter().all(in_name)).then_some(())
    }

    /// Passes the argument of a scheme or a port, of which the head's first byte was just passed.
    #[inline(always)]
    fn number(&mut self, head: u8) -> Option<()> {
        match head & 0x1f {
            0..24 => {}
            24 => {
                self.next().filter(|&low| low > 23)?;
            }
            _ => {
                self.next().filter(|&high| high > 0)?;
                self.next()?;
            }
        }
        Some(())
    }

    /// Passes a path segment (C9).
    #[inline(always)]
    fn segment(&mut self) -> Option<()> {
        let head = self.next()?;
        let behind = |index: usize| self.bytes.get(self.at.wrapping_add(index)).copied();
        if matches!(head, 0x61 | 0x62) && behind(0) == Some(b'.') && (head == 0x61 || behind(1) == Some(b'.')) {
            return None;
        }
        self.body(head)
    }

    #[inline(always)]
    fn item(&mut self) -> Option<()> {
        let head = self.next()?;
        self.body(head)
    }

    #[inline(always)]
    fn body(&mut self, head: u8) -> Option<()> {
        let len = head.wrapping_sub(0x60);
        if len < 24 {
            self.at = self.at.wrapping_add(usize::from(len));
            return Some(());
        }
        let (end, high) = long_item(self.bytes, self.at, head)?;
        self.at = end.into();
        self.sequences = self.sequences.wrapping_add(high);
        Some(())
    }
}

/// Passes a text of 24 to 127 bytes or a sequence, behind its head's first byte; gives its end, and how many bytes of
/// 0x80 and above a sequence holds.
#[inline(never)]
fn long_item(bytes: &[u8], mut at: usize, head: u8) -> Option<(u8, u8)> {
    if head == 0x78 {
        let len = bytes.get(at).copied().filter(|len| (24..128).contains(len))?;
        let end = at.wrapping_add(1).wrapping_add(len.into());
        return (end <= bytes.len()).then_some((end as u8, 0));
    }
    let pieces = head.checked_sub(0x80).filter(|pieces| (1..24).contains(pieces))?;
    let mut high = 1_u8;
    let (mut any_bytes, mut before) = (false, 0);
    for _ in 0..pieces {
        let head = *bytes.get(at)?;
        let (major, len) = (head >> 5, head & 0x1f);
        at = at.wrapping_add(1);
        let piece = bytes.get(at..at.wrapping_add(len.into()))?;
        at = at.wrapping_add(len.into());
        let fits = match major {
            2 => {
                any_bytes = true;
                high = high.wrapping_add(count_high(piece));
                first_character(piece).is_empty()
            }
            3 => piece.is_ascii(),
            _ => false,
        };
        if !fits || major == before || !(1..24).contains(&len) {
            return None;
        }
        before = major;
    }
    any_bytes.then_some((at as u8, high))
}

/// Whether none of eight bytes is a dot, a letter A to Z, or beyond ASCII.
#[inline(always)]
const fn is_plain(word: u64) -> bool {
    // In each byte the highest bit is what comes out, and is 0 before, so that no byte carries into the next.
    let low = word & !HIGH_BITS;
    const TO_A: u64 = u64::from_ne_bytes([0x80 - b'A'; 8]);
    const BEHIND_Z: u64 = u64::from_ne_bytes([0x7f - b'Z'; 8]);
    const DOTS: u64 = u64::from_ne_bytes([b'.'; 8]);
    let from_a = low.wrapping_add(TO_A);
    let behind_z = low.wrapping_add(BEHIND_Z);
    let dot = HIGH_BITS.wrapping_sub(low ^ DOTS);
    (word | (from_a & !behind_z) | dot) & HIGH_BITS == 0
}

/// Whether none of these bytes is a dot, a letter A to Z, or beyond ASCII.
#[inline(always)]
fn are_plain(bytes: &[u8]) -> bool {
    let (words, _) = bytes.as_chunks();
    let plain = words.iter().all(|&word| is_plain(u64::from_le_bytes(word)));
    plain
        && match bytes.last_chunk() {
            Some(&last) => is_plain(u64::from_le_bytes(last)),
            None => is_plain(bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))),
        }
}

/// How many of at most `MAX_LEN` bytes are 0x80 or above.
#[inline(always)]
fn count_high(bytes: &[u8]) -> u8 {
    let (words, rest) = bytes.as_chunks();
    // Each byte of the sum counts every eighth byte.
    let mut sum = 0_u64;
    for &word in words {
        sum = sum.wrapping_add((u64::from_le_bytes(word) >> 7) & LOW_BITS);
    }
    // Of the last eight bytes those that are in no word: they lie highest.
    let behind = 64_u32.wrapping_sub((rest.len() as u32).wrapping_mul(8));
    let last = match bytes.last_chunk() {
        Some(&last) => u64::from_le_bytes(last).checked_shr(behind).unwrap_or_default(),
        None => rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    sum = sum.wrapping_add((last >> 7) & LOW_BITS);
    // The highest byte of the product is the sum of all.
    (sum.wrapping_mul(LOW_BITS) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_word_has_no_byte_that_a_label_may_not_have() {
        for byte in 0..=u8::MAX {
            let plain = byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'.';
            for index in 0..8 {
                for others in [0, b'a', b'@', b'[', b'-', b'/', 0x7f] {
                    let mut word = [others; 8];
                    word[index] = byte;
                    assert_eq!(is_plain(u64::from_le_bytes(word)), plain, "{word:?}");
                }
            }
        }
    }

    #[test]
    fn high_bytes_are_counted_wherever_they_are() {
        let mut bytes = [0x7f; MAX_LEN];
        for len in 0..=MAX_LEN {
            assert_eq!(count_high(&bytes[..len]), 0);
            assert_eq!(usize::from(count_high(&[0x80; MAX_LEN][..len])), len);
        }
        for index in 0..MAX_LEN {
            bytes[index] = 0xff;
            assert_eq!(usize::from(count_high(&bytes)), index + 1);
        }
    }

    /// Whatever the fast path takes, the general decoder takes, and finds the same in it.
    fn agrees(bytes: &[u8]) -> bool {
        let Some(fast) = layout(bytes) else {
            return false;
        };
        let general = crate::decode::check(bytes, crate::Features::ALL);
        assert_eq!(general, Ok((bytes.len(), fast.layout())), "{bytes:02x?}");
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
        // A test that compares nothing shows nothing.
        assert!(taken > 100, "{taken}");
    }

    #[test]
    fn text_is_utf_8_wherever_it_stands() {
        // An address or a head may have the byte that text lacks, but not in its place.
        let cris: [&[u8]; 7] = [
            b"\x84\x20\x81\x44\x80\x80\x80\x80\x82\x62ab\x61c\x81\x62de",
            b"\x85\x20\x81\x61h\x82\x62ab\x61c\x81\x62de\x62fg",
            b"\x83\x01\x82\x62ab\x62cd\x81\x62ef",
            b"\x84\x00\xf6\x82\x62ab\x60\x62cd",
            b"\x83\x20\x83\xf4\x62ab\x61h\x82\x82\x62ab\x41/\x62cd",
            b"\x84\x62ab\x81\x62ab\x82\x82\x42\xff\xfe\x62ab\x62cd\x81\x82\x62ab\x41\xff",
            b"\x83\xf6\x82\x62ab\x0f\x81\x78\x18abcdefghijklmnopqrstuvwx",
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
