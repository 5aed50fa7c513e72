//! The task `model`: compares the crates with the independent model, on as many inputs as the arguments say.

use std::env;
use std::process::Command;

use crate::failure::Failure;
use crate::workspace::root;

/// Builds the comparison with optimisations, and runs it with the arguments.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--release", "--package", "model", "--example", "compare", "--"])
        .args(args)
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo run: {error}"))?;
    match status.code() {
        Some(0) => Ok(()),
        Some(2) => Err(Failure::Usage("`model` does not know these arguments".into())),
        _ => Err(Failure::Task(
            "the crates and the model differ, or the comparison did not run".into(),
        )),
    }
}
