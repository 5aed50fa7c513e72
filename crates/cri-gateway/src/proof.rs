//! What shows that a client receives at its address.

/// What shows that the client of a request receives at the address that it sends from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing. Anybody may have forged the address.
    None,
    /// An earlier request from this address had a fresh Echo value. Anybody may have forged this one.
    Earlier,
    /// The request has a fresh Echo value that the gateway issued to this client (RFC 9175 section 2.3).
    Echo,
    /// The gateway was told to trust the address.
    Trusted,
}

impl Proof {
    /// Whether the client receives at its address, even if somebody else may have sent this request.
    pub(crate) const fn verifies_address(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether this request comes from the client itself.
    pub(crate) const fn verifies_request(self) -> bool {
        matches!(self, Self::Echo | Self::Trusted)
    }
}
