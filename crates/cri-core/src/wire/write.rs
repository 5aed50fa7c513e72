//! Writing heads and strings, and copying items with shortest heads.

use crate::buffer::Buffer;
use crate::error::buffer_full::BufferFull;
use crate::wire::head::{EncodedHead, Head};
use crate::wire::major::Major;

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
/// ```
/// use cri_core::{ArrayBuffer, Buffer};
/// use cri_core::wire::{Major, write_string};
///
/// let mut buffer = ArrayBuffer::<4>::new();
/// write_string(&mut buffer, Major::Text, b"cri")?;
/// assert_eq!(buffer.as_slice(), b"\x63cri");
/// # Ok::<(), cri_core::BufferFull>(())
/// ```
///
/// # Errors
///
/// [`BufferFull`] where it does not fit.
pub fn write_string(buffer: &mut impl Buffer, major: Major, bytes: &[u8]) -> Result<(), BufferFull> {
    write_head(buffer, major, bytes.len() as u64)?;
    buffer.push_bytes(bytes)
}

/// Appends checked items with every head in its shortest form.
///
/// The walk needs no nesting: the head of an array and its items follow one another.
pub(crate) fn reencode(buffer: &mut impl Buffer, mut items: &[u8]) -> Result<(), BufferFull> {
    // INVARIANT: the items were checked, so that each head and each body is whole.
    while let Ok(head) = Head::read(items) {
        items = items.get(head.len()..).unwrap_or_default();
        write_head(buffer, head.major(), head.argument)?;
        if let Major::Bytes | Major::Text = head.major() {
            let body;
            (body, items) = head.split_body(items).unwrap_or_default();
            buffer.push_bytes(body)?;
        }
    }
    Ok(())
}
