//! Finding URIs in running text (RFC 3986 appendix C, RFC 1738 appendix).

mod bare;
mod extent;
mod follow;
pub(crate) mod wrapped;

use core::iter::FusedIterator;

use cri_registry::Table;

use crate::text::components::split::{offset_in, split_first};
use crate::text::context::extent::valid_len;
use crate::text::context::wrapped::{PAIRS, Pair, is_spaced, unprefixed};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::parse;
use crate::text::grammar::scheme::find_scheme;

pub use crate::text::context::wrapped::{Delimiters, SpacedUri};

/// Finds the URIs in `text`, from start to end. Each has a scheme.
///
/// - Between angle brackets, white space is removed from the URI, and a prefix `URL:`, in any case, is not part of it. An
///   authority with white space may have up to 256 bytes. White space before what begins another URI stays: `<GET http://a>`.
/// - Between single or double quotes, the whole text must be a URI.
/// - Elsewhere, a URI ends before the first character that URIs cannot have. From its end, `.`, `,`, `;`, `:`, `!`, `?`,
///   `'` and a `)` without a `(` are left to the sentence. This is a heuristic.
/// - A host without a userinfo ends before a sub-delimiter, which no DNS name has: `http://a,b`. A URI directly after `(` ends
///   before the matching `)`. Markup around a URI is not part of it: emphasis (`**http://a**`), references of HTML (`&gt;`),
///   and the end of an arrow or a comment (`-->`).
/// - The end of an escape is not part of a scheme: `\thttp://a` has `http://a`.
///
/// A URI that was mistyped, shortened (`http://a.te…` or `http://a.te...`) or masked (`http://u:•••@h/`), or is an IRI, is
/// skipped: its beginning would name another host or another resource. We skip a URI unless the text directly after it may
/// follow a URI in a sentence or in markup:
///
/// - white space, quotation marks, `<`, `>`, `` ` ``, `|`, `}`, and the punctuation of languages such as Chinese
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
        let is_spaced = is_spaced(text);
        if text.ends_with("...") || is_spaced && !self.is_one_uri(text) {
            return None;
        }
        let is_uri = if is_spaced {
            self.announces_uri(text) && uri.is_uri::<IRI>()
        } else {
            parse::<IRI>(text).is_ok_and(|offsets| offsets.scheme > 0)
                && (has_space || self.announces_uri(text))
                && !self.is_list(text)
        };
        if !(is_uri || is_spaced && self.has_spaced_authority(text)) {
            return None;
        }
        self.at = self.text.len().saturating_sub(after.len());
        is_uri.then_some(uri)
    }

    /// Whether no white space in `text` ends a URI: if it is in the scheme, the scheme is known without it, and what follows
    /// it begins no other URI.
    fn is_one_uri(&self, text: &str) -> bool {
        let (scheme, rest) = split_first(text, b':');
        let scheme = scheme.trim_ascii_end();
        let is_known = || {
            let name = || scheme.bytes().filter(|byte| !byte.is_ascii_whitespace());
            self.schemes
                .iter()
                .any(|known| known.name.bytes().eq(name().map(|byte| byte.to_ascii_lowercase())))
        };
        (!is_spaced(scheme) || is_known())
            && !rest.is_some_and(|rest| {
                let mut pieces = rest.split(|c: char| c.is_ascii_whitespace()).skip(1);
                pieces.any(|piece| self.announces_uri(piece))
            })
    }

    /// Whether `text` is a URI only because another one follows its host, as in `http://a,http://b`.
    fn is_list(&self, text: &str) -> bool {
        let next = text.get(valid_len::<IRI>(text, false).saturating_add(1)..);
        next.is_some_and(|next| self.announces_uri(next))
    }

    /// Whether `text` begins with a scheme and an authority in which there is white space. Its first piece names another
    /// host.
    fn has_spaced_authority(&self, text: &str) -> bool {
        let (_, rest) = split_first(text, b':');
        let authority = rest.and_then(|rest| {
            let rest = rest.trim_ascii_start().strip_prefix('/')?;
            rest.trim_ascii_start().strip_prefix('/')?.split(['/', '?', '#']).next()
        });
        self.announces_uri(text) && authority.is_some_and(is_spaced)
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

#[cfg(test)]
mod tests;
