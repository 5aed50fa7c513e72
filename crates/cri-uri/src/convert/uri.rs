//! Full CRIs from URIs, and CRI references from IRI references.

use cri_core::{Buffer, Component, CriBuf, CriRefBuf};

use crate::convert::error::ToCriError;
use crate::convert::options::Options;
use crate::text::error::{ParseError, ParseErrorKind};
use crate::text::iri::IriRef;
use crate::text::uri::Uri;

impl Uri<'_> {
    /// Converts this to the full CRI that means the same, as [`UriRef::to_cri`](crate::UriRef::to_cri) does.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri).
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriBuf<B>, ToCriError> {
        let error = ParseError::new(ParseErrorKind::MissingScheme, Component::Scheme, 0);
        // INVARIANT: a URI has a scheme, and so has its CRI.
        self.as_uri_ref().to_cri(options, buffer)?.into_full().map_err(|_| error.into())
    }
}

impl IriRef<'_> {
    /// Converts this to the CRI reference that means the same (section 6 of the draft). It is the one of the URI reference
    /// that [`to_uri`](IriRef::to_uri) returns, which is not written for that.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri). Offsets count from the start of the IRI reference.
    pub fn to_cri<B: Buffer>(
        self,
        options: Options,
        buffer: B,
    ) -> Result<CriRefBuf<B>, ToCriError> {
        self.0.to_cri(options, buffer)
    }
}
