//! `inspect --to svg` and `--to html`: pictures of CRIs.

use std::fmt;
use std::io::Write;

use cri_core::{CriRef, DecodeError};
use cri_inspect::Picture;
use cri_inspect::operand::outcome;
use cri_uri::{ToUri, UriRef};

use crate::answers::Answers;
use crate::command::given::Given;
use crate::failure::Failure;
use crate::report::excerpt_around;

/// The message about more than one operand.
pub(super) const ONE_OPERAND: &str =
    "an SVG document shows one CRI, but there are more operands; --to html shows many on one page";

/// Writes the part of a page about an operand that has no bytes.
pub(super) fn write_failure(given: Given<'_>, failure: &Failure, answers: &mut Answers) {
    let echo = given.echo();
    let text = match echo.is_shown() {
        true => String::from_utf8_lossy(&echo.masked()).into_owned(),
        false => excerpt_around(failure, &echo),
    };
    let message = failure.message.to_string();
    append(answers, |page| cri_inspect::write_failure(&text, &message, page));
}

/// Draws the bytes of an operand: as the part of a page with this number, or as an SVG document.
pub(super) fn write(
    given: Given<'_>,
    bytes: &[u8],
    cri: Result<CriRef<'_>, DecodeError>,
    number: Option<usize>,
    answers: &mut Answers,
) {
    let uri = cri.ok().and_then(|cri| Some(cri.to_uri(given.options).ok()?.to_string()));
    let title = match cri {
        Ok(cri) => cri.diagnostic().to_string(),
        Err(error) => outcome(error).to_owned(),
    };
    let picture = Picture::new(bytes, given.options.schemes());
    let mut picture = match uri.as_deref().map(UriRef::parse) {
        Some(Ok(uri)) => picture.with_uri(uri),
        _ => picture.with_title(&title),
    };
    let mistake;
    if let Err(error) = cri {
        mistake = given.ending(Failure::unclassed(error)).nowhere().message.to_string();
        picture = picture.with_error(error.offset(), &mistake);
    }
    append(answers, |page| match number {
        None => picture.write_svg(page),
        Some(number) => picture.write_html(number, page),
    });
}

/// Appends what `write` writes. Pictures are of bounded size.
pub(super) fn append(answers: &mut Answers, write: impl FnOnce(&mut String) -> fmt::Result) {
    let mut text = String::new();
    // Writing to a string or to answers never fails.
    let _ = write(&mut text);
    let _ = answers.write_all(text.as_bytes());
}
