//! Where encoded CRIs live: the `Buffer` to write to, and owned CRIs over any of them.

use core::fmt;

use crate::interchange::{FULL, Layout, SHORTEST};
use crate::{BufferFull, Component, Cri, CriRef, DecodeError, DecodeErrorKind, Features};

/// Bytes that grow at the end, up to some capacity.
///
/// Implemented for [`SliceBuffer`], [`ArrayBuffer`], `Vec<u8>` (feature `alloc`), `heapless::Vec<u8, N>` (feature
/// `heapless`) and mutable references to any of them. [`as_slice`](Buffer::as_slice) gives what was written.
pub trait Buffer {
    /// What was written so far.
    fn as_slice(&self) -> &[u8];

    /// Number of bytes written so far.
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether nothing was written so far.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was written so far, to be changed in place.
    fn as_mut_slice(&mut self) -> &mut [u8];

    /// Appends all of `bytes`, or nothing.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] where they do not fit.
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull>;

    /// Appends all of `front` and then all of `back`, or nothing.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] where they do not fit.
    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        let len = self.len();
        self.push_bytes(front)?;
        self.push_bytes(back).inspect_err(|_| self.truncate(len))
    }

    /// Appends `additional` bytes of zero, or nothing.
    ///
    /// # Errors
    ///
    /// [`BufferFull`] where they do not fit.
    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull>;

    /// Keeps the first `len` bytes; does nothing where there are no more than that.
    fn truncate(&mut self, len: usize);

    /// How many bytes more fit without memory to be asked for, or fewer.
    ///
    /// Where there is much room, some is written in place that otherwise is copied. Nothing goes wrong where this
    /// says too much, since pushing fails then.
    fn room(&self) -> usize {
        0
    }
}

impl<B: Buffer + ?Sized> Buffer for &mut B {
    fn as_slice(&self) -> &[u8] {
        (**self).as_slice()
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        (**self).as_mut_slice()
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        (**self).push_bytes(bytes)
    }

    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        (**self).push_both(front, back)
    }

    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        (**self).push_zeros(additional)
    }

    fn truncate(&mut self, len: usize) {
        (**self).truncate(len);
    }

    fn room(&self) -> usize {
        (**self).room()
    }
}

/// Appends to the written part of `space`, of which the first `len` bytes are written.
#[inline]
fn append(space: &mut [u8], len: &mut usize, bytes: &[u8]) -> Result<(), BufferFull> {
    let end = len.checked_add(bytes.len()).ok_or(BufferFull)?;
    let room = space.get_mut(*len..end).ok_or(BufferFull)?;
    copy(room, bytes);
    *len = end;
    Ok(())
}

/// Appends both to the written part of `space`, of which the first `len` bytes are written.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn append_both(space: &mut [u8], len: &mut usize, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
    let end = len.checked_add(front.len()).and_then(|len| len.checked_add(back.len())).ok_or(BufferFull)?;
    let room = space.get_mut(*len..end).ok_or(BufferFull)?;
    let (first, second) = room.split_at_mut_checked(front.len()).ok_or(BufferFull)?;
    copy(first, front);
    copy(second, back);
    *len = end;
    Ok(())
}

/// Copies from one slice to another of the same length, which `copy_from_slice` would panic if they were not.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn copy(to: &mut [u8], from: &[u8]) {
    // Most of what is copied is short: two chunks that may overlap take less than a call.
    #[cfg(target_pointer_width = "64")]
    match from.len() {
        16..=32 => return copy_ends::<16>(to, from),
        33..=64 => return copy_ends::<32>(to, from),
        8..16 => return copy_ends::<8>(to, from),
        4..8 => return copy_ends::<4>(to, from),
        2..4 => return copy_ends::<2>(to, from),
        1 => return copy_ends::<1>(to, from),
        _ => {}
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Copies the first and the last `N` bytes.
#[cfg(target_pointer_width = "64")]
#[inline(always)]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *to = *from;
    }
}

/// Appends zeros to the written part of `space`, of which the first `len` bytes are written.
#[inline]
fn append_zeros(space: &mut [u8], len: &mut usize, additional: usize) -> Result<(), BufferFull> {
    let end = len.checked_add(additional).ok_or(BufferFull)?;
    space.get_mut(*len..end).ok_or(BufferFull)?.fill(0);
    *len = end;
    Ok(())
}

/// A [`Buffer`] in a slice that somebody else owns.
///
/// ```
/// use cri_core::{Buffer, SliceBuffer};
///
/// let mut space = [0; 4];
/// let mut buffer = SliceBuffer::new(&mut space);
/// buffer.push_bytes(b"cri")?;
/// assert!(buffer.push_bytes(b"!!").is_err());
/// assert_eq!(buffer.as_slice(), b"cri");
/// # Ok::<(), cri_core::BufferFull>(())
/// ```
pub struct SliceBuffer<'b> {
    space: &'b mut [u8],
    /// INVARIANT: at most the length of `space`.
    len: usize,
}

