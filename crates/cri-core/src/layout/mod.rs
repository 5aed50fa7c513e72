//! Where the sections of a CRI reference begin in its interchange form.
//!
//! On machines of 64 bits that is kept in one word, twelve bits for each offset. So it goes from hand to hand in a
//! register, and three words are all of a CRI: a structure of offsets is taken apart and put together wherever it goes,
//! or waits in memory for its own stores. Where there is no room for all, in CRIs of more than 4 KB, the word holds
//! what takes a walk to find. Of CRIs of more than 1 MB it holds nothing: they are walked over again when it is asked
//! for.

#[cfg(target_pointer_width = "64")]
use core::num::NonZeroU64;

/// The longest CRI that is processed, in bytes: offsets are numbers of 32 bits.
pub const MAX_LEN: usize = u32::MAX as usize;

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
pub(crate) struct LastSegment(#[cfg(target_pointer_width = "64")] u32);

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

    /// The offset, where it is known.
    #[inline(always)]
    pub(crate) fn offset(self) -> Option<usize> {
        #[cfg(target_pointer_width = "64")]
        return (self.0 != 0).then_some(to_usize(self.0));
        #[cfg(not(target_pointer_width = "64"))]
        None
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

    /// The offsets of a layout with `ONE_WORD` among its flags, in a CRI whose first section begins at `first`.
    #[inline(always)]
    pub(crate) const fn offsets_in_word(self, first: u8) -> Offsets {
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

    /// The offsets of a layout without `ONE_WORD` among its flags, but for the authority's; `None` where path, query and
    /// fragment did not fit.
    pub(crate) fn long_offsets(self, first: u8) -> Option<Offsets> {
        let [path, query, fragment] = [0, 20, 40].map(|bit| (self.word() >> bit) as u32 & Self::LONG_MAX);
        let last = LastSegment(0);
        let offsets = Offsets { path, query, fragment, last, authority: path, first, flags: self.flags() };
        (fragment != 0).then_some(offsets)
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
