//! Writes the symbols by which `cri.h` finds, while a program is linked, that the library is for another processor.
//!
//! Each symbol names a processor that runs the code of the library's target. The header refers to the processor of the
//! program. Linkers do not compare processors: they only compare how functions pass floating-point numbers.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The M-profile processors of Arm, and the beginnings of the targets whose code they run.
const ARM: [(&str, &[&str]); 6] = [
    ("armv6m", &["thumbv6m-"]),
    ("armv7m", &["thumbv6m-", "thumbv7m-"]),
    ("armv7em", &["thumbv6m-", "thumbv7m-", "thumbv7em-"]),
    ("armv8m_base", &["thumbv6m-", "thumbv8m.base-"]),
    ("armv8m_main", &["thumbv6m-", "thumbv7m-", "thumbv8m.base-", "thumbv8m.main-"]),
    (
        "armv8m_main_dsp",
        &["thumbv6m-", "thumbv7m-", "thumbv7em-", "thumbv8m.base-", "thumbv8m.main-"],
    ),
];

/// What a RISC-V processor may lack, and the feature whose instructions it then does not run.
const RISCV: [(&str, &str); 2] = [("riscv_without_m", "m"), ("riscv_without_c", "c")];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET")?;
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let arm = ARM.iter().filter(|(_, targets)| targets.iter().any(|of| target.starts_with(of)));
    let riscv = RISCV.iter().filter(|(_, lacks)| {
        target.starts_with("riscv") && features.split(',').all(|feature| feature != *lacks)
    });
    let names = arm.map(|(name, _)| name).chain(riscv.map(|(name, _)| name));
    let symbol = |name| format!(".globl cri_runs_on_{name}\n.set cri_runs_on_{name}, 0\n");
    let symbols: String = names.map(symbol).collect();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("processors.s"), symbols)?;
    Ok(())
}
