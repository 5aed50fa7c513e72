//! The head of a CBOR data item: major type and argument (RFC 8949 section 3).
//!
//! [`Head::read`] and [`Cursor`] read untrusted bytes, and share the checks of long heads. [`take_head`] reads bytes that
//! were checked. [`EncodedHead`] is a head to be written.

use crate::error::DecodeErrorKind;

/// The one byte of `false`, which introduces a userinfo.
pub const FALSE: u8 = 0xf4;
/// The one byte of `true`: a discard of everything, or a rootless path.
pub const TRUE: u8 = 0xf5;
/// The one byte of `null`: a missing section.
pub const NULL: u8 = 0xf6;
/// The one byte of the empty array.
pub const EMPTY_ARRAY: u8 = 0x80;
/// The one byte of the empty text.
pub const EMPTY_TEXT: u8 = 0x60;

/// The major type of a CBOR data item (RFC 8949 section 3.1).
///
/// ```
/// use cri_core::wire::{Head, Major};
///
/// assert_eq!(Head::read(b"\x20")?.major(), Major::Negative); // -1
/// assert_eq!(Head::read(b"\xf6")?.major(), Major::Simple); // null
/// # Ok::<(), cri_core::DecodeErrorKind>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Major {
    /// Major type 0.
    Unsigned = 0,
    /// Major type 1; the argument is -1 minus the number.
    Negative = 1,
    /// Major type 2; the argument is the length in bytes.
    Bytes = 2,
    /// Major type 3; the argument is the length in bytes of UTF-8.
    Text = 3,
    /// Major type 4; the argument is the number of items.
    Array = 4,
    /// Major type 5; the argument is the number of pairs.
    Map = 5,
    /// Major type 6; one item follows.
    Tag = 6,
    /// Major type 7: simple values and floating-point numbers.
    Simple = 7,
}

impl Major {
    /// The major type of the head with this first byte.
    pub(crate) const fn of(initial: u8) -> Self {
        match initial >> 5 {
            0 => Self::Unsigned,
            1 => Self::Negative,
            2 => Self::Bytes,
            3 => Self::Text,
            4 => Self::Array,
            5 => Self::Map,
            6 => Self::Tag,
            _ => Self::Simple,
        }
    }

    /// Whether a head with this first byte is of this major type.
    #[inline(always)]
    pub(crate) const fn begins(self, initial: u8) -> bool {
        initial >> 5 == self as u8
    }
}

/// A head as it was read: 1, 2, 3, 5 or 9 bytes.
///
/// ```
/// use cri_core::wire::{Head, Major};
///
/// let head = Head::read(b"\x19\xf0\xb0\x80")?;
/// assert_eq!((head.major(), head.argument(), head.len()), (Major::Unsigned, 61616, 3));
/// # Ok::<(), cri_core::DecodeErrorKind>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Major type in the upper three bits, additional information in the lower five.
    pub(crate) initial: u8,
    pub(crate) argument: u64,
    pub(crate) len: u8,
}

impl Head {
    /// Reads the head that `bytes` begins with.
    ///
    /// # Errors
    ///
    /// `EndOfInput`, `ReservedHead`, `IndefiniteLength` and `InvalidSimple`.
    #[inline]
    pub fn read(bytes: &[u8]) -> Result<Self, DecodeErrorKind> {
        let mut cursor = Cursor::new(bytes);
        cursor.next()?;
        let argument = match bytes.get(1..cursor.at) {
            None | Some([]) => cursor.argument as u64,
            Some(argument) => big_endian(argument),
        };
        Ok(Self { initial: cursor.initial, argument, len: cursor.at as u8 })
    }

    /// The first byte: major type and additional information.
    #[must_use]
    pub const fn initial(self) -> u8 {
        self.initial
    }

    /// The major type.
    #[must_use]
    pub const fn major(self) -> Major {
        Major::of(self.initial)
    }

    /// The argument: a number, a length in bytes, or a number of items.
    #[must_use]
    pub const fn argument(self) -> u64 {
        self.argument
    }

    /// The head's own length in bytes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a head is never empty")]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// The body of the string whose head this is, and the bytes after it. Items of other types have an empty body.
    pub(crate) fn split_body(self, rest: &[u8]) -> Option<(&[u8], &[u8])> {
        let len = match self.major() {
            Major::Bytes | Major::Text => usize::try_from(self.argument).ok()?,
            _ => 0,
        };
        rest.split_at_checked(len)
    }

