//! Standard input as a CBOR sequence, with one operand per item.

use std::io::{self, Read};
use std::mem;

use cri_core::DecodeErrorKind;
use cri_core::wire::skip;
use cri_inspect::ItemHead;

use crate::input::operand::{MAX_OPERAND, Operand, Place, TooLong};
use crate::input::source::{Chunk, Source, read_more};

/// The items of a CBOR sequence, as they arrive. An item that is malformed or has an indefinite length is the last one:
/// no CRI is such an item, so the reader does not search for its end.
pub(crate) struct Items<R> {
    reader: R,
    /// The bytes of the items that were not returned yet.
    bytes: Vec<u8>,
    /// The offset of the next head in `bytes`. It is beyond the end if the string before it is incomplete.
    at: usize,
    /// How many items are left until the outermost one ends.
    open: u64,
    /// The end in `bytes` of the last outermost item that is complete.
    complete: usize,
    /// How many operands were returned so far.
    before: u64,
    /// Whether the item that is being read is too long, which was reported. Its bytes are dropped.
    dropping: bool,
    /// Whether the input has ended, or cannot be followed any further.
    ended: bool,
}

/// The sequence cannot be followed any further.
struct Lost;

impl<R: Read> Items<R> {
    /// The items of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        let (bytes, at, open, complete, before) = (Vec::new(), 0, 0, 0, 0);
        Self { reader, bytes, at, open, complete, before, dropping: false, ended: false }
    }

    /// Skips the heads that were read. The next call continues where this one stops, so each byte is looked at once.
    fn pass(&mut self) -> Result<(), Lost> {
        loop {
            if self.open == 0 && self.at <= self.bytes.len() {
                if mem::take(&mut self.dropping) {
                    self.drop_passed();
                }
                self.complete = self.at;
            }
            if self.at >= self.bytes.len() {
                return Ok(());
            }
            let head = match ItemHead::read(&self.bytes, self.at) {
                Ok(head) => head,
                Err(DecodeErrorKind::EndOfInput) => return Ok(()),
                Err(_) => return Err(Lost),
            };
            self.open = self.open.saturating_sub(1).saturating_add(head.children);
            self.at = head.end();
        }
    }

    /// Drops the bytes of an item that is too long, as far as they were skipped.
    fn drop_passed(&mut self) {
        let passed = self.at.min(self.bytes.len());
        self.bytes.drain(..passed);
        self.at -= passed;
    }

    /// Takes the first `len` bytes.
    fn take(&mut self, len: usize) -> Option<Chunk> {
        let rest = self.bytes.split_off(len);
        let chunk = Chunk {
            bytes: mem::replace(&mut self.bytes, rest),
            before: self.before,
            too_long: false,
        };
        self.at = self.at.saturating_sub(len);
        self.complete = 0;
        Self::for_each(&chunk, |_| self.before += 1);
        (!chunk.bytes.is_empty()).then_some(chunk)
    }
}

