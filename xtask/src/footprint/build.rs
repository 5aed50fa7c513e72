//! The compiler for the microcontroller, and building with it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::failure::Failure;
use crate::workspace::root;

/// A Cortex-M4 without a floating-point unit.
pub(super) const TARGET: &str = "thumbv7em-none-eabi";

/// What is missing on this machine, and how to install it.
pub(super) struct Missing(pub(super) String);

/// A compiler for the target.
pub(super) struct Toolchain {
    /// The compiler's name for itself, and where `core` comes from. Only figures of one name are compared.
    pub(super) name: String,
    core: Core,
}

/// Where `core` and `alloc` for the target come from.
#[derive(Clone, Copy, PartialEq)]
enum Core {
    /// Installed with the toolchain.
    Installed,
    /// Built from source.
    Source,
}

impl Toolchain {
    /// Finds the compiler that builds this task, and adds the target to it.
    pub(super) fn find() -> Result<Result<Self, Missing>, Failure> {
        let mut name = ask(rustc().arg("--version"))?;
        let installed = || {
            let folder = ask(rustc().args(["--print", "target-libdir", "--target", TARGET]));
            folder.is_ok_and(|folder| Path::new(&folder).is_dir())
        };
        let added = || {
            Command::new("rustup")
                .args(["target", "add", TARGET])
                .status()
                .is_ok_and(|status| status.success())
        };
        if installed() || added() && installed() {
            return Ok(Ok(Self { name, core: Core::Installed }));
        }
        let sysroot = PathBuf::from(ask(rustc().args(["--print", "sysroot"]))?);
        if sysroot.join("lib/rustlib/src/rust/library/Cargo.lock").is_file() {
            name.push_str(", core from source");
            return Ok(Ok(Self { name, core: Core::Source }));
        }
        Ok(Err(Missing(format!(
            "no probe was built: install the target {TARGET} (`rustup target add {TARGET}`) or the source of the \
             standard library (`rustup component add rust-src`)"
        ))))
    }

    /// A toolchain that has only a name.
    #[cfg(test)]
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.into(), core: Core::Installed }
    }

    /// Builds the C library, and returns its path.
    pub(super) fn build_library(&self, root: &Path) -> Result<PathBuf, Failure> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(root).args([
            "rustc",
            "--quiet",
            "--package",
            "cri-c",
            "--profile",
            "staticlib-small",
        ]);
        command.args([
            "--crate-type",
            "staticlib",
            "--features",
            "panic-handler",
            "--target",
            TARGET,
        ]);
        command.env("CARGO_TARGET_DIR", root.join("target"));
        self.configure(&mut command);
        let status = command.status().map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(Failure::Task("the C library does not build".into()));
        }
        Ok(root.join("target").join(TARGET).join("staticlib-small/libcri_c.a"))
    }

    /// Sets what each build needs, and removes what would change it.
    fn configure(&self, command: &mut Command) {
        if self.core == Core::Source {
            command.args(["-Zbuild-std=core,alloc", "-Zbuild-std-features=compiler-builtins-mem"]);
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        // These variables would change what is measured.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    }

    /// Builds programs of a package in `firmware/`, and returns their paths in the same order.
    pub(super) fn build(
        &self,
        package: &str,
        programs: &[&str],
        features: &str,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(root().join("firmware")).args([
            "build",
            "--release",
            "--package",
            package,
        ]);
        command.args(["--target", TARGET, "--message-format", "json-render-diagnostics"]);
        command.args(["--features", features]);
        for program in programs {
            command.args(["--bin", program]);
        }
        self.configure(&mut command);
        let output =
            command.stderr(Stdio::inherit()).output().map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err(Failure::Task("the probes do not build".into()));
        }
        let messages = String::from_utf8_lossy(&output.stdout);
        let artifacts: Vec<Artifact> =
            messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let program = |name: &&str| {
            let artifact = artifacts.iter().find(|artifact| artifact.target.name == *name);
            artifact
                .map(|artifact| artifact.executable.clone())
                .ok_or_else(|| format!("cargo built no {name}").into())
        };
        programs.iter().map(program).collect()
    }
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

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc")))
}

/// The output of a program, without the end of the line.
fn ask(command: &mut Command) -> Result<String, Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output =
        command.stderr(Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(Failure::Task(format!("{program}: {}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
