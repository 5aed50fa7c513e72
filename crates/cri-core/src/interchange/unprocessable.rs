//! Unprocessable CRIs, which are skipped and stay opaque (section 5.2.1 of the draft).

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::error::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::features::Features;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::decoder::sealed::Decode;
use crate::wire::item::skip;

/// One CRI reference from a collection, processable or not. An unprocessable one does not fail the collection.
///
/// It has no `Eq`, for the reason that [`CriRef`] has none: the reference may be relative. Resolve the processable ones, and
/// compare the targets. An [`Unprocessable`] has `Eq` and `Hash`.
///
/// ```
/// use cri_core::{Decoder, Ingested};
///
/// // [10, undefined] and then [-1, ["h"]]
/// let mut rest: &[u8] = b"\x82\x0a\xf7\x82\x20\x81\x61h";
/// let mut processable = Vec::new();
/// while !rest.is_empty() {
///     let (ingested, following) = Decoder::new().decode_prefix(rest)?;
///     processable.push(matches!(ingested, Ingested::Processable(_)));
///     rest = following;
/// }
/// assert_eq!(processable, [false, true]);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
///
/// ```compile_fail,E0369
/// let relative = cri_core::Ingested::decode(b"\x82\x01\x81\x61a").unwrap(); // [1, ["a"]]
/// let _ = relative == relative;
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Ingested<'a> {
    /// A CRI reference that every operation accepts.
    Processable(CriRef<'a>),
    /// An opaque identifier.
    Unprocessable(Unprocessable<'a>),
}

impl<'a> Ingested<'a> {
    /// Takes all of `bytes` as one array, processable or not, and accepts every feature.
    ///
    /// A [`Decoder`](crate::Decoder) has options: which features to accept, a tag, and bytes that follow.
    ///
    /// # Errors
    ///
    /// Malformed kinds only.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::whole(bytes, Features::ALL)
    }

    /// The CRI reference, if it is processable.
    #[must_use]
    pub const fn processable(self) -> Option<CriRef<'a>> {
        match self {
            Self::Processable(reference) => Some(reference),
            Self::Unprocessable(_) => None,
        }
    }

    /// The interchange form, as it was received.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Processable(reference) => reference.as_bytes(),
            Self::Unprocessable(unprocessable) => unprocessable.as_bytes(),
        }
    }
}

impl<'a> Decode<'a> for Ingested<'a> {
    fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        match Self::prefix(bytes, features)? {
            (ingested, []) => Ok(ingested),
            (_, rest) => {
                let end = bytes.len().saturating_sub(rest.len());
                Err(DecodeError::new(DecodeErrorKind::TrailingBytes, Component::Cri, end))
            }
        }
    }

    fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        match CriRef::prefix(bytes, features) {
            Ok((reference, rest)) => Ok((Self::Processable(reference), rest)),
            // After a malformed kind the end of the array is unknown.
            Err(error) if error.class() == DecodeErrorClass::Malformed => Err(error),
            Err(reason) => {
                let (bytes, rest) = bytes.split_at_checked(skip(bytes)?).unwrap_or_default();
                Ok((Self::Unprocessable(Unprocessable { bytes, reason }), rest))
            }
        }
    }
}

/// An unprocessable CRI: an opaque identifier that differs from every processable CRI.
///
/// It has no components and does not resolve. Two unprocessable CRIs are equal if their bytes are; the draft leaves this
/// to the implementation.
///
/// ```
/// use cri_core::Ingested;
///
/// let (a, b) = (Ingested::decode(b"\x82\x0a\xf7")?, Ingested::decode(b"\x82\x18\x0a\xf7")?); // [10, undefined]
/// let (Ingested::Unprocessable(a), Ingested::Unprocessable(b)) = (a, b) else { unreachable!() };
/// assert!(a != b); // one head is longer
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Unprocessable<'a> {
    /// INVARIANT: one well-formed CBOR array of definite lengths.
    bytes: &'a [u8],
    reason: DecodeError,
}

impl<'a> Unprocessable<'a> {
    /// The bytes of the array, all of them and none after it.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Why the CRI cannot be processed. The error is never malformed, and its offset is one in these bytes.
    #[must_use]
    pub const fn reason(self) -> DecodeError {
        self.reason
    }
}

impl PartialEq for Unprocessable<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Unprocessable<'_> {}

impl Hash for Unprocessable<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

/// Shows the number of bytes and the reason.
impl fmt::Debug for Unprocessable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unprocessable({} bytes: {})", self.bytes.len(), self.reason)
    }
}
