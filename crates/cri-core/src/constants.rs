//! Numbers that several modules need.

/// The longest CRI in bytes that is processed: offsets are numbers of 32 bits.
pub const MAX_LEN: usize = u32::MAX as usize;

/// Whether machines of this kind have room for faster code beside the small code: those with words of 64 bits. On others,
/// most of which are microcontrollers, each byte of flash counts.
///
/// No answer depends on this.
#[doc(hidden)]
pub const PREFER_SPEED: bool = cfg!(target_pointer_width = "64");

/// The number of the CBOR tag that marks an array as a CRI reference (draft-27).
pub const TAG: u64 = 99;
