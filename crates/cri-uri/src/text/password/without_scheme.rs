//! Passwords without a sign of an authority, by rule 3.

use core::ops::Range;

use crate::text::password::name::Name;
use crate::text::password::search::is_slash;
use crate::text::password::within::{LIKE_COLONS, Within};

/// The passwords in words that lack a scheme and the slashes after it, by rule 3.
pub(super) fn find_without_scheme(
    text: &[u8],
    within: Within,
) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0_usize;
    text.split(move |byte| within.ends_word(*byte)).filter_map(move |word| {
        let start = next;
        next = start.saturating_add(word.len()).saturating_add(1);
        let password = without_scheme(word)?;
        Some(start.saturating_add(password.start)..start.saturating_add(password.end))
    })
}

/// The password in a word that lacks a scheme and the slashes after it.
fn without_scheme(word: &[u8]) -> Option<Range<usize>> {
    let at_sign = word.iter().rposition(|byte| *byte == b'@')?;
    let colon = start(word).filter(|colon| *colon < at_sign)?;
    let (before, after) = word.split_at_checked(colon)?;
    let is_first = !before.iter().any(|byte| is_slash(*byte) || matches!(byte, b'?' | b'#'));
    let (_, name) = before.split_last()?;
    (is_first && is_user(name, after)).then_some(colon..at_sign)
}

/// Whether the text before the first colon may be a user, and not a scheme.
fn is_user(before: &[u8], after: &[u8]) -> bool {
    let mut name = Name::default();
    before.iter().for_each(|byte| name.push(*byte));
    // A sign of an authority may follow a scheme.
    !name.is_special()
        && !name.is_without_authority()
        && !after.first().copied().is_some_and(is_slash)
}

/// The password in the path of any text without an authority, by rule 3.
pub(crate) fn find_in_path(scheme: Option<&str>, path: &str) -> Option<Range<usize>> {
    let path = path.as_bytes();
    match scheme {
        None => without_scheme(path),
        Some(scheme) => {
            let at_sign = path.iter().rposition(|byte| *byte == b'@').filter(|at| *at > 0)?;
            is_user(scheme.as_bytes(), path).then_some(0..at_sign)
        }
    }
}

/// The offset of the password in a userinfo, in bytes: it follows the first colon, which may be percent-encoded or a character
/// that looks like one.
///
/// The password may be empty. `None` without a colon.
#[must_use]
pub fn start(userinfo: &[u8]) -> Option<usize> {
    let password = (0..userinfo.len()).find_map(|at| after_colon(userinfo.get(at..)?))?;
    userinfo.len().checked_sub(password.len())
}

/// The text after the colon that `text` begins with.
fn after_colon(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b':', after @ ..] | [b'%', b'3', b'A' | b'a', after @ ..] => Some(after),
        [0x80..=0xff, ..] => LIKE_COLONS.iter().find_map(|colon| text.strip_prefix(*colon)),
        _ => None,
    }
}
