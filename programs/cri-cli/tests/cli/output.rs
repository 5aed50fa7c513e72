//! What people read that is not in a transcript.

use anstream::adapter::strip_str;

use crate::program::{command, cri, cri_bytes};

#[test]
fn colours_are_on_a_terminal_only() {
    for args in [&["inspect", "coap://h/a?b#c", "0x8201"][..], &["check", "http://u:p@h:25/"]] {
        let plain = cri(args, "").stdout;
        assert!(!plain.contains('\x1b'), "{plain}");
        let output = command(args).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
        let coloured = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(coloured.contains('\x1b'), "{coloured}");
        assert_eq!(strip_str(&coloured).to_string(), plain);
    }
}

#[test]
fn errors_in_sequences() {
    let sequence = b"\x80\x82\x20\x81\x61H\x82\x01\x81\xa1\x01\x02\x82\x00\x81\x61p\x82\x01\xff";
    let reports = cri_bytes(&["decode", "--from", "cbor"], sequence).stderr;
    let expected = [
        "error: item 2: unprocessable CRI: the host has an upper-case letter, at byte 4; write it in lower case \
         (upper-case-host, host)\n  | …20816148\n  |        ^^\n",
        "error: item 3: unprocessable CRI: expected text in the path, found map at byte 3 (unexpected-item, path)\n  \
         | 820181a10102\n  |       ^^\n",
        "error: item 4: a discard of 0 with a path has no URI reference, at byte 1; resolve it against a base first \
         (discard-zero-with-path, discard)\n  | 8200816170\n  |   ^^\n",
        "error: item 5: malformed CBOR: an indefinite length or a break in the path, at byte 2; a CRI has definite lengths only; \
         the end of this item is not looked for, so what follows it is not read (indefinite-length, path)\n  \
         | 8201ff\n  |     ^^\n",
    ];
    assert_eq!(reports, expected.concat());
}

#[test]
fn long_operands_are_cut() {
    let report = cri(&["encode", "-"], &format!("/{}<{}", "a".repeat(200), "b".repeat(200))).stderr;
    let (_, excerpt) = report.split_once("\n  | ").expect("an excerpt");
    let shown = format!("…{}<{}…\n  | {:61}^\n", "a".repeat(60), "b".repeat(60), "");
    assert_eq!(excerpt, shown);
}

// shows: R3986-7.6-01
#[test]
fn a_userinfo_is_apart_from_the_host() {
    let uri = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    let edn = r#"[-14879, [false, "cnn.example.com&story=breaking_news", h'0A000001'], ["top_story.htm"]]"#;
    assert_eq!(cri(&["encode", "--to", "edn", uri], "").stdout, format!("{edn}\n"));
}

#[test]
fn completions_and_manual_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = cri(&["completions", shell], "");
        for option in [
            "keep-fragment",
            "relativize",
            "inspect",
            "normalize",
            "steps",
            "paragraphs",
            "compose",
        ] {
            assert!(output.stdout.contains(option), "{shell} {option}");
        }
    }
    let manual = cri(&["man"], "").stdout;
    assert!(manual.contains(".TH cri 1"), "{manual}");
    // Examples keep their lines.
    assert!(
        manual.contains("\n.SH EXAMPLES\n.PP\n.RS 2\n.nf\ncri coap://example.com/sensors "),
        "{manual}"
    );
    // Each page that a page refers to exists.
    let pages: Vec<&str> = manual
        .lines()
        .filter_map(|line| line.strip_prefix("cri\\-")?.strip_suffix("(1)"))
        .collect();
    assert_eq!(pages.len(), 16, "{manual}");
    for page in &pages {
        let manual = cri(&["man", page], "").stdout;
        assert!(manual.contains(&format!(".TH cri-{page} 1")), "{manual}");
        assert!(manual.contains(&format!("\\fBcri {page}\\fR [OPTIONS]")), "{manual}");
        let (_, others) = manual.split_once(".SH \"SEE ALSO\"\n").expect("other pages");
        assert_eq!(others.matches("(1)").count(), pages.len(), "{others}");
        assert!(!others.contains(&format!("cri\\-{page}\\fR")), "{others}");
    }
    let output = cri(&["man", "encdoe"], "");
    assert!(
        output.stderr.starts_with("error: the command cannot be 'encdoe'; did you mean encode?\n")
    );
}
