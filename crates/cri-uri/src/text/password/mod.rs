//! Passwords in text that holds URIs: what follows the first colon of a userinfo is not shown (RFC 3986 sections 3.2.1
//! and 7.5).
//!
//! In a URI, the grammar says where the userinfo is. In any other text, three rules say where a password may be:
//!
//! 1. **After a sign of an authority, up to an `@`.** Two slashes begin an authority. Browsers also read one after any
//!    number of slashes and backslashes, and even after a scheme such as `http:` alone. Tabs and line ends among these are
//!    ignored, as in browsers. The password follows the first colon, which may be percent-encoded, and ends before the last
//!    `@`, because it may hold a character that should have been percent-encoded.
//! 2. **After a sign of an authority and the last `@`, if there is one.** The text may be cut off, and the password may hold
//!    that `@`: what follows the next colon may be a password, unless it is digits, which are a port. This may hide a wrong
//!    port, such as that of `http://h:808O`. It hides all that follows, but a wrong port that begins with a digit ends
//!    before `/`, `?` or `#` if no `@` and no colon follow these.
//! 3. **Without such a sign, up to an `@`.** What follows the first colon may be a password, if that colon is the first
//!    delimiter: the text may lack its scheme, as in `user:secret@h`. Schemes such as `mailto`, whose URIs have an `@` and no
//!    authority, are known, and hide nothing.

use core::fmt;
use core::iter::Peekable;
use core::ops::Range;

#[doc(hidden)]
pub use cri_core::MASK;

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
#[doc(hidden)]
#[must_use]
pub fn mask_operand(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text, within: Within::Operand }
}

/// [`mask`] for a URI reference. Only its userinfo holds a password, and what browsers read as one.
#[doc(hidden)]
#[must_use]
pub fn mask_uri(text: &str) -> impl fmt::Display + fmt::Debug + Copy {
    Masked { text, within: Within::Uri }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, mut from) = (self.text, 0);
        for password in find_within(text.as_bytes(), self.within) {
            let before = text.get(from..password.start);
            // INVARIANT: a password begins and ends beside an ASCII character or with the text, so both are character
            // boundaries.
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

/// What a text is that passwords are searched in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Within {
    /// A URI reference. No password holds a delimiter, and none is cut off.
    Uri,
    /// The components of any text. No password holds a delimiter, and one may be cut off.
    Components,
    /// Text that was given as one URI reference. A password may hold anything.
    #[default]
    Operand,
    /// Text with URIs in it. A blank or a double quotation mark ends a password after a delimiter, and one that is cut off.
    Prose,
}

impl Within {
    /// Whether a password ends before a delimiter.
    const fn has_components(self) -> bool {
        matches!(self, Self::Uri | Self::Components)
    }

    /// Whether this byte ends a word of the text.
    const fn ends_word(self, byte: u8) -> bool {
        matches!(self, Self::Prose) && (byte.is_ascii_whitespace() || byte == b'"')
    }
}

/// The places of the passwords in text that was given as one URI reference, in bytes. None of them is empty, and they
/// ascend.
#[doc(hidden)]
pub fn find(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    find_within(text, Within::Operand)
}

/// [`find`] for text with URIs in it.
#[doc(hidden)]
pub fn find_in_prose(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    find_within(text, Within::Prose)
}

fn find_within(text: &[u8], within: Within) -> impl Iterator<Item = Range<usize>> {
    // Only rule 2 does without an at sign.
    let has_at_sign = text.contains(&b'@');
    let is_plain = !has_at_sign && (within == Within::Uri || !may_be_cut_off(text));
    let signed = Search::new(within).find(if is_plain { &[] } else { text });
    let words = if has_at_sign && !within.has_components() { text } else { &[] };
    let mut signed = signed.peekable();
    let mut words = WithoutScheme { text: words, within, at: 0 }.peekable();
    core::iter::from_fn(move || {
        let mut password = earlier(&mut words, &mut signed, usize::MAX)?;
        while let Some(next) = earlier(&mut words, &mut signed, password.end) {
            password.end = password.end.max(next.end);
        }
        Some(password)
    })
}

/// [`find`] for text that begins with an authority.
pub(crate) fn find_in_authority(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    Search { authority: Some(Authority::default()), ..Search::default() }.find(text)
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

/// Whether the text has another colon than the one of a scheme before two slashes. Most text that holds no `@` has none.
fn may_be_cut_off(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match rest {
            [b':', b'/', b'/', rest @ ..] => rest,
            [b':' | b'%', ..] => return true,
            [_, rest @ ..] => rest,
            [] => return false,
        }
    }
}

