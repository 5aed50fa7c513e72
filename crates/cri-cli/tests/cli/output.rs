//! What people read: answers, errors with carets, and help. Each snapshot is what a terminal would show.

use std::fmt::Write;

use anstream::adapter::strip_str;

use crate::program::{command, cri, cri_bytes};

/// Runs the commands, each with its arguments, and returns what a terminal would show.
pub(crate) fn transcript(commands: &[&[&str]]) -> String {
    commands.iter().map(|args| transcript_of(args, "")).collect()
}

/// Runs one command with this standard input, and returns what a terminal would show.
pub(crate) fn transcript_of(args: &[&str], stdin: &str) -> String {
    let mut transcript = String::new();
    let output = cri(args, stdin);
    let quoted = args.iter().map(|arg| {
        match arg.contains(|c: char| !c.is_ascii_alphanumeric() && !"-./:%".contains(c))
            || arg.is_empty()
        {
            true => format!("'{}'", arg.escape_default()),
            false => (*arg).to_owned(),
        }
    });
    writeln!(transcript, "$ cri {}", quoted.collect::<Vec<_>>().join(" ")).expect("written");
    transcript += &output.stdout;
    transcript += &output.stderr;
    if let Some(status @ 1..) = output.status {
        writeln!(transcript, "[status {status}]").expect("written");
    }
    transcript.push('\n');
    transcript
}

