//! A position in untrusted CBOR.

use crate::error::decode::DecodeErrorKind;
use crate::wire::head::long_argument;
use crate::wire::major::Major;

/// Reads heads, and the bodies of strings, from the front of untrusted bytes.
///
/// The small fields come first: the offsets of the first fields take shorter instructions.
#[repr(C)]
pub(crate) struct Cursor<'a> {
    /// The first byte of the head that was read last.
    pub(crate) initial: u8,
    /// Whether every head so far was the shortest possible.
    pub(crate) shortest: bool,
    bytes: &'a [u8],
    /// The offset of what is read next.
    pub(crate) at: usize,
    /// The offset of the head that was read last.
    pub(crate) start: usize,
    /// The argument of that head. It is `usize::MAX` for an argument that no `usize` can hold. No input is that long.
    pub(crate) argument: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { initial: 0, shortest: true, bytes, at: 0, start: 0, argument: 0 }
    }

    /// Reads the next head.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<(), DecodeErrorKind> {
        self.start = self.at;
        let Some(&initial) = self.bytes.get(self.at) else {
            return Err(DecodeErrorKind::EndOfInput);
        };
        self.at = self.at.wrapping_add(1);
        self.initial = initial;
        self.argument = usize::from(initial & 0x1f);
        if self.argument < 24 { Ok(()) } else { self.long_head() }
    }

    /// Reads the argument of a head that is longer than one byte.
    #[cold]
    #[inline(never)]
    fn long_head(&mut self) -> Result<(), DecodeErrorKind> {
        let bytes = long_argument(self.initial, self.bytes.get(self.at..).unwrap_or_default())?;
        self.at = self.at.wrapping_add(bytes.len());
        let (mut argument, mut beyond) = (0, 0);
        for &byte in bytes {
            beyond |= argument >> (usize::BITS - 8);
            argument = argument << 8 | usize::from(byte);
        }
        if beyond != 0 {
            argument = usize::MAX;
        } else {
            // RFC 8949 section 4.1: a longer argument is due where its upper half is needed, or one byte from 24 on.
            let least = 1_usize.checked_shl((bytes.len() as u32).wrapping_mul(4));
            self.shortest &= least.is_some_and(|least| argument >= least.max(24));
        }
        self.argument = argument;
        Ok(())
    }

    /// Whether the head that was read last is of this major type.
    pub(crate) const fn is(&self, major: Major) -> bool {
        major.begins(self.initial)
    }

    /// Reads the body of the string whose head was just read.
    pub(crate) fn body(&mut self) -> Result<&'a [u8], DecodeErrorKind> {
        // If the sum overflows, it is less than `at`, so `get` returns `None`.
        let end = self.at.wrapping_add(self.argument);
        let body = self.bytes.get(self.at..end).ok_or(DecodeErrorKind::EndOfInput)?;
        self.at = end;
        Ok(body)
    }

    /// The bytes from the head that was read last on.
    pub(crate) fn rest_from_head(&self) -> &'a [u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Ends the input here, so that nothing more is read.
    pub(crate) const fn stop(&mut self) {
        self.bytes = &[];
    }
}
