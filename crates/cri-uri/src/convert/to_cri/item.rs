//! A part of a URI as an item of a CRI: percent-decoded into a text, or into a text-pet-sequence (section 7.1).

use cri_core::__private::{PREFER_SPEED, is_upper_case, long_character};
use cri_core::wire::Major;
use cri_core::{Component, Feature};

use crate::convert::error::ToCriErrorKind;
#[cfg(feature = "nfc")]
use crate::convert::nfc;
#[cfg(feature = "nfc")]
use crate::convert::options::Nfc;
use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::Conversion;
use crate::convert::to_cri::copy_characters::copy_characters;
#[cfg(feature = "nfc")]
use crate::convert::to_cri::out::put_all;
use crate::convert::to_cri::out::{END, Place, move_up, put_character, put_head};
use crate::text::pct::{TRIPLET, first_triplet, long_character_utf8};

/// An item that is being written. Text and bytes alternate; the last piece has no head yet.
struct Pieces {
    /// How far the text is read and the item is written.
    place: Place,
    /// Where the item begins, and so the head of an array, if there is one.
    item: usize,
    /// Where the last piece begins in the CRI, and in the text.
    head: usize,
    source: usize,
    is_text: bool,
    /// How many pieces have a head.
    count: usize,
}

impl Pieces {
    /// Whether any byte was found that text cannot hold, so that the item is an array.
    const fn is_array(&self) -> bool {
        self.head > self.item
    }
}

