//! Where the sections of a CRI reference begin in its interchange form.
//!
//! On machines of 64 bits that is kept in one word, twelve bits for each offset. So it goes from hand to hand in a
//! register, and three words are all of a CRI: a structure of offsets is taken apart and put together wherever it goes,
//! or waits in memory for its own stores. Where there is no room for all, in CRIs of more than 4 KB, the word holds
//! what takes a walk to find. Of CRIs of more than 1 MB it holds nothing: they are walked over again when it is asked
//! for.

#[cfg(target_pointer_width = "64")]
use core::num::NonZeroU64;

#[cfg(target_pointer_width = "64")]
use crate::decode::check;
#[cfg(target_pointer_width = "64")]
use crate::features::Features;
#[cfg(target_pointer_width = "64")]
use crate::wire::head::{Head, NULL};
#[cfg(target_pointer_width = "64")]
use crate::wire::skip::skip;

/// The first section is a scheme.
pub(crate) const FULL: u8 = 1;
/// Every head is the shortest possible.
pub(crate) const SHORTEST: u8 = 2;
/// All offsets are in the word.
#[cfg(target_pointer_width = "64")]
pub(crate) const ONE_WORD: u8 = 4;

/// Where the sections begin. A section that is not there begins where the next one does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    pub(crate) path: u32,
    pub(crate) query: u32,
    /// INVARIANT: no other is greater.
    pub(crate) fragment: u32,
    pub(crate) last: LastSegment,
    pub(crate) authority: u32,
    /// Where the first section begins: the length of the outer array's head.
    pub(crate) first: u8,
    pub(crate) flags: u8,
}

/// Where the last path segment begins; the path's end if there is none; 0 where it takes a walk to tell.
///
/// Only larger machines keep it: there it spares a walk, and elsewhere it would take room and code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastSegment(#[cfg(target_pointer_width = "64")] pub(crate) u32);

impl LastSegment {
    #[inline(always)]
    pub(crate) const fn at(offset: u32) -> Self {
        #[cfg(target_pointer_width = "64")]
        return Self(offset);
        #[cfg(not(target_pointer_width = "64"))]
        {
            _ = offset;
            Self()
        }
    }
}

impl Offsets {
    /// Those of no section yet, where all are to begin at the end.
    ///
    /// Of zeros the compiler would call a function that clears memory, on a microcontroller.
    #[inline(always)]
    pub(crate) const fn before(end: u32) -> Self {
        Self { path: end, query: end, fragment: end, last: LastSegment::at(end), authority: end, first: 0, flags: 0 }
    }

    #[cfg(not(target_pointer_width = "64"))]
    #[inline(always)]
    pub(crate) const fn to_layout(self) -> Layout {
        self
    }

    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) fn to_layout(self) -> Layout {
        let Self { path, query, fragment, last: LastSegment(last), authority, flags, .. } = self;
        if to_usize(fragment) > Layout::MAX {
            return Layout::long(path, query, fragment, flags);
        }
        let fields = Layout::fields([authority, path, query, fragment, last]);
        Layout::of_word(fields | u64::from(flags | ONE_WORD) << Layout::FLAGS)
    }
}

/// Where the sections begin, as it is kept.
#[cfg(target_pointer_width = "64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout(
    /* INVARIANT: from the lowest bit on, the offsets of authority, path, query, fragment and last segment, in twelve
    bits each; the flags; and a bit that is set. Where `ONE_WORD` is not among the flags, there are instead those of
    path, query and fragment, in twenty bits each, or 0 for all three where one does not fit. */
    NonZeroU64,
);

/// Where the sections begin, as it is kept.
#[cfg(not(target_pointer_width = "64"))]
pub(crate) type Layout = Offsets;