/// The passwords in words that lack a scheme and the slashes after it, by rule 3.
struct WithoutScheme<'a> {
    text: &'a [u8],
    within: Within,
    /// The text before this offset was searched.
    at: usize,
}

impl Iterator for WithoutScheme<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let start = self.at;
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let len = rest.iter().position(|byte| self.within.ends_word(*byte));
            let word = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
            self.at = start.saturating_add(word.len()).saturating_add(1);
            if let Some(password) = without_scheme(word) {
                return Some(
                    start.saturating_add(password.start)..start.saturating_add(password.end),
                );
            }
        }
    }
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

/// The search for passwords after signs of an authority, by rules 1 and 2, in text that arrives byte by byte.
#[derive(Default)]
pub(crate) struct Search {
    /// The number of bytes that were taken so far.
    at: usize,
    within: Within,
    /// The end of the text before the next byte.
    before: Before,
    /// The authority that the text is in.
    authority: Option<Authority>,
    /// A password that was found after the one that was returned last.
    second: Option<Range<usize>>,
}

impl Search {
    /// A search in text that arrives in pieces.
    pub(crate) fn new(within: Within) -> Self {
        Self { within, ..Self::default() }
    }

    /// The places of the passwords in the text.
    fn find(mut self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let mut bytes = text.iter();
        core::iter::from_fn(move || {
            let second = self.second();
            second.or_else(|| bytes.find_map(|&byte| self.push(byte))).or_else(|| self.end())
        })
    }

    /// Takes the next byte. Returns a password if an authority with one ends before this byte. [`Self::second`] may return
    /// another.
    pub(crate) fn push(&mut self, byte: u8) -> Option<Range<usize>> {
        let mut found = None;
        if self
            .authority
            .as_mut()
            .is_some_and(|authority| authority.ends(byte, self.at, self.within))
        {
            found = self.end();
        }
        let begins = self.before.begins_authority(byte);
        if self.authority.is_none() && begins {
            self.authority = Some(Authority::default());
        }
        if let Some(authority) = &mut self.authority {
            // After one slash, this would be the path of an authority with an empty port.
            if begins && (self.before.slashes != 1) {
                authority.begin_another();
            }
            authority.push(byte, self.at, self.within);
        }
        self.before.push(byte);
        self.at = self.at.saturating_add(1);
        found
    }

    /// The password of the authority that the text ends in. [`Self::second`] may return another.
    pub(crate) fn end(&mut self) -> Option<Range<usize>> {
        let authority = self.authority.take()?;
        let cut_off = authority.cut_off(self.at, self.within);
        let Some(password) = authority.password() else {
            return cut_off;
        };
        self.second = cut_off;
        Some(password)
    }

    /// The password that follows the one that was returned last, in the same authority.
    pub(crate) fn second(&mut self) -> Option<Range<usize>> {
        self.second.take()
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
    first: [u8; 6],
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

    /// Whether this is a scheme after which an authority needs no slashes: for browsers, or by its own document, such as
    /// RFC 3261 section 19.1.
    fn is_special(&self) -> bool {
        matches!(self.get(), b"http" | b"https" | b"ftp" | b"ws" | b"wss" | b"sip" | b"sips")
    }

    /// Whether this is a scheme whose URIs have no authority, and often an `@`: RFC 6068, RFC 5538, RFC 2392, RFC 7565,
    /// RFC 5122, RFC 3859, RFC 3860 and RFC 4151.
    fn is_without_authority(&self) -> bool {
        matches!(
            self.get(),
            b"mailto" | b"news" | b"mid" | b"cid" | b"acct" | b"xmpp" | b"pres" | b"im" | b"tag"
        )
    }

    fn get(&self) -> &[u8] {
        self.first.get(..self.len).unwrap_or_default()
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
    /// The host after the last `@`, and its port.
    host: Host,
    /// Whether `/`, `?` or `#` was read.
    is_over: bool,
    /// Where a blank or a quotation mark ended the word, in text with URIs in it.
    word_end: Option<usize>,
}

/// The host and port that were read so far, or what stands in their place.
#[derive(Default)]
struct Host {
    brackets: Brackets,
    /// The offset after the first colon.
    colon: Option<usize>,
    /// The offset after the first colon that an address in brackets does not hold, and what follows it.
    port: Option<(usize, Port)>,
    /// Whether `/`, `?` or `#` ended the host.
    is_over: bool,
    /// Where that ended a wrong port, if no `@` and no colon followed.
    port_end: Option<usize>,
}

/// The place in the address in brackets that an authority may begin with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Brackets {
    /// Nothing was read.
    #[default]
    Start,
    /// In the first group of digits.
    Group,
    /// After the first colon.
    Address,
    /// After a percent sign.
    Zone,
    /// After a character that no address has.
    Odd,
    /// After the closing bracket, or there is no address.
    No,
}

impl Brackets {
    fn push(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'[') => Self::Group,
            (Self::Group, byte) if byte.is_ascii_hexdigit() => Self::Group,
            (Self::Group, b':') => Self::Address,
            (Self::Start | Self::Group | Self::No, _) | (_, b']') => Self::No,
            (Self::Address, b'%') => Self::Zone,
            (Self::Address, byte) if !byte.is_ascii_hexdigit() && byte != b':' && byte != b'.' => {
                Self::Odd
            }
            (inside, _) => inside,
        }
    }
}

