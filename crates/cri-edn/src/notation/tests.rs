use cri_core::{CriRef, Revision};
use cri_uri::Options;
use proptest::prelude::*;

use super::Notation;

fn encoded(text: &str, revision: Revision) -> Vec<u8> {
    let notation = Notation::parse(text, Options::new(revision));
    notation.unwrap_or_else(|error| panic!("{text}: {error}")).into_bytes()
}

/// The kind and the offset of the error, which is in the notation or in its CRI.
fn wrong(text: &str) -> (&'static str, Option<usize>) {
    match Notation::parse(text, Options::new(Revision::Draft16)) {
        Err(error) => (error.kind().name(), Some(error.offset())),
        Ok(notation) => {
            let error = CriRef::decode(notation.as_bytes()).expect_err(text);
            (error.kind().name(), notation.locate(error.offset()))
        }
    }
}

#[test]
fn notation_becomes_cbor() {
    assert_eq!(
        encoded(r#"/ a / [-1_0, ["h"_0], ["a" + "b"]] "#, Revision::Draft16),
        b"\x83\x38\x00\x81\x78\x01h\x81\x62ab"
    );
}

/// Examples of RFC 8949 appendix A.
#[test]
fn numbers_become_cbor() {
    for (notation, cbor) in [
        ("-1000", "3903e7"),
        ("18446744073709551616", "c249010000000000000000"),
        ("-18446744073709551617", "c349010000000000000000"),
        ("-0.0", "f98000"),
        ("1.1", "fb3ff199999999999a"),
        ("65504.0", "f97bff"),
        ("100000.0", "fa47c35000"),
        ("1.0e+300", "fb7e37e43c8800759c"),
        ("5.960464477539063e-8", "f90001"),
        ("0.00006103515625", "f90400"),
        ("-4.1", "fbc010666666666666"),
        ("Infinity", "f97c00"),
        ("NaN", "f97e00"),
        ("-Infinity", "f9fc00"),
        ("simple(255)", "f8ff"),
        ("{_ \"a\": 1, \"b\": [_ 2, 3]}", "bf61610161629f0203ffff"),
        ("(_ h'0102', h'030405')", "5f42010243030405ff"),
    ] {
        let bytes = encoded(notation, Revision::Draft16);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, cbor, "{notation}");
    }
}

#[test]
fn what_is_not_notation_is_refused_where_it_is_wrong() {
    for (text, kind, offset) in [
        ("[1 2", "syntax", 4),
        ("[1\"a\"]", "syntax", 2),
        ("[,]", "syntax", 1),
        ("{1}", "syntax", 2),
        ("{1: }", "syntax", 4),
        ("99(1, 2)", "syntax", 4),
        ("99()", "syntax", 3),
        ("maybe", "syntax", 0),
        ("false_0", "syntax", 5),
        ("[1]]", "syntax", 3),
        ("1 1", "syntax", 2),
        ("simple(1", "syntax", 8),
        ("\"a\" + 1", "syntax", 6),
        ("1e", "invalid-number", 0),
        ("0x1p1", "invalid-number", 0),
        ("340282366920938463463374607431768211456", "invalid-number", 0),
        ("1e999", "invalid-number", 0),
        ("h'0", "unclosed-string", 1),
        ("h'0g'", "invalid-hex", 3),
        ("h'000'", "odd-hex-digits", 5),
        ("dt'2026'", "unknown-literal", 0),
        ("[dt`2026`]", "unknown-literal", 1),
        ("DT<<'2026'>>", "unknown-literal", 0),
        ("[-1, [IP'::1']]", "unknown-literal", 6),
        ("h<<'00'>>", "unknown-literal", 0),
        ("[ip'']", "not-encodable", 4),
        ("ip'2001:db8::/32'", "not-encodable", 3),
        ("ip'fe80::1%eth0'", "not-encodable", 3),
        ("ip'[::1]'", "not-encodable", 3),
        ("ip'1.2.3.04'", "not-encodable", 3),
        ("ip\"::1\"", "syntax", 0),
        ("cri`a", "unclosed-string", 3),
        ("cri``a`", "unclosed-string", 3),
        ("cri`a``", "unclosed-string", 3),
        ("``", "unclosed-string", 0),
        ("`\na`", "syntax", 1),
        ("`a\r`", "carriage-return", 2),
        ("cri`a b`", "unexpected-character", 5),
        ("[ cri`//h:x` ]", "unexpected-character", 10),
        ("cri<<", "syntax", 5),
        ("cri<<'a'", "syntax", 8),
        ("cri<<>>", "not-encodable", 5),
        ("cri<< 1 >>", "not-encodable", 6),
        ("cri<<h'61'>>", "not-encodable", 5),
        ("cri<<'a', 'b'>>", "not-encodable", 10),
        ("cri<<'a' + 'b'>>", "not-encodable", 9),
        ("cri<<'a'>", "not-encodable", 8),
        ("cri<<'a", "unclosed-string", 5),
        ("cri<<'//h:x'>>", "unexpected-character", 10),
        ("CRI<<\"\\u002f\\u002fh:x\">>", "unexpected-character", 20),
        ("cri << 'a' >>", "syntax", 0),
        ("[/a", "unclosed-comment", 1),
        ("\"a\rb\"", "carriage-return", 2),
        ("'a\\x'", "invalid-escape", 2),
        ("[[[[[[[[[]]]]]]]]]", "too-deep", 8),
        ("99(99(99(99(99(99(99(99(99(1)))))))))", "too-deep", 26),
        ("(_0 \"a\")", "not-encodable", 0),
        ("(_ )", "syntax", 3),
        ("[1_i, 24_i]", "not-encodable", 6),
        ("<<1_>>", "not-encodable", 2),
        ("18446744073709551616_3", "not-encodable", 0),
        ("cri'//h:x'", "unexpected-character", 8),
        ("CRI'a\\'", "unclosed-string", 3),
    ] {
        assert_eq!(wrong(text), (kind, Some(offset)), "{text}");
    }
}

