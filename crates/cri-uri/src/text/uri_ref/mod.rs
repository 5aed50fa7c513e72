//! URI references, URIs and IRI references: parsed text and the places of its components (RFC 3986 sections 3 and 4, RFC 3987
//! section 2.2).

pub(crate) mod encoded_iri;
mod methods;
#[cfg(feature = "alloc")]
pub(crate) mod owned;
#[cfg(feature = "serde")]
pub(crate) mod serde;

use core::ops::Deref;

use crate::text::components::split::{Split, offset_in};
use crate::text::error::ParseError;
use crate::text::grammar::host::{UriHost, port_number};

/// A URI reference: borrowed text, parsed by RFC 3986 as updated by RFC 6874.
///
/// A URI is a URI reference too: [`as_uri`](UriRef::as_uri) makes it a [`Uri`](crate::Uri), which can be a base.
///
/// Components are as written: nothing is decoded or normalised. An absent component is `None`, which differs from an
/// empty one, `Some("")`. Equality, order and hash are those of the text.
///
/// ```
/// use cri_uri::{UriHost, UriRef};
///
/// let uri = UriRef::parse("coap://[2001:db8::1]:61616/a%2Fb?k=v#")?;
/// assert_eq!(uri.scheme(), Some("coap"));
/// assert_eq!(uri.host(), Some(UriHost::Ipv6 { address: "2001:db8::1".parse().unwrap(), zone: None }));
/// assert_eq!(uri.port(), Some("61616"));
/// assert_eq!(uri.path(), "/a%2Fb");
/// assert_eq!((uri.query(), uri.fragment()), (Some("k=v"), Some("")));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct UriRef<'a> {
    /// INVARIANT: the offsets are those of its components. All of it is ASCII, except in an `IriRef`.
    pub(crate) text: &'a str,
    pub(crate) offsets: Offsets,
}

/// Where the components of a URI reference are. They ascend in the order of the fields.
#[derive(Clone, Copy, Default)]
pub(crate) struct Offsets {
    /// The scheme's end, or 0 where there is none.
    pub(crate) scheme: usize,
    /// After the `//`, or the path's start where there is no authority.
    pub(crate) authority: usize,
    /// After the `@`, or after the `//` where there is no userinfo.
    pub(crate) host: usize,
    /// The host's end: a colon, where there is a port.
    pub(crate) host_end: usize,
    /// The path's start, and the authority's end.
    pub(crate) path: usize,
    /// The path's end: a question mark, where there is a query.
    pub(crate) path_end: usize,
    /// The query's end: a number sign, where there is a fragment.
    pub(crate) query_end: usize,
}

impl<'a> UriRef<'a> {
    /// The whole text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// The authority: userinfo, host and port with their separators.
    #[must_use]
    pub fn authority(self) -> Option<&'a str> {
        self.has_authority().then(|| self.slice(self.offsets.authority, self.offsets.path))
    }

    /// The host: an address if it reads as one, and otherwise a name (RFC 3986 section 3.2.2).
    #[must_use]
    pub fn host(self) -> Option<UriHost<'a>> {
        self.host_str().map(UriHost::parse)
    }

    /// The host as written, brackets included.
    #[must_use]
    pub fn host_str(self) -> Option<&'a str> {
        self.has_authority().then(|| self.slice(self.offsets.host, self.offsets.host_end))
    }

    /// The number of the port. `None` without digits, and for a number above 65535 (RFC 3986 section 3.2.3).
    #[must_use]
    pub fn port_number(self) -> Option<u16> {
        port_number(self.port()?.as_bytes())
    }

    /// The path. Every URI reference has one, which may be empty.
    #[must_use]
    pub fn path(self) -> &'a str {
        self.slice(self.offsets.path, self.offsets.path_end)
    }

    /// The segments of the path, as written: the text between its slashes. A slash at the start begins the first segment,
    /// so an empty path has no segment, and `/` has an empty one (RFC 3986 section 3.3).
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// assert!(UriRef::parse("coap://h/a%2Fb/c/")?.segments().eq(["a%2Fb", "c", ""]));
    /// assert_eq!(UriRef::parse("coap://h/a/b")?.segments().next_back(), Some("b"));
    /// assert_eq!(UriRef::parse("coap://h")?.segments().next(), None);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn segments(self) -> Split<'a> {
        let path = self.path();
        Split::of(Some(path.strip_prefix('/').unwrap_or(path)).filter(|_| !path.is_empty()), b'/')
    }

    /// The parameters of the query, as written: the text between its ampersands. An empty query has one empty parameter
    /// (draft-ietf-core-href section 6).
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// assert!(UriRef::parse("coap://h?rt=temperature&if=sensor")?.parameters().eq(["rt=temperature", "if=sensor"]));
    /// assert!(UriRef::parse("coap://h?")?.parameters().eq([""]));
    /// assert_eq!(UriRef::parse("coap://h")?.parameters().next(), None);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn parameters(self) -> Split<'a> {
        Split::of(self.query(), b'&')
    }

    /// Whether the scheme is `name`, in any case (RFC 3986 section 3.1).
    #[must_use]
    pub fn has_scheme(self, name: &str) -> bool {
        self.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
    }

    /// Whether this is a relative reference: without a scheme (RFC 3986 section 4.2).
    #[must_use]
    pub const fn is_relative(self) -> bool {
        self.offsets.scheme == 0
    }

    pub(crate) const fn has_authority(self) -> bool {
        // Only the two slashes of an authority add to the offset of the scheme's colon.
        self.offsets.authority > self.offsets.scheme.wrapping_add(1)
    }

    /// The path, and the query with the `?` before it.
    pub(crate) fn path_and_query(self) -> &'a str {
        self.slice(self.offsets.path, self.offsets.query_end)
    }

    /// The offset in bytes of `part`, which an accessor returned, or which is a part of that. Of any other text, the result
    /// means nothing.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let uri = UriRef::parse("coap://h/a/b")?;
    /// assert_eq!(uri.segments().map(|segment| uri.offset_of(segment)).collect::<Vec<_>>(), [9, 11]);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn offset_of(self, part: impl AsRef<[u8]>) -> usize {
        offset_in(self.text, part)
    }

    fn slice(self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}

