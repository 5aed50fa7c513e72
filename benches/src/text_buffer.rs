//! A buffer of fixed size that text is written to.

use std::fmt;

/// Text in a borrowed buffer.
pub(crate) struct TextBuffer<'b> {
    space: &'b mut [u8],
    len: usize,
}

impl<'b> TextBuffer<'b> {
    pub(crate) fn new(space: &'b mut [u8]) -> Self {
        Self { space, len: 0 }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.space[..self.len]
    }
}

impl fmt::Write for TextBuffer<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.space.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
