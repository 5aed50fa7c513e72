//! CBOR tag 99, which marks an array as a CRI reference where the context does not.
//!
//! RFC 9988 defines the tag, and draft-16 has none. A tagged CRI is therefore written in the form of RFC 9988. A
//! [`Decoder`](crate::Decoder) reads the tag only if the caller turns that on. The tag is not part of the CRI and does
//! not count in comparisons.

use crate::buffer::Buffer;
use crate::constants::TAG;
use crate::error::{Component, DecodeError, DecodeErrorKind, EncodeError};
use crate::revision::Revision;
use crate::sections::Sections;
use crate::wire::head::{Head, Major};
use crate::wire::item::write_head;

impl Sections<'_> {
    /// Appends the interchange form of RFC 9988 in tag [`TAG`].
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Buffer, Cri};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
    /// let mut buffer = ArrayBuffer::<16>::new();
    /// cri.sections().encode_tagged(&mut buffer)?;
    /// assert_eq!(buffer.as_slice(), b"\xd8\x63\x82\x20\x81\x61h"); // 99([-1, ["h"]])
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `BufferFull`. The buffer is then unchanged.
    pub fn encode_tagged<B: Buffer>(&self, buffer: &mut B) -> Result<(), EncodeError> {
        let start = buffer.len();
        write_head(buffer, Major::Tag, TAG).map_err(|full| EncodeError::at(full.into(), 0))?;
        self.encode(Revision::Rfc9988, buffer).inspect_err(|_| buffer.truncate(start))
    }
}

/// Removes the tag from the front of `bytes`, and calls `read` with the rest.
pub(crate) fn after_tag<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(&'a [u8]) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let head = Head::read(bytes).map_err(|kind| DecodeError::new(kind, Component::Cri, 0))?;
    if head.major() != Major::Tag || head.argument() != TAG {
        return Err(DecodeError::found(
            DecodeErrorKind::NotTagged,
            Component::Cri,
            0,
            head.initial(),
        ));
    }
    let content = bytes.get(head.len()..).unwrap_or_default();
    read(content).map_err(|error| error.moved_by(head.len()))
}
