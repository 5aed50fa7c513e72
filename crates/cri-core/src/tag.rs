//! CBOR tag 99, which marks an array as a CRI reference where the context does not.
//!
//! draft-27 defines the tag, and draft-16 has none. A tagged CRI is therefore written in the form of draft-27. Only the
//! functions of this module read the tag; all others expect the bare array. The tag is not part of the CRI and does not
//! count in comparisons.

use crate::buffer::Buffer;
use crate::constants::TAG;
use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::error::encode::{EncodeError, EncodeErrorKind};
use crate::features::Features;
use crate::revision::Revision;
use crate::sections::Sections;
use crate::unprocessable::Ingested;
use crate::wire::head::{Head, Major};
use crate::wire::item::write_head;

/// Implements the functions that decode a type in tag 99.
macro_rules! decode_tagged {
    ($type:ident, $noun:literal, $also:literal) => {
        impl<'a> $type<'a> {
            #[doc = concat!("Decodes all of `bytes` as one ", $noun, " in tag [`TAG`], and accepts every feature.")]
            ///
            /// ```
            /// use cri_core::{CriRef, DecodeErrorKind};
            ///
            /// let tagged = b"\xd8\x63\x82\x01\x81\x61g"; // 99([1, ["g"]])
            /// assert_eq!(format!("{:?}", CriRef::decode_tagged(tagged)?), r#"[1, ["g"]]"#);
            /// assert_eq!(CriRef::decode(tagged).unwrap_err().kind(), DecodeErrorKind::NotAnArray);
            /// assert_eq!(CriRef::decode_tagged(&tagged[2..]).unwrap_err().kind(), DecodeErrorKind::NotTagged);
            /// # Ok::<(), cri_core::DecodeError>(())
            /// ```
            ///
            /// # Errors
            ///
            #[doc = concat!("Those of [`CriRef::decode`]", $also, ", and `NotTagged`. Offsets count from the tag.")]
            pub fn decode_tagged(bytes: &'a [u8]) -> Result<Self, DecodeError> {
                Self::decode_tagged_with(bytes, Features::ALL)
            }

            #[doc = concat!("Decodes all of `bytes` as one ", $noun, " in tag [`TAG`], and accepts only `features`.")]
            ///
            /// # Errors
            ///
            /// Those of [`decode_tagged`](Self::decode_tagged), and `UnsupportedFeature`.
            pub fn decode_tagged_with(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
                after_tag(bytes, |content| Self::decode_with(content, features))
            }

            #[doc = concat!("Decodes the ", $noun, " in tag [`TAG`] that `bytes` begins with. Returns the bytes that follow, too.")]
            ///
            /// # Errors
            ///
            /// Those of [`decode_tagged`](Self::decode_tagged) except `TrailingBytes`. After an error that is not
            /// malformed, [`skip`](crate::wire::skip) finds the end.
            pub fn decode_tagged_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
                Self::decode_tagged_prefix_with(bytes, Features::ALL)
            }

            #[doc = concat!("Decodes the ", $noun, " in tag [`TAG`] that `bytes` begins with, and accepts only `features`.")]
            ///
            /// # Errors
            ///
            /// Those of [`decode_tagged_prefix`](Self::decode_tagged_prefix), and `UnsupportedFeature`.
            pub fn decode_tagged_prefix_with(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
                after_tag(bytes, |content| Self::decode_prefix_with(content, features))
            }
        }
    };
}

decode_tagged!(CriRef, "CRI reference", "");
decode_tagged!(Cri, "full CRI", ", `NotFull`");

impl<'a> Ingested<'a> {
    /// Takes the array in tag [`TAG`] that `bytes` begins with, processable or not, and returns it with the bytes that
    /// follow. The result does not hold the tag.
    ///
    /// # Errors
    ///
    /// Malformed kinds only, `NotTagged` among them.
    pub fn decode_tagged_prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        after_tag(bytes, |content| Self::decode_prefix(content, features))
    }
}

impl Sections<'_> {
    /// Appends the interchange form of draft-27 in tag [`TAG`].
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
    /// `BufferFull`. The buffer then holds what it held before.
    pub fn encode_tagged<B: Buffer>(&self, buffer: &mut B) -> Result<(), EncodeError> {
        let start = buffer.len();
        write_head(buffer, Major::Tag, TAG).map_err(|full| EncodeError::new(EncodeErrorKind::from(full), 0))?;
        self.encode(Revision::Draft27, buffer).inspect_err(|_| buffer.truncate(start))
    }
}

/// Calls `read` with the bytes after the tag that `bytes` begins with.
fn after_tag<'a, T>(bytes: &'a [u8], read: impl FnOnce(&'a [u8]) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
    let head = Head::read(bytes).map_err(|kind| DecodeError::new(kind, Component::Cri, 0))?;
    if head.major() != Major::Tag || head.argument() != TAG {
        return Err(DecodeError::found(DecodeErrorKind::NotTagged, Component::Cri, 0, head.initial()));
    }
    let content = bytes.get(head.len()..).unwrap_or_default();
    read(content).map_err(|error| error.moved_by(head.len()))
}
