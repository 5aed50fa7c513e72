//! The discard section: how much of the base's path a reference removes (section 5.1.2).

use crate::wire::head::{EncodedHead, Major};

/// How many segments a CRI reference removes from the end of its base's path.
///
/// ```
/// use cri_core::{CriRef, Discard};
///
/// let discard = |bytes| CriRef::decode(bytes).map(|reference| reference.sections().discard());
/// assert_eq!(discard(b"\x82\x02\x81\x61g")?, Discard::Segments(2)); // [2, ["g"]], as "../g"
/// assert_eq!(discard(b"\x82\xf5\x81\x61g")?, Discard::All); // [true, ["g"]], as "/g"
/// assert_eq!(discard(b"\x80")?, Discard::Segments(0)); // [], as the empty text
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Discard {
    /// `true`: all segments, as in `/foo`. A reference with a scheme or an authority discards all as well.
    All,
    /// This number of segments, or all where the base has fewer: 1 as in `foo`, 2 as in `../foo`. At most
    /// [`Discard::MAX`].
    Segments(u8),
}

impl Discard {
    /// The greatest number of segments that a reference can discard.
    pub const MAX: u8 = 127;

    /// The section as it is encoded.
    pub(crate) fn encoded(self) -> EncodedHead {
        match self {
            Self::All => EncodedHead::new(Major::Simple, 21),
            Self::Segments(count) => EncodedHead::new(Major::Unsigned, count as u64),
        }
    }
}
