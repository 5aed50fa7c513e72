//! The task `web`: builds the page of `web/` into one file.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::failure::{Failure, asks_for_help};
use crate::workspace::root;

const TARGET: &str = "wasm32-unknown-unknown";

const HELP: &str = "\
Builds the page of web/ into target/web/index.html

Usage: cargo xtask web

The file has everything in it: open it in a browser from the disk, or put it on any file server. The task adds the
target wasm32-unknown-unknown by rustup, and fails if the page has more than 250,000 bytes compressed. It also writes
target/web/answers.jsonl, which the tests in web/tests/ compare with the answers of the page.
";

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    if asks_for_help(args, "web", HELP)? {
        return Ok(());
    }
    let root = root();
    let root = root.canonicalize().unwrap_or(root);
    let build = root.join("web/build");
    // The compiler may be installed without rustup. Then the build says what is missing.
    let _ = Command::new("rustup").args(["target", "add", TARGET]).status();
    let compiled = root.join("target/web-build");
    cargo(
        &build,
        &["build", "--release", "--package", "cri-web-binding", "--target", TARGET],
        &compiled,
    )?;
    let engine = compiled.join(TARGET).join("release/cri_web_binding.wasm");
    let paths = [engine, root.join("web/page"), root.join("target/web")];
    let paths = paths.each_ref().map(|path| path.to_string_lossy());
    let mut args = vec!["run", "--quiet", "--package", "pack", "--"];
    args.extend(paths.iter().map(AsRef::as_ref));
    cargo(&build, &args, &compiled)?;
    write_answers(&root)
}

/// Writes the answers of the native code, which the tests in a browser compare with those of the page.
fn write_answers(root: &Path) -> Result<(), Failure> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args([
        "run",
        "--quiet",
        "--package",
        "cri-web",
        "--example",
        "answers",
    ]);
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(Failure::Task(
            "the answers for the tests in a browser were not written".into(),
        ));
    }
    let file = root.join("target/web/answers.jsonl");
    fs::write(&file, output.stdout).map_err(|error| format!("{}: {error}", file.display()).into())
}

/// Runs cargo in a folder.
fn cargo(folder: &Path, args: &[&str], compiled: &Path) -> Result<(), Failure> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).args(args).env("CARGO_TARGET_DIR", compiled);
    // Flags for this machine do not suit the browser.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let status = command.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(Failure::Task("the page was not built".into())) }
}
