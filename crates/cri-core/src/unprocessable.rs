//! CRIs that cannot be processed, beside those that can (section 5.2.1 of the draft).

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::features::Features;
use crate::wire::skip::skip;

/// One CRI out of a collection: processable or not. An unprocessable one never fails what surrounds it.
///
/// ```
/// use cri_core::{Features, Ingested};
///
/// // [10, undefined] and [-1, ["h"]], one behind the other
/// let mut rest: &[u8] = b"\x82\x0a\xf7\x82\x20\x81\x61h";
/// let mut processable = Vec::new();
/// while !rest.is_empty() {
///     let (ingested, behind) = Ingested::decode_prefix(rest, Features::ALL)?;
///     processable.push(matches!(ingested, Ingested::Processable(_)));
///     rest = behind;
/// }
/// assert_eq!(processable, [false, true]);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Ingested<'a> {
    /// A CRI reference that any operation may rely on.
    Processable(CriRef<'a>),
    /// An opaque identifier.
    Unprocessable(Unprocessable<'a>),
}

impl<'a> Ingested<'a> {
    /// Takes the array that `bytes` begins with, whatever is wrong with it, and gives what lies behind it.
    ///
    /// # Errors
    ///
    /// Only malformed kinds: those after which nothing is known of what follows.
    pub fn decode_prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        match CriRef::decode_prefix_with(bytes, features) {
            Ok((reference, rest)) => Ok((Self::Processable(reference), rest)),
            Err(error) if error.class() == DecodeErrorClass::Malformed => Err(error),
            Err(reason) => {
                let (bytes, rest) = bytes.split_at_checked(skip(bytes)?).unwrap_or_default();
                Ok((Self::Unprocessable(Unprocessable { bytes, reason }), rest))
            }
        }
    }

    /// Takes all of `bytes` as one array, whatever is wrong with it.
    ///
    /// # Errors
    ///
    /// As [`decode_prefix`](Ingested::decode_prefix), and `TrailingBytes`.
    pub fn decode(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        match Self::decode_prefix(bytes, features)? {
            (ingested, []) => Ok(ingested),
            (_, rest) => {
                let end = bytes.len().saturating_sub(rest.len());
                Err(DecodeError::new(DecodeErrorKind::TrailingBytes, Component::Cri, end))
            }
        }
    }

    /// The CRI reference, if it is processable.
    #[must_use]
    pub const fn processable(self) -> Option<CriRef<'a>> {
        match self {
            Self::Processable(reference) => Some(reference),
            Self::Unprocessable(_) => None,
        }
    }

    /// The interchange form, to be passed on as it came.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        match self {
            Self::Processable(reference) => reference.as_bytes(),
            Self::Unprocessable(unprocessable) => unprocessable.as_bytes(),
        }
    }
}

/// A CRI that cannot be processed: an opaque identifier, distinct from every processable one.
///
/// It has no components and does not resolve. Two are equal where their bytes are, which the draft leaves to the
/// implementation.
#[derive(Clone, Copy)]
pub struct Unprocessable<'a> {
    /// INVARIANT: one well-formed CBOR array of definite lengths.
    bytes: &'a [u8],
    reason: DecodeError,
}

impl<'a> Unprocessable<'a> {
    /// The array's bytes.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Why it cannot be processed: an error that is not malformed, with offsets into these bytes.
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

/// Shows the reason, and the number of bytes.
impl fmt::Debug for Unprocessable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unprocessable({} bytes: {})", self.bytes.len(), self.reason)
    }
}
