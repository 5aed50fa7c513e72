//! Passwords in hex digits.

use std::ops::Range;

use cri_uri::password;

use crate::hex;
use crate::mask::cbor::secrets_in_cbor;

/// How many digits are shown of malformed hex. They are at most two bytes, and no userinfo ends in these.
const SHOWN: usize = 4;

/// A CRI with a password has more digits, also where one or two are lost.
const FEW: usize = 15;

/// The passwords in text that should be hex digits of a CRI or of a URI, in no order.
///
/// If the hex is malformed, this is everything but the first digits and the first wrong character. A wrong, missing or
/// additional character moves all digits after it, so they tell nothing of where a password begins.
pub(crate) fn hidden_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut hidden = secrets_in_hex(digits);
    hidden.extend(passwords_in_hex(digits));
    hidden.extend(around_error(digits));
    hidden
}

/// The text before and after the first wrong character of malformed hex.
fn around_error(digits: &str) -> Vec<Range<usize>> {
    let wrong = hex::decode(digits, &mut Vec::new()).err().and_then(|failure| failure.offset);
    let Some(wrong) = wrong.filter(|_| are_mostly_digits(digits)) else { return Vec::new() };
    let mut places = digits.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_hexdigit());
    let start = places.nth(SHOWN).map_or(digits.len(), |(at, _)| at);
    let after = wrong + digits[wrong..].chars().next().map_or(0, char::len_utf8);
    [start..wrong, start.max(after)..digits.len()].into_iter().filter(|hidden| !hidden.is_empty()).collect()
}

/// Whether text is meant to be hex digits. Separators and prefixes may stand between the digits of each byte, as in
/// `["82","23"]`, where digits are two in five characters.
fn are_mostly_digits(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let all = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
    digits > FEW && digits * 8 >= all * 3
}

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
