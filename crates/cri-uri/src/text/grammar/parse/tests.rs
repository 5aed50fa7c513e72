use std::string::ToString;

use super::*;
use crate::text::uri_ref::{IriRef, UriRef};

#[test]
fn errors_point_to_the_first_wrong_character() {
    use Component::{Fragment, Host, Path, Port, Query, Scheme, Userinfo};
    use ParseErrorKind::{
        InvalidIpLiteral, InvalidPercentEncoding, InvalidScheme, UnexpectedCharacter,
    };
    for (text, kind, component, offset) in [
        ("1a:b", InvalidScheme, Scheme, 0),
        (":b", InvalidScheme, Scheme, 0),
        ("a_b:c", InvalidScheme, Scheme, 1),
        ("aé:c", InvalidScheme, Scheme, 1),
        ("a b", UnexpectedCharacter(Some(' ')), Path, 1),
        ("é", UnexpectedCharacter(Some('é')), Path, 0),
        ("/a/%4", InvalidPercentEncoding, Path, 3),
        ("/%é1", InvalidPercentEncoding, Path, 1),
        ("?[", UnexpectedCharacter(Some('[')), Query, 1),
        ("?a%", InvalidPercentEncoding, Query, 2),
        ("#a#b", UnexpectedCharacter(Some('#')), Fragment, 2),
        ("?a#%zz", InvalidPercentEncoding, Fragment, 3),
        ("//u[@h", UnexpectedCharacter(None), Userinfo, 3),
        ("//u%@h", InvalidPercentEncoding, Userinfo, 3),
        ("//u%4@h", InvalidPercentEncoding, Userinfo, 3),
        ("//a@b@c", UnexpectedCharacter(Some('@')), Host, 5),
        ("//h é", UnexpectedCharacter(Some(' ')), Host, 3),
        ("//h%4/", InvalidPercentEncoding, Host, 3),
        ("//a[b]", UnexpectedCharacter(Some('[')), Host, 3),
        ("//h:1a", UnexpectedCharacter(None), Port, 5),
        ("//h:1:2", UnexpectedCharacter(None), Port, 5),
        ("//h:%41", UnexpectedCharacter(None), Port, 4),
        ("//[::1]%41", UnexpectedCharacter(Some('%')), Host, 7),
        ("//[::1]%4", UnexpectedCharacter(Some('%')), Host, 7),
        ("//[::1", InvalidIpLiteral, Host, 2),
        ("//[::1/]", InvalidIpLiteral, Host, 2),
        ("//u@[é]", InvalidIpLiteral, Host, 4),
        ("//[]", InvalidIpLiteral, Host, 2),
        ("//[1.2.3.4]", InvalidIpLiteral, Host, 2),
        ("//[::1%]", InvalidIpLiteral, Host, 2),
        ("//[::1%25]", InvalidIpLiteral, Host, 2),
        ("//[::1%25%]", InvalidIpLiteral, Host, 2),
        ("//[::1%25:]", InvalidIpLiteral, Host, 2),
        ("//[::1%eth0]", InvalidIpLiteral, Host, 2),
        ("//[v1]", InvalidIpLiteral, Host, 2),
        ("//[v.a]", InvalidIpLiteral, Host, 2),
        ("//[v1.]", InvalidIpLiteral, Host, 2),
        ("//[vg.a]", InvalidIpLiteral, Host, 2),
        ("//[v1.a@]", UnexpectedCharacter(None), Userinfo, 2),
        ("//[::1]1", UnexpectedCharacter(Some('1')), Host, 7),
    ] {
        let error = UriRef::parse(text).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "{text}"
        );
        assert!(error.to_string().contains(&std::format!(", at byte {offset}")), "{error}");
    }
}

