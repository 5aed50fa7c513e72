//! Failures as people see them: the message, the operand, and carets under the wrong bytes.

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use cri_check::Severity;
use cri_core::Component;
use cri_uri::__private::Excerpt;

use crate::characters::quiet;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::operand::{Operand, Place};

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
        _ => WARNING,
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
    let _ =
        writeln!(report, "{style}{label}{style:#}: {}{}", before(place), quiet(&summary(failure)));
    let mark = mark(failure, operand);
    let (text, carets) = excerpt_of(operand, mark.clone(), failure.component);
    if text.is_empty() {
        return report;
    }
    let _ = writeln!(report, "  {MARGIN}|{MARGIN:#} {text}");
    if mark.is_some() {
        let (column, width) = (carets.start, carets.len());
        let _ =
            writeln!(report, "  {MARGIN}|{MARGIN:#} {:column$}{CARET}{:^<width$}{CARET:#}", "", "");
    }
    report
}

/// The place of an operand, before a message about it.
fn before(place: Place) -> String {
    match place {
        // Messages about links name a byte of the file.
        Place::Argument | Place::Link(_) => String::new(),
        Place::Line(number) => format!("line {number}: "),
        Place::Item(number) => format!("item {number}: "),
    }
}

/// A note about how an operand is read.
pub(crate) fn note(message: &str, place: Place) -> String {
    format!("{NOTE}note{NOTE:#}: {}{}\n", before(place), quiet(message))
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
    excerpt_of(operand, None, None).0
}

/// The first characters of a URI that a message tells a person to write.
pub(crate) fn uri(uri: &str) -> String {
    let operand = Operand { bytes: Ok(uri.as_bytes()), place: Place::Argument };
    excerpt(&Echo::new(operand, Format::Uri))
}

/// The characters of an operand around a failure.
pub(crate) fn excerpt_around(failure: &Failure, operand: &Echo<'_>) -> String {
    excerpt_of(operand, mark(failure, operand), failure.component).0
}

/// A report of an error that no operand caused.
pub(crate) fn plain(message: &str) -> String {
    format!("{ERROR}error{ERROR:#}: {}\n", quiet(message))
}

/// The message, followed by the kind and the component, so that they can be looked up.
pub(crate) fn summary(failure: &Failure) -> String {
    match failure.component {
        Some(component) => format!("{} ({}, {component})", failure.message, failure.kind),
        None => format!("{} ({})", failure.message, failure.kind),
    }
}

/// The part of an operand that is shown, and the columns of the carets under it.
fn excerpt_of(
    operand: &Echo<'_>,
    mark: Option<Range<usize>>,
    component: Option<Component>,
) -> (String, Range<usize>) {
    let excerpt = Excerpt {
        text: &operand.text,
        passwords: operand.passwords.iter().cloned(),
        mark: mark.unwrap_or_default(),
        around: operand.around(component),
        is_rust: false,
    };
    let mut text = String::new();
    // Writing to a string never fails.
    let carets = excerpt.write_to(&mut text).unwrap_or_default();
    (text, carets)
}

#[cfg(test)]
mod tests {
    use super::excerpt_of;
    use crate::echo::Echo;
    use crate::format::Format;
    use crate::input::operand::{Operand, Place};

    /// The excerpt, a line break, and the carets in their place.
    fn excerpt(format: Format, operand: &[u8], mark: std::ops::Range<usize>) -> String {
        let operand = Operand { bytes: Ok(operand), place: Place::Argument };
        let (text, carets) = excerpt_of(&Echo::new(operand, format), Some(mark), None);
        format!("{text}\n{:start$}{:^<width$}", "", "", start = carets.start, width = carets.len())
    }

    #[test]
    fn passwords_of_uris_are_masked() {
        let uri = b"//u:secret@h<";
        assert_eq!(excerpt(Format::Uri, uri, 12..13), "//u:***@h<\n         ^");
        assert_eq!(excerpt(Format::Uri, uri, 5..8), "//u:***@h<\n    ^^^");
    }

    #[test]
    fn less_is_shown_of_an_operand_that_is_not_a_uri() {
        let notation = br#"[-4, [false, "u:secret", "h"], ["."]]"#;
        assert_eq!(excerpt(Format::Edn, notation, 32..33), "…h\"], [\".\"]]\n       ^");
        assert_eq!(excerpt(Format::Uri, notation, 5..6), "[-4, [false,…\n     ^");
        let digits = b"822383f468753a736563726574616";
        assert_eq!(excerpt(Format::Hex, digits, 29..30), "…574616\n       ^");
        let cbor = b"\x82\x23\x83\xf4\x68u:secret\x61h";
        assert_eq!(excerpt(Format::Cbor, cbor, 2..4), "822383f468…\n  ^^");
    }
}
