//! Finding URIs in running text (RFC 3986 appendix C, RFC 1738 appendix).

pub(crate) mod wrapped;

use core::iter::FusedIterator;
use core::ops::Range;

use cri_registry::Table;

use crate::text::charset::Charset;
use crate::text::context::wrapped::unprefixed;
use crate::text::known_scheme::find_scheme;
use crate::text::parse::parse;
use crate::text::split::{offset_in, split_first};
use crate::text::uri_ref::UriRef;

#[doc(hidden)]
pub use crate::text::context::wrapped::Delimiters;
pub use crate::text::context::wrapped::SpacedUri;

/// Finds the URIs in `text`, from start to end. Each has a scheme.
///
/// - Between angle brackets, white space is removed from the URI, and a prefix `URL:`, in any case, is not part of it. An
///   authority with white space may have up to 256 bytes.
/// - Between double quotes, the whole text must be a URI.
/// - Elsewhere, a URI ends before the first character that URIs cannot have. From its end, `.`, `,`, `;`, `:`, `!`, `?`
///   and a `)` without a `(` are left to the sentence. This is a heuristic.
///
/// Between angle brackets, any scheme counts. Elsewhere, and where white space was removed, `://` and more must follow
/// the scheme, or the scheme must be in `schemes` and more must follow its colon.
///
/// Finding takes linear time and no memory.
///
/// ```
/// use cri_uri::context;
/// use cri_uri::Table;
///
/// let text = "It is under <URL:ftp://foo.example.\n  com/rfc/> (or http://a/b). Note: \"c:d\" is none.";
/// let mut found = context::find_uris(text, Table::DRAFT_16);
/// let first = found.next().unwrap();
/// assert_eq!(first.to_string(), "ftp://foo.example.com/rfc/");
/// assert_eq!(&text[first.range()], "ftp://foo.example.\n  com/rfc/");
/// assert_eq!(found.next().unwrap().to_string(), "http://a/b");
/// assert_eq!(found.next(), None);
/// ```
#[must_use]
pub fn find_uris(text: &str, schemes: Table) -> impl FusedIterator<Item = SpacedUri<'_>> + Clone {
    FindUris { text, schemes, at: 0, run_end: 0 }
}

/// The URIs in a text.
#[derive(Clone, Debug)]
struct FindUris<'a> {
    text: &'a str,
    schemes: Table,
    /// The text before this offset was searched.
    at: usize,
    /// The end of the last run of URI characters in which a scheme was found.
    run_end: usize,
}

impl<'a> Iterator for FindUris<'a> {
    type Item = SpacedUri<'a>;

    fn next(&mut self) -> Option<SpacedUri<'a>> {
        loop {
            let start = self.at;
            let rest = self.text.as_bytes().get(start..)?;
            let first = rest.first()?;
            let len = Charset::SCHEME.run_len(rest);
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

    fn size_hint(&self) -> (usize, Option<usize>) {
        // A scheme has at least a letter and a colon.
        (0, Some(self.text.len().saturating_sub(self.at) / 2))
    }
}

impl FusedIterator for FindUris<'_> {}

impl<'a> FindUris<'a> {
    /// The URI in angle brackets. The opening bracket was read.
    fn bracketed(&mut self) -> Option<SpacedUri<'a>> {
        let is_inside = |byte: u8| is_uri(byte) || byte.is_ascii_whitespace();
        let (inside, close) = self.up_to(is_inside)?;
        if close != b'>' {
            return None;
        }
        let text = unprefixed(inside);
        let uri = SpacedUri::new(text, offset_in(self.text, text), Delimiters::AngleBrackets);
        let is_uri = if text.bytes().any(|byte| byte.is_ascii_whitespace()) {
            self.announces_uri(text) && uri.is_uri()
        } else {
            UriRef::parse(text).is_ok_and(|uri| !uri.is_relative())
        };
        if !is_uri {
            return None;
        }
        self.at = self.at.saturating_add(inside.len()).saturating_add(1);
        Some(uri)
    }

    /// The URI in double quotes. The opening quote was read.
    fn quoted(&mut self) -> Option<SpacedUri<'a>> {
        let (inside, close) = self.up_to(is_uri)?;
        if close != b'"' || !self.announces_uri(inside) || UriRef::parse(inside).is_err() {
            return None;
        }
        let start = self.at;
        self.at = start.saturating_add(inside.len()).saturating_add(1);
        Some(SpacedUri::new(inside, start, Delimiters::DoubleQuotes))
    }

    /// The URI whose scheme ends `word`. A colon follows `word`.
    fn bare(&mut self, word: Range<usize>) -> Option<SpacedUri<'a>> {
        let letter =
            self.text.get(word.clone())?.bytes().position(|byte| byte.is_ascii_alphabetic())?;
        let start = word.start.saturating_add(letter);
        if start >= self.run_end {
            let rest = self.text.get(start..)?;
            let len = rest.bytes().position(|byte| !is_uri(byte)).unwrap_or(rest.len());
            self.run_end = start.saturating_add(len);
        }
        let run = self.text.get(start..self.run_end)?;
        if !self.announces_uri(run) {
            return None;
        }
        let text = without_punctuation(run.get(..valid_len(run))?);
        if !self.announces_uri(text) || UriRef::parse(text).is_err() {
            return None;
        }
        self.at = start.saturating_add(text.len());
        Some(SpacedUri::new(text, start, Delimiters::None))
    }

    /// Whether `text` begins with the scheme of a URI, judging by the text after it. White space before and after `://`
    /// does not count.
    fn announces_uri(&self, text: &str) -> bool {
        if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return false;
        }
        let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let mut rest = bytes.skip_while(|&byte| Charset::SCHEME.has(byte));
        if rest.by_ref().take(3).eq(*b"://") && rest.next().is_some() {
            return true;
        }
        let (scheme, rest) = split_first(text, b':');
        rest.is_some_and(|rest| !matches!(rest.trim_ascii(), "" | "//"))
            && find_scheme(scheme.as_bytes(), self.schemes).is_some()
    }

    /// The next run of bytes that `is_inside` takes, and the byte after it.
    fn up_to(&self, is_inside: impl Fn(u8) -> bool) -> Option<(&'a str, u8)> {
        let rest = self.text.get(self.at..)?;
        let len = rest.bytes().position(|byte| !is_inside(byte))?;
        Some((rest.get(..len)?, *rest.as_bytes().get(len)?))
    }
}

