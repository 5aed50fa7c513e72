//! The task `c-library`, and the C library for other tasks: a static library that has only our code.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace::{cargo, output, root, run as finish};

/// Build the static library for C, for a target such as thumbv7em-none-eabi
///
/// The library has only our code: C programs have `memcpy` and the like of their own libraries. The
/// task adds the target by rustup, and prints the path of the library. It needs binutils.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The name of the target, as the Rust compiler knows it
    target: String,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    println!("{}", build(&arguments.target)?.display());
    Ok(())
}

/// Builds the library for a target, and returns its path.
pub(crate) fn build(target: &str) -> Result<PathBuf, String> {
    // The compiler may be installed without rustup. Then the build says what is missing.
    let _ = Command::new("rustup").args(["target", "add", target]).output();
    build_with(&mut cargo(".", &["rustc"]), target)
}

/// Builds the library for a target with `cargo rustc`, and returns its path.
pub(crate) fn build_with(command: &mut Command, target: &str) -> Result<PathBuf, String> {
    let profile = if target.contains("-none-") { "staticlib-small" } else { "staticlib" };
    let folder = root().join("target/c-libraries");
    command.args(["--quiet", "--locked", "--package", "cri-c", "--crate-type", "staticlib"]);
    command.args(["--profile", profile, "--target", target]);
    // Flags for this machine do not suit others.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    finish(command.env("CARGO_TARGET_DIR", &folder))?;
    let folder = folder.join(target).join(profile);
    let library = folder.join("libcri.a");
    fs::copy(folder.join("libcri_c.a"), &library)
        .map_err(|error| format!("{}: {error}", library.display()))?;
    let members = output(Command::new("ar").arg("t").arg(&library))?;
    let others = members.lines().filter(|member| !member.starts_with("cri_c-"));
    finish(Command::new("ar").arg("dD").arg(&library).args(others))?;
    Ok(library)
}
