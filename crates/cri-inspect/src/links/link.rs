//! A link, and the links of a text.

use core::iter::FusedIterator;

use crate::links::error::{LinkError, LinkErrorKind, Part};
use crate::links::parameter::{Parameter, Parameters, Value, trim_start};
use crate::links::scanner::Scanner;

/// The links of a text, in order.
///
/// A link that is wrong is an error, and the next link follows it. A `<` or a quotation mark that is not closed takes the text
/// up to the next `>` or quotation mark, or the rest, with the links in it. White space around links is skipped, and so is a
/// comma without a link, such as one after the last link.
#[derive(Clone, Debug)]
pub struct Links<'a> {
    rest: &'a [u8],
    /// Where the rest begins in the text.
    at: usize,
}

impl<'a> Links<'a> {
    /// The links of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self::from_bytes(text.as_bytes())
    }

    /// The links of a text in UTF-8. A link with other bytes is the error `InvalidUtf8`, and the next link follows it.
    #[must_use]
    pub const fn from_bytes(text: &'a [u8]) -> Self {
        Self { rest: text, at: 0 }
    }
}

impl<'a> Iterator for Links<'a> {
    type Item = Result<Link<'a>, LinkError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.rest.is_empty() {
            let end = Scanner::default().next_end(self.rest);
            let (bytes, rest) =
                end.and_then(|end| self.rest.split_at_checked(end)).unwrap_or((self.rest, &[]));
            let start = self.at;
            (self.rest, self.at) = (rest, start.saturating_add(bytes.len()));
            let text = match str::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => {
                    let at = error.valid_up_to();
                    let found = bytes.get(at).copied().unwrap_or_default();
                    let at = start.saturating_add(at);
                    return Some(Err(LinkError::new(
                        Part::Link,
                        LinkErrorKind::InvalidUtf8(found),
                        at,
                    )));
                }
            };
            let text = if end.is_some() { text.strip_suffix(',').unwrap_or(text) } else { text };
            let link = trim_start(text);
            if !link.is_empty() {
                let blank = text.len().saturating_sub(link.len());
                return Some(Link::parse_at(link, start.saturating_add(blank)));
            }
        }
        None
    }
}

impl FusedIterator for Links<'_> {}

/// A link, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// Where the link begins in its text.
    start: usize,
    reference: &'a str,
    /// INVARIANT: [`Parameters`] reads it without an error.
    parameters: &'a str,
}

impl<'a> Link<'a> {
    /// Reads one link, without the comma after it. White space may follow the link, and may be around `;` and `=`.
    ///
    /// # Errors
    ///
    /// All kinds but `NoOrigin` and `Reference`. The reference is not read yet.
    pub fn parse(text: &'a str) -> Result<Self, LinkError> {
        Self::parse_at(text, 0)
    }

    /// Reads a link that begins at `start` of its text.
    fn parse_at(text: &'a str, start: usize) -> Result<Self, LinkError> {
        let error = |kind| LinkError::new(Part::Link, kind, start);
        let Some(inside) = text.strip_prefix('<') else {
            return Err(error(LinkErrorKind::NoReference(text.chars().next())));
        };
        let Some((reference, parameters)) =
            inside.split_once('>').filter(|(reference, _)| !reference.contains('<'))
        else {
            return Err(error(LinkErrorKind::UnclosedReference));
        };
        let link = Self { start, reference, parameters };
        let mut reader = link.parameters();
        while reader.read()?.is_some() {}
        Ok(link)
    }

    /// Where the link begins, in bytes of the text that it was read from.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.start
    }

    /// The URI reference between the angle brackets.
    #[must_use]
    pub const fn reference(&self) -> &'a str {
        self.reference
    }

    /// Where the URI reference begins.
    #[must_use]
    pub const fn reference_offset(&self) -> usize {
        self.start.saturating_add("<".len())
    }

    /// The parameters in their order. A name may occur again.
    #[must_use]
    pub const fn parameters(&self) -> Parameters<'a> {
        let start = self.reference_offset().saturating_add(self.reference.len());
        Parameters::new(self.parameters, start.saturating_add(">".len()))
    }

    /// The value of the first parameter `anchor`, if it has one: the URI reference of the link's context.
    #[must_use]
    pub fn anchor(&self) -> Option<Value<'a>> {
        let is_anchor = |it: &Parameter<'_>| it.name().eq_ignore_ascii_case("anchor");
        self.parameters().find(is_anchor)?.value()
    }
}
