//! Decoding into CRIs, CRI references and unprocessable CRIs (section 5.2.1 of the draft), with options: which features are
//! accepted, what encloses the CRI, and what follows it.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::constants::TAG;
use crate::decode;
use crate::error::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::features::Features;
use crate::interchange::cri::{Cri, CriRef};
use crate::wire::head::{Head, Major};
use crate::wire::item::skip;

use sealed::Decode;

/// Decodes CRIs and CRI references with options.
///
/// Without options it does what `decode` of each type does: it accepts every feature, and expects the bare array.
///
/// ```
/// use cri_core::{Cri, Decoder, DecodeErrorKind, Feature, Features, Ingested};
///
/// let did = b"\x83\x25\xf5\x81\x61a"; // [-6, true, ["a"]]
/// let cri: Cri<'_> = Decoder::new().decode(did)?;
/// assert_eq!(cri, Cri::decode(did)?);
///
/// let decoder = Decoder::new().with_features(Features::ALL.without(Feature::NoAuthority));
/// let error = decoder.decode::<Cri<'_>>(did).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::UnsupportedFeature(Feature::NoAuthority));
/// // As part of a document that must be read on, such a CRI is opaque.
/// assert!(matches!(decoder.decode(did)?, Ingested::Unprocessable(_)));
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decoder {
    features: Features,
    tagged: bool,
}

impl Decoder {
    /// A decoder that accepts every feature, and expects no tag.
    #[inline]
    pub const fn new() -> Self {
        Self { features: Features::ALL, tagged: false }
    }

    /// Accepts only `features`. A CRI that uses another feature is the error `UnsupportedFeature`.
    #[inline]
    pub const fn with_features(self, features: Features) -> Self {
        Self { features, ..self }
    }

    /// Expects the array in CBOR [tag](crate::TAG) 99. The value does not hold the tag.
    ///
    /// ```
    /// use cri_core::{CriRef, Decoder, DecodeErrorKind};
    ///
    /// let tagged = b"\xd8\x63\x82\x01\x81\x61g"; // 99([1, ["g"]])
    /// let reference: CriRef<'_> = Decoder::new().tagged().decode(tagged)?;
    /// assert_eq!(format!("{reference:?}"), r#"[1, ["g"]]"#);
    /// assert_eq!(CriRef::decode(tagged).unwrap_err().kind(), DecodeErrorKind::NotAnArray);
    /// let error = Decoder::new().tagged().decode::<CriRef<'_>>(&tagged[2..]).unwrap_err();
    /// assert_eq!(error.kind(), DecodeErrorKind::NotTagged);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[inline]
    pub const fn tagged(self) -> Self {
        Self { tagged: true, ..self }
    }

    /// Decodes all of `bytes` as one value: a [`Cri`](crate::Cri), a [`CriRef`](crate::CriRef), or an
    /// [`Ingested`](crate::Ingested).
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode`](crate::CriRef::decode), `UnsupportedFeature`, `NotFull` for a `Cri`, and `NotTagged` if a
    /// tag is expected. For an `Ingested`, malformed kinds only. Offsets count from the start of `bytes`.
    #[inline]
    pub fn decode<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        self.after_tag(bytes, T::whole)
    }

    /// Decodes the value that `bytes` begins with, and returns it with the bytes that follow.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef, Decoder};
    ///
    /// let bytes = b"\x82\x20\x81\x61h\x82\x01\x81\x61g"; // [-1, ["h"]] and then [1, ["g"]]
    /// let (base, rest) = Decoder::new().decode_prefix::<Cri<'_>>(bytes)?;
    /// let (reference, rest) = Decoder::new().decode_prefix::<CriRef<'_>>(rest)?;
    /// assert_eq!(base.resolve(reference)?.sections().segments().count(), 1);
    /// assert!(rest.is_empty());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Decoder::decode) except `TrailingBytes`. After an error that is not malformed,
    /// [`skip`](crate::wire::skip) finds the end.
    pub fn decode_prefix<'a, T: Decode<'a>>(
        self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), DecodeError> {
        self.after_tag(bytes, T::prefix)
    }

    /// Reads the tag, if one is expected, and what follows it.
    #[inline]
    fn after_tag<'a, T>(
        self,
        bytes: &'a [u8],
        read: impl FnOnce(&'a [u8], Features) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        if !self.tagged {
            return read(bytes, self.features);
        }
        let (head, content) = after_head(bytes, Major::Tag, DecodeErrorKind::NotTagged)?;
        if head.argument() != TAG {
            return Err(not_expected(head, DecodeErrorKind::NotTagged));
        }
        read(content, self.features).map_err(|error| error.moved_by(head.len()))
    }

    /// Decodes the value in the byte string that `bytes` begins with, as `bstr .cbor` in a specification (RFC 8610 section
    /// 3.8.4). Returns the value with the bytes that follow the byte string.
    ///
    /// The byte string must hold nothing but the value. An example is the value of an EAD item of EDHOC (RFC 9528 section
    /// 3.8).
    ///
    /// ```
    /// use cri_core::{Cri, Decoder, DecodeErrorKind};
    ///
    /// // An EAD item: its label, here 22, and its value, h'8220816168', which is [-1, ["h"]].
    /// let item = b"\x16\x45\x82\x20\x81\x61h\x0a";
    /// let (cri, rest) = Decoder::new().decode_embedded::<Cri<'_>>(&item[1..])?;
    /// assert_eq!(cri, Cri::decode(b"\x82\x20\x81\x61h")?);
    /// assert_eq!(rest, b"\x0a");
    ///
    /// // [-1, ["h"]] without the byte string
    /// let error = Decoder::new().decode_embedded::<Cri<'_>>(&item[2..]).unwrap_err();
    /// assert_eq!(error.kind(), DecodeErrorKind::UnexpectedItem);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Decoder::decode) for the content, `UnexpectedItem` for an item that is no byte string, and
    /// `EndOfInput` for one that is cut off. Offsets count from the start of `bytes`. After an error in the content,
    /// [`skip`](crate::wire::skip) finds the end of the byte string.
    pub fn decode_embedded<'a, T: Decode<'a>>(
        self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), DecodeError> {
        let (head, body) = after_head(bytes, Major::Bytes, DecodeErrorKind::UnexpectedItem)?;
        let cut_off = DecodeError::new(DecodeErrorKind::EndOfInput, Component::Cri, 0);
        let (content, rest) = head.split_body(body).ok_or(cut_off)?;
        self.decode(content).map(|value| (value, rest)).map_err(|error| error.moved_by(head.len()))
    }
}

