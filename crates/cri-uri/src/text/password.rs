//! Passwords in text that holds URIs: what follows the first colon of a userinfo is not shown (RFC 3986 sections 3.2.1
//! and 7.5).

use core::fmt;
use core::ops::Range;

#[doc(hidden)]
pub use cri_core::MASK;

/// Text that displays with [`MASK`] in place of each password.
#[derive(Clone, Copy)]
struct Masked<'a> {
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
pub fn mask(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, mut from) = (self.text, 0);
        for password in find(text.as_bytes()) {
            let before = text.get(from..password.start);
            // INVARIANT: a password begins and ends beside an ASCII character, so both are character boundaries.
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

/// The places of the passwords in anything that looks like a URI's authority, in bytes. None of them is empty, and
/// they ascend.
///
/// An authority follows `//` and ends before `/`, `?` or `#`. Browsers also read an authority after any number of
/// slashes and backslashes, and even after a scheme such as `http:` alone. Tabs and line ends among these are ignored,
/// as in browsers. If an `@` follows later, before a blank or a quotation mark, the password reaches up to that `@`,
/// because it may hold a character that should have been percent-encoded.
#[doc(hidden)]
pub fn find(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    Search::default().find(text)
}

/// The search for passwords in text that arrives byte by byte.
#[derive(Default)]
pub(crate) struct Search {
    /// The number of bytes that were taken so far.
    at: usize,
    /// Whether the text is a URI reference, in which no password holds a delimiter.
    in_uri: bool,
    /// The end of the text before the next byte.
    before: Before,
    /// The authority that the text is in.
    authority: Option<Authority>,
}

impl Search {
    /// A search in a URI reference.
    pub(crate) fn in_uri() -> Self {
        Self { in_uri: true, ..Self::default() }
    }

    /// A search in text that begins with an authority.
    pub(crate) fn in_authority() -> Self {
        Self { authority: Some(Authority::default()), ..Self::default() }
    }

    /// The places of the passwords in the text.
    pub(crate) fn find(mut self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        // Most text has no userinfo.
        let text = if text.contains(&b'@') { text } else { &[] };
        let mut bytes = text.iter();
        core::iter::from_fn(move || bytes.find_map(|&byte| self.push(byte)).or_else(|| self.end()))
    }

    /// Takes the next byte. Returns a password if an authority with one ends before this byte.
    pub(crate) fn push(&mut self, byte: u8) -> Option<Range<usize>> {
        let mut found = None;
        if self.authority.as_mut().is_some_and(|authority| authority.ends(byte)) {
            found = self.authority.take().and_then(|authority| authority.password());
        }
        if self.authority.is_none() && self.before.begins_authority(byte) {
            self.authority = Some(Authority { is_word_over: self.in_uri, ..Authority::default() });
        }
        if let Some(authority) = &mut self.authority {
            authority.push(byte, self.at);
        }
        self.before.push(byte);
        self.at = self.at.saturating_add(1);
        found
    }

    /// The password of the authority that the text ends in.
    pub(crate) fn end(&mut self) -> Option<Range<usize>> {
        self.authority.take()?.password()
    }
}

/// The end of the text before a byte. It decides whether an authority begins with that byte.
#[derive(Default)]
struct Before {
    /// The number of slashes and backslashes at the end of the text.
    slashes: usize,
    /// The kind of the scheme, if a scheme and a colon are before the slashes.
    scheme: Option<AnyScheme>,
    /// The name at the end of the text, which may be a scheme.
    name: Name,
    /// The name at the end of the text if tabs and line ends are ignored.
    joined: Name,
}

/// Whether browsers read an authority after a scheme without slashes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnyScheme {
    Special,
    Other,
}

impl Before {
    /// Whether an authority begins with this byte.
    fn begins_authority(&self, byte: u8) -> bool {
        let is_sign = match self.scheme {
            Some(AnyScheme::Special) => true,
            Some(AnyScheme::Other) => self.slashes >= 1,
            None => self.slashes >= 2,
        };
        is_sign && !is_slash(byte) && !is_ignored(byte)
    }

