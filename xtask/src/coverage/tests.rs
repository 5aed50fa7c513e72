use std::collections::HashSet;

use super::claims::{Claim, of_tests, of_vectors};
use super::report::{self, State, summary};
use super::rows::{self, Requirement};
use super::{Arguments, open, run, untrue};

fn row(id: &str, source: &str, layer: &str) -> Requirement {
    Requirement {
        id: id.into(),
        source: source.into(),
        level: "MUST".into(),
        layer: layer.into(),
        requirement: "Be right.".into(),
        reason: String::new(),
    }
}

fn not_testable(id: &str) -> Requirement {
    Requirement {
        level: rows::NOT_TESTABLE.into(),
        reason: "It binds authors.".into(),
        ..row(id, "S", "core")
    }
}

fn ids(claims: &[Claim]) -> Vec<(usize, &str)> {
    claims.iter().map(|claim| (claim.line, claim.id.as_str())).collect()
}

/// The claims of a file in which every claim stands above a test.
fn claims(text: &str) -> Vec<(usize, String)> {
    let claims = of_tests(text).expect("claims above tests");
    claims.into_iter().map(|claim| (claim.line, claim.id)).collect()
}

fn claim(line: usize, id: &str) -> (usize, String) {
    (line, id.into())
}

/// The line and the start of the only problem of a file.
fn problem(text: &str) -> (usize, String) {
    match of_tests(text).as_ref().map_err(Vec::as_slice) {
        Err([(line, problem)]) => (*line, problem.clone()),
        found => panic!("expected one problem, found {found:?}"),
    }
}

/// Reads rows from text, as if it were the file `r.csv`.
fn read(text: &str) -> Result<Vec<Requirement>, String> {
    rows::read(&format!("id,source,section,level,layer,requirement,reason\n{text}"), "r.csv")
}

const NOT_ABOVE_A_TEST: &str =
    "the comment `// shows:` does not stand directly above a test; move it there or remove it";

#[test]
fn a_comment_above_a_test_names_rows() {
    let found = claims("//! A file.\n\n    // shows: A-1, B-2.1-03\n    #[test]\n    fn f() {}\n");
    assert_eq!(found, [claim(3, "A-1"), claim(3, "B-2.1-03")]);
}

#[test]
fn attributes_may_stand_between_a_comment_and_its_test() {
    for above in [
        "#[test]\n#[allow(x)]",
        "#[cfg(unix)]\n/// Text.\n#[test]",
        "#[should_panic(\n    expected = \"\"\n)]\n#[test]",
    ] {
        assert_eq!(
            claims(&format!("// shows: A\n{above}\nfn f() {{}}")),
            [claim(1, "A")],
            "{above}"
        );
    }
    assert_eq!(claims("#[test]\n// shows: A\npub(crate) async fn f() {}"), [claim(2, "A")]);
    assert_eq!(claims("// shows: A\n#[tokio::test]\nasync fn f() {}"), [claim(1, "A")]);
}

#[test]
fn tests_in_macros_and_modules_are_tests() {
    let text = "mod tests {\n    proptest! {\n        #![config(x)]\n        // shows: A\n        #[test]\n        fn f(x in 0..9) {}\n    }\n}";
    assert_eq!(claims(text), [claim(4, "A")]);
}

#[test]
fn a_comma_at_the_end_continues_the_list() {
    assert_eq!(
        claims("// shows: A,\n// B,\n//   C\n#[test]\nfn f() {}"),
        [claim(1, "A"), claim(2, "B"), claim(3, "C")]
    );
    assert_eq!(
        claims("// shows: A,\n// shows: B\n#[test]\nfn f() {}"),
        [claim(1, "A"), claim(2, "B")]
    );
    // The second line is no part of the list, so the comment does not stand directly above the test.
    assert_eq!(problem("// shows: A\n// B\n#[test]\nfn f() {}"), (1, NOT_ABOVE_A_TEST.into()));
}

#[test]
fn a_comment_apart_from_a_test_is_an_error() {
    for after in
        ["", "\n\n#[test]\nfn f() {}", "\nuse a::b;\n#[test]\nfn f() {}", "\nconst A: u8 = 1;"]
    {
        assert_eq!(
            problem(&format!("// shows: A{after}")),
            (1, NOT_ABOVE_A_TEST.into()),
            "{after:?}"
        );
    }
    assert_eq!(
        problem("#[test]\nfn f() {\n    // shows: A\n    g();\n}"),
        (3, NOT_ABOVE_A_TEST.into())
    );
    assert_eq!(problem("#[test]\nfn f() {}\n// shows: A"), (3, NOT_ABOVE_A_TEST.into()));
}

