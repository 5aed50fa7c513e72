//! What the task prints.

use std::fmt::Write;

use super::circles::{Arrows, circles, shortest};
use super::graph::{Graph, Import, Way};
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

/// A paragraph for each circle, and a line for each import through the crate root and each that breaks a rule; empty if
/// the crate is in order.
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
            let (place, from, to) =
                (place(graph, import), graph.name(import.from), graph.name(import.to));
            let _ = writeln!(text, "{place}: {from} imports `{}` of {to}; {rule}", import.path);
        }
    }
    let through_root = |import: &&Import| {
        import.to == 0 && (import.way == Way::Reexported || import.path.ends_with("::*"))
    };
    for import in graph.imports.iter().filter(through_root) {
        let place = place(graph, import);
        let Import { from, path, .. } = import;
        let from = graph.name(*from);
        let _ = writeln!(
            text,
            "{place}: {from} imports `{path}` through the crate root; import it from the module that defines it"
        );
    }
    let arrows = arrows_of(graph);
    for circle in circles(&arrows) {
        let way: Vec<String> =
            shortest(&arrows, &circle).into_iter().map(|module| graph.name(module)).collect();
        let first = way.first().cloned().unwrap_or_default();
        let _ = writeln!(
            text,
            "{}: {} modules import each other in a circle; the shortest way around: {} -> {first}",
            graph.package,
            circle.len(),
            way.join(" -> ")
        );
        let inside =
            |import: &&Import| circle.contains(&import.from) && circle.contains(&import.to);
        for import in graph.imports.iter().filter(inside) {
            let verb = match import.way {
                Way::Defined => "defined in",
                Way::Reexported => "re-exported by",
            };
            let (place, from, to) =
                (place(graph, import), graph.name(import.from), graph.name(import.to));
            let _ = writeln!(text, "  {place}: {from} imports `{}`, {verb} {to}", import.path);
        }
    }
    text
}

fn place(graph: &Graph, import: &Import) -> String {
    format!("{}:{}", graph.tree.modules[import.from].file, import.line)
}

fn arrows_of(graph: &Graph) -> Arrows {
    let mut arrows = Arrows::new();
    for Import { from, to, .. } in &graph.imports {
        arrows.entry(*from).or_default().insert(*to);
    }
    arrows
}
