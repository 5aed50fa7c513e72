//! The decoder: checks in one pass everything that section 5.1 demands of a CRI reference.
//!
//! On machines of 64 bits, `walk` decodes nearly all CRIs that have no error. Everything else, including every error, and
//! every CRI on a smaller machine, goes to the `general` decoder. The walk calls the rules that both need there.

#[cfg(target_pointer_width = "64")]
pub(crate) mod blocks;
mod general;
mod items;
#[cfg(target_pointer_width = "64")]
mod walk;

use crate::error::DecodeError;
use crate::features::Features;
use crate::interchange::cri::CriRef;
use crate::interchange::offsets::Offsets;

/// Checks that all of `bytes` is one CRI reference.
///
/// The walk is compiled into this function, so that the result is written once, to where the caller wants it.
#[cfg_attr(target_pointer_width = "64", inline(never))]
#[cfg_attr(not(target_pointer_width = "64"), inline(always))]
pub(crate) fn whole(bytes: &[u8], features: Features) -> Result<CriRef<'_>, DecodeError> {
    // The walk does not track which features a CRI uses.
    #[cfg(target_pointer_width = "64")]
    if features == Features::ALL
        && let Some(offsets) = walk::offsets(bytes)
    {
        return Ok(CriRef { bytes, offsets });
    }
    Ok(CriRef { bytes, offsets: general::offsets(bytes, features, true)?.1.in_registers() })
}

/// Checks the CRI reference that `bytes` begins with, and returns its length in bytes and its offsets.
pub(crate) fn prefix_offsets(
    bytes: &[u8],
    features: Features,
) -> Result<(usize, Offsets), DecodeError> {
    general::offsets(bytes, features, false)
}
