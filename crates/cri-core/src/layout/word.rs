//! The layout on machines of 64 bits: one word.
//!
//! One word travels in a register, and together with the bytes it makes a CRI of three words. A struct of offsets would
//! be taken apart and put together at every call, or wait in memory for its own stores.
//!
//! The word has twelve bits for each offset. For a CRI of more than 4 KB it holds only those that take a walk over items
//! to find, and for a CRI of more than 1 MB none: its sections are skipped again when their offsets are asked for.

use core::num::NonZeroU64;

use crate::layout::offsets::{FULL, LastSegment, Offsets, SHORTEST, to_usize};
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY, SECTIONS};
use crate::wire::head::{Head, NULL};
use crate::wire::item::skip;

/// The number of the last segment for [`Layout::at`].
pub(crate) const LAST: usize = SECTIONS;
/// All offsets are in the word.
pub(crate) const ONE_WORD: u8 = 4;

/// Where the sections begin, as CRIs keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout(
    /* INVARIANT: from the lowest bit on, the offsets of authority, path, query, fragment and last segment, in twelve
    bits each; the flags in three bits; and a bit that is set. Without the flag `ONE_WORD` there are instead the offsets
    of path, query and fragment in twenty bits each, or 0 for all three where one does not fit. */
    NonZeroU64,
);

impl Layout {
    /// The greatest offset that twelve bits hold.
    pub(crate) const MAX: usize = LastSegment::KEPT_WITHIN;
    /// The greatest offset that twenty bits hold.
    const LONG_MAX: u32 = 0xf_ffff;
    /// The bit at which the flags begin.
    pub(crate) const FLAGS: u32 = 60;
    /// The bit that is set.
    const SET: u64 = 1 << 63;

    /// The offsets of authority, path, query, fragment and last segment, as they stand in a word.
    ///
    /// INVARIANT: each is at most `MAX`.
    #[inline(always)]
    pub(crate) const fn fields(offsets: [u32; 5]) -> u64 {
        let [authority, path, query, fragment, last] = offsets;
        authority as u64
            | (path as u64) << 12
            | (query as u64) << 24
            | (fragment as u64) << 36
            | (last as u64) << 48
    }

    /// The layout of offsets that are too large for twelve bits.
    #[cold]
    #[inline(never)]
    const fn long(path: u32, query: u32, fragment: u32, flags: u8) -> Self {
        let offsets = if fragment > Self::LONG_MAX {
            0
        } else {
            path as u64 | (query as u64) << 20 | (fragment as u64) << 40
        };
        Self::of_word(offsets | (flags as u64) << Self::FLAGS)
    }

    /// The layout of a word that has its offsets and flags, and may lack the bit that is set.
    #[inline(always)]
    pub(crate) const fn of_word(word: u64) -> Self {
        match NonZeroU64::new(Self::SET | word) {
            Some(word) => Self(word),
            // Never: one bit is set.
            None => Self(NonZeroU64::MIN),
        }
    }

    #[inline(always)]
    pub(crate) const fn word(self) -> u64 {
        self.0.get()
    }

    #[inline(always)]
    pub(crate) const fn flags(self) -> u8 {
        (self.word() >> Self::FLAGS) as u8 & (FULL | SHORTEST | ONE_WORD)
    }

    /// The offsets of the sections of `bytes`.
    ///
    /// INVARIANT: this is the layout of `bytes`.
    #[inline(always)]
    pub(crate) fn offsets(self, bytes: &[u8]) -> Offsets {
        // A shortest head of the outer array is one byte, since it has at most five items.
        if self.flags() & (ONE_WORD | SHORTEST) == ONE_WORD | SHORTEST {
            self.offsets_after(1)
        } else {
            self.rare_offsets(bytes)
        }
    }

    /// The offsets that are in the word, after `first` bytes of the outer array's head.
    #[inline(always)]
    const fn offsets_after(self, first: u32) -> Offsets {
        Offsets {
            starts: [
                first,
                self.at(AUTHORITY) as u32,
                self.at(PATH) as u32,
                self.at(QUERY) as u32,
                self.at(FRAGMENT) as u32,
            ],
            last: LastSegment::at(self.at(LAST) as u32),
            flags: self.flags() & !ONE_WORD,
        }
    }

