//! The text items that a builder takes.

use core::fmt;

use crate::text::{Piece, TextOrPet};

/// A text item for a [`Builder`](crate::Builder): plain text, the pieces of a text-pet-sequence, or an item of another CRI.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Value<'v> {
    /// Plain text.
    Text(&'v str),
    /// Pieces of text and of percent-encoded bytes in turn (section 7.1).
    Pet(&'v [Piece<'v>]),
    /// An item as it was decoded.
    Item(TextOrPet<'v>),
}

/// Shows the kind of value and not its text, which may be a password.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "Text",
            Self::Pet(_) => "Pet",
            Self::Item(_) => "Item",
        })
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Text(text)
    }
}

impl<'v> From<&'v [Piece<'v>]> for Value<'v> {
    fn from(pieces: &'v [Piece<'v>]) -> Self {
        Self::Pet(pieces)
    }
}

impl<'v, const N: usize> From<&'v [Piece<'v>; N]> for Value<'v> {
    fn from(pieces: &'v [Piece<'v>; N]) -> Self {
        Self::Pet(pieces)
    }
}

impl<'v> From<TextOrPet<'v>> for Value<'v> {
    fn from(item: TextOrPet<'v>) -> Self {
        Self::Item(item)
    }
}
