//! Errors of decomposition: what CoAP options cannot carry.

use core::error::Error;
use core::fmt;

use cri_core::Component;

use crate::option::MAX_TEXT;
use crate::response_code::ResponseCode;

/// The rule that a CRI breaks when it cannot become options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecomposeErrorKind {
    /// A reference without a scheme (section 8.1.1 step 1).
    NotFull,
    /// A scheme that is not one of CoAP's, or that is written as a name (section 8.1.1 step 2).
    NotCoap,
    /// A fragment, which may be empty (section 8.1.1 step 3).
    Fragment,
    /// No authority. A request needs a host.
    NoAuthority,
    /// A userinfo, which no option carries.
    Userinfo,
    /// An empty host. Uri-Host has at least 1 byte (RFC 7252 section 5.10).
    EmptyHost,
    /// A zone-id that differs from the endpoint's. No option carries a zone-id.
    Zone,
    /// A percent sign in a host name. Some receivers decode it and others do not.
    PercentInHost,
    /// A host name that Uri-Host does not allow, such as one in brackets, which receivers read as an address.
    InvalidHost,
    /// Percent-encoded text (section 8.1.1).
    Pet,
    /// A text of more than [`MAX_TEXT`] bytes (RFC 7252 section 5.10).
    TooLong,
    /// A reference that Location-Path and Location-Query cannot carry (RFC 7252 section 5.10.7). They carry a path of
    /// at least one segment from the root, or a query of at least one parameter alone.
    NotLocation,
}

impl DecomposeErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFull => "not-full",
            Self::NotCoap => "not-coap",
            Self::Fragment => "fragment",
            Self::NoAuthority => "no-authority",
            Self::Userinfo => "userinfo",
            Self::EmptyHost => "empty-host",
            Self::Zone => "zone-id",
            Self::PercentInHost => "percent-in-host",
            Self::InvalidHost => "invalid-host",
            Self::Pet => "pet",
            Self::TooLong => "too-long",
            Self::NotLocation => "not-location",
        }
    }
}

/// The error when a CRI does not decompose into options.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecomposeError {
    kind: DecomposeErrorKind,
    component: Component,
}

impl DecomposeError {
    #[cold]
    pub(crate) const fn new(kind: DecomposeErrorKind, component: Component) -> Self {
        Self { kind, component }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> DecomposeErrorKind {
        self.kind
    }

    /// The component that breaks the rule. `CriRef::offset_of` returns its offset in encoded bytes.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The response code of a proxy whose client sent this CRI as Proxy-Cri.
    ///
    /// A proxy that speaks only CoAP answers 5.05 for any other scheme (RFC 7252 section 5.10.2). It answers 4.00 for
    /// every other kind, because no proxy can request such a CRI.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        match self.kind {
            DecomposeErrorKind::NotCoap => ResponseCode::PROXYING_NOT_SUPPORTED,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for DecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            DecomposeErrorKind::NotFull => f.write_str("this is a relative reference; a request needs a full CRI"),
            DecomposeErrorKind::NotCoap => {
                f.write_str("the scheme is not the number of a CoAP scheme; a request needs one")
            }
            DecomposeErrorKind::Fragment => f.write_str("no option carries a fragment; remove the fragment"),
            DecomposeErrorKind::NoAuthority => f.write_str("there is no authority; a request needs a host"),
            DecomposeErrorKind::Userinfo => f.write_str("no option carries a userinfo; remove the userinfo"),
            DecomposeErrorKind::EmptyHost => write!(f, "the host is empty; Uri-Host must have 1 to {MAX_TEXT} bytes"),
            DecomposeErrorKind::Zone => {
                f.write_str("the zone-id differs from the destination's; no option carries a zone-id")
            }
            DecomposeErrorKind::PercentInHost => {
                f.write_str("the host has a '%', which only some receivers decode; Uri-Host carries no '%'")
            }
            DecomposeErrorKind::InvalidHost => f.write_str(
                "a character of the host cannot stand in Uri-Host; \
                 letters, digits, -._~!$&'()*+,;= and characters beyond ASCII can",
            ),
            DecomposeErrorKind::Pet => {
                write!(f, "percent-encoded text in the {component}, which no option carries")
            }
            DecomposeErrorKind::TooLong => {
                write!(f, "a text in the {component} has more than {MAX_TEXT} bytes; no option carries more")
            }
            DecomposeErrorKind::NotLocation => {
                f.write_str("this reference is not a location; a location is a path from the root, or a query alone")
            }
        }
    }
}

impl Error for DecomposeError {}
