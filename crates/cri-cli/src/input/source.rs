//! Standard input as operands.

use std::io;

use crate::input::operand::Operand;

/// How many bytes are asked of standard input at once.
const READ: usize = 256 * 1024;

/// Operands from standard input that were read together.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Whole lines, runs of lines or items. The last may be incomplete where the input ends.
    pub(crate) bytes: Vec<u8>,
    /// The number of operands before the chunk or, for runs of lines, the number of lines.
    pub(crate) before: u64,
    /// Whether the chunk is the start of one operand that is too long.
    pub(crate) too_long: bool,
}

impl Chunk {
    /// A chunk that is the start of one operand, which is too long.
    pub(crate) fn too_long(start: Vec<u8>, before: u64) -> Self {
        Self { bytes: start, before, too_long: true }
    }
}

/// Standard input as operands.
pub(crate) trait Source {
    /// What [`Chunk::before`] counts, in the plural.
    const NOUN: &str;

    /// Waits for operands, and takes those that are there.
    ///
    /// # Errors
    ///
    /// Those of reading.
    fn next_chunk(&mut self) -> io::Result<Option<Chunk>>;

    /// Calls `each` for every operand of a chunk, in order.
    fn for_each(chunk: &Chunk, each: impl FnMut(Operand<'_>));
}

/// Reads once and appends to `bytes`. Returns the number of bytes, which is 0 at the end.
pub(crate) fn read_more(reader: &mut impl io::Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let len = bytes.len();
    bytes.resize(len + READ, 0);
    let read = loop {
        match reader.read(&mut bytes[len..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    bytes.truncate(len + *read.as_ref().unwrap_or(&0));
    read.map_err(|error| {
        io::Error::new(error.kind(), format!("cannot read standard input: {error}"))
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::{self, Read};

    /// A reader that returns at most this many bytes at once.
    pub(crate) struct Slowly<'a>(pub(crate) &'a [u8], pub(crate) usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let len = into.len().min(self.1);
            self.0.read(&mut into[..len])
        }
    }
}
