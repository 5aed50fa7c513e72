//! The chapters of the guide, the links between documents, and the picture.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cri_core::Revision;
use cri_testvectors::to_hex;
use cri_uri::{Options, to_cri};

const GUIDE: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Markdown files of a folder, without those of its folders.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn chapters() -> BTreeSet<String> {
    let files = documents(&Path::new(GUIDE).join("src"));
    let names = files.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name != "SUMMARY.md").collect()
}

/// The lines outside fenced code blocks.
fn prose(markdown: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    markdown.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// The text outside `code`.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// The targets of the links and images in a document.
fn targets(markdown: &str) -> Vec<String> {
    let text = without_code(&prose(markdown).collect::<Vec<_>>().join("\n"));
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of the headings in a document, as GitHub and mdBook make them.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let headings = prose(markdown)
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings
        .map(|heading| {
            heading.chars().filter(kept).collect::<String>().to_lowercase().replace(' ', "-")
        })
        .collect()
}

#[test]
fn the_summary_lists_every_chapter() {
    let listed: BTreeSet<_> =
        targets(&read(&Path::new(GUIDE).join("src/SUMMARY.md"))).into_iter().collect();
    assert_eq!(listed, chapters());
}

#[test]
fn the_code_of_every_chapter_is_tested() {
    let tests = [
        "lib.rs",
        "postgresql/lib.rs",
        "../bindings/python/tests/test_documentation.py",
        "../programs/cri-cli/tests/cli/rows.rs",
    ];
    let tests = tests.map(|path| read(&Path::new(GUIDE).join(path))).concat();
    for chapter in chapters() {
        let name = format!("src/{chapter}\"");
        assert!(tests.contains(&name), "no test names {chapter}");
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = Path::new(GUIDE).parent().unwrap();
    let guide = Path::new(GUIDE).join("src");
    let mut checked = 0;
    for document in [documents(root), documents(Path::new(GUIDE)), documents(&guide)].concat() {
        let markdown = read(&document);
        for target in targets(&markdown).iter().filter(|target| !target.contains("://")) {
            let place = format!("{}: {target}", document.display());
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                document.clone()
            } else {
                document.parent().unwrap().join(file)
            };
            assert!(path.exists(), "{place}: there is no such file");
            // The book has no other files.
            let is_chapter = document.parent() == Some(&guide);
            assert!(
                !is_chapter || path.parent() == Some(&guide),
                "{place}: leads out of the guide"
            );
            assert!(
                anchor.is_empty() || anchors(&read(&path)).contains(anchor),
                "{place}: there is no such heading"
            );
            checked += 1;
        }
    }
    assert!(checked > 40, "found only {checked} links");
}

#[test]
fn the_picture_has_the_bytes_of_its_cri() {
    let picture = read(&Path::new(GUIDE).join("src/array-beside-uri.svg"));
    let texts = |start: &str| {
        let rest = picture.split(start).skip(1).map(|rest| rest.split_once('>').unwrap().1);
        rest.map(|rest| rest.split_once('<').unwrap().0.to_owned()).collect::<Vec<_>>()
    };
    let title = texts("<title").concat();
    let uri = title.split(' ').find(|word| word.contains("://")).unwrap();
    let cri = to_cri(uri, Options::new(Revision::Draft16), Vec::new()).unwrap();
    assert_eq!(texts("<text class=\"bytes\"").concat().replace(' ', ""), to_hex(cri.as_bytes()));
}

#[test]
fn the_c_code_of_the_guide_is_that_of_the_example() {
    let chapter = read(&Path::new(GUIDE).join("src/links.md"));
    let example = read(&Path::new(GUIDE).join("../bindings/c/examples/links.c"));
    let code = chapter.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```"));
    let (code, _) = code.expect("code in C");
    assert!(example.contains(code), "{code}");
}
