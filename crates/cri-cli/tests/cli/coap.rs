//! `coap`: CRIs to options and back, on the command line and in bulk.

use std::io::{BufRead, BufReader, Write};

use crate::program::{command, cri, cri_bytes, objects};

/// Number, name, value and hex of each option that `cri coap --json` prints.
fn options(args: &[&str]) -> Vec<String> {
    let answers = objects(&cri(&[&["coap", "--json"], args].concat(), ""));
    assert_eq!(answers.len(), 1, "{args:?}");
    let options = answers[0]["options"].as_array().unwrap_or_else(|| panic!("{answers:?}"));
    let field = |option: &serde_json::Value, name: &str| option[name].to_string();
    options
        .iter()
        .map(|option| {
            ["number", "name", "value", "hex"]
                .map(|name| field(option, name))
                .join(" ")
                .replace('"', "")
        })
        .collect()
}

// shows: D16-8.1.1-01, D16-8.1.1-07, D16-8.1.1-08, D16-8.1.1-09, D16-8.1.1-10, D16-8.1.1-12, D16-8.1.1-13
#[test]
fn options_hold_the_parts_that_differ_from_the_destination() {
    for (args, expected) in [
        (
            &["coap://h/b%20c?d=%26"][..],
            &["3 Uri-Host h 68", "11 Uri-Path b c 622063", "15 Uri-Query d=& 643d26"][..],
        ),
        (&["coap://h:1"], &["3 Uri-Host h 68"]),
        (&["coap://192.0.2.1/a"], &["11 Uri-Path a 61"]),
        (&["coap://[2001:db8::1]:1/"], &[]),
        (&["coap://[fe80::1%25eth0]/"], &[]),
        (&["--destination", "fe80::1%eth0", "coap://[fe80::1%25eth0]/"], &[]),
        (&["--destination", "fe80::1", "coap://[fe80::1]:1"], &["7 Uri-Port 1 01"]),
        (
            &["--destination", "192.0.2.1:61616", "coap://h"],
            &["3 Uri-Host h 68", "7 Uri-Port 5683 1633"],
        ),
        (&["--destination", "192.0.2.1:0", "coap://192.0.2.1:0"], &[]),
        (&["--destination", "192.0.2.1:1", "coap://192.0.2.1:0"], &["7 Uri-Port 0 "]),
        (&["--destination", "192.0.2.1", "coaps://192.0.2.1"], &[]),
        (&["--destination", "192.0.2.1:5683", "coaps://192.0.2.1"], &["7 Uri-Port 5684 1634"]),
        (
            &["--destination", "192.0.2.9", "coap://192.0.2.1"],
            &["3 Uri-Host 192.0.2.1 3139322e302e322e31"],
        ),
        (&["--destination", "[::2]:5683", "coap://[::1]"], &["3 Uri-Host [::1] 5b3a3a315d"]),
        (&["--scheme", "coap+ws", "coap+ws://h"], &["3 Uri-Host h 68"]),
        (&["--revision", "rfc9988", "--destination", "::1", "coap+ws://[::1]:80"], &[]),
        (&["[-1, [\"h\"], [\"a\"]]"], &["3 Uri-Host h 68", "11 Uri-Path a 61"]),
        (&["0x832081616880"], &["3 Uri-Host h 68"]),
        (&["--from", "hex", "832081616880"], &["3 Uri-Host h 68"]),
        (&["--from", "iri", "coap://h/\u{e9}"], &["3 Uri-Host h 68", "11 Uri-Path \u{e9} c3a9"]),
        (&["--proxy", "http://h"], &["235 Proxy-Cri 0x832281616880 832281616880"]),
        (
            &["--proxy", "--destination", "::1", "coap://[::1]"],
            &[
                "235 Proxy-Cri 0x832081500000000000000000000000000000000180 832081500000000000000000000000000000000180",
            ],
        ),
    ] {
        assert_eq!(options(args), expected, "{args:?}");
    }
}

