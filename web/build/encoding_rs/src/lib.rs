//! The part of the crate `encoding_rs` that cbor-edn calls: decoding UTF-16.
//!
//! The real crate has one decoder for all encodings of the web. A program that calls it links the tables of all of them.

use std::borrow::Cow;

/// An encoding. There is only one.
#[derive(Debug)]
pub struct Encoding(());

/// UTF-16, big-endian.
pub static UTF_16BE: &Encoding = &Encoding(());

impl Encoding {
    /// Decodes bytes. Returns the text, this encoding, and whether anything in the bytes was replaced by U+FFFD.
    #[must_use]
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, &'static Self, bool) {
        let (pairs, odd) = bytes.as_chunks();
        // A byte order mark is no part of the text.
        let pairs = pairs.strip_prefix(&[[0xfe, 0xff]]).unwrap_or(pairs);
        let units = pairs.iter().map(|pair| u16::from_be_bytes(*pair));
        let mut replaced = !odd.is_empty();
        let characters = char::decode_utf16(units).map(|character| {
            character.unwrap_or_else(|_| {
                replaced = true;
                char::REPLACEMENT_CHARACTER
            })
        });
        let mut text: String = characters.collect();
        if !odd.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        (text.into(), self, replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::UTF_16BE;

    #[test]
    fn utf_16_is_decoded() {
        for (bytes, text, replaced) in [
            (&b"\0a\0b"[..], "ab", false),
            (b"\xd8\x3d\xde\x00", "\u{1f600}", false),
            (b"\xd8\x3d\0a", "\u{fffd}a", true),
            (b"\0a\0", "a\u{fffd}", true),
            (b"", "", false),
        ] {
            let (found, _, has_errors) = UTF_16BE.decode(bytes);
            assert_eq!((&*found, has_errors), (text, replaced), "{bytes:x?}");
        }
    }
}
