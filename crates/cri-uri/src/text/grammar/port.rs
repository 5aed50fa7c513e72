//! Ports (RFC 3986 section 3.2.3).

/// The number of a port with these digits. `None` without digits, or for a number above 65535.
pub(crate) fn port_number(digits: &[u8]) -> Option<u16> {
    let digit = |digit: u8| u16::from(digit.wrapping_sub(b'0'));
    (!digits.is_empty()).then_some(())?;
    digits.iter().try_fold(0_u16, |port, &byte| port.checked_mul(10)?.checked_add(digit(byte)))
}