impl<'a> UriRef<'a> {
    /// The scheme, in the case in which it is written.
    #[must_use]
    pub fn scheme(self) -> Option<&'a str> {
        (!self.is_relative()).then(|| self.slice(0, self.offsets.scheme))
    }

    /// The userinfo, without the `@` after it. It may hold a password.
    #[must_use]
    pub fn userinfo(self) -> Option<&'a str> {
        let Offsets { authority, host, .. } = self.offsets;
        (authority < host).then(|| self.slice(authority, host.wrapping_sub(1)))
    }

    /// The digits of the port as written; empty if nothing follows the colon.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("coap://h:05683/")?.port(), Some("05683"));
    /// // An empty port is not a missing one.
    /// assert_eq!(UriRef::parse("coap://h:/")?.port(), Some(""));
    /// assert_eq!(UriRef::parse("coap://h/")?.port(), None);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn port(self) -> Option<&'a str> {
        self.after_delimiter(self.offsets.host_end, self.offsets.path)
    }

    /// The query, without the `?` before it.
    #[must_use]
    pub fn query(self) -> Option<&'a str> {
        self.after_delimiter(self.offsets.path_end, self.offsets.query_end)
    }

    /// The fragment, without the `#` before it.
    #[must_use]
    pub fn fragment(self) -> Option<&'a str> {
        self.after_delimiter(self.offsets.query_end, self.text.len())
    }

    /// The component that ends at `end`, if its delimiter is at `delimiter`.
    fn after_delimiter(self, delimiter: usize, end: usize) -> Option<&'a str> {
        (delimiter < end).then(|| self.slice(delimiter.wrapping_add(1), end))
    }
}

parsed_text!(UriRef);

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

/// An IRI reference: borrowed text, parsed by RFC 3987.
///
/// Besides what a [`UriRef`] may hold, userinfo, host name, path, query and fragment may hold characters beyond ASCII:
/// those of RFC 3987 section 2.2 without the bidirectional formatting characters of section 4.1. Characters for private
/// use may stand in a query only. Every URI reference is an IRI reference.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{IriRef, Options};
///
/// let iri = IriRef::parse("coap://bücher.example/é?ü")?;
/// assert_eq!(iri.components().authority, Some("bücher.example"));
/// assert_eq!(iri.to_uri().to_string(), "coap://b%C3%BCcher.example/%C3%A9?%C3%BC");
/// let cri = iri.to_cri(Options::default(), ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["bücher", "example"], ["é"], ["ü"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct IriRef<'a>(
    /// INVARIANT: beyond ASCII it holds what `is_iri_character` allows.
    pub(crate) UriRef<'a>,
);

impl<'a> IriRef<'a> {
    /// The whole text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0.as_str()
    }
}

parsed_text!(IriRef);

impl<'a> From<UriRef<'a>> for IriRef<'a> {
    fn from(uri: UriRef<'a>) -> Self {
        Self(uri)
    }
}

/// The URI reference with these [`places`], without a check. `cri-literal` writes such calls.
///
/// If the places are wrong, the accessors return other text; memory stays safe.
#[must_use]
pub const fn uri_ref_from_places(text: &str, places: [usize; 7]) -> UriRef<'_> {
    let [scheme, authority, host, host_end, path, path_end, query_end] = places;
    UriRef {
        text,
        offsets: Offsets { scheme, authority, host, host_end, path, path_end, query_end },
    }
}

/// The URI with these [`places`], without a check, as by [`uri_ref_from_places`].
#[must_use]
pub const fn uri_from_places(text: &str, places: [usize; 7]) -> Uri<'_> {
    Uri(uri_ref_from_places(text, places))
}

/// The places of the components, in bytes.
#[must_use]
pub const fn places(uri: UriRef<'_>) -> [usize; 7] {
    let Offsets { scheme, authority, host, host_end, path, path_end, query_end } = uri.offsets;
    [scheme, authority, host, host_end, path, path_end, query_end]
}

#[cfg(test)]
mod tests;
