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

/// What the program adds to the corpus: its default of the destination, `--scheme`, `--proxy`, and the forms of operands.
#[test]
fn options_hold_the_parts_that_differ_from_the_destination() {
    let host = "3 Uri-Host h 68";
    for (args, expected) in [
        (&["coap://h:1"][..], &[host][..]),
        (&["coap://192.0.2.1/a"], &["11 Uri-Path a 61"]),
        (&["coap://[2001:db8::1]:1/"], &[]),
        (&["coap://[fe80::1%25eth0]/"], &[]),
        (&["--destination", "192.0.2.1:61616", "coap://h"], &[host, "7 Uri-Port 5683 1633"]),
        (&["--destination", "192.0.2.1", "coaps://192.0.2.1"], &[]),
        (&["--scheme", "coap+ws", "coap+ws://h"], &[host]),
        (&["--revision", "rfc9988", "--destination", "::1", "coap+ws://[::1]:80"], &[]),
        (&["[-1, [\"h\"], [\"a\"]]"], &[host, "11 Uri-Path a 61"]),
        (&["0x832081616880"], &[host]),
        (&["--from", "iri", "coap://h/\u{e9}"], &[host, "11 Uri-Path \u{e9} c3a9"]),
        (&["--proxy", "http://h"], &["235 Proxy-Cri 0x832281616880 832281616880"]),
    ] {
        assert_eq!(options(args), expected, "{args:?}");
    }
}

/// What the program adds to the corpus: the kinds and components of its own.
#[test]
fn a_request_without_a_cri_is_an_error() {
    for (args, kind, component) in [
        (&["../a"][..], "not-full", "scheme"),
        (&["--scheme", "coap", "coaps://h"], "transport", "scheme"),
        (&["--proxy", "http://h#a"], "fragment", "fragment"),
        (&["--compose", "Uri-Path: a"], "no-destination", "host"),
        (&["--compose", "Uri-Host: a b"], "invalid-host", "host"),
        (&["--compose", "Uri-Host: h", "Uri-Port: 65536"], "too-long", "port"),
        (&["--compose", "Proxy-Uri: ../a"], "not-full", "scheme"),
        (&["--compose", "Proxy-Uri: http://h#a"], "fragment", "fragment"),
        (&["--compose", "Proxy-Cri: 0x80"], "not-full", ""),
        (
            &["--compose", "Proxy-Scheme: http", "Uri-Host: h", r"Uri-Query: \xff"],
            "invalid-utf8",
            "query",
        ),
        (&["--compose", "Proxy-Scheme-Number: 999", "Uri-Host: h"], "unknown-scheme", "scheme"),
    ] {
        let output = cri(&[&["coap", "--json"], args].concat(), "");
        let error = &objects(&output)[0]["error"];
        assert_eq!((error["kind"].as_str(), output.status), (Some(kind), Some(1)), "{args:?}");
        if !component.is_empty() {
            assert_eq!(error["component"], component, "{args:?}");
        }
    }
    // Standard input without requests.
    let output = cri(&["coap", "--json", "--compose"], "");
    assert_eq!((&*output.stdout, output.status), ("", Some(0)));
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

// shows: D16-8.1.1-10
#[test]
fn a_zone_of_another_destination_is_refused_at_the_zone() {
    for (destination, uri, offset) in [
        ("192.0.2.1", "coap://[fe80::1%25eth0]/x", 18),
        ("fe80::2", "coap://[fe80::1%25eth0]/x", 18),
        ("fe80::1%eth1", "coap://[fe80::1%25eth0]:1/%25/x", 18),
    ] {
        let answers = objects(&cri(&["coap", "--json", "--destination", destination, uri], ""));
        let error = &answers[0]["error"];
        assert_eq!((&error["kind"], &error["component"]), (&"zone-id".into(), &"zone-id".into()));
        assert_eq!(error["offset"], offset, "{error}");
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains("the destination has another address or zone-id"), "{message}");
    }
}