/// Reads the head that `bytes` begins with, and returns it with the bytes that follow. `kind` is the error of a head that is
/// not of `major`.
fn after_head(
    bytes: &[u8],
    major: Major,
    kind: DecodeErrorKind,
) -> Result<(Head, &[u8]), DecodeError> {
    let head = Head::read(bytes).map_err(|kind| DecodeError::new(kind, Component::Cri, 0))?;
    if head.major() != major {
        return Err(not_expected(head, kind));
    }
    Ok((head, bytes.get(head.len()..).unwrap_or_default()))
}

const fn not_expected(head: Head, kind: DecodeErrorKind) -> DecodeError {
    DecodeError::found(kind, Component::Cri, 0, head.initial())
}

pub(crate) mod sealed {
    use crate::error::DecodeError;
    use crate::features::Features;

    /// What a decoder calls on the types that it returns. It is private, so that other crates cannot implement it.
    pub trait Decode<'a>: Sized {
        /// Decodes all of `bytes`, and accepts only `features`.
        fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError>;

        /// Decodes the value that `bytes` begins with, and returns it with the bytes that follow.
        fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError>;
    }
}

impl<'a> CriRef<'a> {
    /// Decodes all of `bytes` as one CRI reference, and accepts every feature.
    ///
    /// A [`Decoder`](crate::Decoder) has options: which features to accept, a tag, and bytes that follow.
    ///
    /// # Errors
    ///
    /// Any [`DecodeErrorKind`](crate::DecodeErrorKind) except `NotFull`, `NotTagged` and `UnsupportedFeature`. A malformed
    /// kind is reported before all others, wherever it stands in the bytes: only a well-formed CRI can be skipped.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::whole(bytes, Features::ALL)
    }
}

impl<'a> Decode<'a> for CriRef<'a> {
    #[inline]
    fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        decode::whole(bytes, features)
    }

    fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (end, offsets) = decode::prefix_offsets(bytes, features)?;
        let (bytes, rest) = bytes.split_at_checked(end).unwrap_or_default();
        Ok((Self { bytes, offsets }, rest))
    }
}

impl<'a> Cri<'a> {
    /// Decodes all of `bytes` as one full CRI, and accepts every feature.
    ///
    /// To restrict features, to read a tag, or to decode from a longer input, use a [`Decoder`](crate::Decoder).
    ///
    /// # Errors
    ///
    /// The errors of [`CriRef::decode`], and `NotFull` if there is no scheme.
    #[inline]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::whole(bytes, Features::ALL)
    }
}

impl<'a> Decode<'a> for Cri<'a> {
    #[inline]
    fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        match decode::whole(bytes, features) {
            Ok(reference) => reference.to_full().ok_or(DecodeError::NOT_FULL),
            Err(error) => Err(error),
        }
    }

    fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (reference, rest) = CriRef::prefix(bytes, features)?;
        Ok((reference.to_full().ok_or(DecodeError::NOT_FULL)?, rest))
    }
}

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
