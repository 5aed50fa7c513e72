//! A component as an item of a CRI: percent-decoded into a text, or into a text-pet-sequence (section 7.1).

use cri_core::wire::{Major, write_head};
use cri_core::{Buffer, BufferFull};

#[cfg(feature = "nfc")]
use crate::convert::nfc::normalized;
use crate::text::charset::Charset;
use crate::text::pct::{DecodedBytes, TRIPLET, first_long_character, split_triplet};

/// The smallest part of a component that is decoded as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit<'a> {
    /// Characters that are not percent-encoded. In an IRI they may be beyond ASCII.
    Raw(&'a [u8]),
    /// A percent-encoded character that is text.
    Text(char),
    /// A percent-encoded byte that text cannot hold: it is not UTF-8, or text would come out as another URI.
    Byte(u8),
}

/// The units of a component, in order.
#[derive(Clone, Debug)]
pub(crate) struct Units<'a> {
    /// INVARIANT: two hexadecimal digits follow each `%`.
    rest: &'a [u8],
    raw: Charset,
}

impl<'a> Units<'a> {
    /// The units of `component`, if text keeps the characters in `raw` as they are (section 6.1).
    pub(crate) const fn new(component: &'a [u8], raw: Charset) -> Self {
        Self { rest: component, raw }
    }

    /// The part that was not decoded so far.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Units<'a> {
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        let Some((byte, rest)) = split_triplet(self.rest) else {
            let len = self.rest.iter().position(|&byte| byte == b'%').unwrap_or(self.rest.len());
            let (raw, rest) = self.rest.split_at_checked(len)?;
            self.rest = rest;
            return (!raw.is_empty()).then_some(Unit::Raw(raw));
        };
        let at = self.rest;
        self.rest = rest;
        if byte.is_ascii() {
            return Some(if self.raw.is_text(byte) { Unit::Text(char::from(byte)) } else { Unit::Byte(byte) });
        }
        let Some(character) = first_long_character(at) else {
            return Some(Unit::Byte(byte));
        };
        self.rest = at.get(character.len_utf8().wrapping_mul(TRIPLET)..)?;
        Some(Unit::Text(character))
    }
}

/// Units in a row that are all text, or all bytes: one piece of a text-pet-sequence.
pub(crate) struct Run<'a> {
    /// The part of the component, still percent-encoded.
    pub(crate) source: &'a [u8],
    pub(crate) is_text: bool,
    /// The decoded length in bytes.
    len: usize,
}

/// The runs of a component, in order.
#[derive(Clone)]
pub(crate) struct Runs<'a>(pub(crate) Units<'a>);

impl Runs<'_> {
    /// Passes the next run; returns whether it is text, and its decoded length in bytes.
    // Returns a pair, not a `Run`, so that the result stays in registers.
    #[inline(never)]
    fn pass(&mut self) -> Option<(bool, usize)> {
        let (mut is_text, mut len) = (true, 0_usize);
        loop {
            let at = self.0.rest;
            let (unit_is_text, unit_len) = match self.0.next() {
                Some(Unit::Raw(raw)) => (true, raw.len()),
                // Each byte takes a triplet.
                Some(Unit::Text(_)) => (true, at.len().wrapping_sub(self.0.rest.len()) / TRIPLET),
                Some(Unit::Byte(_)) => (false, 1),
                None => break,
            };
            if len > 0 && is_text != unit_is_text {
                self.0.rest = at;
                break;
            }
            is_text = unit_is_text;
            len = len.wrapping_add(unit_len);
        }
        (len > 0).then_some((is_text, len))
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Run<'a>> {
        let start = self.0.rest;
        let (is_text, len) = self.pass()?;
        let source = start.get(..start.len().saturating_sub(self.0.rest.len())).unwrap_or_default();
        Some(Run { source, is_text, len })
    }
}

/// The characters of a run of text, each with the part of the component that begins with it.
#[cfg(feature = "nfc")]
struct Characters<'a>(/* INVARIANT: every unit is text. */ &'a [u8]);

#[cfg(feature = "nfc")]
impl<'a> Iterator for Characters<'a> {
    type Item = (&'a [u8], char);

    fn next(&mut self) -> Option<(&'a [u8], char)> {
        let at = self.0;
        let (character, rest) = match split_triplet(at) {
            Some((byte, rest)) if byte.is_ascii() => (char::from(byte), rest),
            None if at.first()?.is_ascii() => (char::from(*at.first()?), at.get(1..)?),
            triplet => {
                let character = first_long_character(at)?;
                let unit = if triplet.is_some() { TRIPLET } else { 1 };
                (character, at.get(character.len_utf8().wrapping_mul(unit)..)?)
            }
        };
        self.0 = rest;
        Some((at, character))
    }
}

/// A component as the item that it becomes: a text or a text-pet-sequence, measured and not written yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    component: &'a [u8],
    raw: Charset,
    lower: bool,
    /// Whether texts are written in NFC.
    #[cfg(feature = "nfc")]
    nfc: bool,
    /// The number of pieces, or 0 for a text.
    pieces: usize,
    /// The length in bytes after the item's head.
    len: usize,
}

