use std::collections::HashSet;

use super::claims::{Claim, of_tests};
use super::report::{self, State, summary};
use super::rows::{self, Requirement};
use super::spec::table;
use super::{Arguments, open, run, untrue};

fn row(id: &str, source: &str, layer: &str) -> Requirement {
    Requirement {
        id: id.into(),
        source: source.into(),
        section: "5.1".into(),
        level: "MUST".into(),
        layer: layer.into(),
        requirement: "Be right.".into(),
        reason: String::new(),
        decides: String::new(),
        defect: String::new(),
    }
}

fn not_testable(id: &str) -> Requirement {
    Requirement {
        level: rows::NOT_TESTABLE.into(),
        reason: "It binds authors.".into(),
        ..row(id, "S", "core")
    }
}

/// The rows that a file claims, and what is wrong with its comments.
fn claims(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut claims, mut problems) = (Vec::new(), Vec::new());
    of_tests("a.rs", text, &mut claims, &mut problems);
    (claims.into_iter().map(|claim| format!("{} {}", claim.place, claim.id)).collect(), problems)
}

fn claim(id: &str, place: &str) -> Claim {
    Claim { id: id.into(), place: place.into(), among: 1 }
}

/// Reads rows from text, as if it were the file `r.csv`.
fn read(text: &str) -> Result<Vec<Requirement>, String> {
    let columns = "id,source,section,level,layer,requirement,reason,decides,defect";
    rows::read(&format!("{columns}\n{text}"), "r.csv")
}

#[test]
fn a_comment_above_a_test_names_rows() {
    for (text, expected) in [
        (
            "//! A file.\n\n    // shows: A-1, B-2\n    #[test]\n    fn f() {}",
            &["a.rs:3 A-1", "a.rs:3 B-2"][..],
        ),
        ("// shows: A,\n// B,\n//   C\n#[test]\nfn f() {}", &["a.rs:1 A", "a.rs:1 B", "a.rs:1 C"]),
        ("// shows: A,\n// shows: B\n#[tokio::test]\nasync fn f() {}", &["a.rs:1 A", "a.rs:1 B"]),
        ("// shows: A\n#[cfg(unix)]\n/// Text.\n#[test]\nfn f() {}", &["a.rs:1 A"]),
        (
            "// shows: A\n#[should_panic(\n    expected = \"\"\n)]\n#[test]\nfn f() {}",
            &["a.rs:1 A"],
        ),
        ("/// // shows: A\nfn f() {}\n//! shows: A\n// it shows: A\n", &[]),
    ] {
        assert_eq!(
            claims(text),
            (expected.iter().map(|claim| (*claim).into()).collect(), vec![]),
            "{text}"
        );
    }
}

#[test]
fn comments_elsewhere_are_errors() {
    let not_above = "does not stand directly above a test; move it there or remove it";
    for (after, problem) in [
        (" A", not_above),
        (" A\n\n#[test]\nfn f() {}", not_above),
        (" A\nfn f() {}\n#[test]\nfn g() {}", not_above),
        (" A\n#[inline]\nfn f() {}\n#[test]\nfn g() {}", not_above),
        (" A\n#[cfg(test)]\nmod tests {}", not_above),
        (" A\n// B\nfn f() {}", not_above),
        ("\n#[test]\nfn f() {}", "names no row"),
        (
            " A\n#[test]\n#[ignore = \"slow\"]\nfn f() {}",
            "stands above an ignored test, which shows nothing",
        ),
    ] {
        let (claims, problems) = claims(&format!("// shows:{after}"));
        assert_eq!(claims, [""; 0], "{after}");
        assert_eq!(problems, [format!("a.rs:1: the comment `// shows:` {problem}")], "{after}");
    }
}

#[test]
fn a_claim_on_an_unknown_row_is_reported_with_its_place() {
    let claims = ["A", "B"].map(|id| claim(id, "a.rs:1"));
    assert_eq!(
        untrue(&[row("A", "S", "core")], &claims),
        ["a.rs:1: there is no requirement \"B\""]
    );
}

#[test]
fn a_claim_on_a_row_that_is_not_testable_is_an_error() {
    let claims = [claim("A", "the vector a")];
    let expected = "the vector a: A is not testable, so nothing shows it; remove the claim or change the row's level";
    assert_eq!(untrue(&[not_testable("A")], &claims), [expected]);
}

#[test]
fn a_row_that_nothing_shows_is_an_error() {
    let rows = [row("A", "S", "core"), row("B", "S", "core"), not_testable("C")];
    assert_eq!(open(&rows, &HashSet::from(["A"])), ["no vector and no test shows B: Be right."]);
    assert_eq!(
        rows.map(|row| report::state(&row, &HashSet::from(["A"]))),
        [State::Shown, State::Open, State::NotTestable]
    );
}

