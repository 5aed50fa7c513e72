//! Buffers from other crates: the `Vec` of `alloc` and the `Vec` of `heapless`.

use crate::buffer::Buffer;
use crate::error::BufferFull;

#[cfg(feature = "alloc")]
impl Buffer for alloc::vec::Vec<u8> {
    fn as_slice(&self) -> &[u8] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.try_reserve(bytes.len()).map_err(|_| BufferFull)?;
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn push_both(&mut self, front: &[u8], back: &[u8]) -> Result<(), BufferFull> {
        self.try_reserve(front.len().saturating_add(back.len())).map_err(|_| BufferFull)?;
        self.extend_from_slice(front);
        self.extend_from_slice(back);
        Ok(())
    }

    fn claim(&mut self, wanted: usize) {
        // Without memory for all of them, the room is what was allocated before.
        let end = match self.try_reserve(wanted) {
            Ok(()) => self.len().saturating_add(wanted),
            Err(_) => self.capacity(),
        };
        self.resize(end, 0);
    }

    fn truncate(&mut self, len: usize) {
        Self::truncate(self, len);
    }
}

/// Static bytes, which are copied to the heap when they change.
#[cfg(feature = "alloc")]
impl Buffer for alloc::borrow::Cow<'static, [u8]> {
    fn as_slice(&self) -> &[u8] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self.to_mut()
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.to_mut().push_bytes(bytes)
    }

    fn claim(&mut self, wanted: usize) {
        self.to_mut().claim(wanted);
    }

    fn truncate(&mut self, len: usize) {
        self.to_mut().truncate(len);
    }
}

#[cfg(feature = "heapless")]
impl<const N: usize> Buffer for heapless::Vec<u8, N> {
    fn as_slice(&self) -> &[u8] {
        self
    }

    fn as_mut_slice(&mut self) -> &mut [u8] {
        self
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), BufferFull> {
        self.extend_from_slice(bytes).map_err(|_| BufferFull)
    }

    fn truncate(&mut self, len: usize) {
        Self::truncate(self, len);
    }
}

#[cfg(all(test, feature = "alloc", feature = "heapless"))]
mod tests {
    use super::*;
    use crate::buffer::ArrayBuffer;

    fn assert_holds_eight_bytes(mut buffer: impl Buffer) {
        buffer.push_bytes(b"abcdef").unwrap();
        buffer.truncate(2);
        assert_eq!((buffer.as_slice(), buffer.len()), (&b"ab"[..], 2));
        buffer.claim(2);
        buffer.as_mut_slice().get_mut(2..).unwrap().copy_from_slice(b"CD");
        assert_eq!(buffer.as_slice(), b"abCD");
        // More than there are bytes.
        buffer.truncate(9);
        assert_eq!(buffer.len(), 4);
        assert_eq!(buffer.as_slice(), b"abCD");
        // More than any buffer has room for.
        buffer.claim(usize::MAX);
        assert!(buffer.len() >= 8);
        assert_eq!(buffer.as_slice()[..4], *b"abCD");
    }

    #[test]
    fn buffers_of_all_crates_hold_bytes() {
        assert_holds_eight_bytes(ArrayBuffer::<8>::new());
        assert_holds_eight_bytes(heapless::Vec::<u8, 8>::new());
        assert_holds_eight_bytes(alloc::vec::Vec::with_capacity(8));
        assert_holds_eight_bytes(alloc::borrow::Cow::Borrowed(&[][..]));
        assert_holds_eight_bytes(&mut ArrayBuffer::<8>::new());
    }
}
