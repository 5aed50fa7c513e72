//! Errors of decomposition: what CoAP options cannot carry.

use cri_core::Component;

use crate::error::{Coded, ResponseCode, error_kinds};
use crate::options::numbers::MAX_TEXT;
use crate::request::endpoint::Transport;

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
    /// use cri_coap::{Decompose, Endpoint, Transport};
    /// use cri_core::{Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x22\x81\x61h")?; // [-3, ["h"]]
    /// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    /// let error = cri.decompose(&endpoint, Revision::Draft16).unwrap_err();
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
            Self::NotLocation => ResponseCode::INTERNAL_SERVER_ERROR,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}
