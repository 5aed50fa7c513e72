//! Full CRIs and IRIs from URIs, and owned URI references from CRIs.

use cri_core::{Buffer, Component, CriBuf};

use crate::convert::error::ToCriError;
use crate::convert::options::Options;
#[cfg(feature = "alloc")]
use crate::convert::to_uri::UriText;
use crate::text::error::{ParseError, ParseErrorKind};
#[cfg(feature = "alloc")]
use crate::text::owned::{UriRefBuf, to_buf};
use crate::text::uri::Uri;

impl Uri<'_> {
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
}

#[cfg(feature = "alloc")]
to_buf! {
    UriText => UriRefBuf, core::convert::identity;
}
