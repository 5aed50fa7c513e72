//! Reading and writing URIs with delimiters and line breaks, as running text has them (RFC 3986 appendix C, RFC 1738
//! appendix).

use core::fmt::{self, Write};

use crate::text::charset::Charset;
use crate::text::display_macros::display;
use crate::text::uri_ref::UriRef;

/// A URI as it stands in a text, perhaps with white space in it. It displays without white space.
///
/// ```
/// use cri_uri::context::SpacedUri;
///
/// let uri = SpacedUri::from_user("<http://example.com/\n  long>");
/// assert_eq!(uri.to_string(), "http://example.com/long");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpacedUri<'a> {
    text: &'a str,
    /// Whether it displays without the hyphens before line breaks.
    without_hyphens: bool,
}

impl<'a> SpacedUri<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, without_hyphens: false }
    }

    /// The URI that somebody typed or pasted, without the delimiters around it: angle brackets, perhaps with `URL:`
    /// after the first one, or double quotes (RFC 3986 appendix C). It is not parsed yet.
    ///
    /// ```
    /// use cri_uri::context::SpacedUri;
    ///
    /// assert_eq!(SpacedUri::from_user("  <URL: http://a\n/b>  ").to_string(), "http://a/b");
    /// ```
    #[must_use]
    pub fn from_user(text: &'a str) -> Self {
        let text = text.trim_ascii();
        let inside = |open: char, close: char| {
            text.strip_prefix(open).and_then(|text| text.strip_suffix(close))
        };
        match (inside('<', '>'), inside('"', '"')) {
            (Some(inside), _) => unprefixed(inside),
            (None, Some(inside)) => Self::new(inside.trim_ascii()),
            (None, None) => Self::new(text),
        }
    }

    /// The URI as it stands in the text.
    #[must_use]
    pub const fn as_written(&self) -> &'a str {
        self.text
    }

    /// Whether a line ends with a hyphen, which may belong to the URI or to the line break.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        !self.without_hyphens && self.pieces().any(|(_, hyphen)| hyphen)
    }

    /// The URI without the hyphens before line breaks, if it is ambiguous.
    #[must_use]
    pub fn alternative(&self) -> Option<Self> {
        self.is_ambiguous().then_some(Self { without_hyphens: true, ..*self })
    }

    /// Writes the URI, without the white space.
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        self.pieces().try_for_each(|(piece, hyphen)| {
            let without = piece.strip_suffix('-').filter(|_| hyphen && self.without_hyphens);
            out.write_str(without.unwrap_or(piece))
        })
    }

    /// Whether more text follows a scheme and `://`, apart from white space.
    pub(crate) fn is_hierarchical(&self) -> bool {
        let bytes = self.text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let mut rest = bytes.skip_while(|&byte| Charset::SCHEME.has(byte));
        self.text.starts_with(|first: char| first.is_ascii_alphabetic())
            && rest.by_ref().take(3).eq(*b"://")
            && rest.next().is_some()
    }

    /// Whether two hexadecimal digits follow every `%`, apart from white space.
    pub(crate) fn has_whole_triplets(&self) -> bool {
        let mut bytes = self.text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        while let Some(byte) = bytes.next() {
            let mut is_digit = || bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit());
            if byte == b'%' && !(is_digit() && is_digit()) {
                return false;
            }
        }
        true
    }

    /// The pieces between white space, each with whether it ends with a hyphen that a line break follows.
    fn pieces(self) -> impl Iterator<Item = (&'a str, bool)> {
        let mut rest = self.text;
        core::iter::from_fn(move || {
            let end =
                rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
            let (piece, after) = rest.split_at_checked(end)?;
            if rest.is_empty() {
                return None;
            }
            rest = after.trim_ascii_start();
            let space = after.get(..after.len().saturating_sub(rest.len())).unwrap_or_default();
            Some((piece, piece.ends_with('-') && space.contains(['\n', '\r'])))
        })
    }
}

display!(SpacedUri => &'b str, |text| text);

impl<'a> UriRef<'a> {
    /// This URI reference between angle brackets, for running text (RFC 3986 appendix C).
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let uri = UriRef::parse("http://a/b")?;
    /// assert_eq!(uri.wrapped().to_string(), "<http://a/b>");
    /// assert_eq!(uri.wrapped().legacy().to_string(), "<URL:http://a/b>");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn wrapped(self) -> WrappedUri<'a> {
        WrappedUri { uri: self, legacy: false, width: usize::MAX }
    }
}

/// A URI reference between angle brackets.
///
/// ```
/// use cri_uri::UriRef;
///
/// let wrapped = UriRef::parse("http://a/b")?.wrapped();
/// assert_eq!(format!("See {wrapped}."), "See <http://a/b>.");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WrappedUri<'a> {
    uri: UriRef<'a>,
    legacy: bool,
    width: usize,
}

