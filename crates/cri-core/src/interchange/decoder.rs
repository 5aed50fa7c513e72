//! The decoder with options: which features it accepts, whether a tag precedes the CRI, and what follows it.

use crate::buffer::Buffer;
use crate::error::decode::DecodeError;
use crate::features::Features;
use crate::interchange::cri::Cri;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::interchange::tag::after_tag;
use crate::interchange::unprocessable::Ingested;

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

    /// Decodes all of `bytes` as one value: a [`Cri`], a [`CriRef`], or an [`Ingested`].
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode`], `UnsupportedFeature`, `NotFull` for a `Cri`, and `NotTagged` if a tag is expected.
    /// For an `Ingested`, malformed kinds only. Offsets count from the start of `bytes`.
    #[inline]
    pub fn decode<'a, T: Decodable<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        if self.tagged {
            after_tag(bytes, |content| T::whole(content, self.features))
        } else {
            T::whole(bytes, self.features)
        }
    }

    /// Decodes the value that `bytes` begins with, and returns it with the bytes that follow.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef, Decoder};
    ///
    /// let bytes = b"\x82\x20\x81\x61h\x82\x01\x81\x61g"; // [-1, ["h"]] and then [1, ["g"]]
    /// let (base, rest) = Decoder::new().decode_prefix::<Cri<'_>>(bytes)?;
    /// let (reference, rest) = Decoder::new().decode_prefix::<CriRef<'_>>(rest)?;
    /// assert_eq!(base.resolve(reference)?.segments().count(), 1);
    /// assert!(rest.is_empty());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Decoder::decode) except `TrailingBytes`. After an error that is not malformed,
    /// [`skip`](crate::wire::skip) finds the end.
    pub fn decode_prefix<'a, T: Decodable<'a>>(
        self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), DecodeError> {
        if self.tagged {
            after_tag(bytes, |content| T::prefix(content, self.features))
        } else {
            T::prefix(bytes, self.features)
        }
    }
}

impl Decoder {
    /// Decodes all of `buffer` as one owned value: a [`CriBuf`] or a [`CriRefBuf`].
    ///
    /// A tag is removed from the buffer.
    ///
    /// ```
    /// use cri_core::{CriBuf, Decoder, DecodeErrorKind, Feature, Features, SliceBuffer};
    ///
    /// let mut bytes = *b"\xd8\x63\x82\x20\x81\x61h"; // 99([-1, ["h"]])
    /// let decoder = Decoder::new().tagged();
    /// let cri = decoder.decode_buf::<CriBuf<_>>(SliceBuffer::filled(&mut bytes))?;
    /// assert_eq!(cri.as_bytes(), b"\x82\x20\x81\x61h");
    ///
    /// let mut did = *b"\x83\x25\xf5\x81\x61a"; // [-6, true, ["a"]]
    /// let decoder = Decoder::new().with_features(Features::ALL.without(Feature::NoAuthority));
    /// let error = decoder.decode_buf::<CriBuf<_>>(SliceBuffer::filled(&mut did)).unwrap_err();
    /// assert_eq!(error.kind(), DecodeErrorKind::UnsupportedFeature(Feature::NoAuthority));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Decoder::decode).
    pub fn decode_buf<T: DecodableBuf>(self, buffer: T::Buffer) -> Result<T, DecodeError> {
        T::from_buffer(buffer, self.features, self.tagged)
    }
}

/// An owned type that a [`Decoder`] returns: [`CriBuf`] and [`CriRefBuf`].
///
/// Other crates cannot implement it.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, BufferFull, CriRefBuf, DecodableBuf, Decoder};
///
/// /// Decodes a value in 64 bytes, whatever its features.
/// fn decode_small<T: DecodableBuf<Buffer = ArrayBuffer<64>>>(bytes: &[u8]) -> Result<T, cri_core::Error> {
///     let mut buffer = ArrayBuffer::new();
///     buffer.push_bytes(bytes)?;
///     Ok(Decoder::new().decode_buf(buffer)?)
/// }
///
/// let reference: CriRefBuf<_> = decode_small(b"\x82\x01\x81\x61g")?; // [1, ["g"]]
/// assert!(!reference.is_full());
/// # Ok::<(), cri_core::Error>(())
/// ```
pub trait DecodableBuf: sealed::DecodableBuf {}

