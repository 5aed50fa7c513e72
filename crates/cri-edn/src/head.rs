//! Heads of CBOR items, as long as the notation asks for (RFC 8949 sections 3 and 8.1).

use cri_core::wire::Major;

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
    let shortest: u8 = match argument {
        0..24 => 0,
        24..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    let width = match width {
        Width::Shortest => shortest,
        Width::Bytes(width) => width,
        Width::Indefinite
            if matches!(major, Major::Array | Major::Map | Major::Bytes | Major::Text) =>
        {
            return Ok(vec![(major as u8) << 5 | 31]);
        }
        Width::Indefinite => return Err(does_not_fit(at)),
    };
    if width < shortest {
        let reason = "a number is out of range";
        return Err(ParseError::not_encodable(reason, at));
    }
    let (info, skipped) = match width {
        0 => (argument.to_le_bytes()[0], 8),
        1 => (24, 7),
        2 => (25, 6),
        4 => (26, 4),
        _ => (27, 0),
    };
    let mut bytes = vec![(major as u8) << 5 | info];
    bytes.extend(argument.to_be_bytes().into_iter().skip(skipped));
    Ok(bytes)
}

/// The error of an encoding indicator after an item that has no such encoding.
pub(crate) fn does_not_fit(at: usize) -> ParseError {
    let reason = "an encoding indicator does not fit its item";
    ParseError::not_encodable(reason, at)
}
