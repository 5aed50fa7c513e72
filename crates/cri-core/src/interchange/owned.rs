//! Owned CRIs and CRI references, in any `Buffer`.

use core::fmt;
use core::ops::Deref;

use crate::buffer::Buffer;
use crate::error::{BufferFull, Component, DecodeError, EncodeError};
use crate::interchange::accessors::accessors;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::offsets::Offsets;
use crate::revision::Revision;
use crate::sections::{
    Authority, Decoded, Discard, EncodedItems, Host, Path, Query, Scheme, Sections, Segments,
    TextOrPet, Userinfo,
};

/// An owned CRI reference in a [`Buffer`]. [`as_cri_ref`](CriRefBuf::as_cri_ref) borrows it.
///
/// It has no `Eq`, as a [`CriRef`], so a struct with such a field cannot derive `PartialEq`. Resolve it before comparing,
/// or compare with [`structurally_eq`](CriRef::structurally_eq).
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, CriRefBuf, Discard};
///
/// let mut bytes = ArrayBuffer::<16>::new();
/// bytes.push_bytes(b"\x82\x01\x81\x61g")?; // [1, ["g"]]
/// let reference = CriRefBuf::decode(bytes)?;
/// assert_eq!(reference.sections().discard(), Discard::Segments(1));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CriRefBuf<B> {
    buffer: B,
    /// INVARIANT: all of `buffer` is one CRI reference, with sections that begin here. `buffer` does not change.
    offsets: Offsets,
}

impl<B: Buffer> CriRefBuf<B> {
    /// Decodes all of `buffer` as one CRI reference, and accepts every feature.
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode`].
    pub fn decode(buffer: B) -> Result<Self, DecodeError> {
        let offsets = CriRef::decode(buffer.as_slice())?.offsets;
        Ok(Self { buffer, offsets })
    }

    pub(crate) fn from_parts(buffer: B, offsets: Offsets) -> Self {
        Self { buffer, offsets }
    }

    /// Borrows the CRI reference.
    pub fn as_cri_ref(&self) -> CriRef<'_> {
        CriRef { bytes: self.buffer.as_slice(), offsets: self.offsets }
    }

    /// The interchange form.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.as_slice()
    }

    /// The abstract form (section 5.2).
    pub fn sections(&self) -> Sections<'_> {
        self.as_cri_ref().sections()
    }

    /// Whether this is a full CRI. See [`CriRef::is_full`].
    pub fn is_full(&self) -> bool {
        self.offsets.is_full()
    }

    /// Where the section of `component` begins, in bytes. See [`CriRef::offset_of`].
    pub fn offset_of(&self, component: Component) -> usize {
        self.as_cri_ref().offset_of(component)
    }

    /// Whether both references have equal sections. See [`CriRef::structurally_eq`].
    pub fn structurally_eq<'r>(&self, other: impl Into<CriRef<'r>>) -> bool {
        self.as_cri_ref().structurally_eq(other)
    }

    /// Whether these are the bytes that `revision` writes. See [`CriRef::is_encoding_of`].
    pub fn is_encoding_of(&self, revision: Revision) -> bool {
        self.as_cri_ref().is_encoding_of(revision)
    }

    /// Displays diagnostic notation, with any password. See [`CriRef::diagnostic`].
    pub fn diagnostic(&self) -> impl fmt::Display + Copy {
        self.as_cri_ref().diagnostic()
    }

    /// This reference as an owned full CRI.
    ///
    /// # Errors
    ///
    /// The reference itself, if it does not begin with a scheme.
    pub fn into_full(self) -> Result<CriBuf<B>, Self> {
        if self.offsets.is_full() { Ok(CriBuf(self)) } else { Err(self) }
    }
}

/// An owned full CRI in a [`Buffer`]. [`as_cri`](CriBuf::as_cri) borrows it, and it derefs to a [`CriRefBuf`].
///
/// Equality, order and hash are those of [`Cri`]. A map with such keys is asked with a borrowed CRI through
/// [`dyn CriKey`](crate::CriKey).
///
/// It neither parses nor displays as a URI. `UriCri` of the crate `cri-uri` does, and so do the functions `to_cri` and
/// `ToUri::to_uri` there. `Debug` prints diagnostic notation.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, CriBuf, CriRef};
///
/// let link: CriBuf<ArrayBuffer<16>> = Cri::decode(b"\x83\x20\x81\x61h\x80")?.copy_to(ArrayBuffer::new())?; // [-1, ["h"], []]
/// let target = link.as_cri().resolve(CriRef::decode(b"\x82\x00\x81\x61a")?)?; // [0, ["a"]]
/// assert_eq!(format!("{target:?}"), r#"[-1, ["h"], ["a"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CriBuf<B>(/* INVARIANT: begins with a scheme. */ CriRefBuf<B>);

impl<B: Buffer> CriBuf<B> {
    /// Decodes all of `buffer` as one full CRI, and accepts every feature.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::decode`].
    pub fn decode(buffer: B) -> Result<Self, DecodeError> {
        let offsets = Cri::decode(buffer.as_slice())?.offsets;
        Ok(Self::from_parts(buffer, offsets))
    }

    #[inline(always)]
    pub(crate) const fn from_parts(buffer: B, offsets: Offsets) -> Self {
        Self(CriRefBuf { buffer, offsets })
    }

    /// Borrows the CRI.
    pub fn as_cri(&self) -> Cri<'_> {
        Cri::from_parts(self.0.buffer.as_slice(), self.0.offsets)
    }
}

