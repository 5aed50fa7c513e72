//! Errors of access rules.

use core::error::Error;
use core::fmt;

use cri_core::{Component, DecodeErrorKind};

/// The rule that bytes break when they are not access rules, or that a CRI breaks when it has no local part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AifErrorKind {
    /// The bytes are malformed, or an item has the wrong type.
    Decode(DecodeErrorKind),
    /// Percent-encoded text. No rule about it would match a request.
    Pet,
    /// An array with a wrong number of items. A local part has 1 or 2, a rule has 2.
    ItemCount,
    /// A CRI or CRI reference without a path from the root.
    NoPath,
    /// The buffer is too small.
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

/// The error when bytes are not access rules, or when a CRI does not become one.
///
/// ```
/// let error = cri_coap::aif::LocalPart::decode(b"\x81\x81\x62..").unwrap_err(); // [[".."]]
/// assert_eq!(error.to_string(), "these bytes are not access rules: dot-segment in the path, at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AifError {
    kind: AifErrorKind,
    component: Component,
    offset: Option<usize>,
}

impl AifError {
    #[cold]
    pub(super) const fn new(
        kind: AifErrorKind,
        component: Component,
        offset: Option<usize>,
    ) -> Self {
        Self { kind, component, offset }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> AifErrorKind {
        self.kind
    }

    /// `Component::Path` or `Component::Query` for an error in these; `Component::Cri` for one outside them.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The offset in the decoded bytes. `None` for an error of encoding, since sections need not lie in one run of bytes.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl fmt::Display for AifError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            AifErrorKind::Decode(kind) => {
                write!(f, "these bytes are not access rules: {} in the {component}", kind.name())
            }
            AifErrorKind::Pet => {
                write!(f, "percent-encoded text in the {component}, which access rules do not hold")
            }
            AifErrorKind::ItemCount => f.write_str(
                "an array with a wrong number of items; a local part has 1 or 2, and a rule has 2",
            ),
            AifErrorKind::NoPath => {
                f.write_str("this reference has no path from the root, which a local part needs")
            }
            AifErrorKind::BufferFull => f.write_str("the buffer is too small for the access rules"),
        }?;
        match self.offset {
            Some(offset) => write!(f, ", at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl Error for AifError {}
