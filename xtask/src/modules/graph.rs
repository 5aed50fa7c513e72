//! Which module imports from which.

use std::collections::BTreeSet;

use super::syntax::Mention;
use super::tree::{Name, Tree};

/// The modules of a crate, and the imports between them.
pub(super) struct Graph {
    /// The name of the package.
    pub(super) package: String,
    pub(super) tree: Tree,
    /// In the order of the modules, then of the lines.
    pub(super) imports: Vec<Import>,
}

/// An import of one module from another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) line: usize,
    /// The path as it is written.
    pub(super) path: String,
    pub(super) way: Way,
}

/// Whether the module that an import leads to defines the name, or re-exports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    Defined,
    Reexported,
}

impl Graph {
    pub(super) fn new(package: &str, tree: Tree) -> Self {
        let mut imports = BTreeSet::new();
        for (from, module) in tree.modules.iter().enumerate() {
            for Mention { path, line, is_use, is_glob } in &module.mentions {
                let mut search = Search::new(&tree, from, *is_glob);
                // The `use` line of `Type` counts as the import, so `Type::new` adds none.
                if *is_use || !search.names_item(&path[0]) {
                    search.path(from, path);
                }
                let written =
                    if *is_glob { format!("{}::*", path.join("::")) } else { path.join("::") };
                for (to, way) in search.found {
                    if to != from {
                        imports.insert(Import {
                            from,
                            to,
                            line: *line,
                            path: written.clone(),
                            way,
                        });
                    }
                }
            }
        }
        Self { package: package.into(), tree, imports: imports.into_iter().collect() }
    }

    /// The path of a module, for messages.
    pub(super) fn name(&self, module: usize) -> String {
        let path = &self.tree.modules[module].path;
        if path.is_empty() { "the crate root".into() } else { path.join("::") }
    }
}

/// Follows one path from module to module.
struct Search<'t> {
    tree: &'t Tree,
    /// The module in which the path stands.
    from: usize,
    found: Vec<(usize, Way)>,
    is_glob: bool,
    /// How many imports were followed.
    depth: usize,
    /// Whether one of these imports stands in another module.
    has_left: bool,
}

/// The longest chain of re-exports to follow. A longer one is a circle, which the compiler refuses.
const DEEPEST: usize = 16;

impl<'t> Search<'t> {
    fn new(tree: &'t Tree, from: usize, is_glob: bool) -> Self {
        Self { tree, from, found: Vec::new(), is_glob, depth: 0, has_left: false }
    }

    /// Whether a name of the module that is searched from is an item, there or where it is imported from.
    fn names_item(&self, name: &String) -> bool {
        let mut search = Search::new(self.tree, self.from, false);
        search.path(self.from, std::slice::from_ref(name));
        search.found.iter().any(|(_, way)| *way == Way::Defined)
    }

    /// Follows a path that stands in `module`.
    fn path(&mut self, module: usize, path: &[String]) {
        let Some((first, rest)) = path.split_first() else { return };
        match first.as_str() {
            "crate" => self.walk(0, rest),
            "self" => self.walk(module, rest),
            "super" => {
                let Some(mut at) = self.tree.modules[module].parent else { return };
                let mut rest = rest;
                while let Some((next, further)) = rest.split_first()
                    && next == "super"
                    && let Some(parent) = self.tree.modules[at].parent
                {
                    (at, rest) = (parent, further);
                }
                self.walk(at, rest);
            }
            // Other names are those of other crates, or of the language.
            name if self.tree.modules[module].names.contains_key(name) => self.walk(module, path),
            _ => {}
        }
    }

    /// Follows what is left of a path, from the module that the path has named so far.
    fn walk(&mut self, module: usize, path: &[String]) {
        let Some((name, rest)) = path.split_first() else {
            // A path that ends at a module imports nothing yet. Paths that begin with the module's name do.
            if self.is_glob {
                self.found.push((module, Way::Defined));
            }
            return;
        };
        let Some(names) = self.tree.modules[module].names.get(name) else {
            return self.unknown(module, path);
        };
        for known in names {
            match known {
                Name::Module(child) => self.walk(*child, rest),
                // Only the module of this name has something inside; a function or macro has nothing.
                _ if !rest.is_empty()
                    && names.iter().any(|name| matches!(name, Name::Module(_))) => {}
                Name::Item => self.found.push((module, Way::Defined)),
                Name::Import(import) => self.reexport(module, import, rest),
            }
        }
    }

    /// Follows a name that `module` imports.
    fn reexport(&mut self, module: usize, import: &[String], rest: &[String]) {
        if self.depth == DEEPEST {
            return;
        }
        // Further re-exports are imports of the module that holds the first. The crate root counts wherever it stands.
        let had_left = self.has_left;
        if module != self.from {
            if !had_left || module == 0 {
                self.found.push((module, Way::Reexported));
            }
            self.has_left = true;
        }
        let path: Vec<String> = import.iter().chain(rest).cloned().collect();
        self.depth += 1;
        self.path(module, &path);
        self.depth -= 1;
        self.has_left = had_left;
    }

    /// Follows a name that `module` does not spell out: it comes from `use …::*`, or from a macro.
    fn unknown(&mut self, module: usize, path: &[String]) {
        let globs: Vec<&Mention> =
            self.tree.modules[module].mentions.iter().filter(|mention| mention.is_glob).collect();
        for glob in globs {
            let mut search =
                Search { depth: self.depth + 1, ..Search::new(self.tree, module, true) };
            if search.depth < DEEPEST {
                search.path(module, &glob.path);
            }
            let holds = |&(holder, _): &(usize, Way)| {
                self.tree.modules[holder].names.contains_key(&path[0])
            };
            if search.found.iter().any(holds) {
                return self.reexport(module, &glob.path, path);
            }
        }
        self.found.push((module, Way::Defined));
    }
}
