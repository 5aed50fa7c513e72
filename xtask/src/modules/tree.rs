//! The modules of a crate: names they import, paths they mention.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;
use syn::{Item, ItemMod};

use super::syntax::{Mention, Mentions, attributes, file_attribute, is_test};

/// All modules of a crate. The first is its root.
pub(super) struct Tree {
    pub(super) modules: Vec<Module>,
}

/// A module: a file, or inline in one.
pub(super) struct Module {
    /// The path without `crate`; empty for the root.
    pub(super) path: Vec<String>,
    parent: Option<usize>,
    /// The file, from the root of the workspace.
    pub(super) file: String,
    children: HashMap<String, usize>,
    /// The imported names, with their paths. A name may have several, under `#[cfg]`.
    pub(super) imports: Vec<(String, Vec<String>)>,
    pub(super) mentions: Vec<Mention>,
}

/// Where a module is, and where its children are.
#[derive(Clone)]
struct Place {
    file: PathBuf,
    /// The folder of children declared by `mod child;`.
    folder: PathBuf,
}

/// The longest chain of imports to follow. A longer one is a circle, which the compiler refuses.
const DEEPEST: usize = 16;

impl Tree {
    /// Reads a crate from its root file. Messages name files by their paths from `workspace`.
    pub(super) fn read(root: &Path, workspace: &Path) -> Result<Self, String> {
        let mut tree = Self { modules: Vec::new() };
        let folder = root.parent().unwrap_or(root).to_owned();
        let place = Place { file: root.to_owned(), folder };
        tree.read_file(Vec::new(), None, &place, workspace)?;
        Ok(tree)
    }

    fn read_file(
        &mut self,
        path: Vec<String>,
        parent: Option<usize>,
        place: &Place,
        workspace: &Path,
    ) -> Result<usize, String> {
        let file = place.file.strip_prefix(workspace).unwrap_or(&place.file).display().to_string();
        let text = fs::read_to_string(&place.file).map_err(|error| format!("{file}: {error}"))?;
        let syntax = syn::parse_file(&text)
            .map_err(|error| format!("{file}:{}: {error}", error.span().start().line))?;
        self.read_items(path, parent, &syntax.items, place, workspace)
    }

    fn read_items(
        &mut self,
        path: Vec<String>,
        parent: Option<usize>,
        items: &[Item],
        place: &Place,
        workspace: &Path,
    ) -> Result<usize, String> {
        let at = self.modules.len();
        let file = place.file.strip_prefix(workspace).unwrap_or(&place.file).display().to_string();
        let mut mentions = Mentions::default();
        let items = || items.iter().filter(|item| !is_test(attributes(item)));
        items()
            .filter(|item| !matches!(item, Item::Mod(_)))
            .for_each(|item| mentions.visit_item(item));
        let Mentions { found: mentions, imports } = mentions;
        let children = HashMap::new();
        self.modules.push(Module { path, parent, file, children, imports, mentions });
        for item in items() {
            if let Item::Mod(module) = item {
                let child = self.read_child(at, module, place, workspace)?;
                self.modules[at].children.insert(module.ident.to_string(), child);
            }
        }
        Ok(at)
    }

    fn read_child(
        &mut self,
        parent: usize,
        module: &ItemMod,
        place: &Place,
        workspace: &Path,
    ) -> Result<usize, String> {
        let name = module.ident.to_string();
        let path = [&self.modules[parent].path[..], std::slice::from_ref(&name)].concat();
        if let Some((_, items)) = &module.content {
            let inline = Place { folder: place.folder.join(&name), ..place.clone() };
            return self.read_items(path, Some(parent), items, &inline, workspace);
        }
        let place = place.child(&name, file_attribute(&module.attrs).as_deref());
        self.read_file(path, Some(parent), &place, workspace)
    }

    /// The module that a path in `module` leads to, and what is left of the path there. Paths of other
    /// crates, and those that begin with an item, lead to none.
    pub(super) fn follow<'p>(
        &self,
        module: usize,
        path: &'p [String],
        depth: usize,
    ) -> Option<(usize, &'p [String])> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => 0,
            "self" => module,
            "super" => self.modules[module].parent?,
            name => self.module(module, name, depth)?,
        };
        while let Some((name, further)) = rest.split_first() {
            let next = match name.as_str() {
                "super" => self.modules[at].parent,
                name => self.module(at, name, depth),
            };
            let Some(next) = next else { break };
            (at, rest) = (next, further);
        }
        Some((at, rest))
    }

    /// The module that a name stands for in `module`: a child, or an imported module.
    fn module(&self, module: usize, name: &str, depth: usize) -> Option<usize> {
        let Module { children, imports, .. } = &self.modules[module];
        let imported = |(imported, path): &(String, Vec<String>)| {
            // `use name::…;` imports from another crate, or from a child.
            let is_other = imported == name && path[0] != name && depth < DEEPEST;
            let found = is_other.then(|| self.follow(module, path, depth + 1)).flatten();
            found.filter(|(_, rest)| rest.is_empty()).map(|(module, _)| module)
        };
        children.get(name).copied().or_else(|| imports.iter().find_map(imported))
    }
}

impl Place {
    /// Where `mod name;` finds its file, with the value of `#[path]` if there is one.
    fn child(&self, name: &str, attribute: Option<&str>) -> Self {
        let file = match attribute {
            Some(file) => self.file.parent().unwrap_or(&self.folder).join(file),
            None => {
                let flat = self.folder.join(format!("{name}.rs"));
                if flat.exists() {
                    return Self { file: flat, folder: self.folder.join(name) };
                }
                self.folder.join(name).join("mod.rs")
            }
        };
        let folder = file.parent().unwrap_or(&self.folder).to_owned();
        Self { file, folder }
    }
}
