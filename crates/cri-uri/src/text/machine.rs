//! Which machine the crate is built for.

/// Whether the machine has words of 64 bits. On such a machine code may take more room to be faster; on others, most of
/// which are microcontrollers, each byte of flash counts.
///
/// No answer depends on this.
pub(crate) const IS_64_BIT: bool = cfg!(target_pointer_width = "64");
