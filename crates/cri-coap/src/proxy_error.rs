//! Errors of requests to a proxy: Proxy-Cri, Proxy-Scheme-Number, Proxy-Uri and Proxy-Scheme.

use cri_core::{Component, DecodeError, EncodeErrorKind};

use crate::error::{Coded, ResponseCode, error_kinds};
use crate::options::numbers::{
    Name, PROXY_SCHEME_NUMBER, URI_HOST, URI_PATH, URI_PORT, URI_QUERY, lengths,
};
use crate::request::error::{ComposeError, ComposeErrorKind};

error_kinds! {
    /// The rule that a request to a proxy breaks.
    ProxyErrorKind;
    /// The error when options ask a proxy for nothing valid, or when the value of a Proxy-* option cannot be written. It
    /// names the option that breaks the rule.
    ///
    /// Its `code` is the response code to a request with these options. A critical option that is repeated or has a wrong
    /// length counts as unrecognized, which is 4.02 (RFC 7252 sections 5.4.1, 5.4.3 and 5.4.5). `Encode`, `NotByNumber`,
    /// a full buffer, and every error of a value that is written are the proxy's fault, which is 5.00. `Compose` has the code of
    /// the [`ComposeError`]. Every other error is 4.00.
    ///
    /// ```
    /// use cri_coap::{Conflicts, option, origin};
    ///
    /// let relative = (option::PROXY_CRI, &b"\x81\x01"[..]); // [1]
    /// let error = origin([relative], Conflicts::Reject).unwrap_err();
    /// assert_eq!(error.to_string(), "Proxy-Cri holds a relative reference; it must hold a full CRI");
    /// ```
    ProxyError at number: u16;
    /// The value of a Proxy-Cri is not a processable CRI. Offsets count from the start of the value.
    Cri(error: DecodeError) => error.kind().name(), "{} holds no valid CRI: {}", Name(number),
        error.kind().explain(error.component(), None);
    /// The value of a Proxy-Cri is a relative reference.
    NotFull => "not-full", "{} holds a relative reference; it must hold a full CRI", Name(number);
    /// A CRI with a fragment. An absolute URI has none (RFC 7252 section 5.10.2).
    Fragment => "fragment", "{} carries no fragment; remove the fragment", Name(number);
    /// A value that is shorter or longer than its option allows.
    Length => "length", "{} has a wrong length; it must have {}", Name(number), lengths(number);
    /// A value that is not UTF-8.
    InvalidUtf8 => "invalid-utf8", "{} is not UTF-8", Name(number);
    /// An option that must not stand beside another.
    Mixed => "mixed", "the options name more than one resource; remove {}", Name(number);
    /// An option that stands twice, but may stand only once.
    Repeated => "repeated", "{} is repeated; a request has at most one", Name(number);
    /// [`Origin::compose`](crate::Origin::compose) was called for an origin without a scheme number.
    NotByNumber => "not-by-number", "composing needs {}; the request has none", Name(number);
    /// The Uri-* options beside Proxy-Scheme-Number make no CRI.
    Compose(kind: ComposeErrorKind) => kind.name(), "{} makes no valid CRI: {kind}", Name(number);
    /// The revision cannot encode the CRI, or the buffer is too small.
    Encode(kind: EncodeErrorKind) => kind.name(), "{} cannot be written: {kind}", Name(number);
}

impl Coded for ProxyErrorKind {
    fn code(self) -> ResponseCode {
        match self {
            Self::Length | Self::Repeated => ResponseCode::BAD_OPTION,
            Self::Compose(kind) => kind.code(),
            Self::Encode(_) | Self::NotByNumber => ResponseCode::INTERNAL_SERVER_ERROR,
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
        Self::new(ProxyErrorKind::Compose(error.kind()), option).with_code(error.code())
    }
}
