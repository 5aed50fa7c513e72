//! Full CRIs in their interchange form: references that begin with a scheme (section 5.1.5 of the draft).

use core::ops::Deref;

use crate::decode;
use crate::error::DecodeError;
use crate::features::Features;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::decoder::sealed::Decode;
use crate::layout::Offsets;
use crate::sections::Sections;

/// A full CRI in its interchange form: a [`CriRef`] that begins with a scheme. It derefs to that reference.
///
/// Two CRIs are equal if their sections are. Longer CBOR heads, and how an empty path or query is written, make no
/// difference. Order and hash follow equality. The fragment counts;
/// [`eq_ignoring_fragment`](Cri::eq_ignoring_fragment) leaves it out.
///
/// The order is that of the shortest encoding, where the number of segments does not count: CRIs with the same first segments
/// stand together.
///
/// ```
/// use cri_core::Cri;
///
/// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// let same = Cri::decode(b"\x83\x38\x00\x81\x61h\x80")?; // [-1_0, ["h"], []]
/// assert_eq!(cri, same);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Cri<'a>(/* INVARIANT: begins with a scheme. */ CriRef<'a>);

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

    /// A full CRI from bytes that were checked, and their layout.
    #[inline(always)]
    pub(crate) const fn from_parts(bytes: &'a [u8], layout: Offsets) -> Self {
        Self(CriRef::from_parts(bytes, layout))
    }

    /// Takes `bytes` as one full CRI, without checking that they begin with a scheme. See [`CriRef::from_written`].
    #[doc(hidden)]
    #[must_use]
    pub const fn from_written(bytes: &'a [u8], offsets: Offsets) -> Self {
        Self(CriRef::from_written(bytes, offsets))
    }

    #[inline(always)]
    pub(crate) const fn in_registers(&self) -> Self {
        Self(self.0.in_registers())
    }

    /// The interchange form, as it was decoded.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0.as_bytes()
    }

    /// This CRI as a CRI reference.
    #[must_use]
    pub const fn as_cri_ref(self) -> CriRef<'a> {
        self.0
    }

    /// The abstract form (section 5.2).
    ///
    /// This takes constant time.
    #[must_use]
    #[inline(always)]
    pub fn sections(self) -> Sections<'a> {
        self.0.sections_of(true)
    }
}

impl<'a> Deref for Cri<'a> {
    type Target = CriRef<'a>;

    #[inline(always)]
    fn deref(&self) -> &CriRef<'a> {
        &self.0
    }
}

impl<'a> Decode<'a> for Cri<'a> {
    #[inline]
    fn whole(bytes: &'a [u8], features: Features) -> Result<Self, DecodeError> {
        match decode::whole(bytes, features) {
            Ok(cri) if cri.is_full() => Ok(Self(cri)),
            Ok(_) => Err(DecodeError::NOT_FULL),
            Err(error) => Err(error),
        }
    }

    fn prefix(bytes: &'a [u8], features: Features) -> Result<(Self, &'a [u8]), DecodeError> {
        let (reference, rest) = CriRef::prefix(bytes, features)?;
        Ok((reference.to_full().ok_or(DecodeError::NOT_FULL)?, rest))
    }
}

impl<'a> CriRef<'a> {
    /// This reference as a full CRI, if it is one.
    #[must_use]
    #[inline]
    pub fn to_full(self) -> Option<Cri<'a>> {
        self.is_full().then_some(Cri(self))
    }
}

impl AsRef<[u8]> for Cri<'_> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<'a> From<Cri<'a>> for CriRef<'a> {
    fn from(cri: Cri<'a>) -> Self {
        cri.0
    }
}

impl<'a> From<Cri<'a>> for Sections<'a> {
    #[inline(always)]
    fn from(cri: Cri<'a>) -> Self {
        cri.sections()
    }
}
