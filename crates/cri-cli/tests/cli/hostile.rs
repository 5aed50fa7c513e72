//! Hostile input and a hostile environment: what the program must not do.
#![allow(clippy::disallowed_types, reason = "the tests start the program")]

use crate::program::{command, cri, cri_bytes};

/// The forms in which browsers read a userinfo where RFC 3986 has none, or has an error.
const FORMS: [&str; 8] = [
    r"http:\\u:secret@h/",
    "http:/u:secret@h/",
    "http:///u:secret@h/",
    "http:u:secret@h",
    r"\\u:secret@h",
    r"/\u:secret@h",
    "///u:secret@h/",
    "http:/\t/u:secret@h",
];

// shows: R3986-7.5-01
#[test]
fn no_message_shows_what_browsers_take_for_a_password() {
    for form in FORMS {
        // This character is wrong in each of them.
        let wrong = format!("{form}<");
        let option = format!("Proxy-Uri: {}", wrong.replace('\\', r"\\"));
        let json = serde_json::json!({ "cri": wrong }).to_string();
        for args in [
            &["encode", &wrong][..],
            &["encode", "--json", &wrong],
            &["encode", "--from", "iri", &wrong],
            &["encode", "--from", "edn", &wrong],
            &["encode", "--from", "edn", &format!("cri'{}'", wrong.replace('\\', r"\\"))],
            &["decode", &wrong],
            &["decode", "--json", &wrong],
            &["decode", "--from", "json", &json],
            &["resolve", &wrong, "a"],
            &["resolve", "--json", "s:", &wrong],
            &["relativize", "--base", &wrong, "a"],
            &["compare", "s:", &wrong],
            &["compare", "--json", &wrong, "s:"],
            &["inspect", &wrong],
            &["inspect", "--json", &wrong],
            &["check", &wrong],
            &["check", "--json", &wrong],
            &["idna", &wrong],
            &["idna", "--json", &wrong],
            &["scheme", &wrong],
            &["scheme", "--json", &wrong],
            &["coap", &wrong],
            &["coap", "--json", &wrong],
            &["coap", "--destination", &wrong, "coap://h"],
            &["coap", "--compose", &option],
            &["coap", "--compose", "--json", &option],
            &["encode", "--to", &wrong, "a"],
            &["encode", "--nfc", &wrong, "a"],
            &["encode", "--threads", &wrong, "a"],
            &["encode", &format!("--{wrong}")],
            &[&wrong],
        ] {
            let output = cri(args, "");
            assert_ne!(output.status, Some(0), "{args:?}");
            let shown = output.stdout + &output.stderr;
            assert!(!shown.contains("secret"), "{args:?}: {shown}");
        }
        let output = cri_bytes(&["encode", "--json"], format!("{wrong}\nx\n").as_bytes());
        assert!(!output.stdout.contains("secret"), "{}", output.stdout);
    }
}

/// A note shows an operand that is no error.
// shows: R3986-7.5-01
#[test]
fn no_note_shows_a_password() {
    for operand in [
        "example.com//u:secret@h",
        "localhost:1//u:secret@h",
        "localhost:1/http:/u%3Asecret@h",
        "coa://u:secret@h",
        "822383f468753a7365637265746168",
        "822383f468753a736563726574616",
    ] {
        for command in ["encode", "inspect", "check", "compare"] {
            let output = cri(&[command, "--revision", "27", operand], "");
            let notes = output.stderr.lines().filter(|line| line.starts_with("note: ")).count();
            assert!(notes > 0 || output.status == Some(1), "{command} {operand}: {output:?}");
            let shows = output.stderr.contains("secret") || output.stderr.contains("736563726574");
            assert!(!shows, "{command} {operand}: {}", output.stderr);
        }
    }
}

/// A report of a long operand is short, however much of the operand is wrong.
#[test]
fn a_report_shows_little_of_a_long_operand() {
    let line = |start: &str, repeated: &str| format!("{start}{}\n", repeated.repeat(70_000));
    for (args, input) in [
        (&["coap", "--compose"][..], line("Uri-Port: ", "9")),
        (&["coap", "--compose"], line("", "[")),
        (&["coap", "--compose"], line("", "\u{1b}")),
        (&["coap", "--compose"], line("Proxy-Cri: 0x", "0")),
        (&["coap", "--compose"], line("Uri-Path: ", "a")),
        (&["coap", "--compose"], line("", "a") + ": b\n"),
        (&["encode"], line("coap://h/", "<")),
        (&["decode"], line("82", "z")),
        (&["check"], line("//", "a.")),
        (&["scheme"], line("", "a")),
        (&["idna"], line("", "a")),
    ] {
        let output = cri(args, &input);
        let message = &output.stderr;
        assert!(matches!(output.status, Some(0 | 1)), "{args:?}: {message:.200}");
        assert!(message.len() < 2_000, "{args:?}: {message:.200}");
    }
}

