//! Reads CBOR items that hold parts of CRIs from untrusted bytes.

use cri_core::wire::{Head, Major};
use cri_core::{Component, DecodeErrorKind};

use crate::error::{ErrorAt, ItemPlace};

/// The bytes are malformed, or an item has the wrong type or value.
pub(crate) type Fault = ErrorAt<DecodeErrorKind, ItemPlace>;

impl<K: Copy> ErrorAt<K, ItemPlace> {
    /// An error at an offset in the decoded bytes.
    #[cold]
    pub(crate) const fn in_bytes(kind: K, component: Component, offset: usize) -> Self {
        Self::new(kind, ItemPlace { component, offset: Some(offset) })
    }

    /// An error of a value that is not decoded.
    #[cold]
    pub(crate) const fn of_value(kind: K, component: Component) -> Self {
        Self::new(kind, ItemPlace { component, offset: None })
    }
}

/// A position in untrusted bytes. Each error carries its byte offset.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// INVARIANT: at most the length of `bytes`.
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The offset of the bytes that are still to be read.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The bytes that are still to be read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Passes over `len` bytes, and returns them. Returns `None` if there are fewer.
    pub(crate) fn take(&mut self, len: u64) -> Option<&'a [u8]> {
        let taken = self.rest().get(..usize::try_from(len).ok()?)?;
        self.at = self.at.saturating_add(taken.len());
        Some(taken)
    }

    /// Checks that no bytes are left.
    pub(crate) fn end(&self) -> Result<(), Fault> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(Fault::in_bytes(DecodeErrorKind::TrailingBytes, Component::Cri, self.at))
    }

    pub(crate) fn head(&mut self, component: Component) -> Result<Head, Fault> {
        let head =
            Head::read(self.rest()).map_err(|kind| Fault::in_bytes(kind, component, self.at))?;
        self.at = self.at.saturating_add(head.len());
        Ok(head)
    }

    /// Reads a head of this major type, and returns its argument. For another type, the error has the kind `other`.
    pub(crate) fn argument(
        &mut self,
        major: Major,
        component: Component,
        other: DecodeErrorKind,
    ) -> Result<u64, Fault> {
        let offset = self.at;
        let head = self.head(component)?;
        if head.major() != major {
            return Err(Fault::in_bytes(other, component, offset));
        }
        Ok(head.argument())
    }
}
