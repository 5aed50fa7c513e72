//! Passwords in operands: what follows the first colon of a userinfo is never shown.
//!
//! An operand is searched whatever is wrong with it, since it is shown in reports. Ranges of passwords count bytes of
//! the operand.

pub(crate) mod cbor;
pub(crate) mod digits;
pub(crate) mod options;
pub(crate) mod ranges;
pub(crate) mod text;
