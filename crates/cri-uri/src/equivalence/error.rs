//! The errors of writing a CRI again.

use core::fmt;

use cri_core::{BufferFull, Component, MAX_LEN};

use crate::equivalence::error::RewriteErrorKind as Kind;
use crate::text::kind_macros::{kinds, with_kind};

kinds! {
    /// The reason why a CRI cannot be written again.
    pub enum RewriteErrorKind {
        /// A scheme number that has no name in one revision, or whose name has no number in the other.
        UnknownScheme = "unknown-scheme",
        /// A colon in the text of the userinfo: `%3A` in URIs by draft-16, `:` by RFC 9988 (section 6.1).
        ColonInUserinfo = "colon-in-userinfo",
        /// A zone identifier after an IPv4 address, which draft-16 does not allow.
        ZoneOnIpv4 = "zone-on-ipv4",
        /// The buffer has too little room.
        BufferFull = "buffer-full",
        /// The CRI would be longer than [`MAX_LEN`] bytes.
        TooLong = "too-long",
    }
}

with_kind! {
    /// Why a CRI was not written again.
    pub struct RewriteError: Error { kind: RewriteErrorKind }
}

impl RewriteError {
    /// The component that is wrong; [`Component::Cri`] if the result as a whole does not fit.
    #[must_use]
    pub const fn component(&self) -> Component {
        match self.kind {
            Kind::UnknownScheme => Component::Scheme,
            Kind::ColonInUserinfo => Component::Userinfo,
            Kind::ZoneOnIpv4 => Component::ZoneId,
            Kind::BufferFull | Kind::TooLong => Component::Cri,
        }
    }
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::UnknownScheme => "the other revision has no number for this scheme",
            Kind::ColonInUserinfo => "the revisions read a colon in the userinfo differently",
            Kind::ZoneOnIpv4 => "draft-16 allows no zone-id after an IPv4 address",
            Kind::BufferFull => return BufferFull.fmt(f),
            Kind::TooLong => {
                return write!(f, "the CRI would be longer than {MAX_LEN} bytes");
            }
        })
    }
}
