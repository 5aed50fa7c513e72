//! The text items that a builder takes.

use core::fmt;

use crate::sections::{Piece, TextOrPet};

/// A text item for a [`Builder`](crate::Builder): plain text, the pieces of a text-pet-sequence, or an item of another
/// CRI.
///
/// ```
/// use cri_core::{ArrayBuffer, Builder, CriRef, Piece, Revision};
///
/// let seen = CriRef::decode(b"\x82\x00\x81\x82\x61a\x41:")?; // [0, [["a", ':']]]
/// let item = seen.sections().segments().next().expect("a segment");
/// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<32>::new());
/// let built = builder.segment("a:").segment(&[Piece::text("a"), Piece::bytes(b":")]).segment(item).finish()?;
/// assert_eq!(built.sections().segments().filter(|segment| *segment == item).count(), 2); // plain text differs
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Value<'v> {
    /// Plain text, or an item as it was decoded.
    Item(TextOrPet<'v>),
    /// Pieces of text and of percent-encoded bytes in turn (section 7.1).
    Pet(&'v [Piece<'v>]),
}

/// Shows the kind of value and not its text, which may be a password.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Item(_) => "Item",
            Self::Pet(_) => "Pet",
        })
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Self::Item(TextOrPet::of_text(text))
    }
}

#[cfg(feature = "alloc")]
impl<'v> From<&'v alloc::string::String> for Value<'v> {
    fn from(text: &'v alloc::string::String) -> Self {
        Self::from(text.as_str())
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
