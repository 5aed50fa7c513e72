//! The heads of CBOR data items in a row, whether or not what they are part of is a CRI (RFC 8949 section 3).

use std::ops::Range;

use cri_core::DecodeErrorKind;
use cri_core::wire::{self, Major};

/// The head of one data item, and the bytes that are its own: head and string, but not the items nested in it.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// What it says.
    pub(crate) wire: wire::Head,
    /// How many items are nested in it directly.
    pub(crate) children: u64,
    /// Where the head stands.
    pub(crate) start: usize,
    /// The string behind the head, which may reach beyond the bytes that are there.
    pub(crate) body: Range<usize>,
}

impl Head {
    /// The first byte: major type and additional information.
    pub(crate) const fn initial(&self) -> u8 {
        self.wire.initial()
    }

    /// The major type as a number (RFC 8949 section 3.1).
    pub(crate) const fn major(&self) -> u8 {
        self.wire.initial() >> 5
    }

    /// What the head says behind the major type: a number, a length, a value.
    pub(crate) const fn argument(&self) -> u64 {
        self.wire.argument()
    }

    /// Whether a shorter head would say the same (RFC 8949 section 4.1); of a floating-point number none does.
    pub(crate) const fn is_long(&self) -> bool {
        !self.wire.is_shortest() && !matches!(self.wire.major(), Major::Simple)
    }

    /// Reads the head at `start`.
    ///
    /// # Errors
    ///
    /// Those of [`wire::Head::read`]: `EndOfInput` where its bytes are not all there.
    pub(crate) fn read(bytes: &[u8], start: usize) -> Result<Self, DecodeErrorKind> {
        let head = wire::Head::read(bytes.get(start..).unwrap_or_default())?;
        let argument = head.argument();
        let (children, string) = match head.major() {
            Major::Bytes | Major::Text => (0, usize::try_from(argument).unwrap_or(usize::MAX)),
            Major::Array => (argument, 0),
            // Each item takes a byte at least: more than can be counted are more than there are.
            Major::Map => (argument.saturating_mul(2), 0),
            Major::Tag => (1, 0),
            Major::Unsigned | Major::Negative | Major::Simple => (0, 0),
        };
        let from = start + head.len();
        Ok(Self { wire: head, children, start, body: from..from.saturating_add(string) })
    }
}

/// The heads that `bytes` begins with, up to the first that is none.
pub(crate) fn heads(bytes: &[u8]) -> impl Iterator<Item = Head> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let head = Head::read(bytes, at).ok()?;
        at = head.body.end;
        Some(head)
    })
}

#[cfg(test)]
mod tests {
    use super::{Head, heads};

    #[test]
    fn heads_follow_each_other() {
        // [-1, ["ab"], {1: h''}]
        let bytes = b"\x83\x20\x81\x62ab\xa1\x01\x40";
        let starts: Vec<usize> = heads(bytes).map(|head| head.start).collect();
        assert_eq!(starts, [0, 1, 2, 3, 6, 7, 8]);
        let nested: Vec<u64> = heads(bytes).map(|head| head.children).collect();
        assert_eq!(nested, [3, 0, 1, 0, 2, 0, 0]);
    }

    #[test]
    fn a_declared_length_is_only_a_number() {
        let head = Head::read(b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff", 0).expect("a head");
        assert_eq!(head.body, 9..usize::MAX);
        let head = Head::read(b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 0).expect("a head");
        assert_eq!(head.children, u64::MAX);
    }
}