/// A type that a [`Decoder`] returns: [`Cri`], [`CriRef`] and [`Ingested`].
///
/// Other crates cannot implement it.
///
/// ```
/// use cri_core::{Decodable, DecodeError, Decoder, Features};
///
/// /// Decodes a value that uses no optional feature.
/// fn decode_basic<'a, T: Decodable<'a>>(bytes: &'a [u8]) -> Result<T, DecodeError> {
///     Decoder::new().with_features(Features::NONE).decode(bytes)
/// }
///
/// let cri: cri_core::Cri<'_> = decode_basic(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// assert!(cri.path().is_empty());
/// # Ok::<(), DecodeError>(())
/// ```
pub trait Decodable<'a>: sealed::Decodable<'a> {}

mod sealed {
    use crate::buffer::Buffer;
    use crate::error::decode::DecodeError;
    use crate::features::Features;

    /// What a decoder calls. It is private, so that other crates cannot implement or call it.
    #[doc(hidden)]
    pub trait Decodable<'a>: Sized {
        /// Decodes all of `bytes`.
        fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError>;

        /// Decodes the value that `bytes` begins with, and returns the bytes that follow, too.
        fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError>;
    }

    /// The function that a decoder calls for an owned type.
    #[doc(hidden)]
    pub trait DecodableBuf: Sized {
        /// The buffer that holds the value.
        type Buffer: Buffer;

        /// Decodes all of `buffer`. If `tagged`, the value is in a tag.
        fn from_buffer(
            buffer: Self::Buffer,
            features: Features,
            tagged: bool,
        ) -> Result<Self, DecodeError>;
    }
}

/// Implements `Decodable` by the functions of the type.
macro_rules! decodable {
    ($($type:ident),*) => {$(
        impl<'a> Decodable<'a> for $type<'a> {}

        impl<'a> sealed::Decodable<'a> for $type<'a> {
            #[inline]
            fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
                Self::decode_with(bytes, features)
            }

            fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
                Self::decode_prefix_with(bytes, features)
            }
        }
    )*};
}

decodable!(Cri, CriRef, Ingested);

/// Keeps the last `len` bytes of the buffer. An owned value is all of its buffer, so a tag must be removed.
fn remove_front(buffer: &mut impl Buffer, len: usize) {
    let removed = buffer.len().saturating_sub(len);
    let bytes = buffer.as_mut_slice();
    // `copy_within` would link a panic.
    for index in removed..bytes.len() {
        let byte = bytes.get(index).copied();
        if let (Some(byte), Some(to)) = (byte, bytes.get_mut(index.saturating_sub(removed))) {
            *to = byte;
        }
    }
    buffer.truncate(len);
}

/// Implements `DecodableBuf` by decoding the borrowed type.
macro_rules! decodable_buf {
    ($($owned:ident of $borrowed:ident),*) => {$(
        impl<B: Buffer> DecodableBuf for $owned<B> {}

        impl<B: Buffer> sealed::DecodableBuf for $owned<B> {
            type Buffer = B;

            fn from_buffer(mut buffer: B, features: Features, tagged: bool) -> Result<Self, DecodeError> {
                let value = Decoder { features, tagged }.decode::<$borrowed<'_>>(buffer.as_slice())?;
                let (layout, len) = (value.layout(), value.as_bytes().len());
                remove_front(&mut buffer, len);
                Ok(Self::from_parts(buffer, layout))
            }
        }
    )*};
}

decodable_buf!(CriBuf of Cri, CriRefBuf of CriRef);
