//! Failures as people see them: the message, the operand, and carets under the wrong bytes.

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use cri_check::Severity;
use cri_core::Component;
use cri_uri::password;

use crate::characters::{len_of_character, start_of_character};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::input::operand::Place;
use cri_core::__private::is_hidden;

/// Stands for the bytes that are not shown.
const CUT: &str = "…";

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
pub(crate) const CARET: Style = AnsiColor::BrightRed.on_default();
const NOTE: Style = AnsiColor::BrightCyan.on_default();
const MARGIN: Style = AnsiColor::BrightBlue.on_default();

/// A report of an operand that failed: a line with the message, one with the operand, and one with the carets.
pub(crate) fn failure(failure: &Failure, operand: &Echo<'_>, place: Place) -> String {
    labelled("error", ERROR, failure, operand, place)
}

/// A report of a finding in an operand that did not fail, with a line on why it matters.
pub(crate) fn finding(
    severity: Severity,
    finding: &Failure,
    reason: &str,
    operand: &Echo<'_>,
    place: Place,
) -> String {
    let style = match severity {
        Severity::Violation => ERROR,
        Severity::Warning => WARNING,
    };
    let report = labelled(severity.name(), style, finding, operand, place);
    format!("{report}  {MARGIN}={MARGIN:#} {reason}\n")
}

fn labelled(
    label: &str,
    style: Style,
    failure: &Failure,
    operand: &Echo<'_>,
    place: Place,
) -> String {
    let mut report = String::new();
    // Writing to a string never fails.
    let _ = writeln!(report, "{style}{label}{style:#}: {}{}", before(place), summary(failure));
    let Excerpt { text, caret } = Excerpt::of(operand, mark(failure, operand), failure.component);
    if text.is_empty() {
        return report;
    }
    let _ = writeln!(report, "  {MARGIN}|{MARGIN:#} {text}");
    if let Some(caret) = caret {
        let (column, width) = (caret.start, caret.len());
        let _ =
            writeln!(report, "  {MARGIN}|{MARGIN:#} {:column$}{CARET}{:^<width$}{CARET:#}", "", "");
    }
    report
}

/// The place of an operand, before a message about it.
fn before(place: Place) -> String {
    match place {
        Place::Argument => String::new(),
        Place::Line(number) => format!("line {number}: "),
        Place::Item(number) => format!("item {number}: "),
    }
}

/// A note about how an operand is read.
pub(crate) fn note(message: &str, place: Place) -> String {
    format!("{NOTE}note{NOTE:#}: {}{message}\n", before(place))
}

/// A line that says what the program is doing.
pub(crate) fn progress(message: &str) -> String {
    format!("{NOTE}{message}{NOTE:#}\n")
}

/// The bytes of an operand that a failure marks.
fn mark(failure: &Failure, operand: &Echo<'_>) -> Option<Range<usize>> {
    match failure.offset {
        Some(offset) if operand.is_cbor => Some(offset * 2..offset * 2 + 2),
        _ => failure.mark.clone(),
    }
}

/// The first characters of an operand.
pub(crate) fn excerpt(operand: &Echo<'_>) -> String {
    Excerpt::of(operand, None, None).text
}

/// The characters of an operand around a failure.
pub(crate) fn excerpt_around(failure: &Failure, operand: &Echo<'_>) -> String {
    Excerpt::of(operand, mark(failure, operand), failure.component).text
}

/// A report of an error that no operand caused.
pub(crate) fn plain(message: &str) -> String {
    format!("{ERROR}error{ERROR:#}: {message}\n")
}

/// The message, followed by the kind and the component, so that they can be looked up.
pub(crate) fn summary(failure: &Failure) -> String {
    match failure.component {
        Some(component) => format!("{} ({}, {component})", failure.message, failure.kind),
        None => format!("{} ({})", failure.message, failure.kind),
    }
}

/// The part of an operand that is shown, and the columns of the carets under it.
#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    caret: Option<Range<usize>>,
}

impl Excerpt {
    fn of(operand: &Echo<'_>, mark: Option<Range<usize>>, component: Option<Component>) -> Self {
        let bytes = &*operand.text;
        let Range { start, end } = mark.clone().unwrap_or_default();
        let around = operand.around(component);
        // A longer mark is cut, and the excerpt ends there.
        let marked = start..end.min(start.saturating_add(2 * around));
        let mut at = start_of_character(bytes, marked.start.saturating_sub(around));
        let after = if marked.end < end { 0 } else { around };
        let end = marked.end.saturating_add(after).min(bytes.len());
        let mut shown = Shown::default();
        if at > 0 {
            shown.push(CUT);
        }
        let mut caret: Option<Range<usize>> = None;
        while at < end {
            let password = operand.passwords.iter().find(|password| password.contains(&at));
            let next = password
                .map_or_else(|| at + len_of_character(&bytes[at..]), |password| password.end);
            let column = shown.columns;
            match password {
                Some(_) => shown.push(password::MASK),
                None => shown.push_escaped(&bytes[at..next]),
            }
            if at < marked.end && marked.start < next {
                caret = Some(caret.map_or(column, |caret| caret.start)..shown.columns);
            }
            at = next;
        }
        let after = shown.columns..shown.columns + 1;
        if at < bytes.len() {
            shown.push(CUT);
        }
        Self { text: shown.text, caret: mark.map(|_| caret.unwrap_or(after)) }
    }
}