#[test]
fn a_zone_of_an_ipv4_destination_is_refused() {
    // RFC 9988 has it.
    let args = ["coap", "--compose", "--to", "edn", "--revision", "rfc9988", "--destination"];
    let output = cri(&[&args[..], &["192.0.2.1%eth0", "Uri-Path: x"]].concat(), "");
    assert_eq!(output.status, Some(0), "{}", output.stderr);
    assert!(output.stdout.contains("\"eth0\""), "{}", output.stdout);
    for args in [&["coap://h/x"][..], &["--compose", "Uri-Path: x"]] {
        let output = cri(&[&["coap", "--destination", "192.0.2.1%eth0"], args].concat(), "");
        assert_eq!((&*output.stdout, output.status), ("", Some(2)));
        let advice = "draft-16 has no zone-id after an IPv4 address; write 192.0.2.1 without %eth0";
        assert!(
            output.stderr.contains(advice) && output.stderr.contains("--destination"),
            "{}",
            output.stderr
        );
    }
}

#[test]
fn options_become_uris() {
    for (args, uri) in [
        (&["Uri-Host: EXAMPLE.com"][..], "coap://example.com"),
        (&["--scheme", "coaps+tcp", "Uri-Host: h"], "coaps+tcp://h"),
        (&["--destination", "192.0.2.1:61616", "Uri-Path: a"], "coap://192.0.2.1:61616/a"),
        (&["--destination", "fe80::1%eth0", ""], "coap://[fe80::1%25eth0]"),
        (&["Uri-Query: b", "Uri-Path: a", "Uri-Host: h", "Uri-Query: c"], "coap://h/a?b&c"),
        (&["uri-host: h", "Option 11: 0x2f", "Option 60: 0x"], "coap://h/%2F"),
        (&["Proxy-Uri: HTTP://h/./a"], "http://h/a"),
        (&["Proxy-Scheme: HTTP", "Uri-Host: h", "Uri-Port: 80"], "http://h"),
    ] {
        let output = cri(&[&["coap", "--compose", "--to", "uri"], args].concat(), "");
        assert_eq!((&*output.stdout, output.status), (&*format!("{uri}\n"), Some(0)), "{args:?}");
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

// shows: D16-8.1-02
#[test]
fn every_printed_form_of_options_is_composed() {
    let destination = ["--destination", "192.0.2.1"];
    let printed = cri(&[&["coap"], &destination[..]].concat(), URIS).stdout;
    let objects = cri(&[&["coap", "--json"], &destination[..]].concat(), URIS).stdout;
    let compose = |args: &[&str], stdin: &str| {
        let args = [&["coap", "--compose", "--to", "uri"], &destination[..], args].concat();
        let output = cri(&args, stdin);
        assert_eq!((&*output.stderr, output.status), ("", Some(0)), "{args:?} {stdin}");
        output.stdout
    };
    let expected = compose(&[], &printed);
    assert_eq!(expected.lines().count(), URIS.lines().count());
    let commented: Vec<&str> =
        printed.split("\n\n").filter_map(|request| request.lines().last()).collect();
    let digits: Vec<&str> = commented.iter().filter_map(|line| line.strip_prefix("# ")).collect();
    // The two URIs without options are last.
    let (digits, some) = (&digits[..4], &expected.lines().take(4).collect::<Vec<_>>().join("\n"));
    for threads in ["1", "3"] {
        assert_eq!(compose(&["--threads", threads], &objects), expected);
        for stdin in [digits.join("\n"), digits.join("\n\n"), commented[..4].join("\n")] {
            assert_eq!(compose(&["--threads", threads], &stdin).trim_end(), some, "{stdin}");
        }
    }
    // An empty line has no options.
    assert_eq!(compose(&["--from", "hex"], &(digits.join("\r\n") + "\n\n\n")), expected);
    assert_eq!(compose(&["--from", "json"], &objects), expected);
    let arguments: Vec<&str> = objects.lines().chain(digits.iter().copied()).collect();
    assert_eq!(compose(&arguments, ""), format!("{expected}{some}\n"));
    // Digits as other programs write them.
    assert_eq!(compose(&["0x3168 81 61 FF 01"], ""), "coap://h/a\n");
    assert_eq!(compose(&["--from", "c", "{0x31, 0x68, 0x81, 0x61}"], ""), "coap://h/a\n");
    assert_eq!(compose(&["{0x31, 0x68, 0x81, 0x61}"], ""), "coap://h/a\n");
    for array in [
        "{ 0x31, 0x68, 0x81, 0x61 };",
        "{\n  0x31, 0x68,\n  0x81, 0x61,\n};",
        "{0x31, 0x68,\n0x81, 0x61}",
        "static const uint8_t options[] = {\n\t0x31, 0x68,\n\t0x81, 0x61\n};",
    ] {
        assert_eq!(compose(&[array], ""), "coap://h/a\n", "{array}");
        assert_eq!(
            compose(&[], &format!("{array}\n\n{array}\n")),
            "coap://h/a\n".repeat(2),
            "{array}"
        );
    }
    // Forms and lines follow each other.
    let mixed = "# why\n31688161\nUri-Host: g\n# 3168\n\n{\"options\":[]}\nUri-Host: f";
    assert_eq!(compose(&[], mixed), "coap://h/a\ncoap://g\ncoap://192.0.2.1\ncoap://f\n");
}

/// No option has the scheme, or the host and port that the request goes to. The CRI beside the options has them.
#[test]
fn objects_of_requests_are_composed_to_their_uris() {
    for args in [
        &["coap://198.51.100.1/x"][..],
        &["coaps://198.51.100.1:61616/x?q"],
        &["coap://[2001:db8::1]:5/"],
        &["coap://[fe80::1%25eth0]/x"],
        &["coap+tcp://h:61616/x"],
        &["--destination", "192.0.2.1:61616", "coap://192.0.2.1/x"],
        &["--destination", "192.0.2.1:61616", "coaps+ws://h/x"],
        &["--revision", "rfc9988", "coap+ws://192.0.2.1/x"],
        &["--proxy", "https://h/x"],
    ] {
        let printed = cri(&[&["coap", "--json"], args].concat(), "").stdout;
        let uri = args.last().expect("a URI").trim_end_matches('/');
        let revision = if args.contains(&"rfc9988") { "rfc9988" } else { "16" };
        let compose = ["coap", "--compose", "--revision", revision, "--to"];
        assert_eq!(cri(&[&compose[..], &["uri"]].concat(), &printed).stdout.trim_end(), uri);
        // What that prints is composed again.
        let again = cri(&[&compose[..], &["json"]].concat(), &printed).stdout;
        assert_eq!(cri(&[&compose[..], &["uri"]].concat(), &again).stdout.trim_end(), uri);
    }
    // The command line overrules the object.
    let printed = cri(&["coap", "--json", "coaps://198.51.100.1/x"], "").stdout;
    let args =
        ["coap", "--compose", "--to", "uri", "--scheme", "coap", "--destination", "192.0.2.1"];
    assert_eq!(cri(&args, &printed).stdout, "coap://192.0.2.1/x\n");
    let others = r#"{"cri":null,"options":[{"number":11,"hex":"78"}]}"#;
    assert!(cri(&args[..2], others).stderr.contains("no-destination"));
}

#[test]
fn options_of_whole_messages_are_composed() {
    for (args, message) in [
        // RFC 7252 section 3: version 1, a confirmable GET, and tokens of 0, 2 and 8 bytes.
        (&[][..], "40 01 12 34 31 68 81 61"),
        (&[], "4201 1234 aabb 3168 8161 ff 70 61 79"),
        (&["--scheme", "coaps"], "48031234 0102030405060708 31688161"),
        // RFC 8974: a token of 13 bytes.
        (&[], "4d011234 00 01020304050607080910111213 31688161"),
        // RFC 8323 sections 3.2 and 4.2: the length of options and payload in 4 bits, in one more byte, and none.
        (&["--scheme", "coap+tcp"], "41 01 aa 31688161"),
        (&["--scheme", "coaps+tcp"], "d0 01 01 31688161 ff 000102030405060708"),
        (&["--scheme", "coap+ws"], "01 01 aa 31688161"),
    ] {
        let scheme = args.last().copied().unwrap_or("coap");
        let args = [&["coap", "--compose", "--message", "--to", "uri"], args, &[message]].concat();
        let output = cri(&args, "");
        assert_eq!(output.stdout, format!("{scheme}://h/a\n"), "{message}: {}", output.stderr);
    }
    // Without --message, these bytes are also the options ETag and Uri-Path, or Uri-Query.
    for message in ["40010100b474656d70", "40010110b474656d70", "4001123431688178"] {
        let args = ["coap", "--compose", "--destination", "192.0.2.1", message];
        let output = cri(&args, "");
        assert!(output.stderr.contains("write --message"), "{message}: {}", output.stderr);
    }
    for (args, message, kind, offset) in [
        (&[][..], "", "invalid-message", Some(0)),
        (&[], "3168 8161", "invalid-message", Some(0)),
        (&[], "4245 1234 aabb", "invalid-message", Some(2)),
        (&[], "4000 1234", "invalid-message", Some(2)),
        (&[], "4201 1234 aa", "invalid-message", Some(12)),
        (&[], "4901 1234", "invalid-message", Some(0)),
        (&[], "4001 1234 f1", "reserved-delta", Some(10)),
        (&[], "4001 1234 3168 82 2e2e", "dot-segment", Some(18)),
        (&["--scheme", "coap+tcp"], "d0 01", "invalid-message", Some(5)),
        // The length in the header is another one.
        (&["--scheme", "coap+tcp"], "41 01 aa 3168", "invalid-message", Some(0)),
        (&["--scheme", "coap+tcp"], "21 01 aa 3168 8161", "invalid-message", Some(0)),
        (&["--scheme", "coaps+ws"], "41 01 aa 3168 8161", "invalid-message", Some(0)),
    ] {
        let args =
            [&["coap", "--compose", "--message", "--from", "hex", "--json"], args, &[message]]
                .concat();
        let answers = objects(&cri(&args, ""));
        let error = &answers[0]["error"];
        assert_eq!(
            (error["kind"].as_str(), error["offset"].as_u64()),
            (Some(kind), offset),
            "{message}: {error}"
        );
    }
    let output = cri(&["coap", "--compose", "--message", "Uri-Host: h"], "");
    assert_eq!(output.status, Some(1));
    assert!(output.stderr.contains("write them in hex digits"), "{}", output.stderr);
    assert_eq!(cri(&["coap", "--message", "coap://h"], "").status, Some(2));
}

#[test]
fn wrong_bytes_and_objects_are_marked() {
    for (args, request, kind, offset) in [
        (&[][..], "3168816", "invalid-hex", Some(7)),
        (&[], "3168 8f", "reserved-length", Some(5)),
        (&[], "3168 81", "truncated-value", Some(5)),
        (&[], "3168 81 ff", "invalid-utf8", Some(8)),
        (&[], "31 68 01 67", "repeated", Some(9)),
        (&[], "# 3168 8f", "reserved-length", Some(6)),
        (&["--from", "c"], "{0x31, 0x68, 0x8f}", "reserved-length", Some(13)),
        (&[], r#"{"cri":"80"}"#, "invalid-json", None),
        (&[], r#"{"input":"a","error":{"kind":"not-full"}}"#, "invalid-json", None),
        (&[], r#"{"options":[{"number":70000,"hex":""}]}"#, "invalid-json", Some(26)),
        (&[], r#"{"options":[{"number":3,"hex":6}]}"#, "invalid-json", Some(30)),
        (&[], r#"{"options":[{"number":3,"hex":"6x"}]}"#, "invalid-hex", Some(31)),
        (
            &[],
            r#"{"options":[{"number":3,"hex":"68"},{"number":3,"hex":""}]}"#,
            "repeated",
            Some(55),
        ),
        (&[], r#"{"options":"#, "invalid-json", Some(11)),
    ] {
        let stdin = format!("# nothing but a comment\n\n{request}\n");
        let args = [&["coap", "--compose", "--json", "--destination", "192.0.2.1"], args].concat();
        let stdin = if args.contains(&"--from") { request } else { &stdin };
        let answers = objects(&cri(&args, stdin));
        let error = &answers.last().expect("an answer")["error"];
        assert_eq!(
            (error["kind"].as_str(), error["offset"].as_u64()),
            (Some(kind), offset),
            "{request}: {error}"
        );
    }
    for (from, status) in [("uri", 2), ("iri", 2), ("edn", 2), ("cbor", 2), ("hex", 0)] {
        let output = cri(&["coap", "--compose", "--from", from, "3168"], "");
        assert_eq!(output.status, Some(status), "{from}");
    }
}

#[test]
fn a_request_in_one_line_is_answered_at_once() {
    let mut child =
        command(&["coap", "--compose", "--to", "uri"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for request in ["3168", r#"{"options":[{"number":3,"hex":"68"}]}"#] {
        writeln!(stdin, "{request}").expect("written");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("read");
        assert_eq!(answer, "coap://h\n");
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
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
