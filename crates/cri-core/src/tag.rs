//! CBOR tag 99 around a CRI reference: for where nothing else says that an array is one.
//!
//! draft-27 defines the tag, and draft-16 knows none: what is written has the form of draft-27. Reading it is an
//! entry point of its own: whoever expects an array is not given a tag, and no tag stands inside a CRI. The CRI is what
//! stands behind the tag, and compares as such.

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
use crate::wire::head::Head;
use crate::wire::major::Major;
use crate::wire::write::write_head;

impl<'a> CriRef<'a> {
    /// Decodes all of `bytes` as one CRI reference with tag [`TAG`] around it, with every feature accepted.
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
    /// As [`decode`](CriRef::decode), and `NotTagged`. Offsets are into `bytes`, tag included.
    pub fn decode_tagged(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::decode_tagged_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`decode_tagged`](CriRef::decode_tagged), and `UnsupportedFeature`.
    pub fn decode_tagged_with(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        behind_tag(bytes, |content| Self::decode_with(content, features))
    }

    /// Decodes the CRI reference with tag [`TAG`] that `bytes` begins with, and gives what lies behind it.
    ///
    /// # Errors
    ///
    /// As [`decode_tagged`](CriRef::decode_tagged), but never `TrailingBytes`. After an error that is not malformed,
    /// [`skip`](crate::wire::skip) finds the end.
    pub fn decode_tagged_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        Self::decode_tagged_prefix_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`decode_tagged_prefix`](CriRef::decode_tagged_prefix), and `UnsupportedFeature`.
    pub fn decode_tagged_prefix_with(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        behind_tag(bytes, |content| Self::decode_prefix_with(content, features))
    }
}

impl<'a> Cri<'a> {
    /// Decodes all of `bytes` as one full CRI with tag [`TAG`] around it, with every feature accepted.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_tagged`], and `NotFull`.
    pub fn decode_tagged(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::decode_tagged_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_tagged_with`], and `NotFull`.
    pub fn decode_tagged_with(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        behind_tag(bytes, |content| Self::decode_with(content, features))
    }

    /// Decodes the full CRI with tag [`TAG`] that `bytes` begins with, and gives what lies behind it.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_tagged_prefix`], and `NotFull`.
    pub fn decode_tagged_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        Self::decode_tagged_prefix_with(bytes, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_tagged_prefix_with`], and `NotFull`.
    pub fn decode_tagged_prefix_with(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        behind_tag(bytes, |content| Self::decode_prefix_with(content, features))
    }
}

impl<'a> Ingested<'a> {
    /// Takes the array with tag [`TAG`] that `bytes` begins with, whatever is wrong with the array, and gives what
    /// lies behind it. What was taken is without the tag.
    ///
    /// # Errors
    ///
    /// Only malformed kinds, `NotTagged` among them.
    pub fn decode_tagged_prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        behind_tag(bytes, |content| Self::decode_prefix(content, features))
    }
}

impl Sections<'_> {
    /// Appends the interchange form of draft-27 with tag [`TAG`] around it.
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

/// What `read` makes of what stands behind the tag that `bytes` begins with.
fn behind_tag<'a, T>(bytes: &'a [u8], read: impl FnOnce(&'a [u8]) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
    let head = Head::read(bytes).map_err(|kind| DecodeError::new(kind, Component::Cri, 0))?;
    if head.major() != Major::Tag || head.argument() != TAG {
        return Err(DecodeError::found(DecodeErrorKind::NotTagged, Component::Cri, 0, head.initial()));
    }
    let content = bytes.get(head.len()..).unwrap_or_default();
    read(content).map_err(|error| error.moved_by(head.len()))
}
