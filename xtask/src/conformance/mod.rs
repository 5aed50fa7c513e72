//! The task `conformance`: asks a program the cases of the corpus, and reports its answers by section.

mod cases;
mod program;
mod report;
#[cfg(test)]
mod tests;
mod verdict;

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use crate::conformance::cases::File;
use crate::conformance::program::Program;
use crate::conformance::report::Report;
use crate::conformance::verdict::{Level, verdict};
use crate::failure::Failure;
use crate::workspace::root;

const HELP: &str = "\
Asks a program the cases of the corpus, and reports its answers by section

Usage: cargo xtask conformance [OPTIONS] -- COMMAND [ARGUMENT]...

Options:
  --level outcome    compare results, and whether there is an error (default)
  --level diagnosis  compare the kind, component and offset of errors, too
  --cases FILE       the cases; testvectors/json/vectors.json if absent
  --operation NAME   ask only cases of this operation; may be repeated
  --revision NAME    ask only in draft-16 or in rfc9988
  --json             report as JSON

The command reads one JSON object per line from its standard input, and writes one
for each to its standard output, in the same order:

  > {\"id\":\"a/to-cri/draft-16\",\"operation\":\"to-cri\",\"revision\":\"draft-16\",\"input\":{\"uri\":\"coap://h\"}}
  < {\"id\":\"a/to-cri/draft-16\",\"cbor\":\"832081616880\"}
  > {\"id\":\"b/to-cri/draft-16\",\"operation\":\"to-cri\",\"revision\":\"draft-16\",\"input\":{\"uri\":\"coap://[v1.x]\"}}
  < {\"id\":\"b/to-cri/draft-16\",\"error\":{}}
  < {\"id\":\"...\",\"unsupported\":true}

A line may have the member `without`: the features that are off for this case. The command
may read ahead, but must write each answer within 10 seconds of the one before.
testvectors/README.md explains the operations, and testvectors/reference/README.md shows an adapter.

Exit status: 0 no case failed, 1 a case failed or was not answered, 2 wrong usage.
";

/// How long the runner waits for each answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the arguments ask for.
#[derive(Debug)]
struct Request {
    level: Level,
    cases: PathBuf,
    /// Empty for all operations.
    operations: Vec<String>,
    revision: Option<String>,
    json: bool,
    command: Vec<String>,
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(request) = parse(args)? else {
        print!("{HELP}");
        return Ok(());
    };
    let mut file = cases::read(&request.cases)?;
    if let Some(unknown) = request
        .operations
        .iter()
        .find(|name| file.cases.iter().all(|case| case.operation != **name))
    {
        return Err(Failure::Usage(format!("no case has the operation `{unknown}`")));
    }
    file.cases.retain(|case| {
        let is_asked =
            request.operations.is_empty() || request.operations.contains(&case.operation);
        is_asked && request.revision.as_ref().is_none_or(|revision| case.revision == *revision)
    });
    let report = ask(&file, &request.command, request.level, PATIENCE)?;
    if request.json {
        println!("{}", report.json());
    } else {
        print!("{}", report.text());
    }
    if report.is_good() {
        return Ok(());
    }
    Err(Failure::Task(format!(
        "the program does not conform to version {} of the corpus",
        file.version
    )))
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
                    broken.describe(patience),
                    file.cases.len() - index,
                    file.cases.len(),
                ));
                return Ok(report);
            }
        }
    }
    if let Err(broken) = program.finish() {
        report.broken = Some(format!("after the last case: {}", broken.describe(patience)));
    }
    Ok(report)
}

/// Reads the arguments. Returns nothing if they ask for help.
fn parse(args: &[String]) -> Result<Option<Request>, Failure> {
    let usage = |message: String| Failure::Usage(message);
    let mut request = Request {
        level: Level::Outcome,
        cases: root().join("testvectors/json/vectors.json"),
        operations: Vec::new(),
        revision: None,
        json: false,
        command: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| usage(format!("`{arg}` needs a value")));
        match arg.as_str() {
            "-h" | "--help" => return Ok(None),
            "--level" => {
                request.level = match value()?.as_str() {
                    "outcome" => Level::Outcome,
                    "diagnosis" => Level::Diagnosis,
                    other => {
                        return Err(usage(format!(
                            "there is no level `{other}`, only outcome and diagnosis"
                        )));
                    }
                }
            }
            "--cases" => request.cases = value()?.into(),
            "--operation" => request.operations.push(value()?.clone()),
            "--revision" => {
                let name = value()?;
                if !cases::REVISIONS.contains(&name.as_str()) {
                    return Err(usage(format!(
                        "there is no revision `{name}`, only draft-16 and rfc9988"
                    )));
                }
                request.revision = Some(name.clone());
            }
            "--json" => request.json = true,
            "--" => {
                request.command = args.cloned().collect();
                break;
            }
            other => {
                return Err(usage(format!(
                    "`conformance` does not know `{other}`; the command follows `--`"
                )));
            }
        }
    }
    if request.command.is_empty() {
        return Err(usage("no command follows `--`".into()));
    }
    Ok(Some(request))
}
