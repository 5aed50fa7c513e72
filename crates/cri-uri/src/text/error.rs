//! The error of parsing text as a URI or IRI reference.

use core::error::Error;
use core::fmt;

use cri_core::Component;

use crate::text::kinds::{kinds, with_kind};

kinds! {
    /// The reason why a text is not a URI reference (RFC 3986 appendix A, RFC 6874).
    pub enum ParseErrorKind {
        /// A character that cannot stand in its component. The offset is that character's.
        UnexpectedCharacter = "unexpected-character",
        /// A `%` that no two hexadecimal digits follow. The offset is the `%`.
        InvalidPercentEncoding = "invalid-percent-encoding",
        /// Brackets that hold neither an IPv6 address nor an `IPvFuture`, or do not close. The offset is the `[`.
        InvalidIpLiteral = "invalid-ip-literal",
        /// A colon in the first segment without a scheme before it. The offset is the first byte that a scheme cannot
        /// have.
        InvalidScheme = "invalid-scheme",
        /// A relative reference where an absolute URI was expected (section 4.3). The offset is 0.
        MissingScheme = "missing-scheme",
        /// A fragment where an absolute URI was expected (section 4.3). The offset is the number sign.
        UnexpectedFragment = "unexpected-fragment",
    }
}

with_kind! {
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
    pub struct ParseError { kind: ParseErrorKind, component: Component }
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
