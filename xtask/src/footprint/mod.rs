//! The task `footprint`: code size, stack and instructions of small probes on a Cortex-M4, in `benches/FOOTPRINT.md`.

mod build;
mod check;
mod emulator;
mod image;
mod measured;
mod probes;
mod report;

use std::fs;

use build::{Missing, Toolchain};
use emulator::Emulator;
use probes::{OURS, PEERS, measure};
use report::FILE;

use crate::failure::Failure;
use crate::workspace::root;

const HELP: &str = "\
Measures the probes of firmware/footprint for a Cortex-M4, and writes benches/FOOTPRINT.md

Usage: cargo xtask footprint [--sizes | --print | --check] [--require]

  --sizes     Measure only code size, static RAM and panic symbols, of our own probes. Takes seconds; writes nothing.
  --print     Measure our own probes and print the figures. Writes nothing.
  --check     Measure our own probes, and fail where one is more than 3 % above benches/FOOTPRINT.md. Figures of
              another toolchain are not compared; the task says so. Writes nothing.
  --require   Fail if the compiler's target or the emulator is missing. Without it, the task prints NOT CHECKED.
  -h, --help  Print this.

--sizes and --check also fail where a probe exceeds its limit: a panic symbol, static RAM, a heap, or the bytes,
stack and instructions that the task's sources name.

The task needs the target thumbv7em-none-eabi. It adds the target with rustup, or builds it from the component
rust-src. Stack and instructions need qemu-system-arm. The built probes stay in the target folder, in
thumbv7em-none-eabi/release.
";

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Write,
    Sizes,
    Print,
    Check,
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut mode = Mode::Write;
    let mut require = false;
    for arg in args {
        let chosen = match arg.as_str() {
            "--sizes" => Mode::Sizes,
            "--print" => Mode::Print,
            "--check" => Mode::Check,
            "--require" => {
                require = true;
                continue;
            }
            "-h" | "--help" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(Failure::Usage(format!("`footprint` has no option `{other}`"))),
        };
        if mode != Mode::Write {
            return Err(Failure::Usage("`footprint` takes only one of --sizes, --print and --check".into()));
        }
        mode = chosen;
    }
    let missing = |Missing(message): Missing| {
        if require {
            return Err(Failure::Task(message));
        }
        println!("NOT CHECKED: {message}");
        Ok(())
    };
    let toolchain = match Toolchain::find()? {
        Ok(toolchain) => toolchain,
        Err(what) => return missing(what),
    };
    let emulator = match mode {
        Mode::Sizes => None,
        _ => match Emulator::find() {
            Ok(emulator) => Some(emulator),
            Err(what) => {
                missing(what)?;
                None
            }
        },
    };
    let measured = measure(&toolchain, emulator.as_ref(), &OURS, "")?;
    let peers = match mode {
        Mode::Write => measure(&toolchain, emulator.as_ref(), &PEERS, "peers")?,
        _ => Vec::new(),
    };
    report::print(&measured);
    report::print(&peers);
    let path = root().join(FILE);
    match (mode, emulator) {
        (Mode::Write, Some(emulator)) => {
            let text = report::write(&toolchain, &emulator, &measured, &peers)?;
            fs::write(path, text).map_err(|error| Failure::Task(format!("{FILE}: {error}")))
        }
        (Mode::Write, None) => {
            println!("{FILE}: not written");
            Ok(())
        }
        (Mode::Check, _) => {
            let held = fs::read_to_string(path).map_err(|error| format!("{FILE}: {error}"))?;
            check::report(&held, &toolchain, &measured)
        }
        (Mode::Sizes, _) => check::limits(&measured),
        (Mode::Print, _) => Ok(()),
    }
}
