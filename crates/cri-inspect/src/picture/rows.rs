//! Which items a picture shows, and which bytes of each.

use crate::anatomy::Anatomy;
use crate::item::{Description, Item};
use crate::picture::subject::{Mistake, Picture};
use crate::picture::words::Rest;

/// The number of bytes in one line.
pub(super) const LINE: usize = 8;

/// How many bytes of an item are shown.
const MAX_BYTES: usize = 32 * LINE;

/// How many lines of bytes a picture has before the rest of the items is left out.
const MAX_LINES: usize = 256;

/// The names of the columns: an item has its offset, its bytes, its CBOR type if it has one, and its meaning.
pub(super) const COLUMNS: [&str; 4] = ["offset", "bytes", "type", "meaning"];

/// A part of a picture.
pub(super) enum Row<'a> {
    Item(Excerpt<'a>),
    Rest(Rest),
    Mistake(Mistake<'a>),
}

/// An item, as far as it is shown.
pub(super) struct Excerpt<'a> {
    pub(super) item: Item<'a>,
    /// The bytes of its string that are shown.
    pub(super) body: &'a [u8],
    /// How many bytes are left out after these.
    pub(super) left_out: usize,
    /// The offset in the item of the wrong byte.
    pub(super) wrong: Option<usize>,
}

impl<'a> Excerpt<'a> {
    fn of(item: Item<'a>, mistake: Option<Mistake<'a>>) -> Self {
        let body = item.body.get(..shown_len(item.body)).unwrap_or_default();
        let left_out = item.body.len().saturating_sub(body.len());
        let wrong = mistake.and_then(|mistake| mistake.offset.checked_sub(item.offset));
        let wrong = wrong.filter(|at| *at < item.len());
        Self { item, body, left_out, wrong }
    }

    /// The meaning of the item with its string, as far as that is shown.
    pub(super) const fn meaning(&self) -> Description<'_> {
        let more = if self.left_out > 0 { "…" } else { "" };
        Description { item: &self.item, body: self.body, more }
    }

    /// How many bytes are shown, the head included.
    pub(super) fn len(&self) -> usize {
        self.item.head.len().saturating_add(self.body.len())
    }

    /// How many lines the bytes take.
    pub(super) fn lines(&self) -> usize {
        self.len().div_ceil(LINE)
    }

    /// The bytes of a line: the rest of the head, and the beginning of the string.
    pub(super) fn line(&self, number: usize) -> (&'a [u8], &'a [u8]) {
        let start = number.saturating_mul(LINE);
        let head = self.item.head.get(start..).unwrap_or_default();
        let head = head.get(..LINE).unwrap_or(head);
        let body = self.body.get(start.saturating_sub(self.item.head.len())..).unwrap_or_default();
        let body = body.get(..LINE.saturating_sub(head.len())).unwrap_or(body);
        (head, body)
    }
}

/// How many bytes of a string are shown: whole characters, if it is text.
fn shown_len(body: &[u8]) -> usize {
    if body.len() <= MAX_BYTES {
        return body.len();
    }
    // A character has at most four bytes.
    let ends = (MAX_BYTES.saturating_sub(3)..=MAX_BYTES).rev();
    let begins = |at: &usize| body.get(*at).is_some_and(|byte| byte & 0xc0 != 0x80);
    ends.into_iter().find(begins).unwrap_or(MAX_BYTES)
}

/// The parts of a picture, in order. The mistake follows the row with the wrong byte.
pub(super) struct Rows<'a> {
    items: Anatomy<'a>,
    lines_left: usize,
    mistake: Option<Mistake<'a>>,
    /// Whether the mistake is the next row.
    is_mistake_next: bool,
}

