//! The workspace: where it is, its files, and cargo in its folders.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

/// The root folder of the workspace.
pub(crate) fn root() -> PathBuf {
    // `cargo run` sets the variable. The compiler's value may be that of another checkout with the
    // same target folder.
    let folder =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let root = PathBuf::from(folder).join("..");
    root.canonicalize().unwrap_or(root)
}

/// The text of a file, which is named from the root.
pub(crate) fn read(file: &str) -> Result<String, String> {
    fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))
}

/// Writes a file, which is named from the root.
pub(crate) fn write(file: &str, text: &str) -> Result<(), String> {
    fs::write(root().join(file), text).map_err(|error| format!("{file}: {error}"))
}

/// Writes a generated file, or checks that it is up to date.
pub(crate) fn generate(file: &str, text: &str, check: bool) -> Result<(), String> {
    if fs::read(root().join(file)).is_ok_and(|held| held == text.as_bytes()) {
        println!("{file} is up to date");
    } else if check {
        return Err(format!("stale: {file}\nrun the same command without `--check`"));
    } else {
        write(file, text)?;
        println!("wrote {file}");
    }
    Ok(())
}

/// A document in which `lines` replace those between a comment and the next empty line.
pub(crate) fn fill(document: &str, comment: &str, lines: &str) -> Result<String, String> {
    let place = format!("<!-- {comment} -->\n");
    let parts = document.split_once(&place);
    let parts = parts.and_then(|(before, rest)| Some((before, rest.split_once("\n\n")?.1)));
    let (before, after) = parts.ok_or_else(|| format!("no lines follow {}", place.trim_end()))?;
    Ok(format!("{before}{place}{}\n\n{after}", lines.trim_end()))
}

/// Cargo in a folder, which is named from the root.
pub(crate) fn cargo(folder: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root().join(folder)).args(args);
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

/// Runs a command to its end, and returns what it writes to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{command:?}: {error}"))
}

/// A package, as `cargo metadata` describes it.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) targets: Vec<Target>,
}

/// A library, a program, a test or the like.
#[derive(Deserialize)]
pub(crate) struct Target {
    pub(crate) kind: Vec<String>,
    pub(crate) src_path: PathBuf,
}

/// The packages of the workspace in a folder. `option` chooses whether dependencies are among them.
pub(crate) fn packages(folder: &str, option: &str) -> Result<Vec<Package>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let text = output(&mut cargo(folder, &["metadata", "--format-version", "1", option]))?;
    let metadata: Metadata =
        serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages)
}
