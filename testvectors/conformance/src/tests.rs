//! Programs that answer correctly, answer wrongly, end early, hang, or write something else.

use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};

use super::cases::{self, File};
use super::report::{Counts, Report};
use super::verdict::{Level, Verdict, verdict};
use super::{Arguments, ask};

/// Short, so that the test of a program that hangs is short. Longer than a shell takes to start.
const PATIENCE: Duration = Duration::from_secs(2);

/// Three cases: a result in both revisions, an error, and an outcome.
fn file() -> File {
    let file = json!({
        "corpus": "cri-testvectors",
        "version": "1.2.3",
        "requirements": {
            "D16-6-01": { "document": "draft-16", "section": "6" },
            "D16-10.1-01": { "document": "draft-16", "section": "10.1" },
            "D16-6-C10-01": { "document": "draft-16", "section": "6-C10" },
            "D16-6-C9-01": { "document": "draft-16", "section": "6-C9" },
            "D16-A-01": { "document": "draft-16", "section": "A" },
        },
        "cases": [
            {
                "id": "a/to-cri", "vector": "a", "operation": "to-cri", "revision": "any", "shows": ["D16-6-01"],
                "input": { "uri": "/a" }, "expect": { "cbor": "82f5816161", "edn": "[true, [\"a\"]]" },
            },
            {
                "id": "b/to-cri/draft-16", "vector": "b", "operation": "to-cri", "revision": "draft-16",
                "shows": ["D16-6-01", "D16-10.1-01"], "without": ["userinfo"],
                "input": { "uri": "//h:" },
                "expect": { "error": { "kind": "empty-port", "component": "port", "offset": 3 } },
            },
            {
                "id": "c/decode", "vector": "c", "operation": "decode", "revision": "rfc9988",
                "shows": ["D16-A-01", "D16-10.1-01", "D16-6-C10-01", "D16-6-C9-01"],
                "input": { "cbor": "83", "reader": "liberal" },
                "expect": { "outcome": "rejected", "error": { "kind": "end-of-input", "offset": 1 } },
            },
        ],
    });
    let path = std::env::temp_dir().join(format!(
        "conformance-{}-{:?}.json",
        std::process::id(),
        std::thread::current().id()
    ));
    std::fs::write(&path, file.to_string()).expect("a file");
    let file = cases::read(&path).expect("cases");
    std::fs::remove_file(&path).expect("the file");
    file
}

const A: &str = r#"{"id":"a/to-cri","cbor":"82f5816161"}"#;
const B: &str =
    r#"{"id":"b/to-cri/draft-16","error":{"kind":"empty-port","component":"port","offset":3}}"#;
const C: &str =
    r#"{"id":"c/decode","outcome":"rejected","error":{"kind":"end-of-input","offset":1}}"#;

/// The report about a shell script.
fn report(script: &str, level: Level) -> Report {
    let command = ["sh", "-c", script].map(String::from);
    ask(&file(), &command, level, PATIENCE).expect("a shell")
}

/// The report about a program that reads a line before it writes each of `lines`.
fn report_lines(lines: &[&str], level: Level) -> Report {
    let script: String =
        lines.iter().map(|line| format!("read -r line; echo '{line}'\n")).collect();
    report(&script, level)
}

fn counts(passed: usize, failed: usize, unsupported: usize) -> Counts {
    Counts { passed, failed, unsupported }
}

#[test]
fn a_case_of_any_revision_is_asked_in_both() {
    let script = "while read -r line; do echo \"$line\"; done";
    let lines: Vec<Value> =
        file().cases.iter().map(|case| serde_json::from_str(&case.line()).expect("JSON")).collect();
    assert_eq!(
        lines,
        [
            json!({ "id": "a/to-cri", "operation": "to-cri", "revision": "draft-16", "input": { "uri": "/a" } }),
            json!({ "id": "a/to-cri", "operation": "to-cri", "revision": "rfc9988", "input": { "uri": "/a" } }),
            json!({ "id": "b/to-cri/draft-16", "operation": "to-cri", "revision": "draft-16",
                "without": ["userinfo"], "input": { "uri": "//h:" } }),
            json!({ "id": "c/decode", "operation": "decode", "revision": "rfc9988",
                "input": { "cbor": "83", "reader": "liberal" } }),
        ]
    );
    // The program reads exactly these lines: an echo has each id, and no answer.
    let report = report(script, Level::Outcome);
    assert_eq!((report.all, report.broken), (counts(0, 4, 0), None));
}

