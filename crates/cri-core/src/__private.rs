//! What the crates of this project share with each other. It may change in any version.

pub use crate::buffer::copy_bytes;
pub use crate::buffer::text::{Counter, write_text};
pub use crate::builder::{checked_host, checked_item};
pub use crate::compare::map_key::Key;
pub use crate::constants::PREFER_SPEED;
#[cfg(target_pointer_width = "64")]
pub use crate::decode::blocks::count_high_bytes;
pub use crate::diagnostic::{Notation, write_diagnostic, write_escaped};
pub use crate::error::{Component, Described, Description};
pub use crate::interchange::offsets::Offsets;
pub use crate::resolve::resolve_in_place;
pub use crate::revision::{leaves_out, missing_query};
pub use crate::sections::{
    IpNumbers, checked_items, error_of_address, is_dot_segment, is_kept, is_scheme_byte,
    no_sections, parse_ipv4_bytes, port_of, read_ipv6, take_address,
};
pub use crate::text::characters::{is_hidden, is_unreserved, is_upper_case};
pub use crate::text::utf8::{Utf8State, first_invalid, long_character, sequence_len};

use crate::buffer::Buffer;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::offsets::to_usize;
#[cfg(feature = "alloc")]
use crate::interchange::owned::CriBuf;
use crate::interchange::owned::CriRefBuf;

/// The full CRI in all of `bytes`, without a check. `cri-literal` writes such calls.
///
/// The caller knows that `cri-uri` wrote the bytes, and where the sections begin. If this is wrong, the accessors return
/// wrong sections; memory stays safe.
#[must_use]
pub const fn cri_from_written(bytes: &[u8], offsets: Offsets) -> Cri<'_> {
    Cri::from_parts(bytes, offsets)
}

/// The CRI reference in all of `bytes`, without a check, as [`cri_from_written`] says.
#[must_use]
pub const fn cri_ref_from_written(bytes: &[u8], offsets: Offsets) -> CriRef<'_> {
    CriRef { bytes, offsets }
}

/// The CRI reference in all of `buffer`, without a check.
///
/// The caller knows that the bytes are one CRI reference with the shortest heads and of at most
/// [`MAX_LEN`](crate::MAX_LEN) bytes. If they are not, the accessors return wrong sections; memory stays safe. Debug
/// builds decode the bytes, and panic on a difference.
#[inline]
pub fn owned_from_written<B: Buffer>(buffer: B, offsets: Offsets) -> CriRefBuf<B> {
    let decoded = || CriRef::decode(buffer.as_slice()).map(|reference| reference.offsets);
    debug_assert_eq!(decoded(), Ok(offsets));
    CriRefBuf::from_parts(buffer, offsets)
}

/// Holds the bytes of a static CRI.
#[cfg(feature = "alloc")]
#[must_use]
pub const fn owned_from_static(cri: Cri<'static>) -> CriBuf<alloc::borrow::Cow<'static, [u8]>> {
    CriBuf::from_parts(alloc::borrow::Cow::Borrowed(cri.as_bytes()), cri.as_cri_ref().offsets)
}

/// Where authority, path, query and fragment begin. `None` if a head is longer than it needs to be.
#[must_use]
#[inline(always)]
pub fn shortest_starts(reference: CriRef<'_>) -> Option<[usize; 4]> {
    let [_, starts @ ..] = reference.offsets.starts;
    reference.offsets.is_shortest().then_some(starts.map(to_usize))
}
