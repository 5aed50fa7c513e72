//! The probes in C: of the C library, and of libcoap, which a C program could take instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::build::{Missing, TARGET, Toolchain};
use super::image;
use super::probes::Probe;
use crate::failure::Failure;
use crate::workspace::root;

const COMPILER: &str = "arm-none-eabi-gcc";
/// The probes and the linker script are named from here.
const FOLDER: &str = "firmware";
const HEADER: &str = "crates/cri-c/include/cri.h";
/// Flags for the processor of the target. They make the code small, and put each function in a section of its own.
const FLAGS: [&str; 10] = [
    "-mcpu=cortex-m4",
    "-mthumb",
    "-mfloat-abi=soft",
    "-std=gnu99",
    "-Os",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wno-attributes",
    "-Ifootprint/c",
    "-I../crates/cri-c/include",
];
const LINK: [&str; 5] = [
    "-nostartfiles",
    "-Wl,--gc-sections,--entry=probe,--build-id=none",
    "-Wl,-z,noexecstack",
    "-Wl,--no-warn-rwx-segments",
    "-Tfootprint/probe.ld",
];

/// The probes of the C library.
pub(super) const OURS: [Probe; 3] = [
    Probe { name: "c-decode", does: "decode a CRI" },
    Probe {
        name: "c-decode-resolve-options",
        does: "decode two, resolve, write the result and its CoAP options",
    },
    Probe {
        name: "c-uri-to-options",
        does: "URI to CRI, six CoAP schemes, and write its CoAP options",
    },
];

/// The work of the last one, in Rust.
pub(super) const IN_RUST: Probe = Probe {
    name: "uri-to-options",
    does: "in Rust: URI to CRI, six CoAP schemes, and write its CoAP options",
};

/// The probe of libcoap.
pub(super) const PEER: Probe = Probe {
    name: "libcoap-uri-to-options",
    does: "`coap_split_uri`, `coap_uri_into_options`, write the options",
};

/// The sources of libcoap that the probe needs.
const PEER_SOURCES: [&str; 3] = ["coap_uri.c", "coap_option.c", "coap_encode.c"];

/// A C compiler for the target, and the C library built for it.
pub(super) struct Compiler {
    /// The compiler's name for itself.
    pub(super) name: String,
    library: PathBuf,
    /// Where the linked programs go.
    out: PathBuf,
}

impl Compiler {
    /// Finds the compiler, and builds the library.
    pub(super) fn find(toolchain: &Toolchain) -> Result<Result<Self, Missing>, Failure> {
        let output = Command::new(COMPILER).arg("--version").output();
        let text = output
            .ok()
            .filter(|output| output.status.success())
            .map(|output| output.stdout)
            .unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let Some(name) = text.lines().next() else {
            return Ok(Err(Missing(format!(
                "the C library was not measured: install {COMPILER} (Debian: `apt-get install gcc-arm-none-eabi \
                 libnewlib-arm-none-eabi`)"
            ))));
        };
        let root = root();
        let root = root.canonicalize().unwrap_or(root);
        let out = root.join("target/footprint-c");
        fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let library = toolchain.build_library(&root)?;
        Ok(Ok(Self { name: name.into(), library, out }))
    }

    /// Builds the probes of the C library, and returns their paths in the same order.
    pub(super) fn build(&self) -> Result<Vec<PathBuf>, Failure> {
        let library = [self.library.display().to_string()];
        OURS.iter().map(|probe| self.link(probe.name, probe.name, &library, &[])).collect()
    }

    /// Builds the probe of libcoap from its sources in a folder.
    pub(super) fn build_peer(&self, libcoap: &Path) -> Result<PathBuf, Failure> {
        let include = libcoap.join("include");
        let mut args = vec!["-Ifootprint/c/libcoap".to_owned(), format!("-I{}", include.display())];
        args.extend(
            PEER_SOURCES.map(|source| libcoap.join("src").join(source).display().to_string()),
        );
        self.link(PEER.name, PEER.name, &args, &[])
    }

    /// Links every function of the header, and fails if one of them can panic.
    pub(super) fn prove_no_panic(&self) -> Result<usize, Failure> {
        let header = fs::read_to_string(root().join(HEADER))
            .map_err(|error| format!("{HEADER}: {error}"))?;
        let names = functions(&header);
        let kept: Vec<String> =
            names.iter().map(|name| format!("-Wl,--undefined={name}")).collect();
        let library = [self.library.display().to_string()];
        let program = self.link("c-everything", OURS[0].name, &library, &kept)?;
        let image = image::read(&program).map_err(|error| format!("c-everything: {error}"))?;
        if !image.panics.is_empty() {
            return Err(Failure::Task(format!(
                "the C library can panic: {}",
                image.panics.join(", ")
            )));
        }
        Ok(names.len())
    }

    fn link(
        &self,
        program: &str,
        source: &str,
        sources: &[String],
        flags: &[String],
    ) -> Result<PathBuf, Failure> {
        let path = self.out.join(program);
        let mut command = Command::new(COMPILER);
        command
            .current_dir(root().join(FOLDER))
            .args(FLAGS)
            .arg(format!("footprint/c/{source}.c"))
            .args(sources);
        command.args(LINK).args(flags).arg("-o").arg(&path);
        let status = command.status().map_err(|error| format!("{COMPILER}: {error}"))?;
        if status.success() {
            Ok(path)
        } else {
            Err(Failure::Task(format!("{program} does not build for {TARGET}")))
        }
    }
}

/// The functions that a header declares: each line that begins with a type has one.
fn functions(header: &str) -> Vec<&str> {
    let lines =
        header.lines().filter(|line| line.starts_with("int ") || line.starts_with("const char *"));
    lines.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_header_is_found() {
        let header = fs::read_to_string(root().join(HEADER)).expect("the header");
        let found = functions(&header);
        for name in
            ["cri_strerror", "cri_decode", "cri_resolve", "cri_populate", "cri_compose_origin"]
        {
            assert!(found.contains(&name), "{found:?}");
        }
        assert!(
            found
                .iter()
                .all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
        );
    }
}
