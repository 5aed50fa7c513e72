//! Where operands come from: the command line, lines or runs of lines, or a CBOR sequence on standard input.

mod items;
mod lines;
mod requests;

use std::io;

pub(crate) use items::Items;
pub(crate) use lines::Lines;
pub(crate) use requests::Requests;

/// The longest operand on standard input, in bytes.
pub(crate) const MAX_OPERAND: usize = 1024 * 1024;

/// How many bytes are asked of standard input at once.
const READ: usize = 256 * 1024;

/// One operand, and where it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    /// What it is, unless it is longer than [`MAX_OPERAND`].
    pub(crate) bytes: Result<&'a [u8], TooLong<'a>>,
    pub(crate) place: Place,
}

impl<'a> Operand<'a> {
    /// What was read of it.
    pub(crate) fn read(self) -> &'a [u8] {
        self.bytes.unwrap_or_else(|too_long| too_long.start)
    }
}

/// An operand that is longer than [`MAX_OPERAND`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong<'a> {
    /// As much of it as was read before that was known.
    pub(crate) start: &'a [u8],
}

impl<'a> TooLong<'a> {
    /// What was read, if it is not too long.
    fn check(read: &'a [u8]) -> Result<&'a [u8], Self> {
        if read.len() <= MAX_OPERAND { Ok(read) } else { Err(Self { start: read }) }
    }
}

/// Where an operand came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The command line.
    Argument,
    /// A line of standard input, counted from 1; the first, where the operand is several.
    Line(u64),
    /// An item of the CBOR sequence on standard input, counted from 1.
    Item(u64),
}

/// Operands from standard input that were read together: as many as were there.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Whole lines, runs of lines or items; the last may be cut off where the input ends.
    bytes: Vec<u8>,
    /// How many operands came before, or lines, where those are runs of lines.
    before: u64,
    /// There is one operand, which is too long, and only its start is in `bytes`.
    too_long: bool,
}

impl Chunk {
    fn too_long(start: Vec<u8>, before: u64) -> Self {
        Self { bytes: start, before, too_long: true }
    }
}

/// Standard input as operands.
pub(crate) trait Source {
    /// Waits for operands, and takes those that are there.
    ///
    /// # Errors
    ///
    /// Those of reading.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>>;

    /// Calls `each` for every operand of a chunk, in order.
    fn for_each(chunk: &Chunk, each: impl FnMut(Operand<'_>));
}

/// Reads once, behind what is in `bytes`; gives the number of bytes, 0 at the end.
fn read_more(reader: &mut impl io::Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let len = bytes.len();
    bytes.resize(len + READ, 0);
    let read = loop {
        match reader.read(&mut bytes[len..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    bytes.truncate(len + *read.as_ref().unwrap_or(&0));
    read
}
