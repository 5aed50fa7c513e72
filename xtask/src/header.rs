//! The task `header`: `crates/cri-c/include/cri.h`, which cbindgen makes from the sources of `cri-c`.

use std::process::{Command, Stdio};
use std::{env, fs};

use crate::failure::{Failure, asks_for_check};
use crate::workspace::root;

const FILE: &str = "crates/cri-c/include/cri.h";

const HELP: &str = "\
Writes crates/cri-c/include/cri.h from the sources of cri-c

Usage: cargo xtask header [--check]

  --check     Fail if the file differs from what the task would write. Writes nothing.
  -h, --help  Print this.

The task compiles cbindgen, which takes half a minute the first time.
";

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(check) = asks_for_check(args, "header", HELP)? else { return Ok(()) };
    let root = root();
    let root = root.canonicalize().unwrap_or(root);
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["run", "--quiet", "--locked", "--", ".."])
        .current_dir(root.join("crates/cri-c/header"));
    command.env("CARGO_TARGET_DIR", root.join("target/header")).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(Failure::Task("the header was not written".into()));
    }
    let path = root.join(FILE);
    if !check {
        return fs::write(&path, output.stdout).map_err(|error| format!("{FILE}: {error}").into());
    }
    let held = fs::read(&path).map_err(|error| format!("{FILE}: {error}"))?;
    if held != output.stdout {
        return Err(Failure::Task(format!(
            "{FILE} is out of date; `cargo xtask header` writes it"
        )));
    }
    Ok(())
}
