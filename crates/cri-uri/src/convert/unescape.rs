//! Percent-encoding undone on the way of a URI reference into a writer, where IRIs allow it (RFC 3987 section 3.2).

use core::fmt::{self, Write};

use cri_core::Component;

use crate::text::charset::Charset;
use crate::text::iri_character::is_shown;
use crate::text::pct::split_triplet;

/// A writer for a URI reference that writes the IRI reference it maps to.
///
/// It holds back no more than the triplets of one character, and takes the text in pieces of any size.
pub(crate) struct Unescape<'w, W> {
    out: &'w mut W,
    /// What is held back: at most one character as triplets, the last of which may lack digits.
    held: [u8; 12],
    /// INVARIANT: at most the length of `held`.
    len: usize,
    place: Place,
}

/// Where in a URI reference the writer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a query.
    Front,
    /// In the brackets of a host, which IRIs have from URIs as they are.
    Brackets,
    Query,
    Fragment,
}

impl<'w, W: Write> Unescape<'w, W> {
    pub(crate) const fn new(out: &'w mut W) -> Self {
        Self { out, held: [0; 12], len: 0, place: Place::Front }
    }

    /// Writes what is still held back, at the end of the text.
    pub(crate) fn finish(mut self) -> fmt::Result {
        self.release(self.len)
    }

    /// Writes the first `len` bytes of what is held back as they are.
    fn release(&mut self, len: usize) -> fmt::Result {
        let as_is = self.held.get(..len).unwrap_or_default();
        // INVARIANT: triplets are ASCII.
        self.out.write_str(core::str::from_utf8(as_is).unwrap_or_default())?;
        self.drop_front(len);
        Ok(())
    }

    fn held(&self) -> &[u8] {
        self.held.get(..self.len).unwrap_or_default()
    }

    fn drop_front(&mut self, len: usize) {
        let before = self.held;
        for (to, from) in self.held.iter_mut().zip(before.iter().skip(len)) {
            *to = *from;
        }
        self.len = self.len.saturating_sub(len);
    }

    /// Holds `byte` back: a `%`, or a digit behind one.
    fn hold(&mut self, byte: u8) -> fmt::Result {
        if let Some(to) = self.held.get_mut(self.len) {
            *to = byte;
            self.len = self.len.saturating_add(1);
        }
        if self.is_triplets() {
            self.settle()?;
        }
        Ok(())
    }

    fn is_triplets(&self) -> bool {
        self.len.is_multiple_of(3)
    }

    /// Writes what is held back, as a character or as it is, until nothing is left but the front of a character.
    fn settle(&mut self) -> fmt::Result {
        while self.len > 0 {
            let mut bytes = [0; 4];
            let mut len = 0_usize;
            let mut rest = self.held();
            while let (Some((byte, behind)), Some(to)) = (split_triplet(rest), bytes.get_mut(len)) {
                *to = byte;
                len = len.saturating_add(1);
                rest = behind;
            }
            let decoded = bytes.get(..len).unwrap_or_default();
            match core::str::from_utf8(decoded).map(|text| text.chars().next()) {
                // Steps 2 and 4.
                Ok(Some(character)) if self.is_decoded(character) => {
                    self.out.write_char(character)?;
                    self.drop_front(self.len);
                }
                // The character's end is still to come.
                Err(error) if error.error_len().is_none() && self.place != Place::Brackets => break,
                // Step 3, one byte at a time.
                _ => self.release(3)?,
            }
        }
        Ok(())
    }

    /// Whether a percent-encoded character is decoded.
    fn is_decoded(&self, character: char) -> bool {
        let component = match self.place {
            Place::Brackets => return false,
            Place::Query => Component::Query,
            Place::Front | Place::Fragment => Component::Path,
        };
        match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => Charset::UNRESERVED.has(byte),
            _ => is_shown(character, component),
        }
    }

    /// Takes note of a character that is not percent-encoded.
    fn pass(&mut self, byte: u8) {
        self.place = match (self.place, byte) {
            (Place::Front, b'[') => Place::Brackets,
            (Place::Brackets, b']') => Place::Front,
            (Place::Front, b'?') => Place::Query,
            (Place::Front | Place::Query, b'#') => Place::Fragment,
            (place, _) => place,
        };
    }
}

impl<W: Write> Write for Unescape<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(&byte) = rest.as_bytes().first() {
            if byte == b'%' || !self.is_triplets() {
                self.hold(byte)?;
                rest = rest.get(1..).unwrap_or_default();
                continue;
            }
            // What is held back is the front of a character without its end.
            self.release(self.len)?;
            let len = rest.bytes().position(|byte| byte == b'%').unwrap_or(rest.len());
            let (raw, behind) = rest.split_at_checked(len).unwrap_or_default();
            raw.bytes().for_each(|byte| self.pass(byte));
            self.out.write_str(raw)?;
            rest = behind;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    /// The text unescaped, by pieces of every size.
    fn unescape(text: &str) -> String {
        let by = |size: usize| {
            let mut out = String::new();
            let mut writer = Unescape::new(&mut out);
            for piece in text.as_bytes().chunks(size) {
                writer.write_str(std::str::from_utf8(piece).unwrap()).unwrap();
            }
            writer.finish().unwrap();
            out
        };
        let whole = by(text.len().max(1));
        (1..text.len()).for_each(|size| assert_eq!(by(size), whole, "{text} by {size}"));
        whole
    }

    // shows: D16-6-04
    #[test]
    fn steps_of_section_3_2() {
        for (text, expected) in [
            ("", ""),
            // Step 2: unreserved characters, and nothing else of ASCII.
            ("%41%7e%2D/%25%2f%20%7F%00%7B%5B", "A~-/%25%2f%20%7F%00%7B%5B"),
            ("%c3%a9%E2%82%AC%F0%9F%8C%8D", "é€🌍"),
            // Step 3: what is no UTF-8, or no whole character.
            ("%c3", "%c3"),
            ("%c3a", "%c3a"),
            ("%c3%41", "%c3A"),
            ("%c3%c3%a9", "%c3é"),
            ("%f0%9f%8c%c3%a9", "%f0%9f%8cé"),
            ("%f0%9f%8c%8d%8d", "🌍%8d"),
            ("%e2%82%2f", "%e2%82%2f"),
            ("%c0%af%ed%a0%80%ff%f4%90%80%80", "%c0%af%ed%a0%80%ff%f4%90%80%80"),
            // Step 4.
            ("%EF%BF%BE%C2%80", "%EF%BF%BE%C2%80"),
            ("/%EE%80%80?%EE%80%80#%EE%80%80?%EE%80%80", "/%EE%80%80?\u{e000}#%EE%80%80?%EE%80%80"),
            ("?[%EE%80%80", "?[\u{e000}"),
            // RFC 6874: a zone identifier is of ASCII.
            ("//[::1%25%C3%A9%41]/%C3%A9", "//[::1%25%C3%A9%41]/é"),
        ] {
            assert_eq!(unescape(text), expected, "{text}");
        }
    }

    // shows: D16-10-06
    #[test]
    fn what_is_not_seen_stays_encoded() {
        let hidden = "\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{61c}\
                      \u{a0}\u{2003}\u{3000}\u{200b}\u{200d}\u{2028}\u{feff}\u{ad}\u{e0041}";
        for character in hidden.chars() {
            let mut encoded = String::from("?");
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                encoded.push_str(&std::format!("%{byte:02X}"));
            }
            assert_eq!(unescape(&encoded), encoded);
        }
    }
}
