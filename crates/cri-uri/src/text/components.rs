//! Recomposing a URI reference from its components (RFC 3986 section 5.3).

use core::fmt::{self, Write};

use cri_core::Component;

use crate::text::charset::Charset;
use crate::text::display_macros::masking_display;
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::kind_macros::{kinds, with_kind};
use crate::text::parse::{expect_run, expect_scheme, found, parse_authority};
use crate::text::quoted::write_quoted;
use crate::text::split::split;
use crate::text::uri_ref::{Offsets, UriRef};

pub use crate::text::split::Split;

/// The five components of a URI reference. An undefined component is `None`, which differs from an empty one,
/// `Some("")`.
///
/// ```
/// use cri_uri::components::Components;
/// use cri_uri::UriRef;
///
/// let components = UriRef::parse("http://h/a?q#f")?.components();
/// let other = Components { query: None, fragment: Some(""), ..components };
/// assert_eq!(other.recompose()?.to_string(), "http://h/a#");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Components<'a> {
    /// The scheme, without the colon.
    pub scheme: Option<&'a str>,
    /// The authority, without the two slashes.
    pub authority: Option<&'a str>,
    /// The path.
    pub path: &'a str,
    /// The query, without the question mark.
    pub query: Option<&'a str>,
    /// The fragment, without the number sign.
    pub fragment: Option<&'a str>,
}

impl<'a> UriRef<'a> {
    /// The five components.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let components = UriRef::parse("//h/a?")?.components();
    /// assert_eq!((components.scheme, components.authority, components.path), (None, Some("h"), "/a"));
    /// // An empty query is not a missing one.
    /// assert_eq!((components.query, components.fragment), (Some(""), None));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn components(self) -> Components<'a> {
        Components {
            scheme: self.scheme(),
            authority: self.authority(),
            path: self.path(),
            query: self.query(),
            fragment: self.fragment(),
        }
    }
}

impl<'a> Components<'a> {
    /// The URI reference that parses into exactly these components.
    ///
    /// ```
    /// use cri_uri::components::Components;
    ///
    /// let components = Components { scheme: Some("coap"), authority: Some("h"), path: "/a%2Fb", ..Components::default() };
    /// assert_eq!(components.recompose()?.to_string(), "coap://h/a%2Fb");
    /// assert!(Components { path: "a/b", ..components }.recompose().is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`RecomposeErrorKind`]: the text would not parse, or it would parse into other components.
    pub fn recompose(self) -> Result<Recomposed<'a>, RecomposeError> {
        if let Some(scheme) = self.scheme {
            expect_scheme(scheme.as_bytes())?;
        }
        if let Some(authority) = self.authority {
            expect_authority(authority)?;
        }
        expect_all(self.path, Charset::PATH, Component::Path)?;
        expect_all(self.query.unwrap_or_default(), Charset::QUERY, Component::Query)?;
        expect_all(self.fragment.unwrap_or_default(), Charset::QUERY, Component::Fragment)?;
        let error = |kind, offset| Err(RecomposeError::new(kind, Component::Path, offset));
        let path = self.path;
        match self.authority {
            Some(_) if !path.is_empty() && !path.starts_with('/') => {
                return error(RecomposeErrorKind::RootlessPath, 0);
            }
            None if path.starts_with("//") => {
                return error(RecomposeErrorKind::LeadingEmptySegment, 0);
            }
            _ => {}
        }
        let first = split(path, b'/').next().unwrap_or_default();
        match first.bytes().position(|byte| byte == b':') {
            Some(colon) if self.scheme.is_none() => {
                error(RecomposeErrorKind::ColonInFirstSegment, colon)
            }
            _ => Ok(Recomposed(self)),
        }
    }

    /// Writes the components with their delimiters, and the text that `write_path` writes in place of the path (section
    /// 5.3).
    pub(crate) fn write_around<W: Write>(
        &self,
        out: &mut W,
        write_path: impl FnOnce(&mut W) -> fmt::Result,
    ) -> fmt::Result {
        if let Some(scheme) = self.scheme {
            out.write_str(scheme)?;
            out.write_str(":")?;
        }
        if let Some(authority) = self.authority {
            out.write_str("//")?;
            out.write_str(authority)?;
        }
        write_path(out)?;
        for (delimiter, component) in [("?", self.query), ("#", self.fragment)] {
            if let Some(component) = component {
                out.write_str(delimiter)?;
                out.write_str(component)?;
            }
        }
        Ok(())
    }
}