impl<'a> Rows<'a> {
    pub(super) const fn of(picture: &Picture<'a>) -> Self {
        let items = Anatomy::new(picture.bytes, picture.schemes);
        Self { items, lines_left: MAX_LINES, mistake: picture.mistake, is_mistake_next: false }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    fn next(&mut self) -> Option<Row<'a>> {
        if self.is_mistake_next {
            self.is_mistake_next = false;
            return self.mistake.take().map(Row::Mistake);
        }
        let Some(item) = self.items.next() else { return self.mistake.take().map(Row::Mistake) };
        if self.lines_left == 0 {
            let (offset, first) = (item.offset, item.len());
            let (mut items, mut bytes) = (1_usize, first);
            for item in self.items.by_ref() {
                items = items.saturating_add(1);
                bytes = bytes.saturating_add(item.len());
            }
            return Some(Row::Rest(Rest { offset, items, bytes }));
        }
        let excerpt = Excerpt::of(item, self.mistake);
        self.is_mistake_next = excerpt.wrong.is_some();
        self.lines_left = self.lines_left.saturating_sub(excerpt.lines());
        Some(Row::Item(excerpt))
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use cri_registry::Table;

    use super::{MAX_BYTES, MAX_LINES, Rest, Row, Rows};
    use crate::picture::subject::Picture;

    fn rows<'a>(bytes: &'a [u8], wrong: Option<usize>) -> Vec<Row<'a>> {
        let picture = Picture::new(bytes, Table::DRAFT_16);
        Rows::of(&wrong.map_or(picture.clone(), |at| picture.with_error(at, "wrong"))).collect()
    }

    fn excerpt_len(row: &Row<'_>) -> (usize, usize) {
        let Row::Item(excerpt) = row else { panic!("an item") };
        let lines = (0..excerpt.lines()).map(|number| excerpt.line(number));
        let shown: Vec<u8> = lines.flat_map(|(head, body)| [head, body].concat()).collect();
        assert_eq!(shown, [excerpt.item.head, excerpt.body].concat());
        (shown.len(), excerpt.left_out)
    }

    #[test]
    fn a_long_string_is_cut_between_characters() {
        // [0, ["aaa…"]]
        let long = [&b"\x82\x00\x81\x79\x03\xe8"[..], &[b'a'; 1000]].concat();
        assert_eq!(excerpt_len(&rows(&long, None)[3]), (3 + MAX_BYTES, 1000 - MAX_BYTES));
        let wide = [&b"\x82\x00\x81\x79\x03\xe9a"[..], &"é".repeat(500).into_bytes()].concat();
        assert_eq!(excerpt_len(&rows(&wide, None)[3]), (3 + MAX_BYTES - 1, 1001 - (MAX_BYTES - 1)));
        let all = [&b"\x82\x00\x81\x79\x01\x00"[..], &[b'a'; MAX_BYTES]].concat();
        assert_eq!(excerpt_len(&rows(&all, None)[3]), (3 + MAX_BYTES, 0));
    }

    #[test]
    fn the_last_of_many_items_are_left_out() {
        let many = [&b"\x82\x00\x99\x03\xe8"[..], &vec![0x60; 1000]].concat();
        let rows = rows(&many, Some(900));
        assert_eq!(rows.len(), MAX_LINES + 2);
        let Row::Rest(Rest { offset, items, bytes }) = rows[MAX_LINES] else { panic!("the rest") };
        assert_eq!((offset, items, bytes), (5 + MAX_LINES - 3, 1003 - MAX_LINES, 1003 - MAX_LINES));
        assert!(matches!(rows[MAX_LINES + 1], Row::Mistake(_)));
    }

    #[test]
    fn a_mistake_follows_its_byte() {
        let place = |wrong| {
            let rows = rows(b"\x82\x01\x81\x61a", Some(wrong));
            assert_eq!(rows.len(), 5);
            rows.iter().position(|row| matches!(row, Row::Mistake(_)))
        };
        assert_eq!([0, 1, 3, 4, 5].map(place), [Some(1), Some(2), Some(4), Some(4), Some(4)]);
    }
}
