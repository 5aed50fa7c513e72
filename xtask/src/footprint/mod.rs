//! The task `footprint`: code size, stack and instructions of small probes on a Cortex-M4, in `benches/FOOTPRINT.md`.

mod build;
mod c;
mod check;
mod emulator;
mod image;
mod measured;
mod probes;
mod report;

use std::fs;
use std::path::Path;

use build::{Missing, Toolchain};
use c::Compiler;
use emulator::Emulator;
use measured::Measured;
use probes::{OURS, PEERS, harness, measure, measure_programs};
use report::FILE;

use crate::failure::Failure;
use crate::workspace::root;

const HELP: &str = "\
Measures the probes of firmware/footprint for a Cortex-M4, and writes benches/FOOTPRINT.md

Usage: cargo xtask footprint [--sizes | --print | --check] [--require] [--libcoap FOLDER]

  --sizes     Measure only code size, static RAM and panic symbols, of our own probes. Takes seconds; writes nothing.
  --print     Measure our own probes and print the figures. Writes nothing.
  --check     Measure our own probes, and fail where one is more than 3 % above benches/FOOTPRINT.md. Figures of
              another toolchain are not compared; the task says so. Writes nothing.
  --require   Fail if the compiler's target or the emulator is missing. Without it, the task prints NOT CHECKED.
  --libcoap FOLDER
              The source of libcoap, for the section about C, which stays as it is without this option:
              `apt-get source libcoap3`, version 4.3.2 or later.
  -h, --help  Print this.

--sizes and --check also fail where a probe exceeds its limit: a panic symbol, static RAM, a heap, or the bytes,
stack and instructions that the task's sources name.

The task needs the target thumbv7em-none-eabi. It adds the target with rustup, or builds it from the component
rust-src. Stack and instructions need qemu-system-arm. The built probes stay in the target folder, in
thumbv7em-none-eabi/release. The probes in C need arm-none-eabi-gcc.
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
    let mut libcoap = None;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let chosen = match arg.as_str() {
            "--sizes" => Mode::Sizes,
            "--print" => Mode::Print,
            "--check" => Mode::Check,
            "--require" => {
                require = true;
                continue;
            }
            "--libcoap" => {
                let folder =
                    args.next().ok_or_else(|| Failure::Usage("--libcoap needs a folder".into()))?;
                // The probes are built in another folder.
                let folder =
                    fs::canonicalize(folder).map_err(|error| format!("{folder}: {error}"))?;
                libcoap = Some(folder);
                continue;
            }
            "-h" | "--help" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(Failure::Usage(format!("`footprint` has no option `{other}`"))),
        };
        if mode != Mode::Write {
            return Err(Failure::Usage(
                "`footprint` takes only one of --sizes, --print and --check".into(),
            ));
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
    let held = fs::read_to_string(&path).map_err(|error| format!("{FILE}: {error}"))?;
    let from_c = match (mode, Compiler::find(&toolchain)?) {
        (Mode::Sizes, _) => None,
        (_, Err(what)) => {
            missing(what)?;
            None
        }
        (_, Ok(compiler)) => {
            Some(measure_c(&compiler, &toolchain, emulator.as_ref(), libcoap.as_deref())?)
        }
    };
    match (mode, emulator) {
        (Mode::Write, Some(emulator)) => {
            let text = report::write(
                &toolchain,
                &emulator,
                &measured,
                &peers,
                &section_c(&held, from_c, libcoap.as_deref()),
            )?;
            fs::write(path, text).map_err(|error| Failure::Task(format!("{FILE}: {error}")))
        }
        (Mode::Write, None) => {
            println!("{FILE}: not written");
            Ok(())
        }
        (Mode::Check, _) => {
            if let Some((compiler, measured)) = &from_c {
                check::report_c(&held, compiler, measured)?;
            }
            check::report(&held, &toolchain, &measured)
        }
        (Mode::Sizes, _) => check::limits(&measured),
        (Mode::Print, _) => Ok(()),
    }
}

/// Measures the probes in C, and the one of libcoap if its source is there.
fn measure_c(
    compiler: &Compiler,
    toolchain: &Toolchain,
    emulator: Option<&Emulator>,
    libcoap: Option<&Path>,
) -> Result<(String, Vec<Measured>), Failure> {
    let functions = compiler.prove_no_panic()?;
    println!("{functions} functions of the C library, linked without a panic");
    let harness = harness(toolchain, emulator)?;
    let mut measured = measure_programs(harness.as_ref(), &c::OURS, &compiler.build()?)?;
    measured.extend(measure(toolchain, emulator, &[c::IN_RUST], "")?);
    if let Some(libcoap) = libcoap {
        measured.extend(measure_programs(
            harness.as_ref(),
            &[c::PEER],
            &[compiler.build_peer(libcoap)?],
        )?);
    }
    report::print(&measured);
    Ok((compiler.name.clone(), measured))
}

/// The section about C, from what was measured. Without libcoap, the one that the report has.
fn section_c(
    held: &str,
    from_c: Option<(String, Vec<Measured>)>,
    libcoap: Option<&Path>,
) -> String {
    match (from_c, libcoap.and_then(Path::file_name)) {
        (Some((compiler, measured)), Some(folder)) => {
            let folder = folder.to_string_lossy();
            let version = folder.rsplit('-').next().unwrap_or_default();
            report::section_c(&compiler, version, &measured)
        }
        _ => report::held_section_c(held).to_owned(),
    }
}
