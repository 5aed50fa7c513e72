//! URIs found in running text (RFC 3986 appendix C, RFC 1738 appendix).

pub(crate) mod wrapped;

use core::fmt;
use core::ops::Range;

use cri_registry::Table;

use crate::text::charset::Charset;
use crate::text::context::wrapped::{SpacedUri, unprefixed};
use crate::text::known_scheme::find_scheme;
use crate::text::uri_ref::UriRef;

/// The URIs in `text`, from front to end, each with a scheme.
///
/// - Between angle brackets, white space is removed, and `URL:` in front of the URI is none of it, in whatever case.
///   Where white space was removed, the result has the characters of a URI; to parse it is left to the caller.
/// - Between double quotes stands a URI as it is.
/// - Elsewhere, it ends before the first character that it cannot have. Of that, `.`, `,`, `;`, `:`, `!` and `?` at the
///   end are taken for the sentence's, and so are `)` without a `(`. This is a heuristic.
///
/// What looks like a scheme is one between angle brackets. Elsewhere, and where white space was removed, two slashes
/// have to follow, or it has to be among `schemes`, and something behind it.
///
/// It takes linear time and no memory.
///
/// ```
/// use cri_uri::{Delimiters, Table, extract};
///
/// let text = "It is under <URL:ftp://foo.example.\n  com/rfc/> (or http://a/b). Note: \"c:d\" is none.";
/// let mut found = extract(text, Table::DRAFT_16);
/// let first = found.next().unwrap();
/// assert_eq!(first.to_string(), "ftp://foo.example.com/rfc/");
/// assert_eq!(&text[first.range()], "ftp://foo.example.\n  com/rfc/");
/// assert_eq!(first.delimiters(), Delimiters::AngleBrackets);
/// assert_eq!(found.next().unwrap().to_string(), "http://a/b");
/// assert_eq!(found.next(), None);
/// ```
#[must_use]
pub const fn extract(text: &str, schemes: Table) -> Extract<'_> {
    Extract { text, schemes, at: 0, run_end: 0 }
}

/// The URIs in a text; see [`extract`].
#[derive(Clone, Debug)]
pub struct Extract<'a> {
    text: &'a str,
    schemes: Table,
    /// What is before this was searched.
    at: usize,
    /// The end of the run of characters that URIs have, in which a scheme was found last.
    run_end: usize,
}

impl<'a> Iterator for Extract<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        loop {
            let start = self.at;
            let rest = self.text.as_bytes().get(start..)?;
            let first = rest.first()?;
            let len = rest.iter().position(|&byte| !Charset::SCHEME.has(byte)).unwrap_or(rest.len());
            self.at = start.saturating_add(len.max(1));
            let found = match first {
                b'<' => self.bracketed(),
                b'"' => self.quoted(),
                _ if rest.get(len) == Some(&b':') => self.bare(start..self.at),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
    }
}

impl<'a> Extract<'a> {
    /// What is in angle brackets, of which the first was read.
    fn bracketed(&mut self) -> Option<Found<'a>> {
        let is_inside = |byte: u8| is_uri(byte) || byte.is_ascii_whitespace();
        let (inside, close) = self.up_to(is_inside)?;
        if close != b'>' {
            return None;
        }
        let uri = unprefixed(inside);
        let scheme = uri.as_written().bytes().position(|byte| !Charset::SCHEME.has(byte)).unwrap_or(0);
        let is_uri = if uri.as_written().bytes().any(|byte| byte.is_ascii_whitespace()) {
            (uri.is_hierarchical() || self.announces_uri(uri.as_written(), scheme)) && uri.has_whole_triplets()
        } else {
            UriRef::parse(uri.as_written()).is_ok_and(|uri| !uri.is_relative())
        };
        if !is_uri {
            return None;
        }
        let start = offset_in(self.text, uri.as_written());
        self.at = self.at.saturating_add(inside.len()).saturating_add(1);
        Some(Found { start, uri, delimiters: Delimiters::AngleBrackets })
    }

    /// What is in double quotes, of which the first was read.
    fn quoted(&mut self) -> Option<Found<'a>> {
        let (inside, close) = self.up_to(is_uri)?;
        let scheme = inside.bytes().position(|byte| !Charset::SCHEME.has(byte)).unwrap_or(0);
        if close != b'"' || !self.announces_uri(inside, scheme) || UriRef::parse(inside).is_err() {
            return None;
        }
        let start = self.at;
        self.at = start.saturating_add(inside.len()).saturating_add(1);
        Some(Found { start, uri: SpacedUri::new(inside), delimiters: Delimiters::DoubleQuotes })
    }

    /// The URI whose scheme, with a colon behind it, is in `word`.
    fn bare(&mut self, word: Range<usize>) -> Option<Found<'a>> {
        let letter = self.text.get(word.clone())?.bytes().position(|byte| byte.is_ascii_alphabetic())?;
        let start = word.start.saturating_add(letter);
        if start >= self.run_end {
            let rest = self.text.get(start..)?;
            let len = rest.bytes().position(|byte| !is_uri(byte)).unwrap_or(rest.len());
            self.run_end = start.saturating_add(len);
        }
        let run = self.text.get(start..self.run_end)?;
        let scheme = word.end.saturating_sub(start);
        if !self.announces_uri(run, scheme) {
            return None;
        }
        // What precedes the first error is a URI.
        let len = UriRef::parse(run).map_or_else(|error| error.offset(), |uri| uri.as_str().len());
        let text = without_punctuation(run.get(..len)?);
        if !self.announces_uri(text, scheme) || UriRef::parse(text).is_err() {
            return None;
        }
        self.at = start.saturating_add(text.len());
        Some(Found { start, uri: SpacedUri::new(text), delimiters: Delimiters::None })
    }

    /// Whether the first `len` bytes of `text` are the scheme of a URI, by what follows, and something does.
    fn announces_uri(&self, text: &str, len: usize) -> bool {
        let (scheme, rest) = text.split_at_checked(len).unwrap_or_default();
        if !scheme.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return false;
        }
        let known = || find_scheme(scheme.as_bytes(), self.schemes, |scheme| self.schemes.number(scheme)).is_some();
        match rest.strip_prefix("://") {
            Some(rest) => !rest.is_empty(),
            None => rest.strip_prefix(':').is_some_and(|rest| !rest.is_empty()) && known(),
        }
    }

    /// The run of these bytes that comes next, and the byte behind it.
    fn up_to(&self, is_inside: impl Fn(u8) -> bool) -> Option<(&'a str, u8)> {
        let rest = self.text.get(self.at..)?;
        let len = rest.bytes().position(|byte| !is_inside(byte))?;
        Some((rest.get(..len)?, *rest.as_bytes().get(len)?))
    }
}

