//! The components of a URI reference: splitting any text into them (RFC 3986 appendix B), and recomposing (section 5.3).

pub(crate) mod split;

use core::fmt::{self, Write};
use core::ops::Range;

use cri_core::Component;

use crate::text::components::split::{has_byte, split, split_first, split_last};
use crate::text::error::{ParseError, ParseErrorKind, RecomposeError, RecomposeErrorKind};
use crate::text::grammar::charset::Charset;
use crate::text::grammar::parse::{expect_run, expect_scheme, named, parse_authority};
use crate::text::password::quoted::write_quoted;
use crate::text::password::{MASK, Within, find_in_path};
use crate::text::uri_ref::{IriRef, Offsets, UriRef};

pub use crate::text::components::split::Split;

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

impl<'a> IriRef<'a> {
    /// The five components.
    #[must_use]
    pub fn components(self) -> Components<'a> {
        self.0.components()
    }
}

impl<'a> Components<'a> {
    /// The components of any text, by the regular expression of RFC 3986 appendix B. It refuses nothing: a component may
    /// hold any characters. Of a URI reference, these are the components that [`UriRef::parse`] finds.
    ///
    /// ```
    /// use cri_uri::components::Components;
    ///
    /// let components = Components::split("http://h/a b?c|d");
    /// assert_eq!((components.path, components.query), ("/a b", Some("c|d")));
    /// ```
    #[must_use]
    pub fn split(text: &'a str) -> Self {
        let (rest, fragment) = split_first(text, b'#');
        let (rest, query) = split_first(rest, b'?');
        let (scheme, rest) = match split_first(rest, b':') {
            (scheme, Some(after)) if !scheme.is_empty() && !has_byte(scheme, b'/') => {
                (Some(scheme), after)
            }
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, _) = split_first(rest, b'/');
                (Some(authority), rest.get(authority.len()..).unwrap_or_default())
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }

    /// The userinfo, without the at sign.
    #[must_use]
    pub fn userinfo(self) -> Option<&'a str> {
        split_authority(self.authority?).0
    }

    /// The host. An IP literal has its brackets.
    ///
    /// If the authority breaks the rules of RFC 3986, the host begins after the last at sign, where browsers begin it, too.
    ///
    /// ```
    /// use cri_uri::components::Components;
    ///
    /// assert_eq!(Components::split("coap://u@[::1]:5683/a").host(), Some("[::1]"));
    /// assert_eq!(Components::split("coap://u@v@w:x/a").host(), Some("w:x"));
    /// ```
    #[must_use]
    pub fn host(self) -> Option<&'a str> {
        self.authority.map(|authority| split_authority(authority).1)
    }

    /// The port, without the colon. It may be empty.
    ///
    /// If the authority breaks the rules of RFC 3986, digits after the last colon are a port, unless the host would have
    /// another colon and no bracket at its end.
    #[must_use]
    pub fn port(self) -> Option<&'a str> {
        split_authority(self.authority?).2
    }

    /// The value of the first query parameter with this name. It is empty if the parameter is the name alone. Names are
    /// compared as they are written, with their percent-encoding.
    ///
    /// ```
    /// use cri_uri::components::Components;
    ///
    /// let components = Components::split("coap://h/?obs&unit=c&unit=k");
    /// assert_eq!(components.parameter("unit"), Some("c"));
    /// assert_eq!(components.parameter("obs"), Some(""));
    /// ```
    #[must_use]
    pub fn parameter(self, name: &str) -> Option<&'a str> {
        split(self.query?, b'&').find_map(|parameter| match split_first(parameter, b'=') {
            (found, value) if found == name => Some(value.unwrap_or_default()),
            _ => None,
        })
    }

    /// The URI reference that parses into exactly these components.
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
/// section 3.2.1), even if only browsers read a userinfo there, or if the text lacks its scheme or its end.
impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path;
        let has_no_authority = self.authority.is_none();
        let password = find_in_path(self.scheme, path).filter(|_| has_no_authority);
        write_quoted(f, Within::Components, |mut out| {
            self.write_around(&mut out, |out| match &password {
                Some(Range { start, end }) => {
                    out.write_str(path.get(..*start).unwrap_or_default())?;
                    out.write_str(MASK)?;
                    out.write_str(path.get(*end..).unwrap_or_default())
                }
                None => out.write_str(path),
            })
        })
    }
}

