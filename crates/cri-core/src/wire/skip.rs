//! Finding the end of an item without understanding it (section 5.2.1 of the draft).

use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::wire::cursor::Cursor;
use crate::wire::head::take_head;
use crate::wire::major::Major;

/// The length in bytes of the data item that `bytes` begins with, of any type.
///
/// A processor passes an unprocessable CRI this way and goes on after it. The walk needs one counter of memory however
/// deep the item nests, and time linear in the bytes that it passes. The item is well-formed CBOR of definite lengths
/// and no more is known about it: its text is not checked to be UTF-8.
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
    let mut cursor = Cursor::new(bytes);
    match pass_item(&mut cursor) {
        Ok(()) => Ok(cursor.at),
        Err(kind) => Err(DecodeError::new(kind, Component::Cri, cursor.start)),
    }
}

/// Passes the next item. An error stands at the head that was read last.
pub(crate) fn pass_item(cursor: &mut Cursor<'_>) -> Result<(), DecodeErrorKind> {
    let mut left = 1_usize;
    while let Some(others) = left.checked_sub(1) {
        cursor.next()?;
        let items = match Major::of(cursor.initial) {
            Major::Bytes | Major::Text => cursor.body().map(|_| 0)?,
            Major::Array => cursor.argument,
            Major::Map => cursor.argument.saturating_mul(2),
            Major::Tag => 1,
            _ => 0,
        };
        // Each item takes at least one byte, so a saturated number outlasts any input.
        left = others.saturating_add(items);
    }
    Ok(())
}

/// Removes `count` checked items from the front of `bytes`, and returns them encoded.
#[inline(never)]
pub(crate) fn take_items<'a>(bytes: &mut &'a [u8], mut count: usize) -> &'a [u8] {
    let items = *bytes;
    while count > 0
        && let Some((major, argument)) = take_head(bytes)
    {
        count = count.wrapping_sub(1);
        if major == Major::Array {
            count = count.wrapping_add(argument);
        } else {
            let Some(rest) = bytes.get(argument..) else { break };
            *bytes = rest;
        }
    }
    items.get(..items.len().wrapping_sub(bytes.len())).unwrap_or_default()
}
