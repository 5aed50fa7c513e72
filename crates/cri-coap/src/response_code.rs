//! The response codes that answer errors (RFC 7252 section 5.9).

use core::fmt;

/// A CoAP response code: class and detail (RFC 7252 section 5.9).
///
/// ```
/// use cri_coap::ResponseCode;
///
/// assert_eq!(ResponseCode::BAD_OPTION.to_string(), "4.02");
/// assert_eq!(ResponseCode::BAD_OPTION.to_byte(), 0x82);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ResponseCode(u8);

impl ResponseCode {
    /// 4.00.
    pub const BAD_REQUEST: Self = Self::new(4, 0);
    /// 4.02.
    pub const BAD_OPTION: Self = Self::new(4, 2);
    /// 4.03. Access rules permit no method on the resource (RFC 9200 section 5.10.1.1).
    pub const FORBIDDEN: Self = Self::new(4, 3);
    /// 4.05. Access rules permit other methods on the resource (RFC 9200 section 5.10.1.1).
    pub const METHOD_NOT_ALLOWED: Self = Self::new(4, 5);
    /// 5.00. The server's own program is at fault.
    pub const INTERNAL_SERVER_ERROR: Self = Self::new(5, 0);
    /// 5.05. The proxy does not speak the protocol of the scheme (RFC 7252 section 5.10.2).
    pub const PROXYING_NOT_SUPPORTED: Self = Self::new(5, 5);

    /// In an error: the response code is that of the error's kind.
    pub(crate) const OF_KIND: Self = Self::new(0, 0);

    const fn new(class: u8, detail: u8) -> Self {
        Self(class << 5 | detail)
    }

    /// The code's byte in a message.
    #[must_use]
    pub const fn to_byte(self) -> u8 {
        self.0
    }
}

/// Shows class and detail, such as `4.00`.
impl fmt::Display for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 >> 5, self.0 & 0x1f)
    }
}

/// Shows the class and the detail, as `Display` does.
impl fmt::Debug for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
