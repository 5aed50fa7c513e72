//! Reads local parts and rules from untrusted bytes.

use cri_core::wire::{Head, Major};
use cri_core::{Component, DecodeErrorKind};

use super::{AifError, AifErrorKind, LocalPart, MethodSet, Rule, Texts};

/// A position in untrusted bytes; every error has its offset.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    /// INVARIANT: never past the end of `bytes`.
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// What was not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The end of the input must be here.
    pub(super) fn end(&self) -> Result<(), AifError> {
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(self.decode_error(DecodeErrorKind::TrailingBytes, Component::Cri, self.at))
    }

    /// Reads the head of an array, and gives its number of items.
    pub(super) fn array(&mut self, component: Component) -> Result<u64, AifError> {
        self.argument(Major::Array, component)
    }

    /// Reads `[CRI-local-part, REST-method-set]`.
    pub(super) fn rule(&mut self) -> Result<Rule<'a>, AifError> {
        let offset = self.at;
        if self.array(Component::Cri)? != 2 {
            return Err(AifError::new(AifErrorKind::ItemCount, Component::Cri, Some(offset)));
        }
        let local_part = self.local_part()?;
        let methods = MethodSet::from_bits(self.argument(Major::Unsigned, Component::Cri)?);
        Ok(Rule { local_part, methods })
    }

    /// Reads `[path]` or `[path, query]`.
    pub(super) fn local_part(&mut self) -> Result<LocalPart<'a>, AifError> {
        let offset = self.at;
        let len = self.array(Component::Cri)?;
        if !matches!(len, 1 | 2) {
            return Err(AifError::new(AifErrorKind::ItemCount, Component::Cri, Some(offset)));
        }
        let path = self.texts(Component::Path)?;
        let query = if len == 2 { self.texts(Component::Query)? } else { Texts { rest: &[] } };
        Ok(LocalPart { path, query })
    }

    /// Reads an array of texts, of which those of a path are no dot-segments (C9).
    fn texts(&mut self, component: Component) -> Result<Texts<'a>, AifError> {
        let mut left = self.array(component)?;
        let texts = self.rest();
        // Each item takes a byte at least: the loop ends with the input, whatever was declared.
        while let Some(less) = left.checked_sub(1) {
            left = less;
            let offset = self.at;
            let head = self.head(component)?;
            match head.major() {
                Major::Text => {}
                Major::Array => return Err(AifError::new(AifErrorKind::Pet, component, Some(offset))),
                _ => return Err(self.decode_error(DecodeErrorKind::UnexpectedItem, component, offset)),
            }
            // A length that no `usize` holds is longer than any input.
            let len = usize::try_from(head.argument()).unwrap_or(usize::MAX);
            let Some(text) = self.rest().get(..len) else {
                return Err(self.decode_error(DecodeErrorKind::EndOfInput, component, offset));
            };
            if let Err(error) = core::str::from_utf8(text) {
                let offset = self.at.saturating_add(error.valid_up_to());
                return Err(self.decode_error(DecodeErrorKind::InvalidUtf8, component, offset));
            }
            if component == Component::Path && matches!(text, b"." | b"..") {
                return Err(self.decode_error(DecodeErrorKind::DotSegment, component, offset));
            }
            self.at = self.at.saturating_add(len);
        }
        let len = texts.len().saturating_sub(self.rest().len());
        Ok(Texts { rest: texts.get(..len).unwrap_or_default() })
    }

    /// Reads a head of this major type, and gives its argument.
    fn argument(&mut self, major: Major, component: Component) -> Result<u64, AifError> {
        let offset = self.at;
        let head = self.head(component)?;
        if head.major() != major {
            return Err(self.decode_error(DecodeErrorKind::UnexpectedItem, component, offset));
        }
        Ok(head.argument())
    }

    fn head(&mut self, component: Component) -> Result<Head, AifError> {
        let head = Head::read(self.rest()).map_err(|kind| self.decode_error(kind, component, self.at))?;
        self.at = self.at.saturating_add(head.len());
        Ok(head)
    }

    #[cold]
    const fn decode_error(&self, kind: DecodeErrorKind, component: Component, offset: usize) -> AifError {
        AifError::new(AifErrorKind::Decode(kind), component, Some(offset))
    }
}
