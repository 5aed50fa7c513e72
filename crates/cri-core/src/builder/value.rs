//! The text items that a builder takes.

use core::fmt;

use crate::buffer::Buffer;
use crate::error::BufferFull;
use crate::sections::{Piece, TextOrPet};
use crate::text::characters::is_upper_case;
use crate::wire::head::{EncodedHead, Major};
use crate::wire::item::write_head;

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

impl Value<'_> {
    /// Appends the item.
    pub(super) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        match self {
            Self::Item(item) => item.write(buffer),
            Self::Pet(pieces) => {
                write_head(buffer, Major::Array, pieces.len() as u64)?;
                pieces.iter().try_for_each(|piece| piece.write(buffer))
            }
        }
    }

    /// Where the first upper-case letter is in what [`write`](Self::write) appends.
    pub(super) fn upper_case_at(self) -> Option<usize> {
        let head_len = |count| EncodedHead::new(Major::Array, count as u64).as_bytes().len();
        let mut at = match self {
            Self::Item(item) if item.text_bytes().is_some() => 0,
            Self::Item(item) => head_len(item.pieces().count()),
            Self::Pet(pieces) => head_len(pieces.len()),
        };
        let find = |piece: Piece<'_>| {
            let len = piece.as_bytes().len();
            let start = at.saturating_add(head_len(len));
            at = start.saturating_add(len);
            let mut letters = piece.as_str()?.char_indices();
            letters
                .find(|&(_, letter)| is_upper_case(letter))
                .map(|(at, _)| start.saturating_add(at))
        };
        match self {
            Self::Item(item) => item.pieces().find_map(find),
            Self::Pet(pieces) => pieces.iter().copied().find_map(find),
        }
    }
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
