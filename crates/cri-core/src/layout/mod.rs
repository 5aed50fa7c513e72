//! Where the sections of a CRI reference begin in its interchange form.
//!
//! [`Offsets`] is the plain form. [`Layout`] is the form that CRIs keep: one word on machines of 64 bits, and the plain
//! form elsewhere.

mod offsets;
#[cfg(not(target_pointer_width = "64"))]
mod table;
#[cfg(target_pointer_width = "64")]
mod word;

pub(crate) use offsets::{FULL, LastSegment, Offsets, SHORTEST, to_usize};
#[cfg(not(target_pointer_width = "64"))]
pub(crate) use table::Layout;
#[cfg(target_pointer_width = "64")]
pub(crate) use word::{Layout, ONE_WORD};
