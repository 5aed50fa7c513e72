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
use std::process::Command;

use crate::workspace::{output, read, root};
use claims::Claim;
use rows::Requirement;

/// The file with a row for each requirement.
const ROWS: &str = "testvectors/requirements.csv";

/// Check that a vector or a test shows each row of testvectors/requirements.csv
///
/// A row is open if no vector and no test names it, and its level is not "not testable". The column
/// `reason` of a row that is not testable says why. The task fails if a row is open.
///
/// It also fails on a claim that cannot be true: a vector or test names a row that does not
/// exist, or one that is not testable; a comment `// shows:` does not stand directly above a test,
/// or its test is ignored. It fails on a row that is there twice, that has an unknown level, or that
/// is not testable without a reason.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Do not print why rows are not testable
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let rows = rows::read(&read(ROWS)?, ROWS)?;
    let (claims, mut problems) = claims()?;
    let shown: HashSet<&str> = claims.iter().map(|(_, claim)| claim.id.as_str()).collect();
    print!("{}", report::summary(&rows, &shown));
    if !arguments.check {
        print!("{}", report::not_testable(&rows));
    }
    problems.extend(untrue(&rows, &claims));
    problems.extend(open(&rows, &shown));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// A claim, and the name of its file.
type Placed = (String, Claim);

/// The claims of all vectors and tests, each with the name of its file, and what is wrong with the places of claims.
fn claims() -> Result<(Vec<Placed>, Vec<String>), String> {
    let files = ["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"];
    let vectors = "testvectors/*.toml";
    let files = output(
        Command::new("git")
            .args(files)
            .args([vectors, ":!testvectors/*Cargo.toml"])
            .current_dir(root()),
    )?;
    let (mut claims, mut problems) = (Vec::new(), Vec::new());
    // Git also names files that were removed.
    for name in files.lines().filter(|name| root().join(name).exists()) {
        let text = read(name)?;
        let found = if name.ends_with(".toml") {
            claims::of_vectors(&text).map_err(|error| format!("{name}: {error}"))?
        } else {
            claims::of_tests(&text).unwrap_or_else(|wrong| {
                problems.extend(
                    wrong.into_iter().map(|(line, problem)| format!("{name}:{line}: {problem}")),
                );
                Vec::new()
            })
        };
        claims.extend(found.into_iter().map(|claim| (name.to_owned(), claim)));
    }
    Ok((claims, problems))
}

/// The claims on rows that do not exist or that are not testable.
fn untrue(rows: &[Requirement], claims: &[Placed]) -> Vec<String> {
    let rows: HashMap<&str, &Requirement> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let problem = |(file, Claim { id, line }): &Placed| {
        let problem = match rows.get(id.as_str()) {
            None => format!("there is no requirement {id:?}"),
            Some(row) if row.is_testable() => return None,
            Some(_) => format!(
                "{id} is not testable, so nothing shows it; remove the claim or change the row's level"
            ),
        };
        Some(format!("{file}:{line}: {problem}"))
    };
    claims.iter().filter_map(problem).collect()
}

/// The rows that are open.
fn open(rows: &[Requirement], shown: &HashSet<&str>) -> Vec<String> {
    let open = rows.iter().filter(|row| report::state(row, shown) == report::State::Open);
    open.map(|row| format!("no vector and no test shows {}: {}", row.id, row.requirement)).collect()
}
