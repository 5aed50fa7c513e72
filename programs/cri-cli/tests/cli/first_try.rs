//! What a demanding user tries first: what `cri` prints is read again, and a mistake leads to the command that works.

use cri_testvectors::sample;

use crate::program::cri;

#[test]
fn bytes_are_read_as_tools_print_them() {
    let plain = "832081616880";
    let bytes: Vec<String> = (0..6).map(|at| plain[2 * at..][..2].to_owned()).collect();
    let each = |before: &str, between: &str| {
        bytes.iter().map(|byte| format!("{before}{byte}")).collect::<Vec<_>>().join(between)
    };
    for text in [
        each("", ":"),
        each("", "-"),
        each("", ","),
        each("", " ").to_uppercase(),
        each("0x", ", "),
        each("0x", " "),
        each(r"\x", ""),
        format!("h'{plain}'"),
        format!("X'{plain}'"),
    ] {
        for command in [&["decode"][..], &["normalize"], &["decode", "--from", "hex"]] {
            let output = cri(command, &text);
            let uri = output.stdout.trim_end_matches(['/', '\n']);
            assert_eq!(uri, "coap://h", "{command:?} {text}: {}", output.stderr);
        }
    }
    for text in [format!("[{}]", each("0x", ", ")), format!("{{{}}}", each("0x", ", "))] {
        assert!(cri(&["decode"], &text).stderr.contains("write --from c"), "{text}");
        assert_eq!(cri(&["decode", "--from", "c"], &text).stdout, "coap://h\n", "{text}");
    }
}

#[test]
fn every_form_that_a_command_writes_is_read_by_every_other() {
    let uris = "coap://h/80\ncoap://[::1]:7/x?y\ncoap://192.0.2.1/z\ncoap://h/a%2Fb?x=1%262\ncoap://example.com\n";
    let written = |command: &[&str], lines: &str, form: &str| {
        let output = cri(&[command, &["--to", form]].concat(), lines);
        assert_eq!(output.status, Some(0), "{command:?} {form}: {}", output.stderr);
        output.stdout
    };
    let hex = written(&["encode"], uris, "hex");
    // No reference to another scheme is shorter than its target.
    let to_base = ["--base", "coaps://other/a"];
    let [resolve, relativize] =
        ["resolve", "relativize"].map(|command| [&[command], &to_base[..]].concat());
    let writers =
        [vec!["encode"], vec!["decode", "--from", "uri"], resolve.clone(), relativize.clone()];
    let pairs = writers
        .iter()
        .flat_map(|writer| ["uri", "iri", "hex", "edn", "json"].map(|to| (writer, to)));
    for (writer, form) in sample(pairs, 3) {
        let lines = &written(writer, uris, form);
        for reader in [&["encode"][..], &resolve, &relativize] {
            assert_eq!(written(reader, lines, "hex"), hex, "{writer:?} {form} {reader:?}");
        }
        let from = if matches!(form, "uri" | "iri") {
            &["decode", "--from", form][..]
        } else {
            &["decode"]
        };
        assert_eq!(written(from, lines, "hex"), hex, "{writer:?} {form} decode");
        let equal = cri(&["compare", "coap://h/80", "-"], lines.lines().next().expect("a line"));
        assert_eq!(equal.stdout, "equal\n", "{writer:?} {form}");
        for reader in ["inspect", "check", "normalize", "coap"] {
            let output = cri(&[reader], lines);
            assert_eq!(output.status, Some(0), "{writer:?} {form} {reader}: {}", output.stderr);
        }
    }
    let options = cri(&["coap", "--destination", "192.0.2.1"], uris).stdout;
    assert_eq!(written(&["coap", "--compose", "--destination", "192.0.2.1"], &options, "hex"), hex);
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
