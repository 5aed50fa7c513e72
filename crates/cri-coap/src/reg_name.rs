//! The characters of a host name in a Uri-Host option.

use cri_core::is_unreserved;

/// Whether this byte may stand in a host name in an option.
///
/// These are unreserved characters and sub-delims (RFC 3986 section 3.2.2), and every byte beyond ASCII. Only a URI
/// percent-encodes the latter.
pub(crate) fn is_reg_name(byte: u8) -> bool {
    REG_NAME.get(usize::from(byte >> 5)).is_none_or(|bits| bits >> (byte & 31) & 1 != 0)
}

/// One bit per ASCII character, the lowest for the first: a look-up takes less code than comparisons.
const REG_NAME: [u32; 4] = [reg_name_bits(0), reg_name_bits(32), reg_name_bits(64), reg_name_bits(96)];

const fn reg_name_bits(first: u8) -> u32 {
    let (mut bits, mut index) = (0, 0);
    while index < 32 {
        let byte = first.wrapping_add(index);
        if is_unreserved(byte) || matches!(byte, b'!' | b'$' | b'&'..=b',' | b';' | b'=') {
            bits |= 1 << index;
        }
        index = index.wrapping_add(1);
    }
    bits
}
