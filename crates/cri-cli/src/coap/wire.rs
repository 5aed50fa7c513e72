//! Options as they stand in a message (RFC 7252 section 3.1).

use super::CoapOption;

/// The longest value in bytes that an option in a message can have.
pub(crate) const MAX_VALUE: usize = TWO_BYTES + u16::MAX as usize;

/// From here on, a number takes a byte behind the head.
const ONE_BYTE: usize = 13;
/// From here on, it takes two.
const TWO_BYTES: usize = ONE_BYTE + 0x100;

/// What stands before the value: the distance from the number of the option before, and the length.
pub(super) fn head(delta: u16, len: usize) -> Vec<u8> {
    let (delta, delta_behind) = split(delta.into());
    let (len, len_behind) = split(len);
    [&[delta << 4 | len][..], &delta_behind, &len_behind].concat()
}

/// A number of at most [`MAX_VALUE`] as four bits and the bytes that go on behind the head.
fn split(number: usize) -> (u8, Vec<u8>) {
    match number {
        0..ONE_BYTE => (number as u8, Vec::new()),
        ONE_BYTE..TWO_BYTES => (13, vec![(number - ONE_BYTE) as u8]),
        _ => (14, ((number - TWO_BYTES) as u16).to_be_bytes().to_vec()),
    }
}

/// Each option with its head. Options stand in a message in the order of their numbers, and so do these.
pub(crate) fn in_message(options: &[CoapOption]) -> impl Iterator<Item = (Vec<u8>, &CoapOption)> {
    options.iter().scan(0, |before, option| {
        let delta = option.number - std::mem::replace(before, option.number);
        Some((head(delta, option.value.len()), option))
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_VALUE, head};

    #[test]
    fn long_numbers_go_on_behind_the_head() {
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
            assert_eq!(head(delta, len), expected, "{delta} {len}");
        }
    }
}