/// Text that is shown, and the number of its columns.
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

    /// Shows one character, or bytes that are not a character.
    fn push_escaped(&mut self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) if text.chars().any(is_hidden) => {
                self.push(&text.escape_unicode().to_string());
            }
            Ok(text) => self.push(text),
            Err(_) => bytes.iter().for_each(|byte| self.push(&format!("\\x{byte:02x}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;
    use crate::echo::Echo;
    use crate::format::Format;
    use crate::input::operand::{Operand, Place};

    const AROUND: usize = 60;
    const MARKED: usize = 2 * AROUND;

    /// The excerpt, a line break, and the caret in its place.
    fn excerpt(operand: &[u8], mark: std::ops::Range<usize>) -> String {
        excerpt_of(Format::Uri, operand, mark)
    }

    fn excerpt_of(format: Format, operand: &[u8], mark: std::ops::Range<usize>) -> String {
        let operand = Operand { bytes: Ok(operand), place: Place::Argument };
        let Excerpt { text, caret } = Excerpt::of(&Echo::new(operand, format), Some(mark), None);
        let caret = caret.expect("a caret");
        format!("{text}\n{:start$}{:^<width$}", "", "", start = caret.start, width = caret.len())
    }

    #[test]
    fn the_caret_stands_under_the_mark() {
        assert_eq!(excerpt(b"abc", 1..2), "abc\n ^");
        assert_eq!(excerpt(b"abc", 0..3), "abc\n^^^");
        assert_eq!(excerpt(b"abc", 3..4), "abc\n   ^");
        assert_eq!(excerpt(b"", 0..1), "\n^");
        assert_eq!(excerpt("éü".as_bytes(), 2..3), "éü\n ^");
    }

    #[test]
    fn masked_and_escaped_text_moves_the_caret() {
        assert_eq!(excerpt(b"//u:secret@h<", 12..13), "//u:***@h<\n         ^");
        assert_eq!(excerpt(b"//u:se<ret@h", 6..7), "//u:***@h\n    ^^^");
        assert_eq!(excerpt(b"\x1b[1m<", 4..5), "\\u{1b}[1m<\n         ^");
        assert_eq!(excerpt("\u{202e}<".as_bytes(), 3..4), "\\u{202e}<\n        ^");
        assert_eq!(excerpt(b"a\xffb", 1..2), "a\\xffb\n ^^^^");
    }

    #[test]
    fn a_long_operand_is_cut_around_the_mark() {
        let long = "a".repeat(1000) + "<" + &"b".repeat(1000);
        let shown = excerpt(long.as_bytes(), 1000..1001);
        let (a, b) = ("a".repeat(AROUND), "b".repeat(AROUND));
        assert_eq!(shown, format!("…{a}<{b}…\n {:AROUND$}^", ""));
        let shown = excerpt(long.as_bytes(), 900..2001);
        let (a, m, b) = ("a".repeat(AROUND), "a".repeat(100), "b".repeat(MARKED - 101));
        assert_eq!(shown, format!("…{a}{m}<{b}…\n {:AROUND$}{:^<MARKED$}", "", ""));
        // Of an operand that is not a URI, less is shown.
        let notation = br#"[-4, [false, "u:secret", "h"], ["."]]"#;
        assert_eq!(excerpt_of(Format::Edn, notation, 32..33), "…h\"], [\".\"]]\n       ^");
        assert_eq!(excerpt_of(Format::Uri, notation, 5..6), "[-4, [false,…\n     ^");
        let digits = b"822383f468753a736563726574616";
        assert_eq!(excerpt_of(Format::Hex, digits, 29..30), "…574616\n       ^");
        let cbor = b"\x82\x23\x83\xf4\x68u:secret\x61h";
        assert_eq!(excerpt_of(Format::Cbor, cbor, 2..4), "822383f468…\n  ^^");
        let long = "é".repeat(1000);
        assert!(!excerpt(long.as_bytes(), 1001..1002).contains("\\x"));
    }
}
