//! Percent-encoded text (section 7.1), and the character sets of RFC 3986 that sections 6.1 and 7.1 use.

use crate::Revision;
use crate::reference::{Piece, Text};

/// RFC 3986 section 2.3.
#[must_use]
pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// RFC 3986 section 2.2.
#[must_use]
pub const fn is_sub_delim(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

/// A component that can hold a text-pet-sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The userinfo.
    Userinfo,
    /// A label of a host-name.
    Label,
    /// A path segment.
    Segment,
    /// A query parameter.
    Parameter,
    /// The fragment.
    Fragment,
}

impl Field {
    /// Section 6.1: whether the conversion writes this ASCII character of a text as it is. It percent-encodes the
    /// others.
    #[must_use]
    pub const fn keeps(self, byte: u8, revision: Revision) -> bool {
        let common = is_unreserved(byte) || is_sub_delim(byte);
        match self {
            // SP2: -27 caters for the colon in a userinfo, -16 does not.
            Self::Userinfo => common || (byte == b':' && matches!(revision, Revision::Rfc9988)),
            Self::Label => common,
            Self::Segment => common || matches!(byte, b':' | b'@'),
            Self::Parameter => {
                (common && byte != b'&') || matches!(byte, b':' | b'@' | b'/' | b'?')
            }
            Self::Fragment => common || matches!(byte, b':' | b'@' | b'/' | b'?'),
        }
    }
}

/// 7.1: where a byte string has a byte that belongs in text. That is an unreserved character, or the first byte of a
/// character from U+0080.
#[must_use]
pub fn not_minimal(bytes: &[u8]) -> Option<usize> {
    (0..bytes.len()).find(|&at| is_unreserved(bytes[at]) || long_character(&bytes[at..]).is_some())
}

/// The UTF-8 character from U+0080 that the bytes begin with.
#[must_use]
pub fn long_character(bytes: &[u8]) -> Option<char> {
    (2..=4)
        .filter_map(|length| std::str::from_utf8(bytes.get(..length)?).ok())
        .find_map(|text| if text.chars().count() == 1 { text.chars().next() } else { None })
}

/// C5: whether a text with this character is not lower case. Lower case changes title-case letters, which are not upper case.
#[must_use]
pub fn is_upper_case(character: char) -> bool {
    character.is_uppercase() || character.to_lowercase().next() != Some(character)
}

/// One byte of a component of a URI, and whether it stands there percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Octet {
    /// The byte.
    pub byte: u8,
    /// Whether the URI has it as `%XX`.
    pub escaped: bool,
    /// The offset into the URI.
    pub at: usize,
}

/// The octets of part of a URI that begins at `at`. Every `%` must begin a triplet.
#[must_use]
pub fn octets(text: &str, at: usize) -> Vec<Octet> {
    let mut octets = Vec::new();
    let mut rest = text.as_bytes();
    let mut offset = at;
    while let Some(&first) = rest.first() {
        let hex = |at: usize| rest.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        let (byte, length) = match (first, hex(1), hex(2)) {
            (b'%', Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
            _ => (first, 1),
        };
        octets.push(Octet { byte, escaped: length == 3, at: offset });
        rest = &rest[length..];
        offset += length;
    }
    octets
}

/// 7.1: the text, or the minimal sequence, that stands for part of a URI.
///
/// Bytes stand only where text would become a different URI: for escaped characters that section 6.1 would write as
/// they are, and for bytes that are not UTF-8 (SPEC.md on "minimal").
#[must_use]
pub fn from_octets(octets: &[Octet], field: Field, revision: Revision) -> Text {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut rest = octets;
    while let Some(&octet) = rest.first() {
        let bytes: Vec<u8> = rest.iter().take(4).map(|octet| octet.byte).collect();
        let (character, length) = match octet.byte {
            byte if byte.is_ascii() => {
                let must_stay_escaped =
                    octet.escaped && !is_unreserved(byte) && field.keeps(byte, revision);
                ((!must_stay_escaped).then_some(char::from(byte)), 1)
            }
            _ => match long_character(&bytes) {
                Some(character) => (Some(character), character.len_utf8()),
                None => (None, 1),
            },
        };
        match (character, pieces.last_mut()) {
            (Some(character), Some(Piece::Text(text))) => text.push(character),
            (Some(character), _) => pieces.push(Piece::Text(character.to_string())),
            (None, Some(Piece::Pet(bytes))) => bytes.push(octet.byte),
            (None, _) => pieces.push(Piece::Pet(vec![octet.byte])),
        }
        rest = &rest[length..];
    }
    match pieces.as_slice() {
        [] => Text::Plain(String::new()),
        [Piece::Text(text)] => Text::Plain(text.clone()),
        _ => Text::Sequence(pieces),
    }
}

/// 6.1: the text of a URI for a text or sequence. The draft does not say it for sequences: every byte becomes `%XX`.
#[must_use]
pub fn to_text(value: &Text, field: Field, revision: Revision) -> String {
    let mut text = String::new();
    for piece in value.pieces() {
        let (bytes, is_text) = match piece {
            Piece::Text(piece) => (piece.into_bytes(), true),
            Piece::Pet(bytes) => (bytes, false),
        };
        for byte in bytes {
            if is_text && byte.is_ascii() && field.keeps(byte, revision) {
                text.push(char::from(byte));
            } else {
                text.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    text
}
