//! Passwords: no answer and no message shows one, also if the text that holds it is wrong.

use cri_testvectors::sample;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::program::{cri, cri_bytes};

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
    for form in sample(FORMS, 3) {
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
            &["encode", &format!("cri`{wrong}`")],
            &["decode", &format!("CRI```{wrong}```")],
            &["check", "--json", &format!("cri<<`{wrong}`>>")],
            &["encode", "--json", &format!("cri<< '{}' >>", wrong.replace('\\', r"\\"))],
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
            &["normalize", &wrong],
            &["normalize", "--json", &wrong],
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
        for command in ["encode", "inspect", "check", "compare", "normalize", "find"] {
            let output = cri(&[command, "--revision", "27", operand], "");
            let notes = output.stderr.lines().filter(|line| line.starts_with("note: ")).count();
            let is_answered = command == "find" || output.status == Some(1);
            assert!(notes > 0 || is_answered, "{command} {operand}: {output:?}");
            let shows = output.stderr.contains("secret") || output.stderr.contains("736563726574");
            assert!(!shows, "{command} {operand}: {}", output.stderr);
        }
    }
}

/// Operands with the userinfo `u:SECRET` that are wrong, and the options that read them.
const WRONG: [(&[&str], &[&str]); 5] = [
    // Hex digits with another character among them, and with one missing.
    (
        &["decode", "inspect --from hex", "compare --from hex 8220816168", "encode --from edn"],
        &[
            "82:23:83:f4:68:75:3a:53:45:43:52:45:54:61:6",
            "h'822383f468753a5345435245546168",
            "82x2383f468753a5345435245546168",
            "82383f468753a5345435245546168",
            "0x82, 0x23, 0x83, 0xf4, 0x68, 0x75, 0x3a, 0x53, 0x45, 0x43, 0x52, 0x45, 0x54, 0x61, 0x6",
            r"\x82\x23\x83\xf4\x68\x75\x3a\x53\x45\x43\x52\x45\x54\x61\x6",
            "822383g4687x3a5345435245546168",
        ],
    ),
    (
        &["decode", "decode --from json", "encode"],
        &[
            r#"{"cri":"82x2383f468753a5345435245546168"}"#,
            r#"{"cri":"82:23:83:f4:68:75:3a:53:45:43:52:45:54:61:6"}"#,
        ],
    ),
    (
        &["coap --compose"],
        &[
            "Proxy-Cri: 0x82x2383f468753a5345435245546168",
            "Proxy-Cri: 82383f468753a5345435245546168  # note",
            "Option 235: 0x822383g4687x3a5345435245546168",
            "822383f468753a5345435245546168",
        ],
    ),
    (
        &["decode", "decode --from edn", "encode", "check", "compare s:"],
        &[
            r#"[-4, [false, "u\u003aSECRET", "h"], 5]"#,
            r#"[-4, [false /c/, "u:SECRET", "h"], 5]"#,
            r#"[-4, [false, "u" + ":SECRET", "h"], 5]"#,
            r#"[-4, [false, h'753a534543524554', "h"], 5]"#,
            r#"[-4, [false, <<"u:SECRET">>, "h"], 5]"#,
            r#"[-4, [false, (_ "u:SECRET"), "h"], 5]"#,
            r#"[-4, [false, "u:SECRET, "h"], 5]"#,
            r#"[-4, [false, "u:SECRET", "h"]"#,
            r#"[-4, [fase, "u:SECRET", "h"]]"#,
            r#"[-4, [0, "u:SECRET", "h"]]"#,
            r#"[-4, ["u:SECRET", "h"], 5]"#,
            r"cri'https:\/\/u%3ASECRET@h/<'",
            r"cri'https:/\u002fu:SECRET@h/<'",
        ],
    ),
    // A byte that is not UTF-8, a blank or a quotation mark does not end a password. \xff stands for that byte.
    (
        &["encode", "encode --from iri", "compare s:", "check"],
        &[
            "https://u:\"SECRET\\xff@h/",
            "https://u: SECRET\\xff@h/",
            "https://u%3A\"SECRET\\xff@h/",
        ],
    ),
];

/// Whether the text shows two or more characters of `SECRET`, or their digits. Offsets and code points do not count.
fn shows_secret(shown: &str) -> bool {
    let digits: String =
        shown.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_ascii_lowercase();
    let spaced = ["SECRET", "RET@", "0x43, 0x52", r"x43\x52", r"x43\\x52", "52:45", "52-45"];
    spaced.into_iter().any(|pair| shown.contains(pair))
        || ["5345", "4543", "4352", "5245", "4554"].into_iter().any(|pair| digits.contains(pair))
}