// shows: D16-8.1.1-02, D16-8.1.1-03, D16-8.1.1-04, D16-8.1.1-05, D16-8.1.1-06, D16-8.1.1-11, D16-8.1.1-17, D16-8.1.1-18
#[test]
fn a_cri_without_options_is_an_error() {
    for (args, kind, component) in [
        (&["../a"][..], "not-full", "scheme"),
        (&[""], "not-full", "scheme"),
        (&["http://h"], "not-coap", "scheme"),
        (&["[\"coap\", [\"h\"]]"], "not-coap", "scheme"),
        (&["coap://h/#"], "fragment", "fragment"),
        (&["coap:/a"], "no-authority", "authority"),
        (&["coap://u@h"], "userinfo", "userinfo"),
        (&["coap:///a"], "empty-host", "host"),
        (&["coap://h/a%3Bb"], "pet", "path"),
        (&["--destination", "fe80::1%eth1", "coap://[fe80::1%25eth0]"], "zone-id", "zone-id"),
        (&["--scheme", "coap", "coaps://h"], "other-scheme", "scheme"),
        (&["--proxy", "../a"], "not-full", "scheme"),
        (&["--proxy", "http://h#a"], "fragment", "fragment"),
        (&["--compose"], "", ""),
        (&["--compose", "Uri-Path: a"], "no-destination", "host"),
        (&["--compose", "Uri-Host: a b"], "invalid-host", "host"),
        (&["--compose", "Uri-Host: h", "Uri-Port: 65536"], "too-long", "port"),
        (&["--compose", "Uri-Host: h", r"Uri-Path: \xff"], "invalid-utf8", "path"),
        (&["--compose", "Proxy-Uri: ../a"], "not-full", "scheme"),
        (&["--compose", "Proxy-Uri: http://h#a"], "fragment", "fragment"),
        (&["--compose", "Proxy-Cri: 0x80"], "not-full", ""),
        (
            &["--compose", "Proxy-Scheme: http", "Uri-Host: h", "Uri-Query: a", r"Uri-Query: \xff"],
            "invalid-utf8",
            "query",
        ),
        (&["--compose", "Proxy-Scheme-Number: 999", "Uri-Host: h"], "unknown-scheme", "scheme"),
    ] {
        let output = cri(&[&["coap", "--json"], args].concat(), "");
        let answers = objects(&output);
        if kind.is_empty() {
            // Standard input without requests.
            assert_eq!((answers.len(), output.status), (0, Some(0)));
            continue;
        }
        assert_eq!(answers[0]["error"]["kind"], kind, "{args:?}: {answers:?}");
        if !component.is_empty() {
            assert_eq!(answers[0]["error"]["component"], component, "{args:?}: {answers:?}");
        }
        assert_eq!(output.status, Some(1), "{args:?}");
    }
}

#[test]
fn the_wrong_option_is_marked() {
    for (args, offset) in [
        // The second of two options, and the option that is wrong by itself.
        (&["Uri-Host: h", "Uri-Host: g"][..], 22),
        (&["Uri-Host: h", "Uri-Port: 1", "Uri-Port: 1"], 34),
        (&["Proxy-Cri: 0x80", "Proxy-Cri: 0x80"], 27),
        (&["Uri-Host: h", "Uri-Path: a", "Uri-Path: .."], 34),
        (&["Proxy-Scheme: http", "Uri-Host: h", "Uri-Query: a", r"Uri-Query: \xff"], 55),
    ] {
        let answers = objects(&cri(&[&["coap", "--compose", "--json"], args].concat(), ""));
        assert_eq!(answers[0]["error"]["offset"], offset, "{args:?}: {answers:?}");
    }
}

// shows: D16-8.1.2-01, D16-8.1.2-02, D16-8.1.2-03, D16-8.1.2-04, D16-8.1.2-06, D16-8.1.2-07, D16-8.1.2-08, D16-8.1.2-10
#[test]
fn options_become_uris() {
    for (args, uri) in [
        (&["Uri-Host: EXAMPLE.com"][..], "coap://example.com"),
        (&["--scheme", "coaps+tcp", "Uri-Host: h"], "coaps+tcp://h"),
        (&["--destination", "192.0.2.1:61616", "Uri-Path: a"], "coap://192.0.2.1:61616/a"),
        (&["--destination", "192.0.2.1:61616", "Uri-Host: h", "Uri-Port: 5683"], "coap://h"),
        (&["--destination", "fe80::1%eth0", ""], "coap://[fe80::1%25eth0]"),
        (&["Uri-Host: [fe80::1%25eth0]"], "coap://[fe80::1%25eth0]"),
        (&["Uri-Host: 192.0.2.7"], "coap://192.0.2.7"),
        (&["Uri-Query: b", "Uri-Path: a", "Uri-Host: h", "Uri-Query: c"], "coap://h/a?b&c"),
        (&["uri-host: h", "Option 11: 0x2f", "Option 60: 0x"], "coap://h/%2F"),
        (&["Proxy-Uri: HTTP://h/./a"], "http://h/a"),
        (&["Proxy-Cri: 0x8222816168"], "http://h"),
        (&["Proxy-Scheme: HTTP", "Uri-Host: h", "Uri-Port: 80"], "http://h"),
        (
            &["Proxy-Scheme-Number: 2", "Uri-Host: h", "Uri-Port: 81", "Uri-Path: a"],
            "http://h:81/a",
        ),
    ] {
        let output = cri(&[&["coap", "--compose", "--to", "uri"], args].concat(), "");
        assert_eq!(
            (&*output.stdout, output.status),
            (&*format!("{uri}\n"), Some(0)),
            "{args:?} {}",
            output.stderr
        );
    }
}

