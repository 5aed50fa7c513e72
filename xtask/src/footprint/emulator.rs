//! Runs probes on an emulated Cortex-M4, and reads what they write; `firmware/emulator/src/main.rs` says what.

use std::path::Path;
use std::process::Command;

use super::build::Missing;

const PROGRAM: &str = "qemu-system-arm";
/// A Cortex-M4, and instructions as the only clock.
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

/// An emulator.
pub(super) struct Emulator {
    /// As it names itself.
    pub(super) name: String,
}

/// What the emulator says of a probe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    /// Bytes of stack in the deepest call, of any input.
    pub(super) stack: u64,
    /// The most bytes that a call took from the heap, of the inputs that count.
    pub(super) heap: u64,
    /// Instructions of a call, of the inputs that count: the mean, and the most.
    pub(super) mean: u64,
    pub(super) most: u64,
}

impl Emulator {
    /// The installed one.
    pub(super) fn find() -> Result<Self, Missing> {
        let output = Command::new(PROGRAM).arg("--version").output();
        let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout).unwrap_or_default();
        match String::from_utf8_lossy(&text).lines().next() {
            Some(name) => Ok(Self { name: name.into() }),
            None => Err(Missing(format!(
                "{PROGRAM} (Debian: `apt-get install qemu-system-arm`) cannot be had; stack and instructions were not \
                 measured"
            ))),
        }
    }

    /// Runs a probe over its inputs, by a harness that is loaded beside it.
    pub(super) fn run(&self, harness: &Path, probe: &Path) -> Result<Run, String> {
        // A comma ends the name of a file here, two are one.
        let loader = format!("loader,file={}", probe.display().to_string().replace(',', ",,"));
        let mut command = Command::new(PROGRAM);
        command.args(ARGS).arg("-kernel").arg(harness).args(["-device", &loader]);
        let output = command.output().map_err(|error| format!("{PROGRAM}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let last = text.lines().last().unwrap_or_default();
            return Err(format!("{}, last line `{last}`\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        read(&text)
    }
}

/// Reads what a probe writes.
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
            _ => return Err(format!("expected a measurement, found `{line}`")),
        }
    }
    // Of all repeats of `calls` inputs, the instructions of one call; the nearest integer.
    let each = |ticks: u64, calls: u64| {
        let dividend = ticks.saturating_sub(nothing * calls) * calibration.0;
        let divisor = calibration.1 * repeats * calls;
        (dividend + divisor / 2).checked_div(divisor)
    };
    let measured = each(total, count).zip(each(most_ticks, 1));
    let (mean, most) = measured.ok_or("expected calibration, repeats and inputs that count; found not all of them")?;
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
    fn what_is_no_measurement_is_refused() {
        for text in [HEADER, "", &format!("{HEADER}refused\n"), &format!("{HEADER}counted 1\n"), "panic\n"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
