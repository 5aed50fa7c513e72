//! Percent-encoding of parts of a URI, and decoding (RFC 3986 section 2.1).
//!
//! A URI is taken apart before its parts are decoded, and parts are encoded before they are put together: an encoded `/` or
//! `&` is data, and one that is not encoded is a delimiter (section 2.4).
//!
//! ```
//! use cri_uri::pct::{Subcomponent, decode, encode};
//!
//! assert_eq!(encode("50 % & more", Subcomponent::Parameter).to_string(), "50%20%25%20%26%20more");
//! assert!(decode("a%2Fb").eq(*b"a/b"));
//! ```

pub(crate) mod spelling;

use core::fmt::{self, Write};
use core::iter::FusedIterator;

use cri_core::__private::{PREFER_SPEED, long_character, sequence_len};

use crate::text::grammar::charset::Charset;

/// The part of a URI that text is encoded for. It decides which characters stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subcomponent {
    /// A user, without a password: a colon is encoded.
    User,
    /// A whole userinfo.
    Userinfo,
    /// The name of a host.
    Host,
    /// A zone identifier (RFC 6874).
    ZoneId,
    /// A path segment: a slash is encoded. `.` and `..` stay, and mean this directory and the one above.
    Segment,
    /// A whole path: slashes stay.
    Path,
    /// A query parameter: an ampersand is encoded.
    Parameter,
    /// A whole query: ampersands stay.
    Query,
    /// A fragment.
    Fragment,
    /// Any place in a URI: only unreserved characters stay (RFC 3986 section 2.3).
    Anywhere,
}

impl Subcomponent {
    /// The characters that stay as they are.
    pub(crate) const fn raw(self) -> Charset {
        match self {
            Self::User | Self::Host => Charset::REG_NAME,
            Self::Userinfo => Charset::USERINFO,
            Self::Segment => Charset::SEGMENT,
            Self::Path => Charset::PATH,
            Self::Parameter => Charset::PARAMETER,
            Self::Query | Self::Fragment => Charset::QUERY,
            Self::ZoneId | Self::Anywhere => Charset::UNRESERVED,
        }
    }
}

/// Percent-encodes `data`, which is text or bytes, as part of a URI. A percent sign becomes `%25`.
///
/// ```
/// use cri_uri::pct::{Subcomponent, encode};
///
/// assert_eq!(encode("a/b ü", Subcomponent::Segment).to_string(), "a%2Fb%20%C3%BC");
/// assert_eq!(encode("a/b ü", Subcomponent::Path).to_string(), "a/b%20%C3%BC");
/// assert_eq!(encode(b"\xff", Subcomponent::Query).to_string(), "%FF");
/// ```
#[must_use]
pub fn encode<T: AsRef<[u8]> + ?Sized>(data: &T, part: Subcomponent) -> impl fmt::Display {
    Encoded { data: data.as_ref(), raw: part.raw() }
}

/// Data that displays percent-encoded.
struct Encoded<'a> {
    data: &'a [u8],
    raw: Charset,
}

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_encoded(f, self.data, |byte| self.raw.has(byte))
    }
}

/// Writes `data`, percent-encoding the bytes that are not `kept`. Only ASCII may be kept.
pub(crate) fn write_encoded(
    out: &mut impl Write,
    data: &[u8],
    kept: impl Fn(u8) -> bool,
) -> fmt::Result {
    data.iter().try_for_each(|&byte| {
        if kept(byte) {
            return out.write_char(byte.into());
        }
        triplet(byte).into_iter().try_for_each(|byte| out.write_char(byte.into()))
    })
}

/// The bytes that the percent-encoded `part` stands for. A `%` that no two hexadecimal digits follow stays as it is; a
/// parsed URI has none.
///
/// ```
/// use cri_uri::Uri;
/// use cri_uri::pct::decode;
///
/// let uri = Uri::parse("coap://h/a%2Fb/c")?;
/// let segments: Vec<Vec<u8>> = uri.segments().map(|segment| decode(segment).collect()).collect();
/// assert_eq!(segments, [b"a/b".as_slice(), b"c"]);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[must_use]
pub fn decode<T: AsRef<[u8]> + ?Sized>(
    part: &T,
) -> impl FusedIterator<Item = u8> + Clone + fmt::Debug {
    DecodedBytes(part.as_ref())
}