impl<'a> Item<'a> {
    /// The item of `component`, if text keeps the characters in `raw` as they are.
    pub(crate) fn new(component: &'a [u8], raw: Charset) -> Self {
        let mut item = Self { raw, ..Self::plain(component) };
        #[allow(clippy::manual_contains, reason = "`contains` links a search of whole words")]
        if component.iter().any(|&byte| byte == b'%') {
            item.measure();
        }
        item
    }

    /// A component in which nothing is percent-encoded.
    pub(crate) const fn plain(component: &'a [u8]) -> Self {
        Self {
            component,
            raw: Charset::NONE,
            lower: false,
            #[cfg(feature = "nfc")]
            nfc: false,
            pieces: 0,
            len: component.len(),
        }
    }

    /// Counts and measures the pieces.
    fn measure(&mut self) {
        let (mut pieces, mut all, mut heads, mut any_bytes) = (0_usize, 0_usize, 0_usize, false);
        for run in self.runs() {
            let len = self.run_len(&run);
            pieces = pieces.wrapping_add(1);
            heads = heads.wrapping_add(head_len(len));
            any_bytes |= !run.is_text;
            all = all.wrapping_add(len);
        }
        if any_bytes {
            self.pieces = pieces;
            all = all.wrapping_add(heads);
        }
        self.len = all;
    }

    fn runs(&self) -> Runs<'a> {
        Runs(Units::new(self.component, self.raw))
    }

    /// The length in bytes of a run as it is written.
    fn run_len(&self, run: &Run<'a>) -> usize {
        #[cfg(feature = "nfc")]
        if self.nfc && run.is_text {
            let text = normalized(self.characters(run.source).map(|(_, character)| character));
            return text.fold(0, |len: usize, character| len.wrapping_add(character.len_utf8()));
        }
        run.len
    }

    /// The characters of a run of text, each with the part of the component that begins with it.
    #[cfg(feature = "nfc")]
    fn characters(&self, run: &'a [u8]) -> impl Iterator<Item = (&'a [u8], char)> + use<'a> {
        let lower = self.lower;
        Characters(run).map(move |(at, character)| (at, if lower { character.to_ascii_lowercase() } else { character }))
    }

    /// Maps each text to NFC by itself.
    #[cfg(feature = "nfc")]
    pub(crate) fn make_nfc(&mut self) {
        // ASCII is in NFC.
        if !self.component.is_ascii() || self.component.contains(&b'%') {
            self.nfc = true;
            self.measure();
        }
    }

    /// The part of the component from the first character that NFC changes. `None` if NFC changes nothing.
    #[cfg(feature = "nfc")]
    pub(crate) fn first_not_nfc(&self) -> Option<&'a [u8]> {
        if self.component.is_ascii() && !self.component.contains(&b'%') {
            return None;
        }
        self.runs().filter(|run| run.is_text).find_map(|run| {
            let mut normalized = normalized(self.characters(run.source).map(|(_, character)| character));
            // NFC never appends to a text that it leaves as it is, so one walk over the text is enough.
            let mut characters = self.characters(run.source);
            characters.find(|&(_, character)| normalized.next() != Some(character)).map(|(at, _)| at)
        })
    }

    /// The item with A to Z in lower case.
    pub(crate) const fn lower_case(self) -> Self {
        Self { lower: true, ..self }
    }

    /// The part of the component from the first byte that text cannot hold. `None` if the item is a text.
    pub(crate) fn first_byte(&self) -> Option<&'a [u8]> {
        if self.pieces == 0 {
            return None;
        }
        self.runs().find(|run| !run.is_text).map(|run| run.source)
    }

    /// The encoded length in bytes.
    pub(crate) fn encoded_len(&self) -> usize {
        head_len(if self.pieces == 0 { self.len } else { self.pieces }).wrapping_add(self.len)
    }

    /// Appends the item.
    pub(crate) fn write(&self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        if self.pieces == 0 {
            write_head(buffer, Major::Text, self.len as u64)?;
            return self.write_text(buffer, self.component);
        }
        write_head(buffer, Major::Array, self.pieces as u64)?;
        for run in self.runs() {
            let major = if run.is_text { Major::Text } else { Major::Bytes };
            write_head(buffer, major, self.run_len(&run) as u64)?;
            if run.is_text {
                self.write_text(buffer, run.source)?;
            } else {
                self.write_run(buffer, run.source)?;
            }
        }
        Ok(())
    }

    fn write_text(&self, buffer: &mut impl Buffer, source: &'a [u8]) -> Result<(), BufferFull> {
        #[cfg(feature = "nfc")]
        if self.nfc {
            let mut text = normalized(self.characters(source).map(|(_, character)| character));
            return text.try_for_each(|character| buffer.push_bytes(character.encode_utf8(&mut [0; 4]).as_bytes()));
        }
        self.write_run(buffer, source)
    }

    fn write_run(&self, buffer: &mut impl Buffer, source: &[u8]) -> Result<(), BufferFull> {
        let start = buffer.len();
        // Decoding shortens, so a component that keeps its length has no triplets.
        if self.len == self.component.len() && self.pieces == 0 {
            buffer.push_bytes(source)?;
        } else {
            DecodedBytes(source).try_for_each(|byte| buffer.push_bytes(&[byte]))?;
        }
        if self.lower {
            // Byte strings hold no letters, so this changes text only.
            buffer.as_mut_slice().get_mut(start..).unwrap_or_default().make_ascii_lowercase();
        }
        Ok(())
    }
}

