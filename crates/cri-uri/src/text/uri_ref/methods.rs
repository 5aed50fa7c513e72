//! Methods of [`UriRef`], [`Uri`] and [`IriRef`], such as those that parse. Others are in the
//! modules of their subjects, such as `resolve`, `convert` and `equivalence`.

use cri_core::Component;
use cri_registry::{Scheme, Table};

use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::grammar::parse::{parse_naming, parse_written};
use crate::text::grammar::scheme::find_scheme;
use crate::text::iri::is_shown;
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
}
