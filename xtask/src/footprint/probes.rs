//! The probes, and how they are measured.

use std::fmt::Display;
use std::path::PathBuf;

use super::build::Toolchain;
use super::emulator::Emulator;
use super::image::{self, Image};
use super::measured::Measured;
use crate::failure::Failure;

/// A program of `firmware/footprint`, in Rust or in C.
pub(super) struct Probe {
    pub(super) name: &'static str,
    pub(super) does: &'static str,
}

/// The probes of our own crates.
pub(super) const OURS: [Probe; 13] = [
    Probe { name: "decode", does: "decode a CRI" },
    Probe { name: "decode-two", does: "decode a base and a reference" },
    Probe { name: "decode-resolve", does: "decode two, resolve" },
    Probe { name: "decode-resolve-encode", does: "decode two, resolve, encode the result" },
    Probe {
        name: "decode-resolve-iterate",
        does: "decode two, resolve, walk segments and parameters",
    },
    Probe {
        name: "decode-resolve-iterate-options",
        does: "decode two, resolve, walk segments and parameters, write the result's CoAP options",
    },
    Probe { name: "uri-to-cri", does: "URI to CRI, six CoAP schemes" },
    Probe { name: "cri-to-uri", does: "CRI to URI, six CoAP schemes" },
    Probe { name: "uri-to-cri-and-back", does: "URI to CRI and back, six CoAP schemes" },
    Probe { name: "bytes", does: "refer to the bytes of a CRI" },
    Probe { name: "literal", does: "refer to the bytes of a literal" },
    Probe {
        name: "literal-value",
        does: "refer to a literal: its bytes and the offsets of its sections",
    },
    Probe {
        name: "literal-resolve-iterate-options",
        does: "resolve two literals, walk segments and parameters, write the result's CoAP options",
    },
];

/// The probes of peers.
pub(super) const PEERS: [Probe; 6] = [
    Probe { name: "fluent-uri-parse", does: "parse a URI" },
    Probe { name: "fluent-uri-resolve", does: "parse a base and a reference, and resolve" },
    Probe { name: "fluent-uri-normalize", does: "parse a URI, and normalise" },
    Probe { name: "iri-string-parse", does: "validate a URI" },
    Probe { name: "iri-string-resolve", does: "validate a base and a reference, and resolve" },
    Probe { name: "iri-string-normalize", does: "validate a URI, and normalise" },
];

/// Builds probes, and measures their images. With an emulator, runs them too.
pub(super) fn measure(
    toolchain: &Toolchain,
    emulator: Option<&Emulator>,
    probes: &[Probe],
    features: &str,
) -> Result<Vec<Measured>, Failure> {
    let names: Vec<&str> = probes.iter().map(|probe| probe.name).collect();
    let programs = toolchain.build("cri-footprint", &names, features)?;
    let harness = harness(toolchain, emulator)?;
    measure_programs(harness.as_ref(), probes, &programs)
}

/// The emulator with the program that runs probes.
pub(super) type Harness<'e> = (&'e Emulator, PathBuf);

/// Builds the program that runs probes, if there is an emulator.
pub(super) fn harness<'e>(
    toolchain: &Toolchain,
    emulator: Option<&'e Emulator>,
) -> Result<Option<Harness<'e>>, Failure> {
    Ok(match emulator {
        Some(emulator) => {
            let mut built = toolchain.build("cri-emulator", &["cri-emulator"], "")?;
            built.pop().map(|harness| (emulator, harness))
        }
        None => None,
    })
}

/// Measures the images of probes that were built. With a harness, runs them too.
pub(super) fn measure_programs(
    harness: Option<&Harness<'_>>,
    probes: &[Probe],
    programs: &[PathBuf],
) -> Result<Vec<Measured>, Failure> {
    let measure = |(&Probe { name, does }, program): (&Probe, &PathBuf)| {
        let failed = |error: &dyn Display| Failure::Task(format!("{name}: {error}"));
        let Image { code, ram, panics } = image::read(program).map_err(|error| failed(&error))?;
        let run = match harness {
            Some((emulator, harness)) => {
                Some(emulator.run(harness, program).map_err(|error| failed(&error))?)
            }
            None => None,
        };
        Ok(Measured { name, does, code, ram, panics, run })
    };
    probes.iter().zip(programs).map(measure).collect()
}
