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
        &["encode", "--to", "hex", "[-1, [\"h\"], [\"a\"]]", "cri'coap://h/a'", r#"{"cri":"8320816168816161"}"#],
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
        &["encode", "--revision", "27", "--to", "edn", "https://u:p@h/"],
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