impl WrappedUri<'_> {
    /// This URI with `URL:` after the first bracket (RFC 1738 appendix), which RFC 3986 no longer recommends.
    #[must_use]
    pub const fn legacy(self) -> Self {
        Self { legacy: true, ..self }
    }

    /// This URI with a line break after each `width` characters. If the last of these is a hyphen, the line break comes
    /// after the next character that is not one: a line break after a hyphen would be ambiguous.
    ///
    /// ```
    /// use cri_uri::UriRef;
    /// use cri_uri::context::SpacedUri;
    ///
    /// let wrapped = UriRef::parse("http://example.com/a")?.wrapped().broken_at(12).to_string();
    /// assert_eq!(wrapped, "<http://exam\nple.com/a>");
    /// assert_eq!(SpacedUri::from_user(&wrapped).to_string(), "http://example.com/a");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn broken_at(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Writes the URI reference and its delimiters.
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let (open, mut rest) = (if self.legacy { "<URL:" } else { "<" }, self.uri.as_str());
        out.write_str(open)?;
        let mut room = self.width.saturating_sub(open.len());
        loop {
            // INVARIANT: all ASCII.
            let after = rest.as_bytes().get(room.saturating_sub(1)..).unwrap_or_default();
            let Some(hyphens) = after.iter().position(|&byte| byte != b'-') else {
                break;
            };
            let (line, next) =
                rest.split_at_checked(room.max(1).saturating_add(hyphens)).unwrap_or((rest, ""));
            if next.is_empty() {
                break;
            }
            out.write_str(line)?;
            out.write_str("\n")?;
            (rest, room) = (next, self.width);
        }
        out.write_str(rest)?;
        out.write_str(">")
    }
}

display!(WrappedUri => &'b str, |text| text);

/// The URI in angle brackets, without white space around it and `URL:` before it.
pub(crate) fn unprefixed(inside: &str) -> SpacedUri<'_> {
    let inside = inside.trim_ascii();
    let uri = match inside.split_at_checked("URL:".len()) {
        Some((prefix, uri)) if prefix.eq_ignore_ascii_case("URL:") => uri.trim_ascii_start(),
        _ => inside,
    };
    SpacedUri::new(uri)
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    // shows: R3986-C-03, R1738-APP-04
    #[test]
    fn hyphens_at_line_breaks_are_ambiguous() {
        for (text, with, without) in [
            ("http://a/b-\nc", "http://a/b-c", Some("http://a/bc")),
            ("http://a/b--\r\n  c-\n d-e", "http://a/b--c-d-e", Some("http://a/b-cd-e")),
            ("http://a/b- c", "http://a/b-c", None),
            ("http://a/b\n-c", "http://a/b-c", None),
            ("http://a/b-\n", "http://a/b-", None),
        ] {
            let uri = SpacedUri::from_user(text);
            assert_eq!(uri.to_string(), with);
            assert_eq!(uri.is_ambiguous(), without.is_some());
            assert_eq!(uri.alternative().map(|uri| uri.to_string()).as_deref(), without);
            assert!(uri.alternative().is_none_or(|uri| !uri.is_ambiguous()));
        }
    }

    // shows: R3986-C-06
    #[test]
    fn delimiters_of_typed_uris_go() {
        for (text, expected) in [
            ("  <http://a/b>  ", "http://a/b"),
            ("\"http://a/b\"", "http://a/b"),
            ("\" http://a/ b \"\n", "http://a/b"),
            ("<URL:http://a/b>", "http://a/b"),
            ("URL:http://a/b", "URL:http://a/b"),
            ("www.w3.org/a", "www.w3.org/a"),
            ("<a", "<a"),
            ("", ""),
        ] {
            assert_eq!(SpacedUri::from_user(text).to_string(), expected);
        }
    }

    // shows: R1738-APP-05, R1738-APP-06
    #[test]
    fn wrapped_uris_do_not_break_after_a_hyphen() {
        let wrapped =
            |text, width| UriRef::parse(text).unwrap().wrapped().broken_at(width).to_string();
        assert_eq!(wrapped("http://a/b-c", 12), "<http://a/b-c>");
        assert_eq!(wrapped("http://a/b-cd", 12), "<http://a/b-c\nd>");
        assert_eq!(wrapped("http://a/b-cd", 11), "<http://a/b\n-cd>");
        assert_eq!(wrapped("s:---------", 4), "<s:--------->");
        assert_eq!(wrapped("s:a", 0), "<s\n:\na>");
        assert_eq!(wrapped("", 0), "<>");
        for text in ["http://a/b-c", "s:-----a-b", "s:abcdefghijk--", ""] {
            for width in 0..16 {
                let wrapped = wrapped(text, width);
                assert!(!wrapped.contains("-\n"), "{wrapped}");
                assert_eq!(SpacedUri::from_user(&wrapped).to_string(), text);
                assert!(
                    wrapped.contains('-')
                        || wrapped.lines().all(|line| line.len() <= width.max(2) + 1)
                );
            }
        }
    }
}