/// What stands around a URI in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiters {
    /// `<` and `>`, perhaps with `URL:` behind the first.
    AngleBrackets,
    /// `"` and `"`.
    DoubleQuotes,
    /// Nothing that marks it as a URI.
    None,
}

impl Delimiters {
    /// The name in lower case with hyphens, such as `angle-brackets`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AngleBrackets => "angle-brackets",
            Self::DoubleQuotes => "double-quotes",
            Self::None => "none",
        }
    }
}

/// A URI that was found in a text, and displays without the white space in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found<'a> {
    start: usize,
    uri: SpacedUri<'a>,
    delimiters: Delimiters,
}

impl<'a> Found<'a> {
    /// Where it stands in the text, in bytes, its delimiters not included.
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start.saturating_add(self.uri.as_written().len())
    }

    /// What stands around it.
    #[must_use]
    pub const fn delimiters(&self) -> Delimiters {
        self.delimiters
    }

    /// The URI.
    #[must_use]
    pub const fn uri(&self) -> SpacedUri<'a> {
        self.uri
    }
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.write_to(f)
    }
}

/// Whether URIs have this character.
fn is_uri(byte: u8) -> bool {
    Charset::QUERY.has(byte) || matches!(byte, b'%' | b'#' | b'[' | b']')
}

/// `uri` without what the sentence around it has at its end.
fn without_punctuation(mut uri: &str) -> &str {
    let count = |bracket| uri.bytes().filter(|&byte| byte == bracket).count();
    let mut unbalanced = count(b')').saturating_sub(count(b'('));
    loop {
        let shorter = uri.strip_suffix(['.', ',', ';', ':', '!', '?']).or_else(|| {
            let shorter = uri.strip_suffix(')').filter(|_| unbalanced > 0)?;
            unbalanced = unbalanced.saturating_sub(1);
            Some(shorter)
        });
        let Some(shorter) = shorter else {
            return uri;
        };
        uri = shorter;
    }
}

/// The offset of `part`, which is one of `text`.
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        extract(text, Table::DRAFT_16)
            .map(|found| {
                let written = &text[found.range()];
                assert_eq!(found.uri().as_written(), written);
                assert_eq!(written.split_ascii_whitespace().collect::<String>(), found.to_string());
                found.to_string()
            })
            .collect()
    }

    // shows: R3986-C-07
    #[test]
    fn bare_uris_end_before_the_sentence_does() {
        for (text, expected) in [
            ("(see http://a/b).", &["http://a/b"][..]),
            ("http://a/b(c) (http://a/b(c)d) http://a/)))", &["http://a/b(c)", "http://a/b(c)d", "http://a/"]),
            ("http://a/b?, http://a/?b; http://a:!", &["http://a/b", "http://a/?b", "http://a"]),
            ("mailto:joe@a.b.", &["mailto:joe@a.b"]),
            ("http://[::1]/a] http://[::1 http://x[y", &["http://[::1]/a", "http://x"]),
            ("http://a/%zz http://h:1a", &["http://a/", "http://h:1"]),
            (
                "url=http://a/b&c=1 ...http://c 1http://d +http://e",
                &["http://a/b&c=1", "http://c", "http://d", "http://e"],
            ),
            ("éhttp://a/bé", &["http://a/b"]),
            ("URL:http://a/b foo:http://c", &["http://a/b", "http://c"]),
            // No schemes, or nothing behind them.
            ("std::fmt C:\\a 12:30 note:this x: http: http:// http://... tel:. :", &[]),
            ("x-y://z", &["x-y://z"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    // shows: R3986-C-01, R3986-C-02, R3986-C-04, R1738-APP-07
    #[test]
    fn delimiters_are_not_taken() {
        for (text, expected) in [
            ("\"http://a/b\"c", &["http://a/b"][..]),
            ("\"http://a/b c\" \"x:y\" \"tel:1\"", &["http://a/b", "tel:1"]),
            ("<x:y> < x:y > <URL:x:y>", &["x:y", "x:y", "x:y"]),
            ("<uRl:\n\thttp://a/b>", &["http://a/b"]),
            ("<ht\ntp:/ /a> <http: //\n>", &["http://a", "http://"]),
            ("<te l:1> <tel: 1> <tel : 1>", &["tel:1"]),
            ("<http://a /b\r\n/c>d", &["http://a/b/c"]),
            ("a < b: c > d <b>http://x</b> <a href=\"http://y\">", &["http://x", "http://y"]),
            ("<http://a/ %4 1> <http://b/ %4>", &["http://a/%41", "http://b/"]),
            ("<http://a", &["http://a"]),
            ("<http://a/é>", &["http://a/"]),
            ("<<http://a>>", &["http://a"]),
            ("<> \"\" <URL:> <URL:a>", &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