/// The text after the colon that should be before a port.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Port {
    Empty,
    Digits,
    /// Digits or none, and marks that end a quotation or a sentence.
    Ended,
    /// Digits, and then anything else.
    Wrong,
    /// Anything else.
    Other,
}

impl Port {
    fn push(self, byte: u8, within: Within) -> Self {
        let is_mark = byte.is_ascii_whitespace() || b"\"'<>()[]{},;.!?".contains(&byte);
        match self {
            Self::Empty | Self::Digits if byte.is_ascii_digit() => Self::Digits,
            Self::Empty | Self::Digits | Self::Ended if is_mark => Self::Ended,
            // A sentence may go on.
            Self::Ended if within == Within::Prose => Self::Ended,
            Self::Digits | Self::Wrong => Self::Wrong,
            _ => Self::Other,
        }
    }

    /// Whether this may be a password that is cut off.
    const fn is_password(self) -> bool {
        matches!(self, Self::Wrong | Self::Other)
    }
}

impl Host {
    /// Where a password that is cut off begins.
    fn password(&self) -> Option<usize> {
        match self.port {
            Some((start, port)) => port.is_password().then_some(start),
            // Brackets that do not close, and hold no address.
            None => self.colon.filter(|_| self.brackets == Brackets::Odd),
        }
    }
}

impl Authority {
    /// Notes whether the byte at `at` is a delimiter. Returns whether the search for an `@` ends before this byte.
    fn ends(&mut self, byte: u8, at: usize, within: Within) -> bool {
        if matches!(byte, b'/' | b'?' | b'#') {
            if !self.host.is_over && matches!(self.host.port, Some((_, Port::Wrong))) {
                self.host.port_end = Some(at);
            }
            (self.is_over, self.host.is_over) = (true, true);
        }
        self.is_over
            && (within.has_components() || self.word_end.is_some() || within.ends_word(byte))
    }

    /// Begins another authority in the text after this one, if there is any. An `@` in it may still end the password of
    /// this one.
    fn begin_another(&mut self) {
        if self.host.is_over && self.host.password().is_none() {
            (self.is_over, self.host) = (false, Host::default());
        }
    }

    /// Takes the byte at `at`.
    fn push(&mut self, byte: u8, at: usize, within: Within) {
        self.encoded = match (self.encoded, byte) {
            (_, b'%') => 1,
            (1, b'3') => 2,
            (2, b'A' | b'a') => 3,
            _ => 0,
        };
        if self.word_end.is_none() && within.ends_word(byte) {
            self.word_end = Some(at);
        }
        let host = &mut self.host;
        if !host.is_over {
            if let Some((_, port)) = &mut host.port {
                *port = port.push(byte, within);
            }
            host.brackets = host.brackets.push(byte);
        }
        if byte == b':' || self.encoded == 3 {
            let after = at.saturating_add(1);
            self.colon = self.colon.or(Some(after));
            host.port_end = None;
            if !host.is_over && self.word_end.is_none() {
                host.colon = host.colon.or(Some(after));
                if host.port.is_none() && host.brackets == Brackets::No {
                    host.port = Some((after, Port::Empty));
                }
            }
        }
        if byte == b'@' {
            self.at_sign = Some(at);
            // The host follows, unless this is in a path after no userinfo.
            let is_over = host.is_over && self.colon.is_none();
            *host = Host { is_over, ..Host::default() };
            if !self.is_over {
                self.word_end = None;
            }
        }
    }

    /// The password before the last `@`, by rule 1, unless it is empty.
    fn password(&self) -> Option<Range<usize>> {
        let (start, end) = self.colon.zip(self.at_sign)?;
        (start < end).then_some(start..end)
    }

