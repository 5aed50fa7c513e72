//! The error of composing a URI reference of parts (RFC 3986 section 5.3).

use core::fmt;

use crate::text::error::kind_macros::named_kinds;
use crate::text::error::located::Located;
use crate::text::error::{ParseError, ParseErrorKind};

named_kinds! {
    /// The reason why parts do not make a URI reference.
    pub enum ComposeErrorKind {
        /// The text of a component does not parse as that component.
        Syntax(kind: ParseErrorKind) = kind.name(),
        /// A path that begins with `//`, which would read as an authority, where there is no authority (section 3.3).
        LeadingEmptySegment = "leading-empty-segment",
        /// A path after an authority that does not begin with a slash, and would continue the authority (section 3.3).
        RootlessPath = "rootless-path",
        /// A colon in the first segment, which would end a scheme, where there is no scheme (section 4.2). The offset
        /// is the colon's.
        ColonInFirstSegment = "colon-in-first-segment",
    }
}

/// Why components do not make a URI reference, a reference does not resolve, or no reference leads to a target.
///
/// The offset counts from the start of the wrong field of [`Components`](crate::components::Components). Otherwise
/// it is that of the path in the reference, or in the target.
///
/// ```
/// use cri_uri::{ComposeErrorKind, Uri, UriRef};
///
/// let base = Uri::parse("s:/a")?;
/// let error = base.resolve(UriRef::parse(".//b")?).unwrap_err();
/// assert_eq!(error.kind(), ComposeErrorKind::LeadingEmptySegment);
/// assert_eq!(error.to_string(), "the path would begin with \"//\" and read as an authority, at byte 0");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub type ComposeError = Located<ComposeErrorKind>;

impl From<ParseError> for ComposeError {
    fn from(error: ParseError) -> Self {
        Self::new(ComposeErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ComposeErrorKind::Syntax(kind) => {
                return fmt::Display::fmt(&ParseError::new(kind, self.part, self.offset), f);
            }
            ComposeErrorKind::LeadingEmptySegment => {
                "the path would begin with \"//\" and read as an authority"
            }
            ComposeErrorKind::RootlessPath => "a path after an authority must begin with a slash",
            ComposeErrorKind::ColonInFirstSegment => {
                "a colon in the first segment reads as the end of a scheme"
            }
        })?;
        self.write_place(f)?;
        match self.kind {
            // RFC 3986 section 4.2.
            ComposeErrorKind::ColonInFirstSegment => f.write_str("; write \"./\" before the path"),
            _ => Ok(()),
        }
    }
}
