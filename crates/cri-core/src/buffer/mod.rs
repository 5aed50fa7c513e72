//! The `Buffer` trait, which encoded CRIs are written to, and its implementations for slices, arrays and vectors.

pub(crate) mod sink;
pub(crate) mod tail;
pub(crate) mod text;

use core::fmt;

use crate::error::BufferFull;

/// A buffer of bytes that grows at the end, up to some capacity.
///
/// It is implemented for [`SliceBuffer`], [`ArrayBuffer`], [`Tail`](crate::Tail), `Vec<u8>` (feature `alloc`),
/// `heapless::Vec<u8, N>` (feature `heapless`) and mutable references to any of them.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, BufferFull};
///
/// fn push_line(buffer: &mut impl Buffer, line: &str) -> Result<(), BufferFull> {
///     buffer.push_bytes(line.as_bytes())?;
///     buffer.push_bytes(b"\n")
/// }
///
/// let mut buffer = ArrayBuffer::<4>::new();
/// push_line(&mut buffer, "cri")?;
/// assert_eq!(push_line(&mut buffer, ""), Err(BufferFull));
/// assert_eq!(buffer.as_slice(), b"cri\n");
/// # Ok::<(), BufferFull>(())
/// ```
///
/// A buffer need not keep its bytes: it may pass them on, or only count those that do not fit. It then lends fewer bytes than
/// [`len`](Buffer::len). That is enough for [`Sections::encode`](crate::Sections::encode), but not for `encode_to`, whose
/// result reads the buffer. A [`Builder`](crate::Builder) reports `BufferFull`.
pub trait Buffer {
    /// The bytes written so far, as far as the buffer keeps them.
    fn as_slice(&self) -> &[u8];

    /// Number of bytes written so far, with those that the buffer does not keep.
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether no byte was written so far.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes written so far, to change in place.
    fn as_mut_slice(&mut self) -> &mut [u8];

    /// Appends all of `bytes`, or nothing.
    ///
    /// # Errors
    ///
    /// [`BufferFull`], if the bytes do not fit.
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull>;

    /// Appends all of `front` and then all of `back`, or nothing.
    ///
    /// # Errors
    ///
    /// [`BufferFull`], if the bytes do not fit.
    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        let len = self.len();
        self.push_bytes(front)?;
        self.push_bytes(back).inspect_err(|_| self.truncate(len))
    }

    /// Appends `wanted` bytes of any value, or as many as there is room for. The caller overwrites them.
    fn claim(&mut self, wanted: usize) {
        // The first byte that does not fit ends this.
        let _ = (0..wanted).try_for_each(|_| self.push_bytes(&[0]));
    }

    /// Keeps the first `len` bytes, and drops the others.
    fn truncate(&mut self, len: usize);
}

impl<B: Buffer + ?Sized> Buffer for &mut B {
    fn as_slice(&self) -> &[u8] {
        (**self).as_slice()
    }

    fn len(&self) -> usize {
        (**self).len()
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

    fn claim(&mut self, wanted: usize) {
        (**self).claim(wanted);
    }

    fn truncate(&mut self, len: usize) {
        (**self).truncate(len);
    }
}

/// Claims the next `additional` bytes of `space` after its first `len`, and adds them to `len`.
#[inline(always)]
fn grow<'s>(
    space: &'s mut [u8],
    len: &mut usize,
    additional: usize,
) -> Result<&'s mut [u8], BufferFull> {
    let end = len.checked_add(additional).ok_or(BufferFull)?;
    let added = space.get_mut(*len..end).ok_or(BufferFull)?;
    *len = end;
    Ok(added)
}

/// Copies between slices of equal length. `copy_from_slice` has a panic in it, for lengths that differ.
#[inline(always)]
pub fn copy_bytes(to: &mut [u8], from: &[u8]) {
    // On a microcontroller a loop is smaller. Elsewhere most copies are short: two chunks that may overlap take less than
    // a call. Below 16 one bit of the length tells their size.
    if usize::BITS >= 64 {
        match from.len() {
            len @ 0..16 if len & 8 != 0 => return copy_ends::<8>(to, from),
            len @ 0..16 if len & 4 != 0 => return copy_ends::<4>(to, from),
            len @ 0..16 if len & 2 != 0 => return copy_ends::<2>(to, from),
            0..16 => return copy_ends::<1>(to, from),
            16..=32 => return copy_ends::<16>(to, from),
            33..=64 => return copy_ends::<32>(to, from),
            _ => {}
        }
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Copies the first and the last `N` bytes.
#[inline(always)]
fn copy_ends<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.last_chunk()) {
        *to = *from;
    }
}

/// A [`Buffer`] in a borrowed slice.
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
    /// An empty buffer with the capacity of `space`.
    #[must_use]
    pub fn new(space: &'b mut [u8]) -> Self {
        Self { space, len: 0 }
    }
}

/// A [`Buffer`] that owns an array of `N` bytes.
///
/// ```
/// use cri_core::{ArrayBuffer, BufferFull, Cri};
///
/// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]], 5 bytes
/// assert_eq!(cri.copy_to(ArrayBuffer::<8>::new())?.as_cri(), cri);
/// assert_eq!(cri.copy_to(ArrayBuffer::<4>::new()).unwrap_err(), BufferFull);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
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

/// Implements `Buffer` for a type that has a fixed `space`, of which `len` bytes are written.
macro_rules! buffer_in_space {
    ($name:literal, $type:ty, $($generics:tt)*) => {
        impl<$($generics)*> Buffer for $type {
            fn as_slice(&self) -> &[u8] {
                self.space.get(..self.len).unwrap_or_default()
            }

            #[inline]
            fn len(&self) -> usize {
                self.len
            }

            #[inline]
            fn as_mut_slice(&mut self) -> &mut [u8] {
                self.space.get_mut(..self.len).unwrap_or_default()
            }

            #[inline]
            fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
                copy_bytes(grow(self.space.as_mut(), &mut self.len, bytes.len())?, bytes);
                Ok(())
            }

            #[inline(always)]
            fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
                let both = front.len().checked_add(back.len()).ok_or(BufferFull)?;
                let added = grow(self.space.as_mut(), &mut self.len, both)?;
                let (first, second) = added.split_at_mut_checked(front.len()).ok_or(BufferFull)?;
                copy_bytes(first, front);
                copy_bytes(second, back);
                Ok(())
            }

            #[inline]
            fn claim(&mut self, wanted: usize) {
                self.len = self.len.saturating_add(wanted).min(self.space.len());
            }

            #[inline]
            fn truncate(&mut self, len: usize) {
                self.len = self.len.min(len);
            }
        }

        /// Appends text. If the buffer is full, this fails and writes nothing.
        impl<$($generics)*> fmt::Write for $type {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.push_bytes(text.as_bytes()).map_err(|BufferFull| fmt::Error)
            }
        }

        /// Shows length and capacity and not the bytes, which may hold a password.
        impl<$($generics)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($name, "({} of {} bytes)"), self.len, self.space.len())
            }
        }
    };
}

buffer_in_space!("SliceBuffer", SliceBuffer<'b>, 'b);
buffer_in_space!("ArrayBuffer", ArrayBuffer<N>, const N: usize);
