//! The task `coverage`: checks that a vector or a test shows each requirement.
//!
//! A vector names the rows of `testvectors/requirements.csv` that it shows in its field `shows`. A test names them in a
//! line comment directly above it, before or between its attributes:
//!
//! ```text
//! // shows: D16-5.1-17, D16-5.2-08
//! #[test]
//! fn discards_are_small() {
//! ```
//!
//! If the line ends with a comma, the list continues in the next comment line.

mod claims;
mod report;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::{Failure, asks_for_check};
use crate::workspace::root;
use claims::Claim;
use rows::Requirement;

const HELP: &str = "\
Checks that a vector or a test shows each row of testvectors/requirements.csv

Usage: cargo xtask coverage [--check]

  --check     Print only the summary, and fail if a row is open.
  -h, --help  Print this.

A row is open if no vector and no test names it, and its level is not \"not testable\". The column `reason` of
a row that is not testable says why.

The task always fails on a claim that cannot be true: a vector or test names a row that does not exist, or one that
is not testable; a comment `// shows:` does not stand directly above a test, or its test is ignored. It fails on a
row that is there twice, that has an unknown level, or that is not testable without a reason.

Exit status: 0 all in order, 1 a row or a claim is wrong, 2 wrong usage.
";

/// Folders whose files no test command reads.
const LEFT_OUT: [&str; 2] = ["target", ".git"];

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(check) = asks_for_check(args, "coverage", HELP)? else { return Ok(()) };
    let root = root();
    let csv = root.join("testvectors/requirements.csv");
    let rows = rows::read(&csv, &relative(&csv, &root))?;
    let mut problems = Vec::new();
    let claims = claims_of(&root, &mut problems)?;
    let shown: HashSet<&str> = claims.iter().map(|(_, claim)| claim.id.as_str()).collect();
    print!("{}", report::summary(&rows, &shown));
    if !check {
        print!("{}", report::not_testable(&rows));
        print!("{}", report::open(&rows, &shown));
    }
    problems.extend(untrue(&rows, &claims));
    if check {
        problems.extend(open(&rows, &shown));
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Task(problems.join("\n"))) }
}

/// Reads the claims of all vectors and tests below `root`, each with the name of its file. Problems with the places of
/// claims are added to `problems`.
fn claims_of(root: &Path, problems: &mut Vec<String>) -> Result<Vec<(String, Claim)>, String> {
    let mut claims = Vec::new();
    let vectors =
        fs::read_dir(root.join("testvectors")).map_err(|error| format!("testvectors: {error}"))?;
    for entry in vectors {
        let path = entry.map_err(|error| format!("testvectors: {error}"))?.path();
        if path.extension().is_some_and(|found| found == "toml") && !path.ends_with("Cargo.toml") {
            let name = relative(&path, root);
            let found =
                claims::of_vectors(&text(&path)?).map_err(|error| format!("{name}: {error}"))?;
            claims.extend(found.into_iter().map(|claim| (name.clone(), claim)));
        }
    }
    for path in rust_files(root)? {
        let name = relative(&path, root);
        match claims::of_tests(&text(&path)?) {
            Ok(found) => claims.extend(found.into_iter().map(|claim| (name.clone(), claim))),
            Err(wrong) => problems.extend(
                wrong.into_iter().map(|(line, problem)| format!("{name}:{line}: {problem}")),
            ),
        }
    }
    Ok(claims)
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// All files `*.rs` below `folder`, sorted by path.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            if path.is_dir() {
                if path
                    .file_name()
                    .is_some_and(|name| !LEFT_OUT.iter().any(|left_out| name == *left_out))
                {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// The claims on rows that do not exist or that are not testable.
fn untrue(rows: &[Requirement], claims: &[(String, Claim)]) -> Vec<String> {
    let rows: HashMap<&str, &Requirement> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let problem = |id: &str| match rows.get(id) {
        None => Some(format!("there is no requirement {id:?}")),
        Some(row) if row.is_testable() => None,
        Some(_) => Some(format!(
            "{id} is not testable, so nothing shows it; remove the claim or change the row's level"
        )),
    };
    let problem = |(file, Claim { id, line }): &(String, Claim)| {
        Some(format!("{file}:{line}: {}", problem(id)?))
    };
    claims.iter().filter_map(problem).collect()
}

/// The rows that are open.
fn open(rows: &[Requirement], shown: &HashSet<&str>) -> Vec<String> {
    let open = rows.iter().filter(|row| report::state(row, shown) == report::State::Open);
    open.map(|row| format!("no vector and no test shows {}: {}", row.id, row.requirement)).collect()
}
