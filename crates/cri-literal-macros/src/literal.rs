//! The values of literal tokens, and the places of their characters.

use std::ops::Range;

use proc_macro2::Literal;

/// The value of a literal, as `concat!` writes it.
#[derive(Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) text: String,
    /// For each character of a string or character literal: its offset in the value, and its range in the token.
    pub(crate) places: Vec<(usize, Range<usize>)>,
}

/// The kinds of literals that have no value here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unsupported {
    /// A byte string, a byte or a C string.
    Bytes,
    Float,
    Suffix,
}

impl Value {
    /// Reads a literal that the compiler has accepted.
    pub(crate) fn of(literal: &Literal) -> Result<Self, Unsupported> {
        let token = literal.to_string();
        let (prefix, start) = match token.find(['"', '\'']) {
            Some(quote) => (token.get(..quote).unwrap_or_default(), quote + 1),
            None => return integer(&token).map(|text| Self { text, places: Vec::new() }),
        };
        match prefix.strip_prefix('r') {
            Some(hashes) => {
                let end = token.len().saturating_sub(hashes.len() + 1);
                let body = token
                    .get(start..end)
                    .filter(|_| token.ends_with(hashes))
                    .ok_or(Unsupported::Suffix)?;
                if token.as_bytes().get(end) != Some(&b'"') {
                    return Err(Unsupported::Suffix);
                }
                let places = body
                    .char_indices()
                    .map(|(at, c)| (at, start + at..start + at + c.len_utf8()))
                    .collect();
                Ok(Self { text: body.into(), places })
            }
            None if prefix.is_empty() => {
                let body = token.get(start..).unwrap_or_default();
                let body = body.strip_suffix(['"', '\'']).ok_or(Unsupported::Suffix)?;
                Ok(unescape(body, start))
            }
            None => Err(Unsupported::Bytes),
        }
    }
}

/// Replaces the escapes of a string or character literal (The Rust Reference, "Tokens"). `start` is the offset of `body`
/// in its token.
fn unescape(body: &str, start: usize) -> Value {
    let mut value = Value { text: String::new(), places: Vec::new() };
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let at = body.len() - rest.len();
        let (character, len) = match first {
            '\\' => escape(rest),
            _ => (Some(first), first.len_utf8()),
        };
        if let Some(character) = character {
            value.places.push((value.text.len(), start + at..start + at + len));
            value.text.push(character);
        }
        rest = rest.get(len..).unwrap_or_default();
    }
    value
}

/// The character of the escape that `text` begins with, and the length of the escape in bytes. A line that continues
/// has no character.
fn escape(text: &str) -> (Option<char>, usize) {
    let number = |digits: &str| {
        u32::from_str_radix(&digits.replace('_', ""), 16).ok().and_then(char::from_u32)
    };
    match text.chars().nth(1) {
        Some('n') => (Some('\n'), 2),
        Some('r') => (Some('\r'), 2),
        Some('t') => (Some('\t'), 2),
        Some('0') => (Some('\0'), 2),
        Some('x') => (text.get(2..4).and_then(number), 4),
        Some('u') => {
            let end = text.find('}').unwrap_or(text.len());
            (text.get(3..end).and_then(number), end + 1)
        }
        Some('\n' | '\r') => {
            let after =
                text.get(1..).unwrap_or_default().trim_start_matches([' ', '\t', '\n', '\r']);
            (None, text.len() - after.len())
        }
        // A quotation mark, an apostrophe or a backslash.
        other => (other, 1 + other.map_or(0, char::len_utf8)),
    }
}

/// The decimal digits of an integer literal, without its suffix. In a literal that another macro made, they may follow
/// a minus sign.
fn integer(token: &str) -> Result<String, Unsupported> {
    if let Some(number) = token.strip_prefix('-') {
        return integer(number).map(|digits| format!("-{digits}"));
    }
    let digits = token.replace('_', "");
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, digits.get(2..).unwrap_or_default()),
        Some("0o") => (8, digits.get(2..).unwrap_or_default()),
        Some("0b") => (2, digits.get(2..).unwrap_or_default()),
        _ => (10, digits.as_str()),
    };
    // A suffix begins with a letter that is no digit of its number: `u` or `i`.
    let end = digits.find(['u', 'i']).unwrap_or(digits.len());
    let digits = digits.get(..end).unwrap_or_default();
    u128::from_str_radix(digits, radix)
        .map(|number| number.to_string())
        .map_err(|_| Unsupported::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(token: &str) -> Result<Value, Unsupported> {
        Value::of(&token.parse().unwrap())
    }

    #[test]
    fn strings_have_the_values_that_the_compiler_reads() {
        macro_rules! agree {
            ($($token:literal)+) => {
                $(assert_eq!(value(stringify!($token)).unwrap().text, concat!($token));)+
            };
        }
        agree! {
            "" "coap://h/a" "\\\"\'\n\r\t\0" "\x41\x7f\u{e4}\u{1F600}\u{00_e4}" "ä%C3" r"a\nb" r#"a"b"# r##"a"#b"##
            "a\
             b"
            'a' '\'' '"' '\u{e4}' 0 5683 5_683_u16 0x1f_i32 0b101 0o17 65535usize
        }
    }

    #[test]
    fn literals_of_other_macros_may_be_negative() {
        let value = Value::of(&Literal::i32_suffixed(-12)).unwrap();
        assert_eq!((value.text.as_str(), value.places.len()), ("-12", 0));
    }

    #[test]
    fn other_literals_are_refused() {
        for token in ["b\"a\"", "br\"a\"", "b'a'", "c\"a\"", "cr#\"a\"#"] {
            assert_eq!(value(token), Err(Unsupported::Bytes), "{token}");
        }
        for token in ["1.5", "1e3", "1f32", "1.0f64"] {
            assert_eq!(value(token), Err(Unsupported::Float), "{token}");
        }
        for token in ["\"a\"x", "r\"a\"x", "r#\"a\"#x"] {
            assert_eq!(value(token), Err(Unsupported::Suffix), "{token}");
        }
    }

    #[test]
    fn characters_are_found_in_the_token() {
        for token in [r#""aä\u{e4}\n\x41z""#, "r##\"aäz\"##", "\"a\\\n   z\"", "'z'"] {
            let value = value(token).unwrap();
            let starts: Vec<usize> = value.places.iter().map(|&(at, _)| at).collect();
            let characters: Vec<usize> = value.text.char_indices().map(|(at, _)| at).collect();
            assert_eq!(starts, characters, "{token}");
            let last = value.places.last().unwrap();
            assert_eq!(token.get(last.1.clone()), Some("z"), "{token}");
        }
        let value = value(r#""\u{e4}b""#).unwrap();
        assert_eq!(value.places, [(0, 1..7), (2, 7..8)]);
    }
}
