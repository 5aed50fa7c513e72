//! Text written into a slice, by a writer that also counts the bytes that have no room.

use core::fmt;

use crate::error::BufferTooSmall;

/// A writer into a slice. It counts the bytes that have no room, too.
pub struct Counter<'b> {
    buffer: &'b mut [u8],
    len: usize,
}

impl<'b> Counter<'b> {
    /// A writer that wrote nothing.
    pub const fn new(buffer: &'b mut [u8]) -> Self {
        Self { buffer, len: 0 }
    }

    /// The length in bytes of the text so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the text has no bytes so far.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl fmt::Write for Counter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some((room, _)) =
            self.buffer.get_mut(self.len..).and_then(|rest| rest.split_at_mut_checked(text.len()))
        {
            room.copy_from_slice(text.as_bytes());
        }
        self.len = self.len.saturating_add(text.len());
        Ok(())
    }
}

/// The text that `write` writes, at the start of `buffer`. INVARIANT of the caller: `write` adds no error of its own.
///
/// # Errors
///
/// [`BufferTooSmall`], with the length of the text.
pub fn write_text(
    buffer: &mut [u8],
    write: impl FnOnce(&mut Counter<'_>) -> fmt::Result,
) -> Result<&str, BufferTooSmall> {
    let mut counter = Counter::new(buffer);
    let written = write(&mut counter);
    // INVARIANT of the caller.
    debug_assert!(written.is_ok());
    let needed = counter.len;
    let text = buffer.get(..needed).ok_or(BufferTooSmall::new(needed))?;
    let text = core::str::from_utf8(text);
    // INVARIANT: the bytes are the text that `write` wrote, so they are UTF-8.
    debug_assert!(text.is_ok());
    Ok(text.unwrap_or_default())
}