impl<const REQUESTS: bool> Conversion<'_, REQUESTS> {
    /// The byte at `at`, or `END`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(END)
    }

    /// Writes the item that begins at `start`. Stops at the first byte that the component cannot hold, and returns the place
    /// and that byte.
    #[inline(always)]
    pub(crate) fn item(
        &mut self,
        out: &mut [u8],
        start: Place,
        component: TextComponent,
    ) -> (Place, u8) {
        let mut len = 0;
        if PREFER_SPEED {
            let (copied, stop) = copy_characters(
                self.text,
                Place { to: start.to.wrapping_add(1), ..start },
                out,
                component,
            );
            if stop != b'%' && stop.is_ascii() {
                let place = Place { at: start.at, to: start.to.wrapping_add(1) }.forward(copied);
                return (
                    Place { to: put_head(out, start.to, Major::Text, copied, place.to), ..place },
                    stop,
                );
            }
            len = copied;
        }
        let place = if PREFER_SPEED && !component.is_label() {
            self.decoded_or_pieces(out, start, len, component)
        } else {
            self.pieces(out, start, len, component)
        };
        (place, self.byte(place.at))
    }

    /// Writes the rest of the item that begins at `start`. Its first `len` characters are written.
    #[inline(never)]
    pub(crate) fn pieces(
        &mut self,
        out: &mut [u8],
        start: Place,
        len: usize,
        component: TextComponent,
    ) -> Place {
        let is_label = component.is_label();
        let place = Place { to: start.to.wrapping_add(1), ..start }.forward(len);
        let mut item = Pieces {
            place,
            item: start.to,
            head: start.to,
            source: start.at,
            is_text: true,
            count: 0,
        };
        loop {
            let at = item.place.at;
            let stop = self.byte(at);
            let rest = self.text.get(at..).unwrap_or_default();
            let triplet = if stop == b'%' { first_triplet(rest) } else { None };
            let byte = triplet.unwrap_or(stop);
            let (mut character, mut len, mut is_text) = ([byte, 0, 0, 0], 1, true);
            if triplet.is_none() && component.has(byte) {
                if PREFER_SPEED {
                    if !item.is_text {
                        self.begin(out, &mut item, true, component);
                    }
                    let len = copy_characters(self.text, item.place, out, component).0;
                    item.place = item.place.forward(len);
                    continue;
                }
            } else if !byte.is_ascii()
                && (triplet.is_some() || self.is_parsed)
                && let Some(long) = long_character_utf8(rest)
            {
                (character, len) = long;
                // C5: the lower case of a letter beyond ASCII would be another host.
                if is_label && long_character(&character).is_some_and(is_upper_case) {
                    self.fail(ToCriErrorKind::UpperCaseHost, component.name, at);
                }
            } else if triplet.is_none() || (is_label && byte == b'.') {
                // A percent-encoded dot separates labels, too.
                break;
            } else if !component.is_text(byte) {
                // RFC 7252 section 6.4: options hold the bytes of all percent-encoded text.
                is_text = self.is_request() && component.has_option();
                // Its section 3.2: the value of an option is UTF-8.
                if component.name == Component::ZoneId || (is_text && !byte.is_ascii()) {
                    self.fail(ToCriErrorKind::InvalidUtf8(byte), component.name, at);
                }
                if !is_text {
                    self.require(Feature::ExtendedCri, component.name, at);
                }
            }
            if item.is_text != is_text {
                self.begin(out, &mut item, is_text, component);
            }
            // C5: hosts do not distinguish A to Z from a to z.
            if is_label {
                character[0] = character[0].to_ascii_lowercase();
            }
            put_character(out, item.place.to, character, len);
            let unit = if triplet.is_some() { TRIPLET } else { 1 };
            item.place = Place {
                at: at.wrapping_add(unit.wrapping_mul(len)),
                to: item.place.to.wrapping_add(len),
            };
        }
        self.end(out, &mut item, component);
        if item.is_array() {
            item.place.to = put_head(out, item.item, Major::Array, item.count, item.place.to);
        }
        item.place
    }

    /// Ends the last piece, and begins one of the other kind: of text with `is_text`.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn begin(
        &mut self,
        out: &mut [u8],
        item: &mut Pieces,
        is_text: bool,
        component: TextComponent,
    ) {
        if !item.is_array() {
            // The text so far makes room for the head of the array.
            item.head = item.head.wrapping_add(1);
            item.place.to = item.place.to.wrapping_add(1);
            move_up(out.get_mut(item.head..item.place.to).unwrap_or_default(), 1);
        }
        self.end(out, item, component);
        (item.head, item.source, item.is_text) = (item.place.to, item.place.at, is_text);
        item.place.to = item.place.to.wrapping_add(1);
    }

    /// Writes the head of the last piece. An empty text before the first byte string is not a piece.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn end(&mut self, out: &mut [u8], item: &mut Pieces, component: TextComponent) {
        #[cfg(feature = "nfc")]
        if self.options.nfc != Nfc::Keep {
            self.in_form_c(out, item, component);
        }
        #[cfg(not(feature = "nfc"))]
        let _ = component;
        let len = item.place.to.wrapping_sub(item.head).wrapping_sub(1);
        if len == 0 && item.is_array() {
            item.place.to = item.head;
            return;
        }
        let major = if item.is_text { Major::Text } else { Major::Bytes };
        item.place.to = put_head(out, item.head, major, len, item.place.to);
        item.count = item.count.wrapping_add(1);
    }

    /// Brings the last piece into NFC, or checks that it is, if it is text and the options ask for that.
    #[cfg(feature = "nfc")]
    #[inline(never)]
    fn in_form_c(
        &mut self,
        out: &mut [u8],
        item: &mut Pieces,
        TextComponent { name, .. }: TextComponent,
    ) {
        if !item.is_text || !nfc::applies(name, self.options.revision) {
            return;
        }
        let source = self.text.get(item.source..item.place.at).unwrap_or_default();
        let is_host = name == Component::Host;
        let Some(first) = nfc::first_change(source, is_host) else {
            return;
        };
        if self.options.nfc == Nfc::Refuse || name == Component::Userinfo {
            return self.fail(ToCriErrorKind::NotNfc, name, item.source.wrapping_add(first));
        }
        let body = item.head.wrapping_add(1);
        item.place.to = nfc::NORMALIZER
            .normalize_iter(nfc::characters(source, is_host).map(|(_, character)| character))
            .fold(body, |to, character| {
                put_all(out, to, character.encode_utf8(&mut [0; 4]).as_bytes())
            });
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use cri_core::{Component, Revision};

    use crate::convert::options::Options;
    use crate::convert::to_cri::to_cri;

    /// The item that the text becomes in this component.
    fn item(text: &str, component: Component) -> Vec<u8> {
        let (before, after, revision) = match component {
            Component::Host => ("//", "", Revision::Draft16),
            Component::Userinfo => ("//", "@", Revision::Rfc9988),
            Component::Path => ("/", "", Revision::Draft16),
            Component::Query => ("?", "", Revision::Draft16),
            _ => ("#", "", Revision::Draft16),
        };
        let cri = |text: &str| {
            let uri = format!("{before}{text}{after}");
            to_cri(&uri, Options::new(revision), Vec::new()).unwrap().into_buffer()
        };
        // The same bytes surround the text of one letter.
        let letter = cri("x");
        let at = letter.windows(2).position(|bytes| bytes == b"\x61x").unwrap();
        let (cri, rest) = (cri(text), letter.len() - at - 2);
        assert_eq!(cri[..at], letter[..at]);
        cri[at..cri.len() - rest].to_vec()
    }

    // shows: D16-7.1-06
    #[test]
    fn heads_grow_with_lengths() {
        for (len, head) in [
            (23, b"\x77".as_slice()),
            (24, b"\x78\x18"),
            (255, b"\x78\xff"),
            (256, b"\x79\x01\x00"),
            (65_535, b"\x79\xff\xff"),
            (65_536, b"\x7a\x00\x01\x00\x00"),
        ] {
            for unit in ["a", "%41"] {
                let text = item(&unit.repeat(len), Component::Path);
                assert_eq!(
                    text,
                    [head, &unit.replace("%41", "A").repeat(len).into_bytes()].concat()
                );
            }
            // The major type of bytes is one less than that of text, and that of arrays one more.
            let (mut bytes, mut array) = (head.to_vec(), head.to_vec());
            bytes[0] -= 0x20;
            array[0] += 0x20;
            assert_eq!(
                item(&"%3B".repeat(len), Component::Path),
                [b"\x81", &bytes[..], &b";".repeat(len)].concat()
            );
            let pieces = (0..len).flat_map(|at| if at % 2 == 0 { *b"\x41;" } else { *b"\x61a" });
            let text: String = (0..len).map(|at| if at % 2 == 0 { "%3B" } else { "a" }).collect();
            assert_eq!(
                item(&text, Component::Path),
                array.into_iter().chain(pieces).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn lower_case_changes_neither_heads_nor_bytes() {
        // As bytes, the heads of byte strings of 1 to 26 bytes are A to Z.
        assert_eq!(item("A%21%C3%A9Z%5A", Component::Host), b"\x83\x61a\x41!\x64\xc3\xa9zz");
    }
}
