//! The commands: what each makes of an operand.

mod against;
mod check;
mod coap;
mod compare;
mod compose;
mod convert;
mod idna;
mod inspect;
mod relativize;
mod resolve;
mod scheme;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::mem;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::CommandFactory;
use clap_mangen::Man;
use cri_core::{CriRef, Sections};
use cri_uri::Options;

use crate::answers::{Answers, Sink};
use crate::args::{Args, Command};
use crate::echo::Echo;
use crate::failure::Failure;
use crate::format::{Failed, Format, Input, Made, write_edn_line, write_hex_line, write_line};
use crate::input::{Items, Lines, MAX_OPERAND, Operand, Place};
use crate::report;
use crate::run::{self, Answer};

/// The arguments were understood, but do not make sense together.
const USAGE: u8 = 2;

/// Runs the command, and says how it ended.
pub(crate) fn run(args: Args) -> ExitCode {
    let mut sink = Sink::default();
    let result = match args.command {
        Command::Encode(args) => convert::encode(&args, &mut sink),
        Command::Decode(args) => convert::decode(&args, &mut sink),
        Command::Resolve(args) => resolve::resolve(args, &mut sink),
        Command::Relativize(args) => relativize::relativize(args, &mut sink),
        Command::Compare(args) => compare::compare(args, &mut sink),
        Command::Inspect(args) => inspect::inspect(&args, &mut sink),
        Command::Check(args) => check::check(&args, &mut sink),
        Command::Idna(args) => idna::idna(&args, &mut sink),
        Command::Coap(args) if args.compose => compose::compose(args, &mut sink),
        Command::Coap(args) => coap::coap(args, &mut sink),
        Command::Scheme(args) => scheme::scheme(&args, &mut sink),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "cri", &mut script);
            io::stdout().write_all(&script).map_err(Stop::Io)
        }
        Command::Man => manual().and_then(|pages| io::stdout().write_all(&pages)).map_err(Stop::Io),
    };
    let answered = ExitCode::from(u8::from(sink.failed()));
    match result {
        Ok(()) => answered,
        // Whoever read the answers has enough of them.
        Err(Stop::Io(error)) if error.kind() == ErrorKind::BrokenPipe => answered,
        Err(Stop::Io(error)) => {
            complain(&format!("cannot read or write: {error}"));
            ExitCode::FAILURE
        }
        Err(Stop::Usage(message)) => {
            complain(&message);
            ExitCode::from(USAGE)
        }
    }
}

/// Why a command ends before its operands do.
enum Stop {
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

/// Reports what is no operand's fault.
fn complain(message: &str) {
    // That nobody reads standard error is no error.
    let _ = anstream::stderr().write_all(report::plain(message).as_bytes());
}

/// The manual pages, of the program and of each command, one behind the other.
fn manual() -> io::Result<Vec<u8>> {
    let mut command = Args::command().disable_help_subcommand(true);
    // Gives the commands their full names.
    command.build();
    let mut pages = Vec::new();
    Man::new(command.clone()).render(&mut pages)?;
    command.get_subcommands().try_for_each(|command| Man::new(command.clone()).render(&mut pages))?;
    Ok(pages)
}

/// Whether standard output shows colours.
fn styled() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Answers the operands, written in `from`, of the command line and of standard input.
fn answer(
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
        return Err(Stop::Usage("expected CBOR on standard input, found an operand".to_owned()));
    }
    Ok(())
}

/// The operand's bytes.
///
/// # Errors
///
/// Where they are too many to be read.
fn bytes(operand: Operand<'_>) -> Result<&[u8], Failure> {
    let too_long = || {
        let message = format!("expected at most {MAX_OPERAND} bytes, found more");
        match operand.place {
            Place::Item(_) => Failure::new("item-too-long", message),
            _ => Failure::new("line-too-long", message),
        }
    };
    operand.bytes.map_err(|_| too_long())
}

/// How answers are written.
#[derive(Clone, Copy)]
enum Target {
    /// In one format.
    One(Format),
    /// In two lines: hex digits, then diagnostic notation.
    HexAndEdn,
}

/// What the commands that make CRIs share: how operands and answers are written.
#[derive(Clone)]
struct Writer {
    from: Format,
    to: Target,
    options: Options,
    /// Whether a CRI without a URI is a failure also where it is shown as JSON.
    wants_uri: bool,
    /// Room for the CRI that comes out.
    made: Vec<u8>,
}

impl Writer {
    /// Appends the answer: the CRI with these sections, in the form of the revision.
    ///
    /// Where the operand itself is that CRI, `read` is what was read. Text that is read makes a CRI which is written as
    /// it is, and nobody asks for the sections.
    fn write<'s>(
        &mut self,
        operand: Operand<'_>,
        sections: impl FnOnce() -> Sections<'s>,
        read: Option<CriRef<'_>>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let options = self.options;
        if let Target::One(to @ (Format::Uri | Format::Iri)) = self.to {
            return to
                .write_text(&mut answers.output, sections(), options)
                .map_err(|failure| self.place(operand, read, failure));
        }
        // What was read from text is in the revision's form.
        if let Some(cri) = read.filter(|_| self.from.is_text()) {
            return self.write_cri(operand, read, cri, answers);
        }
        let mut made = mem::take(&mut self.made);
        let result = match sections().to_buf(options.revision, &mut made) {
            Ok(cri) => self.write_cri(operand, read, cri.as_cri_ref(), answers),
            Err(error) => Err(self.place(operand, read, error.into())),
        };
        self.made = made;
        result
    }

    /// Puts a failure to write what was read where its component stands in the operand, if that is CBOR.
    fn place(&self, operand: Operand<'_>, read: Option<CriRef<'_>>, failure: Failure) -> Failure {
        match (read, operand.bytes) {
            (Some(cri), Ok(given)) if !self.from.is_text() => {
                self.from.place(given, cri.as_bytes(), self.options, failure.within(cri))
            }
            _ => failure,
        }
    }

    /// Appends the answer: this CRI as it is. What was read is `read`, as in [`write`](Writer::write).
    fn write_cri(
        &self,
        operand: Operand<'_>,
        read: Option<CriRef<'_>>,
        cri: CriRef<'_>,
        answers: &mut Answers,
    ) -> Result<(), Failure> {
        let output = &mut answers.output;
        match self.to {
            Target::One(to @ (Format::Uri | Format::Iri)) => to.write_text(output, cri.sections(), self.options)?,
            Target::One(Format::Cbor) => output.extend_from_slice(cri.as_bytes()),
            Target::One(Format::Hex) => write_hex_line(output, cri),
            Target::One(Format::Edn) => write_edn_line(output, cri),
            Target::HexAndEdn => {
                write_hex_line(output, cri);
                write_edn_line(output, cri);
            }
            Target::One(Format::Json) => {
                let echo = Echo::new(operand, self.from);
                let made = Made::new(&echo, cri, self.options, |failure| self.place(operand, read, failure));
                write_line(output, &made);
                if self.wants_uri && !made.has_uri() {
                    answers.fail();
                }
            }
        }
        Ok(())
    }

    /// Whether answers are JSON.
    fn json(&self) -> bool {
        matches!(self.to, Target::One(Format::Json))
    }
}

/// Appends what is wrong with an operand: as JSON to the answers, or else as a report for people.
fn fail(operand: Operand<'_>, from: Format, json: bool, failure: &Failure, answers: &mut Answers) {
    answers.fail();
    let echo = Echo::new(operand, from);
    if json {
        write_line(&mut answers.output, &Failed { input: Input(&echo), error: failure });
    } else {
        answers.report(report::failure(failure, &echo, operand.place));
    }
}
