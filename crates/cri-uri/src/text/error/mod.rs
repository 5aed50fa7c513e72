//! Why a text is not a URI or IRI reference, and why parts do not make one.

pub(crate) mod excerpt;
pub(crate) mod located;

use core::fmt;

use cri_core::__private::is_upper_case;
use cri_core::Component;

use crate::text::error::located::Located;
use crate::text::grammar::charset::Charset;
use crate::text::iri::is_shown;

named_kinds! {
    /// The reason why a text is not a URI reference (RFC 3986 appendix A, RFC 6874).
    pub enum ParseErrorKind {
        /// This character cannot stand in its component. The offset is that of the character.
        ///
        /// `None` for a character that may belong to a password. In place of a port, any character may,
        /// so none is named. There, `@` means that a second `@` follows, and `:` that host and port may be an IPv6 address
        /// without brackets. A second `@` in an authority is named elsewhere, too.
        UnexpectedCharacter(_: Option<char>) = "unexpected-character",
        /// A `%` that no two hexadecimal digits follow. The offset is the `%`.
        InvalidPercentEncoding = "invalid-percent-encoding",
        /// Brackets that hold neither an IPv6 address nor an `IPvFuture`, or do not close. A zone identifier of another form
        /// than `%25eth0` is such an error, too (RFC 6874). The offset is the `[`.
        InvalidIpLiteral = "invalid-ip-literal",
        /// A colon in the first segment without a scheme before it. The offset is the first byte that a scheme cannot
        /// have.
        InvalidScheme = "invalid-scheme",
        /// A relative reference where a URI was expected (section 3). The offset is 0.
        MissingScheme = "missing-scheme",
        /// A fragment where an absolute URI was expected (section 4.3). The offset is the number sign.
        UnexpectedFragment = "unexpected-fragment",
    }
}

/// Why a text is not a URI reference.
///
/// The error keeps none of the text. `operand::Advice` of the crate `cri-inspect` finds in the text what a person probably
/// meant, such as brackets around an IPv6 address.
///
/// ```
/// use cri_core::Component;
/// use cri_uri::{ParseErrorKind, UriRef};
///
/// let error = UriRef::parse("coap://h/a|b").unwrap_err();
/// assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter(Some('|')));
/// assert_eq!((error.component(), error.offset()), (Component::Path, 10));
/// assert_eq!(error.to_string(), "'|' (U+007C) cannot stand in a path, at byte 10; percent-encode it");
/// ```
pub type ParseError = Located<ParseErrorKind>;

impl ParseError {
    pub(crate) const MISSING_SCHEME: Self =
        Self::new(ParseErrorKind::MissingScheme, Component::Scheme, 0);
}