/// The length of a triplet `%HH` in bytes.
pub(crate) const TRIPLET: usize = 3;

/// The percent-encoding of a byte.
pub(crate) const fn triplet(byte: u8) -> [u8; TRIPLET] {
    const fn digit(value: u8) -> u8 {
        value.wrapping_add(if value > 9 { b'A'.wrapping_sub(10) } else { b'0' })
    }
    [b'%', digit(byte >> 4), digit(byte & 0x0f)]
}

/// The byte that the triplet at the start of `text` stands for. `None` if `text` does not begin with a triplet.
#[inline]
pub(crate) fn first_triplet(text: &[u8]) -> Option<u8> {
    let [b'%', high, low] = *text.first_chunk::<TRIPLET>()? else {
        return None;
    };
    if PREFER_SPEED {
        let digit = |digit: u8| HEX.get(usize::from(digit)).copied().unwrap_or_default();
        let (high, low) = (digit(high), digit(low));
        return (high | low < 0x10).then_some(high << 4 | low);
    }
    Some(hex_value(high)? << 4 | hex_value(low)?)
}

/// The value of each hexadecimal digit; all bits are set for other bytes.
static HEX: [u8; 256] = {
    let mut values = [0xff; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if let Some(value) = hex_value(byte) {
            #[allow(
                clippy::indexing_slicing,
                reason = "in range: this runs when the crate is built"
            )]
            {
                values[byte as usize] = value;
            }
        }
        byte = byte.wrapping_add(1);
    }
    values
};

/// The byte that the triplet at the start of `text` stands for, and the text after the triplet.
///
/// ```
/// use cri_uri::pct::split_triplet;
///
/// assert_eq!(split_triplet(b"%2Fa"), Some((b'/', &b"a"[..])));
/// assert_eq!(split_triplet(b"a%2F"), None);
/// ```
#[must_use]
pub fn split_triplet(text: &[u8]) -> Option<(u8, &[u8])> {
    Some((first_triplet(text)?, text.get(TRIPLET..)?))
}

/// The value of a hexadecimal digit.
#[inline(always)]
pub(crate) const fn hex_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte.wrapping_sub(b'0')),
        _ => match byte | 0x20 {
            letter @ b'a'..=b'f' => Some(letter.wrapping_sub(b'a' - 10)),
            _ => None,
        },
    }
}

/// The decoded bytes of a component: triplets become the bytes that they stand for, and other bytes stay.
#[derive(Clone)]
pub(crate) struct DecodedBytes<'a>(
    /// The part that was not decoded so far.
    pub(crate) &'a [u8],
);

impl<'a> DecodedBytes<'a> {
    /// The first byte that `test` takes, and the text that begins with it.
    pub(crate) fn find_byte(mut self, test: impl Fn(u8) -> bool) -> Option<(u8, &'a [u8])> {
        loop {
            let rest = self.0;
            let byte = self.next()?;
            if test(byte) {
                return Some((byte, rest));
            }
        }
    }
}

impl Iterator for DecodedBytes<'_> {
    type Item = u8;

    // Inlined, since these frames add up: a path reads items, an item reads runs, and a run reads characters.
    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        let (byte, len) = match first_triplet(self.0) {
            Some(byte) => (byte, TRIPLET),
            None => (*self.0.first()?, 1),
        };
        self.0 = self.0.get(len..)?;
        Some(byte)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len().div_ceil(TRIPLET), Some(self.0.len()))
    }
}

impl FusedIterator for DecodedBytes<'_> {}

/// Shows no bytes, since they may be those of a password.
impl fmt::Debug for DecodedBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodedBytes").finish_non_exhaustive()
    }
}

/// The character at or above U+0080 that `text` begins with, percent-encoded or not. `None` if it begins with another
/// character, or with bytes that are not UTF-8.
pub(crate) fn first_long_character(text: &[u8]) -> Option<char> {
    long_character(&long_character_utf8(text)?.0)
}

