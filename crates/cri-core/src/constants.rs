//! Numbers that several modules need.

/// The text that stands for a password in `Debug` and in messages.
pub const MASK: &str = "***";

/// The longest CRI in bytes that is processed: offsets are numbers of 32 bits.
pub const MAX_LEN: usize = u32::MAX as usize;

/// Whether to link faster code beside the small code.
///
/// True on 64-bit targets. Other targets are mostly microcontrollers, where each byte of flash counts.
///
/// No answer depends on this. Attributes, which cannot name a constant, repeat the condition.
pub const PREFER_SPEED: bool = cfg!(target_pointer_width = "64");

/// The number of the CBOR tag that marks an array as a CRI reference (RFC 9988). IANA has assigned it.
pub const TAG: u64 = 99;