    fn push(&mut self, byte: u8) {
        if is_ignored(byte) {
            self.name = Name::default();
        } else if is_slash(byte) {
            self.slashes = self.slashes.saturating_add(1);
            (self.name, self.joined) = Default::default();
        } else {
            let is_special = self.name.is_special() || self.joined.is_special();
            let has_name = byte == b':' && self.joined.len > 0;
            self.scheme =
                has_name.then_some(if is_special { AnyScheme::Special } else { AnyScheme::Other });
            self.slashes = 0;
            self.name.push(byte);
            self.joined.push(byte);
        }
    }
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Whether browsers drop this byte from a URL.
const fn is_ignored(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The name that a text ends in. It is a scheme if a colon follows.
#[derive(Default)]
struct Name {
    /// The first characters of the name, in lower case.
    first: [u8; 5],
    /// The number of characters of the name.
    len: usize,
}

impl Name {
    fn push(&mut self, byte: u8) {
        let may_follow =
            self.len > 0 && (byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.'));
        if !byte.is_ascii_alphabetic() && !may_follow {
            self.len = 0;
            return;
        }
        if let Some(place) = self.first.get_mut(self.len) {
            *place = byte.to_ascii_lowercase();
        }
        self.len = self.len.saturating_add(1);
    }

    /// Whether this is a scheme after which browsers need no slashes.
    fn is_special(&self) -> bool {
        let name = self.first.get(..self.len).unwrap_or_default();
        matches!(name, b"http" | b"https" | b"ftp" | b"ws" | b"wss")
    }
}

/// The delimiters of an authority that were read so far, and those in the text after it, which may belong to its
/// password.
#[derive(Default)]
struct Authority {
    /// The offset after the first colon, which may be percent-encoded.
    colon: Option<usize>,
    /// How many bytes of `%3A` the text ends with.
    encoded: usize,
    /// The offset of the last `@`.
    at_sign: Option<usize>,
    /// Whether `/`, `?` or `#` was read.
    is_over: bool,
    /// Whether a blank or a quotation mark was read.
    is_word_over: bool,
}

impl Authority {
    /// Notes whether the byte is a delimiter. Returns whether the search for an `@` ends before this byte.
    fn ends(&mut self, byte: u8) -> bool {
        self.is_over |= matches!(byte, b'/' | b'?' | b'#');
        self.is_word_over |= byte.is_ascii_whitespace() || byte == b'"';
        self.is_over && self.is_word_over
    }

    /// Takes the byte at `at`.
    fn push(&mut self, byte: u8, at: usize) {
        self.encoded = match (self.encoded, byte) {
            (_, b'%') => 1,
            (1, b'3') => 2,
            (2, b'A' | b'a') => 3,
            _ => 0,
        };
        if byte == b':' || self.encoded == 3 {
            self.colon = self.colon.or(at.checked_add(1));
        }
        if byte == b'@' {
            self.at_sign = Some(at);
        }
    }

    /// The password, unless it is empty.
    fn password(&self) -> Option<Range<usize>> {
        let password = self.colon?..self.at_sign?;
        (!password.is_empty()).then_some(password)
    }
}

/// The offset of the password in a userinfo, in bytes: it follows the first colon, which may be percent-encoded.
///
/// The password may be empty. `None` without a colon.
#[doc(hidden)]
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
        assert_eq!(
            shown("see https://ü:pé@h and http://v:q@i"),
            "see https://ü:***@h and http://v:***@i"
        );
        assert_eq!(format!("{:?}", mask("//u:p@h")), "\"//u:***@h\"");
    }

    // The URL standard of the WHATWG, section 4.4: the states "special authority slashes", "special authority ignore
    // slashes" and "relative slash", and the removal of tabs and line ends.
    #[test]
    fn text_that_browsers_take_for_a_password_is_masked() {
        for (text, expected) in [
            (r"http:\\u:p@h/", r"http:\\u:***@h/"),
            (r"http:\/u:p@h/", r"http:\/u:***@h/"),
            ("http:/u:p@h/", "http:/u:***@h/"),
            (r"http:\u:p@h/", r"http:\u:***@h/"),
            ("http:///u:p@h/", "http:///u:***@h/"),
            ("http:////u:p@h/", "http:////u:***@h/"),
            ("HTTPS:u:p@h", "HTTPS:u:***@h"),
            ("see ftp:u:p@h", "see ftp:u:***@h"),
            ("ws:u%3ap@h", "ws:u%3a***@h"),
            ("--http:u:p@h", "--http:u:***@h"),
            ("coap:/u:p@h/", "coap:/u:***@h/"),
            (r"\\u:p@h", r"\\u:***@h"),
            (r"/\u:p@h", r"/\u:***@h"),
            ("///u:p@h", "///u:***@h"),
            ("http:/\t/u:p@h", "http:/\t/u:***@h"),
            ("/\n/u:p@h", "/\n/u:***@h"),
            ("ht\ttp:u:p@h", "ht\ttp:u:***@h"),
            ("h\nhttp:u:p@h", "h\nhttp:u:***@h"),
            ("http:\r\n/u:p@h", "http:\r\n/u:***@h"),
            ("http:u:p@h http:/v:q@i //w:r@j", "http:u:***@h http:/v:***@i //w:***@j"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn text_without_a_password_is_shown() {
        // Blanks separate these, and the first is empty.
        let texts = " / // /// //u@h //u:@h mailto:a:b@c news:a:b@c xhttp:a:b@c shttps:a:b@c http:u@h http:/u@h /a:b@c a/b:c@d http://h/a@b:c //h:1 //\u{e9}@";
        for text in texts.split(' ').chain([": /a:b@c"]) {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn masking_is_linear() {
        for piece in
            ["//", "//a", "//u:@ ", "//:", "// ?", "//\" ", "http:", "a:/", ":\t", "http:\t"]
        {
            cri_testvectors::assert_linear(piece, 5_000, |len| {
                assert!(find(piece.repeat(len).as_bytes()).next().is_none());
            });
        }
    }

    proptest! {
        #[test]
        fn any_text_is_masked(text in "(//|http:|[:@/\\\\?# \"uü]|%3A){0,20}") {
            let passwords: std::vec::Vec<_> = find(text.as_bytes()).collect();
            prop_assert!(passwords.iter().all(|password| text.get(password.clone()).is_some_and(|text| !text.is_empty())));
            prop_assert!(passwords.is_sorted_by(|a, b| a.end <= b.start));
            prop_assert_eq!(shown(&text).matches(MASK).count(), passwords.len());
        }
    }
}