/// URIs with characters of every kind in path and query.
const URIS: &str = "coap://h\ncoap://example.com:1/a/b?c&d\ncoap://192.0.2.9/%20/%20%20%23/%00%5C//?&\n\
                    coap://b%C3%BCcher.example/%C3%A9%E2%80%AE/a:b\ncoap://192.0.2.1/\ncoap://192.0.2.1\n";

// shows: D16-8.1-02
#[test]
fn printed_options_are_composed_again() {
    let destination = ["--destination", "192.0.2.1"];
    let printed = cri(&[&["coap"], &destination[..]].concat(), URIS);
    assert_eq!(printed.status, Some(0), "{}", printed.stderr);
    // A path that is one empty segment has no option.
    let expected = URIS.replace("192.0.2.1/\n", "192.0.2.1\n");
    for threads in ["1", "3"] {
        let args = [&["coap", "--compose", "--to", "uri", "--threads", threads], &destination[..]]
            .concat();
        let output = cri(&args, &printed.stdout);
        assert_eq!((&*output.stdout, &*output.stderr), (&*expected, ""));
    }
    let proxied = cri(&["coap", "--proxy"], URIS);
    assert_eq!(cri(&["coap", "--compose", "--to", "uri", "-"], &proxied.stdout).stdout, URIS);
}

#[test]
fn compositions_are_written_as_json() {
    let request = "Uri-Path: a\r\n# why\r\nUri-Host: h";
    let answers =
        objects(&cri(&["coap", "--compose", "--json"], &format!("\n{request}\r\n\n\n{request}")));
    assert_eq!(answers.len(), 2);
    for answer in answers {
        let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
        assert_eq!(keys.len(), 6, "{answer}");
        assert_eq!(answer["input"], request);
        assert_eq!(answer["uri"], "coap://h/a");
        assert_eq!(answer["cri"], "8320816168816161");
        assert_eq!(answer["edn"], r#"[-1, ["h"], ["a"]]"#);
        assert_eq!(answer["options"][0]["name"], "Uri-Host");
        assert_eq!(answer["wire"], "31688161");
    }
    // In RFC 9988, no URI has a zone identifier.
    let args = [
        "coap",
        "--compose",
        "--json",
        "--revision",
        "rfc9988",
        "--destination",
        "fe80::1%eth0",
        "",
    ];
    let output = cri(&args, "");
    let answer = &objects(&output)[0];
    assert_eq!((&answer["uri"], output.status), (&serde_json::Value::Null, Some(1)));
    assert_eq!(answer["uri_error"]["component"], "zone-id");
}

#[test]
fn a_request_is_answered_at_its_blank_line() {
    let mut child =
        command(&["coap", "--compose", "--to", "uri"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for host in ["a", "b"] {
        write!(stdin, "Uri-Host: {host}\n\n").expect("written");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("read");
        assert_eq!(answer, format!("coap://{host}\n"));
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn requests_after_a_bad_one_are_answered() {
    let too_long = "Uri-Path: a\n".repeat(100_000);
    let stdin = format!("Uri-Host: a\nx\n\n{too_long}\nUri-Host: b\n\n");
    let output = cri(&["coap", "--compose", "--to", "uri"], &stdin);
    assert_eq!((&*output.stdout, output.status), ("coap://b\n", Some(1)));
    assert!(output.stderr.starts_with("error: line 2: "), "{}", output.stderr);
    assert!(
        output.stderr.contains("error: line 4: the operand is longer than 1048576 bytes"),
        "{}",
        output.stderr
    );
    let answers = objects(&cri(&["coap", "--compose", "--json"], &stdin));
    let kinds: Vec<_> = answers.iter().map(|answer| answer["error"]["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("invalid-option"), Some("request-too-long"), None]);
    assert!(answers[1]["excerpt"].is_string());

    let output =
        cri_bytes(&["coap", "--compose", "--json"], b"Uri-Host: h\nUri-Path: \xff\n\nUri-Host: h");
    let answers = objects(&output);
    assert_eq!(
        (&answers[0]["error"]["kind"], &answers[0]["error"]["offset"]),
        (&"not-utf8".into(), &22.into())
    );
    assert_eq!(answers[1]["uri"], "coap://h");
}

// shows: R3986-7.5-01
#[test]
fn passwords_in_options_are_masked() {
    let proxied = cri(&["coap", "--proxy", "https://u%3Asecret@h"], "").stdout;
    for request in [
        &*format!("{proxied}Uri-Host: h"),
        &proxied.replace("\n#", "\nUri-Host: h\n#"),
        "Proxy-Uri: //u:secret@h<",
    ] {
        for args in [&["coap", "--compose", "--json"][..], &["coap", "--compose"]] {
            let output = cri(args, request.trim_end());
            for line in output
                .stderr
                .lines()
                .chain(output.stdout.lines().filter(|line| line.contains("\"error\"")))
            {
                assert!(!line.contains("secret") && !line.contains("736563726574"), "{line}");
            }
        }
    }
}
