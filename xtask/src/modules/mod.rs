//! The task `modules`: no modules of a crate import each other in a circle, none imports through the crate root, and
//! some folders import only from certain others.

mod circles;
mod graph;
mod report;
mod rules;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;

use std::env;
use std::path::PathBuf;
use std::process::Command;

use serde::Deserialize;

use crate::failure::{Failure, asks_for_check};
use crate::workspace::root;
use graph::Graph;
use rules::RULES;
use tree::Tree;

const HELP: &str = "\
Checks which modules of each crate import from which

Usage: cargo xtask modules [--check]

  --check     Print only what is wrong, and the totals.
  -h, --help  Print this.

The task reads the libraries, programs and benchmarks of the workspace, without their tests. It fails when
modules of a crate import from each other in a circle, and when a module imports through the crate root
(lib.rs) a name that another module defines. It also fails when `text` of cri-uri imports from the rest of
its crate, when `scheme` of cri-uri imports from more than `text`, and when `wire` of cri-core imports from
more than `buffer` and `error`.

An import is a `use` line, or a path in code such as `crate::text::parse`. It leads to the module that defines the
name. If the path names a module that only re-exports the name, the import leads to that module, too.
A `mod` declaration is not an import.

Exit status: 0 all in order, 1 a circle or an import that is not allowed, 2 wrong usage.
";

/// The kinds of targets that hold tests, and build scripts.
const LEFT_OUT: [&str; 3] = ["custom-build", "example", "test"];

/// What `cargo metadata` says of the workspace.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_root: PathBuf,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    targets: Vec<Target>,
}

/// A library, program or benchmark.
#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let Some(check) = asks_for_check(args, "modules", HELP)? else { return Ok(()) };
    let metadata = metadata()?;
    let mut graphs = Vec::new();
    for Package { name, targets } in &metadata.packages {
        for Target { kind, src_path } in targets {
            if !kind.iter().any(|kind| LEFT_OUT.contains(&&**kind)) {
                let tree = Tree::read(src_path, &metadata.workspace_root)?;
                graphs.push(Graph::new(name, tree));
            }
        }
    }
    if !check {
        for graph in &graphs {
            print!("{}", report::arrows(graph));
        }
    }
    println!("{}", judge(&graphs)?);
    Ok(())
}

/// Returns the totals. Circles and forbidden imports are an error, and so is an empty list.
fn judge(graphs: &[Graph]) -> Result<String, String> {
    let modules: usize = graphs.iter().map(|graph| graph.tree.modules.len()).sum();
    if modules == 0 {
        return Err(
            "no module was read: `cargo metadata` names no library, program or benchmark".into()
        );
    }
    let problems: String = graphs.iter().map(|graph| report::problems(graph, &RULES)).collect();
    if !problems.is_empty() {
        return Err(problems.trim_end().into());
    }
    Ok(format!("{modules} modules of {} crates, without a circle", graphs.len()))
}

fn metadata() -> Result<Metadata, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}
