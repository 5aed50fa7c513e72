//! Finding URIs without delimiters: where the URI begins, and where it ends.

use core::ops::Range;

use cri_core::Component;

use crate::text::components::split::{has_byte, split_first};
use crate::text::context::FindUris;
use crate::text::context::extent::valid_len;
use crate::text::context::follow::{Follow, goes_on, is_placeholder};
use crate::text::context::wrapped::{Delimiters, SpacedUri};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::parse;
use crate::text::grammar::scheme::find_scheme;
use crate::text::iri::is_iri_character;

impl<'a, const IRI: bool> FindUris<'a, IRI> {
    /// The URI whose scheme ends `word`. A colon follows `word`.
    pub(super) fn bare(&mut self, word: Range<usize>) -> Option<SpacedUri<'a>> {
        let start = self.scheme_start(word)?;
        let (before, rest) = self.text.split_at_checked(start)?;
        if start >= self.run_end {
            let len = rest.find(|c| !is_in_run::<IRI>(c)).unwrap_or(rest.len());
            self.run_end = start.saturating_add(len);
        }
        let run = self.text.get(start..self.run_end)?;
        if !self.announces_uri(run) {
            return None;
        }
        let opening = before.chars().next_back();
        let is_in_parentheses = opening == Some('(');
        let len = valid_len::<IRI>(run, is_in_parentheses);
        let (valid, after) = rest.split_at_checked(len)?;
        let is_closed = is_in_parentheses && after.starts_with(')');
        let cut = if is_closed { None } else { userinfo_len(valid, after) };
        let is_emphasis = opening == Some('*') && after.starts_with('*');
        let is_end =
            is_closed || cut.is_none() && (is_emphasis || self.ends(valid, after, run.get(len..)?));
        let text = without_marks(valid, before, after);
        let dotted = rest.get(text.len()..)?;
        let undotted = dotted.trim_start_matches('.');
        let is_shortened =
            undotted.starts_with('…') || dotted.len().saturating_sub(undotted.len()) >= "...".len();
        if !is_end || is_shortened {
            let cut = cut.unwrap_or(0);
            let skipped = after.get(cut..)?.find(|c| Follow::of(c) != Follow::Other);
            let skipped = skipped.map_or(after.len(), |skipped| cut.saturating_add(skipped));
            self.at = self.at.max(start.saturating_add(len).saturating_add(skipped));
            return None;
        }
        if !self.announces_uri(text) || parse::<IRI>(text).is_err() {
            return None;
        }
        self.at = start.saturating_add(text.len());
        Some(SpacedUri::new(text, start, Delimiters::None))
    }

    /// Where the scheme in `word` begins: at its first letter, or after what a program wrote directly before a URI. That is
    /// an escape (`%3D` or `=3D`), or the end of one before a scheme with a port, as `m` is in `\x1b[36mhttp://a`.
    fn scheme_start(&self, word: Range<usize>) -> Option<usize> {
        let (before, rest) = self.text.split_at_checked(word.start)?;
        let bytes = self.text.get(word.clone())?.as_bytes();
        let is_escape = before.ends_with(['%', '='])
            && matches!(bytes, [b'0'..=b'7', digit, ..] if digit.is_ascii_hexdigit());
        let from = if is_escape { 2 } else { 0 };
        let letter = bytes.get(from..)?.iter().position(u8::is_ascii_alphabetic)?;
        let first = from.saturating_add(letter);
        let scheme = bytes.get(first..)?;
        if !rest.get(bytes.len()..)?.starts_with("://")
            || find_scheme(scheme, self.schemes).is_some()
        {
            return Some(word.start.saturating_add(first));
        }
        let ends = self.schemes.iter().filter_map(|known| {
            let at = scheme.len().checked_sub(known.name.len())?;
            let (before, name) = scheme.split_at_checked(at)?;
            // A shorter one, or one without a port, ends other names: postgres, mongo.
            let is_end = known.default_port.is_some()
                && known.name.len() >= 3
                && before.last().is_some_and(u8::is_ascii_alphanumeric)
                && name.eq_ignore_ascii_case(known.name.as_bytes());
            is_end.then_some(at)
        });
        Some(word.start.saturating_add(first).saturating_add(ends.min().unwrap_or(0)))
    }

    /// Whether a URI may end before `rest`. `valid` is the text before it, and `rest_of_run` is the beginning of `rest`
    /// with the characters of URIs.
    fn ends(&self, valid: &str, rest: &str, rest_of_run: &str) -> bool {
        let mut characters = rest.chars();
        let first = characters.next();
        let next = characters.as_str();
        match first {
            // A host ends here, or a reference to a character of HTML begins.
            Some('&' | ';' | '=' | '!' | '+' | '(' | ')') => return true,
            // A list of hosts with ports is no list of URIs.
            Some(',') => return !has_port(valid) || !goes_on(next),
            // A variable of a shell.
            Some('$') => return !next.starts_with(|c| Follow::of(c) == Follow::Other),
            Some('*' | '\'') => return !goes_on(next.trim_start_matches('*')),
            _ => {}
        }
        // A port, or an address in brackets, may end before punctuation that is not part of the run.
        let after = rest.trim_start_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']);
        let closing = rest.get(..rest.len().saturating_sub(after.len())).unwrap_or_default();
        if !closing.is_empty() {
            let next = rest_of_run.get(closing.len()..).unwrap_or_default();
            if self.announces_uri(next) || next.starts_with(['(', '[']) {
                return true;
            }
        }
        let Some(next) = after.chars().next() else { return true };
        match Follow::of(next) {
            Follow::End => next != '<' || !is_placeholder(after),
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
}

/// Whether a URI without delimiters goes on with this character, if its component may have it.
fn is_in_run<const IRI: bool>(character: char) -> bool {
    let is_ascii = |byte| Charset::QUERY.has(byte) || matches!(byte, b'%' | b'#' | b'[' | b']');
    u8::try_from(character).is_ok_and(is_ascii)
        || IRI
            && is_iri_character(character, Component::Query)
            && matches!(Follow::of(character), Follow::Letter | Follow::Other)
}

/// The authority of a URI that ends in it.
fn last_authority(uri: &str) -> Option<&str> {
    // A search for a text could panic, a search for a byte cannot.
    let (_, after_scheme) = split_first(uri, b':');
    let authority = after_scheme?.strip_prefix("//")?;
    (!authority.contains(['/', '?', '#'])).then_some(authority)
}

fn has_port(uri: &str) -> bool {
    last_authority(uri).is_some_and(|authority| has_byte(authority, b':'))
}

/// The length of the text after a URI that ends in its authority, before an `@` in the same word. The URI was cut off in its
/// userinfo.
fn userinfo_len(uri: &str, rest: &str) -> Option<usize> {
    last_authority(uri)?;
    let at = rest.bytes().position(|byte| {
        byte.is_ascii_whitespace() || matches!(byte, b'@' | b'/' | b'?' | b'#' | b'<' | b'>' | b'"')
    })?;
    (rest.as_bytes().get(at) == Some(&b'@')).then_some(at)
}

/// `uri` without the marks at its end that belong to the text around it: punctuation of a sentence, emphasis that began
/// directly before the URI, and the hyphens of an arrow or of a comment in HTML.
fn without_marks<'a>(mut uri: &'a str, before: &str, after: &str) -> &'a str {
    if after.starts_with('>') || after.starts_with("&gt;") {
        uri = uri.trim_end_matches('-');
    }
    if before.ends_with("/*") {
        uri = uri.strip_suffix("*/").unwrap_or(uri);
    }
    let marks = before.get(before.trim_end_matches(['*', '_', '~']).len()..).unwrap_or_default();
    let [stars, lines, tildes] = ['*', '_', '~'].map(|mark| marks.chars().any(|it| it == mark));
    let count = |bracket| uri.bytes().filter(|&byte| byte == bracket).count();
    let mut unbalanced = count(b')').saturating_sub(count(b'('));
    loop {
        let is_mark = |last| {
            matches!(last, '.' | ',' | ';' | ':' | '!' | '?' | '\'')
                || stars && last == '*'
                || lines && last == '_'
                || tildes && last == '~'
        };
        let shorter = uri.strip_suffix(is_mark).or_else(|| {
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
