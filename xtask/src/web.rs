//! The task `web`: builds the page of `bindings/web/` into one file.

use std::path::Path;
use std::process::Command;

use crate::workspace::{cargo, output, root, run as finish, write};

const TARGET: &str = "wasm32-unknown-unknown";

/// Runs the task.
pub(crate) fn run() -> Result<(), String> {
    let root = root();
    // The compiler may be installed without rustup. Then the build says what is missing.
    let _ = Command::new("rustup").args(["target", "add", TARGET]).status();
    let compiled = root.join("target/web-build");
    let engine = ["build", "--release", "--package", "cri-web-binding", "--target", TARGET];
    finish(&mut build(&engine, &compiled))?;
    finish(
        build(&["run", "--quiet", "--package", "pack", "--"], &compiled)
            .arg(compiled.join(TARGET).join("release/cri_web_binding.wasm"))
            .args([root.join("bindings/web/page"), root.join("target/web")]),
    )?;
    // The tests in a browser compare these answers of the native code with those of the page.
    let native = ["run", "--quiet", "--package", "cri-web", "--example", "answers"];
    write("target/web/answers.jsonl", &output(&mut cargo(".", &native))?)
}

/// Cargo in the workspace that builds the page.
fn build(args: &[&str], compiled: &Path) -> Command {
    let mut command = cargo("bindings/web/build", args);
    // Flags for this machine do not suit the browser.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.env("CARGO_TARGET_DIR", compiled);
    command
}
