//! The layout on machines that are not of 64 bits: the offsets as they are.

use crate::layout::offsets::Offsets;

/// Where the sections begin, as CRIs keep it.
pub(crate) type Layout = Offsets;

impl Offsets {
    #[inline(always)]
    pub(crate) const fn to_layout(self) -> Layout {
        self
    }

    #[inline(always)]
    pub(crate) const fn flags(self) -> u8 {
        self.flags
    }

    /// A copy made field by field, which stays in registers. A copy of the whole would go through memory.
    #[inline(always)]
    pub(crate) const fn in_registers(self) -> Self {
        let Self { starts: [scheme, authority, path, query, fragment], last, flags } = self;
        Self { starts: [scheme, authority, path, query, fragment], last, flags }
    }
}
