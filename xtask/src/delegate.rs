//! Tasks that other packages of the workspace do.

use std::process::exit;

use crate::workspace::cargo;

/// The options of a task that another package does.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

/// Builds a program, runs it with the options of the task, and ends as it does.
pub(crate) fn run(program: &[&str], arguments: &Arguments) -> Result<(), String> {
    let mut command = cargo(".", &["run", "--quiet"]);
    let status = command.args(program).arg("--").args(&arguments.options).status();
    let status = status.map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { exit(status.code().unwrap_or(1)) }
}
