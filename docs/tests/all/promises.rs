//! The vectors, files and modules that SPEC.md and docs/defects.md name exist, and so do the tests that SECURITY.md names.
//! Published packages have what a registry shows.

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

/// The folder of a package that has a name such as `cri-core`, or of one in `checks/` with tests, which its path names.
fn folder_of(root: &Path, package: &str) -> Option<PathBuf> {
    if package.starts_with("checks/") {
        return Some(root.join(package)).filter(|folder| folder.join("tests").is_dir());
    }
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

/// A section of docs/defects.md.
struct Defect {
    number: String,
    text: String,
    /// The vectors that show it. Some have only tests.
    vectors: Vec<String>,
}

/// The defects whose text is clear and does harm, as docs/defects.md says.
const CLEAR: [&str; 2] = ["18", "24"];

fn defects(root: &Path) -> Vec<Defect> {
    let text = fs::read_to_string(root.join("docs/defects.md")).unwrap();
    let defect = |section: &str| {
        let (_, shown_by) = section.split_once("; shown by* ").expect(section);
        let witnesses = shown_by.split("\n\n").next().unwrap();
        assert!(quoted(witnesses).next().is_some(), "a defect has no witness: {section}");
        let vectors = other_than_paths(witnesses, root).into_iter().map(str::to_owned).collect();
        Defect {
            number: section.split_once('.').unwrap().0.to_owned(),
            text: section.to_owned(),
            vectors,
        }
    };
    text.split("\n### ").skip(1).map(defect).collect()
}

#[test]
fn defects_have_numbers_witnesses_and_a_proposed_wording() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let corpus = Corpus::load().unwrap();
    let ids: HashSet<String> = corpus.entries().map(|entry| entry.id.to_owned()).collect();

    let defects = defects(&root);
    assert!(defects.len() > 20, "found {} defects", defects.len());
    for (expected, Defect { number, text, vectors }) in (1..).zip(&defects) {
        assert_eq!(*number, format!("{expected}"), "{text}");
        vectors.iter().for_each(|name| assert!(ids.contains(name), "no vector is called {name}"));
        assert!(text.contains("\n*Who is hurt:*"), "who is hurt? {text}");
        assert!(text.contains("\n> **Proposed"), "no wording is proposed: {text}");
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
    let file = cases(&root);
    let cases = file["cases"].as_array().unwrap();
    let mut named: HashSet<String> =
        cases.iter().flat_map(|case| defects_of(&file, case)).collect();
    assert!(named.len() > 20, "found {} defects", named.len());

    for Defect { number, vectors, .. } in defects(&root) {
        if !named.remove(&number) {
            assert!(
                CLEAR.contains(&&*number) || vectors.is_empty(),
                "no case rests on a reading of {number}"
            );
            continue;
        }
        for vector in &vectors {
            let of_vector = || cases.iter().filter(|case| case["vector"] == **vector);
            // The vectors about the program have no cases.
            if of_vector().next().is_none() {
                continue;
            }
            let has_defect = |case: &Value| defects_of(&file, case).any(|defect| defect == number);
            assert!(of_vector().any(has_defect), "no case of {vector} names the defect {number}");
            assert!(of_vector().all(|case| case["note"].is_string()), "{vector} has no note");
        }
    }
    assert!(named.is_empty(), "defects.md does not explain {named:?}");
}

/// Without its address, the first `cargo doc --no-deps` cannot link to a library.
#[test]
fn published_packages_have_a_readme_licences_and_the_address_of_their_documentation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["crates", "programs"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let folders = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut published = 0;
    let folders = folders.filter(|path| path.is_dir());
    for folder in folders.chain([root.join("testvectors")]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(!manifest.contains("publish"), "{}", folder.display());
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{} has no {file}", folder.display());
        }
        if let Ok(library) = fs::read_to_string(folder.join("src/lib.rs")) {
            let name = manifest.split('"').nth(1).unwrap();
            let version = env!("CARGO_PKG_VERSION");
            let address = format!("#![doc(html_root_url = \"https://docs.rs/{name}/{version}\")]");
            assert!(library.contains(&address), "{name} needs {address}");
        }
        published += 1;
    }
    assert!(published > 10, "found {published} packages");
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
