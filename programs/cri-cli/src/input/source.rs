//! Standard input as operands.

use std::io::{self, ErrorKind, Read};
use std::mem;

use crate::input::framing::Framing;
use crate::input::operand::{MAX_OPERAND, Operand, TooLong};

/// How many bytes are asked of standard input at once.
const READ: usize = 256 * 1024;

/// Operands from standard input that were read together.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    bytes: Vec<u8>,
    /// The end of each operand. The last operand may be incomplete where the input ends.
    ends: Vec<usize>,
    /// How many lines or items precede the chunk.
    pub(crate) before: u64,
    /// Whether the chunk is the start of one operand that is too long.
    is_too_long: bool,
}

impl Chunk {
    /// Calls `each` for every operand, in order.
    pub(crate) fn for_each<F: Framing>(&self, mut each: impl FnMut(Operand<'_>)) {
        if self.is_too_long {
            // The bytes may be blank. They still begin an operand, whose rest is dropped.
            let bytes = Err(TooLong { start: &self.bytes });
            return each(Operand { bytes, place: F::place(self.before) });
        }
        let (mut start, mut before) = (0, self.before);
        for end in &self.ends {
            let bytes = &self.bytes[start..*end];
            if let Some((operand, place)) = F::operand(bytes, before) {
                each(Operand { bytes: TooLong::check(operand), place });
            }
            (start, before) = (*end, before + F::units(bytes, 1));
        }
    }
}

/// Standard input or a file, divided into operands as they arrive.
pub(crate) struct Source<R, F> {
    reader: R,
    /// The name of the reader in messages.
    name: String,
    framing: F,
    /// The bytes that were not returned yet.
    bytes: Vec<u8>,
    /// Where the search for the end of an operand goes on.
    at: usize,
    /// How many lines or items precede the bytes.
    before: u64,
    /// Whether the operand that is being read is too long, which was reported. Its rest is dropped.
    is_dropping: bool,
    /// Whether the input has ended, or cannot be followed any further.
    has_ended: bool,
}

impl<R: Read, F: Framing> Source<R, F> {
    /// The operands in what `reader` reads, which is standard input.
    pub(crate) fn new(reader: R) -> Self {
        Self::named(reader, "standard input".to_owned())
    }

    /// The operands in what `reader` reads, which messages call `name`.
    pub(crate) fn named(reader: R, name: String) -> Self {
        let (framing, bytes) = (F::default(), Vec::new());
        let (at, before, is_dropping, has_ended) = (0, 0, false, false);
        Self { reader, name, framing, bytes, at, before, is_dropping, has_ended }
    }

    /// Waits for operands, and takes those that are there.
    pub(crate) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        while !self.has_ended {
            self.has_ended = self.read_more()? == 0;
            if self.is_dropping {
                let end = self.next_end();
                if self.framing.is_lost() {
                    // The bytes that are left belong to the operand that was reported.
                    self.bytes.clear();
                    self.has_ended = true;
                    return Ok(None);
                }
                self.is_dropping = end.is_none();
                self.take(end.unwrap_or(self.at), usize::from(end.is_some()));
                if self.is_dropping {
                    continue;
                }
            }
            let mut ends = Vec::new();
            while let Some(end) = self.next_end() {
                ends.push(end);
            }
            self.has_ended |= self.framing.is_lost();
            let len = self.bytes.len();
            if self.has_ended && ends.last() != Some(&len) && len > 0 {
                ends.push(len);
            }
            // What ends a line, and a blank line after it, may follow the longest operand.
            self.is_dropping = ends.is_empty() && len > MAX_OPERAND + "\r\n\n".len();
            let end =
                if self.is_dropping { self.at.min(len) } else { ends.last().copied().unwrap_or(0) };
            if end > 0 {
                let before = self.before;
                let bytes = self.take(end, ends.len());
                let ends = if self.is_dropping { vec![end] } else { ends };
                return Ok(Some(Chunk { bytes, ends, before, is_too_long: self.is_dropping }));
            }
        }
        Ok(None)
    }

    fn next_end(&mut self) -> Option<usize> {
        self.framing.next_end(&self.bytes, &mut self.at)
    }

    /// Takes the first `len` bytes, or all, in which this many operands end.
    fn take(&mut self, len: usize, ends: usize) -> Vec<u8> {
        let len = len.min(self.bytes.len());
        let rest = self.bytes.split_off(len);
        let taken = mem::replace(&mut self.bytes, rest);
        self.at = self.at.saturating_sub(len);
        self.before += F::units(&taken, ends);
        taken
    }

