//! An error of any kind: what is wrong, in which component, and at which byte.

use core::error::Error;
use core::fmt;

use crate::error::component::Component;

/// An error: its kind, the component that is wrong, and where that is.
///
/// [`DecodeError`](crate::DecodeError), [`ResolveError`](crate::ResolveError), [`EncodeError`](crate::EncodeError) and
/// [`BuildError`](crate::BuildError) are such errors, and say what an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located<K> {
    pub(super) offset: usize,
    pub(super) kind: K,
    pub(super) component: Component,
    pub(super) found: Found,
}

/// What a decoder found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Found {
    /// The first byte of the head that was read last, if that head is wrong.
    pub(super) initial: u8,
    /// Whether the section as a whole has the wrong type, and not an item in it.
    pub(super) section: bool,
}

impl<K: Copy> Located<K> {
    #[cold]
    pub(crate) const fn new(kind: K, component: Component, offset: usize) -> Self {
        Self { offset, kind, component, found: Found { initial: 0, section: false } }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// The part of the CRI that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where the error is, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// A kind of error, which has a message.
pub(super) trait Message: Copy {
    /// Writes what is wrong, before the offset.
    fn write(self, component: Component, found: Found, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: Message> fmt::Display for Located<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.write(self.component, self.found, f)?;
        write!(f, " at byte {}", self.offset)
    }
}

impl<K: Message + fmt::Debug> Error for Located<K> {}
