//! The methods of [`UriRef`], [`Uri`] and [`IriRef`]. Most call the module of their subject. Methods that convert or
//! compare are in `convert` and `equivalence`.

use core::fmt;

use cri_core::Component;
use cri_registry::{Scheme, Table};

use crate::text::components::Components;
use crate::text::context::wrapped::WrappedUri;
use crate::text::error::{ComposeError, ParseError, ParseErrorKind};
use crate::text::grammar::parse::{parse_naming, parse_written};
use crate::text::grammar::scheme::find_scheme;
use crate::text::iri::is_shown;
use crate::text::path::read_otherwise_by_browsers;
use crate::text::resolve::relativize::{RelativeRef, relativize};
use crate::text::resolve::{ResolvedUri, resolve};
use crate::text::uri_ref::encoded_iri::EncodedIri;
use crate::text::uri_ref::{IriRef, Uri, UriRef};

impl<'a> UriRef<'a> {
    /// Parses all of `text` as a URI reference.
    ///
    /// Parsing takes linear time and no memory. The error is that of the first component that is wrong.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// assert_eq!(UriRef::parse("../a%2Fb?")?.query(), Some(""));
    /// // A colon in the first segment would end a scheme.
    /// assert!(UriRef::parse("1:30").is_err());
    /// assert_eq!(UriRef::parse("./1:30")?.path(), "./1:30");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `UnexpectedCharacter`, `InvalidPercentEncoding`, `InvalidIpLiteral` and `InvalidScheme`. A character beyond ASCII
    /// is unexpected: parse the text of an IRI with [`IriRef::parse`](crate::IriRef::parse).
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Ok(Self { text, offsets: parse_naming::<false>(text)? })
    }

    /// The URI reference that a value of this crate wrote.
    pub(crate) fn from_written(text: &'a str) -> Self {
        Self { text, offsets: parse_written::<false>(text) }
    }

    /// The five components.
    #[must_use]
    pub fn components(self) -> Components<'a> {
        Components::of(self)
    }

    /// This URI reference between angle brackets, for running text, with a line break after each `width` characters (RFC
    /// 3986 appendix C). If the last of these is a hyphen, the line break comes after the next character that is not
    /// one: a line break after a hyphen would be ambiguous. A line may begin as another URI does, as in
    /// `<http://a/\nhttp://b>`. Whoever finds URIs in the text reads it as two, so choose another width then.
    ///
    /// ```
    /// use cri_uri::UriRef;
    /// use cri_uri::context::SpacedUri;
    ///
    /// let uri = UriRef::parse("http://example.com/a")?;
    /// assert_eq!(uri.wrapped(usize::MAX).to_string(), "<http://example.com/a>");
    /// let wrapped = uri.wrapped(12).to_string();
    /// assert_eq!(wrapped, "<http://exam\nple.com/a>");
    /// assert_eq!(SpacedUri::from_user(&wrapped).to_string(), "http://example.com/a");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub const fn wrapped(self, width: usize) -> impl fmt::Display + use<'a> {
        WrappedUri { uri: self, width }
    }

    /// The end of the path that begins with a percent-encoded dot-segment, if browsers lead elsewhere because of it.
    ///
    /// Browsers remove percent-encoded dot-segments together with literal ones (URL standard of the WHATWG, section 4.4). By
    /// RFC 3986 a literal `..` may remove such a segment first, as any other.
    ///
    /// ```
    /// use cri_uri::UriRef;
    ///
    /// let uri = UriRef::parse("http://h/a/b/%2E%2E/../c")?; // for browsers /c, by RFC 3986 /a/b/c
    /// assert_eq!(uri.read_otherwise_by_browsers(), Some("%2E%2E/../c"));
    /// assert_eq!(UriRef::parse("http://h/a/%2E%2E/c")?.read_otherwise_by_browsers(), None);
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn read_otherwise_by_browsers(self) -> Option<&'a str> {
        read_otherwise_by_browsers(self)
    }

    /// What `schemes` has about the scheme, which may be in any case; `None` without a scheme.
    ///
    /// ```
    /// use cri_uri::{Table, UriRef};
    ///
    /// let uri = UriRef::parse("CoAP://h/")?;
    /// assert_eq!(uri.known_scheme(Table::DRAFT_16).map(|scheme| (scheme.name, scheme.default_port)), Some(("coap", Some(5683))));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn known_scheme(&self, schemes: Table) -> Option<Scheme> {
        find_scheme(self.scheme()?.as_bytes(), schemes)
    }

    /// The default port of the scheme, if `schemes` has one.
    pub(crate) fn default_port(&self, schemes: Table) -> Option<u16> {
        self.known_scheme(schemes)?.default_port
    }
}

