//! Development tasks, run as `cargo xtask <task>`.

mod conformance;
mod coverage;
mod failure;
mod footprint;
mod fuzz_seeds;
mod header;
mod licences;
mod model;
mod modules;
mod packages;
mod registry;
mod upper_case;
mod vectors;
mod web;
mod workspace;

use std::process::ExitCode;

use failure::Failure;

const HELP: &str = "\
Development tasks, run as `cargo xtask <task>`

Tasks:
  registry    write the scheme tables of cri-registry from their CSV files
  conformance ask a program the cases of the corpus
  coverage    check that a vector or a test shows each requirement
  footprint   measure code size, stack and instructions on a Cortex-M4
  fuzz-seeds  write the inputs that fuzzing starts from
  header      write the header of cri-c
  licences    check the licence of every dependency against deny.toml
  model       compare the crates with an independent model of the draft
  modules     check that no two modules of a crate import each other in a circle
  packages    pack every crate, and test what is in the packages
  upper-case  write the table of upper-case letters of cri-core
  vectors     write the test vectors as JSON, for other implementations
  web         build the page of web/ into one file

`cargo xtask TASK --help` explains a task.
Exit status: 0 done, 1 failed, stale or incomplete, 2 wrong usage.
";

fn main() -> ExitCode {
    let (status, message) = match run() {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Task(message)) => (1, message),
        Err(Failure::Usage(message)) => (2, format!("{message}\nsee `cargo xtask --help`")),
    };
    eprintln!("{message}");
    ExitCode::from(status)
}

fn run() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| {
            arg.into_string()
                .map_err(|arg| Failure::Usage(format!("the argument {arg:?} is not UTF-8")))
        })
        .collect::<Result<_, _>>()?;
    let Some((task, args)) = args.split_first() else {
        return Err(Failure::Usage("no task is named".into()));
    };
    match task.as_str() {
        "registry" => registry::run(args),
        "conformance" => conformance::run(args),
        "coverage" => coverage::run(args),
        "footprint" => footprint::run(args),
        "fuzz-seeds" => fuzz_seeds::run(args),
        "header" => header::run(args),
        "licences" => licences::run(args),
        "model" => model::run(args),
        "modules" => modules::run(args),
        "packages" => packages::run(args),
        "upper-case" => upper_case::run(args),
        "vectors" => vectors::run(args),
        "web" => web::run(args),
        "-h" | "--help" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure::Usage(format!("there is no task `{other}`"))),
    }
}