    /// Reads once. Returns the number of bytes, which is 0 at the end.
    fn read_more(&mut self) -> io::Result<usize> {
        let len = self.bytes.len();
        self.bytes.resize(len + READ, 0);
        let read = loop {
            match self.reader.read(&mut self.bytes[len..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(len + *read.as_ref().unwrap_or(&0));
        read.map_err(|error| {
            io::Error::new(error.kind(), format!("cannot read {}: {error}", self.name))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{MAX_OPERAND, Source};
    use crate::input::framing::{Framing, Items, Lines, Requests};
    use crate::input::operand::{Operand, Place};

    /// A reader that returns at most this many bytes at once.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let len = into.len().min(self.1);
            self.0.read(&mut into[..len])
        }
    }

    type ReadOperand = (Option<Vec<u8>>, Place);

    fn chunks<F: Framing>(input: impl AsRef<[u8]>, a_read: usize) -> Vec<Vec<ReadOperand>> {
        let mut source = Source::<_, F>::new(Slowly(input.as_ref(), a_read));
        let mut chunks = Vec::new();
        while let Some(chunk) = source.next_chunk().expect("readable") {
            let mut operands = Vec::new();
            chunk.for_each::<F>(|Operand { bytes, place }| {
                operands.push((bytes.ok().map(<[u8]>::to_vec), place));
            });
            chunks.push(operands);
        }
        chunks
    }

    fn line(text: &str, number: u64) -> ReadOperand {
        (Some(text.into()), Place::Line(number))
    }

    fn items(items: &[&[u8]]) -> Vec<ReadOperand> {
        let items = items.iter().zip(1..);
        items.map(|(item, number)| (Some(item.to_vec()), Place::Item(number))).collect()
    }

    #[test]
    fn complete_operands_are_returned_at_once() {
        let [a, b, c] = ["a", "b", "c"].map(|text| move |number| line(text, number));
        assert_eq!(chunks::<Lines>("a\nb\nc", 4), [vec![a(1), b(2)], vec![c(3)]]);
        let expected = [vec![a(1)], vec![b(2), line("", 3)], vec![line("c\r", 4)]];
        assert_eq!(chunks::<Lines>("a\nb\r\n\nc\r", 2), expected);
        assert_eq!(chunks::<Requests>("a\n\nb\n\nc\n", 6), [vec![a(1), b(3)], vec![c(5)]]);
        for nothing in ["", "\n", " \n\t\r\n", "  "] {
            assert_eq!(chunks::<Requests>(nothing, 1).concat(), [], "{nothing:?}");
        }
    }

    #[test]
    fn blank_lines_separate_requests() {
        let input = "\n \t\na\r\nb\n\n\r\n\nc\r\n \r\nd\n e\n\n";
        let expected = [line("a\r\nb", 3), line("c", 8), line("d\n e", 10)];
        for a_read in 1..=input.len() {
            assert_eq!(chunks::<Requests>(input, a_read).concat(), expected, "{a_read}");
        }
    }

    #[test]
    fn a_request_in_one_line_needs_no_blank_line() {
        let input = "31 68\r\n{\n\n0x31\nUri-Host: h\n3168\n{}\n\nffff\n# 3168\nff\n# \n#\nU";
        let expected = [
            line("31 68", 1),
            line("{", 2),
            line("0x31", 4),
            line("Uri-Host: h\n3168\n{}", 5),
            line("ffff", 9),
            line("# 3168\nff", 10),
            line("# \n#\nU", 12),
        ];
        for a_read in 1..=input.len() {
            assert_eq!(chunks::<Requests>(input, a_read).concat(), expected, "{a_read}");
        }
    }

    #[test]
    fn an_operand_may_be_as_long_as_the_limit_and_no_longer() {
        let longest = "zzz\n".repeat(MAX_OPERAND / 4 - 1) + "zzzz";
        let in_a_line = longest.replace('\n', "z");
        for end in ["", "\n", "\r\n", "\r\n\n", "\n\n"] {
            let find = |text: &str| chunks::<Requests>(format!("{text}{end}"), usize::MAX).concat();
            assert_eq!(find(&longest), [line(&longest, 1)], "{end:?}");
            let too_long = [line("x", 1), (None, Place::Line(3))];
            assert_eq!(find(&format!("x\n\nz{longest}")), too_long, "{end:?}");
            let find = |text: &str| chunks::<Lines>(format!("{text}{end}"), usize::MAX).concat();
            assert_eq!(find(&in_a_line)[0], line(&in_a_line, 1), "{end:?}");
            let too_long = [line("x", 1), (None, Place::Line(2))];
            assert_eq!(find(&format!("x\nz{in_a_line}"))[..2], too_long, "{end:?}");
        }
    }

    #[test]
    fn an_operand_that_is_too_long_is_dropped_up_to_its_end() {
        let long = "z".repeat(3 * MAX_OPERAND);
        let len = MAX_OPERAND as u32 * 2;
        let item = [b"\x82\x01\x5a", &len.to_be_bytes()[..], &vec![0x80; len as usize]].concat();
        let sequence = [b"\x80", &*item, b"\x81\x01\x80"].concat();
        let mut found = items(&[b"\x80", b"", b"\x81\x01", b"\x80"]);
        found[1].0 = None;
        for a_read in [100_003, usize::MAX] {
            let expected = [line("x", 1), (None, Place::Line(2)), line("y", 3), line("", 4)];
            assert_eq!(chunks::<Lines>(format!("x\n{long}\ny\n\n"), a_read).concat(), expected);
            for line_of in ["zzz\n".to_owned(), "z".repeat(MAX_OPERAND) + "\n"] {
                let lines = 3 * MAX_OPERAND / line_of.len();
                let input = format!("x\n\n{} \t\r\ny\n", line_of.repeat(lines));
                let expected = [line("x", 1), (None, Place::Line(3)), line("y", lines as u64 + 4)];
                assert_eq!(chunks::<Requests>(input, a_read).concat(), expected, "{a_read}");
            }
            // A request in one line ends with it.
            let input = format!("3168\n{{{long}\n3168\n\ny\n");
            let expected = [line("3168", 1), (None, Place::Line(2)), line("3168", 3), line("y", 5)];
            assert_eq!(chunks::<Requests>(input, a_read).concat(), expected, "{a_read}");
            // An operand that never ends is dropped, too.
            assert_eq!(chunks::<Lines>(&long, a_read).concat(), [(None, Place::Line(1))]);
            assert_eq!(chunks::<Requests>(&long, a_read).concat(), [(None, Place::Line(1))]);
            assert_eq!(chunks::<Items>(&sequence, a_read).concat(), found);
            let cut = &sequence[..sequence.len() / 2 + MAX_OPERAND / 2];
            assert_eq!(chunks::<Items>(cut, a_read).concat(), found[..2]);
        }
    }

    #[test]
    fn a_request_after_too_many_blanks_is_too_long() {
        let input = format!("x\n\n{}Uri-Host: h\n\ny\n", " ".repeat(2 * MAX_OPERAND));
        let expected = [line("x", 1), (None, Place::Line(3)), line("y", 5)];
        for a_read in [100_003, usize::MAX] {
            assert_eq!(chunks::<Requests>(&input, a_read).concat(), expected, "{a_read}");
        }
    }

    #[test]
    fn nothing_is_read_after_a_too_long_item_without_a_known_end() {
        let len = MAX_OPERAND as u32 * 2;
        let first = b"\x82\x20\x81\x61h";
        let start = [b"\x82\x5a", &len.to_be_bytes()[..], &vec![0x80; len as usize]].concat();
        let mut expected = items(&[first, b""]);
        expected[1].0 = None;
        // A break outside an item of indefinite length, and an item of indefinite length.
        for end in [b"\xff\x80", b"\x9f\xff"] {
            let sequence = [first, &*start, end].concat();
            for a_read in [100_003, usize::MAX] {
                assert_eq!(chunks::<Items>(&sequence, a_read).concat(), expected, "{end:x?}");
            }
        }
    }

    #[test]
    fn items_are_found_however_they_come() {
        // Items that are not arrays do not end the sequence.
        let sequence: [&[u8]; 9] = [
            b"\x82\x20\x81\x61h",
            b"\x81\xa1\x01\x81\x42ab",
            b"\x01",
            b"\x39\x01\x00",
            b"\x62hi",
            b"\xa1\x01\x82\x02\x03",
            b"\xd8\x63\x80",
            b"\xfb\0\0\0\0\0\0\0\0",
            b"\x80",
        ];
        for a_read in 1..=sequence.concat().len() {
            let found = chunks::<Items>(sequence.concat(), a_read).concat();
            assert_eq!(found, items(&sequence), "{a_read}");
        }
        let bomb = vec![0x81; MAX_OPERAND];
        assert_eq!(chunks::<Items>(&bomb, usize::MAX).concat(), items(&[&bomb]));
    }

    // shows: D16-5.2.1-07
    #[test]
    fn nothing_is_read_after_an_item_without_a_known_end() {
        for lost in
            [&b"\x82\x20\xff\x80"[..], b"\x9f\xff\x80", b"\x1c\x80", b"\xff\x80", b"\x62h", b"\x81"]
        {
            for a_read in [1, 2, 100] {
                let found = chunks::<Items>([b"\x80\x80", lost].concat(), a_read).concat();
                assert_eq!(found.len(), 3, "{lost:x?}");
                assert!(
                    found[2].0.as_ref().is_some_and(|item| lost.starts_with(item)),
                    "{lost:x?}"
                );
            }
        }
    }
}
