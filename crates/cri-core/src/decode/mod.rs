//! The decoder: checks in one pass everything that section 5.1 demands of a CRI reference.
//!
//! On machines of 64 bits, `walk` decodes nearly all CRIs that have no error. Everything else, including every error, and
//! every CRI on a smaller machine, goes to the `general` decoder. The walk calls the rules that both need there.

#[cfg(target_pointer_width = "64")]
pub(crate) mod blocks;
mod general;
mod items;
pub(crate) mod reader;
#[cfg(target_pointer_width = "64")]
mod walk;

use crate::error::DecodeError;
use crate::features::Features;
use crate::layout::Layout;

/// Checks that all of `bytes` is one CRI reference, and returns its layout.
#[inline]
pub(crate) fn layout(bytes: &[u8], features: Features) -> Result<Layout, DecodeError> {
    // The walk does not track which features a CRI uses.
    #[cfg(target_pointer_width = "64")]
    if features == Features::ALL
        && let Some(layout) = walk::layout(bytes)
    {
        return Ok(layout);
    }
    Ok(general::layout(bytes, features, true)?.1.in_registers())
}

/// Checks the CRI reference that `bytes` begins with, and returns its length in bytes and its layout.
pub(crate) fn prefix_layout(
    bytes: &[u8],
    features: Features,
) -> Result<(usize, Layout), DecodeError> {
    general::layout(bytes, features, false)
}
