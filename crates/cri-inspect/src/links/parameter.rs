//! The parameters of a link.

use core::fmt::{self, Write};
use core::iter::FusedIterator;

use crate::links::error::{LinkError, LinkErrorKind, Part};

/// The parameters of a link, in their order.
#[derive(Clone, Debug)]
pub struct Parameters<'a> {
    rest: &'a str,
    /// Where the rest begins in the text of the links.
    at: usize,
}

impl<'a> Parameters<'a> {
    pub(super) const fn new(text: &'a str, at: usize) -> Self {
        Self { rest: text, at }
    }

    /// Reads the next parameter.
    pub(super) fn read(&mut self) -> Result<Option<Parameter<'a>>, LinkError> {
        self.skip_blanks();
        if self.rest.is_empty() {
            return Ok(None);
        }
        if !self.rest.starts_with(';') {
            return Err(self.unexpected());
        }
        // No parameter is between two semicolons, or after the last.
        self.skip(|it| it == ';' || is_blank(it));
        if self.rest.is_empty() {
            return Ok(None);
        }
        let start = self.at;
        let name = self.skip(is_of_name);
        if name.is_empty() {
            return Err(match self.rest.chars().next() {
                Some('=') => self.error(LinkErrorKind::NoName),
                _ => self.unexpected(),
            });
        }
        self.skip_blanks();
        let mut value = None;
        if self.rest.starts_with('=') {
            self.pass("=".len());
            self.skip_blanks();
            value = Some(if self.rest.starts_with('"') { self.quoted()? } else { self.token() });
        }
        Ok(Some(Parameter { name, value, start }))
    }

    /// The value in quotes that the rest begins with.
    fn quoted(&mut self) -> Result<Value<'a>, LinkError> {
        let open = self.error(LinkErrorKind::UnclosedQuotes);
        self.pass("\"".len());
        let (start, mut is_escaped) = (self.at, false);
        let written = self.skip(|it| {
            let goes_on = it != '"' || is_escaped;
            is_escaped = it == '\\' && !is_escaped;
            goes_on
        });
        if self.rest.is_empty() {
            return Err(open);
        }
        self.pass("\"".len());
        Ok(Value { written, is_quoted: true, start })
    }

    /// The value without quotes that the rest begins with. It may be empty.
    fn token(&mut self) -> Value<'a> {
        let start = self.at;
        let written = self.skip(|it| !is_blank(it) && !matches!(it, ';' | ',' | '"' | '\\'));
        Value { written, is_quoted: false, start }
    }

    fn skip_blanks(&mut self) {
        self.skip(is_blank);
    }

    /// Passes the characters up to the first that `is_passed` does not take, and returns them.
    fn skip(&mut self, mut is_passed: impl FnMut(char) -> bool) -> &'a str {
        let len = self.rest.find(|it| !is_passed(it)).unwrap_or(self.rest.len());
        self.pass(len)
    }

    /// Passes `len` bytes, which end with a character, and returns them.
    fn pass(&mut self, len: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at_checked(len).unwrap_or((self.rest, ""));
        (self.rest, self.at) = (rest, self.at.saturating_add(passed.len()));
        passed
    }

    fn unexpected(&self) -> LinkError {
        self.error(LinkErrorKind::UnexpectedCharacter(self.rest.chars().next().unwrap_or_default()))
    }

    fn error(&self, kind: LinkErrorKind) -> LinkError {
        LinkError::new(Part::Link, kind, self.at)
    }
}

impl<'a> Iterator for Parameters<'a> {
    type Item = Parameter<'a>;

    fn next(&mut self) -> Option<Parameter<'a>> {
        // INVARIANT: the link read all of its parameters, so there is no error.
        self.read().ok().flatten()
    }
}

impl FusedIterator for Parameters<'_> {}

/// A parameter of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter<'a> {
    name: &'a str,
    value: Option<Value<'a>>,
    start: usize,
}

impl<'a> Parameter<'a> {
    /// The name, as it is written. RFC 8288 compares names without regard to case.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// The value. `None` without `=`, as in `</light>;obs`.
    #[must_use]
    pub const fn value(&self) -> Option<Value<'a>> {
        self.value
    }

    /// Where the parameter begins, in bytes of the text of the links.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.start
    }
}

/// The value of a parameter. It displays without quotes and escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    /// What is between the quotes, or the value without quotes.
    written: &'a str,
    is_quoted: bool,
    start: usize,
}

impl<'a> Value<'a> {
    /// The value as it is written, without the quotes around it. In quotes, a backslash escapes the character after it.
    #[must_use]
    pub const fn as_written(&self) -> &'a str {
        self.written
    }

    /// Whether the value is in quotes.
    #[must_use]
    pub const fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Where [`as_written`](Self::as_written) begins, in bytes of the text of the links.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.start
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // INVARIANT: a backslash is only in quotes, and not the last character there.
        let mut rest = self.written;
        while let Some((before, after)) = rest.split_once('\\') {
            f.write_str(before)?;
            let mut characters = after.chars();
            characters.next().map_or(Ok(()), |escaped| f.write_char(escaped))?;
            rest = characters.as_str();
        }
        f.write_str(rest)
    }
}

/// Whether a name may have this character (RFC 8288 section 3: a token, RFC 9110 section 5.6.2). `title*` is one, too.
const fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(
            character,
            '!' | '#'
                | '$'
                | '%'
                | '&'
                | '\''
                | '*'
                | '+'
                | '-'
                | '.'
                | '^'
                | '_'
                | '`'
                | '|'
                | '~'
        )
}

/// Whether this is white space around the parts of a link. RFC 6690 has none, but people and servers write it.
pub(super) const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// A text without the white space at its start.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}
