//! `--rows`: exactly one row of output for each row of input.
#![allow(clippy::disallowed_types, reason = "a test starts a shell")]

use std::io::{BufRead, BufReader, Write};
#[cfg(target_os = "linux")]
use std::{env, fs, path::Path, process::Command};

use cri_testvectors::{Expected, Parse, Revision, Way, corpus, run, to_hex};

use crate::program::{command, cri, cri_bytes, output};

/// A value as databases write it in a row.
fn escaped(value: &str) -> String {
    let mut escaped = value.replace('\\', r"\\");
    for (character, escape) in [('\t', r"\t"), ('\n', r"\n"), ('\r', r"\r"), ('\0', r"\0")] {
        escaped = escaped.replace(character, escape);
    }
    escaped
}

/// Each case with the columns of the answer to its row. Asserts that there are as many answers as rows, and nothing else.
fn answered<V>(args: &[&str], cases: Vec<(V, String)>) -> Vec<(V, Vec<String>)> {
    let stdin: String = cases.iter().flat_map(|(_, row)| [row, "\n"]).collect();
    let output = cri(args, &stdin);
    assert_eq!((output.status, &*output.stderr), (Some(0), ""), "{args:?}");
    let answers: Vec<&str> = output.stdout.split_terminator('\n').collect();
    assert_eq!(answers.len(), cases.len(), "{args:?}");
    let columns = answers.into_iter().map(|row| row.split('\t').map(str::to_owned).collect());
    cases.into_iter().map(|(case, _)| case).zip(columns).collect()
}

/// Fails unless the columns are null with the expected error.
fn assert_fails(columns: &[String], expected: &Expected, with_offset: bool) {
    let [answer, kind, offset] = columns else { panic!("three columns: {columns:?}") };
    assert_eq!(answer, r"\N");
    expected.assert_matches(kind, None, with_offset.then(|| offset.parse().expect("an offset")));
}

#[test]
fn each_uri_of_the_corpus_is_encoded_in_its_row() {
    let parse = corpus().parse.iter().map(|vector| (vector, escaped(&vector.uri)));
    run(answered(&["encode", "--rows", "--errors"], parse.collect()), |(vector, columns)| {
        match &vector.error {
            Some(expected) => assert_fails(&columns, expected, true),
            None => assert_eq!(columns[0] == r"\N", columns[1] != r"\N", "{columns:?}"),
        }
    });
    for revision in Revision::ALL {
        let args = ["encode", "--rows", "--errors", "--revision", revision.name()];
        let convert = corpus().convert.iter().filter(|vector| {
            vector.without.is_empty()
                && vector.revision == revision
                && (vector.to_cri_error.is_some()
                    || vector.way.is_some_and(|way| way != Way::ToUri))
        });
        let rows = convert.map(|vector| (vector, escaped(vector.uri.as_ref().expect("a URI"))));
        run(answered(&args, rows.collect()), |(vector, columns)| match &vector.to_cri_error {
            Some(expected) => assert_fails(&columns, expected, true),
            None => {
                let hex = to_hex(vector.cbor.as_ref().expect("a CRI"));
                assert_eq!(columns, [&hex, r"\N", r"\N"]);
            }
        });
    }
}

#[test]
fn each_cri_of_the_corpus_is_decoded_in_its_row() {
    for revision in Revision::ALL {
        let convert = corpus().convert.iter().filter(|vector| {
            vector.without.is_empty()
                && vector.revision == revision
                && (vector.to_uri_error.is_some()
                    || vector.way.is_some_and(|way| way != Way::ToCri))
        });
        let args = ["decode", "--rows", "--errors", "--revision", revision.name()];
        let rows = convert.map(|vector| (vector, to_hex(vector.cbor.as_ref().expect("a CRI"))));
        run(answered(&args, rows.collect()), |(vector, columns)| match &vector.to_uri_error {
            Some(expected) => assert_fails(&columns, expected, false),
            None => assert_eq!(columns[0], *vector.uri.as_ref().expect("a URI")),
        });
    }
}

#[test]
fn rows_with_a_base_are_resolved() {
    for revision in Revision::ALL {
        let vectors = corpus().resolve.iter().filter(|vector| vector.revision == revision);
        let rows = vectors.map(|vector| {
            (vector, format!("{}\t{}", to_hex(&vector.base_cbor), to_hex(&vector.reference_cbor)))
        });
        let args = ["resolve", "--rows", "--errors", "--keep-fragment", "--from", "hex"];
        let args = [&args[..], &["--revision", revision.name()]].concat();
        run(answered(&args, rows.collect()), |(vector, columns)| match &vector.error {
            Some(expected) if expected.kind == "not-full" => {
                assert_eq!(columns, [r"\N", "wrong-base", r"\N"]);
            }
            Some(expected) => assert_fails(&columns, expected, false),
            None => {
                assert_eq!(columns[0], to_hex(vector.result_cbor.as_ref().expect("a result")));
            }
        });
    }
}

type OfVector = fn(&Parse) -> &Option<String>;

/// The parts that vectors for parsing have.
const PARTS: [(&str, OfVector); 7] = [
    ("scheme", |vector| &vector.scheme),
    ("userinfo", |vector| &vector.userinfo),
    ("host", |vector| &vector.host),
    ("port", |vector| &vector.port),
    ("path", |vector| &vector.path),
    ("query", |vector| &vector.query),
    ("fragment", |vector| &vector.fragment),
];

