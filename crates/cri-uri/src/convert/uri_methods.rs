//! The methods of `Uri` and `IriRef` that make CRIs.

use cri_core::{Buffer, CriBuf, CriRefBuf};

use crate::convert::error::ToCriError;
use crate::convert::options::Options;
use crate::text::error::ParseError;
use crate::text::uri_ref::{IriRef, Uri};

impl Uri<'_> {
    /// Converts this to the full CRI that means the same, as [`UriRef::to_cri`](crate::UriRef::to_cri) does.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_cri`](crate::UriRef::to_cri).
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriBuf<B>, ToCriError> {
        // INVARIANT: a URI has a scheme, and so has its CRI.
        with_scheme(self.as_uri_ref().to_cri(options, buffer)?)
    }

    /// Converts this to the full CRI whose options a CoAP request for the URI has, as [`to_request_cri`](crate::to_request_cri)
    /// does.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_request_cri`](crate::UriRef::to_request_cri).
    pub fn to_request_cri<B: Buffer>(
        self,
        options: Options,
        buffer: B,
    ) -> Result<CriBuf<B>, ToCriError> {
        // INVARIANT: as in `to_cri`.
        with_scheme(self.as_uri_ref().to_request_cri(options, buffer)?)
    }
}

/// The full CRI, if the text had a scheme.
pub(crate) fn with_scheme<B: Buffer>(cri: CriRefBuf<B>) -> Result<CriBuf<B>, ToCriError> {
    cri.into_full().map_err(|_| ParseError::MISSING_SCHEME.into())
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

    /// Converts this to the CRI reference whose options a CoAP request has, as [`to_request_cri`](crate::to_request_cri) does.
    ///
    /// # Errors
    ///
    /// Those of [`UriRef::to_request_cri`](crate::UriRef::to_request_cri). Offsets count from the start of the IRI reference.
    pub fn to_request_cri<B: Buffer>(
        self,
        options: Options,
        buffer: B,
    ) -> Result<CriRefBuf<B>, ToCriError> {
        self.0.to_request_cri(options, buffer)
    }
}
