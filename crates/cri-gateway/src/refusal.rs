//! Why a request is not forwarded, or its answer not sent back: a response code and a reason.

use std::borrow::Cow;
use std::fmt;

use crate::body::Body;

/// After how many seconds to try again, where too much is under way.
const RETRY_SECONDS: u8 = 5;

/// A response code, and a reason for people (RFC 7252 section 5.5.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    code: u8,
    /// INVARIANT: nothing that a request says, in which there may be a password.
    reason: Cow<'static, str>,
}

impl Refusal {
    pub(crate) fn new(code: u8, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { code, reason: reason.into() }
    }

    /// The refusal for an error, whose message has nothing but what was expected and found.
    pub(crate) fn of(code: u8, error: impl fmt::Display) -> Self {
        Self::new(code, error.to_string())
    }

    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    pub(crate) fn reason(&self) -> Cow<'static, str> {
        self.reason.clone()
    }

    /// The response, with the reason as its diagnostic payload.
    pub(crate) fn body(&self) -> Body<'_> {
        let body = Body::new(self.code, self.reason.as_bytes());
        if self.code == coap_numbers::code::SERVICE_UNAVAILABLE { body.with_max_age(RETRY_SECONDS) } else { body }
    }
}