/// The URI reference of [`Components`].
#[derive(Clone, Copy)]
pub struct Recomposed<'a>(Components<'a>);

impl Recomposed<'_> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        self.0.write_around(out, |out| out.write_str(self.0.path))
    }
}

displayed!(Recomposed => UriRef);

/// The userinfo, host and port of an authority (RFC 3986 section 3.2), or of any text.
fn split_authority(text: &str) -> (Option<&str>, &str, Option<&str>) {
    let (userinfo, rest) = split_last(text, b'@');
    match split_last(rest, b':') {
        (Some(host), port)
            if port.bytes().all(|byte| byte.is_ascii_digit())
                && (host.ends_with(']') || !has_byte(host, b':')) =>
        {
            (userinfo, host, Some(port))
        }
        _ => (userinfo, rest, None),
    }
}

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
        .map_err(|error| named(text, error))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use proptest::prelude::*;

    use super::*;

    // shows: R3986-B-01
    #[test]
    fn the_example_of_the_rfc_is_split() {
        let components = Components::split("http://www.ics.uci.edu/pub/ietf/uri/#Related");
        let expected = Components {
            scheme: Some("http"),
            authority: Some("www.ics.uci.edu"),
            path: "/pub/ietf/uri/",
            query: None,
            fragment: Some("Related"),
        };
        assert_eq!(components, expected);
    }

    // shows: R3986-B-01, R3986-B-02
    #[test]
    fn any_text_is_split() {
        for (text, scheme, authority, path) in [
            (":a", None, None, ":a"),
            ("1 é:a", Some("1 é"), None, "a"),
            ("a/b:c", None, None, "a/b:c"),
            ("a?b:c", None, None, "a"),
            ("a:b:c", Some("a"), None, "b:c"),
            ("a:///b", Some("a"), Some(""), "/b"),
            ("//a b\\c:x@[", None, Some("a b\\c:x@["), ""),
            ("/a", None, None, "/a"),
        ] {
            let found = Components::split(text);
            assert_eq!(
                (found.scheme, found.authority, found.path),
                (scheme, authority, path),
                "{text}"
            );
        }
    }

    #[test]
    fn any_authority_is_split() {
        for (authority, userinfo, host, port) in [
            ("", None, "", None),
            (":", None, "", Some("")),
            ("@:80", Some(""), "", Some("80")),
            ("a:b@c@d:1", Some("a:b@c"), "d", Some("1")),
            ("h:1x", None, "h:1x", None),
            ("::1:80", None, "::1:80", None),
            ("[::1]", None, "[::1]", None),
            ("[::1]:", None, "[::1]", Some("")),
            ("[::1", None, "[::1", None),
        ] {
            let components = Components { authority: Some(authority), ..Components::default() };
            let found = (components.userinfo(), components.host(), components.port());
            assert_eq!(found, (userinfo, Some(host), port), "{authority}");
        }
    }

    #[test]
    fn parameters_are_found_by_name() {
        for (query, value) in [
            ("a=1", Some("1")),
            ("b=2&a=1&a=3", Some("1")),
            ("a&a=1", Some("")),
            ("a=b=c", Some("b=c")),
            ("aa=1&%61=2", None),
            ("a", Some("")),
            ("", None),
        ] {
            let components = Components { query: Some(query), ..Components::default() };
            assert_eq!(components.parameter("a"), value, "{query}");
        }
        assert_eq!(Components::default().parameter("a"), None);
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[a:/?#@ é]{0,12}") {
            prop_assert_eq!(Recomposed(Components::split(&text)).to_string(), text);
        }
    }

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