    /// Whether the argument is in the shortest head that can hold it (RFC 8949 section 4.1).
    #[must_use]
    pub fn is_shortest(self) -> bool {
        self.len == EncodedHead::new(self.major(), self.argument).len
    }
}

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
            // RFC 8949 section 4.1: the shortest argument has 2, 4 or 8 bytes if half as many do not hold it, and one byte from
            // 24 on.
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

    /// Reads `bytes`, the whole input, from its start again.
    pub(crate) const fn restart(&mut self, bytes: &'a [u8]) {
        self.bytes = bytes;
        self.at = 0;
    }

    /// Ends the input here, so that nothing more is read.
    pub(crate) const fn stop(&mut self) {
        self.bytes = &[];
    }
}

/// The 1, 2, 4 or 8 bytes of the argument of a head that is longer than one byte, whose first byte is `initial`.
fn long_argument(initial: u8, rest: &[u8]) -> Result<&[u8], DecodeErrorKind> {
    let info = initial & 0x1f;
    if info > 27 {
        // RFC 8949 section 3: additional information 28 to 30 is reserved. 31 starts an indefinite length in major
        // types 2 to 5, is the break in 7 (section 3.2.1), and is reserved in the others.
        let is_indefinite = info == 31 && matches!(initial >> 5, 2..=5 | 7);
        return Err(if is_indefinite {
            DecodeErrorKind::IndefiniteLength
        } else {
            DecodeErrorKind::ReservedHead
        });
    }
    match rest.get(..argument_len(initial)) {
        None => Err(DecodeErrorKind::EndOfInput),
        // RFC 8949 section 3.3: a simple value below 32 takes one byte.
        Some([0..0x20]) if initial == 0xf8 => Err(DecodeErrorKind::InvalidSimple),
        Some(bytes) => Ok(bytes),
    }
}

/// The length in bytes of the argument of a head of several bytes.
const fn argument_len(initial: u8) -> usize {
    1_usize.wrapping_shl((initial & 3) as u32)
}

/// The number that up to 8 bytes encode, highest byte first.
pub(crate) fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// Removes the head that checked bytes begin with, and returns its major type and argument.
///
/// An argument that no `usize` holds loses its upper bytes. Only a scheme number can be so large, and
/// [`Scheme`](crate::Scheme) reads its bytes itself.
#[inline]
pub(crate) fn take_head(bytes: &mut &[u8]) -> Option<(Major, usize)> {
    let (&initial, rest) = bytes.split_first()?;
    let info = initial & 0x1f;
    let (argument, rest) = if info < 24 {
        (info.into(), rest)
    } else {
        let (argument, rest) = rest.split_at_checked(argument_len(initial))?;
        (argument.iter().fold(0, |value, &byte| value << 8 | usize::from(byte)), rest)
    };
    *bytes = rest;
    Some((Major::of(initial), argument))
}

/// A head in its shortest form, ready to be written: 1 to 9 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EncodedHead {
    bytes: [u8; 9],
    len: u8,
}

impl EncodedHead {
    /// The shortest head of this major type and argument (RFC 8949 section 4.1).
    pub(crate) fn new(major: Major, argument: u64) -> Self {
        let top = (major as u8) << 5;
        // The argument is shifted up, so that its first bytes are those to write, and the copy has a fixed length.
        let (info, len, shift) = match argument {
            0..24 => return Self { bytes: [top | argument as u8, 0, 0, 0, 0, 0, 0, 0, 0], len: 1 },
            24..0x100 => (24, 2, 56),
            0x100..0x1_0000 => (25, 3, 48),
            0x1_0000..0x1_0000_0000 => (26, 5, 32),
            _ => (27, 9, 0),
        };
        let [a, b, c, d, e, f, g, h] = (argument << shift).to_be_bytes();
        Self { bytes: [top | info, a, b, c, d, e, f, g, h], len }
    }

    /// The head's bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        // INVARIANT: `len` is between 1 and 9.
        self.bytes.get(..usize::from(self.len)).unwrap_or(&self.bytes)
    }
}
