//! Errors with the text that they are in.

use cri_core::{BufferFull, SliceBuffer};
use cri_uri::components::Components;
use cri_uri::scheme::Nntp;
use cri_uri::{IriRef, Options, ParseError, ToCriError, UriRef, password};
use proptest::prelude::*;

/// Asserts that the picture of the error follows its message, and is this one.
#[track_caller]
fn assert_picture(
    error: impl std::fmt::Display,
    with_source: impl std::fmt::Display,
    lines: [&str; 2],
) {
    let [text, caret] = lines;
    assert_eq!(with_source.to_string(), format!("{error}\n\n  {text}\n  {caret}"));
}

#[track_caller]
fn assert_parse_error(parse: fn(&str) -> Result<(), ParseError>, text: &str, lines: [&str; 2]) {
    let error = parse(text).unwrap_err();
    assert_picture(error, error.with_source(text), lines);
}

fn uri(text: &str) -> Result<(), ParseError> {
    UriRef::parse(text).map(drop)
}

fn iri(text: &str) -> Result<(), ParseError> {
    IriRef::parse(text).map(drop)
}

// shows: R3986-7.5-01
#[test]
fn passwords_are_masked() {
    assert_parse_error(uri, "coap://u:secret@h/a|b", ["coap://u:***@h/a|b", "                ^"]);
    assert_parse_error(uri, "coap://u:se|cret@h/", ["coap://u:***@h/", "         ^"]);
    // The text is an authority.
    for (text, lines) in [
        ("u:se|cret@h", ["u:***@h", "  ^"]),
        ("u:se/cr//et@h", ["u:***@h", "  ^"]),
        ("u%3Asecret@a|b", ["u%3A***@a|b", "         ^"]),
        ("u:secret@h:x", ["u:***@h:***", "        ^"]),
        ("u:secret@[", ["u:***@[", "      ^"]),
    ] {
        let components = Components { authority: Some(text), ..Components::default() };
        let error = components.recompose().unwrap_err();
        assert_picture(error, error.with_source(text), lines);
    }
}

#[test]
fn each_character_takes_one_column() {
    assert_parse_error(iri, "äöü/𝔸|b", ["äöü/𝔸|b", "     ^"]);
    assert_parse_error(uri, "a/é/b", ["a/é/b", "  ^"]);
}

// shows: R3986-3.2.2-08
#[test]
fn the_caret_is_under_a_wrong_zone() {
    for text in ["coap://[fe80::1%eth0]/", "coap://[fe80::1%5]/", "coap://[fe80::1%25eth 0]/"] {
        assert_parse_error(uri, text, [text, "               ^"]);
    }
}

#[test]
fn hidden_characters_are_escaped() {
    assert_parse_error(uri, "a\u{202e}b\n", [r"a\u{202e}b\n", " ^"]);
    assert_parse_error(uri, "a/b\n\u{1b}", [r"a/b\n\u{1b}", "   ^"]);
}

#[test]
fn errors_of_all_kinds_have_pictures() {
    let text = "coap://h:65536/";
    let error = UriRef::parse(text).unwrap().to_cri(Options::default(), Vec::new()).unwrap_err();
    assert_picture(error, error.with_source(text), [text, "         ^"]);

    // At the end of the text.
    let text = "nntp://h/";
    let error = Nntp::try_from(UriRef::parse(text).unwrap()).unwrap_err();
    assert_picture(error, error.with_source(text), [text, "         ^"]);

    // The offset counts in one component.
    let path = "a:b";
    let error = Components { path, ..Components::default() }.recompose().unwrap_err();
    assert_picture(error, error.with_source(path), [path, " ^"]);
}

#[test]
fn an_error_without_a_place_has_no_picture() {
    let text = "coap://h";
    let error = UriRef::parse(text).unwrap().to_cri(Options::default(), SliceBuffer::new(&mut []));
    assert_eq!(error.unwrap_err().with_source(text).to_string(), BufferFull.to_string());
}

#[test]
fn long_texts_are_cut() {
    let (before, after) = ("a".repeat(5_000), "b".repeat(5_000));
    let (a, b) = ("a".repeat(60), "b".repeat(59));
    let caret = format!("{:61}^", "");
    assert_parse_error(uri, &format!("{before}|{after}"), [&format!("…{a}|{b}…"), &caret]);
}

proptest! {
    #[test]
    fn any_offset_has_a_picture(text in "(//u:p@h|[aé𝔸\u{202e}\n ]){0,50}", offset in 0..300_usize) {
        let error = ToCriError::from(UriRef::parse(":").unwrap_err()).with_offset(offset);
        let picture = error.with_source(&text).to_string();
        let lines: Vec<_> = picture.split('\n').collect();
        let [message, "", shown, caret] = lines[..] else { panic!("{picture}") };
        prop_assert_eq!(message, error.to_string());
        let hidden = ['\u{202e}', 'p'];
        prop_assert!(!shown.contains(hidden), "{}", shown);
        prop_assert_eq!(caret.trim_start(), "^");
        let found = text.char_indices().rfind(|(at, _)| *at <= offset && offset < text.len());
        let expected = found.map(|(at, found)| match found {
            _ if password::find_in_operand(text.as_bytes()).any(|password| password.contains(&at)) => '*',
            '\n' | '\u{202e}' => '\\',
            _ => found,
        });
        let column = caret.chars().count() - 1;
        prop_assert!(expected.is_none() || shown.chars().nth(column) == expected, "{}", picture);
    }
}
