//! The fast path of the decoder, for machines of 64 bits: the common shapes of CRIs, and no others.
//!
//! It gives the layout that the general decoder gives, or nothing. Nothing means that the general decoder shall look,
//! be it at an error or at what is merely rare; so this file has no errors, and whatever it does not know it may
//! refuse. It takes heads of one byte, but for ports and for texts of up to 127 bytes; schemes by number; labels in
//! ASCII; addresses without zone. It takes no userinfo and no percent-encoded text.
//!
//! What makes it fast is to walk over the heads only, and to check all text at once. Every byte of 0x80 and above that
//! is not text lies where the walk passes: an array's head, a null, a byte of an address or a port. It counts those,
//! and where the whole CRI has no more of them, all text is ASCII. Where it has, each section is checked as if it
//! were one text, with the heads in it: these are ASCII, and no character reaches across them. A head that is not
//! would undo that, and so would a length of 128 or more: such texts are the general decoder's.

use crate::interchange::{FULL, Layout, SHORTEST};
use crate::wire::{NULL, TRUE};

/// The longest CRI in bytes that is looked at: a byte counts its bytes.
const MAX_LEN: usize = u8::MAX as usize;

const LOW_BITS: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGH_BITS: u64 = u64::from_ne_bytes([0x80; 8]);

/// The layout of the CRI reference that all of `bytes` is, where its shape is common.
pub(crate) fn layout(bytes: &[u8]) -> Option<Layout> {
    if bytes.len() > MAX_LEN {
        return None;
    }
    let mut walk = Walk { bytes, at: 0, high: 0, left: 5 };
    walk.left = walk.array_head()?.filter(|&sections| sections <= 5)?;
    let mut layout = Layout { first: 1, flags: SHORTEST, ..Layout::default() };
    let mut authority = true;
    if walk.section() {
        match walk.next()? {
            head @ 0x20..=0x39 => {
                walk.number(head)?;
                layout.flags = SHORTEST | FULL;
                layout.authority = walk.offset();
                authority = walk.authority()?;
            }
            0x00..=0x17 if walk.left <= 3 => layout.authority = walk.offset(),
            TRUE if walk.left <= 3 => {
                walk.high = walk.high.wrapping_add(1);
                layout.authority = walk.offset();
            }
            _ => return None,
        }
    } else {
        layout.authority = 1;
    }
    layout.path = walk.offset();
    layout.last = layout.path;
    let mut path = (0, 0);
    if walk.section()
        && let Some(count) = walk.array_head()?
    {
        path.0 = walk.at;
        for _ in 0..count {
            layout.last = walk.offset();
            walk.segment()?;
        }
        path.1 = walk.at;
    }
    // Section 2.1: without an authority, what begins with a segment that is not empty is always a path.
    if !authority && matches!(bytes.get(path.0..path.1), None | Some([] | [0x60, ..])) {
        return None;
    }
    layout.query = walk.offset();
    if layout.last == layout.path {
        layout.last = layout.query;
    }
    let mut query = (0, 0);
    if walk.section()
        && let Some(count) = walk.array_head()?
    {
        query.0 = walk.at;
        for _ in 0..count {
            walk.text()?;
        }
        query.1 = walk.at;
    }
    layout.fragment = walk.offset();
    let fragment = walk.at;
    if walk.section() {
        walk.text()?;
    }
    if walk.at != bytes.len() {
        return None;
    }
    if count_high(bytes) == walk.high {
        return Some(layout);
    }
    let is_utf8 = |(start, end)| bytes.get(start..end).is_some_and(|section| core::str::from_utf8(section).is_ok());
    (is_utf8(path) && is_utf8(query) && is_utf8((fragment, bytes.len()))).then_some(layout)
}

/// A walk over the heads of a CRI reference.
struct Walk<'a> {
    bytes: &'a [u8],
    /// The offset of what is passed next. It may be past the end of `bytes`, where nothing is read any more.
    at: usize,
    /// How many bytes of 0x80 and above were passed that are no text.
    high: u8,
    /// How many sections are left.
    left: u8,
}