impl<B> Deref for CriBuf<B> {
    type Target = CriRefBuf<B>;

    fn deref(&self) -> &CriRefBuf<B> {
        &self.0
    }
}

impl<B: Buffer> From<CriBuf<B>> for CriRefBuf<B> {
    fn from(cri: CriBuf<B>) -> Self {
        cri.0
    }
}

/// The reference, if it is a full CRI. The error is `NotFull`.
impl<B: Buffer> TryFrom<CriRefBuf<B>> for CriBuf<B> {
    type Error = DecodeError;

    fn try_from(reference: CriRefBuf<B>) -> Result<Self, DecodeError> {
        reference.into_full().map_err(|_| DecodeError::NOT_FULL)
    }
}

impl<'b, B: Buffer> From<&'b CriBuf<B>> for Cri<'b> {
    fn from(cri: &'b CriBuf<B>) -> Self {
        cri.as_cri()
    }
}

/// A full CRI on the heap.
#[cfg(feature = "alloc")]
pub type CriVec = CriBuf<alloc::vec::Vec<u8>>;

/// A CRI reference on the heap.
#[cfg(feature = "alloc")]
pub type CriRefVec = CriRefBuf<alloc::vec::Vec<u8>>;

/// Implements the methods of both owned types, and those of the borrowed types that return an owned one.
macro_rules! owned {
    ($($owned:ident, $borrowed:ident, $noun:literal;)*) => {$(
        impl<B: Buffer> $owned<B> {
            /// Moves the bytes into another buffer: `same_bytes` returns one that holds the same bytes. If it holds others, the
            /// accessors return wrong sections; memory stays safe.
            pub fn map_buffer<C: Buffer>(self, same_bytes: impl FnOnce(B) -> C) -> $owned<C> {
                let CriRefBuf { buffer, offsets } = self.into();
                $owned::from_parts(same_bytes(buffer), offsets)
            }

            /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
            ///
            /// # Errors
            ///
            /// Those of [`Sections::encode`].
            pub fn encode_to<C: Buffer>(
                &self,
                revision: Revision,
                buffer: C,
            ) -> Result<$owned<C>, EncodeError> {
                $borrowed::from(self).encode_to(revision, buffer)
            }

            /// Returns the buffer, which holds the interchange form.
            pub fn into_buffer(self) -> B {
                CriRefBuf::from(self).buffer
            }
        }

        impl $borrowed<'_> {
            #[doc = concat!("Copies this ", $noun, " as it is into a buffer, which is cleared first.")]
            ///
            /// Encode it with `encode_to` to get the form of a revision.
            ///
            /// # Errors
            ///
            /// [`BufferFull`], if the bytes do not fit.
            pub fn copy_to<B: Buffer>(self, mut buffer: B) -> Result<$owned<B>, BufferFull> {
                buffer.truncate(0);
                buffer.push_bytes(self.as_bytes())?;
                Ok($owned::from_parts(buffer, self.offsets))
            }

            /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
            ///
            /// # Errors
            ///
            /// Those of [`Sections::encode`].
            pub fn encode_to<B: Buffer>(
                self,
                revision: Revision,
                mut buffer: B,
            ) -> Result<$owned<B>, EncodeError> {
                buffer.truncate(0);
                let offsets = self.sections().encode_with_offsets(revision, &mut buffer)?;
                Ok($owned::from_parts(buffer, offsets))
            }

            #[doc = concat!("Copies this ", $noun, " as it is to the heap.")]
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn to_buf(self) -> $owned<alloc::vec::Vec<u8>> {
                $owned::from_parts(self.as_bytes().to_vec(), self.offsets)
            }
        }

        /// The interchange form.
        impl<B: Buffer> AsRef<[u8]> for $owned<B> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<'b, B: Buffer> From<&'b $owned<B>> for CriRef<'b> {
            fn from(owned: &'b $owned<B>) -> Self {
                owned.as_cri_ref()
            }
        }

        impl<'b, B: Buffer> From<&'b $owned<B>> for Sections<'b> {
            fn from(owned: &'b $owned<B>) -> Self {
                owned.sections()
            }
        }
    )*};
}

owned! {
    CriRefBuf, CriRef, "CRI reference";
    CriBuf, Cri, "full CRI";
}

accessors! { full [B: Buffer] CriBuf<B>, '_, self (&self) }
accessors! { reference [B: Buffer] CriRefBuf<B>, '_, self (&self) }
accessors! { both [B: Buffer] CriRefBuf<B>, '_, self (&self) }
