//! The errors of a buffer and of a slice without room.

use core::error::Error;
use core::fmt;

/// The bytes do not fit into the buffer.
///
/// Functions that append to a [`Buffer`](crate::Buffer) return it, or an error of the kind `BufferFull`. The functions
/// `write_into` of texts return [`BufferTooSmall`](crate::BufferTooSmall), which says how many bytes are needed.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, BufferFull};
///
/// let mut buffer = ArrayBuffer::<2>::new();
/// assert_eq!(buffer.push_bytes(b"cri"), Err(BufferFull));
/// assert!(buffer.is_empty()); // nothing was written
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferFull;

impl fmt::Display for BufferFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the buffer is too small")
    }
}

impl Error for BufferFull {}

/// A slice is shorter than the text that was to be written into it.
///
/// The functions `write_into` of texts return it. They walk over the whole text, so that this error says how long it
/// is. Functions that append to a [`Buffer`](crate::Buffer) return [`BufferFull`](crate::BufferFull).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BufferTooSmall {
    needed: usize,
}

impl BufferTooSmall {
    /// The error of a slice that must have `needed` bytes.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(needed: usize) -> Self {
        Self { needed }
    }

    /// How many bytes the slice must have.
    #[must_use]
    pub const fn needed(&self) -> usize {
        self.needed
    }
}

impl fmt::Display for BufferTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the buffer is too small: {} bytes are needed", self.needed)
    }
}

impl Error for BufferTooSmall {}
