//! Heads of CBOR items, as long as the notation asks for (RFC 8949 sections 3 and 8.1).

use cri_core::wire::{Major, write_head};

use crate::error::ParseError;

/// How long the argument of a head is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    Shortest,
    /// This many bytes: 0, 1, 2, 4 or 8.
    Bytes(u8),
    /// There is no argument. A break ends the item.
    Indefinite,
}

/// Returns a head with this argument, for the item at this offset in the notation.
///
/// # Errors
///
/// `NotEncodable`, if the argument needs more bytes.
pub(crate) fn head(
    major: Major,
    argument: u64,
    width: Width,
    at: usize,
) -> Result<Vec<u8>, ParseError> {
    if width == Width::Indefinite {
        let may_be = matches!(major, Major::Array | Major::Map | Major::Bytes | Major::Text);
        return if may_be { Ok(vec![(major as u8) << 5 | 31]) } else { Err(does_not_fit(at)) };
    }
    let mut bytes = Vec::new();
    let written = write_head(&mut bytes, major, argument);
    // INVARIANT: a vector is never full.
    debug_assert!(written.is_ok());
    let shortest = bytes.len().saturating_sub(1);
    let width = if let Width::Bytes(width) = width { width.into() } else { shortest };
    if width < shortest {
        return Err(ParseError::not_encodable("a number is out of range", at));
    }
    if width > shortest {
        // 24 stands for one byte, 25 for two, 26 for four and 27 for eight.
        let info = width.trailing_zeros().saturating_add(24) as u8;
        bytes = vec![(major as u8) << 5 | info];
        bytes.extend(argument.to_be_bytes().into_iter().skip(8_usize.saturating_sub(width)));
    }
    Ok(bytes)
}

/// The error of an encoding indicator after an item that has no such encoding.
pub(crate) fn does_not_fit(at: usize) -> ParseError {
    let reason = "an encoding indicator does not fit its item";
    ParseError::not_encodable(reason, at)
}
