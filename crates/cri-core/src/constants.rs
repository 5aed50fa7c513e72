//! Numbers that several modules need.

/// The longest CRI in bytes that is processed: offsets are numbers of 32 bits.
pub const MAX_LEN: usize = u32::MAX as usize;

/// The number of the CBOR tag that marks an array as a CRI reference (draft-27).
pub const TAG: u64 = 99;
