//! Tests of the whole task, in made-up workspaces and in this one.

use std::path::PathBuf;

use clap::Parser;

use super::perfect::Perfect;
use super::*;

const DRAFT_16: &str = "CRI scheme number,URI scheme name,Reference\n\
    0,coap,x\n1,coaps,x\n2,http,x\n6,coap+tcp,x\n7,coaps+tcp,x\n8,coap+ws,x\n9,coaps+ws,x\n";

/// A file in IANA's form: more columns, in another order, and many schemes without a number.
const IANA: &str = "\u{feff}URI Scheme,Template,Description,Reference,Notes,CRI Scheme Number\r\n\
    coap+ws,,\"CoAP, over\r\nWebSockets\",[RFC8323],,24\r\n\
    aaa,,,[RFC6733],\"he said \"\"none\"\"\",\r\n\
    coap,,,\"[RFC7252]\r\n[Errata]\",,0\r\ncoaps,,,[RFC7252],,1\r\n\
    coaps+tcp,,,[RFC8323],,7\r\ncoap+tcp,,,[RFC8323],,6\r\ncoaps+ws,,,[RFC8323],,25\r\n\
    sHttp (OBSOLETE),,,[RFC2660],,7874\r\n";

/// The second table of draft-27, for unregistered names. IANA's file has mqtt among the schemes.
const UNREGISTERED: &str = "CRI Scheme Number,Scheme Name,Reference\n10740,mqtt,[RFC-XXXX]\n";

const SOURCES: &str = "table,source\ndraft-16,\"A, July\"\nrfc9988,B\n";

/// A workspace with only the files of the task. Dropping it removes its folder.
struct Workspace(PathBuf);

