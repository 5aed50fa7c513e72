//! The discard section: how much of the base's path a reference takes away (section 5.1.2).

use crate::wire::{Head, Major, Reader, TRUE};
use crate::{Component, DecodeError, DecodeErrorKind};

/// How many segments a CRI reference removes from the end of its base's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Discard {
    /// `true`: all of them, as in `/foo`; also where the reference has a scheme or an authority.
    All,
    /// As many, or all where the base has fewer; 1 as in `foo`, 2 as in `../foo`. At most [`Discard::MAX`].
    Segments(u8),
}

impl Discard {
    /// The largest number of segments that a reference can say.
    pub const MAX: u8 = 127;
}

/// Checks a discard section whose head, at `offset`, was just read.
pub(crate) fn check(head: Head, offset: usize) -> Result<Discard, DecodeError> {
    match head.major() {
        Major::Unsigned => match u8::try_from(head.argument) {
            Ok(count) if count <= Discard::MAX => Ok(Discard::Segments(count)),
            _ => Err(DecodeError::new(DecodeErrorKind::DiscardRange, Component::Discard, offset)),
        },
        Major::Simple if head.initial == TRUE => Ok(Discard::All),
        _ => Err(Reader::unexpected(head.found(), Component::Scheme, offset)),
    }
}
