//! The modules of a crate: names they define, names they import, paths they mention.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;
use syn::{Item, ItemMod};

use super::syntax::{Mention, Mentions, attributes, defined_name, file_attribute, is_test};

/// All modules of a crate. The first is its root.
pub(super) struct Tree {
    pub(super) modules: Vec<Module>,
}

/// A module: a file, or inline in one.
pub(super) struct Module {
    /// The path without `crate`; empty for the root.
    pub(super) path: Vec<String>,
    pub(super) parent: Option<usize>,
    /// The file, from the root of the workspace.
    pub(super) file: String,
    /// Each name may stand for several things, such as a function and a module, or variants under `#[cfg]`.
    pub(super) names: HashMap<String, Vec<Name>>,
    pub(super) mentions: Vec<Mention>,
}

/// What a name stands for in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A child module, by its position in the tree.
    Module(usize),
    /// An item that the module defines.
    Item,
    /// An import, by its path.
    Import(Vec<String>),
}

/// Where a module is, and where its children are.
#[derive(Clone)]
struct Place {
    file: PathBuf,
    /// The folder of children declared by `mod child;`.
    folder: PathBuf,
    /// Whether the module is inline: then `#[path]` starts at `folder`, otherwise at the file's own folder.
    is_inline: bool,
}

impl Tree {
    /// Reads a crate from its root file. Messages name files by their paths from `workspace`.
    pub(super) fn read(root: &Path, workspace: &Path) -> Result<Self, String> {
        let mut tree = Self { modules: Vec::new() };
        let folder = root.parent().unwrap_or(root).to_owned();
        let place = Place { file: root.to_owned(), folder, is_inline: false };
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
        self.read_items(path, parent, &syntax.items, place, &file, workspace)
    }

    fn read_items(
        &mut self,
        path: Vec<String>,
        parent: Option<usize>,
        items: &[Item],
        place: &Place,
        file: &str,
        workspace: &Path,
    ) -> Result<usize, String> {
        let at = self.modules.len();
        let empty =
            Module { path, parent, file: file.into(), names: HashMap::new(), mentions: Vec::new() };
        self.modules.push(empty);
        let mut mentions = Mentions::default();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            if let Item::Mod(module) = item {
                let child = self.read_child(at, module, place, workspace)?;
                self.define(at, module.ident.to_string(), Name::Module(child));
                continue;
            }
            if let Some(name) = defined_name(item) {
                self.define(at, name, Name::Item);
            }
            mentions.visit_item(item);
        }
        for (name, import) in mentions.imports {
            self.define(at, name, Name::Import(import));
        }
        self.modules[at].mentions = mentions.found;
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
        let mut path = self.modules[parent].path.clone();
        path.push(name.clone());
        if let Some((_, items)) = &module.content {
            let inline =
                Place { folder: place.folder.join(&name), is_inline: true, ..place.clone() };
            let file = self.modules[parent].file.clone();
            return self.read_items(path, Some(parent), items, &inline, &file, workspace);
        }
        let place = place.child(&name, file_attribute(&module.attrs).as_deref());
        self.read_file(path, Some(parent), &place, workspace)
    }

    fn define(&mut self, module: usize, name: String, what: Name) {
        self.modules[module].names.entry(name).or_default().push(what);
    }
}

impl Place {
    /// Where `mod name;` finds its file, with the value of `#[path]` if there is one.
    fn child(&self, name: &str, attribute: Option<&str>) -> Self {
        let file = match attribute {
            Some(file) if self.is_inline => self.folder.join(file),
            Some(file) => self.file.parent().unwrap_or(&self.folder).join(file),
            None => {
                let flat = self.folder.join(format!("{name}.rs"));
                if flat.exists() {
                    return Self { file: flat, folder: self.folder.join(name), is_inline: false };
                }
                self.folder.join(name).join("mod.rs")
            }
        };
        let folder = file.parent().unwrap_or(&self.folder).to_owned();
        Self { file, folder, is_inline: false }
    }
}
