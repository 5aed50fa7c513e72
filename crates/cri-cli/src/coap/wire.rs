//! Options as a message has them (RFC 7252 section 3.1).

use crate::coap::option::CoapOption;

/// The longest value in bytes that an option in a message can have.
pub(crate) const MAX_VALUE: usize = TWO_BYTES + u16::MAX as usize;

/// The smallest number that takes a byte after the head.
const ONE_BYTE: usize = 13;
/// The smallest number that takes two bytes after the head.
const TWO_BYTES: usize = ONE_BYTE + 0x100;

/// The head that precedes a value: the distance from the previous option's number, and the value's length.
pub(crate) fn head(delta: u16, len: usize) -> Vec<u8> {
    let (delta, more_delta) = split(delta.into());
    let (len, more_len) = split(len);
    [&[delta << 4 | len][..], &more_delta, &more_len].concat()
}

/// A number of at most [`MAX_VALUE`] as four bits of the head and the bytes that follow the head.
fn split(number: usize) -> (u8, Vec<u8>) {
    match number {
        0..ONE_BYTE => (number as u8, Vec::new()),
        ONE_BYTE..TWO_BYTES => (13, vec![(number - ONE_BYTE) as u8]),
        _ => (14, ((number - TWO_BYTES) as u16).to_be_bytes().to_vec()),
    }
}

/// Each option with its head. The options are in the order of their numbers, as in a message.
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
    fn long_numbers_continue_after_the_head() {
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
