//! Failures as people see them: the message, the operand, and a caret under what is wrong.

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use cri_uri::Severity;

use crate::echo::{Echo, Shape};
use crate::failure::Failure;
use crate::input::Place;
use crate::mask::MASK;

/// How many bytes of an operand are shown on each side of what is wrong.
const AROUND: usize = 60;

/// The longest character in UTF-8, in bytes.
const LONGEST: usize = 4;

/// What stands where something was left off.
const CUT: &str = "…";

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
pub(crate) const CARET: Style = AnsiColor::BrightRed.on_default();
const MARGIN: Style = AnsiColor::BrightBlue.on_default();

/// Whether a character would change how the text around it is shown: controls, and what orders the writing.
pub(crate) fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A report of an operand that failed: one line for the message, one for the operand, one for the caret.
pub(crate) fn failure(failure: &Failure, operand: &Echo<'_>, place: Place) -> String {
    labelled("error", ERROR, failure, operand, place)
}

/// The same of something that was found in an operand which did not fail.
pub(crate) fn finding(severity: Severity, finding: &Failure, operand: &Echo<'_>, place: Place) -> String {
    let style = match severity {
        Severity::Violation => ERROR,
        Severity::Warning => WARNING,
    };
    labelled(severity.name(), style, finding, operand, place)
}

fn labelled(label: &str, style: Style, failure: &Failure, operand: &Echo<'_>, place: Place) -> String {
    let mut report = String::new();
    // Writing to a string never fails.
    let _ = match place {
        Place::Argument => writeln!(report, "{style}{label}{style:#}: {}", summary(failure)),
        Place::Line(number) => writeln!(report, "{style}{label}{style:#}: line {number}: {}", summary(failure)),
        Place::Item(number) => writeln!(report, "{style}{label}{style:#}: item {number}: {}", summary(failure)),
    };
    let mark = match (&failure.mark, failure.offset) {
        (_, Some(offset)) if operand.shape == Shape::Cbor => Some(offset * 2..offset * 2 + 2),
        (mark, _) => mark.clone(),
    };
    let Excerpt { text, caret } = Excerpt::of(operand, mark);
    if text.is_empty() {
        return report;
    }
    let _ = writeln!(report, "  {MARGIN}|{MARGIN:#} {text}");
    if let Some(caret) = caret {
        let (column, width) = (caret.start, caret.len());
        let _ = writeln!(report, "  {MARGIN}|{MARGIN:#} {:column$}{CARET}{:^<width$}{CARET:#}", "", "");
    }
    report
}

/// A report of something that is no operand's fault.
pub(crate) fn plain(message: &str) -> String {
    format!("{ERROR}error{ERROR:#}: {message}\n")
}

/// A text of several lines with each character escaped that would steer the terminal.
pub(crate) fn quiet(text: &str) -> String {
    let quiet = |character: char| {
        if steers(character) && character != '\n' {
            character.escape_unicode().to_string()
        } else {
            character.to_string()
        }
    };
    text.chars().map(quiet).collect()
}

/// The message, and behind it the kind and the component, so that they can be looked up.
pub(crate) fn summary(failure: &Failure) -> String {
    match failure.component {
        Some(component) => format!("{} ({}, {component})", failure.message, failure.kind),
        None => format!("{} ({})", failure.message, failure.kind),
    }
}

/// As much of an operand as is shown, and the columns to put carets under.
#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    caret: Option<Range<usize>>,
}

