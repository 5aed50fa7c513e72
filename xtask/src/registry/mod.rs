//! The task `registry`: CSV files to the tables of `cri-registry`.

// The crate reads what this task writes by this file: it is the same one. The crate itself cannot
// be asked, since it may not compile before its tables are written.
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

use crate::failure::Failure;
use source::{Port, Source};

const HELP: &str = "\
Writes crates/cri-registry/src/generated/*.rs from crates/cri-registry/data/*.csv

Usage: cargo xtask registry [--check] [--from FILE... [--revision REVISION]]

  --check              Write nothing; fail if a file is not what would be written.
  --from FILE...       First replace the CSV file of one revision by what these files say
                       together, in the draft's three columns, names cleaned, by number.
  --revision REVISION  Which: draft-16 or draft-27 (the default: it is the one that follows IANA).
  -h, --help           Print this.

A FILE is what IANA publishes at https://www.iana.org/assignments/uri-schemes (the registry \"URI
Schemes\" as CSV and, as a second file, the numbers of unregistered names), or a table of the draft.
Columns are found by name: \"CRI scheme number\"; \"URI scheme name\", \"URI scheme\" or \"Scheme name\";
and \"Reference\". Rows without a number are skipped. Names lose a remark in parentheses, and their
capitals. A number or a name given twice, a bad number or name, and a missing column are errors that
name file and line; nothing is written then.

Exit status: 0 done, 1 stale or an error in a file, 2 wrong usage.
";

/// The directory of the crate, from the root of the workspace.
const CRATE: &str = "crates/cri-registry";

/// The revisions by the names of their files.
const REVISIONS: [&str; 2] = ["draft-16", "draft-27"];

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Arguments {
    check: bool,
    from: Vec<String>,
    revision: &'static str,
}

/// A file to be written: its path from the root of the workspace, and what is to be in it.
struct Output {
    path: String,
    text: String,
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    if args.iter().any(|arg| arg == "-h" || arg == "--help") {
        print!("{HELP}");
        return Ok(());
    }
    let arguments = Arguments::parse(args).map_err(Failure::Usage)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for line in perform(&arguments, &root)? {
        println!("{line}");
    }
    Ok(())
}

impl Arguments {
    fn parse(args: &[String]) -> Result<Arguments, String> {
        let mut check = false;
        let mut from = Vec::new();
        let mut revision = None;
        let mut args = args.iter().peekable();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--check" => check = true,
                "--from" => {
                    let before = from.len();
                    while let Some(file) = args.next_if(|arg| !arg.starts_with("--")) {
                        from.push(file.clone());
                    }
                    if from.len() == before {
                        return Err("expected a file after `--from`".into());
                    }
                }
                "--revision" => {
                    let name = args.next().map_or("", String::as_str);
                    let known = REVISIONS.into_iter().find(|known| *known == name);
                    revision =
                        Some(known.ok_or_else(|| format!("expected {} after `--revision`", REVISIONS.join(" or ")))?);
                }
                other => return Err(format!("expected an option of `registry`, found `{other}`")),
            }
        }
        if revision.is_some() && from.is_empty() {
            return Err("expected `--from` beside `--revision`: both revisions are always written".into());
        }
        Ok(Arguments { check, from, revision: revision.unwrap_or("draft-27") })
    }
}

/// Does what the arguments ask for, in the workspace at `root`; returns what there is to report.
fn perform(arguments: &Arguments, root: &Path) -> Result<Vec<String>, String> {
    // Everything is worked out before anything is written, so that an error leaves no mixture.
    let outputs = outputs(arguments, root)?;
    let stale = outputs
        .iter()
        .filter(|output| !fs::read(root.join(&output.path)).is_ok_and(|held| held == output.text.as_bytes()));
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
            fs::write(root.join(&output.path), &output.text).map_err(|error| format!("{}: {error}", output.path))?;
            Ok(format!("wrote {}", output.path))
        })
        .collect()
}

/// Every file that the sources determine.
fn outputs(arguments: &Arguments, root: &Path) -> Result<Vec<Output>, String> {
    let data = |name: &str| format!("{CRATE}/data/{name}.csv");
    let default_ports = Source::read(root, &data("default-ports"))?;
    let ports = source::ports(&default_ports)?;
    let mut outputs = Vec::new();
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
        outputs.push(Output {
            path: format!("{CRATE}/src/generated/{}.rs", revision.replace('-', "_")),
            text: tables::rust(&registry, &schemes, &default_ports, &ports)?,
        });
    }
    match unused.first() {
        None => Ok(outputs),
        Some(Port { name, at, .. }) => Err(format!("{at}: no revision has a number for `{name}`")),
    }
}

/// What these files say together, in the draft's three columns.
fn merge(files: &[String]) -> Result<String, String> {
    // As the user named them: from where the user is.
    let sources = files.iter().map(|file| Source::read(Path::new(""), file));
    let sources: Vec<Source> = sources.collect::<Result<_, _>>()?;
    tables::csv(&source::schemes(&sources)?)
}
