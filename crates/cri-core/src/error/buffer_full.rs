//! The error of a buffer without room.

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