// shows: R3986-3.2.1-02, R3986-7.5-01
#[test]
fn wrong_operands_show_no_password() {
    for (commands, operands) in WRONG {
        let pairs = commands
            .iter()
            .flat_map(|command| operands.iter().map(move |operand| (command, operand)));
        // The step divides no number of operands, so each command has others.
        for (command, operand) in sample(pairs, 5) {
            // A message about the arguments quotes it.
            if operand.starts_with('[') {
                let quoted = cri(&["man", "x", operand], "").stderr;
                assert!(!shows_secret(&quoted), "{quoted}");
            }
            let mut line = operand.as_bytes().to_vec();
            if operand.ends_with(r"\xff@h/") {
                line.splice(line.len() - 7..line.len() - 3, [0xff]);
            }
            line.push(b'\n');
            for json in [None, Some("--json")] {
                let args: Vec<&str> = command.split(' ').chain(json).collect();
                let output = cri_bytes(&args, &line);
                let mut shown: Vec<String> = output.stderr.lines().map(str::to_owned).collect();
                for object in
                    output.stdout.lines().filter_map(|line| line.parse::<serde_json::Value>().ok())
                {
                    let member = |name: &str| object[name].as_str().unwrap_or_default().to_owned();
                    shown.extend([member("input"), member("input_hex"), member("excerpt")]);
                }
                assert!(!shown.is_empty(), "{args:?} {operand}");
                for line in shown {
                    assert!(!shows_secret(&line), "{args:?} {operand}: {line}");
                }
            }
        }
    }
    // A note says that the digits are read as such. Digits that are cut off are a relative reference, and no full CRI.
    for (digits, status) in
        [("822383f468753a5345435245546168", 0), ("822383f468753a53454352455461", 1)]
    {
        let output = cri(&["relativize", "--base", "s://h", digits], "");
        assert!(output.stderr.starts_with("note: 822383… is"), "{}", output.stderr);
        assert!(output.status == Some(status) && !shows_secret(&output.stderr), "{output:?}");
    }
    // The message still says what is wrong, and where.
    let output = cri(&["decode", "82x2383f468753a5345435245546168"], "");
    let expected = "error: 'x' (U+0078) is not a hex digit, at byte 2; digits are 0 to 9 and a to f (invalid-hex)\n  \
                    | 82x2383f4…\n  |   ^\n";
    assert_eq!(output.stderr, expected);
}

#[cfg(target_os = "linux")]
// shows: R3986-7.5-01
#[test]
fn answers_hide_operands_with_a_userinfo() {
    // [-4, [false, "u:SECRET", "h"]]
    let hex = "822383f468753a5345435245546168";
    let notation = "[-4, [false, \"u:SECRET\", \"h\"]]";
    for operand in [hex, notation] {
        let normalized = cri(&["normalize", "--json", operand], "").stdout;
        let (input, _) = normalized.split_once(",\"uri\"").expect("an answer");
        assert_eq!(input, "{\"input\":\"***\"", "{operand}");
        for args in [&["check", "--json", operand][..], &["compare", "--json", operand, operand]] {
            let output = cri(args, "").stdout;
            assert!(output.contains("***"), "{output}");
            assert!(!output.contains("SECRET") && !output.contains("534543524554"), "{output}");
        }
    }
    // The byte FF is not UTF-8, and its neighbours are a password.
    let report = cri(&["decode", "822383f468753a534543ff45546168"], "").stderr;
    assert!(report.contains("userinfo") && !report.contains("43"), "{report}");
}

/// What marks a password in generated texts.
const MARKER: &str = "S3CRET";

/// Texts with a password that are no URI: without a scheme, cut off, or with a character that no URI has.
fn broken_texts() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        "//",
        "http://",
        "coap:///",
        "http:",
        "http:/",
        r"http:\\\\",
        "coap://h/?x=http://",
        "\\t//"
    ];
    let user = "[a-z|é]{0,2}(%41)?";
    let colon = "(:|%3A|%3a)";
    let around = || "[x|< \"'%é\u{1b}\u{202e}&;]{0,2}";
    let end = "[|<{]";
    let signed = (sign, user, colon, around(), around(), "(|@h?|@[/:]?|/a)", end).prop_map(
        |(sign, user, colon, before, after, at, end)| {
            format!("{sign}{user}{colon}{before}{MARKER}{after}{at}{end}")
        },
    );
    // Without a sign, only an at sign says that this is a userinfo. The user may be a word, but no scheme such as `news`.
    let bare = ("[a-z|é]{0,2}", colon, around(), around(), "(h|h:1|h/a|)", end).prop_map(
        |(user, colon, before, after, rest, end)| {
            format!("{user}{colon}{before}{MARKER}{after}@{rest}{end}")
        },
    );
    prop_oneof![signed, bare].prop_filter("a scheme that is known", |text| !text.starts_with("im"))
}

/// The commands that read any text, and fail at a wrong one.
pub(crate) const READERS: [&str; 27] = [
    "encode",
    "encode --json",
    "encode --from iri",
    "encode --from edn",
    "encode --from json --json",
    "encode --revision rfc9988",
    "encode --threads 2",
    "decode",
    "decode --json",
    "resolve s:/",
    "resolve --json s:/",
    "relativize s:/",
    "normalize",
    "normalize --json",
    "normalize --from iri --steps percent",
    "compare s:",
    "compare --json s:",
    "inspect",
    "inspect --json",
    "inspect --to html",
    "check",
    "check --json",
    "part path",
    "coap",
    "coap --json",
    "idna --json",
    "scheme --json",
];

