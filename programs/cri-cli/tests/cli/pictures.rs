//! `inspect --to svg`, `--to html` and `--diff`.

use cri_testvectors::corpus;

use crate::program::{cri, cri_bytes};

#[test]
fn a_document_shows_one_cri() {
    let output = cri(&["inspect", "--to", "svg", "coap://h/a"], "");
    assert_eq!((output.status, &*output.stderr), (Some(0), ""));
    assert!(output.stdout.starts_with("<svg ") && output.stdout.ends_with("</svg>\n"));
    assert_eq!(
        cri(&["inspect", "--to", "svg", "--from", "hex"], "832081616881 6161").stdout,
        output.stdout
    );

    let output = cri(&["inspect", "--to", "svg", "coap://h/a", "coap://h/b"], "");
    assert_eq!((output.status, &*output.stdout), (Some(2), ""));
    assert!(output.stderr.contains("--to html"), "{}", output.stderr);

    let output = cri(&["inspect", "--to", "svg"], "coap://h/a\ncoap://h/b\n");
    assert_eq!((output.status, output.stdout.matches("<svg ").count()), (Some(1), 1));
    assert!(
        output.stderr.contains("line 2") && output.stderr.contains("--to html"),
        "{}",
        output.stderr
    );
}

#[test]
fn a_page_shows_many_cris() {
    let output = cri(
        &["inspect", "--to", "html", "--threads", "3"],
        "coap://h/<\n0x820181612e\ncoap://h/b\n0x8100\n",
    );
    assert_eq!((output.status, output.stdout.matches("<article ").count()), (Some(1), 3));
    // The first operand has no bytes.
    assert!(
        output.stdout.contains("<h2>coap://h/&lt;</h2>\n<p class=\"error\">error: &#39;&lt;&#39;"),
        "{}",
        output.stdout
    );
    let output = cri(&["inspect", "--to", "html", "https://u:secret@h:x/"], "");
    assert!(
        output.stdout.contains("u:***@h") && !output.stdout.contains("secret"),
        "{}",
        output.stdout
    );

    let output = cri(&["inspect", "--to", "html"], "coap://h/<\n0x820181612e\n");
    assert!(output.stderr.contains("line 1"), "{}", output.stderr);
    // The second operand is [1, ["."]].
    assert!(output.stdout.contains("unprocessable CRI") && output.stdout.contains("error at byte"));
    assert!(output.stdout.ends_with("</html>\n"));
}

#[test]
fn a_cri_without_a_uri_has_its_notation_as_a_title() {
    let output = cri(&["inspect", "--to", "svg", "--from", "edn", r#"[0, ["p"]]"#], "");
    assert_eq!(output.status, Some(0));
    assert!(output.stdout.contains(">[0, [&quot;p&quot;]]</text>"), "{}", output.stdout);
}

#[test]
fn pictures_of_the_corpus_are_quiet() {
    for vector in corpus().decode.iter().step_by(40) {
        for form in ["svg", "html"] {
            let output = cri_bytes(&["inspect", "--from", "cbor", "--to", form], &vector.cbor);
            let is_quiet = |character: char| character == '\n' || !character.is_control();
            assert!(output.stdout.chars().all(is_quiet), "{}", vector.id);
        }
    }
}

#[test]
fn the_first_difference_of_two_cris_is_shown() {
    for (a, b) in [
        ("coap://h/a/b", "coap://h/a/c"),
        ("0x83208161688261616162", r#"[-1, ["h"], ["a", "c"]]"#),
        ("coap://h/a/b", "0x832081616882616178 0163"),
    ] {
        let output = cri(&["inspect", "--diff", a, b], "");
        assert_eq!((output.status, &*output.stderr), (Some(1), ""));
        let words = output.stdout.lines().last();
        assert_eq!(
            words,
            Some("differ in path, segment 2: A has \"b\" at byte 8, B has \"c\" at byte 8")
        );
        assert_eq!(output.stdout.matches('≠').count(), 1, "{}", output.stdout);
    }
    // The revisions write a colon in a userinfo differently.
    let in_both = |revision| {
        cri(&["inspect", "--diff", "--revision", revision, "s://u%3Ap@h", "s://u%3Ap@h"], "")
    };
    for output in [in_both("draft-16"), in_both("rfc9988")] {
        assert_eq!(
            (output.status, output.stdout.lines().last()),
            (Some(0), Some("equal in every byte"))
        );
    }
    let output = cri(&["inspect", "--diff", "coap://h", "0x82380081 6168"], "");
    let words = "equal in meaning, different in bytes from byte 0 on";
    assert_eq!((output.status, output.stdout.lines().last()), (Some(0), Some(words)));

    let output = cri(&["inspect", "--diff", "a b", "0x8201"], "");
    assert_eq!((output.status, &*output.stdout), (Some(1), ""));
    assert!(output.stderr.contains("A: ") && output.stderr.contains("B: "), "{}", output.stderr);
    for args in [
        &["coap://h"][..],
        &["a", "b", "c"],
        &["a", "-"],
        &["a", "b", "--json"],
        &["--from", "cbor", "a", "b"],
    ] {
        let output = cri(&[&["inspect", "--diff"], args].concat(), "");
        assert_eq!((output.status, &*output.stdout), (Some(2), ""), "{args:?}");
    }
}
