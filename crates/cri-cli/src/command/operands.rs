//! How every command gets its operands.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::failure::Failure;
use crate::format::Format;
use crate::input::framing::{Items, Lines};
use crate::input::operand::Operand;
use crate::input::source::Source;
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

/// A command over operands that do not depend on each other. Each thread has a clone.
pub(crate) trait Command: Clone + Send {
    /// Appends the answer to one operand. `buffer` is for the CRI that is read.
    ///
    /// # Errors
    ///
    /// The failure of the operand.
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure>;
}

/// How operands are read, and whether answers are written as JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) forms: Forms,
    pub(crate) options: Options,
    pub(crate) json: bool,
}

/// A command, and how it reads operands.
#[derive(Clone)]
struct Each<C> {
    reading: Reading,
    command: C,
    buffer: Vec<u8>,
}

impl<C: Command> Answer for Each<C> {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        let Reading { forms, options, json } = self.reading;
        let given = Given { operand, from: forms.choose(operand, answers), options, json };
        match self.command.answer(given, &mut self.buffer, answers) {
            Err(failure) if forms.are_words => given.fail_as_it_is(failure, answers),
            Err(failure) => given.fail(failure, answers),
            Ok(()) => {}
        }
    }
}

/// Answers the operands of the command line and of standard input.
pub(crate) fn answer_each(
    operands: &[OsString],
    reading: Reading,
    threads: u16,
    command: impl Command,
    sink: &mut Sink,
) -> Result<(), Stop> {
    let command = Each { reading, command, buffer: Vec::new() };
    answer(operands, reading.forms, threads, command, sink)
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
        run::operands(operands, &mut Source::<_, Lines>::new(stdin), threads, &mut command, sink)?;
    } else if operands.iter().all(|operand| operand == "-") {
        run::operands(operands, &mut Source::<_, Items>::new(stdin), threads, &mut command, sink)?;
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