#[test]
fn a_row_that_is_not_testable_has_a_reason() {
    let rows = read("A,S,1,not testable,core,x,It binds authors.,,\nB,S,1,MUST,core,x,,,\n");
    assert_eq!(
        rows.map(|rows| rows.iter().map(Requirement::is_testable).collect()),
        Ok(vec![false, true])
    );
    let missing = read("A,S,1,not testable,core,x, ,,\n").map(|rows| rows.len());
    assert_eq!(missing, Err("r.csv:2: A is not testable; say why in the column `reason`".into()));
    let stray = read("A,S,1,MUST,core,x,Too hard.,,\n").map(|rows| rows.len());
    assert_eq!(
        stray,
        Err("r.csv:2: A has a reason, so its level must be \"not testable\", found \"MUST\"".into())
    );
}

#[test]
fn only_gaps_decide_cases_and_are_defects() {
    let rows = "A,S,1,GAP,core,x,,decode,1\nB,S,1,CHOICE,core,x,,decode,\n";
    assert_eq!(read(rows).map(|rows| rows.len()), Ok(2));
    for (row, problem) in [
        ("A,S,1,MUST,core,x,,decode,", "MUST, so the text decides its cases; empty `decides`"),
        ("A,S,1,MUST,core,x,,,1", "MUST, so it has no defect; empty `defect`"),
        ("A,S,1,CHOICE,core,x,,,1", "CHOICE, so it has no defect; empty `defect`"),
    ] {
        assert_eq!(read(row).map(|rows| rows.len()), Err(format!("r.csv:2: A is {problem}")));
    }
}

#[test]
fn an_unknown_level_is_an_error() {
    let found = read("A,S,1,MUSt,core,x,,,\n").map(|rows| rows.len());
    let expected = "r.csv:2: A has the unknown level \"MUSt\"; use MUST, MUST NOT, SHOULD, SHOULD NOT, MAY, RULE, STEP, \
                    INFO, GAP, CHOICE or \"not testable\"";
    assert_eq!(found, Err(expected.into()));
}

#[test]
fn a_repeated_row_is_reported_with_both_lines() {
    let found = read("A,S,1,MUST,core,x,,,\nA,S,1,MUST,core,x,,,\n").map(|rows| rows.len());
    assert_eq!(found, Err("r.csv:3: A is already in line 2".into()));
}

#[test]
fn the_summary_counts_by_source_and_layer() {
    let rows = [
        row("A", "S", "core"),
        row("B", "S", "core"),
        row("C", "S", "uri"),
        row("D", "T", "uri"),
        not_testable("E"),
    ];
    let text = summary(&rows, &HashSet::from(["A", "D"]));
    let lines: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        lines,
        [
            vec!["S", "core", "1", "1", "1"],
            vec!["S", "uri", "0", "0", "1"],
            vec!["T", "uri", "1", "0", "0"],
            vec!["all", "2", "1", "2"],
        ]
    );
}

#[test]
fn reasons_are_listed() {
    let text = report::not_testable(&[row("A", "S", "core"), not_testable("B")]);
    assert_eq!(text, "\nnot testable:\nB                 It binds authors.\n");
    assert_eq!(report::not_testable(&[row("A", "S", "core")]), "");
}

#[test]
fn the_table_has_open_questions_that_are_no_defects_and_their_most_specific_witness() {
    let gap =
        |id: &str, source: &str| Requirement { level: "GAP".into(), ..row(id, source, "core") };
    let rows = [
        row("A", "S", "core"),
        gap("B", "draft-ietf-core-href-16"),
        gap("C", "draft-ietf-core-href-27"),
        Requirement {
            level: "CHOICE".into(),
            requirement: "A | or \\.".into(),
            ..row("D", "RFC1", "uri")
        },
        Requirement { defect: "7".into(), ..gap("E", "S") },
    ];
    let among = |among: usize, id, place| Claim { among, ..claim(id, place) };
    let claims = [
        among(3, "B", "the vector many"),
        among(2, "B", "the vector later"),
        among(2, "B", "the vector few"),
        claim("B", "a.rs:1"),
        claim("C", "tests/a.rs:1"),
    ];
    let head = "| section | what is open, and what we do | shown by | row |\n|---|---|---|---|\n";
    let expected = "| 5.1 | Be right. | `few` | `B` |\n| 5.1 (-27) | Be right. | `tests/a.rs` | `C` |\n\
                    | RFC 1, 5.1 | A \\| or \\\\. |  | `D` |\n";
    assert_eq!(table(&rows, &claims), format!("{head}{expected}"));
}

#[test]
fn the_corpus_shows_every_row() {
    run(&Arguments { check: true }).expect("no open row, and no claim that is wrong");
}