impl Excerpt {
    fn of(operand: &Echo<'_>, mark: Option<Range<usize>>) -> Self {
        let bytes = &*operand.text;
        let marked = mark.clone().unwrap_or_default();
        let mut at = start_of_character(bytes, marked.start.saturating_sub(AROUND));
        let end = marked.end.saturating_add(AROUND).min(bytes.len());
        let mut shown = Shown::default();
        if at > 0 {
            shown.push(CUT);
        }
        let mut caret: Option<Range<usize>> = None;
        while at < end {
            let secret = operand.secrets.iter().find(|secret| secret.contains(&at));
            let next = secret.map_or_else(|| at + len_of_character(&bytes[at..]), |secret| secret.end);
            let column = shown.columns;
            match secret {
                Some(_) => shown.push(MASK),
                None => shown.push_escaped(&bytes[at..next]),
            }
            if at < marked.end && marked.start < next {
                caret = Some(caret.map_or(column, |caret| caret.start)..shown.columns);
            }
            at = next;
        }
        let behind = shown.columns..shown.columns + 1;
        if at < bytes.len() {
            shown.push(CUT);
        }
        Self { text: shown.text, caret: mark.map(|_| caret.unwrap_or(behind)) }
    }
}

/// Where the character begins that the byte at `at` is part of.
fn start_of_character(bytes: &[u8], at: usize) -> usize {
    let continues = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let start = (at.saturating_sub(LONGEST - 1)..=at).rev().find(|at| !continues(at));
    start.unwrap_or(at)
}

/// The length in bytes of the character that `bytes` begins with, or 1 where it is none.
pub(crate) fn len_of_character(bytes: &[u8]) -> usize {
    let first = &bytes[..bytes.len().min(LONGEST)];
    let valid = first.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    valid.chars().next().map_or(1, char::len_utf8)
}

/// Text that is shown, and how many columns it takes.
#[derive(Default)]
struct Shown {
    text: String,
    columns: usize,
}

impl Shown {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.columns += text.chars().count();
    }

    /// Shows one character, or one byte that is none.
    fn push_escaped(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.chars().any(steers) => self.push(&text.escape_unicode().to_string()),
            Ok(text) => self.push(text),
            Err(_) => bytes.iter().for_each(|byte| self.push(&format!("\\x{byte:02x}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AROUND, Excerpt};
    use crate::echo::Echo;
    use crate::format::Format;
    use crate::input::{Operand, Place};

    /// The excerpt, a line break, and the caret in its place.
    fn excerpt(operand: &[u8], mark: std::ops::Range<usize>) -> String {
        let operand = Operand { bytes: Ok(operand), place: Place::Argument };
        let Excerpt { text, caret } = Excerpt::of(&Echo::new(operand, Format::Uri), Some(mark));
        let caret = caret.expect("a caret");
        format!("{text}\n{:start$}{:^<width$}", "", "", start = caret.start, width = caret.len())
    }

    #[test]
    fn the_caret_stands_under_what_is_marked() {
        assert_eq!(excerpt(b"abc", 1..2), "abc\n ^");
        assert_eq!(excerpt(b"abc", 0..3), "abc\n^^^");
        assert_eq!(excerpt(b"abc", 3..4), "abc\n   ^");
        assert_eq!(excerpt(b"", 0..1), "\n^");
        assert_eq!(excerpt("éü".as_bytes(), 2..3), "éü\n ^");
    }

    #[test]
    fn masked_and_escaped_text_moves_it() {
        assert_eq!(excerpt(b"//u:secret@h<", 12..13), "//u:***@h<\n         ^");
        assert_eq!(excerpt(b"//u:se<ret@h", 6..7), "//u:***@h\n    ^^^");
        assert_eq!(excerpt(b"\x1b[1m<", 4..5), "\\u{1b}[1m<\n         ^");
        assert_eq!(excerpt("\u{202e}<".as_bytes(), 3..4), "\\u{202e}<\n        ^");
        assert_eq!(excerpt(b"a\xffb", 1..2), "a\\xffb\n ^^^^");
    }

    #[test]
    fn a_long_operand_is_cut_around_it() {
        let long = "a".repeat(1000) + "<" + &"b".repeat(1000);
        let shown = excerpt(long.as_bytes(), 1000..1001);
        let (a, b) = ("a".repeat(AROUND), "b".repeat(AROUND));
        assert_eq!(shown, format!("…{a}<{b}…\n {:AROUND$}^", ""));
        let long = "é".repeat(1000);
        assert!(!excerpt(long.as_bytes(), 1001..1002).contains("\\x"));
    }
}
