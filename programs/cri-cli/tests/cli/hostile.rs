//! Hostile input and a hostile environment: what the program must not do.
#![allow(clippy::disallowed_types, reason = "the tests start the program")]

use cri_testvectors::sample;

use crate::passwords::READERS;
use crate::program::{command, cri, cri_bytes};

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

/// Characters that steer a terminal, or change how the text around them is shown.
pub(crate) fn hidden_characters() -> Vec<char> {
    let hidden = (0..0x10000).filter_map(char::from_u32);
    hidden.filter(|character| cri_core::__private::is_hidden(*character)).collect()
}

/// Asserts that an output is UTF-8, and holds none of these characters but its line ends.
pub(crate) fn assert_steers_nothing(shown: &[u8], about: &str) {
    let shown = str::from_utf8(shown).unwrap_or_else(|error| panic!("{about}: {error}"));
    let found = shown.chars().find(|next| cri_core::__private::is_hidden(*next) && *next != '\n');
    assert_eq!(found, None, "{about}: {shown:?}");
}

#[test]
fn no_answer_and_no_message_steers_a_terminal() {
    let hidden = hidden_characters();
    let encoded = |character: char| -> String {
        character.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
    };
    let all: String = hidden.iter().filter(|next| !matches!(next, '\0' | '\n' | '\r')).collect();
    let text = format!("coap://u{all}@h{all}/{all}?{all}#{all}");
    let digits: String = hidden.iter().map(|next| encoded(*next)).collect();
    let uri = format!("coap://u{digits}@h{digits}/{digits}?{digits}#{digits}");
    let bytes = format!(
        "coap://h/{}",
        (0..=u8::MAX).map(|byte| format!("%{byte:02X}")).collect::<String>()
    );
    let mut commands = Vec::new();
    for part in ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"] {
        for options in [
            "",
            "--decode",
            "--lenient",
            "--decode --lenient",
            "--decode --json",
            "--decode --rows",
            "--rows --lenient",
        ] {
            commands.push(format!("part {part} {options}"));
        }
    }
    for command in READERS.iter().chain(&[
        "encode --to iri",
        "decode --from uri --to iri",
        "decode --from uri --to edn",
        "inspect --diff",
        "compare coap://h",
        "normalize --to iri",
        "normalize --rows",
        "find",
        "find --json",
        "find --paragraphs --to uri",
        "links",
        "links --json",
    ]) {
        commands.push((*command).to_owned());
    }
    let mut count = 0;
    let some: Vec<_> = sample(&commands, 5).collect();
    for command in &some {
        let args: Vec<&str> = command.split_whitespace().collect();
        for operand in [&text, &uri, &bytes] {
            let mut given = args.clone();
            given.extend(["--", operand]);
            given.extend((*command == "inspect --diff").then_some("coap://h"));
            let output = crate::program::output(&given, b"");
            assert_steers_nothing(&output.stdout, command);
            assert_steers_nothing(&output.stderr, command);
            let piped = crate::program::output(&args, format!("{operand}\n").as_bytes());
            assert_steers_nothing(&piped.stdout, command);
            assert_steers_nothing(&piped.stderr, command);
            count += 2;
        }
    }
    assert_eq!(count, 6 * some.len());
    // What is escaped differs from what was written so, and can be read back.
    let part = |uri: &str| cri(&["part", "path", "--decode", uri], "").stdout;
    assert_eq!(part("s:/%1B"), "/\\x1b\n");
    assert_eq!(part("s:/%5Cx1b"), "/\\\\x1b\n");
    let rows =
        cri(&["part", "path", "--decode", "--rows"], "s:%1B%C2%9B%E2%80%AE%FF%5Cx1b%09\n").stdout;
    assert_eq!(rows, "\\x1b\\xc2\\x9b\\xe2\\x80\\xae\\xff\\\\x1b\\t\n");
    let again =
        cri(&["part", "path", "--lenient", "--rows"], "s:\\x1b\\xc2\\x9b\\\\x1b\\t\n").stdout;
    assert_eq!(again, "\\x1b\\xc2\\x9b\\\\x1b\\t\n");
}

