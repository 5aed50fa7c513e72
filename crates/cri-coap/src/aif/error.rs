//! What goes wrong with access rules.

use core::error::Error;
use core::fmt;

use cri_core::{Component, DecodeErrorKind};

/// What of some bytes is no access rule, or of a CRI no local part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AifErrorKind {
    /// The bytes are malformed, or not what stands there.
    Decode(DecodeErrorKind),
    /// Percent-encoded text, which is not supported here.
    Pet,
    /// An array of another number of items: a local part has 1 or 2, a rule 2.
    ItemCount,
    /// A CRI, or CRI reference, whose path does not begin at the root.
    NoPath,
    /// The buffer has no room.
    BufferFull,
}

impl AifErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode(kind) => kind.name(),
            Self::Pet => "pet",
            Self::ItemCount => "item-count",
            Self::NoPath => "no-path",
            Self::BufferFull => "buffer-full",
        }
    }
}

/// Why bytes are no access rules, or a CRI does not become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AifError {
    kind: AifErrorKind,
    component: Component,
    offset: Option<usize>,
}

impl AifError {
    #[cold]
    pub(super) const fn new(kind: AifErrorKind, component: Component, offset: Option<usize>) -> Self {
        Self { kind, component, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> AifErrorKind {
        self.kind
    }

    /// The part of the local part, or `Component::Cri` for what is around it.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where it stands in the bytes that were decoded; `None` in encoding, since sections need not stand in bytes.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl fmt::Display for AifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            AifErrorKind::Decode(kind) => write!(f, "expected access rules, found {} in {component}", kind.name()),
            AifErrorKind::Pet => write!(f, "expected text in {component}, found percent-encoded text"),
            AifErrorKind::ItemCount => {
                f.write_str("expected path and query, or these and methods, found another number of items")
            }
            AifErrorKind::NoPath => f.write_str("expected a path from the root, found a relative one"),
            AifErrorKind::BufferFull => f.write_str("expected more room in the buffer"),
        }?;
        match self.offset {
            Some(offset) => write!(f, " at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl Error for AifError {}
