//! A place in the notation.

use crate::error::{ParseError, ParseErrorKind};
use crate::head::Width;

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
    /// `UnclosedString` and `CarriageReturn`.
    pub(crate) fn quoted(&mut self, quote: char) -> Result<Self, ParseError> {
        let start = self.at;
        self.advance(quote.len_utf8());
        let first = self.at;
        let mut is_escaped = false;
        let inside = self.take_while(|next| {
            let goes_on = next != quote || is_escaped;
            is_escaped = next == '\\' && !is_escaped;
            goes_on
        });
        let text = self.text.get(..self.at).unwrap_or_default();
        if !self.eat(quote.encode_utf8(&mut [0; 4])) {
            return Err(ParseError::new(ParseErrorKind::UnclosedString, start));
        }
        match inside.find('\r') {
            Some(at) => {
                Err(ParseError::new(ParseErrorKind::CarriageReturn, first.saturating_add(at)))
            }
            None => Ok(Self { text, at: first }),
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