impl<'a> Uri<'a> {
    /// Parses all of `text` as a URI.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::parse`], and `MissingScheme`.
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        UriRef::parse(text)?.try_into()
    }

    /// Parses all of `text` as an `absolute-URI`, which has a scheme and no fragment (RFC 3986 section 4.3).
    ///
    /// ```
    /// use cri_uri::{ParseErrorKind, Uri};
    ///
    /// assert_eq!(Uri::parse_absolute("coap://h/a"), Uri::parse("coap://h/a"));
    /// assert_eq!(Uri::parse_absolute("coap://h/a#b").unwrap_err().kind(), ParseErrorKind::UnexpectedFragment);
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Uri::parse), and `UnexpectedFragment`.
    pub fn parse_absolute(text: &'a str) -> Result<Self, ParseError> {
        let uri = Self::parse(text)?;
        let kind = ParseErrorKind::UnexpectedFragment;
        match uri.fragment() {
            Some(_) => Err(ParseError::new(kind, Component::Fragment, uri.offsets.query_end)),
            None => Ok(uri),
        }
    }

    /// The URI that a value of this crate wrote.
    pub(crate) fn from_written(text: &'a str) -> Self {
        let uri = UriRef::from_written(text);
        // INVARIANT: it has a scheme.
        debug_assert!(!uri.is_relative());
        Self(uri)
    }

    /// Resolves `reference` against this base.
    ///
    /// The base is the URI from which the document was retrieved, after all redirections, unless the document or its
    /// container names another (section 5.1). Its fragment does not count. Neither base nor reference is normalised
    /// (section 5.2.1): percent-encoded dots do not make dot-segments. Normalising the target then removes those that are
    /// left.
    ///
    /// A reference with a scheme stays as it is, even if the base has the same scheme: this is the strict reading of
    /// section 5.2.2.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = base.resolve(UriRef::parse("../g?y#s")?)?;
    /// assert_eq!(target.to_string(), "http://a/b/g?y#s");
    /// assert_eq!(base.resolve(UriRef::parse("http:g")?)?.to_string(), "http:g");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// A relative reference is no base, so this does not compile:
    ///
    /// ```compile_fail,E0599
    /// use cri_uri::UriRef;
    ///
    /// let base = UriRef::parse("/a")?;
    /// base.resolve(UriRef::parse("b")?)?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `LeadingEmptySegment` if the path would read as an authority.
    pub fn resolve(self, reference: UriRef<'a>) -> Result<ResolvedUri<'a>, ComposeError> {
        resolve(self, reference)
    }

    /// Parses a URI reference, and resolves it against this base.
    ///
    /// ```
    /// use cri_uri::Uri;
    ///
    /// assert_eq!(Uri::parse("http://a/b/c")?.join("../d")?.to_string(), "http://a/d");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Syntax` if the text does not parse, and those of [`resolve`](Self::resolve).
    pub fn join(self, text: &'a str) -> Result<ResolvedUri<'a>, ComposeError> {
        resolve(self, UriRef::parse(text)?)
    }

    /// The shortest URI reference that resolves against this base to `target`. If `target` has dot-segments, the
    /// reference resolves to `target` without them.
    ///
    /// The base's fragment does not count. Neither URI is normalised: schemes or authorities that differ in case are
    /// different.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://h/a/b/c?q")?;
    /// let target = Uri::parse("http://h/a/d:e#f")?;
    /// let reference = base.relativize(target)?.to_string();
    /// assert_eq!(reference, "../d:e#f");
    /// let reference = UriRef::parse(&reference)?;
    /// assert_eq!(base.resolve(reference)?.to_string(), target.as_str());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `LeadingEmptySegment` if no reference resolves to the target.
    pub fn relativize<'t>(self, target: Uri<'t>) -> Result<RelativeRef<'t>, ComposeError> {
        relativize(self, target)
    }

    /// This URI without its fragment, which plays no part in retrieval (section 3.5) or in a base (section 5.1).
    ///
    /// A reference is to the document of its base if its target equals the base, both without fragments (section 4.4).
    /// Following it need not retrieve the document again.
    ///
    /// ```
    /// use cri_uri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b?c#d")?;
    /// let target = base.resolve(UriRef::parse("#s")?)?.to_string();
    /// assert_eq!(Uri::parse(&target)?.without_fragment(), base.without_fragment());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_fragment(self) -> Self {
        let UriRef { text, offsets } = self.as_uri_ref();
        Self(UriRef { text: text.get(..offsets.query_end).unwrap_or_default(), offsets })
    }
}

impl<'a> IriRef<'a> {
    /// Parses all of `text` as an IRI reference.
    ///
    /// ```
    /// use cri_uri::IriRef;
    ///
    /// assert_eq!(IriRef::parse("coap://h/é")?.components().path, "/é");
    /// // A right-to-left override would hide what the text says.
    /// assert!(IriRef::parse("coap://h/\u{202e}a").is_err());
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`ParseErrorKind`](crate::ParseErrorKind), as [`UriRef::parse`].
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Ok(Self(UriRef { text, offsets: parse_naming::<true>(text)? }))
    }

    /// Whether an IRI that this crate writes shows a character beyond ASCII in this component as itself, and not
    /// percent-encoded: IRIs allow the character there, and a reader sees it for what it is (RFC 3987 sections 2.2, 4.1, 6.1
    /// and 8).
    ///
    /// ```
    /// use cri_core::Component;
    /// use cri_uri::IriRef;
    ///
    /// assert!(IriRef::shows('é', Component::Path));
    /// assert!(!IriRef::shows('\u{200b}', Component::Path)); // has no width
    /// ```
    #[must_use]
    pub const fn shows(character: char, component: Component) -> bool {
        is_shown(character, component)
    }

    /// The IRI reference that a value of this crate wrote.
    pub(crate) fn from_written(text: &'a str) -> Self {
        Self(UriRef { text, offsets: parse_written::<true>(text) })
    }

    /// The equivalent URI reference: the UTF-8 of each character beyond ASCII is percent-encoded, and nothing else
    /// changes (RFC 3987 section 3.1). IDNA does not map the host.
    #[must_use]
    pub const fn to_uri(self) -> EncodedIri<'a> {
        EncodedIri(self)
    }

    /// The five components.
    #[must_use]
    pub fn components(self) -> Components<'a> {
        self.0.components()
    }
}
