//! What a table holds.

/// The schemes of a table, and the perfect hash that finds them by name.
///
/// A scheme's *position* is its index in `entries`.
///
/// # Invariants
///
/// 1. The numbers of `entries` ascend strictly.
/// 2. The lengths of `shifts` and `slots` are powers of two.
/// 3. The slot of each name, by its hash and the shift of its bucket, holds the name's position. No two names share a
///    slot. A slot without a name holds 0, the position of a name with another slot.
pub(crate) struct Data {
    pub(crate) entries: &'static [Entry],
    pub(crate) multiplier: u32,
    pub(crate) shifts: &'static [u8],
    pub(crate) slots: &'static [u16],
}

/// One scheme of a table, in the fewest bytes.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) number: u16,
    /// The default port, or 0 for a scheme without one.
    pub(crate) port: u16,
}

impl Entry {
    /// An entry to be overwritten.
    pub(crate) const NONE: Self = Self { name: "", number: 0, port: 0 };
}
