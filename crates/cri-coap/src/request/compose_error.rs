//! Errors of composition: options that make no CRI.

use cri_core::{
    Buffer, BuildError, BuildErrorKind, Builder, Component, CriBuf, CriRefBuf, DecodeErrorKind,
};

use crate::error::{Coded, ResponseCode, error_kinds};
use crate::options::numbers::MAX_TEXT;

error_kinds! {
    /// The rule that options break when they make no CRI.
    ComposeErrorKind;
    /// The error when options do not compose to a CRI. It names the component that the option stands for.
    ///
    /// Its `code` is the response code to a request with these options. A critical option that is repeated or has a wrong
    /// length counts as unrecognized, which is 4.02 (RFC 7252 sections 5.4.1, 5.4.3 and 5.4.5). A full buffer, and a zone-id of
    /// the endpoint's own IPv4 address in draft-16, are the server's fault, which is 5.00. Every other error is 4.00.
    ///
    /// Errors of [`compose_location`](crate::compose_location()) are 5.00, since the server chose the location.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport, compose, option};
    /// use cri_core::{ArrayBuffer, Revision};
    ///
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let host = (option::URI_HOST, &b"a b"[..]);
    /// let error = compose([host], &endpoint, Revision::Draft16, ArrayBuffer::<32>::new()).unwrap_err();
    /// assert!(error.to_string().starts_with("Uri-Host is neither a host name nor an IP address;"));
    /// ```
    ComposeError at component: Component;
    /// An empty Uri-Host. It has at least 1 byte (RFC 7252 section 5.10.1).
    EmptyHost => "empty-host", "Uri-Host is empty; it must have 1 to {MAX_TEXT} bytes";
    /// A Uri-Host that is neither a name nor an address (section 8.1.2 step 2).
    InvalidHost => "invalid-host", "{}", match component {
        Component::ZoneId => "the zone-id in Uri-Host has a wrong form; it is %25 and then letters, digits or -._~",
        _ => "Uri-Host is neither a host name nor an IP address; \
            a name has letters, digits, -._~!$&'()*+,;= and characters beyond ASCII, and an IPv6 address has brackets",
    };
    /// An upper-case letter beyond A to Z in a Uri-Host (constraint C5).
    UpperCaseHost => "upper-case-host",
        "Uri-Host has an upper-case letter beyond A to Z; write it in lower case";
    /// A percent sign in a Uri-Host. Some senders percent-encode and others do not.
    PercentInHost => "percent-in-host",
        "Uri-Host has a '%', which only some senders encode; write a host without '%'";
    /// A zone-id that the revision does not allow: in a Uri-Host in RFC 9988, or of an IPv4 address in draft-16.
    Zone => "zone-id", "this revision allows no zone-id here; remove the zone-id";
    /// An option that stands twice, but may stand only once (RFC 7252 section 5.4.5).
    Repeated => "repeated", "Uri-{} is repeated; a request has at most one", match component {
        Component::Port => "Port",
        _ => "Host",
    };
    /// A value that is longer than its option allows (RFC 7252 section 5.10).
    TooLong => "too-long", "{} has more than {} bytes; {}", match component {
        Component::Port => "Uri-Port",
        Component::Host => "an option for the host",
        Component::Path => "an option for the path",
        _ => "an option for the query",
    }, match component {
        Component::Port => 2,
        _ => MAX_TEXT,
    }, match component {
        Component::Port => "a port is at most 65535",
        _ => "no option carries more",
    };
    /// A value that is not UTF-8 (RFC 7252 section 3.2).
    InvalidUtf8 => "invalid-utf8", "an option for the {component} is not UTF-8";
    /// A rule of CRIs, such as that no segment is `..` (RFC 7252 section 5.10.1).
    Rule(kind: DecodeErrorKind) => kind.name(),
        "these options make no valid CRI: {}", kind.explain(component, None);
    /// The buffer is too small.
    BufferFull => "buffer-full", "the buffer is too small for the CRI";
}

impl Coded for ComposeErrorKind {
    fn code(self) -> ResponseCode {
        match self {
            Self::EmptyHost | Self::Repeated | Self::TooLong => ResponseCode::BAD_OPTION,
            Self::BufferFull => ResponseCode::INTERNAL_SERVER_ERROR,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// Ends building. Whoever sent the options does not know the builder, so its error gets no index.
pub(crate) fn finish<B: Buffer>(
    builder: Builder<B>,
    of_build: impl FnOnce(BuildError) -> ComposeError,
) -> Result<CriRefBuf<B>, ComposeError> {
    builder.finish_or_return().map_err(|(error, _)| of_build(error))
}

/// Ends building a CRI with a scheme.
pub(crate) fn finish_full<B: Buffer>(
    builder: Builder<B>,
    of_build: impl FnOnce(BuildError) -> ComposeError,
) -> Result<CriBuf<B>, ComposeError> {
    let not_full = ComposeErrorKind::Rule(DecodeErrorKind::NotFull);
    let built = finish(builder, of_build)?.into_full();
    built.map_err(|_| ComposeError::new(not_full, Component::Scheme))
}

impl From<BuildError> for ComposeError {
    fn from(error: BuildError) -> Self {
        let kind = match error.kind() {
            BuildErrorKind::Rule(kind) => ComposeErrorKind::Rule(kind),
            BuildErrorKind::BufferFull => ComposeErrorKind::BufferFull,
            // This crate calls the builder in the order of the sections, and reads addresses itself. Only a zone-id is left to
            // be refused.
            _ => ComposeErrorKind::Zone,
        };
        Self::new(kind, error.component())
    }
}
