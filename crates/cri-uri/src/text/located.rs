//! An error of any kind: what is wrong, in which component, and at which byte.

use core::error::Error;
use core::fmt;

use cri_core::Component;

/// An error: its kind, the component or other part that is wrong, and where that is.
///
/// [`ParseError`](crate::ParseError), [`ComposeError`](crate::ComposeError), [`ToCriError`](crate::ToCriError) and
/// [`SchemeError`](crate::scheme::SchemeError) are such errors, and say what an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located<K, P = Component> {
    pub(crate) kind: K,
    pub(crate) part: P,
    pub(crate) offset: usize,
}

impl<K: Copy, P: Copy> Located<K, P> {
    #[cold]
    pub(crate) const fn new(kind: K, part: P, offset: usize) -> Self {
        Self { kind, part, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// The offset in bytes. Each kind says what it points to.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl<K: Copy> Located<K> {
    /// The component that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.part
    }
}

impl<K: fmt::Debug, P: fmt::Debug> Error for Located<K, P> where Self: fmt::Display {}
