//! The head of an option in a message: option delta and option length.

use crate::options::error::OptionReadErrorKind;
use crate::options::numbers::MAX_VALUE;

/// The byte that precedes a payload.
pub(super) const PAYLOAD_MARKER: u8 = 0xff;

/// The smallest number that takes a byte after the first one.
const ONE_BYTE: usize = 13;
/// The smallest number that takes two bytes after the first one.
const TWO_BYTES: usize = ONE_BYTE + 0x100;

// The longest value has the largest number that two bytes hold.
const _: () = assert!(MAX_VALUE == TWO_BYTES + u16::MAX as usize);

/// The head of an option in a message: the bytes that precede its value.
///
/// A head of 1 to 5 bytes says how far the option's number is from the previous option's number, and how long the value
/// is. [`OptionWriter`](crate::OptionWriter) writes heads and values.
///
/// ```
/// use cri_coap::OptionHead;
///
/// // RFC 7252 section 3.1: a delta of 4 bits, a length of 4 bits, and further bytes from 13 upwards.
/// assert_eq!(OptionHead::new(11, 4).expect("a short value").as_bytes(), [0xb4]);
/// assert_eq!(OptionHead::new(235, 300).expect("a short value").as_bytes(), [0xde, 222, 0, 31]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionHead {
    /// INVARIANT: zeros after the first `len` bytes.
    bytes: [u8; Self::MAX_LEN],
    /// INVARIANT: 1 to 5.
    len: u8,
}

impl OptionHead {
    /// The length in bytes of the longest head.
    pub const MAX_LEN: usize = 5;

    /// The head of an option whose number is `delta` above the previous option's number, or above 0 for the first
    /// option. Its value has `len` bytes.
    ///
    /// Returns `None` for a value longer than [`MAX_VALUE`].
    #[must_use]
    pub const fn new(delta: u16, len: usize) -> Option<Self> {
        if len > MAX_VALUE {
            return None;
        }
        let following = Following { bytes: 0, count: 0 };
        let (delta, following) = following.with(delta as usize);
        let (len, following) = following.with(len);
        // The rotation moves the lowest bytes to the top, where big-endian bytes begin.
        let [a, b, c, d] =
            following.bytes.rotate_right(following.count.wrapping_mul(8)).to_be_bytes();
        let bytes = [delta << 4 | len, a, b, c, d];
        Some(Self { bytes, len: (following.count as u8).wrapping_add(1) })
    }

    /// The 1 to 5 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

/// The bytes that follow the first one.
#[derive(Clone, Copy)]
struct Following {
    /// The last `count` bytes are these. The others are 0.
    bytes: u32,
    count: u32,
}

impl Following {
    /// Adds a delta or a length of at most [`MAX_VALUE`], and returns its four bits of the first byte.
    const fn with(self, number: usize) -> (u8, Self) {
        match number {
            0..ONE_BYTE => (number as u8, self),
            ONE_BYTE..TWO_BYTES => {
                let byte = number.wrapping_sub(ONE_BYTE) as u32;
                (13, Self { bytes: self.bytes << 8 | byte, count: self.count.wrapping_add(1) })
            }
            _ => {
                let bytes = number.wrapping_sub(TWO_BYTES) as u32;
                (14, Self { bytes: self.bytes << 16 | bytes, count: self.count.wrapping_add(2) })
            }
        }
    }
}

/// The delta and the length in a head, and the bytes after the head. `first` is the head's first byte, and `rest` is
/// what follows it.
pub(super) fn read(first: u8, rest: &[u8]) -> Result<(usize, usize, &[u8]), OptionReadErrorKind> {
    let (delta, rest) = read_field(first >> 4, rest, OptionReadErrorKind::ReservedDelta)?;
    let (len, rest) = read_field(first & 15, rest, OptionReadErrorKind::ReservedLength)?;
    Ok((delta, len, rest))
}

fn read_field(
    nibble: u8,
    rest: &[u8],
    reserved: OptionReadErrorKind,
) -> Result<(usize, &[u8]), OptionReadErrorKind> {
    match (nibble, rest) {
        (0..=12, _) => Ok((nibble.into(), rest)),
        (13, [byte, rest @ ..]) => Ok((usize::from(*byte).wrapping_add(ONE_BYTE), rest)),
        (14, [high, low, rest @ ..]) => {
            Ok((usize::from(u16::from_be_bytes([*high, *low])).wrapping_add(TWO_BYTES), rest))
        }
        (13 | 14, _) => Err(OptionReadErrorKind::TruncatedHead),
        _ => Err(reserved),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_continue_after_the_first_byte() {
        // RFC 7252 section 3.1.
        for (delta, len, expected) in [
            (0, 0, &[0x00][..]),
            (11, 4, &[0xb4]),
            (12, 12, &[0xcc]),
            (13, 13, &[0xdd, 0, 0]),
            (235, 0, &[0xd0, 222]),
            (268, 268, &[0xdd, 255, 255]),
            (269, 1, &[0xe1, 0, 0]),
            (270, 300, &[0xee, 0, 1, 0, 31]),
            (u16::MAX, MAX_VALUE, &[0xee, 0xfe, 0xf2, 0xff, 0xff]),
        ] {
            let head = OptionHead::new(delta, len).unwrap();
            assert_eq!(head.as_bytes(), expected, "{delta} {len}");
            assert_eq!(read(expected[0], &expected[1..]), Ok((delta.into(), len, &[][..])));
        }
        assert_eq!(OptionHead::new(0, MAX_VALUE + 1), None);
    }
}
