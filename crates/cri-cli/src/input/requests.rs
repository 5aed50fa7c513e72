//! Standard input, with one operand per run of lines. Blank lines separate the runs.

use std::io::{self, Read};
use std::mem;

use memchr::memchr;

use crate::input::operand::{MAX_OPERAND, Operand, Place, TooLong};
use crate::input::source::{Chunk, Source, read_more};

/// Runs of lines, as they arrive. A line of nothing but blanks ends a run, and so does the end of the input.
pub(crate) struct Requests<R> {
    reader: R,
    /// The bytes that follow the last blank line.
    pending: Vec<u8>,
    /// How many lines end before `pending`.
    before: u64,
    /// Whether the run that is being read is too long, which was reported. Its rest is dropped.
    dropping: bool,
    /// While a run is dropped, whether the line that is being read has only blanks so far.
    blank: bool,
}

impl<R: Read> Requests<R> {
    /// The runs of lines of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, pending: Vec::new(), before: 0, dropping: false, blank: true }
    }

    /// Drops the rest of a run that is too long, and the blank line that follows it, as far as they were read.
    fn drop_run(&mut self, bytes: &mut Vec<u8>) {
        let mut at = 0;
        while self.dropping
            && let Some(len) = memchr(b'\n', &bytes[at..])
        {
            self.dropping = !(self.blank && is_blank(&bytes[at..at + len]));
            self.blank = true;
            self.before += 1;
            at += len + 1;
        }
        if self.dropping {
            self.blank &= is_blank(&bytes[at..]);
            at = bytes.len();
        }
        bytes.drain(..at);
    }
}

impl<R: Read> Source for Requests<R> {
    const NOUN: &str = "lines";

    fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut bytes = mem::take(&mut self.pending);
        // How many bytes were searched, how many lines these are, and both at the end of the last blank line.
        let (mut at, mut lines, mut end) = (0, 0, None);
        loop {
            let at_end = read_more(&mut self.reader, &mut bytes)? == 0;
            if self.dropping {
                self.drop_run(&mut bytes);
            }
            let before = self.before;
            while let Some(len) = memchr(b'\n', &bytes[at..]) {
                lines += 1;
                if is_blank(&bytes[at..at + len]) {
                    end = Some((at + len + 1, lines));
                }
                at += len + 1;
            }
            let (end, lines_to_end) = match end {
                Some(end) => end,
                None if at_end => (bytes.len(), lines),
                None if bytes.len() > MAX_OPERAND + "\r\n\n".len() => {
                    self.dropping = true;
                    self.blank = is_blank(&bytes[at..]);
                    self.before += lines;
                    return Ok(Some(Chunk::too_long(bytes, before)));
                }
                None => continue,
            };
            self.pending = bytes.split_off(end);
            self.before += lines_to_end;
            return Ok((!bytes.is_empty()).then_some(Chunk { bytes, before, too_long: false }));
        }
    }

    fn for_each(chunk: &Chunk, mut each: impl FnMut(Operand<'_>)) {
        let bytes = &*chunk.bytes;
        if chunk.too_long {
            return each(Operand {
                bytes: Err(TooLong { start: bytes }),
                place: Place::Line(chunk.before + 1),
            });
        }
        let mut run = |from: usize, to: usize, place| {
            let run = bytes[from..to].strip_suffix(b"\n").unwrap_or(&bytes[from..to]);
            each(Operand { bytes: TooLong::check(run.strip_suffix(b"\r").unwrap_or(run)), place });
        };
        let mut first = None;
        let mut at = 0;
        for (line, number) in bytes.split_inclusive(|byte| *byte == b'\n').zip(chunk.before + 1..) {
            if !is_blank(line) {
                first.get_or_insert((at, number));
            } else if let Some((from, number)) = first.take() {
                run(from, at, Place::Line(number));
            }
            at += line.len();
        }
        if let Some((from, number)) = first {
            run(from, at, Place::Line(number));
        }
    }
}

/// Whether a line is blank.
fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::{MAX_OPERAND, Operand, Place, Requests, Source};
    use crate::input::source::tests::Slowly;

    type Run = (Option<String>, Place);

    fn chunks(input: &str, a_read: usize) -> Vec<Vec<Run>> {
        let mut source = Requests::new(Slowly(input.as_bytes(), a_read));
        let mut chunks = Vec::new();
        while let Some(chunk) = source.next_chunk().expect("readable") {
            let mut runs = Vec::new();
            Requests::<Slowly<'_>>::for_each(&chunk, |Operand { bytes, place }| {
                runs.push((
                    bytes.ok().map(|run| String::from_utf8(run.to_vec()).expect("UTF-8")),
                    place,
                ));
            });
            chunks.push(runs);
        }
        chunks
    }

    fn run(text: &str, line: u64) -> Run {
        (Some(text.to_owned()), Place::Line(line))
    }

    #[test]
    fn blank_lines_separate_runs() {
        let input = "\n \t\na\r\nb\n\n\r\n\nc\r\n \r\nd\n e";
        let expected = [run("a\r\nb", 3), run("c", 8), run("d\n e", 10)];
        for a_read in 1..=input.len() {
            assert_eq!(chunks(input, a_read).concat(), expected, "{a_read}");
        }
        for nothing in ["", "\n", " \n\t\r\n", "  "] {
            assert_eq!(chunks(nothing, 1).concat(), [], "{nothing:?}");
        }
    }

    #[test]
    fn complete_runs_are_returned_at_once() {
        assert_eq!(chunks("a\n\nb\n\n", 3), [vec![run("a", 1)], vec![run("b", 3)]]);
        assert_eq!(chunks("a\n\nb\n\nc\n", 6), [vec![run("a", 1), run("b", 3)], vec![run("c", 5)]]);
    }

    #[test]
    fn a_run_may_be_as_long_as_the_limit_and_no_longer() {
        let longest = "aaa\n".repeat(MAX_OPERAND / 4 - 1) + "aaaa";
        for end in ["", "\n", "\r\n", "\r\n\n", "\n\n"] {
            assert_eq!(
                chunks(&format!("{longest}{end}"), usize::MAX).concat(),
                [run(&longest, 1)],
                "{end:?}"
            );
            let too_long = format!("x\n\na{longest}{end}");
            assert_eq!(
                chunks(&too_long, usize::MAX).concat(),
                [run("x", 1), (None, Place::Line(3))],
                "{end:?}"
            );
        }
    }

    #[test]
    fn a_run_that_is_too_long_is_dropped_up_to_its_end() {
        for line in ["aaa\n".to_owned(), "a".repeat(MAX_OPERAND) + "\n"] {
            let lines = 3 * MAX_OPERAND / line.len();
            let input = format!("x\n\n{} \t\r\ny\n", line.repeat(lines));
            let expected = [run("x", 1), (None, Place::Line(3)), run("y", lines as u64 + 4)];
            for a_read in [4093, 100_003, usize::MAX] {
                assert_eq!(chunks(&input, a_read).concat(), expected, "{a_read}");
            }
        }
        // A run that never ends is dropped, too.
        let endless = "a".repeat(3 * MAX_OPERAND);
        assert_eq!(chunks(&endless, usize::MAX).concat(), [(None, Place::Line(1))]);
    }
}
