//! CBOR as hex digits, two for each byte.

use std::ops::Range;

use cri_operand::hex;
pub(crate) use cri_operand::hex::{encode, encode_to};

use crate::failure::Failure;

/// Appends the bytes that the digits stand for. Blanks are left out, and so is an `0x` before the first digit.
///
/// # Errors
///
/// `invalid-hex`.
pub(crate) fn decode(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    hex::decode_to(text, bytes)
        .map_err(|error| Failure::new("invalid-hex", error).at(error.place().start).in_text())
}

/// The range in the text of the two digits of the byte at `offset`. The end of the text, if they are not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    let place = hex::locate(text, offset);
    place.start..place.end.max(place.start + 1)
}
