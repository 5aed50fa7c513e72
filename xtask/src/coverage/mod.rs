//! The task `coverage`: lists the requirements that no vector and no test shows.
//!
//! A vector names the rows of `testvectors/requirements.csv` that it shows in its field `shows`. A test names them in a
//! line comment above it:
//!
//! ```text
//! // shows: D16-5.1-17, D16-5.2-08
//! ```
//!
//! If the line ends with a comma, the list continues in the next comment line.

use crate::workspace::root;
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

const HELP: &str = "\
cargo xtask coverage [--check]

Prints how many requirements the vectors and tests show, then lists the others.
Fails if a vector or test names a requirement that does not exist, or if
testvectors/requirements.csv names one twice.

  --check    Print only the summary.
";

/// The report shortens the text of a requirement to this many characters.
const TEXT_WIDTH: usize = 100;

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let check = match args {
        [] => false,
        [arg] if arg == "--check" => true,
        [arg] if arg == "-h" || arg == "--help" => {
            print!("{HELP}");
            return Ok(());
        }
        _ => return Err(format!("`coverage` takes `--check` or nothing, found {args:?}\n\n{HELP}")),
    };
    let root = &root();
    let vectors = root.join("testvectors");
    let requirements = requirements(&vectors.join("requirements.csv"), root)?;
    let mut mentions = Vec::new();
    for path in files(&vectors, "toml")?.into_iter().filter(|path| !path.ends_with("Cargo.toml")) {
        mentions.extend(located(&path, root, mentioned_by_vectors)?);
    }
    for folder in ["crates", "xtask"] {
        for path in files(&root.join(folder), "rs")? {
            mentions.extend(located(&path, root, |text| Ok(mentioned_by_tests(text)))?);
        }
    }
    let shown: HashSet<&str> = mentions.iter().map(|mention| mention.id.as_str()).collect();
    print!("{}", summary(&requirements, &shown));
    if !check {
        print!("{}", open(&requirements, &shown));
    }
    let problems = unknown(&requirements, &mentions);
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// A row of `requirements.csv`.
#[derive(Debug, Deserialize)]
struct Requirement {
    id: String,
    source: String,
    section: String,
    level: String,
    layer: String,
    requirement: String,
}

/// A requirement named by a vector or a test.
#[derive(Debug, PartialEq, Eq)]
struct Mention {
    id: String,
    /// File and line, from the root of the workspace: `crates/a/src/b.rs:12`.
    place: String,
}

/// Requirement ids, each with its line number. The first line is 1.
type Lines = Vec<(usize, String)>;

fn requirements(path: &Path, root: &Path) -> Result<Vec<Requirement>, String> {
    let name = relative(path, root);
    let mut reader = csv::Reader::from_path(path).map_err(|error| format!("{name}: {error}"))?;
    let headers = reader.headers().map_err(|error| format!("{name}: {error}"))?.clone();
    let mut rows = Vec::new();
    let mut places = HashMap::new();
    let mut problems = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| format!("{name}: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Requirement = record.deserialize(Some(&headers)).map_err(|error| format!("{name}:{line}: {error}"))?;
        if let Some(first) = places.insert(row.id.clone(), line) {
            problems.push(format!("{name}:{line}: {} is already in line {first}", row.id));
        }
        rows.push(row);
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems.join("\n")) }
}

/// All files below `folder` with this extension, sorted by path. Folders named `target` are skipped.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn located(
    path: &Path,
    root: &Path,
    mentioned: impl Fn(&str) -> Result<Lines, String>,
) -> Result<Vec<Mention>, String> {
    let name = relative(path, root);
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = mentioned(&text).map_err(|error| format!("{name}: {error}"))?;
    Ok(lines.into_iter().map(|(line, id)| Mention { id, place: format!("{name}:{line}") }).collect())
}

/// The ids in the fields `shows` of a file of vectors, over all families.
fn mentioned_by_vectors(text: &str) -> Result<Lines, String> {
    #[derive(Deserialize)]
    struct Vector {
        shows: Vec<toml::Spanned<String>>,
    }
    let families: BTreeMap<String, Vec<Vector>> = toml::from_str(text).map_err(|error| error.to_string())?;
    let line = |offset| text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1;
    let shows = families.into_values().flatten().flat_map(|vector| vector.shows);
    Ok(shows.map(|id| (line(id.span().start), id.into_inner())).collect())
}

/// The ids in the comments `// shows:` of a Rust file.
fn mentioned_by_tests(text: &str) -> Lines {
    let mut found = Vec::new();
    let mut continues = false;
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        let list = match line.strip_prefix("// shows:") {
            None if continues => line.strip_prefix("//"),
            list => list,
        };
        let Some(list) = list else {
            continues = false;
            continue;
        };
        let ids = list.split(',').map(str::trim).filter(|id| !id.is_empty());
        found.extend(ids.map(|id| (number, id.to_owned())));
        continues = list.ends_with(',');
    }
    found
}

fn unknown(requirements: &[Requirement], mentions: &[Mention]) -> Vec<String> {
    let known: HashSet<&str> = requirements.iter().map(|row| row.id.as_str()).collect();
    mentions
        .iter()
        .filter(|mention| !known.contains(mention.id.as_str()))
        .map(|Mention { id, place }| format!("{place}: there is no requirement {id:?}"))
        .collect()
}

