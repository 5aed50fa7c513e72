//! URIs: URI references with a scheme (RFC 3986 section 3).

use core::ops::Deref;

use crate::text::error::ParseError;
use crate::text::uri_ref::UriRef;
use crate::text::uri_ref::value_macros::parsed_text;

/// A URI: a [`UriRef`] that has a scheme, so that its meaning does not depend on a base.
///
/// Only a URI can be the base of a [resolution](Uri::resolve), and only URIs can be [equivalent](Uri::equivalent).
/// Equality, order and hash are those of the text (RFC 3986 section 6.2.1).
///
/// ```
/// use cri_uri::{ParseErrorKind, Uri};
///
/// let uri = Uri::parse("coap://[2001:db8::1]:61616/a%2Fb?k=v")?;
/// assert_eq!((uri.scheme(), uri.port_number(), uri.path()), ("coap", Some(61616), "/a%2Fb"));
/// assert_eq!(Uri::parse("//h/a").unwrap_err().kind(), ParseErrorKind::MissingScheme);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Uri<'a>(/* INVARIANT: has a scheme. */ pub(crate) UriRef<'a>);

impl<'a> Uri<'a> {
    /// The URI with these places, without a check. See [`UriRef::from_places`].
    #[doc(hidden)]
    #[must_use]
    pub const fn from_places(text: &'a str, places: [usize; 7]) -> Self {
        Self(UriRef::from_places(text, places))
    }

    /// This URI as a URI reference.
    #[must_use]
    pub const fn as_uri_ref(self) -> UriRef<'a> {
        self.0
    }

    /// The scheme, in the case in which it is written.
    #[must_use]
    pub fn scheme(self) -> &'a str {
        self.0.scheme().unwrap_or_default()
    }
}

/// A URI has the accessors of a URI reference.
impl<'a> Deref for Uri<'a> {
    type Target = UriRef<'a>;

    fn deref(&self) -> &UriRef<'a> {
        &self.0
    }
}

parsed_text!(Uri);

impl<'a> UriRef<'a> {
    /// This reference as a URI, if it has a scheme.
    #[must_use]
    pub const fn as_uri(self) -> Option<Uri<'a>> {
        if self.is_relative() { None } else { Some(Uri(self)) }
    }
}

impl<'a> From<Uri<'a>> for UriRef<'a> {
    fn from(uri: Uri<'a>) -> Self {
        uri.0
    }
}

impl<'a> TryFrom<UriRef<'a>> for Uri<'a> {
    type Error = ParseError;

    /// The URI, or the error `MissingScheme`.
    fn try_from(reference: UriRef<'a>) -> Result<Self, ParseError> {
        reference.as_uri().ok_or(ParseError::MISSING_SCHEME)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::text::error::ParseErrorKind;

    // shows: R3986-6.1-02
    #[test]
    fn uris_have_a_scheme() {
        for text in ["", "//h", "/a", "a", "?q", "#f", "./a:b"] {
            let error = Uri::parse(text).unwrap_err();
            assert_eq!(
                (error.kind(), error.offset()),
                (ParseErrorKind::MissingScheme, 0),
                "{text}"
            );
            assert_eq!(error.to_string(), "a URI must have a scheme, such as coap:, at byte 0");
        }
        let uri = Uri::parse("S:").unwrap();
        assert_eq!((uri.scheme(), uri.path(), uri.authority()), ("S", "", None));
        assert_eq!(UriRef::from(uri), uri.as_uri_ref());
    }
}
