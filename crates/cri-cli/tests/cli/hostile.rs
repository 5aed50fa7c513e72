//! Hostile input and a hostile environment: what the program must not do.

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
        assert!(message.starts_with("error: cannot read or write: "), "{args:?}: {message}");
    }
}
