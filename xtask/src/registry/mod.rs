//! The task `registry`: replaces a file of `cri-registry` by files of IANA or of a draft.

mod json;
mod source;
#[cfg(test)]
mod tests;

use clap::builder::NonEmptyStringValueParser;

use crate::workspace::{generate, root};
use source::{DATA, REVISIONS, Scheme, Source};

/// Replace a scheme table of cri-registry by files of IANA or of a draft, or check the tables
///
/// The task writes crates/cri-registry/data/REVISION.csv and REVISION.txt, from which the compiler
/// makes the table. Without --from, it writes the tables that are there again, sorted. In the end it
/// writes both tables to testvectors/json/schemes.json, with the default ports.
///
/// Example: cargo xtask registry --from uri-schemes-1.csv --source 'URI Schemes of IANA, 1 December
/// 2026'
///
/// A FILE is a table of the draft, or uri-schemes-1.csv, the registry "URI Schemes" that IANA
/// publishes at <https://www.iana.org/assignments/uri-schemes> with a column of CRI scheme numbers.
/// draft-27 has numbers of unregistered names in a second table; name both files then. The task
/// finds columns by name: "CRI scheme number"; "URI scheme name", "URI scheme" or "Scheme name";
/// and "Reference". It skips rows without a number. It removes remarks in parentheses from names, and writes them in
/// lower case, sorted by number. A repeated or bad number or name, and a missing column, are errors
/// with file and line. After an error, the task writes nothing.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Merge these files into the file of one revision
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "source")]
    from: Vec<String>,
    /// What the files are, and their date: the table says it to its users
    #[arg(long, value_name = "TEXT", requires = "from", value_parser = NonEmptyStringValueParser::new())]
    source: Option<String>,
    /// The revision of the files; that of the RFC follows IANA
    #[arg(long, default_value = REVISIONS[1], value_parser = REVISIONS, requires = "from")]
    revision: String,
    /// Write nothing, and fail if a table is not as the task would write it
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments { from, source, revision, check } = arguments;
    if let Some(source) = source {
        generate(&format!("{DATA}/{revision}.csv"), &merged(from)?, *check)?;
        generate(&format!("{DATA}/{revision}.txt"), &format!("{source}\n"), *check)?;
    } else {
        for revision in REVISIONS {
            let path = format!("{DATA}/{revision}.csv");
            let own = Source::read(&root().join(&path).display().to_string(), false)?;
            generate(&path, &table(&[own])?, *check)?;
        }
    }
    generate("testvectors/json/schemes.json", &json::text()?, *check)
}

/// The text of a table that has the schemes of the files with these names.
fn merged(files: &[String]) -> Result<String, String> {
    let files: Result<Vec<_>, _> = files.iter().map(|file| Source::read(file, true)).collect();
    table(&files?)
}

/// The text of a table that has the schemes of these files.
fn table(files: &[Source]) -> Result<String, String> {
    let rows = source::schemes(files)?;
    let rows = rows.iter().map(|Scheme { number, name, .. }| format!("{number},{name}\n"));
    Ok(format!("CRI scheme number,URI scheme name\n{}", rows.collect::<String>()))
}
