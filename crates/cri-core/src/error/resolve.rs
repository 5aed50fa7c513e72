//! The errors of reference resolution.

use core::fmt;

use crate::error::component::Component;
use crate::named_macros::{error_at, named};

named! {
    /// What keeps a resolved reference from being a CRI.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    #[repr(usize)] // as wide as a pointer, so that a result with the error stays in registers
    pub enum ResolveErrorKind {
        /// The result is rootless, and has no path or one that begins with an empty segment.
        EmptyRootlessPath => "empty-rootless-path",
        /// The result has no authority, and several segments of which the first is empty.
        LeadingEmptySegment => "leading-empty-segment",
    }
}

/// Why a reference does not resolve against a base: the result would not be a valid CRI (section 2.1).
///
/// ```
/// use cri_core::{Cri, CriRef, ResolveErrorKind};
///
/// let base = Cri::decode(b"\x83\x25\xf5\x81\x61a")?; // [-6, true, ["a"]]
/// let error = base.resolve(CriRef::decode(b"\x81\x01")?).unwrap_err(); // [1]
/// assert_eq!(error.kind(), ResolveErrorKind::EmptyRootlessPath);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResolveError {
    kind: ResolveErrorKind,
    offset: usize,
}

error_at!(
    ResolveError,
    ResolveErrorKind,
    "Where the path of the reference is, or would be, in bytes from the reference's start."
);

impl ResolveError {
    #[cold]
    pub(crate) const fn new(kind: ResolveErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// Always the path.
    #[must_use]
    pub const fn component(&self) -> Component {
        Component::Path
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.kind {
            ResolveErrorKind::EmptyRootlessPath => {
                "a rootless path that is empty or begins with an empty segment"
            }
            ResolveErrorKind::LeadingEmptySegment => {
                "no authority, and a path that begins with an empty segment"
            }
        };
        write!(
            f,
            "the result would not be a CRI: it has {path}, with the reference's path at byte {}",
            self.offset
        )
    }
}
