//! `cri links` over files, pipes and many links.

use std::fs;

use cri_testvectors::assert_linear_process;

use crate::hostile::{assert_steers_nothing, hidden_characters};
use crate::program::{cri, cri_bytes, objects, output};

const TEXT: &str = "</a>;b=c,\n<d?e=%2B1>;f,<coap://[2001:db8::1]/g>;h=\"i, j\",";

#[test]
fn a_file_and_standard_input_and_an_operand_have_the_same_answers() {
    let file = std::env::temp_dir().join(format!("cri-links-{}", std::process::id()));
    fs::write(&file, TEXT).expect("written");
    let name = file.to_str().expect("text");
    let expected = "coap://h/a\tb=c\ncoap://h/d?e=%2B1\tf\ncoap://[2001:db8::1]/g\th=i, j\n";
    for (operands, stdin) in [(&[name][..], ""), (&[TEXT], ""), (&["-"], TEXT), (&[], TEXT)] {
        let args = [&["links", "--base", "coap://h/x/y"], operands].concat();
        let output = cri(&args, stdin);
        assert_eq!((&*output.stdout, &*output.stderr, output.status), (expected, "", Some(0)));
    }
    fs::remove_file(&file).expect("removed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_is_named() {
    let output = cri(&["links", "/"], "");
    assert_eq!(output.stderr, "error: cannot read /: Is a directory\n");
    assert_eq!((&*output.stdout, output.status), ("", Some(1)));
}

#[test]
fn other_commands_read_the_targets() {
    let cbor = output(&["links", "--base", "coap://h", "--to", "cbor"], TEXT.as_bytes()).stdout;
    let json = cri(&["links", "--base", "coap://h", "--json"], TEXT).stdout;
    let uris = "coap://h/a\ncoap://h/d?e=%2B1\ncoap://[2001:db8::1]/g\n";
    assert_eq!(cri_bytes(&["decode", "--from", "cbor"], &cbor).stdout, uris);
    assert_eq!(cri(&["decode", "--from", "json"], &json).stdout, uris);
}

#[test]
fn many_links_keep_their_order_and_their_places() {
    let links: Vec<String> = (0..20_000)
        .map(|number| {
            if number % 1000 == 7 {
                format!("</{number}")
            } else {
                format!("</{number}>;n={number}")
            }
        })
        .collect();
    // The comma after a link whose bracket is not closed is in its reference, with the next link.
    let text = links.join(",\r\n");
    let one = cri(&["links", "--json"], &text);
    let many = cri(&["links", "--json", "--threads", "4"], &text);
    assert_eq!(one.stdout, many.stdout);
    let answers = objects(&one);
    assert_eq!(answers.len(), 20_000 - 20);
    let mut count = 0;
    for answer in &answers {
        if let Some(offset) = answer["error"]["offset"].as_u64() {
            let number = text[offset as usize..].strip_prefix("</").expect("a link");
            assert!(number.split_once(',').is_some_and(|(number, _)| number.ends_with('7')));
            count += 1;
        } else {
            let number = answer["parameters"][0]["value"].as_str().expect("a number");
            assert_eq!(answer["uri"], format!("/{number}"));
        }
    }
    assert_eq!(count, 20);
}

#[test]
fn a_link_that_is_too_long_is_one_failure() {
    let text = format!("</a>,</b>;c=\"{}\",</d>", ",".repeat(3 << 20));
    let output = cri(&["links", "--rows", "--errors"], &text);
    let wrong = "\\N\t\\N\t\\N\tlink-too-long\t5\n";
    assert_eq!(output.stdout, format!("/a\t\\N\t[]\t\\N\t\\N\n{wrong}/d\t\\N\t[]\t\\N\t\\N\n"));
    let message = "error: the link is longer than 1048576 bytes, at byte 5; check that its quotes are closed (link-too-long)\n";
    assert!(cri(&["links"], &text).stderr.starts_with(message));
}

#[test]
fn every_link_is_one_row() {
    let text = "</a>;b=\"1\t2\\\\\n\",c,<d>;=,<e>;anchor=\"coap://g\"";
    let expected = "/a\t\\N\t[{\"name\":\"b\",\"value\":\"1\\\\t2\\\\\\\\\\\\n\"}]\n\
        \\N\t\\N\t\\N\n\\N\t\\N\t\\N\ncoap://g/e\tcoap://g\t[{\"name\":\"anchor\",\"value\":\"coap://g\"}]\n";
    let output = cri(&["links", "--rows"], text);
    assert_eq!((&*output.stdout, &*output.stderr, output.status), (expected, "", Some(0)));
    // A column of CBOR has its escapes.
    let output =
        crate::program::output(&["links", "--rows", "--to", "cbor"], b"</\\>, </\t>,</%5C>");
    assert_eq!(output.stdout, b"\\N\t\\N\t\\N\n\\N\t\\N\t\\N\n\x82\xf5\x81a\\\\\t\\N\t[]\n");
}

#[test]
fn a_link_that_no_cri_expresses_has_its_uri() {
    let text = "<coap://[v1.x]/A/../b>;ct=40;obs,</e%CC%81>,<x>;anchor=\"/e%CC%81\",</|>";
    let run = |args: &[&str]| cri(&[&["links", "--base", "coap://h:/a"], args].concat(), text);
    let output = run(&[]);
    let uris = "coap://[v1.x]/b\tct=40\tobs\ncoap://h/e%CC%81\ncoap://h/x\tanchor=/e%CC%81\n";
    assert_eq!((&*output.stdout, output.status), (uris, Some(1)));
    let errors = output.stderr.lines().filter(|line| line.starts_with("error: "));
    let kinds: Vec<_> = errors.map(|line| line.rsplit('(').next().expect("a kind")).collect();
    assert_eq!(
        kinds,
        ["ip-future, host)", "not-nfc, path)", "not-nfc, path)", "unexpected-character, path)"]
    );
    assert!(run(&["--to", "iri"]).stdout.contains("\ncoap://h/e\u{301}\n"));
    let rows = "coap://[v1.x]/b\tcoap://[v1.x]/\t[{\"name\":\"ct\",\"value\":\"40\"},{\"name\":\"obs\",\"value\":null}]\tip-future\t8\n";
    let output = run(&["--rows", "--errors"]).stdout;
    assert!(output.starts_with(rows), "{output}");
    assert!(output.contains("\ncoap://h/x\tcoap://h/e%CC%81\t"), "{output}");
    assert!(output.contains("\n\\N\t\\N\t\\N\tunexpected-character\t"), "{output}");
    let object: serde_json::Value =
        serde_json::from_str(run(&["--json"]).stdout.lines().next().expect("a line"))
            .expect("JSON");
    assert_eq!(
        (&object["uri"], &object["cri"]),
        (&"coap://[v1.x]/b".into(), &serde_json::Value::Null)
    );
    assert_eq!(
        (&object["error"]["kind"], &object["parameters"][0]["value"]),
        (&"ip-future".into(), &"40".into())
    );
    // Other forms need a CRI.
    assert_eq!(run(&["--to", "hex"]).stdout, "");
}

#[test]
fn no_link_steers_a_terminal() {
    let hidden: String = hidden_characters().into_iter().collect();
    for text in [
        format!("</a>;b=\"{hidden}\""),
        format!("</{hidden}>"),
        format!("</a>;b=\"{hidden}"),
        format!("</a>;anchor=\"/{hidden}\""),
        format!("</a>;{hidden}"),
        format!("</a>{}", hidden.trim_start()),
        hidden.clone(),
    ] {
        for form in [&[][..], &["--json"], &["--rows", "--errors"]] {
            let output = output(&[&["links"], form].concat(), text.as_bytes());
            // Tabs separate columns.
            let columns: Vec<u8> =
                output.stdout.into_iter().filter(|byte| *byte != b'\t').collect();
            assert_steers_nothing(&columns, &text);
            assert_steers_nothing(&output.stderr, &text);
        }
    }
}

#[test]
fn no_message_about_a_link_shows_a_password() {
    for text in [
        "<coap://u:secret@h/>",
        "<//u:secret@h/>",
        "<coap://u:secret@h/",
        "coap://u:secret@h/>;a=b",
        "//u:secret@h/>",
        "<//u:secret@h/>x",
        "</a>;b=\"coap://u:secret@h/",
        "</a>;anchor=\"coap://u:secret@h/\"",
        "</a>;anchor=\"//u:secret@h/|\"",
        "</a>;anchor=\"coap:\\//u:secret@h/|\"",
    ] {
        for form in [&[][..], &["--json"]] {
            let output = cri(&[&["links", "--base", "coap://h"], form].concat(), text);
            assert_eq!(output.status, Some(1), "{text}");
            let shown = output.stdout + &output.stderr;
            assert!(!shown.contains("secret"), "{text}: {shown}");
        }
    }
    let args = ["links", "--base", "coap://u:secret@h/"];
    let shown = cri(&args, "</a>");
    assert!(!(shown.stdout + &shown.stderr).contains("secret"));
}

#[test]
fn bulk_takes_linear_time() {
    for unit in ["</a>;b=\"c\",", "<", "</a>;b=\"", ",", "</a>;b"] {
        assert_linear_process(unit, 20_000, |len| cri(&["links"], &unit.repeat(len / unit.len())));
    }
}
