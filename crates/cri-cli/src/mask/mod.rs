//! Passwords in operands: what follows the first colon of a userinfo is never shown.
//!
//! Reports show operands that are wrong, so a search does not rely on an operand being well-formed. Ranges of passwords
//! count bytes of the operand.

pub(crate) mod cbor;
pub(crate) mod digits;
pub(crate) mod options;
pub(crate) mod ranges;
pub(crate) mod text;
