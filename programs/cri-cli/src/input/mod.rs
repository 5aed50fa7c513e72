//! Where operands come from: the command line, or lines, runs of lines or a CBOR sequence on standard input.

pub(crate) mod framing;
pub(crate) mod operand;
pub(crate) mod source;
