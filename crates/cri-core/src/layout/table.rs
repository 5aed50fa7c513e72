//! The layout on machines that are not of 64 bits: the offsets as they are.

use crate::layout::offsets::{FULL, Offsets, SHORTEST};

/// Where the sections begin, as CRIs keep it.
pub(crate) type Layout = Offsets;

impl Offsets {
    #[inline(always)]
    pub(crate) const fn to_layout(self) -> Layout {
        self
    }

    #[inline(always)]
    pub(crate) const fn is_full(self) -> bool {
        self.flags & FULL != 0
    }

    #[inline(always)]
    pub(crate) const fn is_shortest(self) -> bool {
        self.flags & SHORTEST != 0
    }

    /// A copy made field by field, which stays in registers. A copy of the whole would go through memory.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        let Self { path, query, fragment, last, authority, first, flags } = self;
        Self { path, query, fragment, last, authority, first, flags }
    }
}
