//! The task `coverage`: checks that a vector or a test shows each requirement.
//!
//! A vector names the rows of `testvectors/requirements.csv` that it shows in its field `shows`. A test names them in a
//! line comment directly above it and its attributes:
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
mod spec;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::process::Command;

use cri_testvectors::Corpus;

use crate::workspace::{fill, generate, output, read, root};
use claims::Claim;
use rows::Requirement;

/// The file with a row for each requirement.
const ROWS: &str = "testvectors/requirements.csv";

/// The file with the table of what the documents leave open.
const SPEC: &str = "SPEC.md";

/// The comment before that table.
const TABLE: &str = "`cargo xtask coverage` writes this table";

/// Check that a vector or a test shows each row of testvectors/requirements.csv, and write the table of SPEC.md
///
/// The table of SPEC.md has the rows that no document decides (levels GAP and CHOICE), without those that
/// docs/defects.md explains.
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
    /// Write nothing, and fail if SPEC.md is stale. Do not print why rows are not testable
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let rows = rows::read(&read(ROWS)?, ROWS)?;
    let (claims, mut problems) = claims()?;
    let shown: HashSet<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
    print!("{}", report::summary(&rows, &shown));
    if !arguments.check {
        print!("{}", report::not_testable(&rows));
    }
    problems.extend(untrue(&rows, &claims));
    problems.extend(open(&rows, &shown));
    let spec = fill(&read(SPEC)?, TABLE, &spec::table(&rows, &claims))?;
    problems.extend(generate(SPEC, &spec, arguments.check).err());
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// The claims of all vectors and tests, and what is wrong with the places of claims.
fn claims() -> Result<(Vec<Claim>, Vec<String>), String> {
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    let (mut claims, mut problems) = (claims::of_vectors(&corpus), Vec::new());
    let files = ["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"];
    let files = output(Command::new("git").args(files).current_dir(root()))?;
    // Git also names files that were removed.
    for name in files.lines().filter(|name| root().join(name).exists()) {
        claims::of_tests(name, &read(name)?, &mut claims, &mut problems);
    }
    Ok((claims, problems))
}

/// The claims on rows that do not exist or that are not testable.
fn untrue(rows: &[Requirement], claims: &[Claim]) -> Vec<String> {
    let rows: HashMap<&str, &Requirement> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let problem = |Claim { id, place, .. }: &Claim| match rows.get(id.as_str()) {
        None => Some(format!("{place}: there is no requirement {id:?}")),
        Some(row) if row.is_testable() => None,
        Some(_) => Some(format!(
            "{place}: {id} is not testable, so nothing shows it; remove the claim or change the row's level"
        )),
    };
    claims.iter().filter_map(problem).collect()
}

/// The rows that are open.
fn open(rows: &[Requirement], shown: &HashSet<&str>) -> Vec<String> {
    let open = rows.iter().filter(|row| report::state(row, shown) == report::State::Open);
    open.map(|row| format!("no vector and no test shows {}: {}", row.id, row.requirement)).collect()
}
