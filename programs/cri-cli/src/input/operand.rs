//! One operand, and where it came from.

/// The longest operand on standard input, in bytes.
pub(crate) const MAX_OPERAND: usize = 1024 * 1024;

/// One operand, and where it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    /// The bytes of the operand, unless they are more than [`MAX_OPERAND`].
    pub(crate) bytes: Result<&'a [u8], TooLong<'a>>,
    pub(crate) place: Place,
}

impl<'a> Operand<'a> {
    /// The bytes that were read of it.
    pub(crate) fn read(self) -> &'a [u8] {
        self.bytes.unwrap_or_else(|too_long| too_long.start)
    }
}

/// An operand that is longer than [`MAX_OPERAND`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong<'a> {
    /// The bytes that were read before the length was known.
    pub(crate) start: &'a [u8],
}

impl<'a> TooLong<'a> {
    /// Returns the bytes if they are at most [`MAX_OPERAND`].
    pub(crate) fn check(read: &'a [u8]) -> Result<&'a [u8], Self> {
        if read.len() <= MAX_OPERAND { Ok(read) } else { Err(Self { start: read }) }
    }
}

/// Where an operand came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The command line.
    Argument,
    /// A line of standard input, counted from 1: the first line, where the operand has several.
    Line(u64),
    /// An item of the CBOR sequence on standard input, counted from 1.
    Item(u64),
    /// A link of a file that begins at this byte, counted from 0.
    Link(u64),
}
