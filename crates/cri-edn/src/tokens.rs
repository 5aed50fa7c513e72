//! Diagnostic notation as tokens: as much of its grammar as tells where the items stand.
//!
//! The notation itself is read by `cbor-edn`. Before that, its nesting is bounded here, `cri'…'` literals are found,
//! and what `cbor-edn` would panic on is refused. What is no notation at all may pass.
//!
//! The same tokens tell where passwords stand, also in what is wrong.

use std::ops::Range;

use crate::failure::Failure;

/// How deep brackets may nest. A CRI needs three levels; all others serve to say what is wrong with one.
const MAX_DEPTH: usize = 8;

/// Longer numbers are none that CBOR has.
const MAX_NUMBER: usize = 80;

/// Where something stands that becomes data items, or a closing bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Where it begins.
    pub(super) at: usize,
    /// How many heads the CBOR has for it. None, where it is a part of another item.
    pub(super) heads: usize,
    /// What is between the quotes, where it is a `cri'…'` literal.
    pub(super) literal: Option<Range<usize>>,
    /// How many brackets are open around it; a closing bracket is not inside of its own.
    pub(super) depth: usize,
    /// Whether a comma precedes, which separates it from what is before it at this depth.
    pub(super) separate: bool,
}

/// What was found in a notation that may be wrong.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tokens: Vec<Token>,
    /// What is inside of quotes and comments.
    pub(super) enclosed: Vec<Range<usize>>,
    /// Whether all quotes and comments end. Where one does not, it is the last thing found.
    pub(super) closed: bool,
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

/// Finds the tokens of a notation, in order.
///
/// # Errors
///
/// What nests too deep, is not closed, or is a literal or number that is not known here.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Failure> {
    let mut scanner = Scanner::new(text);
    while let Some(byte) = scanner.peek() {
        scanner.step(byte)?;
    }
    Ok(scanner.found.tokens)
}

