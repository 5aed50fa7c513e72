//! The error of a link.

use core::error::Error as StdError;
use core::fmt;

use cri_core::__private::is_hidden;
use cri_core::Component;
use cri_uri::Error;

/// Why a link cannot be read or resolved, with the place in the text of the links.
#[derive(Debug)]
pub struct LinkError {
    part: Part,
    kind: LinkErrorKind,
    offset: usize,
}

/// The part of a link that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The base of the links.
    Base,
    /// The form of the link.
    Link,
    /// The URI reference of its target.
    Target,
    /// The URI reference in its parameter `anchor`.
    Anchor,
}

/// What is wrong with a link.
#[derive(Debug)]
#[non_exhaustive]
pub enum LinkErrorKind {
    /// No `<` before the URI reference, but this character.
    NoReference(Option<char>),
    /// No `>` after the URI reference.
    UnclosedReference,
    /// No `"` after a value that begins with one.
    UnclosedQuotes,
    /// No name before `=`.
    NoName,
    /// A character that cannot follow the reference, a name or a value.
    UnexpectedCharacter(char),
    /// This byte, which makes the link no UTF-8.
    InvalidUtf8(u8),
    /// A base without an authority, or a relative target and an anchor without one: they have no origin.
    NoOrigin,
    /// A URI reference that has no CRI, or cannot be resolved. Offsets in the error count from the start of the text of the
    /// links.
    Reference(Error),
}

impl LinkErrorKind {
    /// The name, in lower case with hyphens.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoReference(_) => "no-reference",
            Self::UnclosedReference => "unclosed-reference",
            Self::UnclosedQuotes => "unclosed-quotes",
            Self::NoName => "no-name",
            Self::UnexpectedCharacter(_) => "unexpected-character",
            Self::InvalidUtf8(_) => "invalid-utf8",
            Self::NoOrigin => "no-origin",
            Self::Reference(error) => error.name(),
        }
    }
}

impl LinkError {
    pub(super) const fn new(part: Part, kind: LinkErrorKind, offset: usize) -> Self {
        Self { part, kind, offset }
    }

    /// The part of the link that is wrong.
    #[must_use]
    pub const fn part(&self) -> Part {
        self.part
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> &LinkErrorKind {
        &self.kind
    }

    /// The component of a URI reference that is wrong.
    #[must_use]
    pub const fn component(&self) -> Option<Component> {
        match &self.kind {
            LinkErrorKind::Reference(error) => Some(error.component()),
            _ => None,
        }
    }

    /// Where it is wrong, in bytes of the text of the links. It is 0 for the base.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// A character, as messages name it.
struct Named(char);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u32::from(self.0);
        match is_hidden(self.0) {
            true => write!(f, "U+{number:04X}"),
            false => write!(f, "{:?} (U+{number:04X})", self.0),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let advice = match &self.kind {
            LinkErrorKind::NoReference(found) => {
                match found {
                    Some(found) => write!(f, "{} cannot begin a link", Named(*found))?,
                    None => f.write_str("the link is empty")?,
                }
                "a link is <URI-reference>, so write < before the reference, and > after it"
            }
            LinkErrorKind::UnclosedReference => {
                f.write_str("the < of the link is not closed")?;
                "write > after the reference"
            }
            LinkErrorKind::UnclosedQuotes => {
                f.write_str("the quotes are not closed")?;
                "write \" after the value, and \\\" for a quotation mark in it"
            }
            LinkErrorKind::NoName => {
                f.write_str("'=' has no name before it")?;
                "a parameter is name=value"
            }
            LinkErrorKind::UnexpectedCharacter(found) => {
                write!(f, "{} cannot stand here in a link", Named(*found))?;
                "write ; before a parameter, a comma before the next link, and a value with other characters in quotes"
            }
            LinkErrorKind::InvalidUtf8(found) => {
                write!(f, "the link is not UTF-8: it has the byte 0x{found:02X}")?;
                "write links in UTF-8"
            }
            LinkErrorKind::NoOrigin if self.part == Part::Base => {
                return f.write_str(
                    "the base has no authority, so links have no origin; write a base such as coap://h/",
                );
            }
            LinkErrorKind::NoOrigin => {
                f.write_str("the target is relative, but the anchor has no authority")?;
                "write a target with a scheme, such as coap://h/a"
            }
            LinkErrorKind::Reference(error) => {
                f.write_str(match self.part {
                    Part::Base => "base: ",
                    Part::Anchor => "anchor: ",
                    Part::Link | Part::Target => "",
                })?;
                return error.fmt(f);
            }
        };
        write!(f, ", at byte {}; {advice}", self.offset)
    }
}

impl StdError for LinkError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.kind {
            LinkErrorKind::Reference(error) => Some(error),
            _ => None,
        }
    }
}
