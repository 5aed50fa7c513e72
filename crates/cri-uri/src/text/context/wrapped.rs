//! Reading and writing URIs with delimiters and line breaks, as running text has them (RFC 3986 appendix C, RFC 1738
//! appendix).

use core::fmt::{self, Write};
use core::ops::Range;

use cri_core::__private::write_text;
use cri_core::{BufferTooSmall, Component};

use crate::text::components::split::offset_in;
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::parse_authority;
use crate::text::iri::is_iri_character;
use crate::text::uri_ref::{Offsets, UriRef};

/// A URI or an IRI as it is in a text, perhaps with white space in it. It displays without white space.
///
/// It keeps a hyphen before a line break, which may belong to the URI or only to the line break.
/// [`range`](Self::range) shows the line break.
///
/// ```
/// use cri_uri::context::SpacedUri;
///
/// let uri = SpacedUri::from_user("<http://example.com/\n  long>");
/// assert_eq!(uri.to_string(), "http://example.com/long");
/// // Without a heap:
/// assert_eq!((uri.as_str(), uri.write_into(&mut [0; 64])), (None, Ok("http://example.com/long")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpacedUri<'a> {
    text: &'a str,
    /// Where it begins in the text around it.
    start: usize,
    delimiters: Delimiters,
}

impl<'a> SpacedUri<'a> {
    pub(crate) const fn new(text: &'a str, start: usize, delimiters: Delimiters) -> Self {
        Self { text, start, delimiters }
    }

    /// The URI that somebody typed or pasted, without white space and delimiters around it: angle brackets, perhaps with
    /// `URL:` after the first one, or quotes (RFC 3986 appendix C). It is not parsed yet.
    #[must_use]
    pub fn from_user(text: &'a str) -> Self {
        let word = text.trim();
        let inside = |pair: &Pair| {
            let inside = word.strip_prefix(pair.open)?.strip_suffix(pair.close)?.trim();
            let is_angle = pair.delimiters == Delimiters::AngleBrackets;
            Some((if is_angle { unprefixed(inside) } else { inside }, pair.delimiters))
        };
        let (uri, delimiters) = PAIRS.iter().find_map(inside).unwrap_or((word, Delimiters::None));
        Self::new(uri, offset_in(text, uri), delimiters)
    }

    /// The URI, if no white space is in it.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        (!is_spaced(self.text)).then_some(self.text)
    }

    /// Writes the URI to the start of `buffer` without the white space in it, and returns it. This takes no heap.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], which says how many bytes the URI needs.
    pub fn write_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b str, BufferTooSmall> {
        write_text(buffer, |out| write!(out, "{self}"))
    }

    /// The range of the URI in the text, in bytes, without its delimiters.
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start.saturating_add(self.text.len())
    }

    /// The delimiters around the URI.
    #[must_use]
    pub const fn delimiters(&self) -> Delimiters {
        self.delimiters
    }

    /// Whether this text, which has a scheme, is a URI without its white space, or an `IRI`. `false` if its authority has
    /// more than 256 bytes.
    pub(crate) fn is_uri<const IRI: bool>(&self) -> bool {
        let is_in_authority = |character: &char| !matches!(character, '/' | '?' | '#');
        let characters = self.text.chars().filter(|character| !character.is_ascii_whitespace());
        let mut rest = characters.skip_while(|&character| character != ':').skip(1);
        if rest.clone().take(2).eq("//".chars()) {
            let _slashes = rest.nth(1);
            let mut room = [0; 256];
            let authority = write_text(&mut room, |out| {
                rest.clone().take_while(is_in_authority).try_for_each(|it| out.write_char(it))
            });
            let parse = |it| parse_authority::<IRI>(it, &mut Offsets::default());
            if !authority.is_ok_and(|authority| parse(authority).is_ok()) {
                return false;
            }
            while rest.clone().next().is_some_and(|it| is_in_authority(&it)) {
                rest.next();
            }
        }
        let mut component = Component::Path;
        while let Some(character) = rest.next() {
            if !is_next::<IRI>(character, rest.clone(), &mut component) {
                return false;
            }
        }
        true
    }
}

/// Whether white space is in `text`.
pub(crate) fn is_spaced(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_whitespace())
}

impl fmt::Display for SpacedUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.split_ascii_whitespace().try_for_each(|piece| f.write_str(piece))
    }
}

named_kinds! {
    /// The delimiters around a URI in a text.
    pub enum Delimiters {
        /// `<` and `>`, perhaps with `URL:` after the `<`.
        AngleBrackets = "angle-brackets",
        /// `"` and `"`, or `“` and `”`.
        DoubleQuotes = "double-quotes",
        /// `'` and `'`.
        SingleQuotes = "single-quotes",
        /// No delimiters.
        None = "none",
    }
}

/// An opening and a closing delimiter.
pub(crate) struct Pair {
    pub(crate) open: char,
    pub(crate) close: char,
    pub(crate) delimiters: Delimiters,
}

