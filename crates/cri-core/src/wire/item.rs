//! Skips (section 5.2.1 of the draft), writes and copies whole items.

use core::iter;

use crate::buffer::Buffer;
use crate::error::{BufferFull, DecodeError};
use crate::wire::head::{EncodedHead, Head, Major, take_head};
use crate::wire::reader::Reader;

/// The length in bytes of the data item that `bytes` begins with, of any type.
///
/// Use it to step over an unprocessable CRI. It needs one counter, however deep the item nests, and time linear in its
/// length. `skip` checks only that the item is well-formed, with definite lengths. It does not check that text is UTF-8.
///
/// # Errors
///
/// The malformed kinds: [`EndOfInput`](crate::DecodeErrorKind::EndOfInput),
/// [`ReservedHead`](crate::DecodeErrorKind::ReservedHead),
/// [`IndefiniteLength`](crate::DecodeErrorKind::IndefiniteLength) and
/// [`InvalidSimple`](crate::DecodeErrorKind::InvalidSimple).
pub fn skip(bytes: &[u8]) -> Result<usize, DecodeError> {
    let mut reader = Reader::new(bytes);
    reader.pass_item(bytes);
    if reader.failed { Err(reader.error) } else { Ok(reader.cursor.at) }
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

/// Appends the shortest head of this major type and argument.
///
/// # Errors
///
/// [`BufferFull`] where it does not fit.
pub fn write_head(buffer: &mut impl Buffer, major: Major, argument: u64) -> Result<(), BufferFull> {
    buffer.push_bytes(EncodedHead::new(major, argument).as_bytes())
}

/// Appends a text or byte string.
///
/// # Errors
///
/// [`BufferFull`] where it does not fit.
pub fn write_string(
    buffer: &mut impl Buffer,
    major: Major,
    bytes: &[u8],
) -> Result<(), BufferFull> {
    write_head(buffer, major, bytes.len() as u64)?;
    buffer.push_bytes(bytes)
}

/// The heads of checked items, each with the body of its string, which is empty for other types. An array's head comes before
/// its items.
pub(crate) fn heads(mut items: &[u8]) -> impl Iterator<Item = (Head, &[u8])> {
    iter::from_fn(move || {
        // INVARIANT: the items were checked, so that each head and each body is whole.
        let head = Head::read(items).ok()?;
        let body;
        (body, items) = head.split_body(items.get(head.len()..)?)?;
        Some((head, body))
    })
}

/// Appends checked items with every head in its shortest form.
pub(crate) fn reencode(buffer: &mut impl Buffer, items: &[u8]) -> Result<(), BufferFull> {
    heads(items).try_for_each(|(head, body)| {
        write_head(buffer, head.major(), head.argument())?;
        buffer.push_bytes(body)
    })
}
