//! The conformance runner, `cargo xtask conformance`: asks a program the cases of the corpus, and reports its answers by
//! section.

#![forbid(unsafe_code)]

mod cases;
mod program;
mod report;
#[cfg(test)]
mod tests;
mod verdict;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use serde_json::Value;

use crate::cases::File;
use crate::program::Program;
use crate::report::Report;
use crate::verdict::{Level, verdict};

/// Ask a program the cases of the corpus, and report its answers by section
///
/// The command reads one JSON object per line from its standard input, and writes one for each to
/// its standard output, in the same order. It may read ahead, but must write each answer within 10
/// seconds of the one before. testvectors/README.md explains the operations, and
/// testvectors/reference/README.md the lines, with an adapter to copy.
#[derive(Parser)]
#[command(bin_name = "cargo xtask conformance")]
struct Arguments {
    /// What to compare
    #[arg(long, value_enum, default_value = "outcome")]
    level: Level,
    /// The cases; testvectors/json/vectors.json if absent
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Ask only cases of this operation; may be repeated
    #[arg(long = "operation", value_name = "NAME")]
    operations: Vec<String>,
    /// Ask only in this revision
    #[arg(long, value_parser = cases::REVISIONS)]
    revision: Option<String>,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// How long the runner waits for each answer.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the corpus.
fn corpus() -> PathBuf {
    // `cargo run` sets the variable. The compiler's value may be that of another checkout with the same target folder.
    let folder =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(folder).join("..")
}

fn run(arguments: Arguments) -> Result<(), String> {
    let Arguments { level, cases, operations, revision, json, command } = arguments;
    let path = cases.unwrap_or_else(|| corpus().join("json/vectors.json"));
    let mut file = cases::read(&path)?;
    let is_unknown = |name: &&String| file.cases.iter().all(|case| case.operation != **name);
    if let Some(unknown) = operations.iter().find(is_unknown) {
        return Err(format!("no case has the operation `{unknown}`"));
    }
    file.cases.retain(|case| {
        (operations.is_empty() || operations.contains(&case.operation))
            && revision.as_ref().is_none_or(|revision| case.revision == *revision)
    });
    let report = ask(&file, &command, level, PATIENCE)?;
    if json {
        println!("{}", report.json());
    } else {
        print!("{}", report.text());
    }
    if !report.is_good() {
        let version = file.version;
        return Err(format!("the program does not conform to version {version} of the corpus"));
    }
    Ok(())
}

/// Asks the program all cases in order, and stops at the first one that gets no answer.
fn ask(
    file: &File,
    command: &[String],
    level: Level,
    patience: Duration,
) -> Result<Report, String> {
    let mut report = Report::default();
    let mut program = Program::start(command, &file.cases, patience)?;
    for (index, case) in file.cases.iter().enumerate() {
        match program.answer(case) {
            Ok(mut answer) => {
                let verdict = verdict(case, &answer, level);
                answer.remove("id");
                report.add(case, Value::Object(answer), verdict, &file.requirements);
            }
            Err(broken) => {
                report.broken = Some(format!(
                    "at the case {} ({}, {}): {}\n{} of {} cases were not answered",
                    case.id,
                    case.operation,
                    case.revision,
                    broken,
                    file.cases.len() - index,
                    file.cases.len(),
                ));
                return Ok(report);
            }
        }
    }
    if let Err(broken) = program.finish() {
        report.broken = Some(format!("after the last case: {broken}"));
    }
    Ok(report)
}