/// The ASCII character that has this full-width form.
fn ascii_of(found: char) -> Option<char> {
    const FULL_WIDTH: u32 = 0xff01 - '!' as u32;
    let ascii = u32::from(found).checked_sub(FULL_WIDTH).and_then(char::from_u32)?;
    matches!(ascii, '!'..='~').then_some(ascii)
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, part: component, .. } = *self;
        let mut advice = "";
        match kind {
            ParseErrorKind::UnexpectedCharacter(found) => {
                // One that does not print as itself.
                let is_hidden = found.is_some_and(|found| {
                    !(is_shown(found, Component::Path) || matches!(found, ' '..='~'))
                });
                advice = match (component, found) {
                    (Component::Port, Some(':')) => {
                        "; write digits only, and brackets around an IPv6 address"
                    }
                    (Component::Host | Component::Port, Some('@')) => {
                        "; write %40 for an '@' in the userinfo"
                    }
                    (Component::Port, _) => "; a port has digits only",
                    (Component::Host, Some('\\')) => "; write '/'",
                    (Component::Path, Some('\\')) => "; write '/', or %5C for a backslash",
                    // In a host an ASCII character is more likely a slip than part of a name.
                    // It may stand in a name, so it follows a bracket.
                    (Component::Host, Some(found))
                        if u8::try_from(found).is_ok_and(|found| Charset::REG_NAME.has(found)) =>
                    {
                        "; after the ], write a colon and a port, or a path"
                    }
                    (Component::Host, None | Some('\0'..='\x7f')) => {
                        "; a host name has letters, digits, '-' and '.'"
                    }
                    // IDNA maps these (UTS 46), so they would be other names if they were percent-encoded.
                    (Component::Host, Some('\u{3002}' | '\u{ff0e}' | '\u{ff61}')) => "; write '.'",
                    (Component::Host, Some(found)) if ascii_of(found).is_some() => "",
                    (Component::Host, Some(_)) if is_hidden => "; remove it",
                    (Component::Host, Some(found)) if is_upper_case(found) => {
                        "; write it in lower case and percent-encode it"
                    }
                    (_, Some(found)) if is_hidden && !found.is_ascii() => {
                        "; remove it, or percent-encode it if it belongs there"
                    }
                    _ => "; percent-encode it",
                };
                match found {
                    // Where a port should be, this is not the character.
                    None => f.write_str("this character"),
                    Some(_) if component == Component::Port => f.write_str("this character"),
                    Some(found) if is_hidden => write!(f, "U+{:04X}", u32::from(found)),
                    Some(found) => write!(f, "'{found}' (U+{:04X})", u32::from(found)),
                }?;
                write!(f, " cannot stand in a {component}")?;
                let ascii = found.filter(|_| component == Component::Host).and_then(ascii_of);
                if let Some(ascii) = ascii.filter(|_| advice.is_empty()) {
                    self.write_place(f)?;
                    return write!(f, "; write '{ascii}'");
                }
                Ok(())
            }
            ParseErrorKind::InvalidPercentEncoding => {
                advice = "; write %25 for a percent sign";
                write!(f, "'%' in a {component} is not followed by two hexadecimal digits")
            }
            ParseErrorKind::InvalidIpLiteral => {
                advice = "; an IPv6 address looks like [2001:db8::1], and with a zone like [fe80::1%25eth0]";
                f.write_str("the brackets in the host do not hold an IPv6 address")
            }
            ParseErrorKind::InvalidScheme => {
                advice = "; a scheme is a letter, then letters, digits, '+', '-' and '.'";
                f.write_str("the text before the first colon is not a scheme")
            }
            ParseErrorKind::MissingScheme => f.write_str("a URI must have a scheme, such as coap:"),
            ParseErrorKind::UnexpectedFragment => {
                f.write_str("an absolute URI must not have a fragment")
            }
        }?;
        self.write_place(f)?;
        f.write_str(advice)
    }
}

named_kinds! {
    /// The reason why parts do not make a URI reference.
    pub enum RecomposeErrorKind {
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
/// If components do not make a reference, the offset counts from the start of the wrong field of
/// [`Components`](crate::components::Components). Otherwise it is where the path begins in the reference, or in the target.
///
/// ```
/// use cri_uri::{RecomposeErrorKind, Uri, UriRef};
///
/// let base = Uri::parse("s:/a")?;
/// let error = base.resolve(UriRef::parse(".//b")?).unwrap_err();
/// assert_eq!(error.kind(), RecomposeErrorKind::LeadingEmptySegment);
/// assert_eq!(error.to_string(), "the path would begin with \"//\" and read as an authority, at byte 0");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub type RecomposeError = Located<RecomposeErrorKind>;

impl From<ParseError> for RecomposeError {
    fn from(error: ParseError) -> Self {
        Self::new(RecomposeErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

impl fmt::Display for RecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            RecomposeErrorKind::Syntax(kind) => {
                return fmt::Display::fmt(&ParseError::new(kind, self.part, self.offset), f);
            }
            RecomposeErrorKind::LeadingEmptySegment => {
                "the path would begin with \"//\" and read as an authority"
            }
            RecomposeErrorKind::RootlessPath => "a path after an authority must begin with a slash",
            RecomposeErrorKind::ColonInFirstSegment => {
                "a colon in the first segment reads as the end of a scheme"
            }
        })?;
        self.write_place(f)?;
        match self.kind {
            // RFC 3986 section 4.2.
            RecomposeErrorKind::ColonInFirstSegment => {
                f.write_str("; write \"./\" before the path")
            }
            _ => Ok(()),
        }
    }
}
