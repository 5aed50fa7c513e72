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
use cases::Case;

const HELP: &str = "\
Writes testvectors/json/*.json from testvectors/*.toml

Usage: cargo xtask vectors [--check]

  --check     Write nothing, and fail if a file is stale.
  -h, --help  Print this.

vectors.json has all cases. draft-16.json and rfc9988.json have those of one revision, and those whose answer is the
same in both. testvectors/README.md explains them.

Exit status: 0 done, 1 stale or an error in a file, 2 wrong usage.
";

/// The files, and the revision whose cases each holds.
const FILES: [(&str, Option<&str>); 3] = [
    ("vectors.json", None),
    ("draft-16.json", Some("draft-16")),
    ("rfc9988.json", Some("rfc9988")),
];

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(check) = asks_for_check(args, "vectors", HELP)? else { return Ok(()) };
    let root = root();
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    let mut stale = Vec::new();
    for (name, text) in texts(&root, &corpus)? {
        let path = root.join("testvectors/json").join(name);
        if fs::read(&path).is_ok_and(|held| held == text.as_bytes()) {
            continue;
        }
        if check {
            stale.push(format!("stale: testvectors/json/{name}"));
        } else {
            fs::write(&path, &text).map_err(|error| format!("testvectors/json/{name}: {error}"))?;
            println!("wrote testvectors/json/{name}");
        }
    }
    if !stale.is_empty() {
        return Err(Failure::Task(format!("{}\nrun `cargo xtask vectors`", stale.join("\n"))));
    }
    if check {
        println!("the files of cases are up to date");
    }
    Ok(())
}

/// The text of each file, with the file's name.
fn texts(root: &Path, corpus: &Corpus) -> Result<Vec<(&'static str, String)>, String> {
    let requirements = document::requirements(&root.join("testvectors/requirements.csv"))?;
    let cases = cases::all(corpus);
    let text = |(name, revision): (&'static str, Option<&str>)| {
        let of_revision = |case: &&Case| {
            revision.is_none_or(|revision| [revision, "any"].contains(&case.revision))
        };
        let cases: Vec<&Case> = cases.iter().filter(of_revision).collect();
        Ok((name, document::text(&requirements, &cases)?))
    };
    FILES.into_iter().map(text).collect()
}
