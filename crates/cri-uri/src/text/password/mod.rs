//! Passwords in text that holds URIs: what follows the first colon of a userinfo is not shown (RFC 3986 sections 3.2.1
//! and 7.5).
//!
//! In a URI, the grammar says where the userinfo is. In any other text, three rules say where a password may be:
//!
//! 1. **After a sign of an authority, up to an `@`.** Two slashes begin an authority. Browsers also read one after any
//!    number of slashes and backslashes, and even after a scheme such as `http:` alone. Tabs and line ends among these are
//!    ignored, as in browsers. The password follows the first colon, which may be percent-encoded, or a character that looks like a
//!    colon, such as U+FF1A, and ends before the last `@`, because it may hold a character that should have been percent-encoded.
//! 2. **After a sign of an authority and the last `@`, if there is one.** The text may be cut off, and the password may hold
//!    that `@`: what follows the next colon may be a password, unless it is digits, which are a port. This may hide a wrong
//!    port, such as that of `http://h:808O`. It hides all that follows, but a wrong port that begins with a digit ends
//!    before `/`, `?` or `#` if no `@` and no colon follow these.
//! 3. **Without such a sign, up to an `@`.** What follows the first colon may be a password, if that colon is the first
//!    delimiter: the text may lack its scheme, as in `user:secret@h`. Schemes such as `mailto`, whose URIs have an `@` and no
//!    authority, are known, and hide nothing.

mod authority;
mod name;
pub(crate) mod quoted;
mod search;
mod within;
mod without_scheme;

use core::fmt;
use core::iter::Peekable;
use core::ops::Range;

pub use cri_core::MASK;
pub(crate) use search::Search;
pub(crate) use within::Within;
pub(crate) use without_scheme::find_in_path;
use without_scheme::find_without_scheme;
pub use without_scheme::start;

/// Text that displays with [`MASK`] in place of each password.
#[derive(Clone, Copy)]
struct Masked<'a> {
    text: &'a str,
    within: Within,
}

/// The text as a value that displays without the passwords of the URIs in it.
///
/// It need not be a URI: anything that looks like a URI's authority is masked, wherever it stands in the text, and also
/// what looks like a URI that lacks its scheme or its end. Display takes time linear in the text's length, and never fails
/// by itself.
///
/// ```
/// use cri_uri::password;
///
/// assert_eq!(password::mask("https://user:secret@example.com/").to_string(), "https://user:***@example.com/");
/// assert_eq!(password::mask("no URI: <//u%3Asecret@h").to_string(), "no URI: <//u%3A***@h");
/// assert_eq!(password::mask("user:secret@example.com").to_string(), "user:***@example.com");
/// assert_eq!(password::mask("https://user:secret").to_string(), "https://user:***");
/// assert_eq!(password::mask("mailto:a:b@example.com").to_string(), "mailto:a:b@example.com");
/// ```
#[must_use]
pub fn mask(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text, within: Within::Prose }
}

/// [`mask`] for text that was given as one URI reference, and need not be one. Neither a blank nor a quotation mark ends a
/// password.
#[must_use]
pub fn mask_operand(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text, within: Within::Operand }
}

/// [`mask`] for a URI reference. Only its userinfo holds a password, and what browsers read as one.
#[must_use]
pub fn mask_uri(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text, within: Within::Uri }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, mut from) = (self.text, 0);
        for password in find_within(text.as_bytes(), self.within) {
            let before = text.get(from..password.start);
            // INVARIANT: a password begins after a whole character, and ends before an ASCII character or with the text, so
            // both are character boundaries.
            debug_assert!(before.is_some());
            f.write_str(before.unwrap_or_default())?;
            f.write_str(MASK)?;
            from = password.end;
        }
        debug_assert!(text.is_char_boundary(from));
        f.write_str(text.get(from..).unwrap_or_default())
    }
}

/// Shows the masked text in quotation marks.
impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// The places of the passwords in text that was given as one URI reference, in bytes, as [`mask_operand`] reads it. None of them
/// is empty, and they ascend.
///
/// ```
/// use cri_uri::password;
///
/// assert!(password::find_in_operand(b"ftp://u:secret@h/").eq([8..14]));
/// ```
pub fn find_in_operand(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    find_within(text, Within::Operand)
}

