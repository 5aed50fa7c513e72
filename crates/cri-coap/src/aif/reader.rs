//! Reads CBOR items that hold parts of CRIs from untrusted bytes.

use core::ops::RangeInclusive;

use cri_core::__private::{checked_items, is_dot_segment};
use cri_core::wire::{Head, Major};
use cri_core::{Component, DecodeErrorKind, EncodedItems};

use crate::aif::error::{AifError, AifErrorKind};

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

    /// The bytes that are still to be read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Checks that no bytes are left.
    pub(super) fn end(&self) -> Result<(), AifError> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(AifError::in_bytes(DecodeErrorKind::TrailingBytes, Component::Cri, self.at))
    }

    fn head(&mut self, component: Component) -> Result<Head, AifError> {
        let head =
            Head::read(self.rest()).map_err(|kind| AifError::in_bytes(kind, component, self.at))?;
        self.at = self.at.saturating_add(head.len());
        Ok(head)
    }

    /// Reads a head of this major type, and returns its argument.
    pub(super) fn argument(&mut self, major: Major, component: Component) -> Result<u64, AifError> {
        let offset = self.at;
        let head = self.head(component)?;
        if head.major() == major {
            return Ok(head.argument());
        }
        Err(AifError::in_bytes(DecodeErrorKind::UnexpectedItem, component, offset))
    }

    /// Reads the head of an array whose number of items is in `counts`, and returns that number.
    pub(super) fn array_of(&mut self, counts: RangeInclusive<u64>) -> Result<u64, AifError> {
        let offset = self.at;
        let count = self.argument(Major::Array, Component::Cri)?;
        if counts.contains(&count) {
            return Ok(count);
        }
        Err(AifError::in_bytes(AifErrorKind::ItemCount, Component::Cri, offset))
    }

    /// Reads an array of texts.
    pub(super) fn texts(&mut self, component: Component) -> Result<EncodedItems<'a>, AifError> {
        let count = self.argument(Major::Array, component)?;
        let texts = self.rest();
        // Each item takes at least a byte, so the loop ends with the input, whatever count is declared.
        for _ in 0..count {
            self.text(component)?;
        }
        let len = texts.len().saturating_sub(self.rest().len());
        Ok(checked_items(texts.get(..len).unwrap_or_default()))
    }

    /// Reads a text, which must not be a dot-segment in a path (constraint C9).
    fn text(&mut self, component: Component) -> Result<(), AifError> {
        let offset = self.at;
        let error = |kind| AifError::in_bytes(kind, component, offset);
        let head = self.head(component)?;
        match head.major() {
            Major::Text => {}
            Major::Array => return Err(AifError::in_bytes(AifErrorKind::Pet, component, offset)),
            _ => return Err(error(DecodeErrorKind::UnexpectedItem)),
        }
        let start = self.at;
        let text = usize::try_from(head.argument()).ok().and_then(|len| self.rest().get(..len));
        let text = text.ok_or(error(DecodeErrorKind::EndOfInput))?;
        self.at = start.saturating_add(text.len());
        core::str::from_utf8(text).map_err(|invalid| {
            let at = start.saturating_add(invalid.valid_up_to());
            AifError::in_bytes(DecodeErrorKind::InvalidUtf8, component, at)
        })?;
        if component == Component::Path && is_dot_segment(text) {
            return Err(error(DecodeErrorKind::DotSegment));
        }
        Ok(())
    }
}
