//! The decoder with options: which features it accepts, whether a tag precedes the CRI, and what follows it.

use crate::error::DecodeError;
use crate::features::Features;
use crate::interchange::cri::Cri;
use crate::interchange::cri_ref::CriRef;
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
    /// assert_eq!(base.resolve(reference)?.sections().segments().count(), 1);
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
    use crate::error::DecodeError;
    use crate::features::Features;

    /// What a decoder calls. It is private, so that other crates cannot implement or call it.
    #[doc(hidden)]
    pub trait Decodable<'a>: Sized {
        /// Decodes all of `bytes`.
        fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError>;

        /// Decodes the value that `bytes` begins with, and returns the bytes that follow, too.
        fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError>;
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
