//! Finding URIs in running text (RFC 3986 appendix C, RFC 1738 appendix).

mod follow;
pub(crate) mod wrapped;

use core::iter::FusedIterator;
use core::ops::Range;

use cri_core::Component;
use cri_registry::Table;

use crate::text::components::split::{offset_in, split_first};
use crate::text::context::follow::{Follow, goes_on, is_placeholder};
use crate::text::context::wrapped::{PAIRS, Pair, unprefixed};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::parse;
use crate::text::grammar::scheme::find_scheme;
use crate::text::iri::is_iri_character;

pub use crate::text::context::wrapped::{Delimiters, SpacedUri};

/// Finds the URIs in `text`, from start to end. Each has a scheme.
///
/// - Between angle brackets, white space is removed from the URI, and a prefix `URL:`, in any case, is not part of it. An
///   authority with white space may have up to 256 bytes.
/// - Between single or double quotes, the whole text must be a URI.
/// - Elsewhere, a URI ends before the first character that URIs cannot have. From its end, `.`, `,`, `;`, `:`, `!`, `?`,
///   `'` and a `)` without a `(` are left to the sentence. This is a heuristic.
///
/// A URI that was mistyped, or is an IRI, is skipped: its beginning would name another host or another resource. We skip
/// it unless what follows the URI directly may follow a URI in a sentence or in markup:
///
/// - white space, quotation marks, `<`, `>`, `` ` ``, `|`, `}`, `]`, and the punctuation of languages such as Chinese
/// - a letter of a script without spaces between words, such as Chinese, or a dash, if the word does not go on as a URI
///   does. `http://h/a` is in `请看http://h/a的说明`, but `http://www` is not in `http://www.例え.jp/`.
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
/// // The host is not "b".
/// assert_eq!(context::find_uris("http://bücher.example/", Table::DRAFT_16).next(), None);
/// ```
#[must_use]
pub fn find_uris(text: &str, schemes: Table) -> impl FusedIterator<Item = SpacedUri<'_>> + Clone {
    FindUris::<false> { text, schemes, at: 0, run_end: 0 }
}

/// Finds the IRIs in `text`, by the rules of [`find_uris`]. Every URI is an IRI.
///
/// An IRI may have letters beyond ASCII, so it ends before white space or punctuation only. In text without spaces
/// between words, this is ambiguous: in `请看http://h/a的说明`, the IRI is `http://h/a的说明`.
///
/// ```
/// use cri_uri::context;
/// use cri_uri::Table;
///
/// let mut found = context::find_iris("请看http://bücher.example/straße。", Table::DRAFT_16);
/// assert_eq!(found.next().unwrap().to_string(), "http://bücher.example/straße");
/// ```
#[must_use]
pub fn find_iris(text: &str, schemes: Table) -> impl FusedIterator<Item = SpacedUri<'_>> + Clone {
    FindUris::<true> { text, schemes, at: 0, run_end: 0 }
}

/// The URIs in a text, or the IRIs.
#[derive(Clone, Debug)]
struct FindUris<'a, const IRI: bool> {
    text: &'a str,
    schemes: Table,
    /// The text before this offset was searched.
    at: usize,
    /// The end of the last run of URI characters in which a scheme was found.
    run_end: usize,
}

impl<'a, const IRI: bool> Iterator for FindUris<'a, IRI> {
    type Item = SpacedUri<'a>;