/// The same, whatever is wrong with the notation.
pub(super) fn find(text: &str) -> Found {
    let mut scanner = Scanner::new(text);
    while let Some(byte) = scanner.peek() {
        let start = scanner.at;
        // Only what does not close keeps the scanner from moving on.
        if scanner.step(byte).is_err() && scanner.at == start {
            scanner.found.enclosed.push(start + 1..text.len());
            return scanner.found;
        }
    }
    Found { closed: true, ..scanner.found }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Open>,
    /// How many brackets are open beyond [`MAX_DEPTH`], and not in `open`.
    beyond: usize,
    found: Found,
    /// A plus sign precedes, so that the next string belongs to the one before.
    joins: bool,
    /// A comma precedes.
    comma: bool,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, open: Vec::new(), beyond: 0, found: Found::default(), joins: false, comma: false }
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn step(&mut self, byte: u8) -> Result<(), Failure> {
        let start = self.at;
        match byte {
            b'[' | b'{' => {
                self.token(start, 1);
                self.nest(Open::Items)
            }
            b'(' => {
                // Otherwise it is a tag's, or that of `simple`, which have their token already.
                if self.rest().starts_with(b"(_") {
                    self.token(start, 1);
                }
                self.nest(Open::Items)
            }
            b'<' if self.rest().starts_with(b"<<") => {
                self.string(start);
                let nested = self.nest(Open::Embedded);
                self.at += 1;
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
            b'/' => self.pass_to(b'/', "expected the end of the comment, found none"),
            b'#' => {
                self.at += memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
                self.found.enclosed.push(start + 1..self.at);
                Ok(())
            }
            b'"' | b'\'' => {
                self.string(start);
                let quoted = self.pass_quoted(byte)?;
                // `cbor-edn` would leave it out.
                match self.text[quoted.clone()].find('\r') {
                    Some(at) => Err(invalid(quoted.start + at, "expected the escape \\r, found a carriage return")),
                    None => Ok(()),
                }
            }
            b'+' if !matches!(self.rest(), [_, b'0'..=b'9' | b'.', ..]) => {
                self.joins = true;
                self.at += 1;
                Ok(())
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => self.number(),
            b'_' => {
                self.pass_word();
                Ok(())
            }
            b',' => {
                self.comma = true;
                self.at += 1;
                Ok(())
            }
            _ if byte.is_ascii_alphabetic() => self.word(),
            _ => {
                self.at += self.text[start..].chars().next().map_or(1, char::len_utf8);
                Ok(())
            }
        }
    }

    /// Adds a token, which has no heads where it is a part of another.
    fn token(&mut self, at: usize, heads: usize) {
        let part = self.open.iter().any(|open| *open != Open::Items);
        let (heads, depth) = (if part { 0 } else { heads }, self.open.len() + self.beyond);
        self.found.tokens.push(Token { at, heads, literal: None, depth, separate: self.comma });
        (self.joins, self.comma) = (false, false);
    }

    /// Adds the token of a string, which may go on one before.
    fn string(&mut self, at: usize) {
        let heads = usize::from(!self.joins);
        self.token(at, heads);
    }

    fn nest(&mut self, open: Open) -> Result<(), Failure> {
        let start = self.at;
        self.at += 1;
        if self.open.len() == MAX_DEPTH {
            self.beyond += 1;
            let message = format!("expected brackets in at most {MAX_DEPTH} levels, found one more");
            return Err(Failure::new("too-deep", message).at(start).in_text());
        }
        // Each level of these is read more than once.
        let again = open == Open::Embedded && self.open.contains(&open);
        self.open.push(open);
        if again {
            let message = "expected no embedded CBOR in embedded CBOR, found some";
            return Err(Failure::new("too-deep", message).at(start).in_text());
        }
        Ok(())
    }

    /// Goes behind a closing bracket of `len` bytes.
    fn close(&mut self, len: usize) {
        match self.beyond.checked_sub(1) {
            Some(beyond) => self.beyond = beyond,
            None => drop(self.open.pop()),
        }
        // A comma before it belongs to what is in the brackets.
        self.comma = false;
        self.token(self.at, 0);
        self.at += len;
    }

    /// Goes behind the next `end` that is not where it stands.
    fn pass_to(&mut self, end: u8, message: &str) -> Result<(), Failure> {
        let Some(len) = memchr::memchr(end, self.rest().get(1..).unwrap_or_default()) else {
            return Err(invalid(self.at, message));
        };
        self.found.enclosed.push(self.at + 1..self.at + 1 + len);
        self.at += len + 2;
        Ok(())
    }

    /// Goes behind a quoted string. Gives what is between the quotes.
    fn pass_quoted(&mut self, quote: u8) -> Result<Range<usize>, Failure> {
        let start = self.at;
        let mut escaped = false;
        let end = self.rest().iter().skip(1).position(|&byte| {
            let ends = byte == quote && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let Some(len) = end else {
            return Err(invalid(start, "expected the end of the quoted string, found none"));
        };
        self.at += len + 2;
        self.found.enclosed.push(start + 1..start + 1 + len);
        Ok(start + 1..start + 1 + len)
    }

    /// Goes behind letters, digits and underscores. Gives them.
    fn pass_word(&mut self) -> &str {
        let start = self.at;
        let word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        self.at += self.rest().iter().take_while(word).count();
        &self.text[start..self.at]
    }

    fn number(&mut self) -> Result<(), Failure> {
        let start = self.at;
        let signed = usize::from(matches!(self.peek(), Some(b'+' | b'-')));
        let mut before = b' ';
        let len = self.rest().iter().skip(signed).take_while(|&&byte| {
            let exponent = matches!(byte, b'+' | b'-') && matches!(before, b'e' | b'E' | b'p' | b'P');
            before = byte;
            byte.is_ascii_alphanumeric() || byte == b'.' || exponent
        });
        self.at += signed + len.count();
        let number = &self.text[start..self.at];
        let message = "expected a number that CBOR has, found another";
        if number.len() > MAX_NUMBER {
            return Err(invalid(start, message));
        }
        let digits = number.trim_start_matches(['+', '-']);
        let base = |digit: &str| match digit {
            "0x" | "0X" => Some(16),
            "0o" | "0O" => Some(8),
            "0b" | "0B" => Some(2),
            _ => None,
        };
        if let Some(base) = digits.get(..2).and_then(base) {
            // Larger integers in these bases, and floating-point numbers, are what `cbor-edn` does not survive.
            u64::from_str_radix(&digits[2..], base).map_err(|_| invalid(start, message))?;
        }
        // An integer beyond 64 bits becomes a tag and a string.
        let integer = digits.bytes().all(|digit| digit.is_ascii_digit());
        let most = u128::from(u64::MAX) + u128::from(number.starts_with('-'));
        let big = integer && digits.parse::<u128>().map_or(true, |value| value > most);
        let heads = if big { 2 } else { 1 };
        self.token(start, heads);
        Ok(())
    }

    /// A word: a simple value, or what precedes a quote or a parenthesis.
    fn word(&mut self) -> Result<(), Failure> {
        let start = self.at;
        let word = self.pass_word().to_owned();
        match (&*word, self.peek()) {
            ("h", Some(b'\'')) => {
                self.string(start);
                let digits = self.pass_quoted(b'\'')?;
                check_hex(&self.text[digits.clone()], digits.start)
            }
            ("b64" | "b32" | "h32", Some(b'\'')) => {
                self.string(start);
                self.pass_quoted(b'\'').map(|_| ())
            }
            ("cri", Some(b'\'')) => {
                self.token(start, 1);
                let literal = self.pass_quoted(b'\'')?;
                if let Some(token) = self.found.tokens.last_mut() {
                    token.literal = Some(literal);
                }
                Ok(())
            }
            ("CRI", Some(b'\'')) => {
                Err(invalid(start, "expected a CRI without tag 99, as by the literal cri, found the literal CRI"))
            }
            (_, Some(b'\'')) => Err(invalid(start, "expected the literal cri, h or b64, found an unknown one")),
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

/// Checks the digits of a byte string, unless there are comments in it.
fn check_hex(digits: &str, at: usize) -> Result<(), Failure> {
    if digits.contains(['/', '#', '.', '\\']) {
        return Ok(());
    }
    let blank = |byte: u8| byte.is_ascii_whitespace();
    if let Some(wrong) = digits.bytes().position(|byte| !byte.is_ascii_hexdigit() && !blank(byte)) {
        return Err(invalid(at + wrong, "expected a hex digit, found another character"));
    }
    if digits.bytes().filter(|&byte| !blank(byte)).count() % 2 == 1 {
        return Err(invalid(at + digits.len(), "expected an even number of hex digits, found an odd number"));
    }
    Ok(())
}

/// A failure of the notation itself.
pub(super) fn invalid(at: usize, message: &str) -> Failure {
    Failure::new("invalid-edn", message).at(at).in_text()
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, find, tokens};

    /// Where each head of the CBOR stands in the notation.
    fn heads(text: &str) -> Vec<usize> {
        let tokens = tokens(text).expect("tokens");
        tokens.iter().flat_map(|token| vec![token.at; token.heads]).collect()
    }

    fn wrong(text: &str) -> (&'static str, Option<usize>) {
        let failure = tokens(text).expect_err(text);
        (failure.kind, failure.offset)
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
    fn quotes_and_comments_hide_what_is_in_them() {
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
    fn what_is_wrong_does_not_end_the_search() {
        let found = |text: &str| -> Vec<(usize, usize)> {
            find(text).tokens.iter().map(|token| (token.at, token.depth)).collect()
        };
        assert_eq!(found("[CRI'a', h'x', 1]"), [(0, 0), (4, 1), (9, 1), (15, 1), (16, 0)]);
        assert_eq!(found("[<< <<1>> >>]"), [(0, 0), (1, 1), (4, 2), (6, 3), (7, 2), (10, 1), (12, 0)]);
        let deep = MAX_DEPTH + 2;
        let text = "[".repeat(deep) + "1" + &"]".repeat(deep);
        assert_eq!(found(&text).last(), Some(&(2 * deep, 0)));
        assert!(find("[\"a\" 'b' /c/ #d").closed);
        let unclosed = find("[/a/ h'b");
        assert_eq!((unclosed.closed, unclosed.enclosed), (false, vec![2..3, 7..8]));
    }

    #[test]
    fn commas_separate() {
        let separate = |text: &str| -> Vec<usize> {
            find(text).tokens.iter().filter(|token| token.separate).map(|token| token.at).collect()
        };
        assert_eq!(separate(r#"[1, "a" + "b" , [2,], 3 4]"#), [4, 16, 22]);
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
        assert!(tokens(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(wrong(&nested(MAX_DEPTH + 1)), ("too-deep", Some(MAX_DEPTH)));
        assert_eq!(wrong(&"1(".repeat(1_000_000)), ("too-deep", Some(MAX_DEPTH * 2 + 1)));
        assert_eq!(wrong("<< <<1>> >>"), ("too-deep", Some(3)));
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for (text, offset) in [
            ("[CRI'a']", 1),
            ("ip'::1'", 0),
            ("[\"a]", 1),
            ("h'0", 1),
            ("/a", 0),
            ("0x10000000000000000", 0),
            ("[0x1p1]", 1),
            ("h'0'", 3),
            ("h'0 g'", 4),
            ("[\"a\r\"]", 3),
            ("'\r\n'", 1),
        ] {
            assert_eq!(wrong(text), ("invalid-edn", Some(offset)), "{text}");
        }
    }
}
