//! `cri'…'`: a CRI reference by its URI reference (appendix C of the draft).

use cri_core::CriRefBuf;
use cri_uri::{Options, UriRef};

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
    let uri = UriRef::parse(&text).map_err(|error| in_notation(error.into()))?;
    uri.to_cri(options, Vec::new()).map_err(|error| in_notation(error.into()))
}

/// What a quoted string says.
#[derive(Debug, PartialEq, Eq)]
struct Unquoted {
    text: String,
    /// Where in the notation each character stands, all of which are ASCII.
    places: Vec<usize>,
}

fn unquote(quoted: &str, start: usize) -> Result<Unquoted, Failure> {
    let mut unquoted = Unquoted { text: String::new(), places: Vec::new() };
    let mut rest = quoted;
    while let Some(first) = rest.chars().next() {
        let place = start + (quoted.len() - rest.len());
        let (character, len) = match first {
            '\\' => {
                escaped(&rest[1..]).ok_or_else(|| invalid(place, "expected an escaped character, found another"))?
            }
            _ => (u32::from(first), first.len_utf8()),
        };
        let Some(character) = char::from_u32(character).filter(char::is_ascii) else {
            let message = "expected a URI in ASCII, found an IRI, which is not supported in this place";
            return Err(Failure::new("unsupported-iri", message).at(place).in_text());
        };
        unquoted.text.push(character);
        unquoted.places.push(place);
        rest = &rest[len..];
    }
    Ok(unquoted)
}

/// The character that stands behind a backslash, and the length of both. Half a surrogate pair is as good as all.
fn escaped(rest: &str) -> Option<(u32, usize)> {
    let character = match rest.chars().next()? {
        quoted @ ('\'' | '\\' | '/') => quoted,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let braced = rest.strip_prefix("u{").and_then(|rest| rest.split_once('}')).map(|(digits, _)| (digits, 4));
            let (digits, around) = braced.or_else(|| Some((rest.get(1..5)?, 2)))?;
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

    use super::{Unquoted, read, unquote};

    #[test]
    fn escapes_are_resolved_and_located() {
        let unquoted = |text: &str, places: &[usize]| Unquoted { text: text.into(), places: places.into() };
        assert_eq!(unquote(r"a\'b\\", 10).ok(), Some(unquoted(r"a'b\", &[10, 11, 13, 14])));
        assert_eq!(unquote(r"\u0061\u{62}\/", 0).ok(), Some(unquoted("ab/", &[0, 6, 12])));
    }

    #[test]
    fn failures_stand_in_the_notation() {
        let wrong = |quoted: &str| read(quoted, 10, Options::new(Revision::Draft16)).expect_err(quoted);
        for (quoted, kind, offset) in [
            (r"\'/%", "invalid-percent-encoding", 13),
            (r"//\'h:", "empty-port", 15),
            ("é", "unsupported-iri", 10),
            (r"a\ud83d\ude00", "unsupported-iri", 11),
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
