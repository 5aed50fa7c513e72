//! What URIs and IRI references are.

use std::string::ToString;

use cri_core::Component;

use super::*;
use crate::text::error::ParseErrorKind;

// shows: R3986-6.1-02
#[test]
fn uris_have_a_scheme() {
    for text in ["", "//h", "/a", "a", "?q", "#f", "./a:b"] {
        let error = Uri::parse(text).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ParseErrorKind::MissingScheme, 0), "{text}");
        assert_eq!(error.to_string(), "a URI must have a scheme, such as coap:, at byte 0");
    }
    let uri = Uri::parse("S:").unwrap();
    assert_eq!((uri.scheme(), uri.path(), uri.authority()), ("S", "", None));
    assert_eq!(UriRef::from(uri), uri.as_uri_ref());
}

#[test]
fn errors_point_to_the_first_wrong_character() {
    use Component::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
    use ParseErrorKind::{
        InvalidIpLiteral, InvalidPercentEncoding, InvalidScheme, UnexpectedCharacter,
    };
    for (text, kind, component, offset) in [
        ("é:b", InvalidScheme, Scheme, 0),
        ("//é\u{202e}@h", UnexpectedCharacter(None), Userinfo, 4),
        ("//é\u{80}", UnexpectedCharacter(Some('\u{80}')), Host, 4),
        ("//h:é", UnexpectedCharacter(None), Port, 4),
        ("//[::1%25é]", InvalidIpLiteral, Host, 2),
        ("/é\u{e000}", UnexpectedCharacter(Some('\u{e000}')), Path, 3),
        ("/é é", UnexpectedCharacter(Some(' ')), Path, 3),
        ("?\u{e000}\u{fffe}", UnexpectedCharacter(Some('\u{fffe}')), Query, 4),
        ("?é#\u{e000}", UnexpectedCharacter(Some('\u{e000}')), Fragment, 4),
        ("/%é1", InvalidPercentEncoding, Path, 1),
    ] {
        let error = IriRef::parse(text).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "{text}"
        );
    }
}
