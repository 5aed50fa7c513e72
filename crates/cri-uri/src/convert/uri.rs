//! Full CRIs and IRIs from URIs, and owned URI references from CRIs.

#[cfg(feature = "alloc")]
use cri_core::CriRefBuf;
use cri_core::{Buffer, Component, CriBuf};

use crate::convert::error::ToCriError;
use crate::convert::options::Options;
use crate::convert::to_iri::IriText;
#[cfg(feature = "alloc")]
use crate::convert::to_uri::UriText;
use crate::text::error::{ParseError, ParseErrorKind};
#[cfg(feature = "alloc")]
use crate::text::owned::{UriBuf, UriRefBuf, to_buf};
use crate::text::uri::Uri;

impl<'a> Uri<'a> {
    /// Converts this to the full CRI that means the same, as [`UriRef::to_cri`](crate::UriRef::to_cri) does.
    ///
    /// ```
    /// use cri_core::ArrayBuffer;
    /// use cri_uri::{Options, Uri};
    ///
    /// let cri = Uri::parse("coap://h/a")?.to_cri(Options::default(), ArrayBuffer::<16>::new())?;
    /// assert_eq!(format!("{:?}", cri.as_cri()), r#"[-1, ["h"], ["a"]]"#);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri).
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriBuf<B>, ToCriError> {
        // INVARIANT: a URI has a scheme, and so has its CRI.
        const NOT_FULL: ParseError =
            ParseError::new(ParseErrorKind::MissingScheme, Component::Scheme, 0);
        self.as_uri_ref().to_cri(options, buffer)?.into_full().map_err(|_| NOT_FULL.into())
    }

    /// Converts this to the IRI that means the same, as [`UriRef::to_iri`](crate::UriRef::to_iri) does.
    #[must_use]
    pub const fn to_iri(self) -> IriText<'a> {
        self.as_uri_ref().to_iri()
    }
}

#[cfg(feature = "alloc")]
impl UriBuf {
    /// Converts this to the full CRI that means the same, as [`UriRef::to_cri`](crate::UriRef::to_cri) does.
    ///
    /// ```
    /// use cri_core::CriBuf;
    /// use cri_uri::{Options, UriBuf};
    ///
    /// // A `CriBuf` does not parse text. A `UriBuf` does.
    /// let base: CriBuf<Vec<u8>> = "coap://h/a".parse::<UriBuf>()?.to_cri(Options::default(), Vec::new())?;
    /// assert_eq!(format!("{base:?}"), r#"[-1, ["h"], ["a"]]"#);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri).
    pub fn to_cri<B: Buffer>(&self, options: Options, buffer: B) -> Result<CriBuf<B>, ToCriError> {
        self.as_uri().to_cri(options, buffer)
    }
}

#[cfg(feature = "alloc")]
impl UriRefBuf {
    /// Converts this to the CRI reference that means the same, as [`UriRef::to_cri`](crate::UriRef::to_cri) does.
    ///
    /// ```
    /// use cri_core::CriRefBuf;
    /// use cri_uri::{Options, UriRefBuf};
    ///
    /// let link: CriRefBuf<Vec<u8>> = "../a".parse::<UriRefBuf>()?.to_cri(Options::default(), Vec::new())?;
    /// assert_eq!(format!("{link:?}"), r#"[2, ["a"]]"#);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri).
    pub fn to_cri<B: Buffer>(
        &self,
        options: Options,
        buffer: B,
    ) -> Result<CriRefBuf<B>, ToCriError> {
        self.as_uri_ref().to_cri(options, buffer)
    }
}

#[cfg(feature = "alloc")]
to_buf! {
    UriText => UriRefBuf, core::convert::identity;
}
