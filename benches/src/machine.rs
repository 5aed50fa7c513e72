//! What figures depend on: machine, toolchain, commit, day.

use std::fs;
use std::process::Command;

/// All of it, as items of a list in Markdown.
pub(crate) fn describe() -> String {
    format!("- {}\n- {}, {}, commit {}", processor(), toolchain(), day(), commit())
}

pub(crate) fn toolchain() -> String {
    said("rustc", &["--version"])
}

fn commit() -> String {
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]);
    let changes = said("git", &["status", "--porcelain", "--untracked-files=no", "--", "../Cargo.lock", "../crates"]);
    if changes.is_empty() { commit } else { format!("{commit}, with changes") }
}

fn day() -> String {
    said("date", &["-u", "+%Y-%m-%d"])
}

/// The processor and the number of its cores.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim()).to_owned()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (model, family, number) = (field("model name"), field("cpu family"), field("model"));
    format!("{model} (family {family}, model {number}), {cores} cores")
}

/// What a command prints, in the package's folder; nothing where it fails.
fn said(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.ok().filter(|output| output.status.success());
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