// shows: R3986-B-01, R3986-B-02
#[test]
fn each_part_of_a_uri_is_in_its_row() {
    for (part, of) in PARTS {
        let rows = || corpus().parse.iter().map(|vector| (vector, escaped(&vector.uri))).collect();
        run(answered(&["part", part, "--rows", "--errors"], rows()), |(vector, columns)| {
            match &vector.error {
                Some(expected) => assert_fails(&columns, expected, true),
                None => assert_eq!(columns, [of(vector).as_deref().unwrap_or(r"\N"), r"\N", r"\N"]),
            }
        });
        let lenient = ["part", part, "--rows", "--errors", "--lenient"];
        run(answered(&lenient, rows()), |(vector, columns)| {
            assert_eq!(columns[1..], [r"\N", r"\N"], "nothing is refused");
            if vector.error.is_none() {
                assert_eq!(columns[0], of(vector).as_deref().unwrap_or(r"\N"));
            }
        });
    }
}

#[test]
fn each_row_is_answered_before_the_next_comes() {
    for threads in ["1", "2"] {
        for (args, rows) in [
            (&["encode"][..], [("coap://h", "832081616880"), ("<", r"\N"), (r"\N", r"\N")]),
            (&["decode"], [("832081616880", "coap://h"), ("8", r"\N"), ("80", "")]),
            (&["resolve"], [("s:/a\tb", "s:/b"), ("s:/a", r"\N"), ("s:/a\t\\N", r"\N")]),
            (&["resolve", "s:/a"], [("b", "s:/b"), (r"\N", r"\N"), ("", "s:/a")]),
            (&["part", "query"], [("?", ""), ("", r"\N"), ("?a\\tb", r"\N")]),
        ] {
            let args = [args, &["--rows", "--threads", threads]].concat();
            let mut child = command(&args).spawn().expect("the program starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
            for (row, expected) in rows {
                writeln!(stdin, "{row}").expect("written");
                let mut answer = String::new();
                stdout.read_line(&mut answer).expect("read");
                assert_eq!(answer, format!("{expected}\n"), "{args:?} {row:?}");
            }
            drop(stdin);
            assert!(child.wait().expect("the program ends").success());
        }
    }
}

#[test]
fn any_input_has_as_many_rows_as_its_answer() {
    let long = "a".repeat(2 * 1024 * 1024);
    for (input, expected) in [
        (&b""[..], ""),
        (b"\n", "80\n"),
        (b"a", "8201816161\n"),
        (b"a\r\nb\r\n", "8201816161\n8201816162\n"),
        (b"a\rb\n", "\\N\n"),
        (b"\xff\n\\N\n\0\n", "\\N\n\\N\n\\N\n"),
        (b"a\tb\n", "\\N\n"),
        // Without the backslash, the host would be another.
        (b"http://h\\@evil/\n", "\\N\n"),
        (&[b"a\n", long.as_bytes(), b"\nb\n"].concat(), "8201816161\n\\N\n8201816162\n"),
        (&[b"a\n", long.as_bytes()].concat(), "8201816161\n\\N\n"),
    ] {
        let output = cri_bytes(&["encode", "--rows"], input);
        let start = input.escape_ascii().take(20).collect::<Vec<u8>>().escape_ascii().to_string();
        assert_eq!(output.stdout, expected, "{start}");
        assert_eq!((output.status, &*output.stderr), (Some(0), ""), "{start}");
    }
    let errors =
        cri_bytes(&["encode", "--rows", "--errors"], &[b"/\xff\n", long.as_bytes()].concat());
    assert_eq!(errors.stdout, "\\N\tnot-utf8\t1\n\\N\tline-too-long\t\\N\n");
}

#[test]
fn a_row_is_never_taken_for_another_form() {
    // Without --rows, these are a CRI in hex digits, notation and JSON.
    let rows = "8320816168816161\n[0]\n{\"cri\":\"80\"}\n";
    let output = cri(&["encode", "--rows", "--errors"], rows);
    let expected = [
        "8201817038333230383136313638383136313631\t\\N\t\\N\n",
        "\\N\tunexpected-character\t0\n",
        "\\N\tinvalid-scheme\t0\n",
    ];
    assert_eq!((&*output.stdout, &*output.stderr), (&*expected.concat(), ""));
    // A scheme that may be misspelt, and a host without a scheme.
    let output = cri(&["encode", "--rows"], "caop://h\nexample.com/a\n");
    assert_eq!((output.stdout.lines().count(), &*output.stderr), (2, ""));
}

#[test]
fn cbor_in_a_column_is_read_again() {
    let uris = "coap://h/%09%0A%0D%5C%00\n../x\n\ncoap://198.51.100.1:2570/a\n";
    for args in [&["encode", "--rows", "--to"][..], &["relativize", "--rows", "s:/", "--to"]] {
        let written = output(&[args, &["cbor"]].concat(), uris.as_bytes()).stdout;
        assert_eq!(written.split(|byte| *byte == b'\n').count(), uris.split('\n').count());
        let read = cri_bytes(&["decode", "--rows", "--from", "cbor"], &written).stdout;
        let hex = cri(&[args, &["hex"]].concat(), uris).stdout;
        assert_eq!(read, cri(&["decode", "--rows"], &hex).stdout);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_shell_prints_what_the_guide_shows() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/at-scale.md");
    let page = fs::read_to_string(page).expect("a page");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("at-scale");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir(&folder).expect("a new folder");
    let programs = Path::new(env!("CARGO_BIN_EXE_cri")).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), env::var("PATH").expect("a path"));
    let consoles = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut commands = 0;
    for example in consoles.flat_map(|console| console.split("$ ").skip(1)) {
        let (line, expected) = example.split_once('\n').expect("a line");
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(&folder).env("PATH", &path);
        let output = shell.output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{line}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
        commands += 1;
    }
    assert!(commands >= 10, "found {commands} commands");
}