#[test]
fn a_comment_above_a_helper_is_an_error() {
    for helper in [
        "fn f() {}",
        "#[inline]\nfn f() {}",
        "#[cfg(test)]\nmod tests {}",
        "#[cfg(test)]\nfn f() {}",
    ] {
        let text = format!("// shows: A\n{helper}\n#[test]\nfn g() {{}}");
        assert_eq!(problem(&text), (1, NOT_ABOVE_A_TEST.into()), "{helper}");
    }
}

#[test]
fn a_comment_in_a_file_without_tests_is_an_error() {
    assert_eq!(problem("fn f() {}\n\n// shows: A\npub fn g() {}"), (3, NOT_ABOVE_A_TEST.into()));
}

#[test]
fn a_comment_after_code_is_an_error() {
    let expected = "the comment `// shows:` follows code; give it a line of its own above a test";
    assert_eq!(problem("let a = 1; // shows: A\n#[test]\nfn f() {}"), (1, expected.into()));
}

#[test]
fn a_comment_without_rows_is_an_error() {
    assert_eq!(
        problem("// shows:\n#[test]\nfn f() {}"),
        (1, "the comment `// shows:` names no row".into())
    );
}

#[test]
fn an_ignored_test_shows_nothing() {
    for ignore in ["#[ignore]", "#[ignore = \"slow\"]"] {
        let text = format!("// shows: A\n#[test]\n{ignore}\nfn f() {{}}");
        assert_eq!(problem(&text), (1, "the test is ignored, so it shows nothing".into()));
    }
}

#[test]
fn text_and_documentation_claim_nothing() {
    for text in [
        "/// shows: A\n//! shows: A\n",
        "//! // shows: A\n",
        "/// // shows: A\nfn f() {}",
        "// it shows: A\n",
        "const A: &str = \"// shows: A\";",
        "const A: &str = \"ä\n// shows: A\n\";",
        "const A: &str = r#\"\n// shows: A\n\"#;",
    ] {
        assert_eq!(claims(text), [], "{text}");
    }
}

#[test]
fn a_file_that_is_not_rust_is_an_error() {
    assert!(of_tests("// shows: A\nfn f( {").is_err());
}

#[test]
fn vectors_name_rows_and_their_lines() {
    let text = "[[decode]]\nid = \"a\"\nshows = [\"A\",\n  \"B\"]\n[[new]]\nshows = ['C']\n";
    let found = of_vectors(text).expect("a file of vectors");
    assert_eq!(ids(&found), [(3, "A"), (4, "B"), (6, "C")]);
    assert!(of_vectors("[[decode]]\nid = \"a\"\n").is_err());
}

#[test]
fn a_claim_on_an_unknown_row_is_reported_with_its_place() {
    let claims = ["A", "B"].map(|id| ("a.rs".to_owned(), Claim { id: id.into(), line: 1 }));
    assert_eq!(
        untrue(&[row("A", "S", "core")], &claims),
        ["a.rs:1: there is no requirement \"B\""]
    );
}

#[test]
fn a_claim_on_a_row_that_is_not_testable_is_an_error() {
    let claims = [("a.toml".to_owned(), Claim { id: "A".into(), line: 7 })];
    let expected = "a.toml:7: A is not testable, so nothing shows it; remove the claim or change the row's level";
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
    let rows = read("A,S,1,not testable,core,x,It binds authors.\nB,S,1,MUST,core,x,\n");
    assert_eq!(
        rows.map(|rows| rows.iter().map(Requirement::is_testable).collect()),
        Ok(vec![false, true])
    );
    let missing = read("A,S,1,not testable,core,x, \n").map(|rows| rows.len());
    assert_eq!(missing, Err("r.csv:2: A is not testable; say why in the column `reason`".into()));
    let stray = read("A,S,1,MUST,core,x,Too hard.\n").map(|rows| rows.len());
    assert_eq!(
        stray,
        Err("r.csv:2: A has a reason, so its level must be \"not testable\", found \"MUST\"".into())
    );
}

#[test]
fn an_unknown_level_is_an_error() {
    let found = read("A,S,1,MUSt,core,x,\n").map(|rows| rows.len());
    let expected = "r.csv:2: A has the unknown level \"MUSt\"; use MUST, MUST NOT, SHOULD, SHOULD NOT, MAY, RULE, STEP, \
                    INFO, GAP or \"not testable\"";
    assert_eq!(found, Err(expected.into()));
}

#[test]
fn a_repeated_row_is_reported_with_both_lines() {
    let found = read("A,S,1,MUST,core,x,\nA,S,1,MUST,core,x,\n").map(|rows| rows.len());
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
fn the_corpus_shows_every_row() {
    run(&Arguments { check: true }).expect("no open row, and no claim that is wrong");
}
