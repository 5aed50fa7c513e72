//! Names for bytes that do not decode.

use cri_core::{DecodeError, DecodeErrorClass, DecodeErrorKind};

/// Returns what bytes with this error are: `rejected`, `malformed CBOR`, or `unprocessable CRI`.
///
/// ```
/// let outcome = |bytes: &[u8]| cri_core::CriRef::decode(bytes).err().map(cri_inspect::operand::outcome);
/// assert_eq!(outcome(b"\x01"), Some("rejected"));
/// assert_eq!(outcome(b"\x82"), Some("malformed CBOR"));
/// assert_eq!(outcome(b"\x81\xf4"), Some("unprocessable CRI"));
/// ```
#[must_use]
pub fn outcome(error: DecodeError) -> &'static str {
    match (error.kind(), error.class()) {
        // Well-formed CBOR, but not one array.
        (DecodeErrorKind::NotAnArray | DecodeErrorKind::TrailingBytes, _) => "rejected",
        (_, DecodeErrorClass::Malformed) => "malformed CBOR",
        _ => "unprocessable CRI",
    }
}