// shows: D16-5.1-25, D16-5.3-20
#[test]
fn answers() {
    let transcript = transcript(&[
        &["encode", "coap://198.51.100.1:61616/.well-known/core", "../x?y"],
        &["encode", "--revision", "rfc9988", "coap+ws://h", "https://u:p@h/"],
        &["encode", "--to", "hex", "coap://h"],
        &["encode", "--to", "edn", "//bücher.example/%C3%A9%E2%80%AE"],
        &["encode", "--json", "coap://h/é", "did:a:b%3Ac"],
        &["decode", "832081616880", "0x82 02 81 61 67"],
        &[
            "decode",
            "--from",
            "edn",
            "cri'coap://h/a b'",
            "cri'coap://h/a'",
            "[-1, [\"h\"], cri'a']",
        ],
        &["decode", "--json", "--from", "edn", r#"[0, ["p"]]"#],
        &["resolve", "coap://h/a/b?c#d", "../e", "?f", ""],
        &["resolve", "--keep-fragment", "coap://h/a/b?c#d", ""],
        &["scheme", "coap", "12068", "-1", "machineProvisioningProgressReporter"],
        &["scheme", "--json", "--revision", "rfc9988", "coap+ws"],
    ]);
    insta::assert_snapshot!(transcript);
}

// shows: D16-5.3-01, D16-6-07
#[test]
fn errors_in_uris() {
    let transcript = transcript(&[
        &["encode", "coap://h:65536/"],
        &["encode", "coap://h:/", "coap://h:05683", "coap://h:x"],
        &["encode", "/100%", "1a:b", ":x", "a b", "//[fe80::1%eth0]", "//[v1.x]"],
        &["encode", "//%C3%84.example", "a:/.//b"],
        &["encode", "/\u{202e}evil", "/\u{1b}[31m", "\n"],
        &["encode", "--json", "coap://h:65536/", "/\u{202e}evil"],
        &["resolve", "s:/a", ".//b"],
        &["resolve", "../a", "b"],
        &["resolve", "--json", "//u:secret@h", "b"],
        &["scheme", "x-test", "17382", "-18446744073709551617", "", "-0", "+3"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn errors_in_cris() {
    let transcript = transcript(&[
        &["decode", "8x", "832", "", "0x"],
        &["decode", "0x82 20 81 6141", "8201", "82208161688220", "8200816170"],
        &[
            "decode",
            "--from",
            "edn",
            r#"[-1, ["h"], ["a", ".."]]"#,
            r#"[-1, ["h", 65536]]"#,
            r#"[-1, ["é", "x.y"]]"#,
        ],
        &[
            "decode",
            "--from",
            "edn",
            "[-1, [\"h\"",
            "[-1 -2 ;]",
            "[h'012']",
            "CRI'coap://h'",
            "ip'::1'",
            "[1, .]",
            "",
        ],
        &[
            "decode",
            "--from",
            "edn",
            r"cri'http://it\'s:/'",
            "cri'/é>'",
            "[1, [cri'a', 7]]",
            "[[[[[[[[[]]]]]]]]]",
        ],
        &[
            "decode",
            "--from",
            "edn",
            "[1_0, [\"a\"_1]]",
            "[_ 1]",
            "[0x10000000000000000]",
            "[1, ...]",
        ],
        &[
            "decode",
            "--from",
            "json",
            r#"{"cri":"80"}"#,
            r#"{"cri":8}"#,
            r#"{"cri":"8x"}"#,
            r#"{"cri":"8120"}"#,
            "{",
            "{}",
        ],
        &["decode", "01", "[-1, [\"h\"]]", " cri'coap://h'"],
        &["decode", "0x82 00 816170", r#"{"cri":"8200816170"}"#],
        &["decode", "--from", "edn", r#"[ 0 , ["p"]]"#, "[-1, [h'01020304', \"eth0\"]]"],
        &["decode", "--json", "8200816170"],
        &["decode", "--json", "--from", "edn", r#"["s", [h'01020304', "eth0"]]"#],
        &["encode", "--from", "edn", "[-1, [h'01020304', \"eth0\"]]"],
        &["resolve", "--from", "hex", "8220 816168", "82 01", "0x8201816131 00"],
        &["resolve", "--from", "edn", r#"["s", null, ["a"]]"#, r#"[1, ["", "b"]]"#],
    ]);
    insta::assert_snapshot!(transcript);
}

// shows: R1738-6-03, R3986-7.2-01
#[test]
fn findings() {
    let transcript = transcript(&[
        &["check", "coap://example.com/a"],
        &["check", "ftp://u:secret@h/", "http://h:25/", "http://0x7f.1/", "http://2130706433/"],
        &["check", "http://u@h/", "nntp://h/g/x", "/e%CC%81", "coap://h:5683/%00"],
        &["check", "http://h:/e%CC%81", "https://[::ffff:127.0.0.1]/%E2%80%AEx"],
        &["check", "--from", "iri", "//e\u{301}x"],
        &["check", "--from", "hex", "8222826430783766 6131", "8220842f"],
        &["check", "--json", "https://u:secret@h:443/", "mailto:", "x y"],
    ]);
    assert!(!transcript.lines().any(|line| !line.starts_with('$') && line.contains("secret")));
    insta::assert_snapshot!(transcript);
}

#[test]
fn comparisons() {
    let transcript = transcript(&[
        &["compare", "coap://h/a%7Eb", "COAP://h/./a~b"],
        &[
            "compare",
            "coap://h/a/b?c",
            "coap://h/a/b/c",
            "coap://h/a/b?d",
            "coap://h/a/b?c#d",
            "coap:a",
            "coaps://h",
        ],
        &[
            "compare",
            "coap://u%3Asecret@h",
            "coap://h",
            "coap://u%3Aother@h",
            "coap://u%3Asecret@h:1",
            "//h",
        ],
        &["compare", "--ignore-fragment", "coap://h#a", "coap://h"],
        &["compare", "--equivalent", "scheme", "coap://h", "coap://h/", "coaps://h"],
        &[
            "compare",
            "--from",
            "edn",
            "--equivalent",
            "syntax",
            "[-1, [\"h\"]]",
            "[\"coap\", [\"h\"]]",
        ],
        &[
            "compare",
            "--from",
            "edn",
            "[-1, [h'01020304']]",
            "[-1, [h'01020304', \"lo\"]]",
            "[-1, [\"a\"]]",
        ],
        &["compare", "--json", "coap://h/a", "coap://h/b", "coap://h/a"],
        &["compare", "a", "b"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn references() {
    let transcript = transcript(&[
        &[
            "relativize",
            "coap://h/a/b",
            "coap://h/a/c",
            "coap://h/a/b?q",
            "coap://h/a/b#f",
            "coap://h/a/b",
            "coaps://h",
        ],
        // The shortest CRI reference has no URI.
        &["relativize", "coap://h/a", "coap://h/a/p"],
        &["relativize", "--to", "edn", "coap://h/a", "coap://h/a/p"],
        &["relativize", "--json", "coap://h/a", "coap://h/a/p", "coap://h/b"],
        &[
            "relativize",
            "--from",
            "iri",
            "coap://h/\u{e9}",
            "coap://h/\u{e9}/\u{fc}",
            "coap://h/\u{fc}",
        ],
        &["relativize", "--from", "hex", "8220816168", "8320816168816161"],
        &["relativize", "coap://h/a", "../b"],
        &["relativize", "a", "coap://h/a"],
        &["relativize", "--keep-fragment", "coap://h/a#b", "coap://h/a"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn inspections() {
    let transcript = transcript(&[
        &[
            "inspect",
            "coap://198.51.100.1:61616/.well-known/core",
            "did:web:alice:7%3A1-balun",
            "../x?y#",
        ],
        &[
            "inspect",
            "coap://[fe80::1%25eth0]/a?b&c#d",
            "https://u%3Ap@Example.com/",
            "mailto:a@b",
            "",
        ],
        &[
            "inspect",
            "[-1, [\"h\"], [\"a segment of several rows, b\u{fc}cher and all\"], [[h'FF3A2FFFFFFFFFFFFFFFFF', \"x\"]]]",
            "[-99999_3, [\"a\", 5683_2], [], null, \"\u{202e}\"]",
            "[0]",
            "[null, [\"h\"]]",
            "[\"x\", null, [\"a\"]]",
        ],
        &[
            "inspect",
            "0x820281622e2e",
            "0x8202a101d8638180",
            "0x82016361c3",
            "[1, null, null]",
            "[1, [], [], 1.5, 2, {}]",
        ],
        &[
            "inspect",
            "0x8220816168ff",
            "0x8201",
            "0x820182626161",
            "0x82011cff",
            "0x818181818181818181818181",
            "0x01",
        ],
        &["inspect", "--json", "../x", "0x820281622e2e", "x y"],
        &["inspect", "x y", "0x8", "[1"],
    ]);
    assert!(
        transcript
            .lines()
            .filter(|line| line.starts_with("   "))
            .all(|line| line.chars().count() <= 80)
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn options() {
    let transcript = transcript(&[
        &["coap", "coap://example.com/sensors/temp?unit=c", "coap://192.0.2.1:61616/"],
        &[
            "coap",
            "--destination",
            "192.0.2.1:61616",
            "coap://192.0.2.1:61616/.well-known/core",
            "coap://h/a",
        ],
        &[
            "coap",
            "coap://h/%20a%20/%20%23/%00%5C/%E2%80%AEx//",
            "coap://h/a-long-segment-of-more-than-forty-bytes",
        ],
        &["coap", "--proxy", "https://example.com/a#", "https://example.com/a"],
        &["coap", "--json", "coap://h:1/a", "coap://h/a#b"],
        &[
            "coap",
            "coap://h/#a",
            "../a",
            "coap://h/a%2Fb/c%3Bd",
            "0x832081616881832e",
            "[-1, [\"h\"], null, null, \"\"]",
        ],
        &["coap", "--compose", "Uri-Host: example.com", "Uri-Path: sensors", "Uri-Query: unit=c"],
        &[
            "coap",
            "--compose",
            "--to",
            "uri",
            "Uri-Host: h",
            r"Uri-Path: a\x2fb  # a slash",
            "Option 15: 0x",
        ],
        &["coap", "--compose", "--json", "Uri-Host: h", "Uri-Port: 1"],
        &["coap", "--compose", "Uri-Host: h", "Uri-Path: a", "Uri-Path: .."],
        &["coap", "--compose", "Uri-Host: h", "Uri-Port: 1", "Uri-Port: 1"],
        &["coap", "--compose", "Uri-Path: a"],
        &["coap", "--compose", "Uri-Pth: a"],
        &["coap", "--compose", r"Uri-Path: a\n"],
        &["coap", "--compose", "Proxy-Cri: 0x8222816168", "Uri-Path: a"],
        &["coap", "--compose", "--json", "Proxy-Cri: 0x8222816168ff"],
    ]);
    insta::assert_snapshot!(transcript);
}

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
fn host_names() {
    let transcript = transcript(&[
        &["idna", "b\u{fc}cher.example", "plain.example", "a b", ""],
        &["idna", "--to", "unicode", "xn--bcher-kva.example", "xn--a"],
        &["idna", "--json", "b\u{fc}cher.example", "a b"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn text_in_other_forms_than_nfc() {
    let transcript = transcript(&[
        &["encode", "--to", "edn", "/e%CC%81"],
        &["encode", "--to", "edn", "--nfc", "keep", "/e%CC%81"],
        &["encode", "--to", "edn", "--nfc", "normalize", "/e%CC%81"],
        &["encode", "--to", "edn", "--from", "iri", "//e\u{301}x/"],
        &["resolve", "coap://h", "/e%CC%81"],
        &["decode", "--from", "edn", "cri'/e%CC%81'"],
    ]);
    insta::assert_snapshot!(transcript);
}

#[test]
fn errors_in_sequences() {
    let sequence = b"\x80\x82\x20\x81\x61H\x82\x01\x81\xa1\x01\x02\x82\x00\x81\x61p\x82\x01\xff";
    insta::assert_snapshot!(cri_bytes(&["decode", "--from", "cbor"], sequence).stderr);
}

// shows: R3986-3.2.1-02, R3986-7.5-01
#[test]
fn passwords_are_masked() {
    let commands: &[&[&str]] = &[
        &["encode", "https://u:secret@h/"],
        &["encode", "--json", "https://u:secret@h/", "//u%3Asecret@h:x"],
        &["encode", "//u:secret<@h", "//u:secret@h/<"],
        &["decode", "--from", "edn", r#"[-4, [false, "u:secret", "h"], ["."]]"#],
        &["decode", "822383f468753a7365637265746168ff"],
        &["resolve", "//u:secret@h/", "a"],
        &["https://u:secret@h/\u{1b}[31m"],
        &["man", "encode", "https://u:secret@h/\u{1b}[31m"],
    ];
    let transcript = transcript(commands);
    let shown = transcript.lines().filter(|line| !line.starts_with("$ "));
    for line in shown {
        assert!(!line.contains("secret") && !line.contains("736563726574"), "{line}");
    }
    insta::assert_snapshot!(transcript);
}

/// A password in notation is not shown, wherever it stands and however it is written.
// shows: R3986-3.2.1-02, R3986-7.5-01
#[test]
fn passwords_in_notation_are_masked() {
    let operands = [
        r#"[-4, [false, "u\u003asecret", "h"], 5]"#,
        r#"[-4, [false /c/, "u:secret", "h"], 5]"#,
        r#"[-4, [false, "u" + ":secret", "h"], 5]"#,
        r#"[-4, [false, "u:" + "secret", "h"], 5]"#,
        r#"[-4, [false, h'753a736563726574', "h"], 5]"#,
        r#"[-4, [false, <<"u:secret">>, "h"], 5]"#,
        r#"[-4, [false, (_ "u:secret"), "h"], 5]"#,
        r#"[-4, [false_0, "u:secret", "h"], 5]"#,
        r#"[-4, [simple(20), "u:secret", "h"], 5]"#,
        r#"[-4, [false, "u:secret, "h"], 5]"#,
        r#"[-4, [false, "u:secret", "h"]"#,
        r"cri'https:\/\/u%3Asecret@h/<'",
        r"cri'https:/\u002fu:secret@h/<'",
    ];
    let mut shown = String::new();
    for operand in operands {
        let commands: [&[&str]; 5] = [
            &["decode", "--from", "edn", operand],
            &["decode", "--json", "--from", "edn", operand],
            // Notation without --from edn.
            &["decode", operand],
            &["encode", "--json", operand],
            &["resolve", "--from", "edn", operand, "[]"],
        ];
        for args in commands {
            let output = cri(args, "");
            assert_eq!(output.status, Some(1), "{args:?}");
            let said = output.stdout + &output.stderr;
            assert!(!said.contains("secret") && !said.contains("736563726574"), "{said}");
            if args[1] == "--from" && args[0] == "decode" {
                shown += &said;
            }
        }
        // An operand in the place of the command is explained, and a message about the arguments quotes it.
        for (args, status) in [(&[operand][..], 1), (&["man", "x", operand], 2)] {
            let output = cri(args, "");
            assert!(
                !output.stderr.contains("secret") && output.status == Some(status),
                "{}",
                output.stderr
            );
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn long_operands_are_cut() {
    let long = format!("/{}<{}", "a".repeat(200), "b".repeat(200));
    let report = cri(&["encode", "-"], &long).stderr;
    insta::assert_snapshot!(report);
}

#[test]
fn usage() {
    let transcript = transcript(&[
        &["-h"],
        &["--help"],
        &["encode", "--help"],
        &["decode", "--help"],
        &["resolve", "--help"],
        &["relativize", "--help"],
        &["compare", "--help"],
        &["inspect", "--help"],
        &["check", "--help"],
        &["idna", "--help"],
        &["coap", "--help"],
        &["scheme", "--help"],
        &["resolve"],
        &["resolve", "-"],
        &["compare"],
        &["decode", "--from", "cbor", "80"],
        &["resolve", "--from", "cbor", "--base", "80"],
        &["encode", "--json", "--to", "hex", "a"],
        &["encode", "--threads", "0"],
        &["coap", "--to", "uri", "coap://h"],
        &["coap", "--compose", "--proxy"],
        &["coap", "--compose", "Uri-Host: h", "-"],
        &["coap", "--destination", "localhost", "coap://h"],
        &["coap", "--scheme", "http", "http://h"],
    ]);
    insta::assert_snapshot!(transcript);
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
        for option in
            ["keep-fragment", "ignore-fragment", "relativize", "inspect", "idna", "compose"]
        {
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
    assert_eq!(pages.len(), 12, "{manual}");
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
