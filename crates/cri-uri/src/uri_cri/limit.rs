//! How long an owned CRI and its URI may be, and what is certain of a CRI that was made from text.

use cri_core::wire::TRUE;
use cri_core::{BufferTooSmall, Component};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::uri_cri::profile::Profile;

/// The longest text that is converted in an array, and the length of the array. See `room_for`.
pub(crate) const SHORT_TEXT: usize = 184;
pub(crate) const SHORT_CRI: usize = 256;

/// The first byte of a discard above 23. No other first section begins with it.
const LONG_DISCARD: u8 = 0x18;

/// Whether a CRI reference that was made from text may have no URI reference. The text `/.//a` has a CRI reference, whose URI
/// reference would read as an authority. All others have one: the scheme is in the table, and no host has a zone.
pub(crate) fn may_lack_uri(cri: &[u8]) -> bool {
    cri.get(1) == Some(&TRUE)
}

/// Whether the URI of a CRI of this length is certainly not longer than `max_len`. A byte becomes at most three characters. The 64
/// are for the name of the scheme. This does not hold for a discard above 23.
pub(crate) const fn has_short_text(len: usize, max_len: usize) -> bool {
    len.saturating_mul(3).saturating_add(64) <= max_len
}

/// Whether a CRI and its URI are certainly within the limit of the profile. A discard of two bytes may be some hundred characters.
pub(crate) fn has_short_uri<P: Profile>(cri: &[u8]) -> bool {
    let has_long_discard = cri.get(1) == Some(&LONG_DISCARD);
    P::MAX_LEN >= cri_core::MAX_LEN || (!has_long_discard && has_short_text(cri.len(), P::MAX_LEN))
}

/// Checks the length of a text that was written into no room, and so was only counted.
pub(crate) fn check_counted<P: Profile, T>(
    counted: Result<T, BufferTooSmall>,
) -> Result<(), ToCriError> {
    check_len::<P>(counted.err().map_or(0, |full| full.needed()))
}

/// Checks the length of a text or a CRI.
pub(crate) fn check_len<P: Profile>(len: usize) -> Result<(), ToCriError> {
    if len <= P::MAX_LEN {
        return Ok(());
    }
    Err(ToCriError::new(ToCriErrorKind::TooLong(P::MAX_LEN), Component::Cri, 0))
}
