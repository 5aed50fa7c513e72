//! The decoder with options: which features it accepts, what encloses the CRI, and what follows it.

use crate::constants::TAG;
use crate::error::{Component, DecodeError, DecodeErrorKind};
use crate::features::Features;
use crate::interchange::decoder::sealed::Decode;
use crate::wire::head::{Head, Major};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decoder {
    features: Features,
    tagged: bool,
}

impl Decoder {
    /// A decoder that accepts every feature, and expects no tag.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { features: Features::ALL, tagged: false }
    }

    /// Accepts only `features`. A CRI that uses another feature is the error `UnsupportedFeature`.
    #[must_use]
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
    #[must_use]
    #[inline]
    pub const fn tagged(self) -> Self {
        Self { tagged: true, ..self }
    }

    /// Decodes all of `bytes` as one value: a [`Cri`](crate::Cri), a [`CriRef`](crate::CriRef), or an
    /// [`Ingested`](crate::Ingested).
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode`](crate::CriRef::decode), `UnsupportedFeature`, `NotFull` for a `Cri`, and `NotTagged` if a tag is expected.
    /// For an `Ingested`, malformed kinds only. Offsets count from the start of `bytes`.
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
