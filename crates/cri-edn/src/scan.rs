//! Tokens of diagnostic notation: the part of its grammar that shows where the items are.
//!
//! `cbor-edn` reads the notation itself. It recurses, and it panics on some numbers, so this scanner comes first: it
//! bounds the nesting, refuses those numbers, and finds the `cri'…'` literals, which `cbor-edn` does not know. Text that
//! is not notation may pass the scanner, since `cbor-edn` refuses it.
//!
//! The tokens also show where passwords are, even in a notation that is wrong.

use std::ops::Range;

use crate::error::{MAX_DEPTH, ParseError, ParseErrorKind};
use crate::number;

/// Something that becomes data items, or a closing bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The offset where it begins.
    pub(crate) at: usize,
    /// How many heads it has in the CBOR. 0 where it is part of another item.
    pub(crate) heads: usize,
    /// The range between the quotation marks of a `cri'…'` literal.
    pub(crate) literal: Option<Range<usize>>,
    /// How many brackets are open around it. A closing bracket is outside of its own pair.
    pub(crate) depth: usize,
    /// Whether a comma separates it from the token before it at this depth.
    pub(crate) follows_comma: bool,
}

/// The tokens of a notation that may be wrong.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) tokens: Vec<Token>,
    /// The ranges inside of quotation marks and comments.
    pub(crate) enclosed: Vec<Range<usize>>,
    /// Whether all quotation marks and comments are closed. The last of `enclosed` is the one that is not.
    pub(crate) is_closed: bool,
}

/// Finds the tokens of a notation, in order.
///
/// # Errors
///
/// All kinds but `Empty`, `Syntax`, `InvalidEscape`, `NotEncodable` and `Literal`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut scanner = Scanner::new(text);
    while let Some(byte) = scanner.peek() {
        scanner.step(byte)?;
    }
    Ok(scanner.scan.tokens)
}

/// Finds the tokens of a notation that may be wrong. Errors are passed over.
pub(crate) fn tolerant(text: &str) -> Scan {
    let mut scanner = Scanner::new(text);
    while let Some(byte) = scanner.peek() {
        let start = scanner.at;
        // Only an unclosed string or comment keeps the scanner from moving on.
        if scanner.step(byte).is_err() && scanner.at == start {
            scanner.scan.enclosed.push(start.saturating_add(1)..text.len());
            return scanner.scan;
        }
    }
    Scan { is_closed: true, ..scanner.scan }
}