#[cfg(target_pointer_width = "64")]
impl Layout {
    /// The greatest offset that there is room for.
    pub(crate) const MAX: usize = 0xfff;
    /// The same where there are only those of path, query and fragment.
    const LONG_MAX: u32 = 0xf_ffff;
    /// Where in the word these are, in bits. The authority's offset is at 0.
    pub(crate) const PATH: u32 = 12;
    pub(crate) const QUERY: u32 = 24;
    pub(crate) const FRAGMENT: u32 = 36;
    pub(crate) const LAST: u32 = 48;
    pub(crate) const FLAGS: u32 = 60;
    /// The bit that is set.
    const SET: NonZeroU64 = match NonZeroU64::new(1 << 63) {
        Some(set) => set,
        None => NonZeroU64::MIN,
    };

    /// The offsets, which are at most `MAX`, as they stand in a word.
    #[inline(always)]
    pub(crate) const fn fields(offsets: [u32; 5]) -> u64 {
        let [authority, path, query, fragment, last] = offsets;
        authority as u64
            | (path as u64) << Self::PATH
            | (query as u64) << Self::QUERY
            | (fragment as u64) << Self::FRAGMENT
            | (last as u64) << Self::LAST
    }

    /// Of offsets of which one is too large for its field.
    #[cold]
    #[inline(never)]
    fn long(path: u32, query: u32, fragment: u32, flags: u8) -> Self {
        let offsets = if fragment > Self::LONG_MAX {
            0
        } else {
            u64::from(path) | u64::from(query) << 20 | u64::from(fragment) << 40
        };
        Self::of_word(offsets | u64::from(flags) << Self::FLAGS)
    }

    /// Of offsets and flags as they stand in a word.
    #[inline(always)]
    pub(crate) fn of_word(word: u64) -> Self {
        Self(Self::SET | word)
    }

    #[inline(always)]
    pub(crate) const fn word(self) -> u64 {
        self.0.get()
    }

    #[inline(always)]
    pub(crate) const fn flags(self) -> u8 {
        (self.word() >> Self::FLAGS) as u8 & (FULL | SHORTEST | ONE_WORD)
    }

    #[inline(always)]
    const fn offset_at(self, bit: u32) -> usize {
        (self.word() >> bit) as usize & Self::MAX
    }

    #[inline(always)]
    pub(crate) const fn authority(self) -> usize {
        self.offset_at(0)
    }

    #[inline(always)]
    pub(crate) const fn path(self) -> usize {
        self.offset_at(Self::PATH)
    }

    #[inline(always)]
    pub(crate) const fn query(self) -> usize {
        self.offset_at(Self::QUERY)
    }

    #[inline(always)]
    pub(crate) const fn fragment(self) -> usize {
        self.offset_at(Self::FRAGMENT)
    }

    #[inline(always)]
    pub(crate) const fn last(self) -> usize {
        self.offset_at(Self::LAST)
    }

    /// The offsets of the sections of `bytes`, which this is the layout of.
    #[inline(always)]
    pub(crate) fn offsets(self, bytes: &[u8]) -> Offsets {
        // In the shortest heads the outer array's is one byte, since it has at most five items.
        if self.flags() & (ONE_WORD | SHORTEST) == ONE_WORD | SHORTEST {
            self.offsets_behind(1)
        } else {
            self.rare_offsets(bytes)
        }
    }

    /// The offsets that are in the word, and the first.
    #[inline(always)]
    const fn offsets_behind(self, first: u8) -> Offsets {
        Offsets {
            path: self.path() as u32,
            query: self.query() as u32,
            fragment: self.fragment() as u32,
            last: LastSegment(self.last() as u32),
            authority: self.authority() as u32,
            first,
            flags: self.flags() & !ONE_WORD,
        }
    }

    /// The same as `offsets` where the CRI is long, or not in the shortest heads.
    #[cold]
    #[inline(never)]
    fn rare_offsets(self, bytes: &[u8]) -> Offsets {
        // INVARIANT: the bytes were checked, so that nothing here is missing or wrong.
        let first = Head::read(bytes).map_or(0, |head| head.len);
        if self.flags() & ONE_WORD != 0 {
            return self.offsets_behind(first);
        }
        let [path, query, fragment] = [0, 20, 40].map(|bit| (self.word() >> bit) as u32 & Self::LONG_MAX);
        if fragment == 0 {
            return check(bytes, Features::ALL, true, false).map(|(_, offsets)| offsets).unwrap_or_default();
        }
        let section = bytes.get(first.into()..).unwrap_or_default();
        let authority = if self.is_full() || section.first() == Some(&NULL) {
            u32::from(first).wrapping_add(skip(section).unwrap_or_default() as u32)
        } else {
            // A discard stands for both scheme and authority.
            path
        };
        Offsets { path, query, fragment, last: LastSegment(0), authority, first, flags: self.flags() }
    }