/// The length in bytes of the shortest head that holds `argument` (RFC 8949 section 3).
fn head_len(argument: usize) -> usize {
    match argument {
        0..24 => 1,
        24..0x100 => 2,
        0x100..0x1_0000 => 3,
        _ if u32::try_from(argument).is_ok() => 5,
        _ => 9,
    }
}

/// Arguments below this have a head of one byte (RFC 8949 section 3).
pub(crate) const SHORT: u8 = 24;

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn item(component: &str, raw: Charset) -> Vec<u8> {
        let item = Item::new(component.as_bytes(), raw);
        let mut bytes = Vec::new();
        item.write(&mut bytes).unwrap();
        assert_eq!(item.encoded_len(), bytes.len(), "{component}");
        assert_eq!(item.first_byte().is_some(), bytes.first().is_some_and(|&byte| byte >= 0x80), "{component}");
        bytes
    }

    // shows: D16-7.1-06, D16-7.1-09, D16-7.1-11
    #[test]
    fn text_that_would_change_is_bytes() {
        for (component, raw, expected) in [
            ("", Charset::SEGMENT, b"\x60".as_slice()),
            ("a%41%20%2F", Charset::SEGMENT, b"\x64aA /"),
            ("%41%3B%C3%A9%FF", Charset::SEGMENT, b"\x84\x61A\x41;\x62\xc3\xa9\x41\xff"),
            ("%3A%40", Charset::SEGMENT, b"\x81\x42:@"),
            ("%3A%40", Charset::REG_NAME, b"\x62:@"),
            ("%3A%40", Charset::USERINFO, b"\x82\x41:\x61@"),
            ("%26%2B", Charset::PARAMETER, b"\x82\x61&\x41+"),
            ("%26%3F", Charset::QUERY, b"\x81\x42&?"),
            ("%3B%3b;", Charset::SEGMENT, b"\x82\x42;;\x61;"),
        ] {
            assert_eq!(item(component, raw), expected, "{component}");
        }
    }

    // shows: D16-7.1-10
    #[test]
    fn bytes_that_are_not_utf_8_are_bytes() {
        for (component, expected) in [
            // Cut off: by the end, by a character, by the first byte of another character.
            ("%E2%82", b"\x81\x42\xe2\x82".as_slice()),
            ("%E2%82a", b"\x82\x42\xe2\x82\x61a"),
            ("%E2%82%C3%A9", b"\x82\x42\xe2\x82\x62\xc3\xa9"),
            ("%F0%C3%A9", b"\x82\x41\xf0\x62\xc3\xa9"),
            // A surrogate, an overlong form, a number beyond U+10FFFF.
            ("%ED%A0%80", b"\x81\x43\xed\xa0\x80"),
            ("%C0%AF", b"\x81\x42\xc0\xaf"),
            ("%F4%90%80%80", b"\x81\x44\xf4\x90\x80\x80"),
            ("%F4%8F%BF%BF", b"\x64\xf4\x8f\xbf\xbf"),
        ] {
            assert_eq!(item(component, Charset::SEGMENT), expected, "{component}");
        }
    }

    #[test]
    fn heads_grow_with_lengths() {
        for len in [23, 24, 255, 256, 65_535, 65_536] {
            for unit in ["a", "%41", "%3B", "%3Ba"] {
                item(&unit.repeat(len), Charset::SEGMENT);
            }
        }
    }

    #[test]
    fn lower_case_changes_neither_heads_nor_bytes() {
        // As bytes, the heads of byte strings of 1 to 26 bytes are A to Z.
        let mut bytes = Vec::new();
        let label = Item::new(b"A%21%C3%89Z%5A", Charset::REG_NAME).lower_case();
        label.write(&mut bytes).unwrap();
        assert_eq!(bytes, b"\x83\x61a\x41!\x64\xc3\x89zz");
    }
}
