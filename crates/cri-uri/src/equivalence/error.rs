//! The errors of writing a CRI again.

use cri_core::{BufferFull, BuildError, BuildErrorKind, DecodeErrorKind, MAX_LEN};

plain_error! {
    /// The reason why a CRI cannot be written again.
    pub enum RewriteErrorKind {
        /// A scheme number that has no name in one revision, or whose name has no number in the other.
        UnknownScheme(Scheme) = "unknown-scheme": "the other revision has no number for this scheme",
        /// A colon in the text of the userinfo: `%3A` in URIs by draft-16, `:` by RFC 9988 (section 6.1).
        ColonInUserinfo(Userinfo) = "colon-in-userinfo": "the revisions read a colon in the userinfo differently",
        /// A zone identifier after an IPv4 address, which draft-16 does not allow.
        ZoneOnIpv4(ZoneId) = "zone-on-ipv4": "draft-16 allows no zone-id after an IPv4 address",
        /// The buffer has too little room.
        BufferFull(Cri) = "buffer-full": "{BufferFull}",
        /// The CRI would be longer than [`MAX_LEN`] bytes.
        TooLong(Cri) = "too-long": "the CRI would be longer than {MAX_LEN} bytes",
    }

    /// Why a CRI was not written again.
    pub struct RewriteError;
}

impl RewriteError {
    /// The error of a builder that got the items of a CRI.
    pub(crate) fn of_build(error: BuildError) -> Self {
        Self::new(match error.kind() {
            BuildErrorKind::ZoneOnIpv4 => RewriteErrorKind::ZoneOnIpv4,
            BuildErrorKind::BufferFull => RewriteErrorKind::BufferFull,
            // INVARIANT: each item was checked before, so only the length can be wrong.
            kind => {
                debug_assert_eq!(kind, BuildErrorKind::Rule(DecodeErrorKind::TooLong));
                RewriteErrorKind::TooLong
            }
        })
    }
}
