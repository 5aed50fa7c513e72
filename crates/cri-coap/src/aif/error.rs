//! Errors of access rules.

use cri_core::{BufferFull, Component, DecodeErrorKind};

use crate::error::{At, Place, error_kinds};

error_kinds! {
    /// The rule that bytes break when they are not access rules, or that a CRI breaks when it has no local part.
    AifErrorKind;
    /// The error when bytes are not access rules, or when a CRI does not become one. It has a component and an offset.
    ///
    /// ```
    /// // [[[[".."]], 1]]
    /// let error = cri_coap::aif::Aif::decode(b"\x81\x82\x81\x81\x62..\x01").unwrap_err();
    /// assert!(error.to_string().starts_with(
    ///     "these bytes are not access rules: the path has a segment \".\" or \"..\", which a CRI never has, at byte 4; "
    /// ));
    /// ```
    AifError at place: (Component, Option<usize>);
    /// The bytes are malformed, or an item has the wrong type.
    Decode(kind: DecodeErrorKind) => kind.name(),
        "these bytes are not access rules: {}", kind.explain(place.component(), place.offset());
    /// Percent-encoded text. No rule about it would match a request.
    Pet => "pet",
        "percent-encoded text in the {}, which access rules do not hold{}", place.component(), At(place.offset());
    /// An array with a wrong number of items. A local part has 1 or 2, a rule has 2.
    ItemCount => "item-count",
        "an array with a wrong number of items{}; a local part has 1 or 2, and a rule has 2", At(place.offset());
    /// A CRI or CRI reference without a path from the root.
    NoPath => "no-path", "this reference has no path from the root, which a local part needs{}", At(place.offset());
    /// The buffer is too small.
    BufferFull => "buffer-full", "the buffer is too small for the access rules{}", At(place.offset());
}

/// A component, and an offset if bytes are decoded.
impl Place for (Component, Option<usize>) {
    fn component(self) -> Component {
        self.0
    }

    fn offset(self) -> Option<usize> {
        self.1
    }
}

impl From<DecodeErrorKind> for AifErrorKind {
    fn from(kind: DecodeErrorKind) -> Self {
        Self::Decode(kind)
    }
}

impl AifError {
    /// An error at an offset in the decoded bytes.
    #[cold]
    pub(super) fn in_bytes(
        kind: impl Into<AifErrorKind>,
        component: Component,
        offset: usize,
    ) -> Self {
        Self::new(kind.into(), (component, Some(offset)))
    }

    /// An error of a value that is not decoded.
    #[cold]
    pub(super) const fn of_value(kind: AifErrorKind, component: Component) -> Self {
        Self::new(kind, (component, None))
    }
}

impl From<BufferFull> for AifError {
    fn from(_: BufferFull) -> Self {
        Self::of_value(AifErrorKind::BufferFull, Component::Cri)
    }
}
