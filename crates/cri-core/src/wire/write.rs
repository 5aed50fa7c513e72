//! Writing heads, and items once read again with shortest heads.

use super::{EncodedHead, Head, Major};
use crate::text::split_body;
use crate::{Buffer, BufferFull};

/// Appends the shortest head of this major type and argument.
pub(crate) fn write_head(buffer: &mut impl Buffer, major: Major, argument: u64) -> Result<(), BufferFull> {
    buffer.push_bytes(EncodedHead::new(major, argument).as_bytes())
}

/// Appends checked items with every head in its shortest form.
///
/// Arrays need no nesting here: their heads and their contents follow one another.
pub(crate) fn reencode(buffer: &mut impl Buffer, mut items: &[u8]) -> Result<(), BufferFull> {
    // INVARIANT: the items were checked, so that each head is whole and each body there.
    while let Ok(head) = Head::read(items) {
        let (_, rest) = items.split_at_checked(usize::from(head.len)).unwrap_or_default();
        write_head(buffer, head.major(), head.argument)?;
        items = rest;
        if let Major::Bytes | Major::Text = head.major() {
            let (body, rest) = split_body(items, head.argument).unwrap_or_default();
            buffer.push_bytes(body)?;
            items = rest;
        }
    }
    Ok(())
}
