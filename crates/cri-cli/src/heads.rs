//! The heads of CBOR data items in a row, whether or not what they are part of is a CRI (RFC 8949 section 3).

use std::ops::Range;

/// The head of one data item, and the bytes that are its own: head and string, but not the items nested in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// The first byte: major type and additional information.
    pub(crate) initial: u8,
    /// How many items are nested in it directly.
    pub(crate) children: u64,
    /// Where the head stands.
    pub(crate) start: usize,
    /// The string behind the head, which may reach beyond the bytes that are there.
    pub(crate) body: Range<usize>,
}

/// Why there is no head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoHead {
    /// Its bytes are not all there.
    Incomplete,
    /// It is not well-formed, or of indefinite length.
    Malformed,
}

impl Head {
    /// Reads the head at `start`.
    pub(crate) fn read(bytes: &[u8], start: usize) -> Result<Self, NoHead> {
        let rest = bytes.get(start..).unwrap_or_default();
        let (&initial, rest) = rest.split_first().ok_or(NoHead::Incomplete)?;
        let info = initial & 0x1f;
        let (len, argument) = match info {
            0..24 => (0, u64::from(info)),
            24..28 => {
                let len = 1 << (info - 24);
                let argument = rest.get(..len).ok_or(NoHead::Incomplete)?;
                (len, argument.iter().fold(0, |argument, &byte| argument << 8 | u64::from(byte)))
            }
            _ => return Err(NoHead::Malformed),
        };
        let (children, string) = match initial >> 5 {
            2 | 3 => (0, usize::try_from(argument).unwrap_or(usize::MAX)),
            4 => (argument, 0),
            5 => (argument.checked_mul(2).ok_or(NoHead::Malformed)?, 0),
            6 => (1, 0),
            _ => (0, 0),
        };
        let from = start + 1 + len;
        Ok(Self { initial, children, start, body: from..from.saturating_add(string) })
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
    use super::{Head, NoHead, heads};

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
    fn heads_may_be_cut_off_or_malformed() {
        assert_eq!(Head::read(b"", 0), Err(NoHead::Incomplete));
        assert_eq!(Head::read(b"\x9b\xff", 0), Err(NoHead::Incomplete));
        assert_eq!(Head::read(b"\x9f", 0), Err(NoHead::Malformed));
        assert_eq!(Head::read(b"\x1c", 0), Err(NoHead::Malformed));
        assert_eq!(Head::read(b"\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 0), Err(NoHead::Malformed));
    }

    #[test]
    fn a_declared_length_is_only_a_number() {
        let head = Head::read(b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff", 0).expect("a head");
        assert_eq!(head.body, 9..usize::MAX);
    }
}
