//! What the task prints.

use std::fmt::Write;

use super::circles::{Arrows, shortest_circle};
use super::graph::{Graph, Import};
use super::rules::Rule;

/// Each module that imports from others, with these.
pub(super) fn arrows(graph: &Graph) -> String {
    let mut text = format!("{} ({})\n", graph.package, graph.tree.modules[0].file);
    for (from, to) in arrows_of(graph) {
        let names: Vec<String> = to.iter().map(|&to| graph.name(to)).collect();
        let _ = writeln!(text, "  {} <- {}", graph.name(from), names.join(", "));
    }
    text
}

/// A paragraph about the shortest circle, and a line for each import through the crate root and each that
/// breaks a rule; empty if the crate is in order.
pub(super) fn problems(graph: &Graph, rules: &[Rule]) -> String {
    let mut text = String::new();
    for rule in rules.iter().filter(|rule| rule.package == graph.package) {
        if !graph.tree.modules.iter().any(|module| rule.holds(module)) {
            let _ = writeln!(
                text,
                "{}: no module is in {}, which a rule names",
                rule.package, rule.folder
            );
        }
        for import in graph.imports.iter().filter(|import| rule.forbids(graph, import)) {
            let to = graph.name(import.to);
            let _ = writeln!(text, "{} of {to}; {rule}", shown(graph, import));
        }
    }
    for import in graph.imports.iter().filter(|import| import.is_through_root) {
        let _ = writeln!(
            text,
            "{} through the crate root; import it from the module that defines it",
            shown(graph, import)
        );
    }
    if let Some(circle) = shortest_circle(&arrows_of(graph)) {
        let name = |&module: &usize| graph.name(module);
        let way: Vec<String> = circle.iter().chain(circle.first()).map(name).collect();
        let _ = writeln!(
            text,
            "{}: {} modules import each other in a circle: {}",
            graph.package,
            circle.len(),
            way.join(" -> ")
        );
        let is_inside = |it: &&Import| circle.contains(&it.from) && circle.contains(&it.to);
        for import in graph.imports.iter().filter(is_inside) {
            let _ = writeln!(text, "  {} of {}", shown(graph, import), graph.name(import.to));
        }
    }
    text
}

/// Where an import is, and what it says.
fn shown(graph: &Graph, import: &Import) -> String {
    let Import { from, line, path, .. } = import;
    let file = &graph.tree.modules[*from].file;
    format!("{file}:{line}: {} imports `{path}`", graph.name(*from))
}

fn arrows_of(graph: &Graph) -> Arrows {
    let mut arrows = Arrows::new();
    for Import { from, to, .. } in &graph.imports {
        arrows.entry(*from).or_default().insert(*to);
    }
    arrows
}
