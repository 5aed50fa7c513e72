//! The decoder: checks in one pass everything that section 5.1 demands of a CRI reference.
//!
//! On machines of 64 bits, `walk` decodes nearly all CRIs that have no error. Everything else, including every error, and
//! every CRI on a smaller machine, goes to the `general` decoder. The walk calls the rules that both need there.

#[cfg(target_pointer_width = "64")]
mod blocks;
mod general;
mod items;
pub(crate) mod reader;
#[cfg(target_pointer_width = "64")]
mod walk;

use crate::error::DecodeError;
use crate::features::Features;
use crate::layout::Layout;

pub(crate) use crate::decode::general::prefix_layout;

/// Checks that all of `bytes` is one CRI reference, or one full CRI if `full` is set, and returns its layout.
#[inline]
pub(crate) fn layout(bytes: &[u8], features: Features, full: bool) -> Result<Layout, DecodeError> {
    // The walk does not track which features a CRI uses.
    #[cfg(target_pointer_width = "64")]
    if features == Features::ALL
        && let Some(layout) = walk::layout(bytes)
        && (!full || layout.is_full())
    {
        return Ok(layout);
    }
    Ok(general::layout(bytes, features, full)?.in_registers())
}