/// [`find_in_operand`] for text with URIs in it, as [`mask`] reads it.
pub fn find_in_prose(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    find_within(text, Within::Prose)
}

fn find_within(text: &[u8], within: Within) -> impl Iterator<Item = Range<usize>> {
    // Only rule 2 does without an at sign, and a URI is not cut off.
    let has_at_sign = text.contains(&b'@');
    let is_plain = !has_at_sign && (within == Within::Uri || !may_be_cut_off(text));
    let signed = Search::new(within).find(if is_plain { &[] } else { text });
    let words = if has_at_sign && !within.has_components() { text } else { &[] };
    let mut signed = signed.peekable();
    let mut words = find_without_scheme(words, within).peekable();
    core::iter::from_fn(move || {
        let mut password = earlier(&mut words, &mut signed, usize::MAX)?;
        while let Some(next) = earlier(&mut words, &mut signed, password.end) {
            password.end = password.end.max(next.end);
        }
        Some(password)
    })
}

/// Whether rule 2 may find a password in a text without an `@`, so that a search is worth its time. `false` if no
/// colon is percent-encoded, and each but a first one before all slashes precedes a port.
fn may_be_cut_off(text: &[u8]) -> bool {
    let mut may_be_after_scheme = true;
    // Up to the first delimiter, and then no further if there is nothing to look for: `contains` reads many bytes at once.
    let start = text.iter().position(|byte| matches!(byte, b':' | b'/' | b'\\' | b'%'));
    let mut rest = text.get(start.unwrap_or(text.len())..).unwrap_or_default();
    if let Some((b':', after)) = rest.split_first()
        && !after.contains(&b':')
        && !after.contains(&b'%')
    {
        return false;
    }
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'%' if rest.first() == Some(&b'3') => return true,
            b':' if !may_be_after_scheme && !begins_with_port(rest) => return true,
            b':' | b'/' | b'\\' => may_be_after_scheme = false,
            _ => {}
        }
    }
    false
}

/// Whether text begins with digits or none, and ends there or goes on after a host.
fn begins_with_port(text: &[u8]) -> bool {
    let end = text.iter().find(|byte| !byte.is_ascii_digit());
    end.is_none_or(|byte| matches!(byte, b'/' | b'?' | b'#'))
}

/// [`find_in_operand`] for text that begins with an authority.
pub(crate) fn find_in_authority(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    Search::in_authority().find(text)
}

/// Takes the range that begins first, if it begins no later than `at`.
fn earlier(
    a: &mut Peekable<impl Iterator<Item = Range<usize>>>,
    b: &mut Peekable<impl Iterator<Item = Range<usize>>>,
    at: usize,
) -> Option<Range<usize>> {
    // `next_if` would leave a panic in firmware.
    let [first, other] =
        [a.peek(), b.peek()].map(|next| next.map_or(usize::MAX, |next| next.start));
    match first.min(other) <= at {
        true if first <= other => a.next(),
        true => b.next(),
        false => None,
    }
}

/// Whether a password may have begun in `before`, the text before an error outside a port, and not ended. Coarser than
/// [`find_in_operand`], of which it takes a tenth of the code: parsers on microcontrollers link this alone.
pub(crate) fn may_have_begun(before: &[u8], has_at_sign: bool) -> bool {
    // How many colons there are, and were at the last one if no delimiter follows it.
    let (mut colons, mut last) = (0_usize, 0);
    for &byte in before {
        match byte {
            b':' => {
                colons = colons.wrapping_add(1);
                last = colons;
            }
            // A colon may be percent-encoded, or a character beyond ASCII that looks like one.
            b'%' | 0x80.. => colons = colons.wrapping_add(1),
            b'/' | b'?' | b'#' | b']' => last = 0,
            _ => {}
        }
    }
    // Without an `@`, the first colon may be that of a scheme.
    if has_at_sign { colons > 0 } else { last > 1 }
}

#[cfg(test)]
mod tests;
