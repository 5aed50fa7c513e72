//! `relativize` and `resolve` between all pairs of short URIs. What is printed as a URI reference leads to the target by RFC 3986
//! and as a CRI, and what is printed as a CRI reference leads there as a CRI.

use cri_testvectors::sample;
use cri_uri::{Uri, UriCri, UriRef};

use crate::program::{cri, objects};

/// URIs with and without an authority, rooted and rootless, which their CRIs print as they are.
fn uris(paths: &[&str], ends: &[&str]) -> Vec<String> {
    let mut uris = Vec::new();
    for front in ["s:", "s:/", "s://h", "s://h/"] {
        for path in paths {
            uris.extend(ends.iter().map(|end| format!("{front}{path}{end}")));
        }
    }
    uris.sort();
    uris.dedup();
    uris.retain(|uri| uri.parse::<UriCri>().is_ok_and(|cri| cri.to_string() == *uri));
    uris
}

fn lines(args: &[&str], stdin: &str) -> Vec<String> {
    let output = cri(args, stdin);
    assert_eq!((output.status, &*output.stderr), (Some(0), ""), "{args:?}");
    output.stdout.split_terminator('\n').map(str::to_owned).collect()
}

fn by_rfc3986(base: &str, reference: &str) -> String {
    let (base, reference) = (Uri::parse(base).expect("a base"), UriRef::parse(reference));
    let target = base.resolve(reference.expect("a reference"));
    target.expect("a target").to_string()
}

// shows: D16-5-06
#[test]
fn printed_references_lead_there() {
    let paths = ["", "a", "b:c", "a/", "a/b", "a/b:c", "b:c/a", "a//b", "a//"];
    let targets = uris(&paths, &["", "?q", "#f", "?q#f"]);
    let stdin: String = targets.iter().flat_map(|target| [target, "\n"]).collect();
    let (mut checked, mut only_as_cri) = (0, 0);
    let mut bases = uris(&["", "a", "b:c/a"], &[""]);
    bases.extend(uris(&["a/b"], &["?q#f"]));
    for base in sample(&bases, 4) {
        let keep = base.contains('#');
        let kept: &[&str] = if keep { &["--keep-fragment"] } else { &[] };
        let run = |command, form: &[&str], stdin: &str| {
            lines(&[&[command, "--base", base], kept, form].concat(), stdin)
        };
        let references = run("relativize", &["--to", "uri"], &stdin);
        let back = references.iter().flat_map(|reference| [reference, "\n"]).collect::<String>();
        assert_eq!(run("resolve", &["--from", "uri"], &back), targets, "{base}");
        let iris = run("relativize", &["--to", "iri"], &stdin);
        assert_eq!(iris, references);
        for (reference, target) in references.iter().zip(&targets) {
            assert_eq!(by_rfc3986(base, reference), *target, "{base} {reference}");
            checked += 1;
        }
        let json = cri(&[&["relativize", "--json", "--base", base], kept].concat(), &stdin);
        let objects = objects(&json);
        for ((object, reference), target) in objects.iter().zip(&references).zip(&targets) {
            // The CRI reference has a URI, or says why not.
            match object["uri"].as_str() {
                Some(uri) => assert_eq!(uri, reference, "{base} {target}"),
                None => assert!(object["uri_error"].is_object(), "{object}"),
            }
        }
        let cris = objects.iter().map(|object| object["cri"].as_str().expect("a CRI"));
        let cris: String = cris.flat_map(|cri| [cri, "\n"]).collect();
        let hex = run("relativize", &["--to", "hex"], &stdin);
        let encoded = lines(&["encode", "--to", "hex", "--from", "uri"], &back);
        only_as_cri += hex.iter().zip(&encoded).filter(|(hex, encoded)| hex != encoded).count();
        for cris in [cris, hex.iter().flat_map(|cri| [cri, "\n"]).collect()] {
            let base = lines(&["encode", "--to", "hex", "--from", "uri", base], "").remove(0);
            let args =
                [&["resolve", "--from", "hex", "--to", "uri", "--base", &base], kept].concat();
            assert_eq!(lines(&args, &cris), targets, "{base}");
        }
    }
    assert!(checked > 500 && only_as_cri > 100, "{checked} {only_as_cri}");
}

