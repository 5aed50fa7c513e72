//! Escapes in strings of diagnostic notation: those of JSON, and `\u{…}`.

use std::iter;
use std::ops::Range;

use crate::error::{ParseError, ParseErrorKind};

/// What a part of a notation says, with its escapes resolved.
///
/// ```
/// let unescaped = cri_edn::unescape(r"'a\u003Ab'", 1..9);
/// assert_eq!(unescaped.as_str(), "a:b");
/// assert_eq!(unescaped.place(1..2), 2..8); // the escape of the colon
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unescaped {
    text: String,
    /// The offset in the notation of each byte's character.
    places: Vec<usize>,
    /// The offset in the notation where the part ends.
    end: usize,
}

impl Unescaped {
    /// Resolves the escapes in the part from `start` to `end`.
    ///
    /// # Errors
    ///
    /// `InvalidEscape`.
    pub(crate) fn of(notation: &str, part: Range<usize>) -> Result<Self, ParseError> {
        let mut unescaped = Self { end: part.end, ..Self::default() };
        for (place, character) in characters(notation, part) {
            let character =
                character.ok_or(ParseError::new(ParseErrorKind::InvalidEscape, place))?;
            unescaped.push(character, place);
        }
        Ok(unescaped)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where a part of the text stands in the notation. Both ranges are in bytes.
    ///
    /// ```
    /// let notation = r#"["a\"b"]"#;
    /// let unescaped = cri_edn::unescape(notation, 2..6);
    /// let b = unescaped.as_str().find('b').expect("a letter");
    /// assert_eq!((b, unescaped.place(b..b + 1)), (2, 5..6)); // in the whole notation, and not in the part
    /// ```
    #[must_use]
    pub fn place(&self, part: Range<usize>) -> Range<usize> {
        self.offset(part.start)..self.offset(part.end)
    }

    /// Where the character of the byte at `offset` stands in the notation. After the text, that is the part's end.
    pub(crate) fn offset(&self, offset: usize) -> usize {
        self.places.get(offset).copied().unwrap_or(self.end)
    }

    fn push(&mut self, character: char, place: usize) {
        self.text.push(character);
        self.places.extend(iter::repeat_n(place, character.len_utf8()));
    }
}

/// Resolves the escapes in a part of a notation that may be wrong. The part is a range in bytes.
///
/// A backslash that begins no escape is left out.
///
/// ```
/// let unescaped = cri_edn::unescape(r#"["\u00e9\x"]"#, 2..10);
/// assert_eq!(unescaped.as_str(), "éx");
/// assert_eq!(unescaped.place(0..2), 2..8);
/// ```
#[must_use]
pub fn unescape(notation: &str, part: Range<usize>) -> Unescaped {
    let mut unescaped = Unescaped { end: part.end, ..Unescaped::default() };
    let mut backslash = None;
    for (place, character) in characters(notation, part) {
        match character {
            Some(character) => unescaped.push(character, backslash.take().unwrap_or(place)),
            None => backslash = Some(place),
        }
    }
    unescaped
}

/// The offset of each character, and what it stands for: `None` for a backslash that begins no escape.
fn characters(notation: &str, part: Range<usize>) -> impl Iterator<Item = (usize, Option<char>)> {
    let mut rest = notation.get(part.clone()).unwrap_or_default();
    let mut at = part.start;
    iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (character, len) = match (first, escaped(rest)) {
            ('\\', Some((character, len))) => (Some(character), len),
            ('\\', None) => (None, first.len_utf8()),
            _ => (Some(first), first.len_utf8()),
        };
        let place = at;
        at = at.saturating_add(len);
        rest = rest.get(len..).unwrap_or_default();
        Some((place, character))
    })
}

/// The character that an escape stands for, and the length of the escape in bytes.
fn escaped(escape: &str) -> Option<(char, usize)> {
    let (first, len) = unit(escape)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, len));
    }
    // A character beyond U+FFFF may be a pair of surrogates, as in JSON.
    let (second, second_len) = unit(escape.get(len..)?)?;
    let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(pair).next()?.ok()?, len.saturating_add(second_len)))
}

/// The number that one escape stands for, and the length of the escape in bytes.
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
                    let (digits, rest) = braced.split_at_checked(len)?;
                    (Some(digits).filter(|_| rest.starts_with('}'))?, r"\u{}".len())
                }
                None => (rest.get(1..5)?, r"\u".len()),
            };
            let is_hex =
                !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
            return Some((value, digits.len().saturating_add(around)));
        }
        _ => return None,
    };
    Some((character.into(), 2))
}

#[cfg(test)]
mod tests {
    use super::{Unescaped, unescape};

    fn unescaped(text: &str, start: usize) -> Option<(String, Vec<usize>)> {
        let notation = " ".repeat(start) + text;
        let Unescaped { text, places, .. } =
            Unescaped::of(&notation, start..notation.len()).ok()?;
        Some((text, places))
    }

    #[test]
    fn escapes_are_resolved_and_located() {
        assert_eq!(unescaped(r"a\'b\\", 10), Some((r"a'b\".into(), vec![10, 11, 13, 14])));
        assert_eq!(unescaped(r"\u0061\u{62}\/", 0), Some(("ab/".into(), vec![0, 6, 12])));
        assert_eq!(
            unescaped(r"é\ud83d\ude00a", 0),
            Some(("é😀a".into(), vec![0, 0, 2, 2, 2, 2, 14]))
        );
        for wrong in [
            r"\x",
            r"\u00",
            r"\u{}",
            r"\u{",
            r"\u{+1}",
            r"\u{110000}",
            r"\ud83d",
            r"\ud83d\u0041",
            r"\",
        ] {
            assert_eq!(unescaped(wrong, 0), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_escapes_lose_their_backslash() {
        assert_eq!(unescape(r#"x\"\u00é\ud83d\ude00a\"#, 1..23).as_str(), "\"u00é😀a");
        let unescaped = unescape(r#"xé\u0061\""#, 1..11);
        assert_eq!((unescaped.as_str(), &*unescaped.places), ("éa\"", &[1, 1, 3, 9][..]));
    }
}
