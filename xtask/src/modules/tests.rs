use std::path::PathBuf;
use std::{fs, process};

use super::graph::Graph;
use super::rules::Rule;
use super::tree::Tree;
use super::{judge, report};

/// A crate in a folder of its own, which is removed in the end.
struct Crate(PathBuf);

impl Crate {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("xtask-modules-{}-{test}", process::id()));
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
            fs::write(path, text).expect("a temporary file");
        }
        Self(root)
    }

    fn graph(&self) -> Graph {
        Graph::new("planted", Tree::read(&self.0.join("lib.rs"), &self.0).expect("a crate"))
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the temporary folder");
    }
}

/// From and to, of each import.
fn arrows(graph: &Graph) -> Vec<(String, String)> {
    graph.imports.iter().map(|it| (graph.name(it.from), graph.name(it.to))).collect()
}

fn arrow(from: &str, to: &str) -> (String, String) {
    (from.into(), to.into())
}

#[test]
fn a_crate_without_a_circle_passes() {
    let planted = Crate::new(
        "clean",
        &[
            (
                "lib.rs",
                "mod text;\nmod convert;\npub use convert::to_cri;\npub use text::parse::parse;\n",
            ),
            ("text/mod.rs", "pub(crate) mod charset;\npub(crate) mod parse;\n"),
            ("text/charset.rs", "pub(crate) struct Charset;\n"),
            ("text/parse.rs", "use super::charset::Charset;\npub fn parse(_: Charset) {}\n"),
            ("convert.rs", "use crate::text::parse::parse;\npub fn to_cri() { let _ = parse; }\n"),
        ],
    );
    let graph = planted.graph();
    assert_eq!(report::problems(&graph, &[]), "");
    assert_eq!(judge(&[graph]), Ok("5 modules of 1 crates, without a circle".into()));
}

#[test]
fn a_circle_is_reported_with_file_line_and_name() {
    let planted = Crate::new(
        "circle",
        &[
            ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
            ("a.rs", "use crate::b::B;\npub(crate) struct A(B);\n"),
            ("b.rs", "pub(crate) struct B;\nimpl B {\n    fn f() { crate::c::f() }\n}\n"),
            (
                "c.rs",
                "use std::fmt;\nuse super::a::A;\npub(crate) fn f() { let _: A; fmt::format; }\n",
            ),
        ],
    );
    let expected = "planted: 3 modules import each other in a circle: a -> b -> c -> a
  a.rs:1: a imports `crate::b::B` of b
  b.rs:3: b imports `crate::c::f` of c
  c.rs:2: c imports `super::a::A` of a
";
    assert_eq!(report::problems(&planted.graph(), &[]), expected);
    assert_eq!(judge(&[planted.graph()]), Err(expected.trim_end().into()));
}

#[test]
fn an_import_through_the_crate_root_is_reported() {
    let planted = Crate::new(
        "root",
        &[
            ("lib.rs", "mod a;\nmod b;\npub use b::B;\npub use std::fmt::Debug;\n"),
            ("a.rs", "use crate::{B, Debug};\nfn f() -> B { B::new() }\n"),
            ("b.rs", "pub struct B;\n"),
        ],
    );
    assert_eq!(
        report::problems(&planted.graph(), &[]),
        "a.rs:1: a imports `crate::B` through the crate root; import it from the module that defines it
a.rs:1: a imports `crate::Debug` through the crate root; import it from the module that defines it
"
    );
}

#[test]
fn other_names_of_the_crate_root_do_not_hide_it() {
    let planted = Crate::new(
        "root-names",
        &[
            (
                "lib.rs",
                "extern crate self as me;\nmod a;\nmod b;\nmod c;\nmod d;\nmod e;\npub use b::B;\n",
            ),
            ("a.rs", "use crate as root;\nfn f() -> root::B { root::B }\n"),
            ("b.rs", "pub struct B;\n"),
            ("c.rs", "pub(crate) use super as up;\n"),
            ("d.rs", "use crate::c::up::B;\nuse crate::me::B as Mine;\n"),
            ("e.rs", "use super::*;\n"),
        ],
    );
    let problems = report::problems(&planted.graph(), &[]);
    let end = "through the crate root; import it from the module that defines it";
    for expected in [
        format!("a.rs:2: a imports `root::B` {end}"),
        format!("d.rs:1: d imports `crate::c::up::B` {end}"),
        format!("d.rs:2: d imports `crate::me::B` {end}"),
        format!("e.rs:1: e imports `super::*` {end}"),
    ] {
        assert!(problems.lines().any(|line| line == expected), "{expected}\n{problems}");
    }
}

/// A crate with the folders `low` and `mid`, and a module `high`.
fn folders(test: &str, low: &str, mid: &str) -> Crate {
    Crate::new(
        test,
        &[
            ("lib.rs", "mod low;\nmod mid;\nmod high;\n"),
            ("low/mod.rs", "pub(crate) mod a;\nmod b;\n"),
            ("low/a.rs", "pub(crate) struct A;\n"),
            ("low/b.rs", low),
            ("mid/mod.rs", "pub(crate) mod m;\n"),
            ("mid/m.rs", mid),
            ("high.rs", "pub(crate) struct H;\n"),
        ],
    )
}

const LOW: Rule = Rule { package: "planted", folder: "low", others: &[] };
const MID: Rule = Rule { package: "planted", folder: "mid", others: &["low"] };

