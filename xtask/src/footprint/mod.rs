//! The task `footprint`: the code size, stack and instructions of small probes on a Cortex-M4, in `benches/FOOTPRINT.md`.
//!
//! `cargo xtask footprint --sizes` is the quick one, for while one makes something smaller. See `HELP`.

mod build;
mod emulator;
mod image;
mod report;

use std::env;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;

use build::{Missing, Toolchain};
use emulator::{Emulator, Run};
use image::Image;

use crate::failure::Failure;

/// The file that is written, from the root of the workspace.
const FILE: &str = "benches/FOOTPRINT.md";

const HELP: &str = "\
Measures the probes of firmware/footprint for a Cortex-M4, and writes benches/FOOTPRINT.md

Usage: cargo xtask footprint [--sizes | --print | --check] [--require]

  --sizes     Only code size, static RAM and panic symbols, and only of our own probes. Writes nothing.
  --print     Measure our own probes, print, and write nothing.
  --check     Measure our own probes, write nothing, and fail where one has a panic symbol, static RAM or a heap, or is
              more than 3 % above benches/FOOTPRINT.md. Figures of another toolchain are not compared, which is said.
  --require   Fail where the compiler's target or the emulator cannot be had, which is otherwise only said.
  -h, --help  Print this.

Needs the target thumbv7em-none-eabi, which it adds with rustup, or builds from the component rust-src. Stack and
instructions need qemu-system-arm. The probes are left in thumbv7em-none-eabi/release of the folder for targets.
";

/// Our own probes, and what each does.
const OURS: [Probe; 9] = [
    Probe { name: "decode", does: "decode a CRI" },
    Probe { name: "decode-two", does: "decode a base and a reference" },
    Probe { name: "decode-resolve", does: "the same, and resolve" },
    Probe { name: "decode-resolve-encode", does: "the same, and encode the result" },
    Probe { name: "decode-resolve-iterate", does: "decode two, resolve, walk segments and parameters" },
    Probe { name: "decode-resolve-iterate-options", does: "the same, and write the result's CoAP options" },
    Probe { name: "uri-to-cri", does: "URI to CRI, six CoAP schemes" },
    Probe { name: "cri-to-uri", does: "CRI to URI, six CoAP schemes" },
    Probe { name: "uri-to-cri-and-back", does: "URI to CRI and back, six CoAP schemes" },
];

/// Those of peers.
const PEERS: [Probe; 6] = [
    Probe { name: "fluent-uri-parse", does: "parse a URI" },
    Probe { name: "fluent-uri-resolve", does: "parse a base and a reference, and resolve" },
    Probe { name: "fluent-uri-normalize", does: "parse a URI, and normalise" },
    Probe { name: "iri-string-parse", does: "validate a URI" },
    Probe { name: "iri-string-resolve", does: "validate a base and a reference, and resolve" },
    Probe { name: "iri-string-normalize", does: "validate a URI, and normalise" },
];

/// A program of `firmware/footprint`.
struct Probe {
    name: &'static str,
    does: &'static str,
}

/// What was measured of a probe.
struct Measured {
    name: &'static str,
    does: &'static str,
    /// Bytes of .text and .rodata.
    code: u64,
    /// Bytes of .data and .bss.
    ram: u64,
    /// Names of functions that are there to panic.
    panics: Vec<String>,
    /// What the emulator says.
    run: Option<Run>,
}

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
            other => return Err(Failure::Usage(format!("expected an option of `footprint`, found `{other}`"))),
        };
        if mode != Mode::Write {
            return Err(Failure::Usage("expected one of --sizes, --print and --check".into()));
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
            report::check(&held, &toolchain, &measured)
        }
        (Mode::Sizes | Mode::Print, _) => Ok(()),
    }
}

/// Measures probes: what they take in memory, and, where there is an emulator, how they run.
fn measure(
    toolchain: &Toolchain,
    emulator: Option<&Emulator>,
    probes: &[Probe],
    features: &str,
) -> Result<Vec<Measured>, Failure> {
    let names: Vec<&str> = probes.iter().map(|probe| probe.name).collect();
    let programs = toolchain.build("cri-footprint", &names, features)?;
    let harness = match emulator {
        Some(emulator) => {
            let mut built = toolchain.build("cri-emulator", &["cri-emulator"], "")?;
            built.pop().map(|harness| (emulator, harness))
        }
        None => None,
    };
    let measure = |(&Probe { name, does }, program): (&Probe, &PathBuf)| {
        let failed = |error: &dyn Display| Failure::Task(format!("{name}: {error}"));
        let Image { code, ram, panics } = image::read(program).map_err(|error| failed(&error))?;
        let run = match &harness {
            Some((emulator, harness)) => Some(emulator.run(harness, program).map_err(|error| failed(&error))?),
            None => None,
        };
        Ok(Measured { name, does, code, ram, panics, run })
    };
    probes.iter().zip(&programs).map(measure).collect()
}

/// The root of the workspace.
fn root() -> PathBuf {
    // As `cargo run` says it, and not the compiler: two checkouts may share this program by their folder for targets.
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(folder).join("..")
}