/// The delimiters of RFC 3986 appendix C, and the other quotes that programs and people write.
pub(crate) const PAIRS: [Pair; 4] = [
    Pair { open: '<', close: '>', delimiters: Delimiters::AngleBrackets },
    Pair { open: '"', close: '"', delimiters: Delimiters::DoubleQuotes },
    Pair { open: '“', close: '”', delimiters: Delimiters::DoubleQuotes },
    Pair { open: '\'', close: '\'', delimiters: Delimiters::SingleQuotes },
];

impl<'a> UriRef<'a> {
    /// This URI reference between angle brackets, for running text, with a line break after each `width` characters (RFC
    /// 3986 appendix C). If the last of these is a hyphen, the line break comes after the next character that is not
    /// one: a line break after a hyphen would be ambiguous. A line may begin as another URI does, as in
    /// `<http://a/\nhttp://b>`. Whoever finds URIs in the text reads it as two, so choose another width then.
    ///
    /// ```
    /// use cri_uri::UriRef;
    /// use cri_uri::context::SpacedUri;
    ///
    /// let uri = UriRef::parse("http://example.com/a")?;
    /// assert_eq!(uri.wrapped(usize::MAX).to_string(), "<http://example.com/a>");
    /// let wrapped = uri.wrapped(12).to_string();
    /// assert_eq!(wrapped, "<http://exam\nple.com/a>");
    /// assert_eq!(SpacedUri::from_user(&wrapped).to_string(), "http://example.com/a");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn wrapped(self, width: usize) -> impl fmt::Display + use<'a> {
        WrappedUri { uri: self, width }
    }
}

/// A URI reference between angle brackets.
struct WrappedUri<'a> {
    uri: UriRef<'a>,
    width: usize,
}

impl fmt::Display for WrappedUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.uri.as_str();
        f.write_str("<")?;
        let mut room = self.width.saturating_sub(1);
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
            f.write_str(line)?;
            f.write_str("\n")?;
            (rest, room) = (next, self.width);
        }
        f.write_str(rest)?;
        f.write_str(">")
    }
}

/// Whether `character` may be next in this component of a URI, a path, a query or a fragment, or begins the next component.
/// `following` are the characters after it.
pub(crate) fn is_next<const IRI: bool>(
    character: char,
    mut following: impl Iterator<Item = char>,
    component: &mut Component,
) -> bool {
    let mut is_digit = || following.next().is_some_and(|digit| digit.is_ascii_hexdigit());
    match character {
        '%' => is_digit() && is_digit(),
        '#' => core::mem::replace(component, Component::Fragment) != Component::Fragment,
        '?' if *component == Component::Path => {
            *component = Component::Query;
            true
        }
        _ => {
            u8::try_from(character).is_ok_and(|byte| Charset::QUERY.has(byte))
                || IRI && is_iri_character(character, *component)
        }
    }
}

/// The URI in angle brackets, without white space around it and `URL:` before it.
pub(crate) fn unprefixed(inside: &str) -> &str {
    let inside = inside.trim_ascii();
    match inside.split_at_checked("URL:".len()) {
        Some((prefix, uri)) if prefix.eq_ignore_ascii_case("URL:") => uri.trim_ascii_start(),
        _ => inside,
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    // shows: R3986-C-03, R1738-APP-04
    #[test]
    fn hyphens_at_line_breaks_stay() {
        for (text, expected) in [
            ("http://a/b-\nc", "http://a/b-c"),
            ("http://a/b--\r\n  c-\n d-e", "http://a/b--c-d-e"),
            ("http://a/b- c", "http://a/b-c"),
            ("http://a/b\n-c", "http://a/b-c"),
            ("http://a/b-\n", "http://a/b-"),
        ] {
            let uri = SpacedUri::from_user(text);
            assert_eq!((&*uri.to_string(), &text[uri.range()]), (expected, text.trim_end()));
        }
    }

    // shows: R3986-C-06
    #[test]
    fn delimiters_of_typed_uris_go() {
        for (text, expected) in [
            ("  <http://a/b>  ", "http://a/b"),
            ("\"http://a/b\"", "http://a/b"),
            ("'http://a/b'", "http://a/b"),
            ("\u{a0}“http://a/b”", "http://a/b"),
            ("\" http://a/ b \"\n", "http://a/b"),
            ("<URL:http://a/b>", "http://a/b"),
            ("URL:http://a/b", "URL:http://a/b"),
            ("www.w3.org/a", "www.w3.org/a"),
            ("<a", "<a"),
            ("", ""),
        ] {
            let uri = SpacedUri::from_user(text);
            assert_eq!(
                (&*uri.to_string(), text[uri.range()].replace(' ', "")),
                (expected, expected.into())
            );
        }
    }

    // shows: R1738-APP-05, R1738-APP-06
    #[test]
    fn wrapped_uris_do_not_break_after_a_hyphen() {
        let wrapped = |text, width| UriRef::parse(text).unwrap().wrapped(width).to_string();
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
