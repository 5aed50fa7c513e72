//! The scheme section: a name, or a number in the place of one (C1, section 5.1.1).

use crate::text::utf8;
use crate::{Component, DecodeError, DecodeErrorKind};

/// A scheme: a scheme number, or a scheme name in lower case.
///
/// The number and the name of one scheme are unequal here: which belongs to which is the registry's to say.
///
/// ```
/// use cri_core::Scheme;
///
/// assert_eq!(Scheme::Number(0).id(), Some(-1)); // coap
/// assert_eq!(Scheme::Number(u64::MAX).id(), Some(-18_446_744_073_709_551_616));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme<'a> {
    /// A scheme number, which is -1 minus the scheme-id that stands in the interchange form.
    Number(u64),
    /// A scheme name, in lower case.
    Name(&'a str),
}

impl<'a> Scheme<'a> {
    pub(crate) fn from_name_bytes(name: &'a [u8]) -> Self {
        Self::Name(utf8(name))
    }

    /// The scheme-id, from -1 down to -2^64, if the scheme is given by number.
    #[must_use]
    pub const fn id(self) -> Option<i128> {
        match self {
            // No `u64` brings -1 - n to overflow.
            Self::Number(number) => Some((-1_i128).wrapping_sub(number as i128)),
            Self::Name(_) => None,
        }
    }

    /// The name, if the scheme is given by name.
    #[must_use]
    pub const fn name(self) -> Option<&'a str> {
        match self {
            Self::Number(_) => None,
            Self::Name(name) => Some(name),
        }
    }
}

/// Checks a scheme name: a lower-case letter, then lower-case letters, digits, `+`, `.` and `-` (C1).
///
/// `start` is the offset of the text's head, `end` the offset behind the text.
pub(crate) fn check_name(name: &[u8], start: usize, end: usize) -> Result<(), DecodeError> {
    let first_wrong = match name.split_first() {
        None => return Err(DecodeError::new(DecodeErrorKind::InvalidSchemeName, Component::Scheme, start)),
        Some((first, _)) if !first.is_ascii_lowercase() => Some(0),
        Some(_) => name.iter().position(|byte| !matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'.' | b'-')),
    };
    match first_wrong {
        None => Ok(()),
        Some(index) => {
            let offset = end.saturating_sub(name.len()).saturating_add(index);
            Err(DecodeError::new(DecodeErrorKind::InvalidSchemeName, Component::Scheme, offset))
        }
    }
}
