//! Escapes in strings of diagnostic notation: those of JSON, and `\u{…}`.

use std::iter;

use crate::cursor::{Cursor, RAW};
use crate::error::{ParseError, ParseErrorKind};

/// The text of a string, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unescaped {
    text: String,
    /// The offset in the notation of each byte's character.
    places: Vec<usize>,
    /// The offset in the notation where the string ends.
    end: usize,
}

impl Unescaped {
    /// Resolves the escapes in a string. This quotation mark is around it. Raw text has no escapes.
    ///
    /// # Errors
    ///
    /// `InvalidEscape`.
    pub(crate) fn of(inside: &Cursor<'_>, quote: char) -> Result<Self, ParseError> {
        let mut inside = inside.clone();
        let (mut text, mut places) = (String::new(), Vec::new());
        while let Some(first) = inside.peek() {
            let invalid = ParseError::new(ParseErrorKind::InvalidEscape, inside.at());
            let (character, len) = match first {
                '\\' if quote != RAW => escaped(inside.rest(), quote).ok_or(invalid)?,
                _ => (first, first.len_utf8()),
            };
            text.push(character);
            places.extend(iter::repeat_n(inside.at(), character.len_utf8()));
            inside.advance(len);
        }
        Ok(Self { text, places, end: inside.at() })
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text as bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// Where the character of the byte at `offset` is in the notation. After the text, that is the string's end.
    pub(crate) fn offset(&self, offset: usize) -> usize {
        self.places.get(offset).copied().unwrap_or(self.end)
    }
}

/// The character that an escape stands for, and the length of the escape in bytes.
fn escaped(escape: &str, quote: char) -> Option<(char, usize)> {
    let (first, len) = unit(escape, quote)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, len));
    }
    // A character beyond U+FFFF may be a pair of surrogates, as in JSON.
    let (second, second_len) = unit(escape.get(len..)?, quote)?;
    let pair = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    Some((char::decode_utf16(pair).next()?.ok()?, len.saturating_add(second_len)))
}

/// The number that one escape stands for, and the length of the escape in bytes.
fn unit(escape: &str, quote: char) -> Option<(u32, usize)> {
    let rest = escape.strip_prefix('\\')?;
    let character = match rest.chars().next()? {
        '\\' => '\\',
        '/' => '/',
        quoted if quoted == quote => quoted,
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
    use super::Unescaped;
    use crate::cursor::Cursor;

    fn unescaped(text: &str, start: usize) -> Option<(String, Vec<usize>)> {
        let notation = " ".repeat(start) + text;
        let mut inside = Cursor::new(&notation);
        inside.advance(start);
        let Unescaped { text, places, .. } = Unescaped::of(&inside, '\'').ok()?;
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
            r#"\""#,
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
}