    /// The same: one word is in a register.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        self
    }
}

#[cfg(not(target_pointer_width = "64"))]
impl Layout {
    #[inline(always)]
    const fn flags(self) -> u8 {
        self.flags
    }

    /// The same, field by field: so it is in registers, where copied whole it would have to be in memory.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        let Self { path, query, fragment, last, authority, first, flags } = self;
        Self { path, query, fragment, last, authority, first, flags }
    }
}

impl Layout {
    #[inline(always)]
    pub(crate) const fn is_full(self) -> bool {
        self.flags() & FULL != 0
    }

    #[inline(always)]
    pub(crate) const fn is_shortest(self) -> bool {
        self.flags() & SHORTEST != 0
    }
}

#[inline]
pub(crate) fn to_usize(offset: u32) -> usize {
    // Lossless on all targets of 32 bits and more; where `usize` is smaller, so is any input.
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::cri_ref::CriRef;
    use std::vec::Vec;

    /// `[-1, ["h"], [TEXT], ["q"], "f"]` with a text of so many bytes, from 256 on.
    fn cri(len: u16) -> Vec<u8> {
        let mut cri = b"\x85\x20\x81\x61h\x81\x79".to_vec();
        cri.extend(len.to_be_bytes());
        cri.resize(cri.len() + usize::from(len), b'a');
        cri.extend(b"\x81\x61q\x61f");
        cri
    }

    #[test]
    fn offsets_are_the_same_in_a_word_and_by_a_walk() {
        let mut in_word = [0; 2];
        for len in 4050..4130 {
            let cri = cri(len);
            let layout = CriRef::decode(&cri).unwrap().layout();
            let fragment = u32::try_from(cri.len()).unwrap() - 2;
            let fits = layout.flags() & ONE_WORD != 0;
            assert_eq!(fits, to_usize(fragment) <= Layout::MAX);
            let (query, flags) = (fragment - 3, FULL | SHORTEST);
            let last = LastSegment(if fits { 6 } else { 0 });
            let expected = Offsets { path: 5, query, fragment, last, authority: 2, first: 1, flags };
            assert_eq!(layout.offsets(&cri), expected);
            in_word[usize::from(fits)] += 1;
        }
        assert!(in_word.iter().all(|&count| count > 30), "{in_word:?}");
    }

    #[test]
    fn offsets_of_long_references_are_those_of_the_decoder() {
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
            cri.extend(b"\x82\x61b\x79\x20\x00");
            cri.resize(cri.len() + 0x2000, b'a');
            let (_, offsets) = check(&cri, Features::ALL, true, false).unwrap();
            let layout = CriRef::decode(&cri).unwrap().layout();
            assert_eq!(layout, offsets.to_layout());
            assert_eq!(layout.flags() & ONE_WORD, 0);
            assert_eq!(layout.offsets(&cri), Offsets { last: LastSegment(0), ..offsets }, "{start:02x?}");
            let too_long_for_the_word = Layout::of_word(u64::from(offsets.flags) << Layout::FLAGS);
            assert_eq!(too_long_for_the_word.offsets(&cri), offsets, "{start:02x?}");
        }
    }

    #[test]
    fn offsets_behind_a_longer_head_are_found() {
        let cri = b"\x98\x03\x20\x81\x61h\x81\x61a"; // [_0 -1, ["h"], ["a"]]
        let layout = CriRef::decode(cri).unwrap().layout();
        let expected =
            Offsets { path: 6, query: 9, fragment: 9, last: LastSegment(7), authority: 3, first: 2, flags: FULL };
        assert_eq!(layout.offsets(cri), expected);
    }
}