/// The number of rows that are shown and open, by source and layer.
fn summary(requirements: &[Requirement], shown: &HashSet<&str>) -> String {
    let mut counts: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for row in requirements {
        let is_open = usize::from(!shown.contains(row.id.as_str()));
        counts.entry((&row.source, &row.layer)).or_default()[is_open] += 1;
    }
    let [all_shown, all_open] = counts.values().fold([0, 0], |[shown, open], row| [shown + row[0], open + row[1]]);
    let mut text = format!("{:<26}{:<10}{:>6}{:>6}\n", "source", "layer", "shown", "open");
    let rows = counts.into_iter().map(|((source, layer), [shown, open])| (source, layer, shown, open));
    for (source, layer, shown, open) in rows.chain([("all", "", all_shown, all_open)]) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{source:<26}{layer:<10}{shown:>6}{open:>6}");
    }
    text
}

/// The rows that nothing shows, one per line.
fn open(requirements: &[Requirement], shown: &HashSet<&str>) -> String {
    let mut text = String::from("\n");
    for row in requirements.iter().filter(|row| !shown.contains(row.id.as_str())) {
        let Requirement { id, section, level, layer, requirement, .. } = row;
        let requirement = shortened(requirement);
        let _ = writeln!(text, "{id:<18}{section:<10}{level:<12}{layer:<10}{requirement}");
    }
    text
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TEXT_WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, source: &str, layer: &str) -> Requirement {
        Requirement {
            id: id.into(),
            source: source.into(),
            section: "1".into(),
            level: "MUST".into(),
            layer: layer.into(),
            requirement: "Be right.".into(),
        }
    }

    fn ids(found: &Lines) -> Vec<(usize, &str)> {
        found.iter().map(|(line, id)| (*line, id.as_str())).collect()
    }

    #[test]
    fn a_comment_names_ids_and_its_line() {
        let found = mentioned_by_tests("//! A file.\n\n    // shows: A-1, B-2.1-03\n    #[test]\n");
        assert_eq!(ids(&found), [(3, "A-1"), (3, "B-2.1-03")]);
    }

    #[test]
    fn a_comma_at_the_end_continues_the_list() {
        let found = mentioned_by_tests("// shows: A,\n// B,\n//   C\n// D\nfn f() {}");
        assert_eq!(ids(&found), [(1, "A"), (2, "B"), (3, "C")]);
        let found = mentioned_by_tests("// shows: A,\nfn f() {}\n// B");
        assert_eq!(ids(&found), [(1, "A")]);
        let found = mentioned_by_tests("// shows: A,\n// shows: B");
        assert_eq!(ids(&found), [(1, "A"), (2, "B")]);
    }

    #[test]
    fn other_comments_and_code_name_nothing() {
        let text = "/// shows: A\n//! shows: A\n// it shows: A\nlet a = 1; // shows: A\nlet s = \"// shows: A\";";
        assert_eq!(mentioned_by_tests(text), []);
        assert_eq!(mentioned_by_tests("// shows:\n"), []);
    }

    #[test]
    fn vectors_name_ids_and_their_lines() {
        let text = "[[decode]]\nid = \"a\"\nshows = [\"A\",\n  \"B\"]\n[[new]]\nshows = ['C']\n";
        let found = mentioned_by_vectors(text).expect("a file of vectors");
        assert_eq!(ids(&found), [(3, "A"), (4, "B"), (6, "C")]);
        assert!(mentioned_by_vectors("[[decode]]\nid = \"a\"\n").is_err());
    }

    #[test]
    fn an_id_that_does_not_exist_is_reported_with_its_place() {
        let mention = |id: &str| Mention { id: id.into(), place: "a.rs:1".into() };
        let found = unknown(&[row("A", "S", "core")], &[mention("A"), mention("B")]);
        assert_eq!(found, ["a.rs:1: there is no requirement \"B\""]);
    }

    #[test]
    fn the_summary_counts_by_source_and_layer() {
        let rows = [row("A", "S", "core"), row("B", "S", "core"), row("C", "S", "uri"), row("D", "T", "uri")];
        let text = summary(&rows, &HashSet::from(["A", "D"]));
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            lines,
            [
                vec!["source", "layer", "shown", "open"],
                vec!["S", "core", "1", "1"],
                vec!["S", "uri", "0", "1"],
                vec!["T", "uri", "1", "0"],
                vec!["all", "2", "2"],
            ]
        );
    }

    #[test]
    fn open_rows_are_listed_with_their_text_shortened() {
        let mut long = row("A", "S", "core");
        long.requirement = "ä".repeat(TEXT_WIDTH + 1);
        let text = open(&[long, row("B", "S", "core")], &HashSet::from(["B"]));
        assert!(text.trim().starts_with("A "));
        assert!(text.ends_with(&format!("{}…\n", "ä".repeat(TEXT_WIDTH))));
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 1);
    }

    #[test]
    fn a_repeated_requirement_is_reported_with_both_lines() {
        let folder = std::env::temp_dir().join(format!("xtask-coverage-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let path = folder.join("requirements.csv");
        let text = "id,source,section,level,layer,requirement,verify\nA,S,1,MUST,core,x,y\nA,S,1,MUST,core,x,y\n";
        fs::write(&path, text).expect("a temporary file");
        let found = requirements(&path, &folder);
        fs::remove_dir_all(&folder).expect("the temporary folder");
        assert_eq!(found.map(|rows| rows.len()), Err("requirements.csv:3: A is already in line 2".into()));
    }

    #[test]
    fn every_named_requirement_exists() {
        assert_eq!(run(&["--check".into()]), Ok(()));
    }

    #[test]
    fn other_arguments_are_refused() {
        assert!(run(&["--chek".into()]).is_err());
    }
}