/// A note says where RFC 3986 leads, exactly if it leads elsewhere, and so does a member of the object.
// shows: R3986-5.2.4-06
#[test]
fn another_target_of_rfc3986_is_noted() {
    let paths =
        ["a", "../a", "../../a", "a/../b", "./b:c", "..", "/a", "?x", "#x", "//h/../a", "t:a/../b"];
    let stdin: String = paths.iter().flat_map(|path| [*path, "\n"]).collect();
    let mut noted = 0;
    for base in
        ["s:a/b", "s:a", "s:", "s:/a/b", "s:?q", "s:a/b/c#f", "s://h/a/b", "did:example:1/a"]
    {
        let json = cri(&["resolve", "--from", "uri", "--json", "--base", base], &stdin);
        for (object, reference) in objects(&json).iter().zip(paths) {
            let by_text = by_rfc3986(base, reference);
            let differs = object["uri"].as_str() != Some(&by_text);
            if object["error"].is_null() {
                let other = differs.then_some(&*by_text);
                assert_eq!(object["rfc3986"].as_str(), other, "{base} {object}");
            } else {
                let message = object["error"]["message"].as_str().expect("a message");
                let advice = format!("; RFC 3986 resolves it to {by_text}");
                assert!(message.ends_with(&advice), "{base} {message}");
            }
            noted += usize::from(differs);
        }
    }
    assert!(noted > 10, "{noted}");
    for (base, reference, note) in [
        (
            "scheme:foo/bar",
            "../baz",
            "note: RFC 3986 resolves ../baz to scheme:/baz; the rules for CRIs differ\n",
        ),
        ("s:", "g", "note: RFC 3986 resolves g to s:g; the rules for CRIs differ\n"),
        ("scheme:foo/bar", "baz", ""),
        ("scheme:/foo/bar", "../baz", ""),
        // The steps of RFC 3986 give another host.
        (
            "s:/a",
            ".//%2E%2E/b",
            "note: RFC 3986 resolves .//%2E%2E/b to s://%2E%2E/b; the rules for CRIs differ\n",
        ),
    ] {
        let output = cri(&["resolve", base, reference], "");
        assert_eq!((output.status, &*output.stderr), (Some(0), note), "{base} {reference}");
    }
}

// shows: R3986-5.2.4-06
#[test]
fn each_answer_has_its_note() {
    let notes = [
        "note: RFC 3986 resolves ../baz to scheme:/baz; the rules for CRIs differ\n",
        "note: RFC 3986 resolves ../qux to scheme:/qux; the rules for CRIs differ\n",
    ];
    let output = cri(&["resolve", "scheme:foo/bar", "../baz", "a", "../qux"], "");
    assert_eq!(output.stderr, notes.concat());
    let lines = |prefix: &str| notes.map(|note| note.replacen("note: ", prefix, 1));
    let stdin = "../baz\na\n../qux\n";
    let output = cri(&["resolve", "--base", "scheme:foo/bar", "-"], stdin);
    let [baz, qux] = [lines("note: line 1: "), lines("note: line 3: ")];
    assert_eq!(output.stderr, [&*baz[0], &*qux[1]].concat());
    // Several threads answer many lines.
    let output = cri(&["resolve", "--base", "scheme:foo/bar", "-"], &stdin.repeat(2_000));
    assert_eq!(output.stderr.lines().count(), 4_000);
    // A column has no place for it.
    let output = cri(&["resolve", "--rows", "--base", "scheme:foo/bar", "-"], stdin);
    assert_eq!((&*output.stdout, &*output.stderr), ("scheme:baz\nscheme:foo/a\nscheme:qux\n", ""));
}

// shows: R3986-5.2.4-06
#[test]
fn errors_say_where_rfc3986_leads_without_passwords() {
    for (base, reference, advice) in [
        ("s:/a", ".//b", "; RFC 3986 resolves it to s://b ("),
        ("s:/a", "..//u:secret@h", "; RFC 3986 resolves it to s://u:***@h ("),
        ("http:x", ".//u:secret@h/", "; RFC 3986 resolves it to http:/u:***@h/ ("),
        ("http:x", "..//u:secret@h", "; RFC 3986 resolves it to http:/u:***@h ("),
    ] {
        let output = cri(&["resolve", base, reference], "");
        assert_eq!(output.status, Some(1), "{base} {reference}");
        assert!(output.stderr.contains(advice), "{}", output.stderr);
        assert!(!output.stderr.contains("secret"), "{}", output.stderr);
        let output = cri(&["resolve", "--json", base, reference], "");
        assert!(!output.stdout.contains("secret"), "{}", output.stdout);
    }
}

/// Text that is not in NFC leads there, too.
// shows: D16-5-06
#[test]
fn references_to_text_that_is_not_in_nfc_lead_there() {
    let hex = |uri| lines(&["encode", "--nfc", "keep", "--to", "hex", uri], "").remove(0);
    let base = hex("did:example:1/a");
    for target in ["did:e%CC%81xample:2", "did:e%CC%81/b", "did:example:1/e%CC%81"] {
        for to in ["uri", "iri"] {
            let args = ["relativize", "--to", to, "--from", "hex", &base, &hex(target)];
            let reference = lines(&args, "").remove(0);
            let reference = cri_uri::IriRef::parse(&reference).expect("a reference").to_uri();
            assert_eq!(by_rfc3986("did:example:1/a", &reference.to_string()), target);
        }
    }
}
