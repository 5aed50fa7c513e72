//! How every command gets its operands.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::shared::RowArgs;
use crate::command::forms::Forms;
use crate::command::given::Given;
use crate::command::rows::{Rows, value};
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
    /// Whether the operand is a whole row, with its escapes, where operands are rows.
    const SPLITS_ROWS: bool = false;

    /// Appends the answer to one operand. `buffer` is for the CRI that is read.
    fn answer(
        &mut self,
        given: Given<'_>,
        buffer: &mut Vec<u8>,
        answers: &mut Answers,
    ) -> Result<(), Failure>;

    /// The command as it was before an operand that failed, if the command line named these options, and this format if there is
    /// one. `None` if another operand, which was answered, would then fail.
    fn again(&self, _from: Option<Format>, _options: Options) -> Option<Self> {
        Some(self.clone())
    }

    /// The command with an option that may answer an operand which failed, and the advice to write that option.
    fn with_option(&self, _failure: &Failure) -> Option<(Self, &'static str)> {
        None
    }

    /// Whether answers are JSON, where the command line does not say so and this is the format of the operand.
    fn is_json(&self, _from: Format) -> bool {
        false
    }

    /// Whether no other operand can be answered.
    fn has_ended(&self) -> bool {
        false
    }
}

/// How operands are read, and how failures are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) forms: Forms,
    pub(crate) options: Options,
    /// Whether answers and failures are written as JSON. If this is `None`, the command says so.
    pub(crate) json: Option<bool>,
}

/// A command, and how it reads operands.
#[derive(Clone)]
pub(crate) struct Each<C> {
    reading: Reading,
    pub(crate) command: C,
    /// How rows are answered, if operands are rows.
    rows: Option<Rows>,
    buffer: Vec<u8>,
    /// A buffer for a column with escapes.
    room: Vec<u8>,
}

impl<C: Command> Answer for Each<C> {
    fn answer(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        match self.rows {
            Some(rows) => self.answer_row(rows, operand, answers),
            None => self.answer_operand(operand, answers),
        }
    }
}

impl<C: Command> Each<C> {
    /// Appends the answer to one row.
    fn answer_row(&mut self, rows: Rows, operand: Operand<'_>, answers: &mut Answers) {
        let Reading { forms, options, .. } = self.reading;
        let from = forms.choose(operand, answers);
        let start = answers.output.len();
        let bytes = match operand.bytes {
            Ok(column) if !C::SPLITS_ROWS => value(column, &mut self.room).map(Ok),
            row => Some(row),
        };
        let answered = bytes.map_or(Ok(()), |bytes| {
            let operand = Operand { bytes, ..operand };
            let given = Given { operand, from, options, json: false, is_row: true };
            self.command.answer(given, &mut self.buffer, answers)
        });
        rows.end(start, answered, &mut answers.output);
    }

    /// Appends the answer to one operand that is no row, or the report that it failed.
    pub(crate) fn answer_operand(&mut self, operand: Operand<'_>, answers: &mut Answers) {
        if self.command.has_ended() {
            return;
        }
        let Reading { forms, options, json } = self.reading;
        let from = forms.choose(operand, answers);
        let json = json.unwrap_or_else(|| self.command.is_json(from));
        let given = Given { operand, from, options, json, is_row: false };
        match self.command.answer(given, &mut self.buffer, answers) {
            Err(failure) if forms.are_words => given.fail_as_it_is(failure, answers),
            Err(failure) => {
                let failure = self.advised(failure, given);
                given.fail_as_it_is(failure, answers);
            }
            Ok(()) => {}
        }
    }

    /// The failure of an operand, with a hint if there is one.
    fn advised(&self, failure: Failure, given: Given<'_>) -> Failure {
        match self.command.with_option(&failure) {
            Some((command, advice)) if answers(&command, given) => failure.advising(advice),
            Some(_) => failure,
            None => given.advised(failure, |other| {
                let named = (other.from != given.from).then_some(other.from);
                let command = self.command.again(named, other.options);
                command.is_some_and(|command| answers(&command, other))
            }),
        }
    }

    pub(crate) fn new(reading: Reading, command: C) -> Self {
        Self { reading, command, rows: None, buffer: Vec::new(), room: Vec::new() }
    }

    /// Answers operands as rows, if `rows` says how. A column has one format, so no row is recognized as another.
    pub(crate) fn in_rows(mut self, rows: Option<Rows>) -> Self {
        if rows.is_some() {
            self.reading.forms = self.reading.forms.without_recognition();
        }
        Self { rows, ..self }
    }

    /// Answers the operands of the command line and of standard input.
    pub(crate) fn run(
        mut self,
        operands: &[OsString],
        threads: u16,
        sink: &mut Sink,
    ) -> Result<(), Stop> {
        announce(operands);
        let stdin = io::stdin().lock();
        if self.rows.is_some() || !self.reading.forms.are_cbor() {
            run::operands(operands, &mut Source::<_, Lines>::new(stdin), threads, &mut self, sink)?;
        } else if operands.iter().all(|operand| operand == "-") {
            run::operands(operands, &mut Source::<_, Items>::new(stdin), threads, &mut self, sink)?;
        } else {
            let message = "--from cbor reads standard input only, but there is an operand; write it in hex digits, with --from hex";
            return Err(Stop::Usage(message.to_owned()));
        }
        Ok(())
    }
}

/// Whether a command has an answer to an operand.
fn answers<C: Command>(command: &C, given: Given<'_>) -> bool {
    command.clone().answer(given, &mut Vec::new(), &mut Answers::to_nowhere()).is_ok()
}

/// The rows that the command line asks for, if it does, with answers in the format `to`.
pub(crate) fn rows(args: RowArgs, to: Option<Format>) -> Result<Option<Rows>, Stop> {
    if args.rows && to == Some(Format::Json) {
        let message =
            "--rows writes columns, and no JSON; with --errors, they say why a row failed";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok(args.rows.then_some(Rows { errors: args.errors, is_cbor: to == Some(Format::Cbor) }))
}

/// Fails if answers are CBOR, and would be written to a terminal.
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
