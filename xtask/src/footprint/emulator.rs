//! Runs probes on an emulated Cortex-M4, and reads their output. `checks/firmware/emulator/src/main.rs` defines its form.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::build::{Toolchain, version};

const PROGRAM: &str = "qemu-system-arm";
/// A Cortex-M4 whose only clock counts instructions.
const ARGS: [&str; 14] = [
    "-machine",
    "mps2-an386",
    "-icount",
    "shift=0",
    "-display",
    "none",
    "-monitor",
    "none",
    "-serial",
    "none",
    "-chardev",
    "stdio,id=out",
    "-semihosting-config",
    "enable=on,target=native,chardev=out",
];

/// An emulator, and the program that runs probes in it.
pub(super) struct Emulator {
    /// The emulator's name for itself, with its version.
    pub(super) name: String,
    harness: PathBuf,
}

/// What the emulator measured of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// Bytes of stack in the deepest call, over all inputs.
    pub(super) stack: u64,
    /// The most bytes that one call allocated, over the counted inputs.
    pub(super) heap: u64,
    /// Instructions of a call: the mean over the counted inputs.
    pub(super) mean: u64,
    /// Instructions of a call: the most over the counted inputs.
    pub(super) most: u64,
}

impl Emulator {
    /// Finds the installed emulator, and builds the program that runs probes.
    pub(super) fn find(toolchain: &Toolchain) -> Result<Self, String> {
        let name = version(PROGRAM).ok_or_else(|| {
            format!(
                "stack and instructions were not measured: install {PROGRAM} (Debian: `apt-get install qemu-system-arm`)"
            )
        })?;
        let harness = toolchain.build("cri-emulator", &["cri-emulator"], "")?.remove(0);
        Ok(Self { name, harness })
    }

    /// Loads a probe beside the harness, which runs it over its inputs.
    pub(super) fn run(&self, probe: &Path) -> Result<Run, String> {
        // A comma ends an option's value here; a doubled comma stands for one.
        let loader = format!("loader,file={}", probe.display().to_string().replace(',', ",,"));
        let mut command = Command::new(PROGRAM);
        command.args(ARGS).arg("-kernel").arg(&self.harness).args(["-device", &loader]);
        let output = command.output().map_err(|error| format!("{PROGRAM}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let last = text.lines().last().unwrap_or_default();
            return Err(format!(
                "{}, last line `{last}`\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        read(&text)
    }
}

/// Reads the output of a run.
fn read(text: &str) -> Result<Run, String> {
    let (mut calibration, mut repeats, mut nothing) = ((0, 0), 0, 0);
    let (mut total, mut count, mut most_ticks) = (0, 0, 0);
    let mut run = Run { stack: 0, heap: 0, mean: 0, most: 0 };
    for line in text.lines() {
        let mut words = line.split(' ');
        let word = words.next().unwrap_or_default();
        let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
        match (word, numbers.as_deref()) {
            ("calibration", Ok(&[instructions, ticks])) => calibration = (instructions, ticks),
            ("repeats", Ok(&[number])) => repeats = number,
            ("nothing", Ok(&[ticks])) => nothing = ticks,
            ("counted", Ok(&[ticks, stack, heap])) => {
                total += ticks;
                count += 1;
                most_ticks = most_ticks.max(ticks);
                run.stack = run.stack.max(stack);
                run.heap = run.heap.max(heap);
            }
            ("other", Ok(&[stack])) => run.stack = run.stack.max(stack),
            _ => {
                return Err(format!(
                    "the emulated program printed `{line}`, which is not a measurement"
                ));
            }
        }
    }
    // The instructions of one call, from the ticks of all repeats of `calls` inputs, to the nearest integer.
    let each = |ticks: u64, calls: u64| {
        let dividend = ticks.saturating_sub(nothing * calls) * calibration.0;
        let divisor = calibration.1 * repeats * calls;
        (dividend + divisor / 2).checked_div(divisor)
    };
    let measured = each(total, count).zip(each(most_ticks, 1));
    let (mean, most) = measured
        .ok_or("the emulated program printed no calibration, no repeats, or no counted input")?;
    Ok(Run { mean, most, ..run })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "calibration 8000000 200000\nrepeats 400\nnothing 120\n";

    #[test]
    fn instructions_are_worked_out_from_ticks() {
        let text = format!("{HEADER}counted 10120 96 0\ncounted 20120 80 7\nother 104\n");
        assert_eq!(read(&text), Ok(Run { stack: 104, heap: 7, mean: 1500, most: 2000 }));
    }

    #[test]
    fn other_output_is_refused() {
        for text in
            [HEADER, "", &format!("{HEADER}refused\n"), &format!("{HEADER}counted 1\n"), "panic\n"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