// shows: R3986-3.2.1-02, R3986-7.5-01
#[test]
fn no_output_shows_the_password_of_a_broken_text() {
    let mut runner = TestRunner::deterministic();
    let texts: Vec<String> = (0..600)
        .map(|_| broken_texts().new_tree(&mut runner).expect("a text").current())
        .filter(|text| !text.contains('\n'))
        .collect();
    assert!(texts.len() > 500);
    let hidden = |shown: &str, about: &str| {
        let line = shown.lines().find(|line| line.contains(MARKER));
        assert!(line.is_none(), "{about}: {line:?}");
    };
    for command in sample(READERS, 7) {
        let args: Vec<&str> = command.split(' ').collect();
        for quoted in ["", "cri'", "[-1, [\"h\"], [\""] {
            let close = quoted.chars().rfind(|quote| matches!(quote, '\'' | '"'));
            let line = |text: &String| {
                format!(
                    "{quoted}{text}{}\n",
                    close.map_or(String::new(), |quote| quote.to_string())
                )
            };
            // Notation with a text in a segment is right.
            if quoted.starts_with('[') && !command.contains("json") {
                continue;
            }
            // Nobody can tell where a string ends that has a quotation mark in it.
            let is_whole = |text: &&String| quoted.is_empty() || !text.contains(['"', '\'']);
            let output = cri(&args, &texts.iter().filter(is_whole).map(line).collect::<String>());
            let reports = output.stderr.lines().filter(|line| line.starts_with("error")).count();
            let reports =
                reports + output.stdout.lines().filter(|line| line.contains("\"error\":")).count();
            assert!(reports * 2 > texts.len() || !quoted.is_empty(), "{command}: {reports}");
            if !quoted.starts_with('[') {
                hidden(&output.stdout, command);
            }
            hidden(&output.stderr, command);
        }
    }
    let options: String = texts.iter().map(|text| format!("Proxy-Uri: {text}\n\n")).collect();
    for args in [&["coap", "--compose"][..], &["coap", "--compose", "--json"]] {
        let output = cri(args, &options);
        hidden(&(output.stdout + &output.stderr), "coap --compose");
    }
    // On the command line, as operands, as values and as options.
    for text in texts.iter().filter(|text| !text.contains('\t')).take(30) {
        let (value, name) = (format!("--to={text}"), format!("--{text}"));
        for args in [
            &["encode", "--", text][..],
            &["encode", "--to", "--", text],
            &["encode", &value, "x"],
            &["encode", &name, "x"],
            &["resolve", "--base", text, "a"],
            &["coap", "--destination", text, "a"],
            &["man", "encode", text],
            &["inspect", "--diff", "--", text, "a"],
            &["part", text],
        ] {
            let output = cri(args, "");
            assert_ne!(output.status, Some(0), "{args:?}");
            hidden(&(output.stdout + &output.stderr), &args.join(" "));
        }
    }
}

// shows: R3986-7.5-01
#[test]
fn hex_with_a_mistake_shows_no_password() {
    // A CRI with the userinfo u:s3cr3t, and http://u:s3cr3t@h as text.
    let array = "832383f468753a733363723374616880";
    let uri = "687474703a2f2f753a7333637233744068";
    let between = |mark: &str| -> Vec<String> {
        let pairs = |digits: &str| {
            let pairs: Vec<_> = digits
                .as_bytes()
                .chunks(2)
                .map(|pair| str::from_utf8(pair).expect("ASCII"))
                .collect();
            pairs.join(mark)
        };
        vec![pairs(array), pairs(uri), pairs(&array.to_uppercase())]
    };
    for text in sample(["", " ", ":", ", "].map(between).concat(), 5) {
        for text in [
            format!("{text} zz"),
            format!("{text}zz"),
            format!("{text}."),
            format!("{text}<"),
            format!("<{text}>"),
            format!("|{text}"),
            format!("z {text}"),
            format!("0x{text}."),
            format!("{text} is the CRI that somebody has written down in this message"),
            format!("{}|{}", &text[..14], &text[14..]),
            text,
        ] {
            for args in [
                &["relativize", "coap://h/", &text][..],
                &["resolve", "--json", "--base", &text, "a"],
                &["inspect", &text],
                &["encode", &text],
            ] {
                let output = cri(args, "");
                // What is no failure is the answer to a valid URI.
                if output.status == Some(0) {
                    continue;
                }
                let shown = (output.stdout + &output.stderr).to_ascii_lowercase();
                let digits: String = shown.chars().filter(char::is_ascii_hexdigit).collect();
                assert!(!digits.contains("7333637233"), "{args:?}: {shown}");
            }
        }
    }
}