impl Workspace {
    fn new(test: &str) -> Workspace {
        let root = std::env::temp_dir().join(format!("xtask-{}-{test}", std::process::id()));
        let workspace = Workspace(root);
        fs::create_dir_all(workspace.path("crates/cri-registry/data")).unwrap();
        fs::create_dir_all(workspace.path("crates/cri-registry/src/generated")).unwrap();
        workspace.write("crates/cri-registry/data/draft-16.csv", DRAFT_16);
        workspace.write("crates/cri-registry/data/rfc9988.csv", DRAFT_16);
        let ports = "name,port,reference\ncoap,5683,x\nhttp,80,x\n";
        workspace.write("crates/cri-registry/data/default-ports.csv", ports);
        workspace.write("crates/cri-registry/data/sources.csv", SOURCES);
        workspace
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Writes files to read with `--from`, and returns their paths.
    fn files<const N: usize>(&self, files: [(&str, &str); N]) -> Vec<String> {
        let path = |(name, text)| {
            self.write(name, text);
            self.path(name).to_str().unwrap().to_owned()
        };
        files.map(path).into()
    }

    fn perform(&self, check: bool, from: &[String]) -> Result<Vec<String>, String> {
        let source = (!from.is_empty()).then(|| "IANA, \"1\" May".to_owned());
        perform(
            &Arguments { check, from: from.to_vec(), source, revision: "rfc9988".into() },
            &self.0,
        )
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

#[test]
fn files_have_a_source_and_a_revision() {
    let parse = |args: &str| {
        let line = Line::try_parse_from(std::iter::once("").chain(args.split_terminator(' ')));
        line.map(|line| line.arguments)
    };
    let found = parse("--from a b --check --revision draft-16 --source c").expect("good");
    assert!(found.check);
    assert_eq!((found.from, found.source), (vec!["a".into(), "b".into()], Some("c".into())));
    assert_eq!(found.revision, "draft-16");
    assert_eq!(parse("").expect("good").revision, "rfc9988");
    for wrong in [
        "--from",
        "--from --check",
        "--from a --source b --revision x",
        "--revision draft-16",
        "--from a --source",
        "--from a --source=",
        "--from a",
        "--source a",
        "a.csv",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn stale_tables_are_written() {
    let workspace = Workspace::new("written");
    let stale = "stale: crates/cri-registry/src/generated/draft_16.rs\n\
                 stale: crates/cri-registry/src/generated/rfc9988.rs\n\
                 run the same command without `--check`";
    assert_eq!(workspace.perform(true, &[]), Err(stale.into()));

    let wrote = ["draft_16", "rfc9988"]
        .map(|name| format!("wrote crates/cri-registry/src/generated/{name}.rs"));
    assert_eq!(workspace.perform(false, &[]), Ok(wrote.into()));
    assert_eq!(workspace.perform(false, &[]), Ok(Vec::new()));
    assert_eq!(workspace.perform(true, &[]), Ok(vec!["the scheme tables are up to date".into()]));

    // A new scheme in a source makes the tables stale, and so does an edit by hand.
    let more = format!("{DRAFT_16}5000,a,x\n");
    workspace.write("crates/cri-registry/data/draft-16.csv", &more);
    let stale = "stale: crates/cri-registry/src/generated/draft_16.rs\n\
                 run the same command without `--check`";
    assert_eq!(workspace.perform(true, &[]), Err(stale.into()));
    assert_eq!(workspace.perform(false, &[]).map(|wrote| wrote.len()), Ok(1));
    workspace.write("crates/cri-registry/src/generated/draft_16.rs", "");
    assert_eq!(workspace.perform(true, &[]), Err(stale.into()));
}

#[test]
fn files_of_iana_replace_a_source() {
    let workspace = Workspace::new("iana");
    let ports = "name,port,reference\ncoap,5683,x\n";
    workspace.write("crates/cri-registry/data/default-ports.csv", ports);
    workspace.perform(false, &[]).unwrap();
    let from = workspace.files([("iana.csv", IANA), ("unregistered.csv", UNREGISTERED)]);

    let stale = "stale: crates/cri-registry/data/sources.csv\n\
                 stale: crates/cri-registry/data/rfc9988.csv\n\
                 stale: crates/cri-registry/src/generated/rfc9988.rs\n\
                 run the same command without `--check`";
    assert_eq!(workspace.perform(true, &from), Err(stale.into()));
    assert_eq!(workspace.read("crates/cri-registry/data/rfc9988.csv"), DRAFT_16);

    workspace.perform(false, &from).unwrap();
    assert_eq!(
        workspace.read("crates/cri-registry/data/rfc9988.csv"),
        "CRI scheme number,URI scheme name,Reference\n\
         0,coap,\"[RFC7252]\r\n[Errata]\"\n1,coaps,[RFC7252]\n6,coap+tcp,[RFC8323]\n\
         7,coaps+tcp,[RFC8323]\n24,coap+ws,[RFC8323]\n25,coaps+ws,[RFC8323]\n\
         7874,shttp,[RFC2660]\n10740,mqtt,[RFC-XXXX]\n"
    );
    assert_eq!(workspace.read("crates/cri-registry/data/draft-16.csv"), DRAFT_16);
    // The table says what it was made from, and so does the data.
    let sources = "table,source\ndraft-16,\"A, July\"\nrfc9988,\"IANA, \"\"1\"\" May\"\n";
    assert_eq!(workspace.read("crates/cri-registry/data/sources.csv"), sources);
    for (table, source) in [("draft_16", r#""A, July""#), ("rfc9988", r#""IANA, \"1\" May""#)] {
        let table = workspace.read(&format!("crates/cri-registry/src/generated/{table}.rs"));
        assert!(table.contains(&format!("pub(crate) const SOURCE: &str = {source};")), "{table}");
    }
    // The written file reads like its sources.
    assert!(workspace.perform(true, &from).is_ok());
    assert!(workspace.perform(true, &[]).is_ok());
}

#[test]
fn ordinary_schemes_of_iana_need_no_second_file() {
    let workspace = Workspace::new("ordinary");
    let from = workspace.files([(
        "iana.csv",
        &format!("{IANA}mqtt,,,[RFC-XXXX],,10740\r\nmqtts,,,x,,14906\r\n")[..],
    )]);
    let ports = "name,port,reference\ncoap,5683,x\n";
    workspace.write("crates/cri-registry/data/default-ports.csv", ports);
    workspace.perform(false, &from).unwrap();
    let rows = workspace.read("crates/cri-registry/data/rfc9988.csv");
    assert!(
        rows.ends_with("7874,shttp,[RFC2660]\n10740,mqtt,[RFC-XXXX]\n14906,mqtts,x\n"),
        "{rows}"
    );
}

#[test]
fn a_table_without_a_source_is_an_error() {
    let workspace = Workspace::new("origin");
    let sources = "crates/cri-registry/data/sources.csv";
    for (text, error) in [
        ("table,source\ndraft-16,A\n", "no row has `rfc9988`"),
        ("table,source\ndraft-16,\nrfc9988,B\n", "2: the source is empty"),
    ] {
        workspace.write(sources, text);
        let found = workspace.perform(false, &[]).unwrap_err();
        assert!(found.starts_with(sources) && found.ends_with(error), "{found}");
    }
}

#[test]
fn an_error_changes_no_file() {
    let workspace = Workspace::new("error");
    workspace.perform(false, &[]).unwrap();
    let before = workspace.read("crates/cri-registry/src/generated/draft_16.rs");

    let from = workspace.files([("iana.csv", IANA), ("twice.csv", UNREGISTERED)]);
    let twice = [from.clone(), from[1..].to_vec()].concat();
    let error = format!("{0}:2: number 10740 is already at {0}:2", from[1]);
    assert_eq!(workspace.perform(false, &twice), Err(error));

    let error = format!("{}: the scheme `coap` is missing", "crates/cri-registry/data/rfc9988.csv");
    assert_eq!(workspace.perform(false, &from[1..]), Err(error));

    let missing = workspace.path("none.csv").to_str().unwrap().to_owned();
    let error = workspace.perform(false, slice::from_ref(&missing)).unwrap_err();
    assert!(error.starts_with(&format!("{missing}: ")), "{error}");

    fs::write(workspace.path("latin-1.csv"), b"URI Scheme\n\na,\xe9\n").unwrap();
    let latin_1 = workspace.path("latin-1.csv").to_str().unwrap().to_owned();
    let error = format!("{latin_1}:3: the line is not UTF-8");
    assert_eq!(workspace.perform(false, &[latin_1]), Err(error));

    let ports = "name,port,reference\ncoap,5683,x\ncoop,1,x\n";
    workspace.write("crates/cri-registry/data/default-ports.csv", ports);
    let error = "crates/cri-registry/data/default-ports.csv:3: no revision has a number for `coop`";
    assert_eq!(workspace.perform(false, &[]), Err(error.into()));

    assert_eq!(workspace.read("crates/cri-registry/data/rfc9988.csv"), DRAFT_16);
    assert_eq!(workspace.read("crates/cri-registry/src/generated/draft_16.rs"), before);
}

#[test]
fn names_with_equal_hashes_are_refused() {
    let workspace = Workspace::new("alike");
    let alike = format!("{DRAFT_16}5000,long-a-name,x\n5001,long-b-name,x\n");
    workspace.write("crates/cri-registry/data/draft-16.csv", &alike);
    let error = "crates/cri-registry/data/draft-16.csv: the hash cannot tell `long-a-name` and `long-b-name` apart: \
                 length, and first and last four bytes are equal; change crates/cri-registry/src/perfect_hash.rs";
    assert_eq!(workspace.perform(false, &[]), Err(error.into()));
}

#[test]
fn tables_of_any_size_have_a_perfect_hash() {
    for size in [1, 2, 3, 6, 7, 13, 100, 381, 500, 512, 1000] {
        let names: Vec<String> = (0..size).map(|nth| format!("x{}", nth * nth)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let perfect = Perfect::new(&names).unwrap();
        let mut found: Vec<usize> = perfect.slots.iter().flatten().copied().collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..size), "{size}");
    }
}

#[test]
fn the_committed_tables_match_their_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let arguments =
        Arguments { check: true, from: Vec::new(), source: None, revision: "rfc9988".into() };
    assert_eq!(perform(&arguments, &root), Ok(vec!["the scheme tables are up to date".into()]));

    for (revision, table) in
        [("draft-16", cri_registry::Table::DRAFT_16), ("rfc9988", cri_registry::Table::RFC_9988)]
    {
        let source = Source::read(&root, &format!("{CRATE}/data/{revision}.csv")).unwrap();
        let schemes = source::schemes(&[source]).unwrap();
        let rows: Vec<_> =
            schemes.iter().map(|scheme| (scheme.number.into(), scheme.name.as_str())).collect();
        assert_eq!(
            table.iter().map(|scheme| (scheme.number, scheme.name)).collect::<Vec<_>>(),
            rows
        );
    }
}
