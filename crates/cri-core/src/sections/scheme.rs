//! The scheme section: a name, or a number in place of one (constraint C1, section 5.1.1).

use crate::text::utf8::to_str;
use crate::wire::head::{Major, big_endian, take_head};

/// A scheme: a scheme number, or a scheme name in lower case.
///
/// `Number(0)` and the name `coap` are unequal: only a registry knows that they are one scheme.
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
    /// The scheme that is encoded in `item`. `None` if `item` is null or empty.
    #[inline]
    pub(crate) fn read(item: &'a [u8]) -> Option<Self> {
        let name = || Self::read_name(item).map(|name| Self::Name(to_str(name)));
        Self::read_number(item).map(Self::Number).or_else(name)
    }

    /// The scheme number that is encoded in `item`; `None` for anything else.
    #[inline]
    pub(crate) fn read_number(item: &[u8]) -> Option<u64> {
        // INVARIANT: the scheme was checked, so the bytes after a long head's first byte are its argument.
        let (&initial, argument) = item.split_first()?;
        match initial.wrapping_sub(0x20) {
            number @ ..0x18 => Some(u64::from(number)),
            ..0x1c => Some(big_endian(argument)),
            _ => None,
        }
    }

    /// The bytes of the scheme name that is encoded in `item`; `None` for anything else.
    #[inline]
    pub(crate) fn read_name(mut item: &[u8]) -> Option<&[u8]> {
        // INVARIANT: the scheme was checked, so all bytes after the head are the name.
        let (major, _) = take_head(&mut item)?;
        (major == Major::Text).then_some(item)
    }

    /// The scheme-id, from -1 down to -2^64, if the scheme is given by number.
    #[must_use]
    pub const fn id(self) -> Option<i128> {
        match self {
            // -1 - n cannot overflow for any `u64`.
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

/// The part of a scheme name from the first byte that is not allowed. Empty if all are. A scheme name is a lower-case
/// letter, then lower-case letters, digits, `+`, `.` and `-` (constraint C1).
pub(crate) fn invalid_suffix(name: &[u8]) -> &[u8] {
    let mut rest = name;
    while let Some((&byte, after)) = rest.split_first() {
        if !is_scheme_byte(byte, rest.len() == name.len()) {
            break;
        }
        rest = after;
    }
    rest
}

/// Whether a byte may stand in a scheme name, at its start if `is_first` (constraint C1).
#[must_use]
pub const fn is_scheme_byte(byte: u8, is_first: bool) -> bool {
    match byte {
        b'a'..=b'z' => true,
        b'0'..=b'9' | b'+' | b'.' | b'-' => !is_first,
        _ => false,
    }
}