/// Shows the text of the components in quotation marks. What follows the first colon of the userinfo is masked (RFC 3986
/// section 3.2.1), also where only browsers read a userinfo.
impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, |mut out| self.write_around(&mut out, |out| out.write_str(self.path)))
    }
}

/// Components that display as a URI reference.
///
/// ```
/// use cri_uri::components::Components;
///
/// let authority = Some("user:password@h");
/// let recomposed = Components { authority, path: "/", ..Components::default() }.recompose()?;
/// assert_eq!(recomposed.to_string(), "//user:password@h/");
/// assert_eq!(format!("{recomposed:?}"), r#""//user:***@h/""#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recomposed<'a>(/* INVARIANT: checked by `Components::recompose`. */ Components<'a>);

impl Recomposed<'_> {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        self.0.write_around(out, |out| out.write_str(self.0.path))
    }
}

masking_display!(Recomposed => UriRef<'b>, UriRef::from_written);

fn expect_authority(authority: &str) -> Result<(), ParseError> {
    let mut offsets = Offsets::default();
    // The error holds no character: without the text around the authority, any may belong to a password.
    let end = parse_authority::<false>(authority, &mut offsets)?;
    if end == authority.len() {
        return Ok(());
    }
    let component = if offsets.host_end < end { Component::Port } else { Component::Host };
    Err(ParseError::new(ParseErrorKind::UnexpectedCharacter(None), component, end))
}

fn expect_all(text: &str, set: Charset, component: Component) -> Result<(), ParseError> {
    expect_run::<false>(text.as_bytes(), 0, text.len(), set, component)
        .map_err(|error| found(text, error))
}

kinds! {
    /// The reason why components are not a URI reference.
    pub enum RecomposeErrorKind {
        /// The text of a component does not parse as that component.
        Syntax(kind: ParseErrorKind) = kind.name(),
        /// A path that begins with `//`, which would read as an authority, where there is no authority (RFC 3986
        /// section 3.3).
        LeadingEmptySegment = "leading-empty-segment",
        /// A path after an authority that does not begin with a slash, and would continue the authority (section 3.3).
        RootlessPath = "rootless-path",
        /// A colon in the first segment, which would end a scheme, where there is no scheme (section 4.2). The offset
        /// is the colon's.
        ColonInFirstSegment = "colon-in-first-segment",
    }
}

with_kind! {
    /// Why components are not a URI reference. The offset counts from the start of the wrong field of [`Components`].
    ///
    /// ```
    /// use cri_uri::components::{Components, RecomposeErrorKind};
    ///
    /// let components = Components { scheme: Some("s"), path: "//x", ..Components::default() };
    /// let error = components.recompose().unwrap_err();
    /// assert_eq!(error.kind(), RecomposeErrorKind::LeadingEmptySegment);
    /// assert_eq!(error.to_string(), "a path that begins with \"//\" reads as an authority, at byte 0 of the path");
    /// ```
    pub struct RecomposeError: Error { kind: RecomposeErrorKind, component: Component }
}

impl From<ParseError> for RecomposeError {
    fn from(error: ParseError) -> Self {
        Self::new(RecomposeErrorKind::Syntax(error.kind()), error.component(), error.offset())
    }
}

impl fmt::Display for RecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            RecomposeErrorKind::Syntax(kind) => {
                return fmt::Display::fmt(&ParseError::new(kind, self.component, self.offset), f);
            }
            RecomposeErrorKind::LeadingEmptySegment => {
                f.write_str("a path that begins with \"//\" reads as an authority")
            }
            RecomposeErrorKind::RootlessPath => {
                f.write_str("a path after an authority must begin with a slash")
            }
            RecomposeErrorKind::ColonInFirstSegment => {
                f.write_str("a colon in the first segment reads as the end of a scheme")
            }
        }?;
        write!(f, ", at byte {} of the {}", self.offset, self.component)
    }
}

#[cfg(test)]
mod tests;
