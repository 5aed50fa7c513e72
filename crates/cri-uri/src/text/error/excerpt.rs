//! The part of a text around an error, in one line that is safe to show, and the columns of carets under it.

use core::fmt::{self, Write};
use core::ops::Range;

use cri_core::__private::{is_hidden, long_character};

use crate::text::password::MASK;

/// Replaces text that is not shown.
const CUT: char = '…';

/// How many bytes of a URI are shown on each side of an error.
pub const AROUND: usize = 60;

/// The part of a text around an error.
#[derive(Clone, Debug)]
pub struct Excerpt<'a, P> {
    /// The text. It need not be UTF-8.
    pub text: &'a [u8],
    /// The ranges of its passwords. They ascend.
    pub passwords: P,
    /// The bytes that are wrong.
    pub mark: Range<usize>,
    /// How many bytes are shown before and after the mark. A mark of more than twice this length is cut, and ends the line.
    pub around: usize,
    /// Whether tabs and line ends are shown as `\t`, `\r` and `\n`, and not by their numbers.
    pub is_rust: bool,
}

impl<P: Iterator<Item = Range<usize>>> Excerpt<'_, P> {
    /// Writes the line. Returns the columns of the carets, at least one.
    ///
    /// Each character takes one column.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(self, out: &mut impl Write) -> Result<Range<usize>, fmt::Error> {
        let Self { text, mut passwords, mark, around, is_rust } = self;
        let longest = mark.start.saturating_add(around.saturating_mul(2));
        let end = if longest < mark.end { longest } else { mark.end.saturating_add(around) };
        let end = end.min(text.len());
        let mark = mark.start..mark.end.max(mark.start.saturating_add(1));
        let mut at = start_of_character(text, mark.start.saturating_sub(around));
        let mut password = passwords.next();
        let mut carets: Option<Range<usize>> = None;
        let mut line = Columns { out, count: 0 };
        if at > 0 {
            line.write_char(CUT)?;
        }
        while at < end {
            while password.as_ref().is_some_and(|password| password.end <= at) {
                password = passwords.next();
            }
            let column = line.count;
            let next = match password.as_ref().filter(|password| password.start <= at) {
                Some(password) => line.write_str(MASK).map(|()| password.end),
                None => {
                    let rest = text.get(at..).unwrap_or_default();
                    line.write_first(rest, is_rust).map(|len| at.saturating_add(len))
                }
            }?;
            if at < mark.end && mark.start < next {
                carets = Some(carets.map_or(column, |carets| carets.start)..line.count);
            }
            at = next;
        }
        let after = line.count..line.count.saturating_add(1);
        if at < text.len() {
            line.write_char(CUT)?;
        }
        Ok(carets.unwrap_or(after))
    }
}

/// The start of the character that contains the byte at `at`.
fn start_of_character(text: &[u8], at: usize) -> usize {
    let continues = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|at| !continues(at)).unwrap_or(at)
}

/// Counts the characters that are written.
struct Columns<W> {
    out: W,
    count: usize,
}

impl<W: Write> Write for Columns<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.count = self.count.saturating_add(text.chars().count());
        self.out.write_str(text)
    }
}

impl<W: Write> Columns<W> {
    /// Writes the first character of a text, or its first byte if it does not begin with a character. Returns the length
    /// in bytes.
    fn write_first(&mut self, text: &[u8], is_rust: bool) -> Result<usize, fmt::Error> {
        let first = text.first().copied().unwrap_or_default();
        let ascii = first.is_ascii().then_some(char::from(first));
        let Some(character) = ascii.or_else(|| long_character(text)) else {
            return write!(self, "\\x{first:02x}").map(|()| 1);
        };
        match character {
            '\t' if is_rust => self.write_str("\\t"),
            '\r' if is_rust => self.write_str("\\r"),
            '\n' if is_rust => self.write_str("\\n"),
            // `char::escape_unicode` links panics into a microcontroller's program.
            _ if is_hidden(character) => write!(self, "\\u{{{:x}}}", u32::from(character)),
            _ => self.write_char(character),
        }?;
        Ok(character.len_utf8())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;

    use super::*;
    use crate::text::password;

    /// The excerpt, a line break, and the carets in their place.
    fn excerpt(text: impl AsRef<[u8]>, mark: Range<usize>, is_rust: bool) -> String {
        let text = text.as_ref();
        let passwords = password::find_in_operand(text);
        let mut line = String::new();
        let excerpt = Excerpt { text, passwords, mark, around: AROUND, is_rust };
        let carets = excerpt.write_to(&mut line).unwrap();
        format!("{line}\n{:start$}{:^<width$}", "", "", start = carets.start, width = carets.len())
    }

    fn marked(text: impl AsRef<[u8]>, mark: Range<usize>) -> String {
        excerpt(text, mark, false)
    }

    #[test]
    fn carets_are_under_the_mark() {
        assert_eq!(marked("abc", 1..2), "abc\n ^");
        assert_eq!(marked("abc", 0..3), "abc\n^^^");
        assert_eq!(marked("abc", 1..1), "abc\n ^");
        assert_eq!(marked("abc", 3..4), "abc\n   ^");
        assert_eq!(marked("", 0..1), "\n^");
        assert_eq!(marked("éü", 2..3), "éü\n ^");
        assert_eq!(marked("éü", 3..3), "éü\n ^");
    }

    #[test]
    fn masked_and_escaped_text_moves_the_carets() {
        assert_eq!(marked("//u:secret@h<", 12..13), "//u:***@h<\n         ^");
        assert_eq!(marked("//u:se<ret@h", 6..7), "//u:***@h\n    ^^^");
        assert_eq!(marked("\x1b[1m<", 4..5), "\\u{1b}[1m<\n         ^");
        assert_eq!(marked("\u{202e}<", 3..4), "\\u{202e}<\n        ^");
        assert_eq!(marked(b"a\xe2\x82b", 1..2), "a\\xe2\\x82b\n ^^^^");
        assert_eq!(marked("\t<", 1..2), "\\u{9}<\n     ^");
        assert_eq!(excerpt("\t\r\n\u{1b}<", 4..5, true), "\\t\\r\\n\\u{1b}<\n            ^");
    }

    #[test]
    fn long_text_is_cut_around_the_mark() {
        let long = "a".repeat(1000) + "<" + &"b".repeat(1000);
        let (a, b) = ("a".repeat(AROUND), "b".repeat(AROUND));
        assert_eq!(marked(&long, 1000..1001), format!("…{a}<{b}…\n {:AROUND$}^", ""));
        let marked_bytes = 2 * AROUND;
        let (m, b) = ("a".repeat(100), "b".repeat(marked_bytes - 101));
        let carets = "^".repeat(marked_bytes);
        assert_eq!(marked(&long, 900..2001), format!("…{a}{m}<{b}…\n {:AROUND$}{carets}", ""));
        let long = "é".repeat(1000);
        assert!(!marked(&long, 1001..1002).contains("\\x"));
    }
}
