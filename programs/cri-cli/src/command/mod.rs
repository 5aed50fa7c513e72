//! The commands: the answer of each to an operand.

mod against;
mod check;
mod coap;
mod compare;
mod compose;
mod convert;
mod diff;
mod find;
mod forms;
mod found;
mod given;
mod hint;
mod idna;
mod inspect;
mod links;
mod manual;
mod normalize;
mod operands;
mod part;
mod picture;
mod relativize;
mod resolve;
mod rows;
mod scheme;
mod writer;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory};

use crate::answers::Sink;
use crate::args::command_line::{Args, Command};
use crate::command::manual::manual;
use crate::command::operands::Stop;
use crate::report;

/// The exit code for arguments that do not make sense together.
const USAGE: u8 = 2;

/// Runs the command of the command line that `parse` reads, and returns how it ended.
pub(crate) fn run(parse: impl FnOnce() -> io::Result<Args>) -> ExitCode {
    let mut sink = Sink::default();
    let result = parse().map_err(Stop::Io).and_then(|args| execute(args, &mut sink));
    let answered = ExitCode::from(u8::from(sink.failed()));
    match result {
        Ok(()) => answered,
        // The reader of the answers wants no more of them.
        Err(Stop::Io(error)) if error.kind() == ErrorKind::BrokenPipe => answered,
        Err(Stop::Io(error)) => {
            // Reading says what failed. Everything else writes.
            let reason = error.to_string();
            let message = if error.raw_os_error().is_some() {
                format!("cannot write standard output: {reason}")
            } else {
                reason
            };
            // The system's number of the error says no more than its words.
            complain(message.split(" (os error").next().unwrap_or_default());
            ExitCode::FAILURE
        }
        Err(Stop::Usage(message)) => {
            complain(&message);
            ExitCode::from(USAGE)
        }
    }
}

/// Runs one command.
fn execute(args: Args, sink: &mut Sink) -> Result<(), Stop> {
    match args.color {
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
    match args.command {
        Command::Encode(args) => convert::encode(&args, sink),
        Command::Decode(args) => convert::decode(&args, sink),
        Command::Resolve(args) => resolve::resolve(args, sink),
        Command::Relativize(args) => relativize::relativize(args, sink),
        Command::Compare(args) => compare::compare(args, sink),
        Command::Inspect(args) => inspect::inspect(&args, sink),
        Command::Check(args) => check::check(&args, sink),
        Command::Part(args) => part::part(&args, sink),
        Command::Normalize(args) => normalize::normalize(&args, sink),
        Command::Find(args) => find::find(&args, sink),
        Command::Links(args) => links::links(args, sink),
        Command::Idna(args) => idna::idna(&args, sink),
        Command::Coap(args) if args.compose => compose::compose(args, sink),
        Command::Coap(args) => coap::coap(args, sink),
        Command::Scheme(args) => scheme::scheme(&args, sink),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "cri", &mut script);
            put(&script)
        }
        Command::Man { command } => put(&manual(command.as_deref())?),
    }
}

/// Puts out text that answers no operand.
fn put(text: &[u8]) -> Result<(), Stop> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}

/// Reports an error that no operand caused.
fn complain(message: &str) {
    // A closed standard error is not an error of the program.
    let _ = anstream::stderr().write_all(report::plain(message).as_bytes());
}
