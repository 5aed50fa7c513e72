//! The task `licences`: checks that `deny.toml` allows the licence of every dependency.

use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::workspace::{Package, packages, read};

/// The part of `deny.toml` that the task reads.
#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

/// Runs the task.
pub(crate) fn run() -> Result<(), String> {
    let deny: Deny =
        toml::from_str(&read("deny.toml")?).map_err(|error| format!("deny.toml: {error}"))?;
    let mut all = packages(".", "--all-features")?;
    // The page and the package for Python are workspaces of their own.
    for folder in ["bindings/web/build", "bindings/python"] {
        all.extend(packages(folder, "--all-features")?);
    }
    let refused: Vec<_> =
        all.iter().filter_map(|package| refuse(package, &deny.licenses.allow)).collect();
    if !refused.is_empty() {
        return Err(refused.join("\n"));
    }
    println!("{} packages, each with a licence that deny.toml allows", all.len());
    Ok(())
}

/// Why a package's licence is refused; `None` if it is allowed.
fn refuse(package: &Package, allow: &[String]) -> Option<String> {
    let problem = match package.license.as_deref() {
        None => "the package names no licence".into(),
        Some(license) => match Expression::parse_mode(license, ParseMode::LAX) {
            Ok(found) if found.evaluate(|one| allow.contains(&one.to_string())) => return None,
            Ok(_) => format!("deny.toml does not allow {license}"),
            Err(error) => error.to_string(),
        },
    };
    Some(format!("{} {}: {problem}", package.name, package.version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_alternative_or_all_of_a_conjunction_must_be_allowed() {
        let allow = ["MIT".to_owned(), "BSD-3-Clause".to_owned()];
        let refused = |license: Option<&str>| {
            let package = Package {
                name: "a".into(),
                version: "1.0.0".into(),
                license: license.map(Into::into),
                targets: Vec::new(),
            };
            refuse(&package, &allow)
        };
        for license in
            ["MIT", "Apache-2.0 OR MIT", "Apache-2.0/MIT", "(Apache-2.0 OR MIT) AND BSD-3-Clause"]
        {
            assert_eq!(refused(Some(license)), None, "{license}");
        }
        for license in ["Apache-2.0", "MIT AND Apache-2.0", "no licence"] {
            assert!(refused(Some(license)).is_some(), "{license}");
        }
        assert!(refused(None).is_some());
    }
}