#[test]
fn a_tagged_cri_is_read_with_and_without_its_tag() {
    for (text, tagged, place) in [
        ("CRI'//h'", &b"\xd8\x63\x82\xf6\x81\x61h"[..], 0),
        ("99([null, [\"h\"]])", b"\xd8\x63\x82\xf6\x81\x61h", 11),
        ("99_1([null, [\"h\"]])", b"\xd9\x00\x63\x82\xf6\x81\x61h", 13),
    ] {
        assert_eq!(encoded(text, Revision::Draft16), tagged);
        let untagged = Notation::parse(text, Options::default()).expect(text).untagged();
        assert_eq!(untagged.as_bytes(), b"\x82\xf6\x81\x61h", "{text}");
        assert_eq!(untagged.locate(3), Some(place), "{text}");
    }
    assert_eq!(
        Notation::parse("98([])", Options::default()).expect("an item").untagged().as_bytes(),
        b"\xd8\x62\x80"
    );
}

/// One CRI, in each form of a literal that edn-literals has.
// shows: NB-EDN-01, NB-EDN-02
#[test]
fn a_literal_is_quoted_raw_or_in_a_sequence() {
    let (plain, tagged) = (b"\x83\x20\x81\x61h\x80", b"\xd8\x63\x82\x20\x81\x61h");
    for text in [
        "'coap://h'",
        "`coap://h`",
        "``coap://h``",
        "<<'coap://h'>>",
        "<<\"coap://h\">>",
        "<<`coap://h`>>",
        "<< / the URI / 'coap\\u003a//h' , >>",
    ] {
        assert_eq!(encoded(&format!("cri{text}"), Revision::Draft16), plain, "{text}");
        assert_eq!(encoded(&format!("CRI{text}"), Revision::Draft16), tagged, "{text}");
        let inside = encoded(&format!("[1, cri{text}, 2]"), Revision::Draft16);
        assert_eq!(inside, [b"\x83\x01", &plain[..], b"\x02"].concat(), "{text}");
    }
    // Raw text has no escapes, and holds shorter and longer runs of backquotes.
    for (text, cbor) in [
        ("`a\\n'\"`", &b"\x65a\\n'\""[..]),
        ("``a`b```c``", b"\x67a`b```c"),
        ("[`a`, `b` + \"c\"]", b"\x82\x61a\x62bc"),
        ("h`00 01`", b"\x42\x00\x01"),
        ("`h'00'`", b"\x65h'00'"),
    ] {
        assert_eq!(encoded(text, Revision::Draft16), cbor, "{text}");
    }
}

// shows: NB-EDN-03
#[test]
fn an_address_is_its_bytes() {
    for (text, cbor) in [
        ("ip'192.0.2.1'", &b"\x44\xc0\x00\x02\x01"[..]),
        ("ip'2001:db8::1'", b"\x50\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01"),
        ("ip`::ffff:192.0.2.1`", b"\x50\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\x00\x02\x01"),
        ("[-1, [ip'192.0.2.1', 61616]]", b"\x82\x20\x82\x44\xc0\x00\x02\x01\x19\xf0\xb0"),
    ] {
        assert_eq!(encoded(text, Revision::Draft16), cbor, "{text}");
    }
    let notation = Notation::parse("[-1, [ip'2001:db8::1'], []]", Options::default());
    let literal = encoded("cri'coap://[2001:db8::1]'", Revision::Draft16);
    assert_eq!(notation.expect("notation").as_bytes(), literal);
}

