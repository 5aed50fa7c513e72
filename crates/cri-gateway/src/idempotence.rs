//! Methods that may be repeated, and methods that may not.

use coap_numbers::code;

/// Whether repeating a request has the effect of sending it once (RFC 7252 section 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idempotence {
    Idempotent,
    NotIdempotent,
}

impl Idempotence {
    /// All methods but POST and PATCH are idempotent (RFC 7252 section 5.8, RFC 8132 section 2.1).
    pub(crate) fn of(method: u8) -> Self {
        match method {
            code::GET | code::PUT | code::DELETE | code::FETCH | code::IPATCH => Self::Idempotent,
            _ => Self::NotIdempotent,
        }
    }
}