/// A command line that fails, what its message advises, and the command line that follows the advice.
#[test]
fn advice_that_names_an_option_helps() {
    let nfd = "coap://h/a\u{308}";
    for (wrong, advice, right) in [
        (
            &["coap", "--destination", "fe80::1%wlan0", "coap://[fe80::1%25eth0]/x"][..],
            "remove it",
            &["coap", "--destination", "fe80::1%wlan0", "coap://[fe80::1]/x"][..],
        ),
        (
            &["encode", "--revision", "rfc9988", "coap://[fe80::1%25eth0]/x"],
            "remove it, or write --revision 16",
            &["encode", "--revision", "16", "coap://[fe80::1%25eth0]/x"],
        ),
        (&["coap", "http://h/"], "--proxy", &["coap", "--proxy", "http://h/"]),
        (
            &["encode", "http://u:p@h/"],
            "--revision rfc9988",
            &["encode", "--revision", "rfc9988", "http://u:p@h/"],
        ),
        (
            &["encode", "--nfc", "refuse", nfd, "--from", "iri"],
            "--nfc normalize",
            &["encode", "--nfc", "normalize", "--from", "iri", nfd],
        ),
        (&["encode", "coap://h/ä"], "--from iri", &["encode", "--from", "iri", "coap://h/ä"]),
        (
            &["encode", nfd],
            "--from iri --nfc normalize",
            &["encode", "--from", "iri", "--nfc", "normalize", nfd],
        ),
        (&["check", nfd], "--from iri", &["check", "--from", "iri", nfd]),
        (
            &["resolve", "coap://h", "ä"],
            "--from iri",
            &["resolve", "--from", "iri", "coap://h", "ä"],
        ),
        (
            &["resolve", "[-1, [\"h\"]]", "coap://u:p@h"],
            "--revision rfc9988",
            &["resolve", "--revision", "rfc9988", "[-1, [\"h\"]]", "coap://u:p@h"],
        ),
        (
            &["decode", "--from", "edn", "8220816168"],
            "--from hex",
            &["decode", "--from", "hex", "8220816168"],
        ),
        (
            &["decode", "--from", "hex", "[-1, [\"h\"]]"],
            "--from edn",
            &["decode", "--from", "edn", "[-1, [\"h\"]]"],
        ),
        (
            &["decode", "--from", "edn", "{\"cri\":\"8220816168\"}"],
            "--from json",
            &["decode", "--from", "json", "{\"cri\":\"8220816168\"}"],
        ),
        (
            &["decode", "--from", "edn", "{0x82, 0x20, 0x81, 0x61, 0x68}"],
            "--from c",
            &["decode", "--from", "c", "{0x82, 0x20, 0x81, 0x61, 0x68}"],
        ),
        (
            &["decode", "--from", "edn", "coap://h/a"],
            "--from uri",
            &["decode", "--from", "uri", "coap://h/a"],
        ),
        (&["decode", "coap://h/a"], "--from uri", &["decode", "--from", "uri", "coap://h/a"]),
        (
            &["decode", "--revision", "rfc9988", "8228816168"],
            "--revision 16",
            &["decode", "--revision", "16", "8228816168"],
        ),
        (
            &["coap", "--to", "uri", "coap://h"],
            "--compose",
            &["coap", "--compose", "--to", "uri", "Uri-Host: h"],
        ),
        (
            &["coap", "--compose", "Uri-Path: a"],
            "--destination",
            &["coap", "--compose", "--destination", "192.0.2.1", "Uri-Path: a"],
        ),
        (
            &["part", "host", "--parameter", "a", "s:?a=b"],
            "cri part query --parameter NAME",
            &["part", "query", "--parameter", "a", "s:?a=b"],
        ),
        (
            &["inspect", "--to", "svg", "coap://h", "coap://i"],
            "--to html",
            &["inspect", "--to", "html", "coap://h", "coap://i"],
        ),
        (
            &["decode", "--from", "cbor", "8220816168"],
            "--from hex",
            &["decode", "--from", "hex", "8220816168"],
        ),
        (&["encode", "-x"], "write --", &["encode", "--", "-x"]),
        (&["xyzq"], "'cri inspect xyzq'", &["inspect", "xyzq"]),
    ] {
        let output = cri(wrong, "");
        assert!(!matches!(output.status, Some(0)) || wrong[0] == "check", "{wrong:?}: {output:?}");
        let shown = output.stdout + &output.stderr;
        assert!(shown.contains(advice), "{wrong:?}: {shown}");
        let followed = cri(right, "");
        assert_eq!(followed.status, Some(0), "{right:?}: {followed:?}");
    }
    let output = cri_bytes(&["decode"], b"\x82\x20\x81\x61h\n");
    assert!(output.stderr.contains("--from cbor"), "{output:?}");
    assert_eq!(cri_bytes(&["decode", "--from", "cbor"], b"\x82\x20\x81\x61h").status, Some(0));
    // None of these options would help.
    for (wrong, advice) in [
        (
            &["coap", "--destination", "fe80::1%wlan0", "coap://[fe80::1%25eth0]/x"][..],
            "--revision",
        ),
        (
            &[
                "coap",
                "--revision",
                "rfc9988",
                "--destination",
                "fe80::1%wlan0",
                "coap://[fe80::1%25eth0]/x",
            ],
            "--revision 16",
        ),
        // An option also changes how the base is read.
        (&["resolve", "coap://[fe80::1%25eth0]", "coap://u:p@h"], "--revision"),
        (&["resolve", "[-1, [\"h\"]]", "ä"], "--from iri"),
        (&["relativize", "8220816168", "coap://h/ä"], "--from iri"),
        (&["compare", "{\"cri\":\"8220816168\"}", "coap://h/ä"], "--from iri"),
        (&["decode", "coap://u:p@h"], "--from uri"),
        (&["coap", "http://h/#f"], "--proxy"),
        (&["encode", "http://u:p@[fe80::1%25eth0]/"], "--revision"),
        (&["encode", "http://u:p@h:99999/"], "--revision"),
        (&["resolve", "//u:p@h", "a"], "--revision"),
        (&["encode", "coap://h/['a|']"], "--from edn"),
        (&["encode", "coap://h/ä|"], "--from iri"),
        (&["decode", "8238188250fe8000000000000000000000000000016465746830"], "--revision"),
    ] {
        let output = cri(wrong, "");
        assert_eq!(output.status, Some(1), "{wrong:?}: {output:?}");
        assert!(!output.stderr.contains(advice), "{wrong:?}: {}", output.stderr);
    }
}
