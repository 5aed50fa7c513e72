//! Passwords in text that holds URIs: what follows the first colon of a userinfo is not shown (RFC 3986 sections 3.2.1
//! and 7.5).

use core::fmt;
use core::ops::Range;

/// The text that stands for a password.
pub const MASK: &str = "***";

/// Text that displays with [`MASK`] in place of each password.
///
/// [`mask`] returns one.
///
/// ```
/// use cri_uri::password;
///
/// let log = password::mask("GET https://user:secret@h/");
/// assert_eq!(format!("{log:?}"), r#""GET https://user:***@h/""#);
/// ```
#[derive(Clone, Copy)]
pub struct Masked<'a> {
    text: &'a str,
}

/// The text as a value that displays without the passwords of the URIs in it.
///
/// It need not be a URI: anything that looks like a URI's authority is masked, wherever it stands in the text. Display
/// takes time linear in the text's length, and never fails by itself.
///
/// ```
/// use cri_uri::password;
///
/// assert_eq!(password::mask("https://user:secret@example.com/").to_string(), "https://user:***@example.com/");
/// assert_eq!(password::mask("no URI: <//u%3Asecret@h").to_string(), "no URI: <//u%3A***@h");
/// assert_eq!(password::mask("mailto:a:b@example.com").to_string(), "mailto:a:b@example.com");
/// ```
#[must_use]
pub const fn mask(text: &str) -> Masked<'_> {
    Masked { text }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut from = 0;
        for password in find(self.text.as_bytes()) {
            // INVARIANT: a password begins and ends beside an ASCII character, so both are character boundaries.
            f.write_str(self.text.get(from..password.start).unwrap_or_default())?;
            f.write_str(MASK)?;
            from = password.end;
        }
        f.write_str(self.text.get(from..).unwrap_or_default())
    }
}

/// Shows the masked text in quotation marks.
impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// The places of the passwords in anything that looks like a URI's authority, in bytes. None of them is empty, and
/// they ascend.
///
/// An authority follows `//` and ends before `/`, `?` or `#`. Where an `@` follows later, before a blank or a quotation
/// mark, the password is taken to reach up to that `@`: it may hold a character that should have been percent-encoded.
///
/// ```
/// let text = b"https://u:p@h and //v:q@i";
/// assert_eq!(cri_uri::password::find(text).collect::<Vec<_>>(), [10..11, 22..23]);
/// ```
pub fn find(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    const SIGN: &[u8] = b"//";
    let mut at = 0_usize;
    core::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let from = at.checked_add(rest.windows(SIGN.len()).position(|pair| pair == SIGN)?)?;
            let from = from.checked_add(SIGN.len())?;
            let rest = text.get(from..)?;
            let authority = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
            let word = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'"');
            let len = authority.unwrap_or(rest.len()).max(word.unwrap_or(rest.len()));
            let end = from.checked_add(len)?;
            // The next search begins after this one's end, so each byte is searched once.
            at = end;
            let userinfo =
                text.get(from..end).and_then(|read| read.get(..read.iter().rposition(|byte| *byte == b'@')?));
            let Some(userinfo) = userinfo else { continue };
            if let Some(password) = start(userinfo).filter(|password| *password < userinfo.len()) {
                return Some(from.checked_add(password)?..from.checked_add(userinfo.len())?);
            }
        }
    })
}

/// The offset of the password in a userinfo, in bytes: it follows the first colon, which may be percent-encoded.
///
/// The password may be empty. `None` without a colon.
///
/// ```
/// assert_eq!(cri_uri::password::start(b"user:secret"), Some(5));
/// assert_eq!(cri_uri::password::start(b"user%3asecret"), Some(7));
/// assert_eq!(cri_uri::password::start(b"user"), None);
/// ```
#[must_use]
pub fn start(userinfo: &[u8]) -> Option<usize> {
    let mut rest = userinfo;
    loop {
        rest = match rest {
            [b':', password @ ..] | [b'%', b'3', b'A' | b'a', password @ ..] => {
                return userinfo.len().checked_sub(password.len());
            }
            [_, rest @ ..] => rest,
            [] => return None,
        };
    }
}

/// The part of a userinfo before its password. `None` if there is no password, not even an empty one.
pub(crate) fn before_password(userinfo: &str) -> Option<&str> {
    userinfo.get(..start(userinfo.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};

    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        mask(text).to_string()
    }

    #[test]
    fn text_after_the_first_colon_is_masked() {
        assert_eq!(shown("https://u:p@h/"), "https://u:***@h/");
        assert_eq!(shown("//u:p:q@r@h:1"), "//u:***@h:1");
        assert_eq!(shown("//u%3ap@h"), "//u%3a***@h");
        assert_eq!(shown("https://:p@h?a:b c@d"), "https://:***@h?a:b c@d");
        assert_eq!(shown("https://u:p/q?r#s@h x:y@z"), "https://u:***@h x:y@z");
        assert_eq!(shown("see https://ü:pé@h and http://v:q@i"), "see https://ü:***@h and http://v:***@i");
        assert_eq!(format!("{:?}", mask("//u:p@h")), "\"//u:***@h\"");
    }

    #[test]
    fn text_without_a_password_is_shown() {
        for text in ["", "/", "//", "///", "//u@h", "//u:@h", "mailto:a:b@c", "http://h/a@b:c", "//h:1", "//\u{e9}@"] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn masking_is_linear() {
        // A quadratic search would take hours.
        for piece in ["//", "//a", "//u:@ ", "//:", "// ?", "//\" "] {
            assert!(find(piece.repeat(100_000).as_bytes()).next().is_none());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_masked(text in "(//|[:@/?# \"uü]|%3A){0,20}") {
            let passwords: std::vec::Vec<_> = find(text.as_bytes()).collect();
            prop_assert!(passwords.iter().all(|password| text.get(password.clone()).is_some_and(|text| !text.is_empty())));
            prop_assert!(passwords.is_sorted_by(|a, b| a.end <= b.start));
            prop_assert_eq!(shown(&text).matches(MASK).count(), passwords.len());
        }
    }
}
