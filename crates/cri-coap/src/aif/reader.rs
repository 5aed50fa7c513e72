//! Reads the CBOR items of access rules from untrusted bytes.

use core::ops::RangeInclusive;

use cri_core::__private::is_dot_segment;
use cri_core::wire::{Head, Major};
use cri_core::{Component, DecodeErrorKind};

use super::error::{AifError, AifErrorKind};

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
        Err(self.decode_error(DecodeErrorKind::TrailingBytes, Component::Cri, self.at))
    }

    /// Reads the head of an array, and returns its number of items.
    pub(super) fn array(&mut self, component: Component) -> Result<u64, AifError> {
        self.argument(Major::Array, component)
    }

    /// Reads the head of an array whose number of items is in `counts`, and returns that number.
    pub(super) fn array_of(&mut self, counts: RangeInclusive<u64>) -> Result<u64, AifError> {
        let offset = self.at;
        let count = self.array(Component::Cri)?;
        if counts.contains(&count) {
            return Ok(count);
        }
        Err(AifError::new(AifErrorKind::ItemCount, Component::Cri, Some(offset)))
    }

    /// Reads an unsigned integer.
    pub(super) fn unsigned(&mut self) -> Result<u64, AifError> {
        self.argument(Major::Unsigned, Component::Cri)
    }

    /// Reads an array of texts, and returns them encoded. The texts of a path must not be dot-segments (constraint C9).
    pub(super) fn texts(&mut self, component: Component) -> Result<&'a [u8], AifError> {
        let mut left = self.array(component)?;
        let texts = self.rest();
        // Each item takes at least a byte, so the loop ends with the input, whatever length is declared.
        while let Some(less) = left.checked_sub(1) {
            left = less;
            let offset = self.at;
            let head = self.head(component)?;
            match head.major() {
                Major::Text => {}
                Major::Array => {
                    return Err(AifError::new(AifErrorKind::Pet, component, Some(offset)));
                }
                _ => {
                    return Err(self.decode_error(
                        DecodeErrorKind::UnexpectedItem,
                        component,
                        offset,
                    ));
                }
            }
            // A length beyond `usize` is longer than any input.
            let len = usize::try_from(head.argument()).unwrap_or(usize::MAX);
            let Some(text) = self.rest().get(..len) else {
                return Err(self.decode_error(DecodeErrorKind::EndOfInput, component, offset));
            };
            if let Err(error) = core::str::from_utf8(text) {
                let offset = self.at.saturating_add(error.valid_up_to());
                return Err(self.decode_error(DecodeErrorKind::InvalidUtf8, component, offset));
            }
            if component == Component::Path && is_dot_segment(text) {
                return Err(self.decode_error(DecodeErrorKind::DotSegment, component, offset));
            }
            self.at = self.at.saturating_add(len);
        }
        let len = texts.len().saturating_sub(self.rest().len());
        Ok(texts.get(..len).unwrap_or_default())
    }

    /// Reads a head of this major type, and returns its argument.
    fn argument(&mut self, major: Major, component: Component) -> Result<u64, AifError> {
        let offset = self.at;
        let head = self.head(component)?;
        if head.major() != major {
            return Err(self.decode_error(DecodeErrorKind::UnexpectedItem, component, offset));
        }
        Ok(head.argument())
    }

    fn head(&mut self, component: Component) -> Result<Head, AifError> {
        let head =
            Head::read(self.rest()).map_err(|kind| self.decode_error(kind, component, self.at))?;
        self.at = self.at.saturating_add(head.len());
        Ok(head)
    }

    #[cold]
    const fn decode_error(
        &self,
        kind: DecodeErrorKind,
        component: Component,
        offset: usize,
    ) -> AifError {
        AifError::new(AifErrorKind::Decode(kind), component, Some(offset))
    }
}
