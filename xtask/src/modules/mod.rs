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

use crate::workspace::{packages, root};
use graph::Graph;
use rules::RULES;
use tree::Tree;

/// Check which modules of each crate import from which
///
/// The task reads the libraries, programs and benchmarks of the workspace, without their tests. It
/// fails when modules of a crate import from each other in a circle, and when a module imports
/// through the crate root (lib.rs) a name that another module defines. It also fails when `text` of
/// cri-uri imports from the rest of its crate, when `scheme` of cri-uri imports from more than
/// `text`, when `wire` of cri-core imports from more than `buffer` and `error`, when `options` of
/// cri-coap imports from more than `error`, and when `request` or `aif` of cri-coap import from more
/// than `error` and `options`.
///
/// An import is a `use` line, or a path in code such as `crate::text::parse`. It leads to the module
/// that defines the name. If the path names a module that only re-exports the name, the import leads
/// to that module, too. A `mod` declaration is not an import.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print only what is wrong, and the totals
    #[arg(long)]
    check: bool,
}

/// The kinds of targets that hold tests, and build scripts.
const LEFT_OUT: [&str; 3] = ["custom-build", "example", "test"];

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut graphs = Vec::new();
    for package in packages(".", "--no-deps")? {
        for target in &package.targets {
            if !target.kind.iter().any(|kind| LEFT_OUT.contains(&&**kind)) {
                let tree = Tree::read(&target.src_path, &root())?;
                graphs.push(Graph::new(&package.name, tree));
            }
        }
    }
    if !arguments.check {
        graphs.iter().for_each(|graph| print!("{}", report::arrows(graph)));
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
