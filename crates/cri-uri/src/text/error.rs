//! The error of parsing text as a URI or IRI reference.

use core::error::Error;
use core::fmt;

use cri_core::Component;

/// The reason why a text is not a URI reference (RFC 3986 appendix A, RFC 6874).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that cannot stand in its component. The offset is that character's.
    UnexpectedCharacter,
    /// A `%` that no two hexadecimal digits follow. The offset is the `%`.
    InvalidPercentEncoding,
    /// Brackets that hold neither an IPv6 address nor an `IPvFuture`, or do not close. The offset is the `[`.
    InvalidIpLiteral,
    /// A colon in the first segment without a scheme before it. The offset is the first byte that a scheme cannot have.
    InvalidScheme,
    /// A relative reference where an absolute URI was expected (section 4.3). The offset is 0.
    MissingScheme,
    /// A fragment where an absolute URI was expected (section 4.3). The offset is the number sign.
    UnexpectedFragment,
}

impl ParseErrorKind {
    /// The kind's name in lower case with hyphens, such as `invalid-scheme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnexpectedCharacter => "unexpected-character",
            Self::InvalidPercentEncoding => "invalid-percent-encoding",
            Self::InvalidIpLiteral => "invalid-ip-literal",
            Self::InvalidScheme => "invalid-scheme",
            Self::MissingScheme => "missing-scheme",
            Self::UnexpectedFragment => "unexpected-fragment",
        }
    }
}

/// Why a text is not a URI reference.
///
/// ```
/// use cri_core::Component;
/// use cri_uri::{ParseErrorKind, UriRef};
///
/// let error = UriRef::parse("coap://h:56x3/").unwrap_err();
/// assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter);
/// assert_eq!((error.component(), error.offset()), (Component::Port, 11));
/// assert_eq!(error.to_string(), "a character that is not a digit in port, at byte 11");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    offset: usize,
    kind: ParseErrorKind,
    component: Component,
}

impl ParseError {
    #[cold]
    pub(crate) const fn new(kind: ParseErrorKind, component: Component, offset: usize) -> Self {
        Self { offset, kind, component }
    }

    /// The kind of error.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The component in which the error is.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The offset in bytes from the start of the text. Each kind says what it points to.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            ParseErrorKind::UnexpectedCharacter if component == Component::Port => {
                f.write_str("a character that is not a digit in port")
            }
            ParseErrorKind::UnexpectedCharacter => {
                write!(f, "a character that cannot stand in {component}")
            }
            ParseErrorKind::InvalidPercentEncoding => {
                write!(f, "a percent sign in {component} that no two hexadecimal digits follow")
            }
            ParseErrorKind::InvalidIpLiteral => f.write_str("brackets without an IPv6 address in host"),
            ParseErrorKind::InvalidScheme => f.write_str("text before the first colon that is not a scheme"),
            ParseErrorKind::MissingScheme => f.write_str("an absolute URI must have a scheme"),
            ParseErrorKind::UnexpectedFragment => f.write_str("an absolute URI must not have a fragment"),
        }?;
        write!(f, ", at byte {}", self.offset)
    }
}

impl Error for ParseError {}
