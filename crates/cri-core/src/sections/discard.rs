//! The discard section: how much of the base's path a reference takes away (section 5.1.2).

use crate::decode::Checked;
use crate::error::Component;
use crate::error::decode::DecodeErrorKind;
use crate::reader::Reader;
use crate::wire::head::{Major, TRUE};

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

/// Checks a discard section whose head was just read.
pub(crate) fn check(reader: &mut Reader<'_>) -> Checked {
    if reader.is(Major::Unsigned) {
        reader.component = Component::Discard;
        if reader.argument > usize::from(Discard::MAX) {
            return Err(DecodeErrorKind::DiscardRange);
        }
    } else if reader.initial != TRUE {
        return Err(DecodeErrorKind::UnexpectedItem);
    }
    Ok(())
}
