//! A buffer that begins where another one ends.

use core::fmt;

use crate::buffer::Buffer;
use crate::error::BufferFull;

/// A buffer that appends to another one, and leaves the bytes before it as they are.
///
/// With it, a function that clears its buffer can write into a message, or after the results of other calls.
///
/// ```
/// use cri_core::{ArrayBuffer, Buffer, Builder, Revision, Tail};
///
/// let mut message = ArrayBuffer::<16>::new();
/// message.push_bytes(&[0x82, 0x01])?; // [1, …]
/// Builder::new(Revision::Draft16, Tail::new(&mut message)).scheme_number(0).host("h").finish()?;
/// assert_eq!(message.as_slice(), b"\x82\x01\x83\x20\x81\x61h\x80"); // [1, [-1, ["h"], []]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Tail<'b, B> {
    buffer: &'b mut B,
    /// INVARIANT: at most the length of `buffer`.
    start: usize,
}

impl<'b, B: Buffer> Tail<'b, B> {
    /// A buffer with no bytes, at the end of `buffer`.
    #[inline]
    pub fn new(buffer: &'b mut B) -> Self {
        let start = buffer.len();
        Self { buffer, start }
    }
}

impl<B: Buffer> Buffer for Tail<'_, B> {
    #[inline]
    fn as_slice(&self) -> &[u8] {
        self.buffer.as_slice().get(self.start..).unwrap_or_default()
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.buffer.as_mut_slice().get_mut(self.start..).unwrap_or_default()
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.buffer.push_bytes(bytes)
    }

    #[inline]
    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        self.buffer.push_both(front, back)
    }

    #[inline]
    fn claim(&mut self, wanted: usize) {
        self.buffer.claim(wanted);
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.buffer.truncate(self.start.saturating_add(len));
    }
}

/// Appends text. If the buffer is full, this fails and writes nothing.
impl<B: Buffer> fmt::Write for Tail<'_, B> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_bytes(text.as_bytes()).map_err(|BufferFull| fmt::Error)
    }
}

/// Shows the length and not the bytes, which may hold a password.
impl<B: Buffer> fmt::Debug for Tail<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tail({} bytes)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use crate::{ArrayBuffer, Buffer, Tail};

    #[test]
    fn bytes_before_the_tail_stay() {
        let mut buffer = ArrayBuffer::<8>::new();
        buffer.push_bytes(b"abc").unwrap();
        let mut tail = Tail::new(&mut buffer);
        assert!(tail.is_empty());
        tail.push_bytes(b"de").unwrap();
        tail.push_both(b"f", b"g").unwrap();
        tail.as_mut_slice()[0] = b'D';
        assert_eq!(tail.as_slice(), b"Defg");
        tail.claim(2);
        assert_eq!(tail.len(), 5);
        tail.truncate(9);
        tail.truncate(2);
        assert_eq!(buffer.as_slice(), b"abcDe");
        Tail::new(&mut buffer).truncate(0);
        assert_eq!(buffer.len(), 5);
    }
}
