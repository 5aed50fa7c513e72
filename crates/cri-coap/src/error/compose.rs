//! Errors of composition: options that make no CRI.

use core::error::Error;
use core::fmt;

use cri_core::{BuildError, BuildErrorKind, Component, DecodeErrorKind};

use crate::option::MAX_TEXT;
use crate::response_code::ResponseCode;

/// The rule that options break when they make no CRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComposeErrorKind {
    /// An empty Uri-Host. It has at least 1 byte (RFC 7252 section 5.10.1).
    EmptyHost,
    /// A Uri-Host that is neither a name nor an address (section 8.1.2 step 2).
    InvalidHost,
    /// An upper-case letter beyond A to Z in a Uri-Host (constraint C5).
    UpperCaseHost,
    /// A percent sign in a Uri-Host. Some senders percent-encode and others do not.
    PercentInHost,
    /// A zone-id that the revision does not allow: in a Uri-Host in RFC 9988, or of an IPv4 address in draft-16.
    Zone,
    /// An option that stands twice, but may stand only once (RFC 7252 section 5.4.5).
    Repeated,
    /// A value that is longer than its option allows (RFC 7252 section 5.10).
    TooLong,
    /// A value that is not UTF-8 (RFC 7252 section 3.2).
    InvalidUtf8,
    /// A rule of CRIs, such as that no segment is `..` (RFC 7252 section 5.10.1).
    Rule(DecodeErrorKind),
    /// The buffer is too small.
    BufferFull,
}

impl ComposeErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyHost => "empty-host",
            Self::InvalidHost => "invalid-host",
            Self::UpperCaseHost => "upper-case-host",
            Self::PercentInHost => "percent-in-host",
            Self::Zone => "zone-id",
            Self::Repeated => "repeated",
            Self::TooLong => "too-long",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::Rule(kind) => kind.name(),
            Self::BufferFull => "buffer-full",
        }
    }

    /// The response code, as [`ComposeError::code`] explains it.
    pub(super) const fn code(self) -> ResponseCode {
        match self {
            Self::EmptyHost | Self::Repeated | Self::TooLong => ResponseCode::BAD_OPTION,
            Self::BufferFull => ResponseCode::INTERNAL_SERVER_ERROR,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// The error when options do not compose to a CRI.
///
/// ```
/// use cri_coap::{Endpoint, Transport, compose, option};
/// use cri_core::{ArrayBuffer, Revision};
///
/// let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
/// let host = (option::URI_HOST, &b"a b"[..]);
/// let error = compose([host], &endpoint, Revision::Draft16, ArrayBuffer::<32>::new()).unwrap_err();
/// assert_eq!(error.to_string(), "Uri-Host is neither a host name nor an IP address");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComposeError {
    kind: ComposeErrorKind,
    component: Component,
}

impl ComposeError {
    #[cold]
    pub(crate) const fn new(kind: ComposeErrorKind, component: Component) -> Self {
        Self { kind, component }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> ComposeErrorKind {
        self.kind
    }

    /// The component that the option stands for.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The response code to a request with these options.
    ///
    /// A critical option that is repeated or has a wrong length counts as unrecognized, which is 4.02 (RFC 7252
    /// sections 5.4.1, 5.4.3 and 5.4.5). A full buffer is the server's fault, which is 5.00. Every other kind is 4.00.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        self.kind.code()
    }
}

impl From<BuildError> for ComposeError {
    fn from(error: BuildError) -> Self {
        let kind = match error.kind() {
            BuildErrorKind::Rule(kind) => ComposeErrorKind::Rule(kind),
            BuildErrorKind::BufferFull => ComposeErrorKind::BufferFull,
            // This crate calls the builder in the order of the sections. Only a zone-id is left to be refused.
            _ => ComposeErrorKind::Zone,
        };
        Self::new(kind, error.component())
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            ComposeErrorKind::EmptyHost => write!(f, "Uri-Host is empty; it must have 1 to {MAX_TEXT} bytes"),
            ComposeErrorKind::InvalidHost if component == Component::ZoneId => {
                f.write_str("the zone-id in Uri-Host has a wrong form; it is %25 and then letters, digits or -._~")
            }
            ComposeErrorKind::InvalidHost => f.write_str("Uri-Host is neither a host name nor an IP address"),
            ComposeErrorKind::UpperCaseHost => {
                f.write_str("Uri-Host has an upper-case letter beyond A to Z; write it in lower case")
            }
            ComposeErrorKind::PercentInHost => {
                f.write_str("Uri-Host has a '%', which only some senders encode; write a host without '%'")
            }
            ComposeErrorKind::Zone => f.write_str("this revision allows no zone-id here; remove the zone-id"),
            ComposeErrorKind::Repeated => {
                let option = if component == Component::Port { "Uri-Port" } else { "Uri-Host" };
                write!(f, "{option} stands twice; it may stand once")
            }
            ComposeErrorKind::TooLong if component == Component::Port => f.write_str("Uri-Port has more than 2 bytes"),
            ComposeErrorKind::TooLong => {
                write!(f, "an option for the {component} has more than {MAX_TEXT} bytes")
            }
            ComposeErrorKind::InvalidUtf8 => write!(f, "an option for the {component} is not UTF-8"),
            ComposeErrorKind::Rule(kind) => {
                write!(f, "these options make no valid CRI: {} in the {component}", kind.name())
            }
            ComposeErrorKind::BufferFull => f.write_str("the buffer is too small for the CRI"),
        }
    }
}

impl Error for ComposeError {}