/// A byte that is not UTF-8 does not move the places of passwords beyond the end of the operand.
// shows: R3986-7.5-01
#[test]
fn bytes_that_are_not_text_end_no_run() {
    for args in [
        &["decode", "--from", "hex"][..],
        &["decode", "--from", "hex", "--json"],
        &["decode", "--json"],
    ] {
        let output =
            cri_bytes(args, b"822383f463753a70\xff6168\n822383f46a753a736563726574\xff\xff6168\n");
        assert_eq!(output.status, Some(1), "{args:?}: {}", output.stderr);
        let shown = output.stdout + &output.stderr;
        assert!(!shown.contains("736563726574"), "{args:?}: {shown}");
    }
}

/// Digits of `[-4, [false, "u:SECRET", "h"]]` that are not well-formed, in bytes that need not be text.
const MALFORMED: [&[u8]; 12] = [
    b"82:23:83:f4:68:75:3a:53:45:43:52:45:54:61:68",
    b"82-23-83-f4-68-75-3a-53-45-43-52-45-54-61-68",
    b"8x22383f468753a5345435245546168",
    b"82x2383f468753a5345435245546168",
    b"x822383f468753a5345435245546168",
    b"8,22383f468753a5345435245546168",
    b"\xff822383f468753a5345435245546168",
    b"8223\xff83f468753a5345435245546168",
    // A digit is missing.
    b"82383f468753a5345435245546168",
    b"0x82, 0x23, 0x83, 0xf4, 0x68, 0x75, 0x3a, 0x53, 0x45, 0x43, 0x52, 0x45, 0x54, 0x61, 0x68",
    br"\x82\x23\x83\xf4\x68\x75\x3a\x53\x45\x43\x52\x45\x54\x61\x68",
    // The digits of false and of the colon are wrong.
    b"822383g4687x3a5345435245546168",
];

/// Whether the digits show two or more bytes of `SECRET`. Offsets and the digits of U+0045 do not count.
fn shows_digits(shown: &str) -> bool {
    let digits: String =
        shown.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_ascii_lowercase();
    let spaced = ["0x43, 0x52", r"x43\x52", r"x43\\x52", "52:45", "52-45"];
    spaced.into_iter().any(|pair| shown.contains(pair))
        || [b"SE", b"EC", b"CR", b"RE", b"ET"]
            .into_iter()
            .any(|[a, b]| digits.contains(&format!("{a:x}{b:x}")))
}

