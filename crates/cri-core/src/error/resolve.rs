//! The errors of reference resolution.

use core::error::Error;
use core::fmt;

use crate::error::component::Component;
use crate::error::named::named;

named! {
    /// What keeps a resolved reference from being a CRI.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    // As wide as a pointer, so that a result with this error stays in registers.
    #[repr(usize)]
    pub enum ResolveErrorKind {
        /// The result is rootless, and has no path or one that begins with an empty segment.
        EmptyRootlessPath => "empty-rootless-path",
        /// The result has no authority, and several segments of which the first is empty.
        LeadingEmptySegment => "leading-empty-segment",
    }
}

/// Why a reference does not resolve against a base: the result would not be a valid CRI (section 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolveError {
    kind: ResolveErrorKind,
    offset: usize,
}

impl ResolveError {
    #[cold]
    pub(crate) const fn new(kind: ResolveErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// What is wrong with the result.
    #[must_use]
    pub const fn kind(&self) -> ResolveErrorKind {
        self.kind
    }

    /// Always the path.
    #[must_use]
    pub const fn component(&self) -> Component {
        Component::Path
    }

    /// Where the path of the reference stands, or would stand, in bytes from the reference's start.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.kind {
            ResolveErrorKind::EmptyRootlessPath => "a rootless path that is empty or begins with an empty segment",
            ResolveErrorKind::LeadingEmptySegment => "no authority, and a path that begins with an empty segment",
        };
        write!(f, "the result would not be a CRI: it has {path}, with the reference's path at byte {}", self.offset)
    }
}

impl Error for ResolveError {}