    /// The password that is cut off, by rule 2, unless it is empty. The text that belongs to the authority ends at `end`.
    fn cut_off(&self, end: usize, within: Within) -> Option<Range<usize>> {
        let start = self.host.password().filter(|_| within != Within::Uri)?;
        let end = self.host.port_end.unwrap_or(end);
        let end = self.word_end.filter(|word_end| *word_end > start).unwrap_or(end).min(end);
        (start < end).then_some(start..end)
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
        assert_eq!(shown("https://u:p/q?r#s@h x:y@z"), "https://u:***@h x:***@z");
        assert_eq!(
            shown("see https://ü:pé@h and http://v:q@i"),
            "see https://ü:***@h and http://v:***@i"
        );
        assert_eq!(format!("{:?}", mask("//u:p@h")), "\"//u:***@h\"");
    }

    // Rule 2.
    #[test]
    fn a_password_that_is_cut_off_is_masked() {
        for (text, operand, prose) in [
            ("http://u:s3cr3t", "http://u:***", "http://u:***"),
            ("//u:s3 cr3t", "//u:***", "//u:*** cr3t"),
            ("//u:s3/cr3t?x", "//u:***", "//u:***"),
            ("//u%3As3cr3t|", "//u%3A***", "//u%3A***"),
            ("//a@b:s3cr3t", "//a@b:***", "//a@b:***"),
            ("//a@[::1]:s3cr3t", "//a@[::1]:***", "//a@[::1]:***"),
            ("http:u:s3cr3t", "http:u:***", "http:u:***"),
            ("///u:s3cr3t", "///u:***", "///u:***"),
            ("//[u:s3cr3t", "//[u:***", "//[u:***"),
            ("//[u:s3cr3t]", "//[u:***", "//[u:***"),
            ("//[a:s3cr3t", "//[a:***", "//[a:***"),
            ("//[::1]:s3cr3t", "//[::1]:***", "//[::1]:***"),
            ("//h?x=http://u:s3cr3t", "//h?x=http://u:***", "//h?x=http://u:***"),
            ("//u:p@h?x=http://v:s3cr3t", "//u:***@h?x=http://v:***", "//u:***@h?x=http://v:***"),
            ("//u:p@h?x=//v:s3cr3t@i:s3cr3t", "//u:***@i:***", "//u:***@i:***"),
            ("//u:p@h:s3cr3t", "//u:***@h:***", "//u:***@h:***"),
            ("//u:p@[::1]:s3cr3t", "//u:***@[::1]:***", "//u:***@[::1]:***"),
            ("//u:p@[a:s3cr3t", "//u:***@[a:***", "//u:***@[a:***"),
            ("//u:1@2:s3cr3t", "//u:***@2:***", "//u:***@2:***"),
            ("//u:@w:s3cr3t", "//u:@w:***", "//u:@w:***"),
            ("//u:p@w%3As3cr3t/x", "//u:***@w%3A***", "//u:***@w%3A***"),
            ("//u:p/q@w:s3cr3t", "//u:***@w:***", "//u:***@w:***"),
            ("//u:p q@w:s3cr3t r", "//u:***@w:***", "//u:***@w:*** r"),
            ("//u:1s3cr3t", "//u:***", "//u:***"),
            ("//u:1 s3cr3t", "//u:***", "//u:1 s3cr3t"),
            // A port may be wrong.
            ("http://h:808O", "http://h:***", "http://h:***"),
            ("http://h:8080x/a?b#c", "http://h:***/a?b#c", "http://h:***/a?b#c"),
            ("//u:p@h:80x?b", "//u:***@h:***?b", "//u:***@h:***?b"),
            ("//h:80x/a b", "//h:***/a b", "//h:***/a b"),
            ("//h:80x#s3cr3t@i", "//h:***@i", "//h:***@i"),
            ("//h:80x?y=//v:s3cr3t", "//h:***", "//h:***"),
            ("//h:80x?y=v%3As3cr3t", "//h:***", "//h:***"),
            ("see //u:s3cr3t, or //v:s3cr3t\n", "see //u:***", "see //u:*** or //v:***\n"),
        ] {
            assert_eq!(mask_operand(text).to_string(), operand, "{text}");
            assert_eq!(mask(text).to_string(), prose, "{text}");
        }
        // A port, an address, or nothing. Blanks separate these.
        let texts = "//h:1 //h: //h:/a:b //[::1]:80 //[2001:db8::zz]/ //[2001:db8::1 //[fe80::1%eth0] <//h:1> '//h:1'. \
            //h?a:b //h/a:b //u:p@h:80 //u@[::1] //u@[::1]:1/a";
        for text in texts.split(' ').filter(|text| !text.is_empty()) {
            let expected = text.replace(":p@", ":***@");
            assert_eq!(mask_operand(text).to_string(), expected);
            assert_eq!(mask(text).to_string(), expected);
        }
        for valid in ["//h%3Ax", "//[v1.a:b]", "s:u:p@h", "urn:a:b@c", "http://h/a:b@c"] {
            assert_eq!(mask_uri(valid).to_string(), valid);
        }
    }

