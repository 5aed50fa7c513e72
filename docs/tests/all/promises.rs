//! The vectors, files and modules that SPEC.md and docs/defects.md name exist, and so do the tests that SECURITY.md names.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use cri_testvectors::Corpus;
use serde_json::Value;

/// The names between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The cells of the column `name`, of every table that has one.
fn column<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let mut cells = Vec::new();
    let mut at = None;
    for line in text.lines() {
        let row: Vec<&str> = line.split('|').map(str::trim).collect();
        if row.len() < 3 {
            at = None;
        } else if let Some(at) = at {
            cells.extend(row.get::<usize>(at).copied().filter(|cell| !cell.starts_with("---")));
        } else {
            at = row.iter().position(|cell| *cell == name);
        }
    }
    cells
}

/// The folder of a package that has a name such as `cri-core`.
fn folder_of(root: &Path, package: &str) -> Option<PathBuf> {
    let language = package.strip_prefix("cri-")?;
    [format!("crates/{package}"), format!("programs/{package}"), format!("bindings/{language}")]
        .into_iter()
        .map(|folder| root.join(folder))
        .find(|folder| folder.is_dir())
}

/// The names in `cell` that are not paths. A crate and paths, such as `cri-core` `tests/hostile.rs`, name what exists.
fn other_than_paths<'t>(cell: &'t str, root: &Path) -> Vec<&'t str> {
    let mut of = None;
    let mut others = Vec::new();
    for name in quoted(cell) {
        match of.as_ref() {
            _ if folder_of(root, name).is_some() => of = folder_of(root, name),
            Some(of) => assert!(of.join(name).exists(), "{cell}: no file {name}"),
            None => others.push(name),
        }
    }
    others
}

#[test]
fn names_are_vectors_or_paths() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let spec = fs::read_to_string(root.join("SPEC.md")).unwrap();
    let corpus = Corpus::load().unwrap();
    let ids: HashSet<String> = corpus.entries().map(|entry| entry.id.to_owned()).collect();

    let witnesses = column(&spec, "witness");
    assert!(witnesses.len() > 20, "found {} witnesses", witnesses.len());
    for cell in witnesses.into_iter().chain(column(&spec, "then")) {
        let vectors = other_than_paths(cell, &root);
        vectors.iter().for_each(|name| assert!(ids.contains(*name), "no vector is called {name}"));
    }

    for cell in column(&spec, "vectors") {
        for name in other_than_paths(cell, &root) {
            assert!(root.join("testvectors").join(format!("{name}.toml")).exists(), "{name}");
        }
    }
}

#[test]
fn witnesses_of_defects_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let defects = fs::read_to_string(root.join("docs/defects.md")).unwrap();
    let corpus = Corpus::load().unwrap();
    let ids: HashSet<String> = corpus.entries().map(|entry| entry.id.to_owned()).collect();

    let witnesses = column(&defects, "witness");
    for cell in &witnesses {
        let vectors = other_than_paths(cell, &root);
        vectors.iter().for_each(|name| assert!(ids.contains(*name), "no vector is called {name}"));
        assert!(quoted(cell).next().is_some(), "a defect has no witness");
    }

    // Each row of the table has a section with the same number, in order, with a proposed wording.
    let numbers = column(&defects, "no.");
    assert!(numbers.len() > 20, "found {} defects", numbers.len());
    assert_eq!(numbers.len(), witnesses.len());
    let sections: Vec<&str> = defects.split("\n### ").skip(1).collect();
    let headings = sections.iter().map(|section| section.split_once('.').unwrap().0);
    assert!(headings.eq(numbers), "the table and the sections differ");
    for section in sections {
        assert!(section.contains("\n*Who is hurt:*"), "who is hurt? {section}");
        assert!(section.contains("\n> **Proposed"), "no wording is proposed: {section}");
    }
}