impl<'b> SliceBuffer<'b> {
    /// An empty buffer with room for as many bytes as `space` has.
    #[must_use]
    pub fn new(space: &'b mut [u8]) -> Self {
        Self { space, len: 0 }
    }

    /// A buffer that is full of what `bytes` holds.
    #[must_use]
    pub fn filled(bytes: &'b mut [u8]) -> Self {
        Self { len: bytes.len(), space: bytes }
    }
}

/// Shows the length and the capacity, not the bytes: there may be a password in them.
impl fmt::Debug for SliceBuffer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SliceBuffer({} of {} bytes)", self.len, self.space.len())
    }
}

impl Buffer for SliceBuffer<'_> {
    fn as_slice(&self) -> &[u8] {
        self.space.get(..self.len).unwrap_or_default()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.space.get_mut(..self.len).unwrap_or_default()
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        append(self.space, &mut self.len, bytes)
    }

    #[inline(always)]
    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        append_both(self.space, &mut self.len, front, back)
    }

    #[inline]
    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        append_zeros(self.space, &mut self.len, additional)
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline]
    fn room(&self) -> usize {
        self.space.len().saturating_sub(self.len)
    }
}

/// A [`Buffer`] of up to `N` bytes that holds them itself.
#[derive(Clone, Copy)]
pub struct ArrayBuffer<const N: usize> {
    space: [u8; N],
    /// INVARIANT: at most `N`.
    len: usize,
}

impl<const N: usize> ArrayBuffer<N> {
    /// An empty buffer.
    #[must_use]
    pub const fn new() -> Self {
        Self { space: [0; N], len: 0 }
    }
}

impl<const N: usize> Default for ArrayBuffer<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows the length and the capacity, not the bytes: there may be a password in them.
impl<const N: usize> fmt::Debug for ArrayBuffer<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ArrayBuffer({} of {N} bytes)", self.len)
    }
}

impl<const N: usize> Buffer for ArrayBuffer<N> {
    fn as_slice(&self) -> &[u8] {
        self.space.get(..self.len).unwrap_or_default()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.space.get_mut(..self.len).unwrap_or_default()
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        append(&mut self.space, &mut self.len, bytes)
    }

    #[inline(always)]
    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        append_both(&mut self.space, &mut self.len, front, back)
    }

    #[inline]
    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        append_zeros(&mut self.space, &mut self.len, additional)
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline]
    fn room(&self) -> usize {
        self.space.len().saturating_sub(self.len)
    }
}

#[cfg(feature = "alloc")]
impl Buffer for alloc::vec::Vec<u8> {
    fn as_slice(&self) -> &[u8] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.try_reserve(bytes.len()).map_err(|_| BufferFull)?;
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        self.try_reserve(front.len().saturating_add(back.len())).map_err(|_| BufferFull)?;
        self.extend_from_slice(front);
        self.extend_from_slice(back);
        Ok(())
    }

    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        self.try_reserve(additional).map_err(|_| BufferFull)?;
        self.resize(self.len().saturating_add(additional), 0);
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        Self::truncate(self, len);
    }

    fn room(&self) -> usize {
        self.capacity().saturating_sub(self.len())
    }
}

#[cfg(feature = "heapless")]
impl<const N: usize> Buffer for heapless::Vec<u8, N> {
    fn as_slice(&self) -> &[u8] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.extend_from_slice(bytes).map_err(|_| BufferFull)
    }

    fn push_zeros(&mut self, additional: usize) -> Result<(), BufferFull> {
        let len = self.len().checked_add(additional).ok_or(BufferFull)?;
        self.resize(len, 0).map_err(|_| BufferFull)
    }

    fn truncate(&mut self, len: usize) {
        Self::truncate(self, len);
    }

    fn room(&self) -> usize {
        self.capacity().saturating_sub(self.len())
    }
}

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

    /// The CRI reference that all of `buffer` is, by who wrote it and knows that it is one, in the shortest heads and of
    /// at most [`MAX_LEN`](crate::MAX_LEN) bytes.
    ///
    /// Nothing is unsafe about being wrong, but what is said of the CRI then is wrong, too. With debug assertions it
    /// is decoded, and a panic says so.
    #[doc(hidden)]
    #[inline]
    pub fn from_written(buffer: B, written: Written) -> Self {
        let Written { full, authority, path, query, fragment, last } = written;
        let flags = if full { SHORTEST | FULL } else { SHORTEST };
        // The outer array has at most five items.
        let layout = Layout { authority, path, query, fragment, last, first: 1, flags };
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
