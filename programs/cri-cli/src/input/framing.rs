//! How standard input or a file is divided into operands: lines, runs of lines, links, or the items of a CBOR sequence.

use std::mem;

use cri_core::DecodeErrorKind;
use cri_inspect::ItemHead;
use cri_inspect::links::Scanner;
use memchr::{memchr, memchr_iter};

use crate::coap::request::{is_comment, is_whole};
use crate::input::operand::Place;

/// A way to divide standard input into operands.
pub(crate) trait Framing: Default {
    /// What [`units`](Self::units) counts, in the plural.
    const NOUN: &str;

    /// Passes bytes from `at` on up to the end of an operand, and returns that end. `None` if it was not read yet. The next
    /// call goes on at `at`, so each byte is looked at once. `at` is beyond the bytes if a string is incomplete.
    fn next_end(&mut self, bytes: &[u8], at: &mut usize) -> Option<usize>;

    /// Whether no end can be found any more. The bytes that are left are the last operand.
    fn is_lost(&self) -> bool {
        false
    }

    /// The number of lines or items in bytes in which this many operands end.
    fn units(_bytes: &[u8], ends: usize) -> u64 {
        ends as u64
    }

    /// The place of an operand that begins after `before` lines or items.
    fn place(before: u64) -> Place;

    /// The operand in these bytes, and its place, if `before` lines or items precede the bytes. `None` for blank lines.
    fn operand(bytes: &[u8], before: u64) -> Option<(&[u8], Place)>;
}

/// Lines. `\n` and `\r\n` end a line, and the end of the input ends one that is not empty.
#[derive(Default)]
pub(crate) struct Lines;

impl Framing for Lines {
    const NOUN: &str = "lines";

    fn next_end(&mut self, bytes: &[u8], at: &mut usize) -> Option<usize> {
        let end = memchr(b'\n', &bytes[*at..]).map(|len| *at + len + 1);
        *at = end.unwrap_or(bytes.len());
        end
    }

    fn place(before: u64) -> Place {
        Place::Line(before + 1)
    }

    fn operand(bytes: &[u8], before: u64) -> Option<(&[u8], Place)> {
        Some((without_line_end(bytes), Self::place(before)))
    }
}

/// Requests: runs of lines. A line of nothing but blanks ends a run, and so does the end of the input. A line that is a whole
/// request ends a run, too, if only comments precede it.
pub(crate) struct Requests {
    /// Whether the line that is being read has only blanks so far.
    is_blank: bool,
    /// Whether only comments precede that line in its run.
    is_first: bool,
    /// How many bytes of that line were passed.
    passed: usize,
}

impl Default for Requests {
    fn default() -> Self {
        Self { is_blank: true, is_first: true, passed: 0 }
    }
}

impl Framing for Requests {
    const NOUN: &str = Lines::NOUN;

    fn next_end(&mut self, bytes: &[u8], at: &mut usize) -> Option<usize> {
        while *at < bytes.len() {
            let start = *at;
            let end = Lines.next_end(bytes, at);
            self.is_blank &= is_blank(&bytes[start..*at]);
            self.passed += *at - start;
            let end = end?;
            // A line whose start was dropped is too long for an option.
            let line = at.checked_sub(mem::take(&mut self.passed)).map(|start| &bytes[start..*at]);
            let is_blank = mem::replace(&mut self.is_blank, true);
            if is_blank || (self.is_first && line.is_none_or(is_whole)) {
                self.is_first = true;
                return Some(end);
            }
            self.is_first &= line.is_some_and(is_comment);
        }
        None
    }

    fn units(bytes: &[u8], _: usize) -> u64 {
        memchr_iter(b'\n', bytes).count() as u64
    }

    fn place(before: u64) -> Place {
        Lines::place(before)
    }

    fn operand(bytes: &[u8], before: u64) -> Option<(&[u8], Place)> {
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let blank = lines.clone().take_while(|line| is_blank(line));
        let (count, start) = blank.fold((0, 0), |(count, len), line| (count + 1, len + line.len()));
        let len: usize =
            lines.skip(count).take_while(|line| !is_blank(line)).map(<[u8]>::len).sum();
        let run = without_line_end(&bytes[start..start + len]);
        (len > 0).then_some((run, Self::place(before + count as u64)))
    }
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let Some(line) = line.strip_suffix(b"\n") else { return line };
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

/// The links of a list, which commas separate. White space is around them.
#[derive(Default)]
pub(crate) struct Links(Scanner);

impl Framing for Links {
    const NOUN: &str = "bytes";

    fn next_end(&mut self, bytes: &[u8], at: &mut usize) -> Option<usize> {
        let end = self.0.next_end(&bytes[*at..]).map(|len| *at + len);
        *at = end.unwrap_or(bytes.len());
        end
    }

    fn units(bytes: &[u8], _: usize) -> u64 {
        bytes.len() as u64
    }

    fn place(before: u64) -> Place {
        Place::Link(before)
    }

    fn operand(bytes: &[u8], before: u64) -> Option<(&[u8], Place)> {
        let link = bytes.strip_suffix(b",").unwrap_or(bytes);
        let blank = link.len() - link.trim_ascii_start().len();
        let link = link.trim_ascii();
        (!link.is_empty()).then_some((link, Self::place(before + blank as u64)))
    }
}

/// The items of a CBOR sequence. An item that is malformed or has an indefinite length is the last one: no CRI is such an
/// item, so nobody searches for its end.
#[derive(Default)]
pub(crate) struct Items {
    /// Whether an item has begun.
    is_inside: bool,
    /// How many items are left until the outermost one ends.
    open: u64,
    is_lost: bool,
}

impl Framing for Items {
    const NOUN: &str = "items";

    fn next_end(&mut self, bytes: &[u8], at: &mut usize) -> Option<usize> {
        loop {
            if self.is_inside && self.open == 0 {
                self.is_inside = *at > bytes.len();
                return (!self.is_inside).then_some(*at);
            }
            if *at >= bytes.len() || self.is_lost {
                return None;
            }
            match ItemHead::read(bytes, *at) {
                Ok(head) => {
                    self.open = self.open.saturating_sub(1).saturating_add(head.children);
                    self.is_inside = true;
                    *at = head.end();
                }
                Err(kind) => {
                    self.is_lost = kind != DecodeErrorKind::EndOfInput;
                    return None;
                }
            }
        }
    }

    fn is_lost(&self) -> bool {
        self.is_lost
    }

    fn place(before: u64) -> Place {
        Place::Item(before + 1)
    }

    fn operand(bytes: &[u8], before: u64) -> Option<(&[u8], Place)> {
        Some((bytes, Self::place(before)))
    }
}
