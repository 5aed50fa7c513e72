//! Which module imports from which.

use std::collections::BTreeSet;

use super::syntax::Mention;
use super::tree::Tree;

/// The modules of a crate, and the imports between them.
pub(super) struct Graph {
    /// The name of the package.
    pub(super) package: String,
    pub(super) tree: Tree,
    /// In the order of the modules, then of the lines.
    pub(super) imports: BTreeSet<Import>,
}

/// An import of one module from another. The other module may re-export the name. Then it has an
/// import of its own, so a circle is found all the same.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: usize,
    pub(super) line: usize,
    pub(super) to: usize,
    /// The path as it is written.
    pub(super) path: String,
    /// Whether the crate root re-exports the name.
    pub(super) is_through_root: bool,
}

impl Graph {
    pub(super) fn new(package: &str, tree: Tree) -> Self {
        let root = &tree.modules[0];
        let root_has_glob = root.mentions.iter().any(|mention| mention.is_glob);
        let mut imports = BTreeSet::new();
        for (from, module) in tree.modules.iter().enumerate() {
            for Mention { path, line, is_glob } in &module.mentions {
                // A path that ends at a module imports nothing yet. Paths that begin with the module's name do.
                let Some((to, rest)) = tree.follow(from, path, 0) else { continue };
                if to == from || rest.is_empty() && !is_glob {
                    continue;
                }
                let is_reexported = root_has_glob
                    || rest
                        .first()
                        .is_none_or(|name| root.imports.iter().any(|(held, _)| held == name));
                let path = path.join("::") + if *is_glob { "::*" } else { "" };
                let is_through_root = to == 0 && is_reexported;
                imports.insert(Import { from, line: *line, to, path, is_through_root });
            }
        }
        Self { package: package.into(), tree, imports }
    }

    /// The path of a module, for messages.
    pub(super) fn name(&self, module: usize) -> String {
        let path = &self.tree.modules[module].path;
        if path.is_empty() { "the crate root".into() } else { path.join("::") }
    }
}