impl<R: Read> Source for Items<R> {
    const NOUN: &str = "items";

    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        while !self.ended {
            let at_end = read_more(&mut self.reader, &mut self.bytes)? == 0;
            let lost = self.pass().is_err();
            self.ended = at_end || lost;
            if self.dropping {
                self.drop_passed();
                if at_end {
                    self.bytes.clear();
                }
            } else if !self.ended && self.complete > 0 {
                return Ok(self.take(self.complete));
            } else if !self.ended && self.bytes.len() > MAX_OPERAND {
                self.dropping = true;
                let start = self.bytes.clone();
                self.drop_passed();
                let before = self.before;
                self.before += 1;
                return Ok(Some(Chunk::too_long(start, before)));
            }
        }
        Ok(self.take(self.bytes.len()))
    }

    fn for_each(chunk: &Chunk, mut each: impl FnMut(Operand<'_>)) {
        let mut place = chunk.before;
        let mut answer = |item| {
            place += 1;
            each(Operand { bytes: TooLong::check(item), place: Place::Item(place) });
        };
        if chunk.too_long {
            return answer(&*chunk.bytes);
        }
        let mut rest = &*chunk.bytes;
        while !rest.is_empty() {
            // An item that cannot be skipped is the last one: it is malformed, or the input ends in it.
            let (item, after) = rest.split_at(skip(rest).unwrap_or(rest.len()));
            answer(item);
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Items, MAX_OPERAND, Operand, Place, Source};
    use crate::input::source::tests::Slowly;

    fn items(bytes: &[u8], a_read: usize) -> Vec<Option<Vec<u8>>> {
        let mut source = Items::new(Slowly(bytes, a_read));
        let mut items = Vec::new();
        while let Some(chunk) = source.next_chunk().expect("readable") {
            Items::<Slowly<'_>>::for_each(&chunk, |Operand { bytes, place }| {
                items.push(bytes.ok().map(<[u8]>::to_vec));
                assert_eq!(place, Place::Item(items.len() as u64));
            });
        }
        items
    }

    #[test]
    fn items_are_found_however_they_come() {
        let (one, two, three): (&[u8], &[u8], &[u8]) =
            (b"\x82\x20\x81\x61h", b"\x80", b"\x81\xa1\x01\x81\x42ab");
        let sequence = [one, two, three].concat();
        for a_read in 1..=sequence.len() {
            assert_eq!(
                items(&sequence, a_read),
                [one, two, three].map(|item| Some(item.to_vec())),
                "{a_read}"
            );
        }
        assert_eq!(items(b"", 1), []);
    }

    // shows: D16-5.2.1-07
    #[test]
    fn nothing_is_read_after_an_item_without_a_known_end() {
        for lost in
            [&b"\x82\x20\xff\x80"[..], b"\x9f\xff\x80", b"\x1c\x80", b"\xff\x80", b"\x62h", b"\x81"]
        {
            for a_read in [1, 2, 100] {
                let items = items(&[b"\x80\x80", lost].concat(), a_read);
                assert_eq!(items.len(), 3, "{lost:x?}");
                assert!(items[2].as_ref().is_some_and(|item| lost.starts_with(item)), "{lost:x?}");
            }
        }
    }

    #[test]
    fn items_that_are_not_arrays_do_not_end_the_sequence() {
        let others: [&[u8]; 6] = [
            b"\x01",
            b"\x39\x01\x00",
            b"\x62hi",
            b"\xa1\x01\x82\x02\x03",
            b"\xd8\x63\x80",
            b"\xfb\0\0\0\0\0\0\0\0",
        ];
        let sequence = [others.concat(), b"\x80".to_vec()].concat();
        let expected: Vec<_> =
            others.into_iter().chain([&b"\x80"[..]]).map(|item| Some(item.to_vec())).collect();
        for a_read in 1..=sequence.len() {
            assert_eq!(items(&sequence, a_read), expected, "{a_read}");
        }
    }

    #[test]
    fn an_item_that_is_too_long_is_dropped_up_to_its_end() {
        let len = MAX_OPERAND as u32 * 2;
        let long = [b"\x82\x01\x5a", &len.to_be_bytes()[..], &vec![0x80; len as usize]].concat();
        let sequence = [b"\x80", &*long, b"\x81\x01\x80"].concat();
        let expected = [Some(vec![0x80]), None, Some(vec![0x81, 0x01]), Some(vec![0x80])];
        for a_read in [4093, usize::MAX] {
            assert_eq!(items(&sequence, a_read), expected);
            assert_eq!(
                items(&sequence[..sequence.len() / 2 + MAX_OPERAND / 2], a_read),
                expected[..2]
            );
        }
    }

    #[test]
    fn a_nesting_bomb_takes_no_stack() {
        let bomb = vec![0x81; MAX_OPERAND];
        assert_eq!(items(&bomb, usize::MAX), [Some(bomb)]);
    }
}
