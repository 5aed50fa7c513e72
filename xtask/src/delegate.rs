//! Tasks that other packages of the workspace do.

use std::env;
use std::process::exit;

use crate::workspace::cargo;

/// The options of a task that another package does.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// The parser drops a `--` that comes first, so [`run`] reads the command line itself.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _options: Vec<String>,
}

/// Builds a program, runs it with the options of the task, and ends as it does.
pub(crate) fn run(program: &[&str]) -> Result<(), String> {
    // The first two words are the program and the task.
    let options = env::args_os().skip(2);
    let mut command = cargo(".", &["run", "--quiet"]);
    let status = command.args(program).arg("--").args(options).status();
    let status = status.map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { exit(status.code().unwrap_or(1)) }
}
