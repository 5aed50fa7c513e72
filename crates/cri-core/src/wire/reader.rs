//! A position in untrusted bytes, and the items read there.

use super::{Head, Major};
use crate::{Component, DecodeError, DecodeErrorKind, Features, Found};

/// Reads untrusted bytes from the front; every error it gives has its offset.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// INVARIANT: never past the end of `bytes`.
    at: usize,
    shortest: bool,
    pub(crate) features: Features,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], features: Features) -> Self {
        Self { bytes, at: 0, shortest: true, features }
    }

    /// The offset of what is read next.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether every head so far was the shortest possible.
    pub(crate) fn shortest(&self) -> bool {
        self.shortest
    }

    /// Reads a head, and moves behind it.
    #[inline]
    pub(crate) fn head(&mut self, component: Component) -> Result<Head, DecodeError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match Head::read(rest) {
            Ok(head) => {
                self.shortest &= head.is_shortest();
                self.at = self.at.saturating_add(usize::from(head.len));
                Ok(head)
            }
            Err(kind) => Err(DecodeError::new(kind, component, self.at)),
        }
    }

    /// The body of the string whose head, at `offset`, was just read.
    #[inline]
    pub(crate) fn body(&mut self, head: Head, offset: usize, component: Component) -> Result<&'a [u8], DecodeError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        // A length that no `usize` holds is longer than any input.
        let body = usize::try_from(head.argument).ok().and_then(|len| rest.get(..len));
        let Some(body) = body else {
            return Err(DecodeError::new(DecodeErrorKind::EndOfInput, component, offset));
        };
        self.at = self.at.saturating_add(body.len());
        Ok(body)
    }

    /// The body of the text whose head was just read, checked to be UTF-8.
    #[inline]
    pub(crate) fn text(&mut self, head: Head, offset: usize, component: Component) -> Result<&'a [u8], DecodeError> {
        let body = self.body(head, offset, component)?;
        match core::str::from_utf8(body) {
            Ok(_) => Ok(body),
            Err(error) => {
                let start = self.at.saturating_sub(body.len());
                let offset = start.saturating_add(error.valid_up_to());
                Err(DecodeError::new(DecodeErrorKind::InvalidUtf8, component, offset))
            }
        }
    }

    /// Moves behind `outstanding` items with whatever they hold: a loop and a count, no recursion.
    pub(crate) fn skip_items(&mut self, mut outstanding: u64) -> Result<(), DecodeError> {
        while let Some(left) = outstanding.checked_sub(1) {
            let offset = self.at;
            let head = self.head(Component::Cri)?;
            // Each item takes a byte at least, so that a saturated count outlasts any input, and the loop
            // ends with the input however large the declared lengths are.
            outstanding = match head.major() {
                Major::Bytes | Major::Text => {
                    self.body(head, offset, Component::Cri)?;
                    left
                }
                Major::Array => left.saturating_add(head.argument),
                Major::Map => left.saturating_add(head.argument).saturating_add(head.argument),
                Major::Tag => left.saturating_add(1),
                Major::Unsigned | Major::Negative | Major::Simple => left,
            };
        }
        Ok(())
    }

    /// The error of an item of the wrong type, whose head, at `offset`, was just read.
    #[cold]
    pub(crate) fn unexpected(found: Found, component: Component, offset: usize) -> DecodeError {
        DecodeError::found(DecodeErrorKind::UnexpectedItem, component, offset, found)
    }
}
