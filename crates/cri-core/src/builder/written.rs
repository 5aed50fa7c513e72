//! The state of a builder.

use crate::error::Component;
use crate::sections::Discard;

/// What a builder has written.
#[derive(Clone, Copy)]
pub(super) struct Written {
    /// The part that was written last.
    pub(super) last: Component,
    /// The byte of a missing authority: null, or true if the path is rootless. 0 if there is an authority or a discard.
    pub(super) missing_authority: u8,
    /// The length of the host's address in bytes, or 0.
    pub(super) address_len: u8,
    /// Number of items in the outer array so far.
    pub(super) sections: u8,
    /// Number of sections at the end that are null or an empty array. Each is one byte.
    pub(super) trailing: u8,
    pub(super) full: bool,
    pub(super) discard: Discard,
    /// The offset of the open array's head, which is one byte until the array ends. 0 if no array is open.
    pub(super) open: usize,
    /// The number of its items so far.
    pub(super) count: usize,
}

impl Written {
    pub(super) const NOTHING: Self = Self {
        last: Component::Cri,
        missing_authority: 0,
        address_len: 0,
        sections: 0,
        trailing: 0,
        full: false,
        discard: Discard::Segments(0),
        open: 0,
        count: 0,
    };
}
