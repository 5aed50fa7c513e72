//! The offsets of the sections, one by one.

/// The first section is a scheme.
pub(crate) const FULL: u8 = 1;
/// Every head is the shortest possible.
pub(crate) const SHORTEST: u8 = 2;

/// Where the sections begin, in bytes of the interchange form. A missing section begins where the next one does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offsets {
    pub(crate) path: u32,
    pub(crate) query: u32,
    /// INVARIANT: no other offset is greater.
    pub(crate) fragment: u32,
    pub(crate) last: LastSegment,
    pub(crate) authority: u32,
    /// Where the first section begins: the length of the outer array's head.
    pub(crate) first: u8,
    /// [`FULL`] and [`SHORTEST`].
    pub(crate) flags: u8,
}

impl Offsets {
    /// All sections at `end`, until each is found.
    ///
    /// For a value of zeros the compiler would call a function that clears memory, on a microcontroller.
    #[inline(always)]
    pub(crate) const fn all_at(end: u32) -> Self {
        Self {
            path: end,
            query: end,
            fragment: end,
            last: LastSegment::at(end),
            authority: end,
            first: 0,
            flags: 0,
        }
    }
}

/// Where the last path segment begins. It is the path's end if there is no segment, and 0 if it is unknown.
///
/// Only machines of 64 bits keep it, to spare resolution a walk over the path. Elsewhere it would take room and code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastSegment(#[cfg(target_pointer_width = "64")] u32);

impl LastSegment {
    /// The longest CRI in which the offset is kept, in bytes.
    pub(crate) const KEPT_WITHIN: usize = if cfg!(target_pointer_width = "64") { 0xfff } else { 0 };

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

    /// The offset, or 0 where it is unknown.
    #[cfg(target_pointer_width = "64")]
    #[inline(always)]
    pub(crate) const fn or_zero(self) -> u32 {
        self.0
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

#[inline]
pub(crate) fn to_usize(offset: u32) -> usize {
    // Lossless where `usize` has 32 bits or more. Where it is smaller, so is any input.
    usize::try_from(offset).unwrap_or(usize::MAX)
}
