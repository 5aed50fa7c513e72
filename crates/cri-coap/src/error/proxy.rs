//! Errors of requests to a proxy: Proxy-Cri, Proxy-Scheme-Number, Proxy-Uri and Proxy-Scheme.

use core::error::Error;
use core::fmt;

use cri_core::{Component, DecodeError, EncodeErrorKind};

use super::compose::{ComposeError, ComposeErrorKind};
use crate::option::{
    self, MAX_PROXY_CRI, MAX_PROXY_SCHEME, MAX_PROXY_URI, PROXY_CRI, PROXY_SCHEME_NUMBER,
    PROXY_URI, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};
use crate::response_code::ResponseCode;

/// The rule that a request to a proxy breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProxyErrorKind {
    /// The value of a Proxy-Cri is not a processable CRI. Offsets count from the start of the value.
    Cri(DecodeError),
    /// The value of a Proxy-Cri is a relative reference.
    NotFull,
    /// A CRI with a fragment. An absolute URI has none (RFC 7252 section 5.10.2).
    Fragment,
    /// A value that is shorter or longer than its option allows.
    Length,
    /// A value that is not UTF-8.
    InvalidUtf8,
    /// An option that must not stand beside another.
    Mixed,
    /// An option that stands twice, but may stand only once.
    Repeated,
    /// [`Origin::compose`](crate::Origin::compose) was called for an origin without a scheme number.
    NotByNumber,
    /// The Uri-* options beside Proxy-Scheme-Number make no CRI.
    Compose(ComposeErrorKind),
    /// The revision cannot encode the CRI, or the buffer is too small.
    Encode(EncodeErrorKind),
}

impl ProxyErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cri(error) => error.kind().name(),
            Self::NotFull => "not-full",
            Self::Fragment => "fragment",
            Self::Length => "length",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::Mixed => "mixed",
            Self::Repeated => "repeated",
            Self::NotByNumber => "not-by-number",
            Self::Compose(kind) => kind.name(),
            Self::Encode(kind) => kind.name(),
        }
    }
}

/// The error when options ask a proxy for nothing valid, or when the value of a Proxy-* option cannot be written.
///
/// ```
/// use cri_coap::decode_proxy_cri;
///
/// let error = decode_proxy_cri(b"\x81\x01").unwrap_err(); // [1]
/// assert_eq!(error.to_string(), "Proxy-Cri holds a relative reference; it must hold a full CRI");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProxyError {
    kind: ProxyErrorKind,
    option: u16,
}

impl ProxyError {
    #[cold]
    pub(crate) const fn new(kind: ProxyErrorKind, option: u16) -> Self {
        Self { kind, option }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> ProxyErrorKind {
        self.kind
    }

    /// The number of the option that breaks the rule.
    #[must_use]
    pub const fn option(&self) -> u16 {
        self.option
    }

    /// The response code to a request with these options.
    ///
    /// A critical option that is repeated or has a wrong length counts as unrecognized, which is 4.02 (RFC 7252
    /// sections 5.4.1, 5.4.3 and 5.4.5). `Encode`, `NotByNumber` and a full buffer are the proxy's fault, which is
    /// 5.00. Every other kind is 4.00.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        match self.kind {
            ProxyErrorKind::Length | ProxyErrorKind::Repeated => ResponseCode::BAD_OPTION,
            ProxyErrorKind::Compose(kind) => kind.code(),
            ProxyErrorKind::Encode(_) | ProxyErrorKind::NotByNumber => {
                ResponseCode::INTERNAL_SERVER_ERROR
            }
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// Names the option that stands for the component of a [`ComposeError`].
impl From<ComposeError> for ProxyError {
    fn from(error: ComposeError) -> Self {
        let option = match error.component() {
            Component::Host | Component::ZoneId => URI_HOST,
            Component::Port => URI_PORT,
            Component::Path => URI_PATH,
            Component::Query => URI_QUERY,
            _ => PROXY_SCHEME_NUMBER,
        };
        Self::new(ProxyErrorKind::Compose(error.kind()), option)
    }
}

impl fmt::Display for ProxyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // INVARIANT: errors name one of the options that `option::name` knows.
        let option = option::name(self.option).unwrap_or("the option");
        match self.kind {
            ProxyErrorKind::Cri(error) => {
                write!(f, "{option} holds no valid CRI: {}", error.kind().name())
            }
            ProxyErrorKind::NotFull => {
                write!(f, "{option} holds a relative reference; it must hold a full CRI")
            }
            ProxyErrorKind::Fragment => {
                write!(f, "{option} carries no fragment; remove the fragment")
            }
            ProxyErrorKind::Length => {
                write!(f, "{option} has a wrong length; it must have ")?;
                match self.option {
                    PROXY_CRI => write!(f, "1 to {MAX_PROXY_CRI} bytes"),
                    PROXY_URI => write!(f, "1 to {MAX_PROXY_URI} bytes"),
                    PROXY_SCHEME_NUMBER => f.write_str("at most 3 bytes"),
                    _ => write!(f, "1 to {MAX_PROXY_SCHEME} bytes"),
                }
            }
            ProxyErrorKind::InvalidUtf8 => write!(f, "{option} is not UTF-8"),
            ProxyErrorKind::Mixed => {
                write!(f, "the options name more than one resource; remove {option}")
            }
            ProxyErrorKind::Repeated => write!(f, "{option} stands twice; it may stand once"),
            ProxyErrorKind::NotByNumber => {
                write!(f, "composing needs {option}; the request has none")
            }
            ProxyErrorKind::Compose(kind) => {
                write!(f, "{option} makes no valid CRI: {}", kind.name())
            }
            ProxyErrorKind::Encode(kind) => {
                write!(f, "{option} cannot be written: {}", kind.name())
            }
        }
    }
}

impl Error for ProxyError {}
