//! A buffer that passes its bytes on.

use crate::buffer::Buffer;
use crate::error::BufferFull;

/// A buffer that passes on all bytes and keeps none.
///
/// Its `as_slice` is always empty, so it is for code that only appends.
pub(crate) struct Sink<F> {
    pass_on: F,
    len: usize,
}

impl<F: FnMut(&[u8]) -> Result<(), BufferFull>> Sink<F> {
    pub(crate) const fn new(pass_on: F) -> Self {
        Self { pass_on, len: 0 }
    }
}

impl<F: FnMut(&[u8]) -> Result<(), BufferFull>> Buffer for Sink<F> {
    fn as_slice(&self) -> &[u8] {
        &[]
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut []
    }

    fn len(&self) -> usize {
        self.len
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.len = self.len.checked_add(bytes.len()).ok_or(BufferFull)?;
        (self.pass_on)(bytes)
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}
