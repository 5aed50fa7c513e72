//! The task `packages`: packs every crate as for crates.io, and checks that what is in the packages compiles.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::failure::{Failure, asks_for_help};
use crate::workspace::root;

const HELP: &str = "\
Packs every crate as for crates.io, and checks that what is in the packages compiles, tests included

Usage: cargo xtask packages

Nothing is uploaded. The packages are unpacked to target/packages, where each finds the others by path, since crates.io
may not have them yet.
";

/// What a package must contain besides its sources.
const REQUIRED: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// The registries that the crate may go to; absent for any registry, and empty for none.
    publish: Option<Vec<String>>,
}

impl Package {
    fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    if asks_for_help(args, "packages", HELP)? {
        return Ok(());
    }
    let root = root();
    let packages = published(&root)?;
    cargo(
        &root,
        &["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty", "--quiet"],
    )?;
    // The packages that `publish` made are gone after a dry run.
    let mut pack = vec!["package", "--no-verify", "--allow-dirty", "--quiet"];
    pack.extend(packages.iter().flat_map(|package| ["-p", &package.name]));
    cargo(&root, &pack)?;
    let unpacked = root.join("target/packages");
    if unpacked.exists() {
        fs::remove_dir_all(&unpacked)
            .map_err(|error| format!("{}: {error}", unpacked.display()))?;
    }
    fs::create_dir_all(&unpacked).map_err(|error| format!("{}: {error}", unpacked.display()))?;
    for package in &packages {
        let archive = root.join("target/package").join(format!("{}.crate", package.folder()));
        // Files in archives have times of long ago. With the time of now (`m`), Cargo sees what changed since an earlier run.
        complete(Command::new("tar").arg("-xzmf").arg(&archive).current_dir(&unpacked))?;
        for file in REQUIRED {
            if !unpacked.join(package.folder()).join(file).is_file() {
                return Err(Failure::Task(format!("the package {} has no {file}", package.name)));
            }
        }
    }
    write(&unpacked.join("Cargo.toml"), &manifest(&packages))?;
    // The packages compile with the dependencies that the workspace has.
    fs::copy(root.join("Cargo.lock"), unpacked.join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    // The tests passed in the workspace. Here, only a file may be missing that the compiler reads.
    let check = [
        "check",
        "--workspace",
        "--all-features",
        "--all-targets",
        "--quiet",
        "--target-dir",
        "../../target",
    ];
    cargo(&unpacked, &check)?;
    println!("{} packages compile, with their tests", packages.len());
    Ok(())
}

/// The crates that may be published.
fn published(root: &Path) -> Result<Vec<Package>, Failure> {
    let output = Command::new(cargo_path())
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Metadata = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata.packages.into_iter().filter(|package| package.publish.is_none()).collect())
}

/// What the manifest of the unpacked packages begins with. Its profile is that of the repository, so that the
/// dependencies which were compiled there serve here.
const WORKSPACE: &str = r#"[workspace]
resolver = "3"
members = ["*-[0-9]*"]

[profile.dev]
debug = "line-tables-only"

[patch.crates-io]
"#;

/// A workspace of the unpacked packages, in which each stands for the one of crates.io.
fn manifest(packages: &[Package]) -> String {
    let mut manifest = WORKSPACE.to_owned();
    for package in packages {
        // Writing to a string does not fail.
        let _ = writeln!(manifest, "{} = {{ path = \"{}\" }}", package.name, package.folder());
    }
    manifest
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| Failure::Task(format!("{}: {error}", path.display())))
}

fn cargo(folder: &Path, args: &[&str]) -> Result<(), Failure> {
    complete(Command::new(cargo_path()).args(args).current_dir(folder))
}

fn cargo_path() -> std::ffi::OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a command to its end.
fn complete(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(Failure::Task(format!("{command:?}: {status}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_stands_for_that_of_the_registry() {
        let package =
            |name: &str| Package { name: name.into(), version: "0.1.0".into(), publish: None };
        let manifest = manifest(&[package("cri-core"), package("cri-uri")]);
        assert!(manifest.ends_with(
            "cri-core = { path = \"cri-core-0.1.0\" }\ncri-uri = { path = \"cri-uri-0.1.0\" }\n"
        ));
    }
}
