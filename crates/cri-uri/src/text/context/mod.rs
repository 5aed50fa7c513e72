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

#[doc(hidden)]
pub use crate::text::context::wrapped::Delimiters;
pub use crate::text::context::wrapped::SpacedUri;

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
mod tests {
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;
    use crate::text::uri_ref::UriRef;

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
            assert_eq!(spaced.is_uri::<false>(), parsed.is_ok(), "{text}");
            let expected = parsed.map_or_else(|error| error.offset(), |uri| uri.as_str().len());
            assert_eq!(valid_len::<false>(&text), expected, "{text}");
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
            (
                "http://[::1]/a] http://[::1]. http://[::1]:1)",
                &["http://[::1]/a", "http://[::1]", "http://[::1]:1"],
            ),
            (
                "http://a:1,http://b:2 [http://c](http://d)",
                &["http://a:1", "http://b:2", "http://c", "http://d"],
            ),
            ("|http://a|b| `http://c` {http://d}", &["http://a", "http://c", "http://d"]),
            ("{\\\"http://a\\\"} http://b\u{1b}[0m", &["http://a", "http://b"]),
            (
                "url=http://a/b&c=1 ...http://c 1http://d +http://e",
                &["http://a/b&c=1", "http://c", "http://d", "http://e"],
            ),
            ("URL:http://a/b foo:http://c", &["http://a/b", "http://c"]),
            // Not schemes, or schemes that nothing follows.
            ("std::fmt C:\\a 12:30 note:this x: http: http:// http://... tel:. :", &[]),
            ("x-y://z", &["x-y://z"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    // shows: R3986-C-07
    #[test]
    fn text_in_other_scripts_ends_uris() {
        for text in [
            "请看http://a.b。",
            "请看http://a.b。然后",
            "http://a.b、http://c\u{301}",
            "http://a.b的说明",
            "http://a.b的API文档，c.d/e",
            "http://a.b和http://a.b",
            "“http://a.b” «http://a.b» „http://a.b“ 「http://a.b」",
            "http://a.b… http://a.b—a http://a.b’s",
            "http://a.b에서",
            "http://a.bที่",
            "http://a.b، http://a.b؟",
            "http://a.b\u{a0}c http://a.b\u{200b} c",
            "http://a.b,看",
            "（http://a.b）",
        ] {
            let found = found(text);
            assert!(
                !found.is_empty() && found.iter().all(|uri| uri == "http://a.b"),
                "{text}: {found:?}"
            );
        }
    }

    // shows: R3986-C-08
    #[test]
    fn cut_uris_are_skipped() {
        for text in "http://bücher.example/x|http://user:p@ss@h/x|coap://2001:db8::1/x|http://h:port/x|http://h/a%zz/b|\
            http://h/é|http://h/100%|http://h/?a[]=1|http://h/#a#b|http://h/{id}|http://{h}/|http://a.{b}.c/|http://a\\b.c/|http://h^2/|\
            http://www.例え.jp/|http://www.例え|http://www。例え。jp/|http://www。example。jp|http://h看.b|http://h/维基/中|http://h/?q=中&l=zh|\
            http://u’s:p@h/|http://o’reilly.b/|http://a‐b.c/|http://a\u{200b}b.c/|http://h…/x|http://h：80/|http://u＠h/|http://h１|\
            http://bu\u{308}cher.example/|http://www.пример.рф/|http://i❤.ws/|http://[::1|http://[::1]a|http://[::1].b/|http://h:1a|http://h:80:90/|\
            mongodb://a:1,b:2/db|http://u:}w@h/|http://u:`w@h/|http://h]/x|mailto:jürgen@h|<http://exam\nple.com/é>|<http://exam\nple.com/%zz>|\
            <http://bü\ncher.example/>|\"http://bü.example/\"|'http://bü.example/'|http://bü/?u=http-http://h/x|http://a.<b>.c/|http://u:<password>@h/|http://a<b_1>/|http://h:x/?u=http://g/"
            .split('|')
        {
            assert_eq!(found(text), &[] as &[&str], "{text}");
        }
        assert_eq!(found("http://u:|w@h/ http://g"), ["http://g"]);
        assert_eq!(found("http://bücher.example/x http://g"), ["http://g"]);
    }

    #[test]
    fn iris_are_found_whole() {
        let iris =
            |text| find_iris(text, Table::DRAFT_16).map(|iri| iri.to_string()).collect::<Vec<_>>();
        for (text, expected) in [
            (
                "see http://bücher.example/straße, or <http://é/\n è>.",
                &["http://bücher.example/straße", "http://é/è"][..],
            ),
            ("请看http://例え.jp/中文。", &["http://例え.jp/中文"]),
            (
                "“http://é/” 'http://é/a','http://é/b' \"http://é/c\"",
                &["http://é/", "http://é/a", "http://é/b", "http://é/c"],
            ),
            ("http://h/?\u{e000} http://h/a", &["http://h/?\u{e000}", "http://h/a"]),
            ("http://h的说明", &["http://h的说明"]),
            (
                "http://müller’s page http://bücher.example…",
                &["http://müller", "http://bücher.example"],
            ),
            // Wrong IRIs are skipped, too.
            (
                "http://h:é/ http://é:p@ss@h/ http://h/\u{e000} http://é/%zz http://www。例え。jp/",
                &[],
            ),
            ("http://é/\u{202e}a http://o’reilly.é/ <http://é\n.b/\u{e000}>", &[]),
        ] {
            assert_eq!(iris(text), expected, "{text}");
        }
    }

    // shows: R3986-C-01, R3986-C-02, R3986-C-04, R1738-APP-07
    #[test]
    fn delimiters_are_not_part_of_the_uri() {
        for (text, expected) in [
            ("\"http://a/b\"c", &["http://a/b"][..]),
            ("\"http://a/b c\" \"x:y\" \"tel:1\"", &["http://a/b", "tel:1"]),
            (
                "'http://a/b' 'http://a/c','http://a/d' f('http://a/e') 'x:y'",
                &["http://a/b", "http://a/c", "http://a/d", "http://a/e"],
            ),
            ("'http://a/it's' http://a/b' don't:x", &["http://a/it's", "http://a/b"]),
            ("<x:y> < x:y > <URL:x:y>", &["x:y", "x:y", "x:y"]),
            ("<uRl:\n\thttp://a/b>", &["http://a/b"]),
            ("<ht\ntp:/ /a> <http: //\n>", &["http://a"]),
            ("<te l:1> <tel: 1> <tel : 1>", &["tel:1"]),
            ("<http://a /b\r\n/c>d", &["http://a/b/c"]),
            ("a < b: c > d <b>http://x</b> <a href=\"http://y\">", &["http://x", "http://y"]),
            ("<http://a/ %4 1> <http://b/ %4>", &["http://a/%41", "http://b/"]),
            ("<http://a/ ]> <http://b/# #>", &["http://a/", "http://b/#"]),
            ("<http://a", &["http://a"]),
            ("<http://a|b> <<http://a>>", &["http://a", "http://a"]),
            (
                "http://a<br>b.c http://a</b> http://a<b>. http://a<é>/",
                &["http://a", "http://a", "http://a", "http://a"],
            ),
            ("<> \"\" <URL:> <URL:a>", &[]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