/// The length of the text before the first error of a text that begins with a scheme.
fn valid_len(text: &str) -> usize {
    let end = |text: &str| parse::<false>(text).map(|_| ()).map_err(|error| error.offset());
    // The parser looks at all of the path before it sees an error in the authority. In a text of many URIs with such
    // errors, that would take quadratic time.
    let authority = || {
        let scheme = Charset::SCHEME.run_len(text.as_bytes());
        let rest = text.get(scheme..)?.strip_prefix("://")?;
        let len = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#'))?;
        text.get(..text.len().checked_sub(rest.len())?.checked_add(len)?)
    };
    authority().map_or(Ok(()), end).and_then(|()| end(text)).err().unwrap_or(text.len())
}

/// Whether this character may stand in a URI.
fn is_uri(byte: u8) -> bool {
    Charset::QUERY.has(byte) || matches!(byte, b'%' | b'#' | b'[' | b']')
}

/// `uri` without the punctuation at its end that belongs to the sentence around it.
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

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        find_uris(text, Table::DRAFT_16)
            .map(|found| {
                let written = &text[found.range()];
                assert_eq!(written.split_ascii_whitespace().collect::<String>(), found.to_string());
                found.to_string()
            })
            .collect()
    }

    #[test]
    fn texts_are_judged_like_by_the_parser() {
        let pieces =
            ["/", "//", "a", ":", "[", "]", "[::1]", "@", "?", "#", "%", "%4", "%41", "1", "."];
        let all = |n: usize| {
            ["a:", pieces[n % 15], pieces[n / 15 % 15], pieces[n / 225 % 15], pieces[n / 3375]]
        };
        for pieces in (0..50_625).map(all) {
            let text = pieces.concat();
            let parsed = UriRef::parse(&text);
            let spaced = pieces.join("\n ");
            let spaced = SpacedUri::new(&spaced, 0, Delimiters::AngleBrackets);
            assert_eq!(spaced.is_uri(), parsed.is_ok(), "{text}");
            let expected = parsed.map_or_else(|error| error.offset(), |uri| uri.as_str().len());
            assert_eq!(valid_len(&text), expected, "{text}");
        }
    }

    // shows: R3986-C-07
    #[test]
    fn bare_uris_end_before_the_sentence_does() {
        for (text, expected) in [
            ("(see http://a/b).", &["http://a/b"][..]),
            (
                "http://a/b(c) (http://a/b(c)d) http://a/)))",
                &["http://a/b(c)", "http://a/b(c)d", "http://a/"],
            ),
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
            // Not schemes, or schemes that nothing follows.
            ("std::fmt C:\\a 12:30 note:this x: http: http:// http://... tel:. :", &[]),
            ("x-y://z", &["x-y://z"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    // shows: R3986-C-01, R3986-C-02, R3986-C-04, R1738-APP-07
    #[test]
    fn delimiters_are_not_part_of_the_uri() {
        for (text, expected) in [
            ("\"http://a/b\"c", &["http://a/b"][..]),
            ("\"http://a/b c\" \"x:y\" \"tel:1\"", &["http://a/b", "tel:1"]),
            ("<x:y> < x:y > <URL:x:y>", &["x:y", "x:y", "x:y"]),
            ("<uRl:\n\thttp://a/b>", &["http://a/b"]),
            ("<ht\ntp:/ /a> <http: //\n>", &["http://a"]),
            ("<te l:1> <tel: 1> <tel : 1>", &["tel:1"]),
            ("<http://a /b\r\n/c>d", &["http://a/b/c"]),
            ("a < b: c > d <b>http://x</b> <a href=\"http://y\">", &["http://x", "http://y"]),
            ("<http://a/ %4 1> <http://b/ %4>", &["http://a/%41", "http://b/"]),
            ("<http://a/ ]> <http://b/# #>", &["http://a/", "http://b/#"]),
            ("<http://a", &["http://a"]),
            ("<http://a/é>", &["http://a/"]),
            ("<<http://a>>", &["http://a"]),
            ("<> \"\" <URL:> <URL:a>", &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
