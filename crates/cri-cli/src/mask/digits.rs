//! Passwords in hex digits.

use std::ops::Range;

use cri_uri::password;

use crate::hex;
use crate::mask::cbor::secrets_in_cbor;

/// The passwords in the hex digits of a CRI. Where a digit is wrong, all digits that may be part of a password are.
pub(crate) fn secrets_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut cbor = Vec::new();
    if hex::decode(digits, &mut cbor).is_ok() {
        return hex::places(digits, secrets_in_cbor(&cbor));
    }
    // Only the bytes before the wrong digit were read. A userinfo that does not end there may go on with a password.
    let read = cbor.len();
    cbor.extend(b":\xff");
    let first = secrets_in_cbor(&cbor).into_iter().next();
    let hidden = first.map(|first| hex::digit(digits, first.start.min(read))..digits.len());
    hidden.filter(|hidden| !hidden.is_empty()).into_iter().collect()
}

/// The passwords in the hex digits of URIs. Where a digit is wrong, the bytes before it may end in a userinfo.
pub(crate) fn passwords_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut text = Vec::new();
    if hex::decode(digits, &mut text).is_ok() {
        return hex::places(digits, password::find(&text));
    }
    text.push(b'@');
    let first = password::find(&text).next();
    first.map(|first| hex::digit(digits, first.start)..digits.len()).into_iter().collect()
}
