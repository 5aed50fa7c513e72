//! The positions and sizes in a picture.

use core::num::Saturating;

/// A length in the units of the picture.
pub(super) type Px = Saturating<usize>;

pub(super) const fn px(units: usize) -> Px {
    Saturating(units)
}

/// The width of a picture.
pub(super) const WIDTH: Px = px(690);
/// The space at the edges.
pub(super) const MARGIN: Px = px(20);
/// The end of the offsets.
pub(super) const OFFSET_END: Px = px(58);
/// The start of the bytes.
pub(super) const BYTES: Px = px(70);
/// The width of a byte.
pub(super) const BYTE: Px = px(21);
/// The width of a hex digit, where no font is wider.
pub(super) const DIGIT: Px = px(8);
/// The start of the types, and how many characters fit.
pub(super) const TYPE: Px = px(250);
pub(super) const TYPE_COLUMNS: usize = 11;
/// The start of the meanings, and how many characters fit.
pub(super) const MEANING: Px = px(336);
pub(super) const MEANING_COLUMNS: usize = 39;
/// The space that a level of nesting takes, and how many characters would fit there.
pub(super) const LEVEL: Px = px(16);
pub(super) const LEVEL_COLUMNS: usize = 2;
/// How many characters fit from the start of the bytes on.
pub(super) const WIDE_COLUMNS: usize = 70;
/// The height of a line of bytes.
pub(super) const LINE_HEIGHT: Px = px(24);