#[test]
fn messages_name_the_character() {
    for (text, message) in [
        ("coap://h/ä", "'ä' (U+00E4) cannot stand in a path, at byte 9; percent-encode it"),
        ("//ä", "'ä' (U+00E4) cannot stand in a host, at byte 2; percent-encode it"),
        (
            "//Ä",
            "'Ä' (U+00C4) cannot stand in a host, at byte 2; write it in lower case and percent-encode it",
        ),
        ("//a\\b", "'\\' (U+005C) cannot stand in a host, at byte 3; write '/'"),
        (
            "..\\y",
            "'\\' (U+005C) cannot stand in a path, at byte 2; write '/', or %5C for a backslash",
        ),
        (
            "http://user:p@ss@h/",
            "'@' (U+0040) cannot stand in a host, at byte 16; write %40 for an '@' in the userinfo",
        ),
        (
            "//[::1]a",
            "'a' (U+0061) cannot stand in a host, at byte 7; after the ], write a colon and a port, or a path",
        ),
        ("mailto:ä@h", "this character cannot stand in a path, at byte 7; percent-encode it"),
        ("?\n", "U+000A cannot stand in a query, at byte 1; percent-encode it"),
        (
            "#\u{202e}",
            "U+202E cannot stand in a fragment, at byte 1; remove it, or percent-encode it if it belongs there",
        ),
        ("//h:1a", "this character cannot stand in a port, at byte 5; a port has digits only"),
        (
            "//2001:db8::1",
            "this character cannot stand in a port, at byte 7; write digits only, and brackets around an IPv6 address",
        ),
        // The first `@` ends the userinfo, so the port is not what is wrong.
        (
            "http://us@er:pw@h/",
            "this character cannot stand in a port, at byte 13; write %40 for an '@' in the userinfo",
        ),
        (
            "http://user:pw@h:80:90/",
            "this character cannot stand in a port, at byte 19; a port has digits only",
        ),
        ("//ab:80c", "this character cannot stand in a port, at byte 7; a port has digits only"),
        ("//h: 80/", "this character cannot stand in a port, at byte 4; a port has digits only"),
        ("//h。x", "'。' (U+3002) cannot stand in a host, at byte 3; write '.'"),
        ("//h．x", "'．' (U+FF0E) cannot stand in a host, at byte 3; write '.'"),
        ("//h｡x", "'｡' (U+FF61) cannot stand in a host, at byte 3; write '.'"),
        ("//ｈ", "'ｈ' (U+FF48) cannot stand in a host, at byte 2; write 'h'"),
        ("//Ｈ", "'Ｈ' (U+FF28) cannot stand in a host, at byte 2; write 'H'"),
        ("//h：1", "'：' (U+FF1A) cannot stand in a host, at byte 3; write ':'"),
        ("//h\u{200b}", "U+200B cannot stand in a host, at byte 3; remove it"),
        ("/ｘ", "'ｘ' (U+FF58) cannot stand in a path, at byte 1; percent-encode it"),
        (
            "/x\u{feff}",
            "U+FEFF cannot stand in a path, at byte 2; remove it, or percent-encode it if it belongs there",
        ),
        (
            "/%4",
            "'%' in a path is not followed by two hexadecimal digits, at byte 1; write %25 for a percent sign",
        ),
    ] {
        assert_eq!(UriRef::parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn errors_hold_no_character_of_a_password() {
    for text in [
        "//u:p^@h",
        "//u^@h",
        "//u:p/^@h",
        "//u:p?^@h",
        "//u:p#@h",
        "//u:p/#^#@h",
        "http:/u:p^@h",
        "http:///u:p^@h",
        "http:u:p^@h",
        "http:u%3ap^@h",
    ] {
        let error = UriRef::parse(text).unwrap_err();
        assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter(None), "{text}");
        assert!(error.to_string().starts_with("this character cannot stand in a "), "{error}");
    }
    // A character that looks like a colon begins a password, too.
    for text in ["u：sec|ret@h", "u：sec/r^et@h", "//h/a?u：s^cret@x"] {
        let error = IriRef::parse(text).unwrap_err();
        assert_eq!(error.kind(), ParseErrorKind::UnexpectedCharacter(None), "{text}");
    }
}
