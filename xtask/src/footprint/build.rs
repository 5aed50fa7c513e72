//! The compiler for the microcontroller, and building with it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use crate::c_library;
use crate::workspace::{cargo, output};

/// A Cortex-M4 without a floating-point unit.
pub(super) const TARGET: &str = "thumbv7em-none-eabi";

/// A compiler for the target.
pub(super) struct Toolchain {
    /// The compiler's name for itself, and where `core` comes from. Only figures of one name are compared.
    pub(super) name: String,
    /// Whether `core` and `alloc` for the target are built from source.
    builds_core: bool,
}

impl Toolchain {
    /// Finds the compiler that builds this task, and adds the target to it.
    pub(super) fn find() -> Result<Self, String> {
        let mut name = version("rustc").ok_or("no probe was built: install rustc")?;
        let asked = |args: &[&str]| output(Command::new("rustc").args(args));
        let is_installed = || {
            let folder = asked(&["--print", "target-libdir", "--target", TARGET]);
            folder.is_ok_and(|folder| Path::new(folder.trim_end()).is_dir())
        };
        if !is_installed() {
            // The compiler may be installed without rustup.
            let _ = Command::new("rustup").args(["target", "add", TARGET]).status();
        }
        let builds_core = !is_installed();
        if builds_core {
            let source = PathBuf::from(asked(&["--print", "sysroot"])?.trim_end())
                .join("lib/rustlib/src/rust/library/Cargo.lock");
            if !source.is_file() {
                return Err(format!(
                    "no probe was built: install the target {TARGET} (`rustup target add {TARGET}`) or the source of \
                     the standard library (`rustup component add rust-src`)"
                ));
            }
            name.push_str(", core from source");
        }
        Ok(Self { name, builds_core })
    }

    /// Builds the C library, and returns its path.
    pub(super) fn build_library(&self) -> Result<PathBuf, String> {
        c_library::build_with(&mut self.cargo(".", &["rustc"]), TARGET)
    }

    /// Builds programs of a package in `checks/firmware/`, and returns their paths in the same order.
    pub(super) fn build(
        &self,
        package: &str,
        programs: &[&str],
        features: &str,
    ) -> Result<Vec<PathBuf>, String> {
        let mut command =
            self.cargo("checks/firmware", &["build", "--release", "--package", package]);
        command.args(["--target", TARGET]);
        command.args(["--message-format", "json-render-diagnostics", "--features", features]);
        command.args(programs.iter().flat_map(|program| ["--bin", program]));
        let messages = output(&mut command)?;
        let artifacts: Vec<Artifact> =
            messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let path = |name: &&str| {
            let artifact = artifacts.iter().find(|artifact| artifact.target.name == *name);
            let path = artifact.map(|artifact| artifact.executable.clone());
            path.ok_or_else(|| format!("cargo built no {name}"))
        };
        programs.iter().map(path).collect()
    }

    /// Cargo in a folder.
    fn cargo(&self, folder: &str, args: &[&str]) -> Command {
        let mut command = cargo(folder, args);
        if self.builds_core {
            command.args(["-Zbuild-std=core,alloc", "-Zbuild-std-features=compiler-builtins-mem"]);
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        // These variables would change what is measured.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command
    }
}

/// The first line of what a program says of its version; `None` if it is not installed.
pub(super) fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    text.lines().next().map(str::to_owned)
}

/// A message from cargo about a program.
#[derive(Deserialize)]
struct Artifact {
    target: Target,
    executable: PathBuf,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}
