//! What the page shows of some texts, as JSON. The snapshots are in `snapshots/`.

use std::fmt::Write;

use insta::assert_snapshot;
use serde_json::to_string_pretty;

use crate::answer::explain;
use crate::fault::Fault;

/// The answer to a text, with at most nine items of its bytes.
fn answer(text: &str, base: Option<&str>) -> String {
    to_string_pretty(&explain(text, base, 9)).expect("JSON")
}

#[test]
fn a_uri() {
    let shown = answer("coap://192.0.2.1:61616/a%2Fb?x=1", None);
    assert_snapshot!(shown);
}

#[test]
fn a_cri_in_hex() {
    let shown = answer("0x82008161 61", None);
    assert_snapshot!(shown);
}

#[test]
fn a_reference_with_a_base() {
    let shown = answer("../b", Some("[-1, [\"h\"], [\"a\", \"c\"]]"));
    assert_snapshot!(shown);
}

#[test]
fn a_scheme_that_revisions_number_differently() {
    let shown = answer("coap+ws://h", None);
    assert_snapshot!(shown);
}

/// What is wrong in a text or in its base, and what to do.
#[test]
fn faults() {
    let mut shown = String::new();
    for (text, base) in [
        ("", Some("")),
        ("<coap://h/a>", None),
        ("coap://h/a b", None),
        ("coap://2001:db8::1/", None),
        ("http://u:secret@h/", None),
        ("[::1]", None),
        ("0x8220816", None),
        ("0x82208161", None),
        ("0x822081614801", None),
        ("0xd8638220816168", None),
        ("[-1, [\"H\"]]", None),
        ("[-1, [\"h\"", None),
        ("cri'coap://h h'", None),
        ("a", Some("example.com/b")),
        ("a", Some("[1]")),
        ("a b", Some("coap://h")),
    ] {
        let answer = explain(text, base, 0);
        let base = base.map(|base| format!(" with the base {base}")).unwrap_or_default();
        writeln!(shown, "{text}{base}").expect("written");
        let mut row = |revisions: &[&str], fault: &Fault| {
            writeln!(shown, "    {}: {}", revisions.join(", "), fault.message).expect("written");
        };
        for version in &answer.outcome.0 {
            version.value.fault.iter().for_each(|fault| row(&version.revisions, fault));
        }
        for version in &answer.base_fault.0 {
            version.value.iter().for_each(|fault| row(&version.revisions, fault));
        }
    }
    assert_snapshot!(shown);
}
