//! The probes, and how they are measured.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::build::Toolchain;
use super::emulator::{Emulator, Run};
use super::image::{self, Image};
use crate::workspace::read as read_file;

/// A program of `checks/firmware/footprint`, in Rust or in C.
#[derive(Clone, Deserialize)]
pub(super) struct Probe {
    pub(super) group: Group,
    pub(super) name: String,
    /// What the probe does, for readers of the report.
    pub(super) does: String,
}

/// The groups of probes: those of one table, built in one way.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Group {
    /// Of our own crates.
    Ours,
    /// Of the C library.
    C,
    /// The work of the last one of these, in Rust.
    CInRust,
    /// Of libcoap, which a C program could take instead.
    CPeer,
    /// Of other crates.
    Peers,
}

/// The figures of one probe.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    #[serde(skip)]
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) image: Image,
    /// What the emulator measured, if there is one.
    #[serde(flatten)]
    pub(super) run: Option<Run>,
}

/// The names of figures, as they follow a number.
pub(super) const FLASH: &str = "bytes of flash";
pub(super) const PANICS: &str = "panics";
pub(super) const RAM: &str = "bytes of static RAM";
pub(super) const HEAP: &str = "bytes of heap";
pub(super) const STACK: &str = "bytes of stack";
pub(super) const MEAN: &str = "instructions";

impl Measured {
    /// All figures, in the order of the report's columns. A figure is `None` if no emulator measured it.
    pub(super) fn figures(&self) -> [(&'static str, Option<u64>); 7] {
        let Image { flash, ram, panics } = &self.image;
        let run = self.run;
        [
            (FLASH, Some(*flash)),
            (PANICS, Some(panics.len() as u64)),
            (RAM, Some(*ram)),
            (HEAP, run.map(|run| run.heap)),
            (STACK, run.map(|run| run.stack)),
            (MEAN, run.map(|run| run.mean)),
            ("instructions at most", run.map(|run| run.most)),
        ]
    }
}

/// Reads the list of the probes.
pub(super) fn read() -> Result<Vec<Probe>, String> {
    const FILE: &str = "checks/firmware/footprint/probes.toml";
    #[derive(Deserialize)]
    struct Probes {
        probe: Vec<Probe>,
    }
    let probes: Probes =
        toml::from_str(&read_file(FILE)?).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(probes.probe)
}

/// The probes of a group.
pub(super) fn of_group(probes: &[Probe], group: Group) -> Vec<Probe> {
    probes.iter().filter(|probe| probe.group == group).cloned().collect()
}

/// Builds probes in Rust, and returns their programs in the same order.
pub(super) fn build(toolchain: &Toolchain, probes: &[Probe]) -> Result<Vec<PathBuf>, String> {
    let names: Vec<&str> = probes.iter().map(|probe| &*probe.name).collect();
    let features =
        if probes.iter().any(|probe| probe.group == Group::Peers) { "peers" } else { "" };
    toolchain.build("cri-footprint", &names, features)
}

/// Builds probes in Rust, and measures their images. With an emulator, runs them too.
pub(super) fn measure(
    toolchain: &Toolchain,
    emulator: Option<&Emulator>,
    probes: &[Probe],
) -> Result<Vec<Measured>, String> {
    measure_programs(emulator, probes, &build(toolchain, probes)?)
}

/// Measures the images of probes that were built. With an emulator, runs them too.
pub(super) fn measure_programs(
    emulator: Option<&Emulator>,
    probes: &[Probe],
    programs: &[PathBuf],
) -> Result<Vec<Measured>, String> {
    let measure = |(probe, program): (&Probe, &PathBuf)| {
        let name = probe.name.clone();
        let image = image::read(program).map_err(|error| format!("{name}: {error}"))?;
        let run = emulator.map(|emulator| emulator.run(program)).transpose();
        let run = run.map_err(|error| format!("{name}: {error}"))?;
        let measured = Measured { name, image, run };
        let figures = measured.figures().into_iter();
        let figures = figures.filter_map(|(what, figure)| Some(format!("{} {what}", figure?)));
        println!("{:<32}{}", probe.name, figures.collect::<Vec<_>>().join(", "));
        Ok(measured)
    };
    probes.iter().zip(programs).map(measure).collect()
}
