//! The task `vectors`: writes the corpus as JSON, for implementations in any language.

mod answer;
mod cases;
mod document;
mod json;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use cri_testvectors::Corpus;

use crate::failure::{Failure, asks_for_check};
use crate::workspace::root;

const HELP: &str = "\
Writes testvectors/json/vectors.json from testvectors/*.toml

Usage: cargo xtask vectors [--check]

  --check     Write nothing, and fail if a file is stale.
  -h, --help  Print this.

testvectors/README.md explains the cases.

Exit status: 0 done, 1 stale or an error in a file, 2 wrong usage.
";

const FILE: &str = "testvectors/json/vectors.json";

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(check) = asks_for_check(args, "vectors", HELP)? else { return Ok(()) };
    let root = root();
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    let (text, path) = (text(&root, &corpus)?, root.join(FILE));
    if fs::read(&path).is_ok_and(|held| held == text.as_bytes()) {
        println!("{FILE} is up to date");
    } else if check {
        return Err(Failure::Task(format!("stale: {FILE}\nrun `cargo xtask vectors`")));
    } else {
        fs::write(&path, &text).map_err(|error| format!("{FILE}: {error}"))?;
        println!("wrote {FILE}");
    }
    Ok(())
}

/// The text of the file.
fn text(root: &Path, corpus: &Corpus) -> Result<String, String> {
    let requirements = document::requirements(&root.join("testvectors/requirements.csv"))?;
    document::text(&requirements, &cases::all(corpus))
}