/// The UTF-8 of [`first_long_character`], and its length in bytes.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn long_character_utf8(text: &[u8]) -> Option<([u8; 4], usize)> {
    if PREFER_SPEED && let Some(first) = first_triplet(text) {
        // Of a byte that begins no such character, the length means nothing: `long_character` refuses what begins with it.
        let len = sequence_len(first);
        // The bytes gather in one number: reading an array at once would wait for the store of each byte.
        let (mut utf8, mut shift) = (u32::from(first), 0_u32);
        for triplet in text.as_chunks::<TRIPLET>().0.get(1..len)? {
            shift = shift.wrapping_add(8);
            utf8 |= u32::from(first_triplet(triplet)?).wrapping_shl(shift);
        }
        let utf8 = utf8.to_le_bytes();
        long_character(&utf8)?;
        return Some((utf8, len));
    }
    let mut utf8 = [0; 4];
    // `text` is part of a `str`, so no character mixes triplets with bytes that are not percent-encoded.
    let mut bytes = DecodedBytes(text);
    for to in &mut utf8 {
        *to = bytes.next().unwrap_or_default();
    }
    let character = long_character(&utf8)?;
    Some((utf8, character.len_utf8()))
}

/// The characters of a percent-encoded text, each with its offset in `text`. The error is a byte that is not UTF-8.
///
/// ```
/// use cri_uri::pct::characters;
///
/// assert!(characters(b"a%C3%A9%FF").eq([(0, Ok('a')), (1, Ok('é')), (7, Err(0xff))]));
/// ```
pub fn characters(text: &[u8]) -> impl Iterator<Item = (usize, Result<char, u8>)> {
    let mut next = 0_usize;
    core::iter::from_fn(move || {
        let at = next;
        let rest = text.get(at..)?;
        let (first, unit) = first_triplet(rest).map_or((*rest.first()?, 1), |byte| (byte, TRIPLET));
        let character =
            if first.is_ascii() { Some(char::from(first)) } else { first_long_character(rest) };
        next = at.wrapping_add(unit.wrapping_mul(character.map_or(1, char::len_utf8)));
        Some((at, character.ok_or(first)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_and_decoding_are_inverse() {
        let all: std::vec::Vec<u8> = (0..=u8::MAX).collect();
        for (part, kept) in [
            (Subcomponent::User, "!$&'()*+,;="),
            (Subcomponent::Userinfo, "!$&'()*+,;=:"),
            (Subcomponent::Host, "!$&'()*+,;="),
            (Subcomponent::ZoneId, ""),
            (Subcomponent::Segment, "!$&'()*+,;=:@"),
            (Subcomponent::Path, "!$&'()*+,;=:@/"),
            (Subcomponent::Parameter, "!$'()*+,;=:@/?"),
            (Subcomponent::Query, "!$&'()*+,;=:@/?"),
            (Subcomponent::Fragment, "!$&'()*+,;=:@/?"),
            (Subcomponent::Anywhere, ""),
        ] {
            let encoded = std::format!("{}", encode(&all, part));
            assert!(decode(&encoded).eq(all.iter().copied()), "{part:?}");
            cri_testvectors::assert_size_hint(decode(&encoded));
            assert_eq!(std::format!("{}", encode(kept, part)), kept, "{part:?}");
            let others: std::string::String = (0..128)
                .map(char::from)
                .filter(|&c| !kept.contains(c) && !c.is_ascii_alphanumeric())
                .collect();
            let encoded = std::format!("{}", encode(&others, part));
            assert!(
                encoded.chars().all(|c| c == '%' || c.is_ascii_hexdigit() || "-._~".contains(c)),
                "{encoded}"
            );
        }
    }

    #[test]
    fn a_percent_sign_without_digits_stays() {
        for (text, decoded) in
            [("%", "%"), ("a%4", "a%4"), ("%zz%41", "%zzA"), ("%%41", "%A"), ("", "")]
        {
            assert!(decode(text).eq(decoded.bytes()), "{text}");
        }
    }

    #[test]
    fn triplets_are_read_as_they_are_written() {
        for byte in 0..=u8::MAX {
            let encoded = triplet(byte);
            assert_eq!(encoded, *std::format!("%{byte:02X}").as_bytes());
            assert_eq!(split_triplet(&encoded), Some((byte, b"".as_slice())));
            assert_eq!(first_triplet(&encoded.map(|digit| digit.to_ascii_lowercase())), Some(byte));
            let is_digit = byte.is_ascii_hexdigit();
            assert_eq!(first_triplet(&[b'%', byte, b'0']).is_some(), is_digit);
            assert_eq!(first_triplet(&[b'%', b'0', byte]).is_some(), is_digit);
        }
    }
}
