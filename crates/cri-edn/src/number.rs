//! Checks of the numbers and hex digits of diagnostic notation, before `cbor-edn` reads them.

use crate::error::{ParseError, ParseErrorKind};

/// The longest number in characters. CBOR has none that needs more.
const MAX_LEN: usize = 80;

/// How many data items a number that begins at `offset` becomes in CBOR.
///
/// # Errors
///
/// `InvalidNumber`, where `cbor-edn` would panic or compute for long.
pub(crate) fn items(number: &str, offset: usize) -> Result<usize, ParseError> {
    let invalid = ParseError::new(ParseErrorKind::InvalidNumber, offset);
    if number.len() > MAX_LEN {
        return Err(invalid);
    }
    let digits = number.trim_start_matches(['+', '-']);
    let in_base = digits.split_at_checked(2).and_then(|(prefix, digits)| match prefix {
        "0x" | "0X" => Some((16, digits)),
        "0o" | "0O" => Some((8, digits)),
        "0b" | "0B" => Some((2, digits)),
        _ => None,
    });
    if let Some((base, digits)) = in_base {
        // `cbor-edn` panics on larger integers in these bases, and on floating-point numbers.
        u64::from_str_radix(digits, base).map_err(|_| invalid)?;
    }
    // An integer beyond 64 bits is a byte string in a tag (RFC 8949 section 3.4.3).
    let is_integer = digits.bytes().all(|digit| digit.is_ascii_digit());
    let most = u128::from(u64::MAX).saturating_add(number.starts_with('-').into());
    let is_big = is_integer && digits.parse::<u128>().map_or(true, |value| value > most);
    Ok(if is_big { 2 } else { 1 })
}

/// Checks the digits of a byte string that begin at `offset`, unless there may be comments among them.
///
/// # Errors
///
/// `InvalidHex` and `OddHexDigits`.
pub(crate) fn check_hex(digits: &str, offset: usize) -> Result<(), ParseError> {
    if digits.contains(['/', '#', '.', '\\']) {
        return Ok(());
    }
    let wrong = digits
        .char_indices()
        .find(|(_, digit)| !digit.is_ascii_hexdigit() && !digit.is_ascii_whitespace());
    if let Some((at, digit)) = wrong {
        return Err(ParseError::new(ParseErrorKind::InvalidHex(digit), offset.saturating_add(at)));
    }
    if digits.bytes().filter(u8::is_ascii_hexdigit).count() % 2 == 1 {
        return Err(ParseError::new(
            ParseErrorKind::OddHexDigits,
            offset.saturating_add(digits.len()),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_hex, items};

    #[test]
    fn big_integers_are_two_items() {
        for (number, count) in [
            ("0", Ok(1)),
            ("-18446744073709551616", Ok(1)),
            ("-18446744073709551617", Ok(2)),
            ("18446744073709551616", Ok(2)),
            ("0xffffffffffffffff", Ok(1)),
            ("0x10000000000000000", Err(())),
            ("0x1p1", Err(())),
            ("1.5e+3", Ok(1)),
        ] {
            assert_eq!(items(number, 0).map_err(drop), count, "{number}");
        }
        assert!(items(&"1".repeat(81), 0).is_err());
    }

    #[test]
    fn wrong_digits_are_located() {
        let wrong = |digits| check_hex(digits, 2).err().and_then(|error| error.offset());
        assert_eq!(wrong("00 fF"), None);
        assert_eq!(wrong("0"), Some(3));
        assert_eq!(wrong("0 é"), Some(4));
        assert_eq!(wrong("0 /é/"), None);
    }
}
