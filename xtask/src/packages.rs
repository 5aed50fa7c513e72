//! The task `packages`: packs every crate as for crates.io, and checks that what is in the packages compiles.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::process::Command;

use toml::Table;

use crate::workspace::{Package, cargo, packages, read, root, run as finish, write};

/// What a package must contain besides its sources.
const REQUIRED: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The folder of the unpacked packages, from the root of the workspace.
const UNPACKED: &str = "target/packages";

/// Runs the task.
pub(crate) fn run() -> Result<(), String> {
    let mut published = packages(".", "--no-deps")?;
    published.retain(|package| package.publish.is_none());
    let publish = ["publish", "--workspace", "--dry-run", "--no-verify", "--allow-dirty"];
    finish(cargo(".", &publish).arg("--quiet"))?;
    // The packages that `publish` made are gone after a dry run.
    let pack = ["package", "--no-verify", "--allow-dirty", "--quiet"];
    finish(cargo(".", &pack).args(published.iter().flat_map(|package| ["-p", &package.name])))?;
    let unpacked = root().join(UNPACKED);
    let cleared = if unpacked.exists() { fs::remove_dir_all(&unpacked) } else { Ok(()) };
    cleared
        .and_then(|()| fs::create_dir_all(&unpacked))
        .map_err(|error| format!("{UNPACKED}: {error}"))?;
    for package in &published {
        let archive = root().join("target/package").join(folder(package) + ".crate");
        // Files in archives have times of long ago. With the time of now (`m`), Cargo sees what
        // changed since an earlier run.
        finish(Command::new("tar").arg("-xzmf").arg(archive).current_dir(&unpacked))?;
        let lacks = |file: &&&str| !unpacked.join(folder(package)).join(file).is_file();
        if let Some(file) = REQUIRED.iter().find(lacks) {
            return Err(format!("the package {} has no {file}", package.name));
        }
        let library = unpacked.join(folder(package)).join("src/lib.rs");
        if fs::read_to_string(library).is_ok_and(|text| !text.contains(&html_root(package))) {
            return Err(format!("the library {} needs {}", package.name, html_root(package)));
        }
    }
    write(&format!("{UNPACKED}/Cargo.toml"), &(manifest(&published) + &profile()?))?;
    // The packages compile with the dependencies that the workspace has.
    fs::copy(root().join("Cargo.lock"), unpacked.join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    // The tests passed in the workspace. Here, only a file may be missing that the compiler reads.
    let check = ["check", "--workspace", "--all-features", "--all-targets", "--quiet"];
    finish(cargo(UNPACKED, &check).args(["--target-dir", "../../target"]))?;
    println!("{} packages compile, with their tests", published.len());
    Ok(())
}

fn folder(package: &Package) -> String {
    format!("{}-{}", package.name, package.version)
}

/// The line of a library that says where its documentation is. Without it, the first `cargo doc --no-deps` cannot link to it.
fn html_root(Package { name, version, .. }: &Package) -> String {
    format!("#![doc(html_root_url = \"https://docs.rs/{name}/{version}\")]")
}

/// What the manifest of the unpacked packages begins with.
const WORKSPACE: &str = r#"[workspace]
resolver = "3"
members = ["*-[0-9]*"]

[patch.crates-io]
"#;

/// A workspace of the unpacked packages, in which each stands for the one of crates.io.
fn manifest(packages: &[Package]) -> String {
    let patches = packages
        .iter()
        .map(|package| format!("{} = {{ path = \"{}\" }}\n", package.name, folder(package)));
    WORKSPACE.to_owned() + &patches.collect::<String>()
}

/// The repository's profile `dev`. With it, the dependencies that were checked there serve here.
fn profile() -> Result<String, String> {
    let failed = |error: &dyn Display| format!("the profile of Cargo.toml: {error}");
    let manifest: Table = toml::from_str(&read("Cargo.toml")?).map_err(|error| failed(&error))?;
    let dev = manifest.get("profile").and_then(|profiles| profiles.get("dev"));
    let profile = BTreeMap::from([("profile", BTreeMap::from([("dev", dev)]))]);
    toml::to_string(&profile).map_err(|error| failed(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_stands_for_that_of_the_registry() {
        let package = |name: &str| Package {
            name: name.into(),
            version: "0.1.0".into(),
            license: None,
            publish: None,
            targets: Vec::new(),
        };
        let manifest = manifest(&[package("cri-core"), package("cri-uri")]);
        assert!(manifest.ends_with(
            "cri-core = { path = \"cri-core-0.1.0\" }\ncri-uri = { path = \"cri-uri-0.1.0\" }\n"
        ));
    }
}
