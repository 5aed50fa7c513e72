//! Owned CRIs and CRI references, over any `Buffer`.

use core::fmt;

use crate::buffer::Buffer;
use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::features::Features;
use crate::layout::{FULL, LastSegment, Layout, Offsets, SHORTEST};

/// Where the sections begin of a CRI reference that was written: offsets in bytes of those that are there, and where
/// the next one begins of those that are not.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Whether it begins with a scheme.
    pub full: bool,
    pub authority: u32,
    pub path: u32,
    pub query: u32,
    pub fragment: u32,
    /// Where the last segment begins, or else the query.
    pub last: u32,
}

/// An owned CRI reference, in any [`Buffer`]; lends [`CriRef`]s.
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
    /// INVARIANT: the layout of the CRI reference that all of `buffer` is. Nobody changes `buffer` later.
    layout: Layout,
}

impl<B: Buffer> CriRefBuf<B> {
    /// The CRI reference that is all of `buffer`, checked.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode`].
    pub fn from_buffer(buffer: B) -> Result<Self, DecodeError> {
        Self::from_buffer_with(buffer, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`CriRef::decode_with`].
    pub fn from_buffer_with(buffer: B, features: Features) -> Result<Self, DecodeError> {
        let layout = CriRef::decode_with(buffer.as_slice(), features)?.layout();
        Ok(Self { buffer, layout })
    }

    pub(crate) fn from_parts(buffer: B, layout: Layout) -> Self {
        Self { buffer, layout }
    }

    /// The CRI reference that all of `buffer` is, by who wrote it and knows that it is one, in the shortest heads and
    /// of at most [`MAX_LEN`](crate::MAX_LEN) bytes.
    ///
    /// Nothing is unsafe about being wrong, but what is said of the CRI then is wrong, too. With debug assertions it
    /// is decoded, and a panic says so.
    #[doc(hidden)]
    #[inline]
    pub fn from_written(buffer: B, written: Written) -> Self {
        let Written { full, authority, path, query, fragment, last } = written;
        let flags = if full { SHORTEST | FULL } else { SHORTEST };
        // The outer array has at most five items.
        let last = LastSegment::at(last);
        let layout = Offsets { path, query, fragment, last, authority, first: 1, flags }.to_layout();
        debug_assert_eq!(CriRef::decode(buffer.as_slice()).map(CriRef::layout), Ok(layout));
        Self { buffer, layout }
    }

    /// The CRI reference, borrowed.
    pub fn as_cri_ref(&self) -> CriRef<'_> {
        CriRef::from_parts(self.buffer.as_slice(), self.layout)
    }

    /// The interchange form.
    pub fn as_bytes(&self) -> &[u8] {
        self.buffer.as_slice()
    }

    /// This as an owned full CRI, or back again where it is a relative reference.
    ///
    /// # Errors
    ///
    /// The reference itself, where it begins with no scheme.
    pub fn into_full(self) -> Result<CriBuf<B>, Self> {
        if self.layout.is_full() { Ok(CriBuf(self)) } else { Err(self) }
    }

    /// The buffer, which holds the interchange form.
    pub fn into_buffer(self) -> B {
        self.buffer
    }
}

impl<B: Buffer> fmt::Debug for CriRefBuf<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_cri_ref().fmt(f)
    }
}

/// An owned full CRI, in any [`Buffer`]; lends [`Cri`]s.
#[derive(Clone, Copy)]
pub struct CriBuf<B>(/* INVARIANT: begins with a scheme. */ CriRefBuf<B>);

impl<B: Buffer> CriBuf<B> {
    /// The full CRI that is all of `buffer`, checked.
    ///
    /// # Errors
    ///
    /// As [`Cri::decode`].
    pub fn from_buffer(buffer: B) -> Result<Self, DecodeError> {
        Self::from_buffer_with(buffer, Features::ALL)
    }

    /// The same with only these features.
    ///
    /// # Errors
    ///
    /// As [`Cri::decode_with`].
    pub fn from_buffer_with(buffer: B, features: Features) -> Result<Self, DecodeError> {
        let not_full = DecodeError::new(DecodeErrorKind::NotFull, Component::Scheme, 0);
        CriRefBuf::from_buffer_with(buffer, features)?.into_full().map_err(|_| not_full)
    }

    pub(crate) fn from_parts(buffer: B, layout: Layout) -> Self {
        Self(CriRefBuf { buffer, layout })
    }

    /// The CRI, borrowed.
    pub fn as_cri(&self) -> Cri<'_> {
        Cri::from_parts(self.0.buffer.as_slice(), self.0.layout)
    }

    /// The CRI as a CRI reference, borrowed.
    pub fn as_cri_ref(&self) -> CriRef<'_> {
        self.0.as_cri_ref()
    }

    /// The interchange form.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The buffer, which holds the interchange form.
    pub fn into_buffer(self) -> B {
        self.0.buffer
    }
}

impl<B: Buffer> From<CriBuf<B>> for CriRefBuf<B> {
    fn from(cri: CriBuf<B>) -> Self {
        cri.0
    }
}

impl<B: Buffer> fmt::Debug for CriBuf<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_cri().fmt(f)
    }
}
