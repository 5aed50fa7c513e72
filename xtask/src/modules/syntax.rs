//! Reading items with `syn`: names they define, paths they mention, and whether they belong to tests.

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprLit, ImplItemFn, Item, ItemExternCrate, ItemUse, Lit, Macro, Meta, Token,
    UseTree, Visibility,
};

/// A path in a `use` line or in code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) path: Vec<String>,
    pub(super) line: usize,
    /// Whether `::*` ends the path.
    pub(super) is_glob: bool,
}

/// Collects the paths of items.
#[derive(Default)]
pub(super) struct Mentions {
    pub(super) found: Vec<Mention>,
    /// The imported names, with their paths.
    pub(super) imports: Vec<(String, Vec<String>)>,
}

impl Mentions {
    fn read_use(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.read_use(&tree.tree, path);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.read_use(tree, path.clone()));
            }
            UseTree::Glob(glob) => {
                let line = glob.star_token.spans[0].start().line;
                self.found.push(Mention { path, line, is_glob: true });
            }
            UseTree::Name(name) => self.import(path, &name.ident, &name.ident),
            UseTree::Rename(name) => self.import(path, &name.ident, &name.rename),
        }
    }

    fn import(&mut self, mut path: Vec<String>, ident: &syn::Ident, rename: &syn::Ident) {
        let line = ident.span().start().line;
        let mut name = rename.to_string();
        if ident != "self" {
            path.push(ident.to_string());
        } else if rename == "self" {
            // `use a::b::{self}` imports `b`.
            name = path.last().cloned().unwrap_or_default();
        }
        self.found.push(Mention { path: path.clone(), line, is_glob: false });
        if name != "_" {
            self.imports.push((name, path));
        }
    }

    /// The paths in the input of a macro, where there are only tokens.
    fn read_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_path(&mut path, line);
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                }
                other => {
                    self.end_path(&mut path, line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.read_tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut path, line);
    }

    fn end_path(&mut self, path: &mut Vec<String>, line: usize) {
        if path.len() > 1 {
            self.found.push(Mention { path: std::mem::take(path), line, is_glob: false });
        }
        path.clear();
    }
}

impl<'a> Visit<'a> for Mentions {
    fn visit_item(&mut self, item: &'a Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        if item.leading_colon.is_none() {
            self.read_use(&item.tree, Vec::new());
        }
    }

    fn visit_item_extern_crate(&mut self, item: &'a ItemExternCrate) {
        // `extern crate self as name` is another name of the crate root.
        if let (true, Some((_, name))) = (item.ident == "self", &item.rename) {
            self.imports.push((name.to_string(), vec!["crate".into()]));
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() > 1 {
            let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let line = path.segments[0].ident.span().start().line;
            self.found.push(Mention { path: names, line, is_glob: false });
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        visit::visit_macro(self, call);
        self.read_tokens(call.tokens.clone());
    }

    // `pub(crate)` and `#[serde(…)]` hold paths that import nothing.
    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_attribute(&mut self, _: &'a Attribute) {}
}

pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether the attributes leave the item to tests: `#[test]`, `#[cfg(test)]`, `#[cfg(all(…, test))]`.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            list.parse_args().is_ok_and(|meta: Meta| needs_test(&meta))
        }
        _ => false,
    })
}

fn needs_test(predicate: &Meta) -> bool {
    match predicate {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
            parts.is_ok_and(|parts| parts.iter().any(needs_test))
        }
        _ => false,
    }
}

/// The value of `#[path = "…"]`.
pub(super) fn file_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) => Some(value.value()),
            _ => None,
        },
        _ => None,
    })
}
