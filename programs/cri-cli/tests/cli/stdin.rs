//! Standard input: any operand is answered as it comes.

use std::io::{BufRead, BufReader, Write};

use cri_testvectors::{assert_linear_process, sample};
use serde_json::Value;

use crate::program::{command, cri, cri_bytes, objects};

/// The limit for one line.
const MAX: usize = 1024 * 1024;

#[test]
fn each_line_is_answered_before_the_next_comes() {
    let mut child = command(&["encode", "--to", "hex"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for (uri, expected) in
        [("coap://h\n", "832081616880\n"), ("../x\n", "8202816178\n"), ("\n", "80\n")]
    {
        stdin.write_all(uri.as_bytes()).expect("written");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("read");
        assert_eq!(answer, expected);
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

// shows: D16-6-07
#[test]
fn lines_after_a_bad_one_are_answered() {
    let output = cri(&["encode", "--json"], "a\r\n%\nhttp://h:x/\n\nb");
    let kinds: Vec<_> = objects(&output)
        .iter()
        .map(|answer| {
            [&answer["cri"], &answer["error"]["kind"]]
                .map(|text| text.as_str().unwrap_or("").to_owned())
        })
        .collect();
    assert_eq!(
        kinds,
        [
            ["8201816161", ""],
            ["", "invalid-percent-encoding"],
            ["", "unexpected-character"],
            ["80", ""],
            ["8201816162", ""],
        ]
    );
    assert_eq!((output.status, &*output.stderr), (Some(1), ""));
}

#[test]
fn operands_that_are_not_utf8_are_shown_in_hex() {
    let output = cri_bytes(&["encode", "--json"], b"a\n//u:p@h/\xff\nb\n");
    let answers = objects(&output);
    assert_eq!(answers[1]["input_hex"], "2f2f753a2a2a2a40682fff");
    assert_eq!(answers[1]["error"]["kind"], "not-utf8");
    assert_eq!(answers[1]["error"]["offset"], 8);
    assert_eq!(answers[2]["cri"], "8201816162");
    let output = cri_bytes(&["encode"], b"/\xff\n");
    assert!(output.stderr.contains("/\\xff\n"), "{}", output.stderr);
}

#[test]
fn a_line_that_is_too_long_is_not_kept() {
    let longest = "x".repeat(MAX);
    let input = format!("x{longest}\nb\n");
    for format in ["uri", "hex", "edn", "json"] {
        let answers = objects(&cri(&["encode", "--json", "--from", format], &input));
        assert_eq!(answers.len(), 2, "{format}");
        assert_eq!(answers[0]["error"]["kind"], "line-too-long");
        let shown = if format == "uri" { 60 } else { 6 };
        assert_eq!(answers[0]["excerpt"], "x".repeat(shown) + "…");
        assert!(answers[0].get("input").is_none());
    }
    let answers = objects(&cri(&["encode", "--json"], &format!("{longest}\n{input}")));
    assert_eq!((answers.len(), &answers[1]["error"]["kind"]), (3, &"line-too-long".into()));
    assert!(answers[0]["error"].is_null());
    let report = cri(&["encode", "--to", "hex"], &format!("https://u:secret@h/{longest}\nb\n"));
    assert_eq!(report.stdout, "8201816162\n");
    assert!(
        report.stderr.contains("  | https://u:***@h/xxx") && report.stderr.ends_with("…\n"),
        "{}",
        report.stderr
    );
    let item = [&b"\x82\x01\x5a\x00\x20\x00\x00"[..], &vec![0; 2 * MAX], b"\x80"].concat();
    let answers = objects(&cri_bytes(&["decode", "--from", "cbor", "--json"], &item));
    assert_eq!(answers[0]["error"]["kind"], "item-too-long");
    assert_eq!(answers[0]["excerpt"], "82015a…");
    assert_eq!(answers[1]["uri"], "");
}

#[test]
fn empty_input_has_no_operand() {
    for args in [
        &["encode"][..],
        &["decode"],
        &["decode", "--from", "cbor"],
        &["resolve", "s:"],
        &["relativize", "s:"],
        &["compare", "s:"],
        &["compare", "--from", "cbor"],
        &["inspect"],
        &["check"],
        &["idna"],
        &["scheme"],
    ] {
        let output = cri(args, "");
        assert_eq!(
            (output.status, &*output.stdout, &*output.stderr),
            (Some(0), "", ""),
            "{args:?}"
        );
    }
}

#[test]
fn a_megabyte_of_nesting_is_refused() {
    let bomb = vec![0x81; MAX];
    let output = cri_bytes(&["decode", "--from", "cbor", "--json"], &bomb);
    assert_eq!(objects(&output)[0]["error"]["kind"], "end-of-input");
    let in_array = [&vec![0x81; MAX - 1][..], b"\xf6", b"\x80"].concat();
    let answers = objects(&cri_bytes(&["decode", "--from", "cbor", "--json"], &in_array));
    assert_eq!(answers[0]["error"]["kind"], "unexpected-item");
    assert_eq!(answers[1]["uri"], "");
    let answers = objects(&cri(&["decode", "--from", "edn", "--json"], &"[".repeat(MAX)));
    assert_eq!(answers[0]["error"]["kind"], "too-deep");
}

#[test]
fn a_megabyte_of_notation_is_refused_in_linear_time() {
    let units =
        ["simple(", "[false,", "false:", "[false  ", "'", "//:@", "\\u{", "<<", "0 ", "\"a\"+"];
    for unit in sample(units, 5) {
        assert_linear_process(unit, MAX / 16, |len| {
            let line = format!("[{} ;]\n", unit.repeat((len - 4) / unit.len()));
            let answers = objects(&cri(&["decode", "--from", "edn", "--json"], &line));
            assert!(!answers[0]["error"].is_null(), "{unit}");
        });
    }
}

#[test]
fn long_inputs_are_inspected_in_linear_time() {
    let nested = vec![0x81; MAX / 4];
    let flat = [b"\x82\x01\x9a\x00\x00\xff\xf0", &vec![0x60; MAX / 16 - 16][..]].concat();
    let long = [b"\x82\x01\x81\x7a\x00\x03\xff\xf0", &vec![b'a'; MAX / 4 - 16][..]].concat();
    let bodies = ["nested too deep", "segment \"\"", "segment \"aaaa"];
    for (bytes, body) in [nested, flat, long].iter().zip(bodies) {
        // Without optimisation, removing the colours of each row takes most of the time.
        let output = cri_bytes(&["inspect", "--from", "cbor", "--color", "always"], bytes);
        assert!(output.stdout.contains(body), "{body}");
        assert!(output.stdout.lines().count() > MAX / 64, "{body}");
    }
}

#[test]
fn every_command_reads_sequences() {
    let (h, a, b) =
        (b"\x82\x20\x81\x61h", b"\x83\x20\x81\x61h\x81\x61a", b"\x83\x20\x81\x61h\x81\x61b");
    let sequence = [&a[..], b, b"\x82\x01\x00", a, h].concat();
    let run = |command: &str| cri_bytes(&[command, "--from", "cbor"], &sequence).stdout;
    assert_eq!(
        run("compare"),
        "differ in path, segment 1: \"a\" and \"b\"\nequal\ndiffer in path, segment 1: \"a\" and none\n"
    );
    let output = cri_bytes(&["relativize", "--from", "cbor", "--to", "edn"], &sequence).stdout;
    assert_eq!(output, "[1, [\"b\"]]\n[]\n[1]\n");
    assert_eq!(run("inspect").lines().filter(|line| line.starts_with("     0  8")).count(), 5);
    assert_eq!(run("check"), "");
}

#[test]
fn every_command_answers_after_a_bad_line() {
    for (args, lines) in [
        (&["relativize", "coap://h/a", "-"][..], "coap://h/b\n%\n\ncoap://h/c\n"),
        (&["compare", "coap://h/a", "-"], "coap://h/a\n%\n\ncoap://h/a\n"),
        (&["inspect", "--revision", "rfc9988"], "coap://h/a\n%\n[\n0x80\n"),
        (&["check"], "coap://h/a\n%\nx y\n\n"),
        (&["part", "path"], "coap://h/a\n%\nx y\n\n"),
        (&["idna"], "a\n%\n\nb\n"),
    ] {
        let output = cri(&[args, &["--json"]].concat(), lines);
        let failed: Vec<bool> =
            objects(&output).iter().map(|answer| !answer["error"].is_null()).collect();
        assert_eq!(failed, [false, true, true, false][..failed.len()], "{args:?} {output:?}");
        assert_eq!((failed.len(), output.status), (4, Some(1)), "{args:?}");
        let plain = cri(args, lines);
        assert!(
            plain.stderr.contains("error: line 2: ") && plain.stderr.contains("error: line 3: "),
            "{plain:?}"
        );
    }
}

#[test]
fn the_keys_of_answers_are_known() {
    let sorted = |object: &Value| {
        let mut keys: Vec<_> = object.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    let keys = |args: &[&str]| sorted(&objects(&cri(args, ""))[0]);
    assert_eq!(keys(&["encode", "--json", "s:/a"]), "cri edn input uri");
    assert_eq!(keys(&["relativize", "--json", "s:/a", "s:/b"]), "cri edn input uri");
    assert_eq!(
        keys(&["compare", "--json", "s:/a", "s:/b"]),
        "against equal first_difference input"
    );
    assert_eq!(keys(&["inspect", "--json", "s:/a"]), "cri edn input items uri");
    assert_eq!(keys(&["inspect", "--json", "0x8101"]), "cri edn input items uri uri_error");
    assert_eq!(keys(&["inspect", "--json", "0x8201"]), "error excerpt items");
    assert_eq!(keys(&["check", "--json", "s:/a"]), "findings input");
    assert_eq!(keys(&["idna", "--json", "a"]), "host input");
    assert_eq!(keys(&["part", "path", "--json", "s:/a"]), "input part");
    let answer = &objects(&cri(&["inspect", "--json", "s:/a"], ""))[0];
    assert_eq!(sorted(&answer["items"][0]), "component depth hex meaning offset type");
    let answer = &objects(&cri(&["check", "--json", "ftp://u:p@h"], ""))[0];
    assert_eq!(sorted(&answer["findings"][0]), "component kind message offset reason severity");
}

#[test]
fn threads_change_neither_answers_nor_their_order() {
    let line = |number: usize| match number % 7 {
        0 => format!("coap://h{number}/a%2Fb?{number}\n"),
        1 => format!("../{number}\n"),
        2 => "%\n".to_owned(),
        3 => format!("https://u:{number}@h\n"),
        4 => "\n".to_owned(),
        5 => format!("{}\n", "x".repeat(number % 500)),
        _ => format!("did:{number}\r\n"),
    };
    let input: String = (0..5_000).map(line).collect();
    let commands = [
        &["encode"][..],
        &["encode", "--json"],
        &["encode", "--to", "cbor"],
        &["encode", "--rows", "--errors"],
        &["part", "host", "--rows"],
        &["resolve", "coap://b/c/d"],
    ];
    for args in sample(commands, 3) {
        let run = |threads| {
            let args = [args, &["--threads", threads]].concat();
            let mut child = command(&args).spawn().expect("the program starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            std::thread::scope(|scope| {
                scope.spawn(|| stdin.write_all(input.as_bytes()).map(|()| drop(stdin)));
                child.wait_with_output().expect("the program ends")
            })
        };
        let alone = run("1");
        for threads in ["2", "5"] {
            assert!(run(threads) == alone, "{args:?} with {threads} threads");
        }
    }
}

#[test]
fn a_sequence_may_begin_with_the_base() {
    // [-1, ["h"], ["a"]], [0, ["b"]], [1, ["c"]]
    let sequence = b"\x83\x20\x81\x61h\x81\x61a\x82\x00\x81\x61b\x82\x01\x81\x61c";
    let output =
        cri_bytes(&["resolve", "--from", "cbor", "--to", "uri", "--threads", "2"], sequence);
    assert_eq!((&*output.stdout, output.status), ("coap://h/a/b\ncoap://h/c\n", Some(0)));
    let output = cri_bytes(&["resolve", "--from", "cbor", "--json"], &sequence[8..]);
    assert_eq!(objects(&output).len(), 1);
    assert_eq!(objects(&output)[0]["error"]["kind"], "base-not-full");
}

#[test]
fn nothing_after_a_wrong_base_is_answered() {
    let output = cri(&["resolve", "--json", "--base", "../bad", "-"], "a\nb\nc\n");
    let answers = objects(&output);
    assert_eq!((answers.len(), output.status), (1, Some(1)));
    assert_eq!(answers[0]["error"]["kind"], "base-not-full");
}

#[test]
fn a_dash_is_standard_input_among_other_operands() {
    let output = cri(&["encode", "--to", "hex", "a", "-", "c", "-"], "b\n");
    assert_eq!(output.stdout, "8201816161\n8201816162\n8201816163\n");
}

#[test]
fn written_json_is_read_again() {
    let uris =
        "coap://[2001:db8::1]/sensors/temp?unit=c\n../x\ndid:web:alice:7%3A1-balun\n\n?a#b\n";
    let written = cri(&["encode", "--json", "-"], uris);
    assert_eq!(written.status, Some(0));
    assert!(written.stdout.starts_with(r#"{"input":"coap://"#), "{}", written.stdout);
    for args in [&["decode"][..], &["decode", "-", "--threads", "2"], &["decode", "--from", "json"]]
    {
        assert_eq!(cri(args, &written.stdout).stdout, uris, "{args:?}");
    }
    let mixed = cri(&["decode"], "80\n {\"cri\":\"8201816178\"}\n8201816179\n");
    assert_eq!(mixed.stdout, "\nx\ny\n");
    assert_eq!(cri(&["decode", "--from", "hex"], "{}").status, Some(1));
    assert_eq!(cri(&["decode", "--from", "json"], r#"{"error":{}}"#).status, Some(1));
}
