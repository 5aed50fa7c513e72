//! Errors of `tp_info`.

use core::error::Error;
use core::fmt;

use cri_core::{Component, DecodeError, DecodeErrorKind};

/// The rule that bytes break if they are not `tp_info`, or a CRI if it has more or less than a scheme number and an authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TpInfoErrorKind {
    /// The bytes are malformed, or an item has the wrong type or value.
    Decode(DecodeErrorKind),
    /// The array has a wrong number of items.
    ItemCount,
    /// The scheme is not given by its number, or its `tp_info` has other elements than that of `coap`.
    Scheme,
    /// The CRI has no authority, or has a path, a query or a fragment.
    LocalPart,
    /// The buffer is too small.
    BufferFull,
}

impl TpInfoErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode(kind) => kind.name(),
            Self::ItemCount => "item-count",
            Self::Scheme => "scheme",
            Self::LocalPart => "local-part",
            Self::BufferFull => "buffer-full",
        }
    }
}

/// The error of bytes that are not `tp_info`, and of a CRI that cannot stand in it.
///
/// ```
/// let error = cri_coap::tp_info::CriNoLocal::decode(b"\x82\x20\x81\x61H").unwrap_err(); // [-1, ["H"]]
/// assert_eq!(error.to_string(), "these bytes are not tp_info: upper-case-host in the host, at byte 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TpInfoError {
    kind: TpInfoErrorKind,
    component: Component,
    offset: Option<usize>,
}

impl TpInfoError {
    #[cold]
    pub(super) const fn new(
        kind: TpInfoErrorKind,
        component: Component,
        offset: Option<usize>,
    ) -> Self {
        Self { kind, component, offset }
    }

    /// The error of an item at `offset`.
    #[cold]
    pub(super) const fn at(kind: TpInfoErrorKind, component: Component, offset: usize) -> Self {
        Self::new(kind, component, Some(offset))
    }

    /// The error of bytes that begin at `start`.
    #[cold]
    pub(super) const fn decode(error: DecodeError, start: usize) -> Self {
        let kind = TpInfoErrorKind::Decode(error.kind());
        Self::at(kind, error.component(), start.saturating_add(error.offset()))
    }

    /// Returns this error with its offset moved by `len` bytes.
    #[cold]
    pub(super) const fn moved_by(self, len: usize) -> Self {
        match self.offset {
            Some(offset) => Self { offset: Some(offset.saturating_add(len)), ..self },
            None => self,
        }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> TpInfoErrorKind {
        self.kind
    }

    /// The component of a CRI that is wrong; `Component::Cri` for an error outside components.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The offset in the decoded bytes. `None` for an error of a CRI or of encoding.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl fmt::Display for TpInfoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TpInfoErrorKind::Decode(kind) => {
                write!(f, "these bytes are not tp_info: {} in the {}", kind.name(), self.component)
            }
            TpInfoErrorKind::ItemCount => f.write_str(
                "an array with a wrong number of items; a CRI without a local part has a scheme-id and an authority, and \
                 tp_info for coap has 3 items",
            ),
            TpInfoErrorKind::Scheme => f.write_str("the scheme is not a scheme-id, or tp_info for it is not supported"),
            TpInfoErrorKind::LocalPart => {
                f.write_str("this CRI has no authority, or has a path, a query or a fragment, which tp_info does not hold")
            }
            TpInfoErrorKind::BufferFull => f.write_str("the buffer is too small for tp_info"),
        }?;
        match self.offset {
            Some(offset) => write!(f, ", at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl Error for TpInfoError {}