    /// Where the section of this number begins, or the last segment for [`LAST`].
    ///
    /// INVARIANT: the number is not that of the scheme, and all offsets are in the word.
    #[inline(always)]
    pub(crate) const fn at(self, section: usize) -> usize {
        (self.word() >> section.wrapping_sub(AUTHORITY).wrapping_mul(12)) as usize & Self::MAX
    }

    /// The offsets where the CRI is long, or not in the shortest heads.
    #[cold]
    #[inline(never)]
    fn rare_offsets(self, bytes: &[u8]) -> Offsets {
        // INVARIANT: the bytes were checked, so nothing here is missing or wrong.
        let head = Head::read(bytes);
        let (first, mut sections) =
            head.map_or((0, 0), |head| (head.len() as u32, head.argument()));
        if self.flags() & ONE_WORD != 0 {
            return self.offsets_after(first);
        }
        let mut end = first;
        let mut pass_section = || {
            if let Some(others) = sections.checked_sub(1) {
                let section = bytes.get(to_usize(end)..).unwrap_or_default();
                end = end.wrapping_add(skip(section).unwrap_or_default() as u32);
                sections = others;
            }
            end
        };
        let authority = pass_section();
        let [mut path, mut query, mut fragment] =
            [0, 20, 40].map(|bit| (self.word() >> bit) as u32 & Self::LONG_MAX);
        if fragment == 0 {
            // A discard stands for both scheme and authority.
            let has_scheme = self.is_full() || bytes.get(to_usize(first)) == Some(&NULL);
            path = if has_scheme { pass_section() } else { authority };
            query = pass_section();
            fragment = pass_section();
        }
        let starts = [first, authority, path, query, fragment];
        Offsets { starts, last: LastSegment::at(0), flags: self.flags() }
    }

    /// This layout. A word is in a register anyway.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        self
    }
}

impl Offsets {
    #[inline(always)]
    pub(crate) const fn to_layout(self) -> Layout {
        let Self { starts: [_, authority, path, query, fragment], last, flags } = self;
        if fragment as usize > Layout::MAX {
            return Layout::long(path, query, fragment, flags);
        }
        let fields = Layout::fields([authority, path, query, fragment, last.or_zero()]);
        Layout::of_word(fields | ((flags | ONE_WORD) as u64) << Layout::FLAGS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;
    use crate::features::Features;

    #[test]
    fn skipping_sections_finds_the_offsets_of_long_references() {
        let starts: [&[u8]; 9] = [
            b"\x83\x20\xf6",                                       // -1, null
            b"\x98\x03\x38\x18\x83\xf4\x61u\x61h",                 // _0 -25, [false, "u", "h"]
            b"\x83\x63urn\xf5",                                    // "urn", true
            b"\x83\x20\x83\x44\x01\x02\x03\x04\x62z0\x19\xff\xff", // -1, [h'01020304', "z0", 65535]
            b"\x83\xf6\x82\x61g\x17",                              // null, ["g", 23]
            b"\x83\xf6\xf5",                                       // null, true
            b"\x82\x18\x18",                                       // 24
            b"\x82\x00",                                           // 0
            b"\x82\xf5",                                           // true
        ];
        for start in starts {
            let mut cri = start.to_vec();
            let start_len = u32::try_from(start.len()).unwrap();
            cri.extend(b"\x82\x61b\x79\x20\x00");
            cri.resize(cri.len() + 0x2000, b'a');
            let cri_len = u32::try_from(cri.len()).unwrap();
            let layout = decode::layout(&cri, Features::ALL).unwrap();
            assert_eq!(layout.flags() & ONE_WORD, 0);
            let offsets = layout.offsets(&cri);
            assert_eq!(offsets.starts[PATH..=QUERY], [start_len, cri_len], "{start:02x?}");
            let too_long_for_the_word = Layout::of_word(u64::from(offsets.flags) << Layout::FLAGS);
            assert_eq!(too_long_for_the_word.offsets(&cri), offsets, "{start:02x?}");
        }
    }

    #[test]
    fn offsets_after_a_longer_head_are_found() {
        let cri = b"\x98\x03\x20\x81\x61h\x81\x61a"; // [_0 -1, ["h"], ["a"]]
        let layout = decode::layout(cri, Features::ALL).unwrap();
        let expected = Offsets { starts: [2, 3, 6, 9, 9], last: LastSegment::at(7), flags: FULL };
        assert_eq!(layout.offsets(cri), expected);
    }
}
