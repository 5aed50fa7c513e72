//! How every command gets its operands, and reports one that fails.

use std::ffi::OsString;
use std::io;

use anstream::{AutoStream, ColorChoice};
use cri_core::DecodeErrorKind;
use cri_core::wire::skip;

use crate::answers::{Answers, Sink};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::items::Items;
use crate::input::lines::Lines;
use crate::input::operand::{MAX_OPERAND, Operand, Place};
use crate::object::{Failed, Input, write_line};
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

/// Answers the operands of the command line and of standard input, which are in the format `from`.
pub(crate) fn answer(
    operands: &[OsString],
    from: Format,
    threads: u16,
    mut command: impl Answer,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let stdin = io::stdin().lock();
    if from != Format::Cbor {
        run::operands(operands, &mut Lines::new(stdin), threads, &mut command, sink)?;
    } else if operands.iter().all(|operand| operand == "-") {
        run::operands(operands, &mut Items::new(stdin), threads, &mut command, sink)?;
    } else {
        let message =
            "--from cbor reads standard input only, but there is an operand; write it in hex digits, with --from hex";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok(())
}

/// The operand's bytes.
///
/// # Errors
///
/// `line-too-long` and `item-too-long`.
pub(crate) fn bytes(operand: Operand<'_>) -> Result<&[u8], Failure> {
    let too_long = || {
        let message = format!("the operand is longer than {MAX_OPERAND} bytes, the limit on standard input");
        match operand.place {
            Place::Item(_) => Failure::new("item-too-long", message),
            _ => Failure::new("line-too-long", message),
        }
    };
    operand.bytes.map_err(|_| too_long())
}

/// Appends the failure of an operand: as JSON to the answers, or as a report for people.
pub(crate) fn fail(operand: Operand<'_>, from: Format, json: bool, failure: &Failure, answers: &mut Answers) {
    answers.fail();
    let echo = Echo::new(operand, from);
    let failure = &ending(operand, failure.clone());
    if json {
        write_line(answers, &Failed { input: Input(&echo), error: failure });
    } else {
        answers.report(report::failure(failure, &echo, operand.place));
    }
}

/// Returns the failure of an operand. If the operand is an item of a CBOR sequence and is malformed or has an
/// indefinite length, the failure ends the sequence, and its message says so.
pub(crate) fn ending(operand: Operand<'_>, failure: Failure) -> Failure {
    match (operand.place, operand.bytes.map(skip)) {
        (Place::Item(_), Ok(Err(error))) if error.kind() != DecodeErrorKind::EndOfInput => {
            failure.advising("the end of this item is not looked for, so what follows it is not read")
        }
        _ => failure,
    }
}
