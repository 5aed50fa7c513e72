//! How every command gets its operands, and reports one that fails.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use cri_core::DecodeErrorKind;
use cri_core::wire::skip;

use crate::answers::{Answers, Sink};
use crate::command::forms::Forms;
use crate::command::hint::advised;
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::items::Items;
use crate::input::lines::Lines;
use crate::input::operand::{MAX_OPERAND, Operand, Place};
use crate::object::Object;
use crate::report;
use crate::run::{self, Answer};

/// Why a command ends before all operands have an answer.
pub(crate) enum Stop {
    /// Standard input or output failed.
    Io(io::Error),
    /// The arguments do not make sense together.
    Usage(String),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Whether standard output shows colours.
pub(crate) fn styled() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Answers the operands of the command line and of standard input.
pub(crate) fn answer(
    operands: &[OsString],
    forms: Forms,
    threads: u16,
    mut command: impl Answer,
    sink: &mut Sink,
) -> Result<(), Stop> {
    announce(operands);
    let stdin = io::stdin().lock();
    if !forms.are_cbor() {
        run::operands(operands, &mut Lines::new(stdin), threads, &mut command, sink)?;
    } else if operands.iter().all(|operand| operand == "-") {
        run::operands(operands, &mut Items::new(stdin), threads, &mut command, sink)?;
    } else {
        let message = "--from cbor reads standard input only, but there is an operand; write it in hex digits, with --from hex";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok(())
}

/// Fails if answers are CBOR, and would be written to a terminal.
///
/// # Errors
///
/// [`Stop::Usage`].
pub(crate) fn refuse_terminal(to: Option<Format>) -> Result<(), Stop> {
    if to != Some(Format::Cbor) || !io::stdout().is_terminal() {
        return Ok(());
    }
    let message = "CBOR is not text, and standard output is a terminal; write to a file or a pipe (> FILE, | xxd), or \
        use --to hex";
    Err(Stop::Usage(message.to_owned()))
}

/// Tells a person at a terminal that the command waits for standard input, if it does.
pub(crate) fn announce(operands: &[OsString]) {
    let reads = operands.is_empty() || operands.iter().any(|operand| operand == "-");
    if reads && io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        // A closed standard error is not an error of the program.
        let _ = anstream::stderr().write_all(
            report::progress(&format!("reading standard input; end with {end}")).as_bytes(),
        );
    }
}

/// The operand's bytes.
///
/// # Errors
///
/// `line-too-long` and `item-too-long`.
pub(crate) fn bytes(operand: Operand<'_>) -> Result<&[u8], Failure> {
    let too_long = || {
        let message =
            format!("the operand is longer than {MAX_OPERAND} bytes, the limit on standard input");
        match operand.place {
            Place::Item(_) => Failure::new("item-too-long", message),
            _ => Failure::new("line-too-long", message),
        }
    };
    operand.bytes.map_err(|_| too_long())
}

/// Appends the failure of an operand in the format `from`, with a hint if there is one.
pub(crate) fn fail(
    operand: Operand<'_>,
    from: Format,
    json: bool,
    failure: Failure,
    answers: &mut Answers,
) {
    fail_as_it_is(operand, from, json, advised(failure, operand, from), answers);
}

/// Appends the failure of an operand: as JSON to the answers, or as a report for people.
pub(crate) fn fail_as_it_is(
    operand: Operand<'_>,
    from: Format,
    json: bool,
    failure: Failure,
    answers: &mut Answers,
) {
    answers.fail();
    let echo = Echo::new(operand, from);
    let failure = &ending(operand, failure);
    if json {
        Object::failed(answers, &echo, failure).end();
    } else {
        answers.report(report::failure(failure, &echo, operand.place));
    }
}

/// Returns the failure of an operand. If the operand is an item of a CBOR sequence and is malformed or has an
/// indefinite length, the failure ends the sequence, and its message says so.
pub(crate) fn ending(operand: Operand<'_>, failure: Failure) -> Failure {
    match (operand.place, operand.bytes.map(skip)) {
        (Place::Item(_), Ok(Err(error))) if error.kind() != DecodeErrorKind::EndOfInput => failure
            .advising("the end of this item is not looked for, so what follows it is not read"),
        _ => failure,
    }
}