#[test]
fn correct_answers_pass() {
    for level in [Level::Outcome, Level::Diagnosis] {
        let report = report_lines(&[A, A, B, C], level);
        assert_eq!((report.all, &report.broken), (counts(4, 0, 0), &None));
        assert!(report.is_good());
    }
}

#[test]
fn answers_may_come_at_the_end() {
    let script = format!("cat >/dev/null; printf '%s\\n' '{A}' '{A}' '{B}' '{C}'");
    assert!(report(&script, Level::Outcome).is_good());
}

#[test]
fn wrong_answers_fail() {
    let lies = [
        [r#"{"id":"a/to-cri","cbor":"82f5816162"}"#, A, B, C],
        [r#"{"id":"a/to-cri","error":{}}"#, A, B, C],
        [r#"{"id":"a/to-cri","cbor":"82f5816161","error":{}}"#, A, B, C],
        [r#"{"id":"a/to-cri"}"#, A, B, C],
        [A, A, r#"{"id":"b/to-cri/draft-16","cbor":"82f6816168"}"#, C],
        [A, A, r#"{"id":"b/to-cri/draft-16","error":"empty-port"}"#, C],
        [A, A, B, r#"{"id":"c/decode","outcome":"unprocessable","error":{}}"#],
        [A, A, B, r#"{"id":"c/decode","error":{}}"#],
    ];
    for lines in lies {
        let report = report_lines(&lines, Level::Outcome);
        assert_eq!((report.all, &report.broken), (counts(3, 1, 0), &None), "{lines:?}");
        assert!(!report.is_good());
    }
}

#[test]
fn only_the_level_diagnosis_compares_members_of_errors() {
    let vague = [
        A,
        A,
        r#"{"id":"b/to-cri/draft-16","error":{}}"#,
        r#"{"id":"c/decode","outcome":"rejected"}"#,
    ];
    assert_eq!(report_lines(&vague, Level::Outcome).all, counts(4, 0, 0));
    assert_eq!(report_lines(&vague, Level::Diagnosis).all, counts(2, 2, 0));
    let other =
        r#"{"id":"b/to-cri/draft-16","error":{"kind":"empty-port","component":"port","offset":4}}"#;
    assert_eq!(report_lines(&[A, A, other, C], Level::Diagnosis).all, counts(3, 1, 0));
}

#[test]
fn unsupported_is_neither_passed_nor_failed() {
    let unsupported = r#"{"id":"a/to-cri","unsupported":true}"#;
    let report = report_lines(&[unsupported, A, B, C], Level::Outcome);
    assert_eq!(report.all, counts(3, 0, 1));
    assert!(report.is_good());
    let case = &file().cases[0];
    let supported = json!({ "unsupported": false }).as_object().cloned().expect("an object");
    assert_eq!(verdict(case, &supported, Level::Outcome), Verdict::Failed);
}

#[test]
fn members_that_are_null_may_be_missing() {
    let mut case = file().cases.remove(0);
    let expect = json!({ "name": null, "list": [{ "a": 1, "b": null }] });
    case.expect = expect.as_object().cloned().expect("an object");
    for (answer, expected) in [
        (expect, Verdict::Passed),
        (json!({ "list": [{ "a": 1 }] }), Verdict::Passed),
        (json!({ "list": [{ "a": 1, "c": 2 }], "more": 1 }), Verdict::Passed),
        (json!({ "name": "coap", "list": [{ "a": 1 }] }), Verdict::Failed),
        (json!({ "name": null }), Verdict::Failed),
        (json!({ "list": [{ "a": 1 }, { "a": 1 }] }), Verdict::Failed),
        (json!({ "list": [{ "a": null }] }), Verdict::Failed),
        (json!({ "list": [{ "a": 1, "b": 2 }] }), Verdict::Failed),
        (json!({ "list": { "a": 1 } }), Verdict::Failed),
    ] {
        let answer = answer.as_object().cloned().expect("an object");
        assert_eq!(verdict(&case, &answer, Level::Outcome), expected, "{answer:?}");
    }
}

/// Asserts that the report names the case of index 1 and the reason.
fn assert_breaks_at_the_second_case(report: &Report, reason: &str) {
    assert_eq!(report.all, counts(1, 0, 0));
    assert!(!report.is_good());
    let broken = report.broken.as_deref().expect("a reason");
    assert!(broken.starts_with("at the case a/to-cri (to-cri, rfc9988): "), "{broken}");
    assert!(
        broken.contains(reason) && broken.ends_with("3 of 4 cases were not answered"),
        "{broken}"
    );
    assert!(report.text().contains(broken) && report.json()["broken"] == broken);
}

#[test]
fn a_program_that_dies_is_reported_with_the_case() {
    assert_breaks_at_the_second_case(&report_lines(&[A], Level::Outcome), "the program ended");
    let killed = format!("read -r line; echo '{A}'; kill -9 $$");
    assert_breaks_at_the_second_case(&report(&killed, Level::Outcome), "the program ended");
}

#[test]
fn a_program_that_hangs_is_reported_with_the_case() {
    let script = format!("read -r line; echo '{A}'; exec sleep 60");
    let report = report(&script, Level::Outcome);
    assert_breaks_at_the_second_case(&report, "the program wrote no line in 2s");
}

#[test]
fn an_answer_with_another_id_is_reported_with_the_case() {
    assert_breaks_at_the_second_case(
        &report_lines(&[A, B], Level::Outcome),
        "the id \"b/to-cri/draft-16\"",
    );
    let without = r#"{"cbor":"82f5816161"}"#;
    assert_breaks_at_the_second_case(
        &report_lines(&[A, without], Level::Outcome),
        "the answer has no id",
    );
}

#[test]
fn a_line_that_is_not_a_json_object_is_reported_with_the_case() {
    for line in ["hello", "[]", "", r#"{"id":"a/to-cri""#] {
        assert_breaks_at_the_second_case(
            &report_lines(&[A, line], Level::Outcome),
            "not a JSON object",
        );
    }
}

#[test]
fn control_characters_of_the_program_do_not_reach_the_terminal() {
    let report = report("read -r line; printf '\\033[31m\\n'", Level::Outcome);
    assert!(report.broken.is_some_and(|broken| broken.contains("object: \u{fffd}[31m\n")));
}

#[test]
fn lines_after_the_last_answer_are_reported() {
    let report = report_lines(&[A, A, B, C, "bye"], Level::Outcome);
    assert_eq!(report.all, counts(4, 0, 0));
    assert!(!report.is_good());
    assert!(report.broken.is_some_and(|broken| broken.contains("after the last answer: bye")));
}

#[test]
fn a_program_that_fails_after_the_last_answer_is_reported() {
    let answers = format!("cat >/dev/null; printf '%s\\n' '{A}' '{A}' '{B}' '{C}'");
    for (end, reason) in [
        ("exit 3", "ended with a failure: exit status: 3"),
        ("exec >&-; exec sleep 60", "did not end in 2s"),
    ] {
        let report = report(&format!("{answers}; {end}"), Level::Outcome);
        assert_eq!(report.all, counts(4, 0, 0));
        assert!(!report.is_good());
        assert!(report.broken.is_some_and(|broken| broken.contains(reason)), "{end}");
    }
}

#[test]
fn an_error_that_is_null_is_no_error() {
    let null = r#"{"id":"a/to-cri","cbor":"82f5816161","error":null}"#;
    let missing = r#"{"id":"b/to-cri/draft-16","error":null}"#;
    assert_eq!(report_lines(&[null, null, missing, C], Level::Diagnosis).all, counts(3, 1, 0));
}

#[test]
fn a_program_that_cannot_be_started_is_an_error() {
    let command = ["a program that does not exist".into()];
    assert!(
        ask(&file(), &command, Level::Outcome, PATIENCE)
            .is_err_and(|error| error.contains("cannot start"))
    );
}

#[test]
fn the_report_counts_a_case_in_each_of_its_sections() {
    let lie = r#"{"id":"b/to-cri/draft-16","cbor":"80"}"#;
    let report =
        report_lines(&[A, A, lie, r#"{"id":"c/decode","unsupported":true}"#], Level::Outcome);
    let text = report.text();
    let rows: Vec<Vec<&str>> =
        text.lines().take(7).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows,
        [
            ["document", "section", "passed", "failed", "unsupported"].as_slice(),
            &["draft-16", "6", "2", "1", "0"],
            &["draft-16", "6-C9", "0", "0", "1"],
            &["draft-16", "6-C10", "0", "0", "1"],
            &["draft-16", "10.1", "0", "1", "1"],
            &["draft-16", "A", "0", "0", "1"],
            &["all", "cases", "2", "1", "1"],
        ]
    );
    for line in [
        "failed: b/to-cri/draft-16 (to-cri, draft-16)",
        "  input     {\"uri\":\"//h:\"}",
        "  without   userinfo",
        "  expected  {\"error\":{\"kind\":\"empty-port\",\"component\":\"port\",\"offset\":3}}",
        "  found     {\"cbor\":\"80\"}",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let json = report.json();
    assert_eq!(json["sections"][3]["section"], "10.1");
    assert_eq!(json["failures"][0]["found"], json!({ "cbor": "80" }));
}

#[test]
fn arguments_name_the_level_the_cases_and_the_command() {
    let words = |text: &str| text.split_terminator(' ').map(String::from).collect::<Vec<_>>();
    let parse = |text: &str| Arguments::try_parse_from([vec![String::new()], words(text)].concat());
    let found = parse(
        "--level diagnosis --cases c.json --operation decode --operation parse --revision rfc9988 --json -- a --json",
    );
    let found = found.expect("good");
    assert_eq!((found.level, found.cases), (Level::Diagnosis, Some("c.json".into())));
    assert_eq!((found.operations, found.command), (words("decode parse"), words("a --json")));
    assert_eq!(found.revision.as_deref(), Some("rfc9988"));
    assert!(found.json);
    for wrong in [
        "",
        "--",
        "a",
        "--revision draft-30 -- a",
        "--level",
        "--level high -- a",
        "--cases c.json",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_reference_answers_bad_lines_with_errors() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let adapter = super::corpus().join("reference/conform.py");
    let command =
        Command::new("python3").arg(adapter).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = command else {
        println!("NOT CHECKED: python3 is not installed");
        return;
    };
    let lines: [(&[u8], &str); 8] = [
        (br#"{"id":"a","operation":"encode","revision":"rfc9988","without":null,"input":{"cbor":"80"}}"#, "80"),
        (br#"{"id":"a","operation":"encode","revision":"rfc9988","input":{"cbor":"8g"}}"#, "bad-input"),
        (br#"{"id":"a","operation":"encode","revision":"rfc9988","input":{}}"#, "bad-input"),
        (br#"{"id":"a","operation":"encode","revision":"rfc9988","input":null}"#, "bad-input"),
        (br#"{"id":"a","operation":"encode","revision":"draft-3","input":{"cbor":"80"}}"#, "bad-input"),
        (br#"{"operation":"encode"}"#, "not-a-case"),
        (b"[]", "not-a-case"),
        (b"\xff", "not-a-case"),
    ];
    let mut stdin = child.stdin.take().expect("a pipe");
    for (line, _) in lines {
        stdin.write_all(&[line, b"\n"].concat()).expect("a reader");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{}", output.status);
    let answers = String::from_utf8(output.stdout).expect("text");
    let answers = answers.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let found: Vec<_> = answers
        .map(|answer| answer.get("cbor").unwrap_or(&answer["error"]["kind"]).clone())
        .collect();
    assert_eq!(found, lines.map(|(_, expected)| expected));
}