impl Walk<'_> {
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at = self.at.wrapping_add(1);
        byte
    }

    /// The offset of what is passed next, as a layout keeps it.
    #[inline(always)]
    const fn offset(&self) -> u32 {
        // INVARIANT: what is passed is no longer than `MAX_LEN` and a text more.
        self.at as u32
    }

    /// Whether there is another section; if so, it is one less that is left.
    #[inline(always)]
    fn section(&mut self) -> bool {
        let any = self.left > 0;
        self.left = self.left.wrapping_sub(u8::from(any));
        any
    }

    /// The number of items in an array, or `None` for a null that something stands behind.
    #[inline(always)]
    fn array_head(&mut self) -> Option<Option<u8>> {
        self.high = self.high.wrapping_add(1);
        match self.next()? {
            head @ 0x80..=0x97 => Some(Some(head.wrapping_sub(0x80))),
            NULL if self.left > 0 => Some(None),
            _ => None,
        }
    }

    /// Passes the authority section; says whether it is an authority.
    #[inline(always)]
    fn authority(&mut self) -> Option<bool> {
        if !self.section() {
            return None;
        }
        if self.bytes.get(self.at) == Some(&TRUE) {
            self.at = self.at.wrapping_add(1);
            self.high = self.high.wrapping_add(1);
            return Some(false);
        }
        let Some(mut left) = self.array_head()? else {
            return Some(false);
        };
        let mut head = self.next()?;
        if let 0x44 | 0x50 = head {
            if head == 0x44 {
                self.address::<4>()?;
            } else {
                self.address::<16>()?;
            }
            left = left.wrapping_sub(1);
            if left == 0 {
                return Some(true);
            }
            head = self.next()?;
        } else {
            let start = self.at;
            let all = left;
            let (mut last, mut end) = (0, 0);
            while let 0x60..=0x77 = head {
                last = self.at;
                self.at = self.at.wrapping_add(usize::from(head.wrapping_sub(0x60)));
                end = self.at;
                left = left.wrapping_sub(1);
                if left == 0 {
                    break;
                }
                head = self.next()?;
            }
            // Section 6.1: four labels may read as an address.
            let labels = all.wrapping_sub(left);
            if labels == 0 || (labels == 4 && self.bytes.get(last).is_some_and(u8::is_ascii_digit)) {
                return None;
            }
            // The heads of labels are what a label may hold, and of what stands behind them there is no need to know.
            if !are_plain(self.bytes.get(start..end)?) {
                return None;
            }
            if left == 0 {
                return Some(true);
            }
        }
        if left != 1 {
            return None;
        }
        if head > 0x19 {
            return None;
        }
        self.number(head)?;
        Some(true)
    }

    /// Passes the argument of a scheme or a port, of which the head's first byte was just passed.
    #[inline(always)]
    fn number(&mut self, head: u8) -> Option<()> {
        match head & 0x1f {
            0..24 => {}
            24 => {
                let low = self.next().filter(|&low| low > 23)?;
                self.high = self.high.wrapping_add(low >> 7);
            }
            _ => {
                let high = self.next().filter(|&high| high > 0)?;
                let low = self.next()?;
                self.high = self.high.wrapping_add(high >> 7).wrapping_add(low >> 7);
            }
        }
        Some(())
    }

    /// Passes `N` bytes of an address.
    #[inline(always)]
    fn address<const N: usize>(&mut self) -> Option<()> {
        let address: &[u8; N] = self.bytes.get(self.at..)?.first_chunk()?;
        self.high = self.high.wrapping_add(count_high(address));
        self.at = self.at.wrapping_add(N);
        Some(())
    }

    /// Passes a path segment (C9).
    #[inline(always)]
    fn segment(&mut self) -> Option<()> {
        let head = self.next()?;
        if matches!(head, 0x61 | 0x62) && self.bytes.get(self.at) == Some(&b'.') {
            return None;
        }
        self.body(head)
    }

    #[inline(always)]
    fn text(&mut self) -> Option<()> {
        let head = self.next()?;
        self.body(head)
    }

    #[inline(always)]
    fn body(&mut self, head: u8) -> Option<()> {
        let mut len = head.wrapping_sub(0x60);
        if len > 23 {
            len = if head == 0x78 { self.next()? } else { return None };
            if !(24..128).contains(&len) {
                return None;
            }
        }
        self.at = self.at.wrapping_add(usize::from(len));
        Some(())
    }
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
        // A test that compares nothing shows nothing.
        assert!(taken > 100, "{taken}");
    }

    #[test]
    fn text_is_utf_8_wherever_it_stands() {
        // An address or a head may have the byte that text lacks, but not in its place.
        let cris: [&[u8]; 4] = [
            b"\x84\x20\x81\x44\x80\x80\x80\x80\x82\x62ab\x61c\x81\x62de",
            b"\x85\x20\x81\x61h\x82\x62ab\x61c\x81\x62de\x62fg",
            b"\x83\x01\x82\x62ab\x62cd\x81\x62ef",
            b"\x84\x00\xf6\x82\x62ab\x60\x62cd",
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
