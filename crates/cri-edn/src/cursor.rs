//! A place in the notation.

use crate::error::{ParseError, ParseErrorKind};
use crate::head::Width;

/// The quotation mark around raw text, which has no escapes (edn-literals).
pub(crate) const RAW: char = '`';

/// A place in the notation, and the text after it.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The offset in bytes.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn advance(&mut self, len: usize) {
        self.at = self.at.saturating_add(len);
    }

    /// Passes `expected`, if it is next.
    pub(crate) fn eat(&mut self, expected: &str) -> bool {
        let is_next = self.rest().starts_with(expected);
        if is_next {
            self.advance(expected.len());
        }
        is_next
    }

    /// Passes the text up to `end`, and `end`. Returns that text, unless there is no `end`.
    pub(crate) fn take_until(&mut self, end: char) -> Option<&'a str> {
        let (taken, _) = self.rest().split_once(end)?;
        self.advance(taken.len().saturating_add(end.len_utf8()));
        Some(taken)
    }

    /// Passes the characters that are next and belong. Returns them.
    pub(crate) fn take_while(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|next| !belongs(next)).unwrap_or(rest.len());
        self.advance(len);
        rest.get(..len).unwrap_or_default()
    }

    /// Passes blanks and comments. Returns whether there were any.
    ///
    /// # Errors
    ///
    /// `UnclosedComment`.
    pub(crate) fn skip_blanks(&mut self) -> Result<bool, ParseError> {
        let start = self.at;
        loop {
            self.take_while(|next| matches!(next, ' ' | '\t' | '\n' | '\r'));
            if !self.skip_comment()? {
                return Ok(self.at > start);
            }
        }
    }

    /// Passes a comment: between slashes, or from `#` to the end of the line.
    ///
    /// # Errors
    ///
    /// `UnclosedComment`.
    pub(crate) fn skip_comment(&mut self) -> Result<bool, ParseError> {
        let at = self.at;
        if self.eat("/") {
            let unclosed = ParseError::new(ParseErrorKind::UnclosedComment, at);
            return self.take_until('/').map(|_| true).ok_or(unclosed);
        }
        let is_comment = self.eat("#");
        if is_comment {
            self.take_while(|next| next != '\n');
        }
        Ok(is_comment)
    }

    /// Passes a quoted text. Returns a cursor that ends before the closing quotation mark.
    ///
    /// # Errors
    ///
    /// `UnclosedString` and `CarriageReturn`. `Syntax` for a line end that begins a raw text.
    pub(crate) fn quoted(&mut self, quote: char) -> Result<Self, ParseError> {
        let unclosed = ParseError::new(ParseErrorKind::UnclosedString, self.at);
        let inside = if quote == RAW { self.raw() } else { self.escaped(quote) };
        let inside = inside.ok_or(unclosed)?;
        match inside.rest().find('\r') {
            Some(at) => {
                let at = inside.at.saturating_add(at);
                Err(ParseError::new(ParseErrorKind::CarriageReturn, at))
            }
            None if quote == RAW && inside.peek() == Some('\n') => Err(inside.unexpected()),
            None => Ok(inside),
        }
    }

    /// Passes a text that the next quotation mark without a backslash before it ends.
    fn escaped(&mut self, quote: char) -> Option<Self> {
        self.advance(quote.len_utf8());
        let first = self.at;
        let mut is_escaped = false;
        self.take_while(|next| {
            let goes_on = next != quote || is_escaped;
            is_escaped = next == '\\' && !is_escaped;
            goes_on
        });
        let text = self.text.get(..self.at)?;
        self.eat(quote.encode_utf8(&mut [0; 4])).then_some(Self { text, at: first })
    }

    /// Passes a raw text, which as many backquotes end as begin it.
    fn raw(&mut self) -> Option<Self> {
        let count = self.take_while(|next| next == RAW).len();
        let first = self.at;
        loop {
            self.take_while(|next| next != RAW);
            let text = self.text.get(..self.at)?;
            match self.take_while(|next| next == RAW).len() {
                0 => return None,
                end if end == count => return Some(Self { text, at: first }),
                _ => {}
            }
        }
    }

    /// Passes an encoding indicator: `_` alone, or with the width of the argument.
    pub(crate) fn width(&mut self) -> Width {
        let (width, len) = match self.rest().as_bytes() {
            [b'_', b'i', ..] => (Width::Bytes(0), 2),
            [b'_', b'0', ..] => (Width::Bytes(1), 2),
            [b'_', b'1', ..] => (Width::Bytes(2), 2),
            [b'_', b'2', ..] => (Width::Bytes(4), 2),
            [b'_', b'3', ..] => (Width::Bytes(8), 2),
            [b'_', ..] => (Width::Indefinite, 1),
            _ => (Width::Shortest, 0),
        };
        self.advance(len);
        width
    }

    /// The error of a character that cannot stand here, or of a text that ends here.
    pub(crate) fn unexpected(&self) -> ParseError {
        ParseError::new(ParseErrorKind::Syntax(self.peek()), self.at)
    }
}
