//! The errors of encoding.

use core::fmt;

use crate::error::buffer_full::BufferFull;
use crate::error::component::Component;
use crate::named_macros::{error_at, named};

named! {
    /// What is wrong: the wire form of the revision cannot express the CRI, or the buffer cannot hold it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    #[repr(usize)] // as wide as a pointer, so that a result with the error stays in registers
    pub enum EncodeErrorKind {
        /// The buffer has no room.
        BufferFull => "buffer-full",
        /// A zone-id after an IPv4 address, which draft-16 does not have (section 5.1).
        ZoneOnIpv4 => "zone-on-ipv4",
    }
}

/// Why an abstract form was not encoded. Nothing of it was written.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, EncodeErrorKind, Revision};
///
/// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// let error = cri.encode_to(Revision::Draft16, ArrayBuffer::<3>::new()).unwrap_err();
/// assert_eq!(error.kind(), EncodeErrorKind::BufferFull);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EncodeError {
    kind: EncodeErrorKind,
    offset: usize,
}

error_at!(
    EncodeError,
    EncodeErrorKind,
    "The number of bytes of the CRI that were written before the error, and then removed."
);

impl From<BufferFull> for EncodeErrorKind {
    fn from(BufferFull: BufferFull) -> Self {
        Self::BufferFull
    }
}

impl EncodeError {
    #[cold]
    pub(crate) const fn new(kind: EncodeErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// The part that could not be written: the zone-id, or the whole CRI where the buffer is full.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self.kind {
            EncodeErrorKind::BufferFull => Component::Cri,
            EncodeErrorKind::ZoneOnIpv4 => Component::ZoneId,
        }
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EncodeErrorKind::BufferFull => write!(f, "{BufferFull}, at byte {}", self.offset),
            EncodeErrorKind::ZoneOnIpv4 => {
                write!(f, "draft-16 has no zone-id after an IPv4 address, at byte {}", self.offset)
            }
        }
    }
}
