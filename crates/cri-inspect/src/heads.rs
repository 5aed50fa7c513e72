//! The heads of CBOR data items, one after the other (RFC 8949 section 3).

use core::ops::Range;

use cri_core::DecodeErrorKind;
use cri_core::wire::{Head, Major};

/// The head of one data item, and the bytes that are the item's own: its head and string, but no nested items.
///
/// ```
/// use cri_core::wire::Major;
/// use cri_inspect::ItemHead;
///
/// let array = ItemHead::read(b"\x82\x20\x81\x61h", 0)?; // [-1, ["h"]]
/// assert_eq!((array.head.major(), array.children), (Major::Array, 2));
/// assert_eq!(array.body, 1..1); // the nested items are not part of it
/// # Ok::<(), cri_core::DecodeErrorKind>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ItemHead {
    /// Major type, argument, and length of the head.
    pub head: Head,
    /// How many items are nested directly in this one.
    pub children: u64,
    /// The offset of the head in bytes.
    pub offset: usize,
    /// The string that follows the head. It may reach beyond the bytes that are there.
    pub body: Range<usize>,
}

impl ItemHead {
    /// Reads the head at `offset`.
    ///
    /// # Errors
    ///
    /// Those of [`Head::read`]: `EndOfInput` where the head is not complete, `ReservedHead`, `IndefiniteLength` and
    /// `InvalidSimple`.
    pub fn read(bytes: &[u8], offset: usize) -> Result<Self, DecodeErrorKind> {
        let head = Head::read(bytes.get(offset..).unwrap_or_default())?;
        let argument = head.argument();
        let (children, len) = match head.major() {
            Major::Bytes | Major::Text => (0, usize::try_from(argument).unwrap_or(usize::MAX)),
            Major::Array => (argument, 0),
            // Each item takes at least one byte, so a count that saturates still exceeds what is there.
            Major::Map => (argument.saturating_mul(2), 0),
            Major::Tag => (1, 0),
            Major::Unsigned | Major::Negative | Major::Simple => (0, 0),
        };
        let start = offset.saturating_add(head.len());
        Ok(Self { head, children, offset, body: start..start.saturating_add(len) })
    }

    /// The offset of the next head in bytes.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.body.end
    }

    /// Whether a shorter head has the same meaning (RFC 8949 section 4.1). Floating-point numbers have only one.
    #[must_use]
    pub fn is_long(&self) -> bool {
        !self.head.is_shortest() && !matches!(self.head.major(), Major::Simple)
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::ItemHead;

    #[test]
    fn heads_follow_each_other() {
        // [-1, ["ab"], {1: h''}]
        let bytes = b"\x83\x20\x81\x62ab\xa1\x01\x40";
        let mut heads = Vec::new();
        let mut at = 0;
        while let Ok(head) = ItemHead::read(bytes, at) {
            heads.push((head.offset, head.children));
            at = head.end();
        }
        assert_eq!(heads, [(0, 3), (1, 0), (2, 1), (3, 0), (6, 2), (7, 0), (8, 0)]);
    }

    #[test]
    fn a_declared_length_needs_no_bytes() {
        let item = ItemHead::read(b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff", 0).expect("a head");
        assert_eq!(item.body, 9..usize::MAX);
        let item = ItemHead::read(b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 0).expect("a head");
        assert_eq!(item.children, u64::MAX);
    }
}
