use core::fmt;

/// Text that is written to a slice.
pub struct Sink<'a> {
    space: &'a mut [u8],
    len: usize,
}

impl<'a> Sink<'a> {
    /// An empty text. It can grow to the length of `space`.
    pub fn new(space: &'a mut [u8]) -> Self {
        Self { space, len: 0 }
    }

    /// The bytes written so far.
    pub fn as_bytes(&self) -> &[u8] {
        self.space.get(..self.len).unwrap_or_default()
    }
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.wrapping_add(text.len());
        let room = self.space.get_mut(self.len..end).ok_or(fmt::Error)?;
        // `copy_from_slice` would link a panic.
        for (to, from) in room.iter_mut().zip(text.as_bytes()) {
            *to = *from;
        }
        self.len = end;
        Ok(())
    }
}
