//! Passwords in hex digits.

use std::ops::Range;

use cri_core::CriRef;
use cri_core::wire::FALSE;
use cri_uri::password;

use crate::hex;
use crate::mask::cbor::secrets_in_cbor;

/// How many digits are shown of malformed hex. They are at most two bytes, and no userinfo ends in these.
const SHOWN: usize = 4;

/// A CRI with a password has more digits, also where one or two are lost.
const FEW: usize = 15;

/// The most kinds of other characters in digits that are an operand where another form is expected.
const MOST_OTHERS: usize = 3;

/// The passwords in text that should be hex digits of a CRI or of a URI, in no order.
///
/// If the hex is malformed, this is everything but the first digits and the first wrong character. A wrong, missing or
/// additional character moves all digits after it, so they tell nothing of where a password begins.
pub(crate) fn hidden_in_hex(digits: &str) -> Vec<Range<usize>> {
    let mut hidden = secrets_in_hex(digits);
    hidden.extend(passwords_in_hex(digits));
    hidden.extend(around_error(digits));
    hidden.extend(after_false(digits));
    hidden
}

/// The passwords in hex digits that are an operand where another form is expected, in no order.
///
/// Digits are also a relative URI reference. If the operand is valid as such, and does not begin like a CRI with a
/// colon, a wrong digit may be meant.
pub(crate) fn hidden_in_stray_hex(
    digits: &str,
    is_valid: impl FnOnce() -> bool,
) -> Vec<Range<usize>> {
    if !are_nearly_digits(digits) {
        return Vec::new();
    }
    let mut hidden = hidden_in_hex(digits);
    if !may_be_cri(digits) && is_valid() {
        let around_error = around_error(digits);
        hidden.retain(|range| !around_error.contains(range));
    }
    hidden
}

/// Whether the digits begin like an array, and have those of a colon.
fn may_be_cri(digits: &str) -> bool {
    let digits: String = digits.chars().filter(char::is_ascii_hexdigit).collect();
    digits.starts_with(['8', '9']) && digits.to_ascii_lowercase().contains("3a")
}

/// Everything after the first colon that follows the byte of `false`, if the bytes are no CRI and no item is `false`. A
/// wrong digit may make that byte a part of another item.
fn after_false(digits: &str) -> Option<Range<usize>> {
    let mut cbor = Vec::new();
    hex::decode(digits, &mut cbor).ok()?;
    let userinfo = cbor.iter().position(|&byte| byte == FALSE)?;
    let colon = userinfo + cbor[userinfo..].iter().position(|&byte| byte == b':')?;
    let hidden = hex::digit(digits, colon + 1)..digits.len();
    let is_read = CriRef::decode(&cbor).is_ok() || !secrets_in_cbor(&cbor).is_empty();
    (!is_read && !hidden.is_empty()).then_some(hidden)
}

/// The text before and after the first wrong character of malformed hex.
fn around_error(digits: &str) -> Vec<Range<usize>> {
    let wrong = hex::decode(digits, &mut Vec::new()).err().and_then(|failure| failure.offset);
    let Some(wrong) = wrong.filter(|_| are_mostly_digits(digits)) else { return Vec::new() };
    let mut places = digits.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_hexdigit());
    let start = places.nth(SHOWN).map_or(digits.len(), |(at, _)| at);
    let after = wrong + digits[wrong..].chars().next().map_or(0, char::len_utf8);
    [start..wrong, start.max(after)..digits.len()]
        .into_iter()
        .filter(|hidden| !hidden.is_empty())
        .collect()
}

/// Whether text is meant to be hex digits. Separators and prefixes may stand between the digits of each byte, as in
/// `["82","23"]`, where digits are two in five characters.
fn are_mostly_digits(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let all = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
    digits > FEW && digits * 8 >= all * 3
}

/// Whether text is hex digits, but for separators and prefixes of the bytes, or a wrong digit. Ordinary URIs have more
/// kinds of other characters, and words have fewer decimal digits.
pub(crate) fn are_nearly_digits(text: &str) -> bool {
    let mut others = [None; MOST_OTHERS];
    for other in
        text.chars().filter(|other| !other.is_ascii_hexdigit() && !other.is_ascii_whitespace())
    {
        match others.iter_mut().find(|known| known.is_none_or(|known| known == other)) {
            Some(known) => *known = Some(other),
            None => return false,
        }
    }
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count();
    digits > FEW && text.bytes().filter(u8::is_ascii_digit).count() * 3 >= digits
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
