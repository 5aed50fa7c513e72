//! A result that is written to the caller's buffer.

use cri_core::{Buffer, BufferFull};

use crate::error::{Outcome, cri_error_t};
use crate::kind::cri_kind::CRI_KIND_BUFFER_FULL;
use crate::pointer::length;

/// A result in the caller's buffer. It counts the bytes that do not fit, so that the error says how many are needed.
///
/// Bytes that do not fit are dropped, so nothing may use the result before [`end`](Self::end) returns its length.
pub(crate) struct Output<'a> {
    space: &'a mut [u8],
    len: usize,
}

impl<'a> Output<'a> {
    pub(crate) fn new(space: &'a mut [u8]) -> Self {
        Self { space, len: 0 }
    }

    /// The length of the result.
    pub(crate) fn end(&self) -> Outcome {
        if self.len <= self.space.len() {
            Ok(length(self.len))
        } else {
            Err(cri_error_t::too_small(self.len))
        }
    }

    /// The length of the result of `written`. If the buffer is full, the error says how many bytes are needed.
    pub(crate) fn end_of(&self, written: Result<(), impl Into<cri_error_t>>) -> Outcome {
        let full = CRI_KIND_BUFFER_FULL as u16;
        match written.map_err(Into::into) {
            Err(error) if error.kind == full => self.end().and(Err(error)),
            written => written.and_then(|()| self.end()),
        }
    }
}

impl Buffer for Output<'_> {
    fn as_slice(&self) -> &[u8] {
        self.space.get(..self.len).unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.len
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.space.get_mut(..self.len).unwrap_or_default()
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        let end = self.len.checked_add(bytes.len()).ok_or(BufferFull)?;
        let room = self.space.get_mut(self.len..).unwrap_or_default();
        for (to, from) in room.iter_mut().zip(bytes) {
            *to = *from;
        }
        self.len = end;
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}
