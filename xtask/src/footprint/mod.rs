//! The task `footprint`: code size, stack and instructions of small probes on a Cortex-M4, in `benches/FOOTPRINT.md`.

mod build;
mod c;
mod check;
mod emulator;
mod image;
mod probes;
mod record;

use std::path::PathBuf;
use std::slice;

use build::Toolchain;
use c::Compiler;
use cri_testvectors::not_checked;
use emulator::Emulator;
use probes::{Group, Measured, Probe, build, measure, measure_programs, of_group};
use record::Record;

/// Measure the probes of checks/firmware/footprint for a Cortex-M4, and write benches/FOOTPRINT.md
///
/// --sizes and --check also fail where a probe exceeds its limit: a panic symbol, static RAM, a heap,
/// or the bytes, stack and instructions that the task's sources name.
///
/// The task needs the target thumbv7em-none-eabi. It adds the target with rustup, or builds it from
/// the component rust-src. Stack and instructions need qemu-system-arm. The built probes stay in the
/// target folder, in thumbv7em-none-eabi/release. The probes in C need arm-none-eabi-gcc.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Measure only code size, static RAM and panic symbols, of our own probes. Takes seconds; writes
    /// nothing
    #[arg(long, group = "mode")]
    sizes: bool,
    /// Measure our own probes and print the figures. Writes nothing
    #[arg(long, group = "mode")]
    print: bool,
    /// Measure our own probes, and fail where one is more than 3 % above benches/footprint.toml.
    /// With another toolchain than the one in the file, the task prints NOT CHECKED. Writes nothing
    #[arg(long, group = "mode")]
    check: bool,
    /// Print the functions and constants of a probe, such as `decode`, with their bytes of flash. Writes
    /// nothing
    #[arg(long, group = "mode", value_name = "PROBE")]
    symbols: Option<String>,
    /// Fail if the compiler's target or the emulator is missing. Without it, the task prints NOT CHECKED
    #[arg(long)]
    require: bool,
    /// The source of libcoap, whose row stays as it is without this option: `apt-get source
    /// libcoap3`, version 4.3.2 or later
    #[arg(long, value_name = "FOLDER")]
    libcoap: Option<PathBuf>,
}

impl Arguments {
    /// The tool that was found. If it is missing, the message says how to install it.
    fn noting<T>(&self, found: Result<T, String>) -> Result<Option<T>, String> {
        match found {
            Ok(found) => return Ok(Some(found)),
            Err(missing) if self.require => return Err(missing),
            Err(missing) => not_checked(missing),
        }
        Ok(None)
    }
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let probes = probes::read()?;
    let mut record = Record::read()?;
    let Some(toolchain) = arguments.noting(Toolchain::find())? else { return Ok(()) };
    if let Some(name) = &arguments.symbols {
        return print_symbols(name, &toolchain, &probes);
    }
    if arguments.sizes {
        let ours = measure(&toolchain, None, &of_group(&probes, Group::Ours))?;
        return check::fail(&check::exceeded(&ours));
    }
    let emulator = arguments.noting(Emulator::find(&toolchain))?;
    let ours = measure(&toolchain, emulator.as_ref(), &of_group(&probes, Group::Ours))?;
    let from_c = match arguments.noting(c::find())? {
        Some(compiler) => {
            measure_c(arguments, &Compiler::new(compiler, &toolchain)?, emulator.as_ref(), &probes)?
        }
        None => None,
    };
    if arguments.check {
        let mut problems = check::exceeded(&ours);
        problems.extend(check::without_probe(&ours));
        let mut problems_of = |what, held, found: &str, measured: &[_]| {
            if held == found {
                problems.extend(check::grown(&record, measured));
            } else {
                not_checked(format_args!(
                    "the record benches/footprint.toml, which is of {what} {held}: this one is {found}"
                ));
            }
        };
        problems_of("the toolchain", &*record.toolchain, &toolchain.name, &ours);
        if let Some((compiler, measured)) = &from_c {
            problems_of("the C compiler", &*record.c_compiler, compiler, measured);
            problems.extend(check::wasteful(measured));
        }
        check::fail(&problems)?;
        println!("{} probes checked", ours.len());
        return Ok(());
    }
    if arguments.print {
        return Ok(());
    }
    let Some(emulator) = emulator else {
        println!("benches/FOOTPRINT.md: not written");
        return Ok(());
    };
    let peers = measure(&toolchain, Some(&emulator), &of_group(&probes, Group::Peers))?;
    record.add(ours);
    record.add(peers);
    if let Some((compiler, measured)) = from_c {
        if let Some(libcoap) = &arguments.libcoap {
            let folder = libcoap.to_string_lossy();
            record.c_compiler.clone_from(&compiler);
            record.libcoap =
                folder.trim_end_matches('/').rsplit('-').next().unwrap_or_default().into();
        }
        if record.c_compiler == compiler {
            record.add(measured);
        } else {
            println!(
                "the rows in C: not written, because libcoap's row is of {}",
                record.c_compiler
            );
        }
    }
    record.peers = record::peer_versions()?;
    (record.toolchain, record.emulator) = (toolchain.name, emulator.name);
    record.write(&probes)
}

/// Prints what a probe has in flash. The probe may be in Rust or of the C library.
fn print_symbols(name: &str, toolchain: &Toolchain, probes: &[Probe]) -> Result<(), String> {
    let probe = probes.iter().find(|probe| probe.name == name);
    let probe = probe
        .ok_or_else(|| format!("checks/firmware/footprint/probes.toml has no probe {name}"))?;
    let program = match probe.group {
        Group::C => Compiler::new(c::find()?, toolchain)?.build(probe)?,
        Group::CPeer => return Err(format!("{name} needs the source of libcoap")),
        _ => build(toolchain, slice::from_ref(probe))?.remove(0),
    };
    for symbol in image::symbols(&program).map_err(|error| format!("{name}: {error}"))? {
        println!("{:>6}  {}", record::grouped(symbol.bytes), symbol.name);
    }
    Ok(())
}

/// The name of the C compiler, and the figures of the probes in C, with the one of libcoap if its source is there.
fn measure_c(
    arguments: &Arguments,
    compiler: &Compiler<'_>,
    emulator: Option<&Emulator>,
    probes: &[Probe],
) -> Result<Option<(String, Vec<Measured>)>, String> {
    let functions = compiler.prove_no_panic()?;
    compiler.prove_processors_differ()?;
    println!("{functions} functions of the C library, linked without a panic");
    let in_c = of_group(probes, Group::C);
    let programs = in_c.iter().map(|probe| compiler.build(probe)).collect::<Result<Vec<_>, _>>()?;
    let mut measured = measure_programs(emulator, &in_c, &programs)?;
    measured.extend(measure(compiler.toolchain, emulator, &of_group(probes, Group::CInRust))?);
    if let Some(libcoap) = &arguments.libcoap {
        let peer = of_group(probes, Group::CPeer);
        let programs = peer.iter().map(|probe| compiler.build_peer(probe, libcoap));
        measured.extend(measure_programs(
            emulator,
            &peer,
            &programs.collect::<Result<Vec<_>, _>>()?,
        )?);
    }
    Ok(Some((compiler.name.clone(), measured)))
}