#[test]
fn a_folder_may_import_from_itself_and_from_what_its_rule_names() {
    let planted = folders(
        "rules-kept",
        "use super::a::A;\n",
        "use crate::low::a::A;\npub(crate) struct M(A);\n",
    );
    assert_eq!(report::problems(&planted.graph(), &[LOW, MID]), "");
}

#[test]
fn a_folder_that_imports_from_the_rest_of_the_crate_is_reported() {
    let planted =
        folders("rule-none", "use super::a::A;\nuse crate::mid::m::M;\n", "pub(crate) struct M;\n");
    assert_eq!(
        report::problems(&planted.graph(), &[LOW, MID]),
        "low/b.rs:2: low::b imports `crate::mid::m::M` of mid::m; low may not import from the rest of the crate\n"
    );
}

#[test]
fn a_folder_that_imports_from_more_than_its_rule_names_is_reported() {
    let planted = folders(
        "rule-some",
        "",
        "use crate::low::a::A;\nfn f() -> crate::high::H { crate::high::H }\n",
    );
    assert_eq!(
        report::problems(&planted.graph(), &[LOW, MID]),
        "mid/m.rs:2: mid::m imports `crate::high::H` of high; mid may import from low only\n"
    );
}

#[test]
fn a_rule_about_a_folder_that_does_not_exist_is_reported() {
    let planted = folders("rule-empty", "", "");
    let gone = Rule { package: "planted", folder: "gone", others: &[] };
    let elsewhere = Rule { package: "elsewhere", folder: "gone", others: &[] };
    let expected = "planted: no module is in gone, which a rule names\n";
    assert_eq!(report::problems(&planted.graph(), &[gone, elsewhere]), expected);
}

#[test]
fn a_reexporting_module_is_part_of_a_circle() {
    let planted = Crate::new(
        "reexport",
        &[
            ("lib.rs", "mod folder;\nmod user;\n"),
            (
                "folder/mod.rs",
                "mod child;\nmod sibling;\npub(crate) use child::*;\npub(crate) use sibling::S;\n",
            ),
            ("folder/child.rs", "use super::S;\npub(crate) struct C(S);\n"),
            ("folder/sibling.rs", "pub(crate) struct S;\n"),
            ("user.rs", "use crate::folder::{C, S};\n"),
        ],
    );
    let graph = planted.graph();
    assert!(arrows(&graph).contains(&arrow("user", "folder")), "{:?}", arrows(&graph));
    let problems = report::problems(&graph, &[]);
    assert!(problems.contains("in a circle: folder -> folder::child -> folder"), "{problems}");
}

/// A test of imports: its name, the files of a crate with their text, and the arrows between its modules.
type Imports<'t> = (&'t str, &'t [(&'t str, &'t str)], &'t [(&'t str, &'t str)]);

const IMPORTS: [Imports<'_>; 4] = [
    (
        "paths-lead-through-imported-modules-and-macros",
        &[
            ("lib.rs", "mod a; mod b;"),
            (
                "a.rs",
                "use crate::b; fn f() { b::c::g(); } fn h() { println!(\"{}\", b::i::<u8>()); }",
            ),
            ("b/mod.rs", "pub(crate) mod c; pub(crate) fn i<T>() {}"),
            ("b/c.rs", "pub(crate) fn g() {}"),
        ],
        &[("a", "b"), ("a", "b::c")],
    ),
    (
        "a-function-and-a-module-may-share-a-name",
        &[
            ("lib.rs", "mod a; mod b; pub use b::b;"),
            ("a.rs", "use crate::b::c;"),
            ("b.rs", "pub fn b() {} pub(crate) fn c() {}"),
        ],
        &[("the crate root", "b"), ("a", "b")],
    ),
    (
        "tests-are-left-out",
        &[
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod missing;"),
            ("a.rs", "use crate::b::B; pub(crate) struct A(B);"),
            (
                "b.rs",
                "pub(crate) struct B; #[cfg(test)] use crate::a::A; #[cfg(all(unix, test))] mod tests { use crate::a::A; } \
                 #[test] fn f() { crate::a::f() }",
            ),
        ],
        &[("a", "b")],
    ),
    (
        "modules-are-found-by-attribute-and-inline",
        &[
            ("lib.rs", "#[path = \"other/place.rs\"] mod a; mod b { mod c; use super::a::A; }"),
            ("other/place.rs", "pub(crate) struct A;"),
            ("b/c.rs", "use super::super::a::A;"),
        ],
        &[("b", "a"), ("b::c", "a")],
    ),
];

#[test]
fn imports_lead_from_module_to_module() {
    for (name, files, expected) in IMPORTS {
        let found = arrows(&Crate::new(name, files).graph());
        assert!(
            found.iter().map(|(from, to)| (&**from, &**to)).eq(expected.iter().copied()),
            "{name}: {found:?}"
        );
    }
}

#[test]
fn a_module_without_a_file_is_an_error() {
    let planted = Crate::new("missing", &[("lib.rs", "mod a;\n")]);
    let error = Tree::read(&planted.0.join("lib.rs"), &planted.0).err().expect("an error");
    assert!(error.starts_with("a/mod.rs: "), "{error}");
}

#[test]
fn a_file_that_is_not_rust_is_an_error() {
    let planted = Crate::new("not-rust", &[("lib.rs", "\nmod;\n")]);
    let error = Tree::read(&planted.0.join("lib.rs"), &planted.0).err().expect("an error");
    assert!(error.starts_with("lib.rs:2: "), "{error}");
}

#[test]
fn no_module_is_an_error() {
    assert!(judge(&[]).is_err());
}
