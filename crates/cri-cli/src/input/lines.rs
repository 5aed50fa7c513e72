//! Standard input, with one operand per line.

use std::io::{self, Read};
use std::mem;

use memchr::{memchr, memchr_iter, memrchr};

use crate::input::operand::{MAX_OPERAND, Operand, Place, TooLong};
use crate::input::source::{Chunk, Source, read_more};

/// Lines, as they arrive. `\n` and `\r\n` end a line, and the end of the input ends one that is not empty.
pub(crate) struct Lines<R> {
    reader: R,
    /// The start of a line whose end was not read yet.
    pending: Vec<u8>,
    /// How many lines were returned so far.
    before: u64,
    /// Whether the line that is being read is too long, which was reported. Its rest is dropped.
    dropping: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, pending: Vec::new(), before: 0, dropping: false }
    }

    /// Drops the rest of a line that is too long. Returns whether its end was among `bytes`.
    fn drop_line(bytes: &mut Vec<u8>) -> bool {
        let end = memchr(b'\n', bytes);
        bytes.drain(..end.map_or(bytes.len(), |end| end + 1));
        end.is_some()
    }
}

impl<R: Read> Source for Lines<R> {
    const NOUN: &str = "lines";

    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut bytes = mem::take(&mut self.pending);
        loop {
            let seen = bytes.len();
            let at_end = read_more(&mut self.reader, &mut bytes)? == 0;
            if self.dropping {
                self.dropping = !Self::drop_line(&mut bytes);
            }
            // Pending bytes hold no line end, and after dropping there are none.
            let end = match memrchr(b'\n', &bytes[seen..]) {
                Some(last) => seen + last + 1,
                None if at_end => bytes.len(),
                // A carriage return may still be part of the line's end.
                None if bytes.len() > MAX_OPERAND + 1 => {
                    self.dropping = true;
                    let before = self.before;
                    self.before += 1;
                    return Ok(Some(Chunk::too_long(bytes, before)));
                }
                None => continue,
            };
            self.pending = bytes.split_off(end);
            let before = self.before;
            self.before += memchr_iter(b'\n', &bytes).count() as u64;
            return Ok((!bytes.is_empty()).then_some(Chunk { bytes, before, too_long: false }));
        }
    }

    fn for_each(chunk: &Chunk, mut each: impl FnMut(Operand<'_>)) {
        let mut place = chunk.before;
        let mut answer = |line| {
            place += 1;
            each(Operand { bytes: TooLong::check(line), place: Place::Line(place) });
        };
        if chunk.too_long {
            return answer(&*chunk.bytes);
        }
        let mut rest = &*chunk.bytes;
        while let Some(end) = memchr(b'\n', rest) {
            let line = &rest[..end];
            answer(line.strip_suffix(b"\r").unwrap_or(line));
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            answer(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Lines, MAX_OPERAND, Operand, Place, Source};

    /// A reader that returns one piece at once.
    struct Pieces<'a>(Vec<&'a [u8]>);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.first_mut() else { return Ok(0) };
            let len = piece.read(into)?;
            if piece.is_empty() {
                self.0.remove(0);
            }
            Ok(len)
        }
    }

    type Line = (Option<Vec<u8>>, Place);

    fn chunks(pieces: &[&[u8]]) -> Vec<Vec<Line>> {
        let mut lines = Lines::new(Pieces(pieces.to_vec()));
        let mut chunks = Vec::new();
        while let Some(chunk) = lines.next_chunk().expect("readable") {
            let mut operands = Vec::new();
            Lines::<Pieces<'_>>::for_each(&chunk, |Operand { bytes, place }| {
                operands.push((bytes.ok().map(<[u8]>::to_vec), place));
            });
            chunks.push(operands);
        }
        chunks
    }

    fn line(text: &str, number: u64) -> Line {
        (Some(text.into()), Place::Line(number))
    }

    #[test]
    fn complete_lines_are_returned_at_once() {
        assert_eq!(
            chunks(&[b"a\nb\nc", b"d\n", b"\r\n\n"]),
            [vec![line("a", 1), line("b", 2)], vec![line("cd", 3)], vec![line("", 4), line("", 5)],]
        );
    }

    #[test]
    fn the_end_of_the_input_ends_a_line() {
        assert_eq!(chunks(&[b"a"]), [vec![line("a", 1)]]);
        assert_eq!(chunks(&[b"a\nb\r"]), [vec![line("a", 1)], vec![line("b\r", 2)]]);
        assert_eq!(chunks(&[]), Vec::<Vec<Line>>::new());
        assert_eq!(chunks(&[b"\n"]), [vec![line("", 1)]]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        let longest = "a".repeat(MAX_OPERAND);
        for end in ["", "\n", "\r\n"] {
            let input = format!("{longest}{end}");
            assert_eq!(chunks(&[input.as_bytes()]).concat(), [line(&longest, 1)], "{end:?}");
            let input = format!("x\na{longest}{end}");
            assert_eq!(
                chunks(&[input.as_bytes()]).concat(),
                [line("x", 1), (None, Place::Line(2))],
                "{end:?}"
            );
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_up_to_its_end() {
        let part = "a".repeat(MAX_OPERAND);
        let parts: [&[u8]; 6] = [b"x\n", part.as_bytes(), part.as_bytes(), b"b", b"c\ny", b"\n\n"];
        let expected = [line("x", 1), (None, Place::Line(2)), line("y", 3), line("", 4)];
        assert_eq!(chunks(&parts).concat(), expected);
        let parts: [&[u8]; 3] = [part.as_bytes(), b"bc", b"d"];
        assert_eq!(chunks(&parts).concat(), [(None, Place::Line(1))]);
    }
}