#[test]
fn literals_that_are_not_read_say_what_to_write() {
    for (text, advice) in [
        ("dt'2026-11-28T00:00:00Z'", "it is a date and time, which no CRI has"),
        ("IP'::1'", "it has a tag, which no CRI has; for the bytes of an address, write ip'…'"),
        ("ip<<'::1'>>", "write its text in quotation marks, without << and >>"),
        ("uri'coap://h'", "cri, CRI, ip, h, b64, b32 and h32 are known"),
    ] {
        let error = Notation::parse(text, Options::default()).expect_err(text);
        assert_eq!(error.to_string(), format!("the literal is not read, at byte 0; {advice}"));
    }
}

// shows: D16-C-01, D16-C-03
#[test]
fn literals_follow_the_revision() {
    assert_eq!(encoded("cri'coap://h'", Revision::Draft16), b"\x83\x20\x81\x61h\x80");
    assert_eq!(encoded("/ a / cri'coap://h'", Revision::Rfc9988), b"\x82\x20\x81\x61h");
    assert_eq!(encoded("cri''", Revision::Draft16), b"\x80");
}

#[test]
fn a_broken_rule_is_placed_at_its_item() {
    for (text, kind, offset) in [
        (r#"[1, ["a" + "b", "c", <<1, 2>>]]"#, "unexpected-item", 21),
        (r#"/[/ [ 1 , [ "a" , ".." ] ]"#, "dot-segment", 18),
        ("[-18446744073709551617, 1]", "unexpected-item", 1),
        ("[-1, [\"h\"], [simple(99)]]", "unexpected-item", 13),
        ("[null, [\"é\", \"X\"]]", "upper-case-host", 14),
        ("[\"a\", cri'//h']", "unexpected-item", 6),
        ("[1, [cri'a/b', \"x\"]]", "unexpected-item", 5),
        ("[1, [\"a\"], [99(1)]]", "unexpected-item", 12),
        ("[_ 1]", "indefinite-length", 0),
        ("[1, [_ \"a\"]]", "indefinite-length", 4),
        ("[1, [\"a\", (_ \"b\")]]", "indefinite-length", 10),
    ] {
        assert_eq!(wrong(text), (kind, Some(offset)), "{text}");
    }
}

#[test]
fn errors_after_literals_are_placed() {
    assert_eq!(wrong("[cri'a/b/c', ;]"), ("syntax", Some(13)));
    assert_eq!(wrong("cri'a' cri'b'"), ("syntax", Some(7)));
    assert_eq!(wrong("[cri'a', 1"), ("syntax", Some(10)));
    assert_eq!(wrong(" \n"), ("empty", Some(0)));
}

#[test]
fn items_without_an_encoding_are_explained() {
    for (text, reason) in [
        ("[simple(256)]", "simple() holds a number from 0 to 255"),
        ("[simple(\"a\")]", "simple() holds a number from 0 to 255"),
        ("b64'!'", "b64'…' holds no base64"),
        ("ip'::g'", "ip'…' holds one IPv4 or IPv6 address, without prefix length and zone"),
        ("cri<<1>>", "cri<<…>> holds one text, the URI in quotation marks"),
        ("b32'!'", "b32'…' holds no base32"),
        ("h32'!'", "h32'…' holds no base32hex"),
        ("[...]", "an ellipsis stands for bytes that are not there"),
        ("99999999999_0", "a number is out of range"),
        ("\"a\" + h'ff'", "the parts of a text are not UTF-8"),
        ("1.5_0", "an encoding indicator does not fit its item"),
        ("(_ \"a\", h'00')", "the chunks of a string must be strings of one type"),
    ] {
        let error = Notation::parse(text, Options::default()).expect_err(text);
        let place = format!("CBOR has no such item, at byte {}: {reason}", error.offset());
        assert_eq!(error.to_string(), place, "{text}");
    }
}

/// Pieces of diagnostic notation, put together at random, which is more often wrong than not.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: &str = "[ ] { } ( ) << >> (_ [_ , : + - . ... _ _0 _3 \" ' \\ \\u00 \\u{ h' b64' b32' cri' cri'' \
        cri'//u:p@h' cri` `` ` cri<<' CRI<< ip' ip'::1' dt' false true null undefined simple( NaN Infinity 0 1 -1 24 99( 0x 0b1 1.5 1e p3 \
        18446744073709551616 / /c/ # \"a\" \"é\" \u{1b}";
    let pieces: Vec<&str> = PIECES.split(' ').chain([" ", "\n", "\r"]).collect();
    prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![pieces(), "\\PC{0,40}"]) {
        match Notation::parse(&text, Options::default()) {
            Err(error) => prop_assert!(text.is_char_boundary(error.offset())),
            Ok(notation) => for offset in 0..=notation.as_bytes().len() {
                prop_assert!(notation.locate(offset).is_none_or(|offset| offset < text.len()));
            },
        }
    }
}
