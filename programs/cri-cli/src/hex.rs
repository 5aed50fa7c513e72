//! CBOR as hex digits, two for each byte.

use std::ops::Range;

use cri_inspect::operand::hex;
pub(crate) use faster_hex::hex_string as encode;
use faster_hex::{hex_decode, hex_encode};

use crate::failure::Failure;

/// Appends the bytes that the digits stand for. Blanks are left out, and so is an `0x` before the first digit.
pub(crate) fn decode(text: &str, bytes: &mut Vec<u8>) -> Result<(), Failure> {
    // Most text has no blanks among the digits, and no other characters.
    let (start, digits) = (bytes.len(), &text.as_bytes()[hex::first_digit(text)..]);
    bytes.resize(start + digits.len() / 2, 0);
    if hex_decode(digits, &mut bytes[start..]).is_err() {
        bytes.truncate(start);
        let read = hex::decode(text).map_err(|error| {
            Failure::new("invalid-hex", error).at(error.place().start).in_text()
        })?;
        bytes.extend(read);
    }
    Ok(())
}

/// Appends the bytes as hex digits.
pub(crate) fn encode_to(bytes: &[u8], output: &mut Vec<u8>) {
    let start = output.len();
    output.resize(start + bytes.len() * 2, 0);
    let encoded = hex_encode(bytes, &mut output[start..]);
    // INVARIANT: there is room for two digits of each byte.
    debug_assert!(encoded.is_ok());
}

/// The range in the text of the two digits of the byte at `offset`. The end of the text, if they are not there.
pub(crate) fn locate(text: &str, offset: usize) -> Range<usize> {
    let place = hex::locate(text, offset);
    place.start..place.end.max(place.start + 1)
}