/// What an open bracket stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// An array, a map, a tag, or a string in chunks: the items in it are items.
    Items,
    /// `simple(…)`: the number in it is part of the item.
    Simple,
    /// `<<…>>`: the items in it are bytes.
    Embedded,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    /// How many brackets are open beyond [`MAX_DEPTH`]. They are not in `open`.
    beyond: usize,
    scan: Scan,
    /// A plus sign precedes, so the next string belongs to the one before.
    joins: bool,
    /// A comma precedes.
    comma: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
            beyond: 0,
            scan: Scan::default(),
            joins: false,
            comma: false,
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn advance(&mut self, len: usize) {
        self.at = self.at.saturating_add(len);
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn step(&mut self, byte: u8) -> Result<(), ParseError> {
        let start = self.at;
        match byte {
            b'[' | b'{' => {
                self.token(start, 1);
                self.nest(Open::Items)
            }
            b'(' => {
                // A tag and `simple` have their token already.
                if self.rest().starts_with(b"(_") {
                    self.token(start, 1);
                }
                self.nest(Open::Items)
            }
            b'<' if self.rest().starts_with(b"<<") => {
                self.string(start);
                let nested = self.nest(Open::Embedded);
                self.advance(1);
                nested
            }
            b']' | b'}' | b')' => {
                self.close(1);
                Ok(())
            }
            b'>' if self.rest().starts_with(b">>") => {
                self.close(2);
                Ok(())
            }
            b'/' => self.pass_comment(),
            b'#' => {
                self.advance(memchr(b'\n', self.rest()).unwrap_or(self.rest().len()));
                self.scan.enclosed.push(start.saturating_add(1)..self.at);
                Ok(())
            }
            b'"' | b'\'' => {
                self.string(start);
                let quoted = self.pass_quoted(byte)?;
                // `cbor-edn` would leave it out.
                match self.text.get(quoted.clone()).and_then(|quoted| quoted.find('\r')) {
                    Some(at) => Err(ParseError::new(
                        ParseErrorKind::CarriageReturn,
                        quoted.start.saturating_add(at),
                    )),
                    None => Ok(()),
                }
            }
            b'+' if !matches!(self.rest(), [_, b'0'..=b'9' | b'.', ..]) => {
                self.joins = true;
                self.advance(1);
                Ok(())
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.number(),
            b'_' => {
                self.pass_word();
                Ok(())
            }
            b',' => {
                self.comma = true;
                self.advance(1);
                Ok(())
            }
            _ if byte.is_ascii_alphabetic() => self.word(),
            _ => {
                let character = self.text.get(start..).and_then(|rest| rest.chars().next());
                self.advance(character.map_or(1, char::len_utf8));
                Ok(())
            }
        }
    }

    /// Adds a token. It has no heads of its own inside of `simple(…)` and embedded CBOR.
    fn token(&mut self, at: usize, heads: usize) {
        let is_part = self.open.iter().any(|open| *open != Open::Items);
        let heads = if is_part { 0 } else { heads };
        let depth = self.open.len().saturating_add(self.beyond);
        self.scan.tokens.push(Token { at, heads, literal: None, depth, follows_comma: self.comma });
        (self.joins, self.comma) = (false, false);
    }

    /// Adds the token of a string, which may continue the string before it.
    fn string(&mut self, at: usize) {
        let heads = usize::from(!self.joins);
        self.token(at, heads);
    }

    fn nest(&mut self, open: Open) -> Result<(), ParseError> {
        let start = self.at;
        self.advance(1);
        if self.open.len() == MAX_DEPTH {
            self.beyond = self.beyond.saturating_add(1);
            return Err(ParseError::new(ParseErrorKind::TooDeep, start));
        }
        // `cbor-edn` reads each level of embedded CBOR more than once.
        let is_repeated = open == Open::Embedded && self.open.contains(&open);
        self.open.push(open);
        if is_repeated {
            return Err(ParseError::new(ParseErrorKind::EmbeddedTwice, start));
        }
        Ok(())
    }

    /// Passes a closing bracket of `len` bytes.
    fn close(&mut self, len: usize) {
        match self.beyond.checked_sub(1) {
            Some(beyond) => self.beyond = beyond,
            None => drop(self.open.pop()),
        }
        // A comma before the bracket belongs to what is inside.
        self.comma = false;
        self.token(self.at, 0);
        self.advance(len);
    }

    /// Passes a comment between slashes.
    fn pass_comment(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let Some(len) = memchr(b'/', self.rest().get(1..).unwrap_or_default()) else {
            return Err(ParseError::new(ParseErrorKind::UnclosedComment, start));
        };
        self.enclose(start, len);
        Ok(())
    }

    /// Passes a quoted string, and returns the range between the quotation marks.
    fn pass_quoted(&mut self, quote: u8) -> Result<Range<usize>, ParseError> {
        let start = self.at;
        let mut is_escaped = false;
        let end = self.rest().iter().skip(1).position(|&byte| {
            let ends = byte == quote && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        let len = end.ok_or(ParseError::new(ParseErrorKind::UnclosedString, start))?;
        Ok(self.enclose(start, len))
    }

    /// Passes two delimiters of one byte and the `len` bytes between them, and returns the range of these.
    fn enclose(&mut self, start: usize, len: usize) -> Range<usize> {
        let first = start.saturating_add(1);
        let end = first.saturating_add(len);
        self.at = end.saturating_add(1);
        self.scan.enclosed.push(first..end);
        first..end
    }

    /// Passes letters, digits and underscores, and returns them.
    fn pass_word(&mut self) -> &'a str {
        let start = self.at;
        let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        self.advance(self.rest().iter().take_while(is_word).count());
        self.since(start)
    }

    fn number(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let sign = usize::from(matches!(self.peek(), Some(b'+' | b'-')));
        let mut before = b' ';
        let digits = self.rest().iter().skip(sign).take_while(|&&byte| {
            let is_exponent_sign =
                matches!(byte, b'+' | b'-') && matches!(before, b'e' | b'E' | b'p' | b'P');
            before = byte;
            byte.is_ascii_alphanumeric() || byte == b'.' || is_exponent_sign
        });
        self.advance(digits.count().saturating_add(sign));
        let heads = number::items(self.since(start), start)?;
        self.token(start, heads);
        Ok(())
    }

    /// Passes a word: a simple value, or the name before a quotation mark or a parenthesis.
    fn word(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        match (self.pass_word(), self.peek()) {
            ("h", Some(b'\'')) => {
                self.string(start);
                let digits = self.pass_quoted(b'\'')?;
                number::check_hex(self.text.get(digits.clone()).unwrap_or_default(), digits.start)
            }
            ("b64" | "b32" | "h32", Some(b'\'')) => {
                self.string(start);
                self.pass_quoted(b'\'').map(drop)
            }
            ("cri", Some(b'\'')) => {
                self.token(start, 1);
                let literal = self.pass_quoted(b'\'')?;
                if let Some(token) = self.scan.tokens.last_mut() {
                    token.literal = Some(literal);
                }
                Ok(())
            }
            ("CRI", Some(b'\'')) => Err(ParseError::new(ParseErrorKind::TaggedCri, start)),
            (_, Some(b'\'')) => Err(ParseError::new(ParseErrorKind::UnknownLiteral, start)),
            ("simple", Some(b'(')) => {
                self.token(start, 1);
                self.nest(Open::Simple)
            }
            _ => {
                self.token(start, 1);
                Ok(())
            }
        }
    }
}

/// The offset of the first such byte.
fn memchr(byte: u8, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|other| *other == byte)
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, tokens, tolerant};

    /// The offset in the notation of each head of the CBOR.
    fn heads(text: &str) -> Vec<usize> {
        let tokens = tokens(text).expect("tokens");
        tokens.iter().flat_map(|token| vec![token.at; token.heads]).collect()
    }

    fn wrong(text: &str) -> (&'static str, Option<usize>) {
        let error = tokens(text).expect_err(text);
        (error.kind().name(), error.offset())
    }

    #[test]
    fn each_item_has_its_place() {
        assert_eq!(heads(r#"[-1, ["h", 5], {1: h'00'}]"#), [0, 1, 5, 6, 11, 15, 16, 19]);
        assert_eq!(heads("[_1 1_0 true]"), [0, 4, 8]);
        assert_eq!(heads("99([1.5e+3, -Infinity])"), [0, 3, 4, 12]);
        assert_eq!(heads("simple(99) simple( 1 )"), [0, 11]);
        assert_eq!(heads("(_ \"a\", 'b')"), [0, 3, 8]);
        assert_eq!(heads("<<1, [2]>> 3"), [0, 11]);
    }

    #[test]
    fn strings_and_comments_hold_no_tokens() {
        assert_eq!(heads(r#"["a\"[", '\'[', b64'ab=', /[ "/ 1] # ["#), [0, 1, 9, 16, 32]);
        assert_eq!(heads("\"é\" 1"), [0, 5]);
    }

    #[test]
    fn joined_strings_are_one_item() {
        assert_eq!(heads(r#"["a" + "b" + h'63', +1]"#), [0, 1, 20]);
    }

    #[test]
    fn a_big_number_is_a_tag_and_a_string() {
        assert_eq!(heads("[-18446744073709551616, 1]"), [0, 1, 24]);
        assert_eq!(heads("[-18446744073709551617, 1]"), [0, 1, 1, 24]);
        assert_eq!(heads("[18446744073709551616, 1]"), [0, 1, 1, 23]);
    }

    #[test]
    fn literals_are_found() {
        let found = tokens(r"[cri'a\'b', '']").expect("tokens");
        assert_eq!(found[1].literal, Some(5..9));
        assert_eq!(found[2].literal, None);
    }

    #[test]
    fn a_tolerant_scan_passes_over_errors() {
        let found = |text: &str| -> Vec<(usize, usize)> {
            tolerant(text).tokens.iter().map(|token| (token.at, token.depth)).collect()
        };
        assert_eq!(found("[CRI'a', h'x', 1]"), [(0, 0), (4, 1), (9, 1), (15, 1), (16, 0)]);
        assert_eq!(
            found("[<< <<1>> >>]"),
            [(0, 0), (1, 1), (4, 2), (6, 3), (7, 2), (10, 1), (12, 0)]
        );
        let deep = MAX_DEPTH + 2;
        let text = "[".repeat(deep) + "1" + &"]".repeat(deep);
        assert_eq!(found(&text).last(), Some(&(2 * deep, 0)));
        assert!(tolerant("[\"a\" 'b' /c/ #d").is_closed);
        let unclosed = tolerant("[/a/ h'b");
        assert_eq!((unclosed.is_closed, unclosed.enclosed), (false, vec![2..3, 7..8]));
    }

    #[test]
    fn commas_separate() {
        let separate = |text: &str| -> Vec<usize> {
            tolerant(text)
                .tokens
                .iter()
                .filter(|token| token.follows_comma)
                .map(|token| token.at)
                .collect()
        };
        assert_eq!(separate(r#"[1, "a" + "b" , [2,], 3 4]"#), [4, 16, 22]);
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert!(tokens(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(wrong(&nested(MAX_DEPTH + 1)), ("too-deep", Some(MAX_DEPTH)));
        assert_eq!(wrong(&"1(".repeat(1_000_000)), ("too-deep", Some(MAX_DEPTH * 2 + 1)));
        assert_eq!(wrong("<< <<1>> >>"), ("embedded-twice", Some(3)));
    }

    #[test]
    fn unknown_notation_is_refused() {
        for (text, kind, offset) in [
            ("[CRI'a']", "tagged-cri", 1),
            ("ip'::1'", "unknown-literal", 0),
            ("[\"a]", "unclosed-string", 1),
            ("h'0", "unclosed-string", 1),
            ("/a", "unclosed-comment", 0),
            ("0x10000000000000000", "invalid-number", 0),
            ("[0x1p1]", "invalid-number", 1),
            ("h'0'", "odd-hex-digits", 3),
            ("h'0 g'", "invalid-hex", 4),
            ("[\"a\r\"]", "carriage-return", 3),
            ("'\r\n'", "carriage-return", 1),
        ] {
            assert_eq!(wrong(text), (kind, Some(offset)), "{text}");
        }
    }
}
