//! Where a person could mean something else by an operand than what it is read as, and the notes that say so.
//!
//! A note is no error, and changes neither the answer nor the exit status.

use cri_core::CriRef;
use cri_core::wire::{NULL, TRUE};
use cri_inspect::operand::Mistake;
use cri_registry::Table;

use crate::answers::Answers;
use crate::echo::Echo;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::notes::Note;
use crate::report;

/// How many lines of standard input are searched for schemes that are misspelt.
const FIRST_LINES: u64 = 100;

/// Notes the format of an operand.
pub(crate) fn about_format(operand: Operand<'_>, format: Format, answers: &mut Answers) {
    let shown = || report::excerpt(&Echo::new(operand, format));
    // A terminal of 80 columns shows most notes in one line.
    match format {
        Format::Hex => answers.note(Note::Hex, operand.place, || {
            Some(format!("{} is read as a CRI in hex; for a URI, write --from uri", shown()))
        }),
        _ => answers.note(Note::Uri, operand.place, || {
            let shown = shown();
            Some(format!(
                "{shown} is not a whole CRI in hex, so it is a URI; for hex, write --from hex"
            ))
        }),
    }
}

/// Notes that the URI reference of a CRI, whose scheme is not registered, could be meant to have another scheme or a host.
#[inline]
pub(crate) fn about_cri(
    operand: Operand<'_>,
    cri: CriRef<'_>,
    schemes: Table,
    answers: &mut Answers,
) {
    // A negative integer, with its value in the head or after it, directly follows the head of an array of few items.
    // Only registered schemes have such a number, and nobody doubts the scheme and host of their URIs, if there is a host.
    let authority = match cri.as_bytes() {
        [0x80..=0x97, 0x20..=0x37, authority @ ..]
        | [0x80..=0x97, 0x38, _, authority @ ..]
        | [0x80..=0x97, 0x39, _, _, authority @ ..] => Some(authority),
        _ => None,
    };
    if authority.is_none_or(|it| matches!(it, [NULL | TRUE, ..] | [0x81, 0x60, ..])) {
        about_uri(operand, schemes, answers);
    }
}

/// Notes that a URI reference, whose scheme is not registered, could be meant to have another scheme or a host.
pub(crate) fn about_uri(operand: Operand<'_>, schemes: Table, answers: &mut Answers) {
    let uri = operand.read();
    // To look for a similar scheme takes longer than the conversion, so bulk input has it for its first lines only.
    let mistake = match operand.place {
        Place::Argument | Place::Line(..=FIRST_LINES) => Mistake::find(uri, schemes),
        _ => Mistake::missing_scheme(uri, schemes),
    };
    if let Some(mistake) = mistake {
        tell(mistake, operand, answers);
    }
}

/// Notes a mistake.
#[cold]
#[inline(never)]
fn tell(mistake: Mistake<'_>, operand: Operand<'_>, answers: &mut Answers) {
    let note = match mistake {
        Mistake::HostAsSegment(_)
        | Mistake::DriveAsHost(_)
        | Mistake::SchemeAsSegment(_)
        | Mistake::NoHost(_) => Note::Host,
        Mistake::HostAsScheme(_) | Mistake::AddressAsScheme(_) => Note::Port,
        _ => Note::Scheme,
    };
    answers.note(note, operand.place, || Some(mistake.message(operand.read(), report::uri)));
}
