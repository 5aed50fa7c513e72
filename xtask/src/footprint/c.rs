//! The probes in C: of the C library, and of libcoap, which a C program could take instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;

use super::build::{Toolchain, version};
use super::image;
use super::probes::Probe;
use crate::workspace::{read, root, run};

const COMPILER: &str = "arm-none-eabi-gcc";
/// The probes and the linker script are named from here.
const FOLDER: &str = "checks/firmware";
const HEADER: &str = "bindings/c/include/cri.h";
/// Flags for the processor of the target. They make the code small, put each function in a section of its own, and link
/// without start-up code.
const FLAGS: &str = "@footprint/c/gcc.flags";

/// The sources of libcoap that the probe needs.
const PEER_SOURCES: [&str; 3] = ["coap_uri.c", "coap_option.c", "coap_encode.c"];

/// A C compiler for the target, and the C library built for it.
pub(super) struct Compiler<'t> {
    /// The compiler's name for itself.
    pub(super) name: String,
    pub(super) toolchain: &'t Toolchain,
    library: String,
    /// Where the linked programs go.
    out: PathBuf,
}

/// Finds the compiler, and returns its name for itself.
pub(super) fn find() -> Result<String, String> {
    version(COMPILER).ok_or_else(|| {
        format!(
            "the C library was not measured: install {COMPILER} (Debian: `apt-get install gcc-arm-none-eabi \
             libnewlib-arm-none-eabi`)"
        )
    })
}

impl<'t> Compiler<'t> {
    /// Builds the library.
    pub(super) fn new(name: String, toolchain: &'t Toolchain) -> Result<Self, String> {
        let out = root().join("target/footprint-c");
        fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let library = toolchain.build_library()?.display().to_string();
        Ok(Self { name, toolchain, library, out })
    }

    /// Builds a probe of the C library, and returns its path.
    pub(super) fn build(&self, probe: &Probe) -> Result<PathBuf, String> {
        self.link(&probe.name, &probe.name, slice::from_ref(&self.library))
    }

    /// Builds the probe of libcoap from its sources in a folder.
    pub(super) fn build_peer(&self, probe: &Probe, libcoap: &Path) -> Result<PathBuf, String> {
        // The probes are built in another folder.
        let libcoap = fs::canonicalize(libcoap).map_err(|error| format!("{libcoap:?}: {error}"))?;
        let include = format!("-I{}", libcoap.join("include").display());
        let sources = PEER_SOURCES.map(|source| libcoap.join("src").join(source));
        let sources = sources.map(|source| source.display().to_string());
        let args = [&["-Ifootprint/c/libcoap".into(), include], &sources[..]].concat();
        self.link(&probe.name, &probe.name, &args)
    }

    /// Links every function of the header, and fails if one of them can panic.
    pub(super) fn prove_no_panic(&self) -> Result<usize, String> {
        let header = read(HEADER)?;
        let names = functions(&header);
        let mut args = vec![self.library.clone()];
        args.extend(names.iter().map(|name| format!("-Wl,--undefined={name}")));
        let program = self.link("c-everything", "c-decode", &args)?;
        let image = image::read(&program).map_err(|error| format!("c-everything: {error}"))?;
        if !image.panics.is_empty() {
            return Err(format!("the C library can panic: {}", image.panics.join(", ")));
        }
        Ok(names.len())
    }

    /// Links a probe for a processor that the library is not for, and fails if the linker does not complain.
    pub(super) fn prove_processors_differ(&self) -> Result<(), String> {
        for (processor, symbol) in
            [("cortex-m0", "cri_runs_on_armv6m"), ("cortex-m3", "cri_runs_on_armv7m")]
        {
            let args = [format!("-mcpu={processor}"), self.library.clone()];
            let (mut command, _) = self.linking("other-processor", "c-decode", &args);
            let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
            if !String::from_utf8_lossy(&output.stderr).contains(symbol) {
                return Err(format!("a library of another processor links for a {processor}"));
            }
        }
        Ok(())
    }

    fn link(&self, program: &str, source: &str, args: &[String]) -> Result<PathBuf, String> {
        let (mut command, path) = self.linking(program, source, args);
        run(&mut command)?;
        Ok(path)
    }

    /// The command that links a program, and the path of the program.
    fn linking(&self, program: &str, source: &str, args: &[String]) -> (Command, PathBuf) {
        let path = self.out.join(program);
        let mut command = Command::new(COMPILER);
        command.current_dir(root().join(FOLDER)).arg(FLAGS);
        command.arg(format!("footprint/c/{source}.c")).args(args).arg("-o").arg(&path);
        (command, path)
    }
}

/// The functions that a header declares: each line that begins with a type has one.
fn functions(header: &str) -> Vec<&str> {
    let is_function = |line: &&str| {
        ["int ", "bool ", "void ", "const char *"].iter().any(|kind| line.starts_with(kind))
    };
    let lines = header.lines().filter(is_function);
    lines.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_header_is_found() {
        let header = read(HEADER).expect("the header");
        let found = functions(&header);
        for name in [
            "cri_strerror",
            "cri_equal",
            "cri_decode",
            "cri_resolve",
            "cri_populate",
            "cri_compose_origin",
        ] {
            assert!(found.contains(&name), "{found:?}");
        }
        assert!(
            found
                .iter()
                .all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
        );
    }
}
