//! The errors of a buffer and of a slice without room.

use core::error::Error;
use core::fmt;

use crate::error::component::Component;

/// The bytes do not fit into the buffer.
///
/// Functions that append to a [`Buffer`](crate::Buffer) return it, or an error of the kind `BufferFull`. Functions that
/// write the text of a URI into a slice return [`BufferTooSmall`], which says how many bytes the text needs.
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

__own_kind!(BufferFull, _it => "buffer-full", Component::Cri);

impl Error for BufferFull {}

/// A slice is shorter than the text that was to be written into it.
///
/// Functions that write the text of a URI into a slice return it. They walk over the whole text, so this error says how
/// long the text is. Functions that append to a [`Buffer`](crate::Buffer) return [`BufferFull`](crate::BufferFull).
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

__own_kind!(BufferTooSmall, _it => "buffer-full", Component::Cri);

impl Error for BufferTooSmall {}
