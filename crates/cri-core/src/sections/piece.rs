//! The pieces of a text item: texts and percent-encoded text (PET) in turn.

use core::iter::FusedIterator;

use crate::buffer::Buffer;
use crate::error::BufferFull;
use crate::text::utf8::to_str;
use crate::wire::head::{Major, take_head};
use crate::wire::item::write_string;

/// One piece of a [`TextOrPet`](crate::TextOrPet).
///
/// ```
/// use cri_core::Piece;
///
/// let (text, bytes) = (Piece::text("/"), Piece::bytes(b"/")); // in a path "%2F" either way
/// assert_ne!(text, bytes);
/// assert_eq!(text.as_bytes(), bytes.as_bytes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece<'a> {
    is_bytes: bool,
    bytes: &'a [u8],
}

impl<'a> Piece<'a> {
    /// A piece of text.
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self { is_bytes: false, bytes: text.as_bytes() }
    }

    /// A piece of percent-encoded text: the bytes that the URI has as `%HH`.
    #[must_use]
    pub const fn bytes(bytes: &'a [u8]) -> Self {
        Self { is_bytes: true, bytes }
    }

    /// The piece with this major type and body.
    pub(crate) const fn of_string(major: Major, body: &'a [u8]) -> Self {
        Self { is_bytes: matches!(major, Major::Bytes), bytes: body }
    }

    /// Whether the piece is text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !self.is_bytes
    }

    /// The bytes of the piece. Those of text are UTF-8.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text of the piece, if it is text.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        self.is_text().then(|| to_str(self.bytes))
    }

    /// Appends the piece as a text or byte string.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        write_string(buffer, if self.is_bytes { Major::Bytes } else { Major::Text }, self.bytes)
    }
}

/// The pieces of a [`TextOrPet`](crate::TextOrPet), in order.
#[derive(Clone)]
pub struct Pieces<'a> {
    rest: &'a [u8],
    /// Whether `rest` is one text that is not yielded yet.
    text: bool,
}

impl<'a> Pieces<'a> {
    /// If `is_text`, `body` is the only piece. Otherwise, `body` is a run of encoded pieces.
    pub(super) const fn new(body: &'a [u8], is_text: bool) -> Self {
        Self { rest: body, text: is_text }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.text {
            self.text = false;
            return Some(Piece { is_bytes: false, bytes: core::mem::take(&mut self.rest) });
        }
        let (major, len) = take_head(&mut self.rest)?;
        let bytes;
        (bytes, self.rest) = self.rest.split_at_checked(len)?;
        Some(Piece::of_string(major, bytes))
    }
}

impl FusedIterator for Pieces<'_> {}
