//! The task `registry`: writes the tables of `cri-registry` from CSV files.

// The crate and this task must agree on the hash, so both compile this file. The task cannot depend on the crate,
// which may not compile before its tables are written.
mod perfect;
#[path = "../../../crates/cri-registry/src/perfect_hash.rs"]
mod perfect_hash;
mod source;
mod tables;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;
use std::slice;

use clap::builder::NonEmptyStringValueParser;

use crate::workspace::root;
use source::{Port, Source};

/// The directory of the crate, from the root of the workspace.
const CRATE: &str = "crates/cri-registry";

/// The revisions, as in the names of their files.
const REVISIONS: [&str; 2] = ["draft-16", "rfc9988"];

/// Write the scheme tables of cri-registry from its CSV files
///
/// The task writes crates/cri-registry/src/generated/*.rs from crates/cri-registry/data/*.csv.
///
/// Example: cargo xtask registry --from uri-schemes-1.csv --source 'URI Schemes of IANA, 1 December
/// 2026'
///
/// A FILE is a table of the draft, or uri-schemes-1.csv, the registry "URI Schemes" that IANA
/// publishes at <https://www.iana.org/assignments/uri-schemes> with a column of CRI scheme numbers.
/// draft-27 has numbers of unregistered names in a second table; name both files then. The task
/// finds columns by name: "CRI scheme number"; "URI scheme name", "URI scheme" or "Scheme name";
/// and "Reference". It skips rows without a number. It removes remarks in parentheses from names,
/// and writes them in lower case. A repeated or bad number or name, and a missing column, are
/// errors with file and line. After an error, the task writes nothing.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if a file is stale
    #[arg(long)]
    check: bool,
    /// First merge these files into the CSV file of one revision: the draft's three columns, names
    /// cleaned, sorted by number
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "source")]
    from: Vec<String>,
    /// What the files are, and their date: the table says it to its users
    #[arg(long, value_name = "TEXT", requires = "from", value_parser = NonEmptyStringValueParser::new())]
    source: Option<String>,
    /// The revision of the files; that of the RFC follows IANA
    #[arg(long, requires = "from", default_value = REVISIONS[1], value_parser = REVISIONS)]
    revision: String,
}

/// A file to write: its path from the root of the workspace, and its text.
struct Output {
    path: String,
    text: String,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    for line in perform(arguments, &root())? {
        println!("{line}");
    }
    Ok(())
}

/// Does the task in the workspace at `root`. Returns the lines to print.
fn perform(arguments: &Arguments, root: &Path) -> Result<Vec<String>, String> {
    // All texts are made before any is written, so an error leaves the files as they were.
    let outputs = outputs(arguments, root)?;
    let stale = outputs.iter().filter(|output| {
        !fs::read(root.join(&output.path)).is_ok_and(|held| held == output.text.as_bytes())
    });
    if arguments.check {
        let paths: Vec<String> = stale.map(|output| format!("stale: {}", output.path)).collect();
        return if paths.is_empty() {
            Ok(vec!["the scheme tables are up to date".into()])
        } else {
            Err(format!("{}\nrun the same command without `--check`", paths.join("\n")))
        };
    }
    stale
        .map(|output| {
            fs::write(root.join(&output.path), &output.text)
                .map_err(|error| format!("{}: {error}", output.path))?;
            Ok(format!("wrote {}", output.path))
        })
        .collect()
}

/// Every file that the task writes.
fn outputs(arguments: &Arguments, root: &Path) -> Result<Vec<Output>, String> {
    let data = |name: &str| format!("{CRATE}/data/{name}.csv");
    let default_ports = Source::read(root, &data("default-ports"))?;
    let ports = source::ports(&default_ports)?;
    let mut outputs = Vec::new();
    let mut origins = source::origins(&Source::read(root, &data("sources"))?)?;
    if let Some(text) = &arguments.source {
        origins.insert(arguments.revision.clone(), text.clone());
        outputs.push(Output { path: data("sources"), text: tables::origins_csv(&origins)? });
    }
    let mut unused: Vec<&Port> = ports.iter().collect();
    for revision in REVISIONS {
        let registry = if arguments.revision == revision && !arguments.from.is_empty() {
            let registry = Source { name: data(revision), text: merge(&arguments.from)? };
            outputs.push(Output { path: registry.name.clone(), text: registry.text.clone() });
            registry
        } else {
            Source::read(root, &data(revision))?
        };
        let schemes = source::schemes(slice::from_ref(&registry))?;
        unused.retain(|port| schemes.iter().all(|scheme| scheme.name != port.name));
        let origin = origins
            .get(revision)
            .ok_or_else(|| format!("{}: no row has `{revision}`", data("sources")))?;
        outputs.push(Output {
            path: format!("{CRATE}/src/generated/{}.rs", revision.replace('-', "_")),
            text: tables::rust(origin, &registry, &schemes, &default_ports, &ports)?,
        });
    }
    match unused.first() {
        None => Ok(outputs),
        Some(Port { name, at, .. }) => Err(format!("{at}: no revision has a number for `{name}`")),
    }
}

/// Merges files into the draft's three columns.
fn merge(files: &[String]) -> Result<String, String> {
    // Paths are relative to the user's folder.
    let sources = files.iter().map(|file| Source::read(Path::new(""), file));
    let sources: Vec<Source> = sources.collect::<Result<_, _>>()?;
    tables::csv(&source::schemes(&sources)?)
}
