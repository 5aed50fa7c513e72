//! Numbers: integers in base 2, 8, 10 and 16, and decimal fractions.

use cri_core::wire::Major;

use crate::cursor::Cursor;
use crate::error::{ParseError, ParseErrorKind};
use crate::head::{Width, does_not_fit, head};

/// Reads a number, and the encoding indicator after it.
///
/// # Errors
///
/// `InvalidNumber` and `NotEncodable`. `Syntax` for an ellipsis.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, ParseError> {
    let at = cursor.at();
    if cursor.rest().starts_with("...") {
        let reason = "an ellipsis stands for bytes that are not there";
        return Err(ParseError::not_encodable(reason, at));
    }
    let mut before = ' ';
    let text = cursor.take_while(|next| {
        let is_sign = matches!(next, '+' | '-') && matches!(before, ' ' | 'e' | 'E' | 'p' | 'P');
        before = next;
        next.is_ascii_alphanumeric() || next == '.' || is_sign
    });
    let width = cursor.width();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_negative = text.starts_with('-');
    if let Some(magnitude) = integer(unsigned) {
        return encode_integer(magnitude, is_negative, width, at);
    }
    let is_fraction = unsigned.contains(['.', 'e', 'E'])
        && unsigned
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    let value = match text {
        "-Infinity" => Some(f64::NEG_INFINITY),
        "+Infinity" => Some(f64::INFINITY),
        _ if is_fraction => text.parse().ok().filter(|value: &f64| value.is_finite()),
        _ => None,
    };
    match value {
        Some(value) => encode_float(value, width, at),
        None => Err(ParseError::new(ParseErrorKind::InvalidNumber, at)),
    }
}

/// The value of an integer without a sign.
pub(crate) fn integer(text: &str) -> Option<u128> {
    let (base, digits) = match text.split_at_checked(2) {
        Some(("0x" | "0X", digits)) => (16, digits),
        Some(("0o" | "0O", digits)) => (8, digits),
        Some(("0b" | "0B", digits)) => (2, digits),
        _ => (10, text),
    };
    // The standard library also reads a sign.
    digits
        .chars()
        .all(|digit| digit.is_digit(base))
        .then(|| u128::from_str_radix(digits, base).ok())?
}

fn encode_integer(
    magnitude: u128,
    is_negative: bool,
    width: Width,
    at: usize,
) -> Result<Vec<u8>, ParseError> {
    // A negative integer n has the argument -1 - n (RFC 8949 section 3.1).
    let (major, bignum, argument) = match magnitude.checked_sub(1).filter(|_| is_negative) {
        Some(argument) => (Major::Negative, 3, argument),
        None => (Major::Unsigned, 2, magnitude),
    };
    if let Ok(argument) = u64::try_from(argument) {
        return head(major, argument, width, at);
    }
    // An integer beyond 64 bits is a byte string in a tag (RFC 8949 section 3.4.3).
    if width != Width::Shortest {
        return Err(does_not_fit(at));
    }
    let bytes: Vec<u8> = argument.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
    let mut item = head(Major::Tag, bignum, Width::Shortest, at)?;
    item.extend(head(Major::Bytes, bytes.len() as u64, Width::Shortest, at)?);
    item.extend(bytes);
    Ok(item)
}

/// Encodes a floating-point number in 16, 32 or 64 bits: the fewest that keep its value, if the width is left open.
///
/// # Errors
///
/// `NotEncodable`, if the width does not keep the value.
#[allow(clippy::cast_possible_truncation, reason = "a value that the cast changes is not used")]
pub(crate) fn encode_float(value: f64, width: Width, at: usize) -> Result<Vec<u8>, ParseError> {
    let single = (f64::from(value as f32) == value || value.is_nan()).then_some(value as f32);
    let is_open = width == Width::Shortest;
    let (initial, bytes) = match (half(value), single) {
        (Some(half), _) if is_open || width == Width::Bytes(2) => {
            (0xf9, half.to_be_bytes().to_vec())
        }
        (_, Some(single)) if is_open || width == Width::Bytes(4) => {
            (0xfa, single.to_be_bytes().to_vec())
        }
        _ if is_open || width == Width::Bytes(8) => (0xfb, value.to_be_bytes().to_vec()),
        _ => return Err(does_not_fit(at)),
    };
    Ok([vec![initial], bytes].concat())
}

/// The value in 16 bits (RFC 8949 appendix D), if they keep it: 11 significant bits, in units of 2^-24 or more.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked first"
)]
fn half(value: f64) -> Option<u16> {
    let sign = u16::from(value.is_sign_negative()) << 15;
    if !value.is_finite() {
        return Some(if value.is_nan() { 0x7e00 } else { sign | 0x7c00 });
    }
    (0..31_u16).find_map(|exponent| {
        let units = value.abs() * 2_f64.powi(25_i32.saturating_sub(exponent.max(1).into()));
        // Below 2^-14, the exponent is 0, and the first bit is not left out.
        let fits = if exponent == 0 { 0.0..1024.0 } else { 1024.0..2048.0 };
        let is_exact = units.fract() == 0.0 && fits.contains(&units);
        is_exact.then_some(sign | exponent << 10 | units as u16 & 0x3ff)
    })
}
