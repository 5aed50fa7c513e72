//! Errors of composition and decomposition: options that make no CRI, and CRIs that options cannot carry.

use cri_core::{
    Buffer, BuildError, BuildErrorKind, Builder, Component, CriRefBuf, DecodeErrorKind,
};

use crate::error::{Coded, ResponseCode, error_kinds};
use crate::options::numbers::MAX_TEXT;
use crate::request::transport::Transport;

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
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// Ends building. The sender of the options does not know the builder, so the error gets no index.
pub(crate) fn finish<B: Buffer>(builder: Builder<B>) -> Result<CriRefBuf<B>, ComposeError> {
    builder.finish_or_return().map_err(|(error, _)| error.into())
}

impl From<BuildError> for ComposeError {
    fn from(error: BuildError) -> Self {
        let of_kind = |kind| Self::new(kind, error.component());
        match error.kind() {
            BuildErrorKind::Rule(kind) => of_kind(ComposeErrorKind::Rule(kind)),
            BuildErrorKind::BufferFull => of_kind(ComposeErrorKind::BufferFull).internal(),
            // This crate calls the builder in the order of the sections, and reads addresses itself. What is left is a zone-id
            // of an IPv4 address. No Uri-Host has one, so it is the endpoint's zone, and the server's fault.
            _ => of_kind(ComposeErrorKind::Zone).internal(),
        }
    }
}

error_kinds! {
    /// The rule that a CRI breaks when it cannot become options.
    DecomposeErrorKind;
    /// The error when a CRI does not decompose into options. `CriRef::offset_of` returns the offset of its component.
    ///
    /// Its `code` is that of a proxy whose client sent this CRI as Proxy-Cri. A proxy that speaks only CoAP answers 5.05
    /// for any other scheme (RFC 7252 section 5.10.2). It answers 4.00 for every other kind, because no proxy can request
    /// such a CRI. Errors of [`decompose_location`](crate::decompose_location()) are 5.00, since the server chose the location.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport, decompose};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x22\x81\x61h")?; // [-3, ["h"]]
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let error = decompose(cri, &endpoint, Revision::Draft16).unwrap_err();
    /// assert_eq!(error.to_string(), "the scheme is not the number of a CoAP scheme; a request needs one");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    DecomposeError at component: Component;
    /// A reference without a scheme (section 8.1.1 step 1).
    NotFull => "not-full", "this is a relative reference; a request needs a full CRI";
    /// A scheme that is not one of CoAP's, or that is written as a name (section 8.1.1 step 2).
    NotCoap => "not-coap", "the scheme is not the number of a CoAP scheme; a request needs one";
    /// A scheme that means another transport than the endpoint's. No option carries the scheme. The kind names the
    /// transport that the scheme means.
    Transport(needed: Transport) => "transport", "a request for the scheme {} needs another transport than the \
        destination's; send it by that transport, or to a proxy", needed.name();
    /// A fragment, which may be empty (section 8.1.1 step 3).
    Fragment => "fragment", "no option carries a fragment; remove the fragment";
    /// No authority. A request needs a host.
    NoAuthority => "no-authority", "there is no authority; a request needs a host";
    /// A userinfo, which no option carries.
    Userinfo => "userinfo", "no option carries a userinfo; remove the userinfo";
    /// An empty host. Uri-Host has at least 1 byte (RFC 7252 section 5.10).
    EmptyHost => "empty-host", "the host is empty; Uri-Host must have 1 to {MAX_TEXT} bytes";
    /// An address with a zone-id that is not the endpoint's: the address or the zone-id differs. No option carries a zone-id.
    Zone => "zone-id", "no option carries a zone-id, and the destination has another address or zone-id; \
        send the request to this address with this zone-id";
    /// A percent sign in a host name. Some receivers decode it and others do not.
    PercentInHost => "percent-in-host",
        "the host has a '%', which only some receivers decode; Uri-Host carries no '%'";
    /// A host name that Uri-Host does not allow, such as one in brackets, which receivers read as an address.
    InvalidHost => "invalid-host", "a character of the host cannot stand in Uri-Host; \
        letters, digits, -._~!$&'()*+,;= and characters beyond ASCII can";
    /// Percent-encoded text (section 8.1.1). The URI of the CRI has options (RFC 7252 section 6.4): those of the CRI that
    /// `to_request_cri` of cri-uri makes of it.
    Pet => "pet", "percent-encoded text in the {component}, which no option carries; \
        write plain text, or convert the URI for a request";
    /// A text of more than [`MAX_TEXT`] bytes (RFC 7252 section 5.10).
    TooLong => "too-long",
        "a text in the {component} has more than {MAX_TEXT} bytes; no option carries more";
    /// A reference that Location-Path and Location-Query cannot carry (RFC 7252 section 5.10.7). They carry a path of
    /// at least one segment from the root, or a query of at least one parameter alone.
    NotLocation => "not-location",
        "this reference is not a location; a location is a path from the root, or a query alone";
}

impl Coded for DecomposeErrorKind {
    fn code(self) -> ResponseCode {
        match self {
            Self::NotCoap | Self::Transport(_) => ResponseCode::PROXYING_NOT_SUPPORTED,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}