    fn next(&mut self) -> Option<SpacedUri<'a>> {
        loop {
            let start = self.at;
            let rest = self.text.get(start..)?;
            let first = rest.chars().next()?;
            let len = Charset::SCHEME.run_len(rest.as_bytes());
            self.at = start.saturating_add(len.max(first.len_utf8()));
            let found = match PAIRS.iter().find(|pair| pair.open == first) {
                Some(pair) => self.delimited(pair),
                None if rest.as_bytes().get(len) == Some(&b':') => self.bare(start..self.at),
                None => None,
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

impl<const IRI: bool> FusedIterator for FindUris<'_, IRI> {}

impl<'a, const IRI: bool> FindUris<'a, IRI> {
    /// The URI between these delimiters. The opening one was read.
    fn delimited(&mut self, pair: &Pair) -> Option<SpacedUri<'a>> {
        let has_space = pair.delimiters == Delimiters::AngleBrackets;
        let rest = self.text.get(self.at..)?;
        let len = rest.find(|c: char| {
            [pair.open, pair.close, '<', '>', '"'].contains(&c)
                || !has_space && c.is_ascii_whitespace()
        })?;
        let inside = rest.get(..len)?;
        let after = rest.get(len..)?.strip_prefix(pair.close)?;
        // An apostrophe in a word closes nothing.
        if pair.close == '\'' && after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let text = if has_space { unprefixed(inside) } else { inside };
        let uri = SpacedUri::new(text, offset_in(self.text, text), pair.delimiters);
        let is_spaced = text.bytes().any(|byte| byte.is_ascii_whitespace());
        let is_uri = if is_spaced {
            self.announces_uri(text) && uri.is_uri::<IRI>()
        } else {
            parse::<IRI>(text).is_ok_and(|offsets| offsets.scheme > 0)
                && (has_space || self.announces_uri(text))
        };
        if !(is_uri || is_spaced && self.has_spaced_authority(text)) {
            return None;
        }
        self.at = self.text.len().saturating_sub(after.len());
        is_uri.then_some(uri)
    }

    /// Whether `text` begins with a scheme and an authority in which there is white space. Its first piece names another
    /// host.
    fn has_spaced_authority(&self, text: &str) -> bool {
        let (_, rest) = split_first(text, b':');
        let authority = rest.and_then(|rest| {
            let rest = rest.trim_ascii_start().strip_prefix('/')?;
            rest.trim_ascii_start().strip_prefix('/')?.split(['/', '?', '#']).next()
        });
        self.announces_uri(text)
            && authority.is_some_and(|it| it.bytes().any(|byte| byte.is_ascii_whitespace()))
    }

    /// The URI whose scheme ends `word`. A colon follows `word`.
    fn bare(&mut self, word: Range<usize>) -> Option<SpacedUri<'a>> {
        let letter =
            self.text.get(word.clone())?.bytes().position(|byte| byte.is_ascii_alphabetic())?;
        let start = word.start.saturating_add(letter);
        if start >= self.run_end {
            let rest = self.text.get(start..)?;
            let len = rest.find(|c| !is_in_run::<IRI>(c)).unwrap_or(rest.len());
            self.run_end = start.saturating_add(len);
        }
        let run = self.text.get(start..self.run_end)?;
        if !self.announces_uri(run) {
            return None;
        }
        let (valid, rest_of_run) = run.split_at_checked(valid_len::<IRI>(run))?;
        let rest = self.text.get(start.saturating_add(valid.len())..)?;
        if !self.ends(valid, rest, rest_of_run) {
            let skipped = rest.find(|c| Follow::of(c) != Follow::Other).unwrap_or(rest.len());
            self.at =
                self.at.max(self.text.len().saturating_sub(rest.len()).saturating_add(skipped));
            return None;
        }
        let text = without_punctuation(valid);
        if !self.announces_uri(text) || parse::<IRI>(text).is_err() {
            return None;
        }
        self.at = start.saturating_add(text.len());
        Some(SpacedUri::new(text, start, Delimiters::None))
    }

    /// Whether a URI may end before `rest`. `valid` is the longest text before it that is a URI, and `rest_of_run` is the
    /// beginning of `rest` with the characters of URIs.
    fn ends(&self, valid: &str, rest: &str, rest_of_run: &str) -> bool {
        // A port, or an address in brackets, may end before punctuation that is not part of the run.
        let after = rest.trim_start_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']);
        let closing = rest.get(..rest.len().saturating_sub(after.len())).unwrap_or_default();
        if !closing.is_empty() {
            let next = rest_of_run.get(closing.len()..).unwrap_or_default();
            if self.announces_uri(next) || next.starts_with(['(', '[']) {
                return !may_be_userinfo(valid, after);
            }
        }
        let Some(next) = after.chars().next() else { return true };
        match Follow::of(next) {
            Follow::End => match next {
                '`' | '|' | '}' => !may_be_userinfo(valid, after),
                '<' => !is_placeholder(after),
                _ => true,
            },
            // After the delimiters of a URI, the letter is probably part of an IRI.
            Follow::Letter => {
                let last = closing.bytes().next_back().or_else(|| valid.bytes().next_back());
                let is_end = |last: u8| last.is_ascii_alphanumeric() || b",;!)]'".contains(&last);
                last.is_some_and(is_end) && !goes_on(after)
            }
            Follow::Mark | Follow::Joint => !goes_on(after),
            // A quotation mark in a text with escapes.
            Follow::Other => after.starts_with("\\\""),
        }
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
}

/// The length of the text before the first error of a text that begins with a scheme.
fn valid_len<const IRI: bool>(text: &str) -> usize {
    let end = |text: &str| parse::<IRI>(text).map(|_| ()).map_err(|error| error.offset());
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

/// Whether a URI without delimiters goes on with this character, if its component may have it.
fn is_in_run<const IRI: bool>(character: char) -> bool {
    let is_ascii = |byte| Charset::QUERY.has(byte) || matches!(byte, b'%' | b'#' | b'[' | b']');
    u8::try_from(character).is_ok_and(is_ascii)
        || IRI
            && is_iri_character(character, Component::Query)
            && matches!(Follow::of(character), Follow::Letter | Follow::Other)
}

/// Whether a URI that ends in its authority may have been cut off in its userinfo, because an `@` comes before the next
/// delimiter.
fn may_be_userinfo(uri: &str, rest: &str) -> bool {
    // A search for a text could panic, a search for a byte cannot.
    let (_, after_scheme) = split_first(uri, b':');
    let authority = after_scheme.and_then(|after| after.strip_prefix("//"));
    let mut word = rest.bytes().take_while(|byte| {
        !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'?' | b'#' | b'<' | b'>' | b'"')
    });
    authority.is_some_and(|authority| !authority.contains(['/', '?', '#']))
        && word.any(|byte| byte == b'@')
}

/// `uri` without the punctuation at its end that belongs to the sentence around it.
fn without_punctuation(mut uri: &str) -> &str {
    let count = |bracket| uri.bytes().filter(|&byte| byte == bracket).count();
    let mut unbalanced = count(b')').saturating_sub(count(b'('));
    loop {
        let shorter = uri.strip_suffix(['.', ',', ';', ':', '!', '?', '\'']).or_else(|| {
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
mod tests;