    // Rule 3.
    #[test]
    fn a_password_without_a_scheme_is_masked() {
        for (text, operand, prose) in [
            ("u:s3cr3t@h|", "u:***@h|", "u:***@h|"),
            ("u:s3:cr3t@x@h", "u:***@h", "u:***@h"),
            ("u: s3cr3t@h", "u:***@h", "u: s3cr3t@h"),
            ("u:s3 cr3t@h", "u:***@h", "u:s3 cr3t@h"),
            ("u:s3/cr3t@h", "u:***@h", "u:***@h"),
            ("u%3As3cr3t@h", "u%3A***@h", "u%3A***@h"),
            (":s3cr3t@h", ":***@h", ":***@h"),
            ("<u:s3cr3t@h>", "<u:***@h>", "<u:***@h>"),
            ("see u:s3cr3t@h or v:s3cr3t@i", "see u:***@i", "see u:***@h or v:***@i"),
            ("u:p//v:q@h?http://w:s3cr3t", "u:***@h?http://w:***", "u:***@h?http://w:***"),
            ("sip:a:s3cr3t@h", "sip:a:***@h", "sip:a:***@h"),
        ] {
            assert_eq!(mask_operand(text).to_string(), operand, "{text}");
            assert_eq!(mask(text).to_string(), prose, "{text}");
        }
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
            ("ht\ttp:u:p@h", "ht\ttp:***@h"),
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
        let texts = " / // /// //u@h //u:@h mailto:a:b@c news:a:b@c sip:a@b TAG:a@b http:u@h http:/u@h /a:b@c a/b:c@d http://h/a@b:c //h:1 //\u{e9}@";
        for text in texts.split(' ').chain([": /a:b@c"]) {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn masking_is_linear() {
        for piece in [
            "//", "//a", "//u:@ ", "//:", "// ?", "//\" ", "http:", "a:/", ":\t", "http:\t", "a: ",
            "a:@ ", "%3A/",
        ] {
            cri_testvectors::assert_linear(piece, 5_000, |len| {
                let text = piece.repeat(len);
                for within in [Within::Uri, Within::Operand, Within::Prose] {
                    assert!(find_within(text.as_bytes(), within).count() <= len);
                }
            });
        }
    }

    proptest! {
        #[test]
        fn any_text_is_masked(text in "(//|http:|[:@/\\\\?# \"uü1\\[\\]]|%3A){0,20}") {
            for within in [Within::Uri, Within::Operand, Within::Prose] {
                let passwords: std::vec::Vec<_> = find_within(text.as_bytes(), within).collect();
                prop_assert!(passwords.iter().all(|password| text.get(password.clone()).is_some_and(|text| !text.is_empty())));
                prop_assert!(passwords.is_sorted_by(|a, b| a.end <= b.start));
                let shown = Masked { text: &text, within }.to_string();
                prop_assert_eq!(shown.matches(MASK).count(), passwords.len());
            }
        }

        /// A text with a password that is wrong, cut off, or without its scheme.
        #[test]
        fn no_broken_text_shows_its_password(
            before in "(http:|coap:|)(//|///|)([^:@/\\\\?#\\[\"]{0,3})|x:y//u|//u:[p1/ ]{1,2}@(h|\\[::1\\])", colon in "(:|%3A)",
            wrong in "[^0-9/?#@]{0,2}", after in "(@|@h[|/?:]{0,2}|[|é]|/a|)",
        ) {
            let text = [&before, &colon, "S3CRET", &wrong, &after].concat();
            // Without any sign, only an at sign tells of a password. The first colon must not be that of a scheme.
            let is_signed = before.contains("//") || text.contains('@') && !matches!(&*before, "http:" | "coap:");
            prop_assume!(is_signed && !matches!(&*before, "http" | "tag" | "im" | "cid" | "mid" | "ftp" | "ws" | "wss" | "sip"));
            prop_assert!(!mask_operand(&text).to_string().contains("S3CRET"), "{}", text);
        }
    }
}
