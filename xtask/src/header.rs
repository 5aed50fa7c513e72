//! The task `header`: `bindings/c/include/cri.h`, which cbindgen makes from the sources of `cri-c`.

use crate::workspace::{cargo, generate, output, root};

/// Write bindings/c/include/cri.h from the sources of cri-c
///
/// The task compiles cbindgen, which takes half a minute the first time.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if the file is stale
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut command = cargo("bindings/c/header", &["run", "--quiet", "--locked", "--", ".."]);
    let header = output(command.env("CARGO_TARGET_DIR", root().join("target/header")))?;
    let header = header
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@MAJOR@", env!("CARGO_PKG_VERSION_MAJOR"))
        .replace("@MINOR@", env!("CARGO_PKG_VERSION_MINOR"))
        .replace("@PATCH@", env!("CARGO_PKG_VERSION_PATCH"));
    generate("bindings/c/include/cri.h", &header, arguments.check)
}
