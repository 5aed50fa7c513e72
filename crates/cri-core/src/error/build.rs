//! The errors of a builder.

use core::fmt;

use crate::error::buffer_full::BufferFull;
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::named_macros::error_at;

/// What is wrong with the parts that a [`Builder`](crate::Builder) was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// A rule of CRIs is broken; see [`DecodeErrorKind::constraint`] for which of section 2.
    Rule(DecodeErrorKind),
    /// A section came after one that follows it, or twice, or where another stands in its place.
    OutOfOrder,
    /// A zone-id after an IPv4 address, which draft-16 does not have.
    ZoneOnIpv4,
    /// The buffer has no room.
    BufferFull,
}

impl BuildErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule(kind) => kind.name(),
            Self::OutOfOrder => "out-of-order",
            Self::ZoneOnIpv4 => "zone-on-ipv4",
            Self::BufferFull => "buffer-full",
        }
    }
}

/// Why a [`Builder`](crate::Builder) built no CRI.
///
/// ```
/// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Component, Revision};
///
/// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
/// let error = builder.segment("a").host("h").finish().unwrap_err();
/// assert_eq!((error.kind(), error.component()), (BuildErrorKind::OutOfOrder, Component::Host));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BuildError {
    kind: BuildErrorKind,
    component: Component,
    offset: usize,
}

error_at!(
    BuildError,
    BuildErrorKind,
    "Where it is, or would have been, in bytes of the interchange form."
);

impl BuildError {
    #[cold]
    pub(crate) const fn new(kind: BuildErrorKind, component: Component, offset: usize) -> Self {
        Self { kind, component, offset }
    }

    /// The part of the CRI that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The constraint of section 2 that is broken, such as `C9`, where it is one of them.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Revision};
    ///
    /// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    /// assert_eq!(new().segment(".").finish().unwrap_err().constraint(), Some("C9"));
    /// let error = new().segment("a").host("h").finish().unwrap_err();
    /// assert_eq!(error.constraint(), None); // the order of calls is not a rule of CRIs
    /// ```
    #[must_use]
    pub const fn constraint(&self) -> Option<&'static str> {
        match self.kind {
            BuildErrorKind::Rule(kind) => kind.constraint(),
            _ => None,
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            BuildErrorKind::Rule(kind) => {
                return DecodeError::new(kind, component, self.offset).fmt(f);
            }
            BuildErrorKind::OutOfOrder => {
                write!(f, "{component} comes after a part that must follow it, or twice,")
            }
            BuildErrorKind::ZoneOnIpv4 => {
                f.write_str("draft-16 has no zone-id after an IPv4 address,")
            }
            BuildErrorKind::BufferFull => write!(f, "{BufferFull},"),
        }?;
        write!(f, " at byte {}", self.offset)
    }
}