// shows: R3986-7.5-01
#[test]
fn malformed_digits_show_no_password() {
    /// Text before and after the digits.
    type Around = (&'static str, &'static str);
    let in_json = (r#"{"cri":""#, r#""}"#);
    let cases: [(&[&str], Around); 11] = [
        (&["decode"], ("", "")),
        (&["decode"], in_json),
        (&["decode", "--from", "json"], in_json),
        (&["inspect", "--from", "hex"], ("0x", "")),
        (&["compare", "--from", "hex", "8220816168"], ("", "")),
        (&["check", "--from", "hex"], ("0x", "")),
        (&["coap", "--compose"], ("Proxy-Cri: 0x", "")),
        (&["coap", "--compose"], ("Proxy-Cri: ", "  # note")),
        (&["coap", "--compose"], ("Option 235: 0x", "")),
        // Digits where notation or options are expected.
        (&["encode", "--from", "edn"], ("", "")),
        (&["coap", "--compose"], ("", "")),
    ];
    for (args, (before, after)) in cases {
        // A blank line separates the requests of `--compose`, and is an operand of the other commands.
        let mut operands = Vec::new();
        for digits in MALFORMED {
            let is_escaped = before.starts_with('{') && digits.contains(&b'\\');
            let (before, after) = if is_escaped { ("", "") } else { (before, after) };
            operands.extend([before.as_bytes(), digits, after.as_bytes(), b"\n\n"].concat());
        }
        for json in [None, Some("--json")] {
            let args: Vec<&str> = args.iter().copied().chain(json).collect();
            let output = cri_bytes(&args, &operands);
            let mut shown: Vec<String> = output.stderr.lines().map(str::to_owned).collect();
            let mut objects = 0;
            for object in
                output.stdout.lines().filter_map(|line| line.parse::<serde_json::Value>().ok())
            {
                let member = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
                shown.extend([member("input"), member("input_hex"), member("excerpt")]);
                objects += 1;
            }
            assert!(
                objects >= MALFORMED.len() || json.is_none() && shown.len() >= MALFORMED.len(),
                "{args:?}: {shown:?}"
            );
            for line in shown {
                assert!(!shows_digits(&line), "{args:?}: {line}");
            }
        }
    }
    // A note says that the digits are read as such. Digits that are cut off are a relative reference, and no full CRI.
    for (digits, status) in
        [("822383f468753a5345435245546168", 0), ("822383f468753a53454352455461", 1)]
    {
        let output = cri(&["relativize", "--base", "s://h", digits], "");
        assert!(output.stderr.starts_with("note: 822383… is"), "{}", output.stderr);
        assert!(
            output.status == Some(status) && !shows_digits(&output.stderr),
            "{}",
            output.stderr
        );
    }
    // A wrong digit makes `false` part of another item, and the CBOR well-formed.
    for digits in [
        "8223daf468753a5345435245546168",
        "825083f468753a5345435245546168",
        "82 f1 f468753a5345435245546168",
    ] {
        for args in [
            &["decode", digits][..],
            &["decode", "--json", digits],
            &["encode", "--from", "edn", digits],
        ] {
            let output = cri(args, "");
            let shown = output.stdout + &output.stderr;
            assert!(
                output.status == Some(1) && !shown.contains("534543524554"),
                "{args:?}: {shown}"
            );
        }
    }
    // The message still says what is wrong, and where.
    let output = cri(&["decode", "82x2383f468753a5345435245546168"], "");
    let expected = "error: 'x' (U+0078) is not a hex digit, at byte 2; digits are 0 to 9 and a to f (invalid-hex)\n  \
                    | 82x2383f4…\n  |   ^\n";
    assert_eq!(output.stderr, expected);
}

/// A byte that is not UTF-8, a blank or a quotation mark does not end a password.
// shows: R3986-7.5-01
#[test]
fn text_that_is_no_uri_shows_no_password() {
    for operand in [
        &b"https://u:\"SECRET\xff@h/"[..],
        b"https://u: SECRET\xff@h/",
        b"https://u%3A\"SECRET\xff@h/",
    ] {
        for (args, before) in [
            (&["encode", "--json"][..], ""),
            (&["encode"], ""),
            (&["encode", "--from", "iri", "--json"], ""),
            (&["compare", "s:", "--json"], ""),
            (&["check", "--json"], ""),
            (&["inspect", "--json"], ""),
            (&["coap", "--compose", "--json"], "Proxy-Uri: "),
        ] {
            // In an option, a blank and a quotation mark are wrong only in the URI.
            if !before.is_empty() && !operand.contains(&0xff) {
                continue;
            }
            let output = cri_bytes(args, &[before.as_bytes(), operand, b"\n"].concat());
            let shown = output.stdout + &output.stderr;
            for part in ["SECRET", "RET@", "534543", "524554"] {
                assert!(!shown.contains(part), "{args:?}: {shown}");
            }
        }
    }
}

/// Without `false`, nothing tells which string is a userinfo. Strings of a CRI are shown.
// shows: R3986-7.5-01
#[test]
fn notation_that_is_no_cri_shows_no_password() {
    for operand in [
        r#"[-4, [fase, "u:SECRET", "h"]]"#,
        r#"[-4, [0, "u:SECRET", "h"]]"#,
        r#"[0, "u:SECRET", "h"]"#,
        r#" [-4, [fals, "u\u003aSECRET", "h"]]"#,
        r#"[-4, ["u:SECRET", "h"], 5]"#,
        r#"[-4, ["u:SECRET, "h"]"#,
    ] {
        for args in [
            &["decode", "--from", "edn", operand][..],
            &["decode", "--from", "edn", "--json", operand],
            &["decode", operand],
            &["encode", "--json", operand],
            &["inspect", "--json", operand],
            &["check", operand],
            &["compare", "--json", "s:", operand],
        ] {
            let output = cri(args, "");
            let shown = output.stdout + &output.stderr;
            // An inspection shows what follows the operand: the items of well-formed CBOR.
            let operand = shown.split(r#","items":"#).next().unwrap_or_default();
            assert!(!operand.contains("SECRET"), "{args:?}: {shown}");
        }
    }
    let path = r#"[-1, ["h"], ["a:b"]]"#;
    let output = cri(&["decode", "--from", "edn", "--json", path], "");
    assert!(output.stdout.contains(r#"\"a:b\""#), "{}", output.stdout);
    // The digits of a URI in text.
    for operand in [r#"{"cri": "816b2f2f753a5345435245544068"}"#, "816b2f2f753a5345435245544068"] {
        let output = cri(&["decode", operand], "");
        assert!(!output.stderr.contains("534543524554"), "{}", output.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for args in [
        &["--help"][..],
        &["-h"],
        &["encode", "--help"],
        &["help", "coap"],
        &["--version"],
        &["man"],
        &["completions", "bash"],
        &["encode", "coap://h/"],
        &["check", "http://u:p@h/"],
        &["inspect", "coap://h/"],
        &["encode", "--threads", "2", "-"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
        let mut child = command(args).stdout(full).spawn().expect("the program starts");
        // The program may have ended before this was written.
        let stdin = child.stdin.take().expect("a pipe");
        drop(std::io::Write::write_all(&mut &stdin, b"coap://h/\n"));
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {message}");
        assert_eq!(
            message, "error: cannot write standard output: No space left on device\n",
            "{args:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn unreadable_standard_input_is_a_failure() {
    for threads in ["1", "2"] {
        let folder = std::fs::File::open("/").expect("the root");
        let output = command(&["encode", "--threads", threads])
            .stdin(folder)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "error: cannot read standard input: Is a directory\n"
        );
    }
}

#[test]
fn a_reader_that_ends_early_is_no_failure() {
    for threads in ["1", "2"] {
        let mut child =
            command(&["encode", "--threads", threads]).spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut pipe = child.stdin.take().expect("a pipe");
        // The program ends before it has read everything.
        while std::io::Write::write_all(&mut pipe, b"coap://h\n".repeat(10_000).as_slice()).is_ok()
        {
        }
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), "")
        );
    }
}

/// Runs the program with a limit on its memory, in bytes. Reports the command and the limit if the program fails.
#[cfg(target_os = "linux")]
fn within(bytes: usize, args: &[&str], stdin: &str) {
    use std::io::Write;
    use std::process::{Command, Stdio};

    let mut limited = Command::new("sh");
    limited.args([
        "-c",
        &format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes / 1024),
        env!("CARGO_BIN_EXE_cri"),
    ]);
    // With one arena for each thread, the allocator would reserve memory that it never uses.
    limited
        .args(args)
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = limited.spawn().expect("a shell");
    let mut pipe = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A program that runs out of memory does not read all of its input.
        scope.spawn(move || drop(pipe.write_all(stdin.as_bytes())));
        child.wait_with_output().expect("the program ends")
    });
    let message = String::from_utf8_lossy(&output.stderr);
    let last = message.lines().last().unwrap_or_default();
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{args:?} needs more than {bytes} bytes: {last}"
    );
}

/// The memory of the program without any operand, and of its buffers for standard input and output, in bytes.
#[cfg(target_os = "linux")]
const FIXED: usize = 16 * 1024 * 1024;

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_longest_line() {
    const LEN: usize = 128 * 1024;
    let slashes = "/".repeat(LEN);
    let query = format!("coap://h/?{}", "&".repeat(LEN));
    let labels = format!("//{}", "a.".repeat(LEN / 2));
    let pet = format!("coap://h/{}", "a%3B".repeat(LEN / 4));
    let passwords = "//u:p@ ".repeat(LEN / 7);
    let hex = format!("82f59a{:08x}{}", LEN / 2, "60".repeat(LEN / 2));
    let json = format!(r#"{{"cri":"{hex}"}}"#);
    let notation = format!("[true, [{}]]", vec![r#""""#; LEN / 3].join(","));
    let nested = "[".repeat(LEN);
    let options = "Uri-Path:\n".repeat(LEN / 10);
    // Bytes of memory for each byte of the line.
    for (each, args, line) in [
        (16, &["encode"][..], &slashes),
        (16, &["encode", "--json"], &query),
        (24, &["encode", "--json"], &pet),
        (16, &["encode", "--json"], &passwords),
        (128, &["encode", "--from", "edn"], &notation),
        (16, &["encode", "--from", "edn"], &nested),
        (16, &["decode"], &hex),
        (24, &["decode", "--json"], &hex),
        (24, &["decode", "--json"], &json),
        (24, &["resolve", "--json", "coap://h/a"], &query),
        (24, &["relativize", "--json", "coap://h/a"], &query),
        (24, &["compare", "--json", "coap://h/a"], &query),
        (24, &["compare", "--equivalent", "scheme", "coap://h/a"], &pet),
        (24, &["check"], &labels),
        (24, &["check", "--json"], &slashes),
        (24, &["idna", "--json"], &labels),
        (24, &["inspect"], &slashes),
        (24, &["inspect", "--json"], &query),
        (24, &["inspect", "--threads", "4"], &query),
        (80, &["coap"], &query),
        (80, &["coap", "--json"], &query),
        (24, &["coap", "--proxy", "--json"], &slashes),
        (64, &["coap", "--compose", "--json"], &options),
        (16, &["scheme", "--json"], &slashes),
    ] {
        let threads = if args.contains(&"--threads") { 4 } else { 1 };
        within(FIXED + threads * each * line.len(), args, &format!("{line}\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn answers_to_many_lines_are_not_kept() {
    let lines = format!("{}\n", "/".repeat(4096)).repeat(64);
    for args in [&["inspect"][..], &["inspect", "--json"], &["coap", "--json"]] {
        within(FIXED + 8 * lines.len(), args, &lines);
    }
}
