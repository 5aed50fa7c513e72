//! A position in untrusted bytes, and the items read there.

use super::{Head, Major};
use crate::{Component, DecodeError, DecodeErrorKind, Feature, Features};

/// Reads untrusted bytes from the front, and remembers what it reads: an error is its kind until it leaves the decoder.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    /// The offset of what is read next. INVARIANT: never past the end of `bytes`.
    pub(crate) at: usize,
    /// The offset of the head that was read last, and of what is wrong once something is.
    pub(crate) start: usize,
    /// The first byte of that head.
    pub(crate) initial: u8,
    /// Its argument. One that no `usize` holds is `usize::MAX`: more than any input has.
    pub(crate) argument: usize,
    /// What is being read.
    pub(crate) component: Component,
    /// Whether every head so far was the shortest possible.
    pub(crate) shortest: bool,
    features: Features,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], features: Features) -> Self {
        Self { bytes, at: 0, start: 0, initial: 0, argument: 0, component: Component::Cri, shortest: true, features }
    }

    /// Reads a head, and moves behind it.
    pub(crate) fn head(&mut self) -> Result<(), DecodeErrorKind> {
        self.start = self.at;
        let head = Head::read(self.rest())?;
        self.at = self.at.saturating_add(head.len());
        self.initial = head.initial;
        self.argument = usize::try_from(head.argument).unwrap_or(usize::MAX);
        self.shortest &= head.is_shortest();
        Ok(())
    }

    /// Reads the head of the next item of `left`; says whether there was one left.
    pub(crate) fn next(&mut self, left: &mut usize) -> Result<bool, DecodeErrorKind> {
        let Some(less) = left.checked_sub(1) else {
            return Ok(false);
        };
        *left = less;
        self.head().map(|()| true)
    }

    /// Whether the head that was read last is of this major type.
    pub(crate) const fn is(&self, major: Major) -> bool {
        self.initial >> 5 == major as u8
    }

    /// The body of the string whose head was just read.
    pub(crate) fn body(&mut self) -> Result<&'a [u8], DecodeErrorKind> {
        let body = self.rest().get(..self.argument).ok_or(DecodeErrorKind::EndOfInput)?;
        self.at = self.at.saturating_add(body.len());
        Ok(body)
    }

    /// The body of the text whose head was just read, checked to be UTF-8.
    pub(crate) fn text(&mut self) -> Result<&'a [u8], DecodeErrorKind> {
        let body = self.body()?;
        match core::str::from_utf8(body) {
            Ok(_) => Ok(body),
            Err(error) => self.wrong_at(body, error.valid_up_to(), DecodeErrorKind::InvalidUtf8),
        }
    }

    /// The error of `body`, which was just read, at this index.
    #[cold]
    pub(crate) fn wrong_at<T>(
        &mut self,
        body: &[u8],
        index: usize,
        kind: DecodeErrorKind,
    ) -> Result<T, DecodeErrorKind> {
        self.start = self.at.saturating_sub(body.len()).saturating_add(index);
        Err(kind)
    }

    /// The error of another place than the head that was read last.
    #[cold]
    pub(crate) fn fail<T>(
        &mut self,
        kind: DecodeErrorKind,
        component: Component,
        offset: usize,
    ) -> Result<T, DecodeErrorKind> {
        self.component = component;
        self.start = offset;
        Err(kind)
    }

    /// Requires a feature to be on, since what is being read uses it.
    pub(crate) fn require(&self, feature: Feature) -> Result<(), DecodeErrorKind> {
        if self.features.has(feature) { Ok(()) } else { Err(DecodeErrorKind::UnsupportedFeature(feature)) }
    }

    /// Moves behind `outstanding` items with whatever they hold: a loop and a count, no recursion.
    pub(crate) fn skip_items(&mut self, mut outstanding: usize) -> Result<(), DecodeErrorKind> {
        while self.next(&mut outstanding)? {
            // Each item takes a byte at least, so that a saturated count outlasts any input, and the loop
            // ends with the input however large the declared lengths are.
            if self.is(Major::Bytes) || self.is(Major::Text) {
                self.body()?;
            } else if self.is(Major::Array) {
                outstanding = outstanding.saturating_add(self.argument);
            } else if self.is(Major::Map) {
                outstanding = outstanding.saturating_add(self.argument).saturating_add(self.argument);
            } else if self.is(Major::Tag) {
                outstanding = outstanding.saturating_add(1);
            }
        }
        Ok(())
    }

    /// The error with what the reader knows of it.
    #[cold]
    pub(crate) fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::found(kind, self.component, self.start, self.initial)
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}
