//! Recomposing a URI reference from its components (RFC 3986 section 5.3).

use core::fmt::{self, Write};

use cri_core::Component;

use crate::text::charset::Charset;
use crate::text::composed::{ComposeError, ComposeErrorKind, Composed, compose_impl};
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::parse::{expect_run, expect_scheme, found, parse_authority};
use crate::text::split::split;
use crate::text::uri_ref::{Offsets, UriRef};

#[doc(hidden)]
pub use crate::text::split::Split;

/// The five components of a URI reference. An undefined component is `None`, which differs from an empty one,
/// `Some("")`. Their text is percent-encoded; `UriCri::build` takes raw parts instead.
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
    /// # Errors
    ///
    /// Any [`ComposeErrorKind`]: the text would not parse, or it would parse into other components.
    pub fn recompose(self) -> Result<Composed<Self>, ComposeError> {
        if let Some(scheme) = self.scheme {
            expect_scheme(scheme.as_bytes())?;
        }
        if let Some(authority) = self.authority {
            expect_authority(authority)?;
        }
        expect_all(self.path, Charset::PATH, Component::Path)?;
        expect_all(self.query.unwrap_or_default(), Charset::QUERY, Component::Query)?;
        expect_all(self.fragment.unwrap_or_default(), Charset::QUERY, Component::Fragment)?;
        let error = |kind, offset| Err(ComposeError::new(kind, Component::Path, offset));
        let path = self.path;
        match self.authority {
            Some(_) if !path.is_empty() && !path.starts_with('/') => {
                return error(ComposeErrorKind::RootlessPath, 0);
            }
            None if path.starts_with("//") => {
                return error(ComposeErrorKind::LeadingEmptySegment, 0);
            }
            _ => {}
        }
        let first = split(path, b'/').next().unwrap_or_default();
        match first.bytes().position(|byte| byte == b':') {
            Some(colon) if self.scheme.is_none() => {
                error(ComposeErrorKind::ColonInFirstSegment, colon)
            }
            _ => Ok(Composed(self)),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> fmt::Result {
        self.write_around(out, |out| out.write_str(self.path))
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
/// section 3.2.1), even if only browsers read a userinfo there.
impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Composed(*self).fmt(f)
    }
}

compose_impl!(Components => UriRef, UriRefBuf);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_is_all_of_its_text() {
        for (authority, component, offset) in
            [("h/", Component::Host, 1), ("h:1#", Component::Port, 3), ("[h]", Component::Host, 0)]
        {
            let components = Components { authority: Some(authority), ..Components::default() };
            let error = components.recompose().unwrap_err();
            assert_eq!((error.component(), error.offset()), (component, offset), "{authority}");
        }
    }
}
