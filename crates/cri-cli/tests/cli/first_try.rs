//! What a demanding user tries first: what `cri` prints is read again, and a mistake leads to the command that works.

use crate::output::{transcript, transcript_of};
use crate::program::cri;

/// `coap://h/a`, as `cri encode` prints it.
const HEX: &str = "8320816168816161";

#[test]
fn what_is_printed_is_read_again() {
    let transcript = transcript(&[
        &["coap://h/a"],
        &["encode", "coap://h/a"],
        &[HEX],
        &["--from", "uri", "--json", HEX],
        &["inspect", "0x8320816168816161"],
        &[
            "encode",
            "--to",
            "hex",
            "[-1, [\"h\"], [\"a\"]]",
            "cri'coap://h/a'",
            r#"{"cri":"8320816168816161"}"#,
        ],
        &["encode", "--to", "uri", HEX, "83208161 68816161", "0X8320 8161 6881 6161"],
        &["encode", "--to", "uri", "80", "81f6"],
        &["encode", "--from", "uri", "80"],
        &["decode", HEX, "[-1, [\"h\"]]", "cri'coap://h/a'", r#"{"cri":"80"}"#],
        &["resolve", "coap://h/a/b", "../c", "cri'?q'", "[0, [\"d\"]]"],
        &["resolve", HEX, "../b"],
        &["resolve", "cri'coap://h/a'", "../b"],
        &["relativize", "--to", "uri", HEX, "coap://h/a/b"],
        &["compare", "coap://h/a", HEX, "cri'coap://h/b'"],
        &["check", "8322826430783766613180"],
        &["coap", HEX],
        &["coap", "--proxy", "cri'http://h/'"],
        &["encode", "--revision", "rfc9988", "coap://h"],
        &["encode", "--revision", "16", "coap://h"],
        &["--version"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn a_mistake_leads_to_what_works() {
    let transcript = transcript(&[
        &["82208161"],
        &["inspect", "822081616"],
        &["inspect", "--from", "hex", "82208161"],
        &["encode", "82 20 81 61", "8080", "9fff", "[::1]", "99([-1, [\"h\"]])", "0x7f.1/a"],
        &["decode", "coap://h/a", "sensors", "0x822g"],
        &["decode", "--from", "edn", "coap://h/a", HEX],
        &["encode", "coap://h/ä", "coap://hä/"],
        &["encode", "--from", "iri", "coap://h/ä"],
        &["encode", "https://u:p@h/"],
        &["encode", "--revision", "rfc9988", "--to", "edn", "https://u:p@h/"],
        &["encode", "example.com/foo", "localhost:5683/x", "coa://h"],
        &["192.0.2.1/a"],
        &["resolve", "../a", "b"],
        &["resolve", "example.com/a", "b"],
        &["compare", "coap://h", "localhost:5683"],
        &["coap", "http://h/"],
        &["scheme", "coapp", "mqtts"],
        &["check", "ftp://u:p@h/", "coap://h:5683"],
        &["idna", "http://b\u{fc}cher.example/"],
        &["decode", "d863832081616880", "0xD863832081616880"],
        &["decode", "--from", "edn", "99([-1, [\"h\"]])"],
        &["coap", "--compose", "Uri-Port: x"],
        &["encode", "--form", "hex", HEX],
        &["encode", "--from", "json", "--revision", "26", HEX],
        &["encdoe", "coap://h"],
        &["sensors"],
        &["man", "encdoe"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn odd_operands_and_options_are_explained() {
    let transcript = transcript(&[
        &["--diff", "coap://h/a", "coap://h/b"],
        &["--diff", "a"],
        &["compare", "coap://h", "coap://h/", "coap://h:5683", "COAP://H/"],
        &["compare", "coap://h/%7e", "coap://h/~", "coap://h/a"],
        &["encode", "<coap://h/a>", "\"coap://h/a\"", " coap://h/a", "coap://h/a ", "< a >"],
        &[
            "encode",
            "http://exa mple.com/",
            "coap://[1.2.3.4]/",
            "coap://h:abc/",
            "%zz",
            ":",
            "1a:b",
        ],
        &["decode", "0x", "83", "[-1, [\"h\"]", "{\"uri\":\"coap://h\"}", "{", "cri'coap://h /'"],
        &["resolve", "coap://h/a/b/c", "../../../../x", "", "#f", "//g", "?"],
        &["relativize", "coap://h/a/b/c", "coap://h/a/x", "coap://h/a/b/c", "mailto:x"],
        &["idna", "a..b"],
        &["coap", "coap://example.com:5684/a?b", "coaps://[2001:db8::1]/"],
        &["coap", "--compose", "Uri-Hots: a"],
        &["coap", "--compose", "{\"cri\":\"80\"}"],
        &["scheme", "99999", "-2"],
        &["inspect", "0xff"],
        &["inspect", "[0, null, []]"],
        &["--json"],
        &["--color", "sometimes", "a"],
        &["inspect", "--color", "sometimes", "a:"],
        &["encode", "--threads", "x", "a"],
        &["encode", "--threads", "-1", "a"],
        &["encode", "--from"],
        &["encode", "--json=yes", "a"],
        &["encode", "--from", "hex", "--from", "uri", "80"],
        &["encode", "-x", "a"],
        &["check", "--to", "json", "a"],
        &["completions"],
        &["completions", "tcsh"],
        &["completions", "bash", "x"],
        &["man", "nothing"],
        &["coap", "--to", "uri", "coap://h"],
        &["inspect", "--diff", "--to", "svg", "coap://a", "coap://b"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn a_host_without_a_scheme_is_recognized() {
    let transcript = transcript(&[
        &["encode", "[::1]:5683/a", "[2001:db8::1]/a", "[2001:db8::1]?q", "192.0.2.1:5683/a"],
        &["encode", "--from", "edn", "[::1]/a"],
        &["encode", "[::1", "[0:5", "%zz:80"],
        &["resolve", "--base", "example.com", "a"],
        &["resolve", "--base", "localhost", "a"],
        &["resolve", "--base", "[::1]", "a"],
        &["resolve", "--base", "b", "a"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn what_is_wrong_is_named() {
    let transcript = transcript(&[
        &["encode", "coap://H%C3%84", "coap://h:99999", "coap://u:99999/x@h", "a%CC%8A"],
        &["encode", "--from", "iri", "coap://H\u{c4}/"],
        &["encode", "--revision", "30", "coap://[fe80::1%25eth0]"],
        &["decode", "[-22, [\"h\"]]", "[-25, [\"h\"]]"],
        &["decode", "--revision", "30", "[-9, [\"h\"]]", "8228816168"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn every_form_that_a_command_writes_is_read_by_every_other() {
    let uris = "coap://h/80\ncoap://[::1]:7/x?y\ncoap://192.0.2.1/z\ncoap://h/a%2Fb?x=1%262\ncoap://example.com\n";
    let written = |command: &[&str], lines: &str, form: &str| {
        let output = cri(&[command, &["--to", form]].concat(), lines);
        assert_eq!(output.status, Some(0), "{command:?} {form}: {}", output.stderr);
        output.stdout
    };
    let hex = written(&["encode"], uris, "hex");
    // No reference to another scheme is shorter than its target.
    let to_base = ["--base", "coaps://other/a"];
    let [resolve, relativize] =
        ["resolve", "relativize"].map(|command| [&[command], &to_base[..]].concat());
    let writers =
        [vec!["encode"], vec!["decode", "--from", "uri"], resolve.clone(), relativize.clone()];
    for (writer, form) in writers
        .iter()
        .flat_map(|writer| ["uri", "iri", "hex", "edn", "json"].map(|to| (writer, to)))
    {
        let lines = &written(writer, uris, form);
        for reader in [&["encode"][..], &resolve, &relativize] {
            assert_eq!(written(reader, lines, "hex"), hex, "{writer:?} {form} {reader:?}");
        }
        let from = if matches!(form, "uri" | "iri") {
            &["decode", "--from", form][..]
        } else {
            &["decode"]
        };
        assert_eq!(written(from, lines, "hex"), hex, "{writer:?} {form} decode");
        let equal = cri(&["compare", "coap://h/80", "-"], lines.lines().next().expect("a line"));
        assert_eq!(equal.stdout, "equal\n", "{writer:?} {form}");
        for reader in ["inspect", "check", "coap"] {
            let output = cri(&[reader], lines);
            assert_eq!(output.status, Some(0), "{writer:?} {form} {reader}: {}", output.stderr);
        }
    }
    let options = cri(&["coap", "--destination", "192.0.2.1"], uris).stdout;
    assert_eq!(written(&["coap", "--compose", "--destination", "192.0.2.1"], &options, "hex"), hex);
}

#[test]
fn lines_are_recognized_one_by_one() {
    let lines = "coap://h/a\n8320816168816161\n80\n[0, [\"b\"]]\n832\n\n8\n{\"cri\":\"80\"}\n";
    let mut transcript = transcript_of(&["encode", "--to", "edn"], lines);
    transcript += &transcript_of(&["decode", "--threads", "3"], lines);
    transcript += &transcript_of(&["resolve", "--base", "coap://h/x/y"], lines);
    insta::assert_snapshot!(transcript);
}

/// Threads change neither the notes nor their places.
#[test]
fn each_note_is_put_out_once() {
    let lines = "80\n832\nexample.com/a\nh:1\ncoa://h\n".repeat(4_000);
    for threads in ["1", "4"] {
        let args = ["encode", "--to", "hex", "--threads", threads];
        let notes = cri(&args, &lines).stderr;
        let starts: Vec<&str> = notes.lines().map(|line| &line[..12]).collect();
        assert_eq!(
            starts,
            ["note: line 1", "note: line 2", "note: line 3", "note: line 4", "note: line 5"],
            "{threads}"
        );
    }
}
