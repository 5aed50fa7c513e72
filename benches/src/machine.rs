//! Machine, toolchain, commit and day, which the figures depend on.

use std::fs;
use std::process::Command;

/// Machine, toolchain, day and commit, as a list in Markdown.
pub(crate) fn describe() -> String {
    let day = output_of("date", &["-u", "+%Y-%m-%d"]);
    // The commit has a mark if files differ from it.
    let commit =
        output_of("git", &["describe", "--always", "--abbrev=12", "--dirty", "--exclude=*"]);
    format!("- {}\n- {}, {day}, commit {commit}", processor(), toolchain())
}

pub(crate) fn toolchain() -> String {
    output_of("rustc", &["--version"])
}

/// The processor and the number of its cores.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let mut fields = info.lines().filter_map(|line| line.split_once(':'));
        fields.find(|(key, _)| key.trim() == name).map_or("unknown", |(_, value)| value.trim())
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (model, family, number) = (field("model name"), field("cpu family"), field("model"));
    format!("{model} (family {family}, model {number}), {cores} cores")
}

/// The output of a command that runs in the package's folder; empty if the command fails.
fn output_of(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.ok().filter(|output| output.status.success());
    output
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default()
}
