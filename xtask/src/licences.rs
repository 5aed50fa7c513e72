//! The task `licences`: checks that `deny.toml` allows the licence of every dependency.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::failure::{Failure, asks_for_help};
use crate::workspace::root;

const HELP: &str = "\
Checks the licence of every dependency against deny.toml

Usage: cargo xtask licences
";

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    if asks_for_help(args, "licences", HELP)? {
        return Ok(());
    }
    let root = root();
    let deny = fs::read_to_string(root.join("deny.toml"))
        .map_err(|error| format!("deny.toml: {error}"))?;
    let deny: Deny = toml::from_str(&deny).map_err(|error| format!("deny.toml: {error}"))?;
    // The page is a workspace of its own.
    let mut packages = metadata(&root)?.packages;
    packages.extend(metadata(&root.join("web/build"))?.packages);
    let refused: Vec<String> =
        packages.iter().filter_map(|package| refuse(package, &deny.licenses.allow)).collect();
    if refused.is_empty() {
        println!("{} packages, each with a licence that deny.toml allows", packages.len());
        return Ok(());
    }
    Err(Failure::Task(refused.join("\n")))
}

/// What `cargo metadata` says of the workspace in a folder.
fn metadata(folder: &Path) -> Result<Metadata, Failure> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--all-features"])
        .current_dir(folder)
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(Failure::Task(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}").into())
}

/// Why a package's licence is refused; `None` if it is allowed.
fn refuse(package: &Package, allow: &[String]) -> Option<String> {
    let Package { name, version, license } = package;
    let Some(license) = license else {
        return Some(format!("{name} {version}: the package names no licence"));
    };
    let expression = match Expression::parse_mode(license, ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => return Some(format!("{name} {version}: {error}")),
    };
    let allowed = expression.evaluate(|required| allow.contains(&required.to_string()));
    (!allowed).then(|| format!("{name} {version}: deny.toml does not allow {license}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: Option<&str>) -> Package {
        Package { name: "a".into(), version: "1.0.0".into(), license: license.map(Into::into) }
    }

    #[test]
    fn one_alternative_or_all_of_a_conjunction_must_be_allowed() {
        let allow = ["MIT".to_owned(), "BSD-3-Clause".to_owned()];
        for license in
            ["MIT", "Apache-2.0 OR MIT", "Apache-2.0/MIT", "(Apache-2.0 OR MIT) AND BSD-3-Clause"]
        {
            assert_eq!(refuse(&package(Some(license)), &allow), None, "{license}");
        }
        for license in ["Apache-2.0", "MIT AND Apache-2.0", "no licence"] {
            assert!(refuse(&package(Some(license)), &allow).is_some(), "{license}");
        }
        assert!(refuse(&package(None), &allow).is_some());
    }
}
