//! Components taken apart and put together.

use std::format;
use std::string::ToString;

use cri_registry::Table;

use super::*;
use crate::text::normalize::Normalization;

// shows: R3986-5.3-01, R3986-5.3-02
#[test]
fn only_defined_components_have_delimiters() {
    for text in [
        "s:///x?#",
        "s:",
        "",
        "//",
        "s://u@h:1/a?b#c",
        "?",
        "#",
        "a/b:c",
        "/a//b",
        "s:a:b",
        "./a:b",
    ] {
        let components = UriRef::parse(text).unwrap().components();
        assert_eq!(components.recompose().unwrap().to_string(), text);
    }
    let components = Components {
        scheme: Some("s"),
        authority: Some(""),
        path: "/x",
        query: Some(""),
        fragment: Some(""),
    };
    assert_eq!(components.recompose().unwrap().to_string(), "s:///x?#");
}

// shows: R3986-5.3-03, R3986-3-05
#[test]
fn text_that_parses_into_other_components_is_an_error() {
    use Component::{Fragment, Host, Path, Port, Query, Scheme};
    use ComposeErrorKind::{ColonInFirstSegment, LeadingEmptySegment, RootlessPath, Syntax};
    let base = Components::default();
    for (components, kind, component, offset) in [
        (Components { scheme: Some("s"), path: "//x", ..base }, LeadingEmptySegment, Path, 0),
        (Components { path: "//x", ..base }, LeadingEmptySegment, Path, 0),
        (Components { authority: Some("h"), path: "x", ..base }, RootlessPath, Path, 0),
        (Components { path: "ab:c/d", ..base }, ColonInFirstSegment, Path, 2),
        (Components { scheme: Some(""), ..base }, Syntax(ParseErrorKind::InvalidScheme), Scheme, 0),
        (
            Components { scheme: Some("a_"), ..base },
            Syntax(ParseErrorKind::InvalidScheme),
            Scheme,
            1,
        ),
        (
            Components { scheme: Some("a:"), ..base },
            Syntax(ParseErrorKind::InvalidScheme),
            Scheme,
            1,
        ),
        (
            Components { authority: Some("h/"), ..base },
            Syntax(ParseErrorKind::UnexpectedCharacter(None)),
            Host,
            1,
        ),
        (
            Components { authority: Some("h:1#"), ..base },
            Syntax(ParseErrorKind::UnexpectedCharacter(None)),
            Port,
            3,
        ),
        (
            Components { authority: Some("[h]"), ..base },
            Syntax(ParseErrorKind::InvalidIpLiteral),
            Host,
            0,
        ),
        (
            Components { path: "a?", ..base },
            Syntax(ParseErrorKind::UnexpectedCharacter(Some('?'))),
            Path,
            1,
        ),
        (
            Components { query: Some("%"), ..base },
            Syntax(ParseErrorKind::InvalidPercentEncoding),
            Query,
            0,
        ),
        (
            Components { fragment: Some("#"), ..base },
            Syntax(ParseErrorKind::UnexpectedCharacter(Some('#'))),
            Fragment,
            0,
        ),
    ] {
        let error = components.recompose().unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "{components:?}"
        );
        assert!(error.to_string().contains(&format!(", at byte {offset}")), "{error}");
    }
}

// shows: R3986-3.2.1-02
#[test]
fn passwords_are_masked() {
    let components = UriRef::parse("ftp://u:secret@h/").unwrap().components();
    assert!(!format!("{components:?}").contains("secret"));
    assert_eq!(format!("{:?}", components.recompose().unwrap()), r#""ftp://u:***@h/""#);
    let components =
        UriRef::parse("//h//u:secret@i/?x=http://u:secret@j/#//u:secret@k").unwrap().components();
    let shown = format!("{components:?}");
    assert_eq!(shown, r#""//h//u:***@i/?x=http://u:***@j/#//u:***@k""#);
    for text in [
        "http:u:secret@h",
        "http:/u:secret@h/",
        "http:///u:secret@h/a",
        "///u:secret@h",
        "http://h/a:b@c",
        "/a:b@c",
        "mailto:a:b@c",
        // An empty password is no secret.
        "//u:@h",
    ] {
        let uri = UriRef::parse(text).unwrap();
        let masked = format!("{:?}", text.replace("secret", "***"));
        assert_eq!(format!("{uri:?}"), masked);
        assert_eq!(format!("{:?}", uri.components()), masked);
        assert_eq!(format!("{:?}", uri.components().recompose().unwrap()), masked);
        assert_eq!(format!("{:?}", uri.normalize(Normalization::NONE, Table::DRAFT_16)), masked);
    }
}
