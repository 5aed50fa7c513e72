//! Owned CRIs and CRI references, in any `Buffer`.

use crate::buffer::Buffer;
use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::features::Features;
use crate::layout::Layout;
use crate::written::Written;

/// An owned CRI reference in a [`Buffer`]. [`as_cri_ref`](CriRefBuf::as_cri_ref) borrows it.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, CriRefBuf};
///
/// let mut bytes = ArrayBuffer::<16>::new();
/// bytes.push_bytes(b"\x82\x01\x81\x61g")?; // [1, ["g"]]
/// let reference = CriRefBuf::from_buffer(bytes)?;
/// assert!(!reference.as_cri_ref().is_full());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct CriRefBuf<B> {
    buffer: B,
    /// INVARIANT: all of `buffer` is one CRI reference with this layout. `buffer` does not change.
    layout: Layout,
}

impl<B: Buffer> CriRefBuf<B> {
    /// Decodes all of `buffer` as one CRI reference, and accepts every feature.
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode`].
    pub fn from_buffer(buffer: B) -> Result<Self, DecodeError> {
        Self::from_buffer_with(buffer, Features::ALL)
    }

    /// Decodes all of `buffer` as one CRI reference, and accepts only `features`.
    ///
    /// # Errors
    ///
    /// Those of [`CriRef::decode_with`].
    pub fn from_buffer_with(buffer: B, features: Features) -> Result<Self, DecodeError> {
        let layout = CriRef::decode_with(buffer.as_slice(), features)?.layout();
        Ok(Self { buffer, layout })
    }

    pub(crate) fn from_parts(buffer: B, layout: Layout) -> Self {
        Self { buffer, layout }
    }

    /// The CRI reference in all of `buffer`, without a check.
    ///
    /// The caller knows that the bytes are one CRI reference with the shortest heads and of at most
    /// [`MAX_LEN`](crate::MAX_LEN) bytes. If they are not, the accessors return wrong sections; memory stays safe. Debug
    /// builds decode the bytes, and panic on a difference.
    #[doc(hidden)]
    #[inline]
    pub fn from_written(buffer: B, written: Written) -> Self {
        let layout = written.layout();
        debug_assert_eq!(CriRef::decode(buffer.as_slice()).map(CriRef::layout), Ok(layout));
        Self { buffer, layout }
    }

    /// Borrows the CRI reference.
    pub fn as_cri_ref(&self) -> CriRef<'_> {
        CriRef::from_parts(self.buffer.as_slice(), self.layout)
    }

    /// The interchange form.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.as_slice()
    }

    /// This reference as an owned full CRI.
    ///
    /// # Errors
    ///
    /// The reference itself, if it does not begin with a scheme.
    pub fn into_full(self) -> Result<CriBuf<B>, Self> {
        if self.layout.is_full() { Ok(CriBuf(self)) } else { Err(self) }
    }

    /// Returns the buffer, which holds the interchange form.
    pub fn into_buffer(self) -> B {
        self.buffer
    }
}

/// An owned full CRI in a [`Buffer`]. [`as_cri`](CriBuf::as_cri) borrows it.
#[derive(Clone, Copy)]
pub struct CriBuf<B>(/* INVARIANT: begins with a scheme. */ CriRefBuf<B>);

impl<B: Buffer> CriBuf<B> {
    /// Decodes all of `buffer` as one full CRI, and accepts every feature.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::decode`].
    pub fn from_buffer(buffer: B) -> Result<Self, DecodeError> {
        Self::from_buffer_with(buffer, Features::ALL)
    }

    /// Decodes all of `buffer` as one full CRI, and accepts only `features`.
    ///
    /// # Errors
    ///
    /// Those of [`Cri::decode_with`].
    pub fn from_buffer_with(buffer: B, features: Features) -> Result<Self, DecodeError> {
        let not_full = DecodeError::new(DecodeErrorKind::NotFull, Component::Scheme, 0);
        CriRefBuf::from_buffer_with(buffer, features)?.into_full().map_err(|_| not_full)
    }

    pub(crate) fn from_parts(buffer: B, layout: Layout) -> Self {
        Self(CriRefBuf { buffer, layout })
    }

    /// Borrows the CRI.
    pub fn as_cri(&self) -> Cri<'_> {
        Cri::from_parts(self.0.buffer.as_slice(), self.0.layout)
    }

    /// Borrows the CRI as a CRI reference.
    pub fn as_cri_ref(&self) -> CriRef<'_> {
        self.0.as_cri_ref()
    }

    /// The interchange form.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Returns the buffer, which holds the interchange form.
    pub fn into_buffer(self) -> B {
        self.0.buffer
    }
}

impl<B: Buffer> From<CriBuf<B>> for CriRefBuf<B> {
    fn from(cri: CriBuf<B>) -> Self {
        cri.0
    }
}