/// The cases of the corpus as JSON.
fn cases(root: &Path) -> Value {
    let text = fs::read_to_string(root.join("testvectors/json/vectors.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The defects that the requirements in the `gap` of a case have.
fn defects_of<'f>(file: &'f Value, case: &'f Value) -> impl Iterator<Item = String> + use<'f> {
    let gap = case["gap"].as_array().into_iter().flatten();
    let rows = gap.map(|id| &file["requirements"][id.as_str().unwrap()]);
    rows.filter_map(|row| Some(row["defect"].as_u64()?.to_string()))
}

#[test]
fn answers_that_a_defect_leaves_open_name_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let defects = fs::read_to_string(root.join("docs/defects.md")).unwrap();
    let file = cases(&root);
    let cases = file["cases"].as_array().unwrap();
    let named: HashSet<String> = cases.iter().flat_map(|case| defects_of(&file, case)).collect();

    let rows = column(&defects, "no.").into_iter().zip(column(&defects, "basis"));
    let mut open = HashSet::new();
    for ((number, basis), witnesses) in rows.zip(column(&defects, "witness")) {
        if basis == "text" {
            continue;
        }
        assert_eq!(basis, "reading", "defect {number}");
        open.insert(number.to_owned());
        let mut cases_of_defect = 0;
        let vectors = other_than_paths(witnesses, &root);
        for vector in &vectors {
            let of_vector = || cases.iter().filter(|case| case["vector"] == *vector);
            // The vectors about the program have no cases.
            if of_vector().next().is_none() {
                continue;
            }
            let has_defect = |case: &Value| defects_of(&file, case).any(|defect| defect == number);
            assert!(of_vector().any(has_defect), "no case of {vector} names the defect {number}");
            assert!(of_vector().all(|case| case["note"].is_string()), "{vector} has no note");
            cases_of_defect += 1;
        }
        assert!(vectors.is_empty() || cases_of_defect > 0, "defect {number} has no case");
    }
    let unknown: Vec<_> = named.difference(&open).collect();
    assert!(unknown.is_empty(), "defects.md leaves no answer open in {unknown:?}");
}

#[test]
fn every_gap_has_an_explanation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let spec = fs::read_to_string(root.join("SPEC.md")).unwrap();
    let named: HashSet<&str> = column(&spec, "row").into_iter().flat_map(quoted).collect();
    let file = cases(&root);
    let rows = fs::read_to_string(root.join("testvectors/requirements.csv")).unwrap();
    for id in &named {
        assert!(rows.contains(&format!("\n{id},")), "there is no row {id}");
    }

    let mut gaps = HashSet::new();
    for case in file["cases"].as_array().unwrap() {
        let gap = case["gap"].as_array().into_iter().flatten();
        gaps.extend(gap.map(|id| id.as_str().unwrap()));
    }
    assert!(gaps.len() > 60, "found {} gaps", gaps.len());
    for id in gaps {
        let has_defect = file["requirements"][id]["defect"].is_u64();
        assert!(has_defect || named.contains(id), "neither defects.md nor SPEC.md explains {id}");
    }
}

#[test]
fn modules_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let spec = fs::read_to_string(root.join("SPEC.md")).unwrap();
    let cells = column(&spec, "module");
    assert!(cells.len() > 30, "found {} cells", cells.len());
    for cell in cells {
        // The second table is about one crate.
        let mut of = "cri-uri";
        for name in quoted(cell) {
            if name.starts_with("cri-") {
                of = name;
            }
            let folder = folder_of(&root, of).unwrap_or_else(|| panic!("{cell}: no package {of}"));
            let source = folder.join("src");
            let module = if name == of { source.join("lib") } else { source.join(name) };
            assert!(
                module.is_dir() || module.with_extension("rs").exists(),
                "{cell}: no module {name} in {of}"
            );
        }
    }
}

#[test]
fn tests_of_promises_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let security = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let mut tests = 0;
    for row in
        security.lines().filter(|line| line.starts_with("| `cri-") || line.starts_with("| `cri`"))
    {
        let cells: Vec<&str> = row.split(" | ").collect();
        let [crates, _, shown] = cells[..] else { panic!("{row}: not three cells") };
        let of =
            quoted(crates).next().map(|name| if name == "cri" { "cri-cli" } else { name }).unwrap();
        let mut directory = folder_of(&root, of).unwrap_or_else(|| panic!("no package {of}"));
        let mut file = None;
        for name in quoted(shown) {
            if let Some(folder) = folder_of(&root, name) {
                directory = folder;
            } else if name.ends_with(".rs") {
                let path = directory.join(name);
                file = Some(
                    fs::read_to_string(&path)
                        .unwrap_or_else(|error| panic!("{}: {error}", path.display())),
                );
            } else if let Some(text) = &file {
                let function = format!("fn {name}(");
                let at = text.find(&function).unwrap_or_else(|| panic!("{of}: no test {name}"));
                let before = &text[..at];
                let item = &before[before.rfind("\n\n").unwrap_or(0)..];
                assert!(item.contains("#[test]"), "{of}: {name} is no test");
                tests += 1;
            }
        }
        assert!(file.is_some(), "{row}: no file");
    }
    assert!(tests > 30, "found {tests} tests");
}
