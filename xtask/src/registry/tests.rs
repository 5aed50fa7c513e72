//! Tests of the whole task.

use std::fs;

use clap::Parser;
use cri_registry::Table;
use serde_json::{Value, json};

use super::*;

/// A file in IANA's form: more columns, in another order, and many schemes without a number.
const IANA: &str = "\u{feff}URI Scheme,Template,Description,Reference,Notes,CRI Scheme Number\r\n\
    coap+ws,,\"CoAP, over\r\nWebSockets\",[RFC8323],,24\r\n\
    aaa,,,[RFC6733],\"he said \"\"none\"\"\",\r\n\
    coap,,,\"[RFC7252]\r\n[Errata]\",,0\r\n\
    sHttp (OBSOLETE),,,[RFC2660],,7874\r\n";

/// The second table of draft-27, for unregistered names. IANA's file has mqtt among the schemes.
const UNREGISTERED: &str = "CRI Scheme Number,Scheme Name,Reference\n10740,mqtt,[RFC-XXXX]\n";

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
    let found = parse("--from a b --revision draft-16 --source c").expect("good");
    assert_eq!((found.from, found.source), (vec!["a".into(), "b".into()], Some("c".into())));
    assert_eq!(found.revision, "draft-16");
    assert_eq!(parse("--from a --source c").expect("good").revision, "rfc9988");
    for wrong in [
        "--revision draft-16",
        "--from",
        "--from a --source b --revision x",
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
fn files_are_merged() {
    let folder = std::env::temp_dir().join(format!("xtask-registry-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (iana, unregistered) =
        (file("iana.csv", IANA.as_bytes()), file("unregistered.csv", UNREGISTERED.as_bytes()));
    let expected =
        "CRI scheme number,URI scheme name\n0,coap\n24,coap+ws\n7874,shttp\n10740,mqtt\n";
    assert_eq!(merged(&[iana, unregistered.clone()]), Ok(expected.into()));

    let error = format!("{unregistered}:2: number 10740 is already at {unregistered}:2");
    assert_eq!(merged(&[unregistered.clone(), unregistered]), Err(error));
    let latin_1 = file("latin-1.csv", b"URI Scheme\n\na,\xe9\n");
    let error = format!("{latin_1}:3: the line is not UTF-8");
    assert_eq!(merged(&[latin_1]), Err(error));
    fs::remove_dir_all(&folder).unwrap();
    assert!(merged(&["none.csv".into()]).is_err_and(|error| error.starts_with("none.csv: ")));
}

fn json_file() -> Value {
    serde_json::from_str(&json::text().expect("tables")).expect("JSON")
}

#[test]
fn the_json_has_the_tables_of_the_crate() {
    let file = json_file();
    for (revision, table, source) in [
        ("draft-16", Table::DRAFT_16, Table::SOURCE_OF_DRAFT_16),
        ("rfc9988", Table::RFC_9988, Table::SOURCE_OF_RFC_9988),
    ] {
        let expected = table
            .iter()
            .map(|it| json!({ "number": it.number, "name": it.name, "port": it.default_port }));
        assert_eq!(file["schemes"][revision], expected.collect::<Value>());
        assert_eq!(file["sources"][revision], source);
    }
}

#[test]
fn the_json_lists_what_differs_between_the_revisions() {
    let file = json_file();
    let differences = file["differences"].as_array().expect("a list");
    assert_eq!(differences[0], json!({ "name": "coap+ws", "draft-16": 8, "rfc9988": 24 }));
    assert_eq!(differences[2], json!({ "name": "hs20", "draft-16": null, "rfc9988": 1273 }));
    // Without these names, the tables are equal.
    let [older, newer] = REVISIONS.map(|revision| {
        let mut rows = file["schemes"][revision].as_array().expect("a table").clone();
        let all = rows.len();
        rows.retain(|row| differences.iter().all(|differing| differing["name"] != row["name"]));
        assert_eq!(
            all - rows.len(),
            differences.iter().filter(|row| !row[revision].is_null()).count()
        );
        rows
    });
    assert_eq!(older, newer);
}
