//! The task `upper-case`: writes the table of upper-case and title-case letters of `cri-core` from the toolchain's Unicode
//! tables.

use cri_testvectors::not_checked;

use crate::workspace::{generate, read};

/// The file that is written, from the root of the workspace.
const FILE: &str = "crates/cri-core/src/text/generated/upper_case_runs.rs";

/// Write the table of upper-case and title-case letters of cri-core from the toolchain's Unicode tables
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if the file is stale
    ///
    /// If the toolchain has another version of Unicode, the task prints NOT CHECKED.
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.check && !read(FILE)?.contains(&version()) {
        not_checked(format_args!("{FILE}: the toolchain has Unicode {}", version()));
        return Ok(());
    }
    generate(FILE, &text(), arguments.check)
}

fn version() -> String {
    let (major, minor, update) = char::UNICODE_VERSION;
    format!("({major}, {minor}, {update})")
}

/// Evenly spaced characters.
struct Run {
    start: u32,
    /// The distance from each character to the next.
    step: u32,
    /// Number of characters after the first.
    more: u32,
}

/// All upper-case and title-case characters beyond ASCII as runs. Each run is the longest one from its start.
fn runs() -> Vec<Run> {
    let upper: Vec<u32> = ('\u{80}'..=char::MAX)
        .filter(|&character| {
            // Lower case changes a title-case letter, which is not upper case.
            character.is_uppercase() || !character.to_lowercase().eq([character])
        })
        .map(u32::from)
        .collect();
    let mut runs = Vec::new();
    let mut rest = &upper[..];
    while let Some(&start) = rest.first() {
        let length =
            |step: &u32| rest.windows(2).take_while(|pair| pair[1] - pair[0] == *step).count();
        // `max_by_key` takes the last of equal lengths, which is the smallest step.
        let step = (1..=4).rev().max_by_key(length).unwrap_or(1);
        let more = length(&step).min(127);
        runs.push(Run { start, step, more: u32::try_from(more).unwrap_or(0) });
        rest = &rest[more + 1..];
    }
    runs
}

/// The least distance between runs that takes an entry of its own.
const WIDE: u32 = 0x40;

/// The entries of the table.
fn entries() -> Vec<u32> {
    let mut entries = Vec::new();
    let mut last = 0;
    for Run { start, step, more } in runs() {
        let mut distance = start - last;
        while distance >= WIDE {
            let gap = distance.min(0x7fff);
            entries.push(0x8000 | gap);
            distance -= gap;
        }
        entries.push(distance << 9 | more << 2 | (step - 1));
        last = start + more * step;
    }
    entries
}

fn text() -> String {
    let entries = entries();
    let lines = entries.chunks(12).map(|line| {
        let line: String = line.iter().map(|entry| format!(" {entry:#06x},")).collect();
        format!("   {line}\n")
    });
    include_str!("upper_case.template")
        .replace("{version}", &version())
        .replace("{count}", &entries.len().to_string())
        .replace("{lines}\n", &lines.collect::<String>())
}
