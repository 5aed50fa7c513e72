//! `cri'…'`: a CRI reference by its URI or IRI reference (appendix C of the draft).

use std::iter;
use std::ops::Range;

use cri_core::CriRefBuf;
use cri_uri::{IriRef, Options};

use super::tokens::invalid;
use crate::failure::Failure;

/// Reads what stands between the quotes, from byte `start` of the notation on.
pub(super) fn read(quoted: &str, start: usize, options: Options) -> Result<CriRefBuf<Vec<u8>>, Failure> {
    let Unquoted { text, places } = unquote(quoted, start)?;
    let in_notation = |failure: Failure| match failure.offset.map(|offset| places.get(offset)) {
        Some(Some(&place)) => failure.at(place).in_text(),
        // Behind the last character stands the quote.
        Some(None) => failure.at(start + quoted.len()).in_text(),
        None => failure,
    };
    let iri = IriRef::parse(&text).map_err(|error| in_notation(error.into()))?;
    iri.to_cri(options, Vec::new()).map_err(|error| in_notation(error.into()))
}

/// What a quoted string says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unquoted {
    pub(super) text: String,
    /// Where in the notation the character of each byte stands.
    pub(super) places: Vec<usize>,
}

impl Unquoted {
    fn push(&mut self, character: char, place: usize) {
        self.text.push(character);
        self.places.extend(iter::repeat_n(place, character.len_utf8()));
    }
}

fn unquote(quoted: &str, start: usize) -> Result<Unquoted, Failure> {
    let mut unquoted = Unquoted { text: String::new(), places: Vec::new() };
    for (at, character) in characters(quoted) {
        let place = start + at;
        let character = character.ok_or_else(|| invalid(place, "expected an escaped character, found another"))?;
        unquoted.push(character, place);
    }
    Ok(unquoted)
}

/// Resolves the escapes in a part of the notation; what is none says what is behind its backslash.
pub(super) fn unquote_loosely(notation: &str, quoted: Range<usize>) -> Unquoted {
    let mut unquoted = Unquoted { text: String::new(), places: Vec::new() };
    let mut backslash = None;
    for (at, character) in characters(&notation[quoted.clone()]) {
        match character {
            Some(character) => unquoted.push(character, quoted.start + backslash.take().unwrap_or(at)),
            None => backslash = Some(at),
        }
    }
    unquoted
}

/// Where each character stands, and what it is, which is none for a backslash that escapes nothing.
fn characters(quoted: &str) -> impl Iterator<Item = (usize, Option<char>)> {
    let mut at = 0;
    iter::from_fn(move || {
        let (place, rest) = (at, &quoted[at..]);
        let first = rest.chars().next()?;
        let (character, len) = match (first, escaped(rest)) {
            ('\\', Some((character, len))) => (Some(character), len),
            ('\\', None) => (None, first.len_utf8()),
            _ => (Some(first), first.len_utf8()),
        };
        at += len;
        Some((place, character))
    })
}

/// The character that an escape stands for, and the length of that.
fn escaped(escape: &str) -> Option<(char, usize)> {
    let (first, len) = unit(escape)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, len));
    }
    // Beyond U+FFFF it may be a pair of surrogates, as in JSON.
    let (second, behind) = unit(&escape[len..])?;
    let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(pair).next()?.ok()?, len + behind))
}

/// The number that a backslash and what stands behind it say, and the length of both.
fn unit(escape: &str) -> Option<(u32, usize)> {
    let rest = escape.strip_prefix('\\')?;
    let character = match rest.chars().next()? {
        quoted @ ('\'' | '\\' | '/') => quoted,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let (digits, around) = match rest.strip_prefix("u{") {
                Some(braced) => {
                    let len = braced.bytes().take_while(u8::is_ascii_hexdigit).count();
                    (braced.get(..len).filter(|_| braced[len..].starts_with('}'))?, 4)
                }
                None => (rest.get(1..5)?, 2),
            };
            let hex = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| hex)?;
            return Some((value, digits.len() + around));
        }
        _ => return None,
    };
    Some((character.into(), 2))
}

#[cfg(test)]
mod tests {
    use cri_core::Revision;
    use cri_uri::Options;

    use super::{Unquoted, read, unquote, unquote_loosely};

    #[test]
    fn escapes_are_resolved_and_located() {
        let unquoted = |text: &str, places: &[usize]| Unquoted { text: text.into(), places: places.into() };
        assert_eq!(unquote(r"a\'b\\", 10).ok(), Some(unquoted(r"a'b\", &[10, 11, 13, 14])));
        assert_eq!(unquote(r"\u0061\u{62}\/", 0).ok(), Some(unquoted("ab/", &[0, 6, 12])));
        assert_eq!(unquote(r"é\ud83d\ude00a", 0).ok(), Some(unquoted("é😀a", &[0, 0, 2, 2, 2, 2, 14])));
        assert_eq!(unquote_loosely(r#"x\"\u00é\ud83d\ude00a\"#, 1..23).text, "\"u00é😀a");
        assert_eq!(unquote_loosely(r#"xé\u0061\""#, 1..11), unquoted("éa\"", &[1, 1, 3, 9]));
    }

    #[test]
    fn failures_stand_in_the_notation() {
        let wrong = |quoted: &str| read(quoted, 10, Options::new(Revision::Draft16)).expect_err(quoted);
        for (quoted, kind, offset) in [
            (r"\'/%", "invalid-percent-encoding", 13),
            (r"//\'h:", "empty-port", 15),
            ("é\u{202e}", "unexpected-character", 12),
            (r"a\u202e", "unexpected-character", 11),
            (r"a\ud83d", "invalid-edn", 11),
            (r"a\ud83d\u0041", "invalid-edn", 11),
            (r"\x", "invalid-edn", 10),
            (r"\u00", "invalid-edn", 10),
            (r"\u{}", "invalid-edn", 10),
            (r"a\n", "unexpected-character", 11),
        ] {
            let failure = wrong(quoted);
            assert_eq!((failure.kind, failure.offset), (kind, Some(offset)), "{quoted}");
        }
    }
}
