//! Items of a short URI reference that hold triplets.

use cri_core::is_upper_case;
use cri_core::long_character;

use crate::convert::to_cri::fast::out::{
    BYTES, Out, Place, TEXT, byte, copy, move_up, push, push_all, push_array, push_head,
};
use crate::convert::to_cri::item::SHORT;
use crate::text::charset::Charset;
use crate::text::pct::{TRIPLET, first_triplet, sequence_len};

/// Writes the item whose first `len` characters were copied, and at whose next character a triplet stands. Labels come
/// out in lower case.
#[inline(never)]
pub(crate) fn encoded_item<const LABEL: bool>(
    text: &[u8],
    out: &mut Out,
    start: usize,
    len: usize,
    head: u8,
    raw: Charset,
) -> Option<Place> {
    let to = head.wrapping_add(1).wrapping_add(len as u8);
    let mut pieces = Pieces { head, to, kind: TEXT, count: 0, is_sequence: false };
    let mut at = start.wrapping_add(len);
    let stop = loop {
        let stop = byte(text, at);
        let (_, is_raw) = character::<LABEL>(stop, raw);
        if is_raw {
            pieces.begin(out, TEXT)?;
            let (len, _) = copy(text, at, out, pieces.to, |byte| character::<LABEL>(byte, raw))?;
            pieces.to = pieces.to.wrapping_add(len as u8);
            at = at.wrapping_add(len);
            continue;
        }
        if stop != b'%' {
            break stop;
        }
        at = pieces.push_encoded::<LABEL>(text, at, out, raw)?;
    };
    let to = if pieces.is_sequence {
        pieces.end(out)?;
        push_array(out, head, pieces.count)?;
        pieces.to
    } else {
        push_head(out, head, pieces.to.wrapping_sub(head).wrapping_sub(1).into())
    };
    Some(Place { at, to, stop })
}

/// The byte that a character of a label is written as, and whether it is one.
#[inline(always)]
pub(crate) fn in_label(byte: u8) -> (u8, bool) {
    let lower_case = LOWER_CASE.get(usize::from(byte)).copied().unwrap_or_default();
    (lower_case, lower_case != 0)
}

/// The lower case of each character of a label, and zero for all others.
static LOWER_CASE: [u8; 256] = {
    let mut lower_case = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte != b'.' && Charset::REG_NAME.has(byte) {
            #[allow(clippy::indexing_slicing, reason = "in range: this runs when the crate is built")]
            {
                lower_case[byte as usize] = byte.to_ascii_lowercase();
            }
        }
        byte = byte.wrapping_add(1);
    }
    lower_case
};

/// The byte that a character is written as, and whether it may stand here.
#[inline(always)]
fn character<const LABEL: bool>(byte: u8, raw: Charset) -> (u8, bool) {
    if LABEL { in_label(byte) } else { (byte, raw.has(byte)) }
}

/// The character beyond ASCII that is percent-encoded at `at` and begins with the byte `first`, with its UTF-8.
#[inline(always)]
fn encoded_character(text: &[u8], at: usize, first: u8) -> Option<(char, [u8; 4], usize)> {
    let len = sequence_len(first)?;
    let mut utf8 = [first, 0, 0, 0];
    let mut at = at;
    for byte in utf8.get_mut(1..len)? {
        at = at.wrapping_add(TRIPLET);
        *byte = first_triplet(text.get(at..)?)?;
    }
    Some((long_character(&utf8)?, utf8, len))
}

/// The pieces of an item: one text, or a text-pet-sequence.
struct Pieces {
    /// Where the last piece begins.
    head: u8,
    /// Where the next byte goes.
    to: u8,
    /// The kind of the last piece.
    kind: u8,
    /// How many pieces have a head already.
    count: u8,
    is_sequence: bool,
}

impl Pieces {
    /// Writes the byte or the character that is percent-encoded at `at`; returns where it ends.
    #[inline(always)]
    fn push_encoded<const LABEL: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        out: &mut Out,
        raw: Charset,
    ) -> Option<usize> {
        let byte = first_triplet(text.get(at..)?)?;
        if !byte.is_ascii()
            && let Some((character, utf8, len)) = encoded_character(text, at, byte)
        {
            // C5: its lower case would be another host.
            if LABEL && is_upper_case(character) {
                return None;
            }
            self.begin(out, TEXT)?;
            push_all(out, self.to, utf8);
            self.to = self.to.wrapping_add(len as u8);
            return Some(at.wrapping_add(TRIPLET.wrapping_mul(len)));
        }
        // A percent-encoded dot separates labels, too.
        if LABEL && byte == b'.' {
            return None;
        }
        self.begin(out, if raw.is_text(byte) { TEXT } else { BYTES })?;
        self.to = push(out, self.to, if LABEL { byte.to_ascii_lowercase() } else { byte });
        Some(at.wrapping_add(TRIPLET))
    }

    /// Begins a piece of this kind, unless the last one is.
    #[inline(always)]
    fn begin(&mut self, out: &mut Out, kind: u8) -> Option<()> {
        if self.kind == kind {
            return Some(());
        }
        if !self.is_sequence {
            // The text so far makes room for the head of the array.
            self.is_sequence = true;
            self.head = self.head.wrapping_add(1);
            move_up(out, self.head, self.to);
            self.to = self.to.wrapping_add(1);
        }
        self.end(out)?;
        (self.head, self.kind) = (self.to, kind);
        self.to = self.to.wrapping_add(1);
        Some(())
    }

    /// Writes the head of the last piece. `None` if that is a byte string of many bytes. An empty text before the first
    /// byte string is not a piece.
    #[inline(always)]
    fn end(&mut self, out: &mut Out) -> Option<()> {
        let len = self.to.wrapping_sub(self.head).wrapping_sub(1);
        if len == 0 {
            self.to = self.head;
            return Some(());
        }
        if self.kind == TEXT {
            self.to = push_head(out, self.head, len.into());
        } else {
            push(out, self.head, self.kind | Some(len).filter(|&len| len < SHORT)?);
        }
        self.count = self.count.wrapping_add(1);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec;

    use crate::convert::options::Options;
    use crate::convert::to_cri::fast::tests::agrees;

    #[test]
    fn pieces_of_every_kind() {
        let parts = [
            "a",
            "B",
            "%",
            "%41",
            "%2F",
            "%2f%26",
            "%26",
            "%2E",
            "%00",
            "%C3%A9",
            "%c3%84",
            "%E6%B8%A9",
            "%F0%9F%98%80",
            "%FF",
            "%C3",
            "%ED%A0%80",
            "bbbbbbbbbbbbbbbbbbbbbbbb",
        ];
        let mut texts = vec![String::new()];
        let mut taken = 0;
        for _ in 0..3 {
            texts = texts.iter().flat_map(|text| parts.map(|part| format!("{text}{part}"))).collect();
            for text in &texts {
                for uri in [
                    format!("//{text}"),
                    format!("//h{text}.{text}:80/"),
                    format!("//{text}@h"),
                    format!("/{text}/c"),
                    format!("s:{text}"),
                    format!("?{text}&{text}"),
                    format!("#{text}"),
                ] {
                    taken += usize::from(agrees(&uri, Options::default()));
                }
            }
        }
        // A test that compares nothing shows nothing.
        assert!(taken > 15_000, "{taken}");
    }
}
