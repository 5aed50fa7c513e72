//! Critical options that a server must not ignore (RFC 7252 section 5.4.1).

use crate::options::Options;
use crate::options::numbers::{
    ACCEPT, BLOCK1, BLOCK2, IF_MATCH, IF_NONE_MATCH, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
    lengths,
};

/// Returns the number of the first critical option of a request that counts as unrecognized, or `None` if there is none.
/// A server answers such a request with 4.02.
///
/// The critical options of a request for the server itself are known: If-Match,
/// Uri-Host, If-None-Match, Uri-Port, Uri-Path, Uri-Query and Accept (RFC 7252 section 5.10), and Block1 and Block2 (RFC
/// 7959 section 2.1). One of these counts as unrecognized if its length is out of bounds, or if it is repeated and must
/// not be (RFC 7252 sections 5.4.3 and 5.4.5). `is_known` says which other options the server processes.
///
/// ```
/// use cri_coap::{option, unrecognized_critical};
///
/// let path = (option::URI_PATH, &b"sensors"[..]);
/// let elective = (12, &b"\x28"[..]); // Content-Format
/// assert_eq!(unrecognized_critical([path, elective], |_| false), None);
/// // OSCORE is critical, and so is a second Uri-Host.
/// let oscore = (9, &b"\x09\x14"[..]);
/// assert_eq!(unrecognized_critical([oscore, path], |_| false), Some(9));
/// assert_eq!(unrecognized_critical([oscore, path], |number| number == 9), None);
/// let host = (option::URI_HOST, &b"h"[..]);
/// assert_eq!(unrecognized_critical([host, host], |_| false), Some(option::URI_HOST));
/// ```
#[must_use]
pub fn unrecognized_critical<O: Options>(
    options: O,
    is_known: impl Fn(u16) -> bool,
) -> Option<u16> {
    // One bit per number that was seen. The options that must not be repeated have numbers below 32.
    let mut seen = 0_u32;
    let is_unrecognized = |(number, value): &(u16, O::Value)| {
        let bit = 1_u32.checked_shl((*number).into()).unwrap_or_default();
        let repeated = seen & bit != 0;
        seen |= bit;
        is_critical(*number) && !is_valid(*number, value.as_ref(), repeated, &is_known)
    };
    options.pairs().find(is_unrecognized).map(|(number, _)| number)
}

/// Whether an option is critical (RFC 7252 section 5.4.6).
const fn is_critical(number: u16) -> bool {
    number & 1 == 1
}

/// Whether a critical option of a request is known and valid (RFC 7252 section 5.10, RFC 7959 section 2.1).
fn is_valid(number: u16, value: &[u8], repeated: bool, is_known: &impl Fn(u16) -> bool) -> bool {
    match number {
        IF_MATCH => value.len() <= 8,
        URI_PATH | URI_QUERY => lengths(number).contain(value.len()),
        URI_HOST | URI_PORT => lengths(number).contain(value.len()) && !repeated,
        ACCEPT => value.len() <= 2 && !repeated,
        IF_NONE_MATCH => value.is_empty() && !repeated,
        BLOCK1 | BLOCK2 => value.len() <= 3 && !repeated,
        _ => is_known(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_options_are_known_or_reported() {
        let long = [b'a'; 256];
        let found =
            |options: &[(u16, &[u8])]| unrecognized_critical(options.iter().copied(), |_| false);
        for valid in [
            &[
                (URI_HOST, &long[1..]),
                (URI_PORT, b""),
                (URI_PATH, b""),
                (URI_PATH, b"a"),
                (URI_QUERY, b""),
            ][..],
            &[
                (IF_MATCH, b""),
                (IF_MATCH, b"12345678"),
                (IF_NONE_MATCH, b""),
                (ACCEPT, b"\x01\x00"),
                (BLOCK2, b"\x06"),
            ],
            &[(BLOCK1, b"\x06\0\0")],
            // Elective options are not checked.
            &[(4, &long), (6, b"12345"), (6, b""), (65000, b"")],
            &[],
        ] {
            assert_eq!(found(valid), None, "{valid:?}");
        }
        for (wrong, number) in [
            (&[(URI_HOST, &b""[..])][..], URI_HOST),
            (&[(URI_HOST, &long)], URI_HOST),
            // Not side by side, as in a message whose options are not sorted.
            (&[(URI_HOST, b"h"), (URI_PATH, b""), (URI_HOST, b"h")], URI_HOST),
            (&[(URI_PORT, b"\0\0\0")], URI_PORT),
            (&[(URI_PORT, b""), (URI_PORT, b"")], URI_PORT),
            (&[(URI_PATH, b"a"), (URI_PATH, &long)], URI_PATH),
            (&[(URI_QUERY, &long)], URI_QUERY),
            (&[(IF_MATCH, b"123456789")], IF_MATCH),
            (&[(IF_NONE_MATCH, b"1")], IF_NONE_MATCH),
            (&[(ACCEPT, b""), (ACCEPT, b"")], ACCEPT),
            (&[(BLOCK2, b"1234")], BLOCK2),
            (&[(BLOCK1, b""), (BLOCK1, b"")], BLOCK1),
            (&[(URI_PATH, b"a"), (9, b"")], 9),
            (&[(35, b"coap://h")], 35),
            (&[(235, b"")], 235),
            (&[(65001, b"")], 65001),
            (&[(65535, b"")], 65535),
        ] {
            assert_eq!(found(wrong), Some(number), "{wrong:?}");
        }
        // The server cannot declare a wrong length valid.
        assert_eq!(unrecognized_critical([(URI_PORT, &b"\0\0\0"[..])], |_| true), Some(URI_PORT));
    }
}
