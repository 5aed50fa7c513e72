//! Reads CBOR items that hold parts of CRIs from untrusted bytes.

use cri_core::wire::{Head, Major};
use cri_core::{Component, DecodeErrorKind};

use super::error::AifError;

/// A position in untrusted bytes. Each error carries its byte offset.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// INVARIANT: at most the length of `bytes`.
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The offset of the bytes that are still to be read.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The bytes that are still to be read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Passes over `len` bytes, and returns them. Returns `None` if there are fewer.
    pub(super) fn take(&mut self, len: u64) -> Option<&'a [u8]> {
        let taken = self.rest().get(..usize::try_from(len).ok()?)?;
        self.at = self.at.saturating_add(taken.len());
        Some(taken)
    }

    /// Checks that no bytes are left.
    pub(super) fn end(&self) -> Result<(), AifError> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(AifError::of_cbor(DecodeErrorKind::TrailingBytes, Component::Cri, self.at))
    }

    pub(super) fn head(&mut self, component: Component) -> Result<Head, AifError> {
        let head =
            Head::read(self.rest()).map_err(|kind| AifError::of_cbor(kind, component, self.at))?;
        self.at = self.at.saturating_add(head.len());
        Ok(head)
    }

    /// Reads a head of this major type, and returns its argument. For another type, the error has the kind `other`.
    pub(super) fn argument(
        &mut self,
        major: Major,
        component: Component,
        other: DecodeErrorKind,
    ) -> Result<u64, AifError> {
        let offset = self.at;
        let head = self.head(component)?;
        if head.major() != major {
            return Err(AifError::of_cbor(other, component, offset));
        }
        Ok(head.argument())
    }
}
