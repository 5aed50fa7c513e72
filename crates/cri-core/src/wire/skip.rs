//! Finding the end of an item without understanding it (section 5.2.1 of the draft).

use crate::error::decode::DecodeError;
use crate::features::Features;
use crate::reader::Reader;

/// The length in bytes of the data item that `bytes` begins with, whatever it is.
///
/// This is how a processor passes an unprocessable CRI and goes on behind it. It takes one counter of memory
/// however deep the item nests, and time linear in the bytes it passes. What it passes is well-formed CBOR of
/// definite lengths and nothing more: no text in it was checked.
///
/// ```
/// // [[-1, ["h"]], [undefined, {1: 2}]]: the first item inside the array
/// let items = [0x82, 0x20, 0x81, 0x61, 0x68, 0x82, 0xf7, 0xa1, 0x01, 0x02];
/// assert_eq!(cri_core::wire::skip(&items)?, 5);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
///
/// # Errors
///
/// The malformed kinds: [`EndOfInput`](crate::DecodeErrorKind::EndOfInput),
/// [`ReservedHead`](crate::DecodeErrorKind::ReservedHead),
/// [`IndefiniteLength`](crate::DecodeErrorKind::IndefiniteLength) and
/// [`InvalidSimple`](crate::DecodeErrorKind::InvalidSimple).
pub fn skip(bytes: &[u8]) -> Result<usize, DecodeError> {
    let mut reader = Reader::new(bytes, Features::ALL);
    reader.skip();
    if reader.failed() { Err(reader.error()) } else { Ok(reader.at()) }
}
