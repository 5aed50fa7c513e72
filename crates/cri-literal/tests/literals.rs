//! Literals in programs of every shape, and the values that they have.
//!
//! The tests of `cri-literal-macros` compare all URIs of the corpus with conversion at run time.

// A program may call the crate, and its own things, by other names.
extern crate cri_literal as renamed;

use cri_core::Revision;
use cri_literal::{Cri, CriRef, Uri, UriRef, cri, cri_ref, uri, uri_ref};
use cri_uri::{Options, to_cri};

const BASE: Cri<'static> = cri!("coap://example.com/a/b");
static LINK: CriRef<'static> = cri_ref!("../c?d");
static HOME: Uri<'static> = uri!("coap://u:p@[fe80::1%25eth0]:61616/a?b#c");

fn converted(text: &str, revision: Revision) -> Vec<u8> {
    to_cri(text, Options::new(revision), Vec::new()).unwrap().into_buffer()
}

#[test]
fn literals_equal_conversion_at_run_time() {
    macro_rules! comparisons {
        ($($text:literal)+) => {$(
            assert_eq!(cri_ref!($text).as_bytes(), converted($text, Revision::Draft16), $text);
            assert_eq!(cri_ref!($text, revision = Rfc9988).as_bytes(), converted($text, Revision::Rfc9988), $text);
            let decoded = CriRef::decode(cri_ref!($text).as_bytes()).unwrap();
            assert!(cri_ref!($text).structurally_eq(decoded), $text);
            assert_eq!(format!("{:?}", cri_ref!($text)), format!("{decoded:?}"));
        )+};
    }
    comparisons! {
        "" "." ".." "../.." "/" "//h" "?" "#" "a" "./a:b" "../b?x" "?a&b#c"
        "coap://h" "coap://h/" "COAP://H:5683/%61/./b/../c%2Fd?x=%26#f" "coap://198.51.100.1:61616/.well-known/core"
        "coap://[2001:db8::1]" "https://u@example.com" "mqtt://h" "did:web:alice:7%3A1-balun" "mailto:a@b" "tel:+1"
        "urn:ietf:rfc:3986" "unregistered:a/b" "coap+ws://h:1/a//b/%FF"
    }
}

#[test]
fn a_literal_is_a_constant() {
    assert_eq!(BASE.as_bytes(), b"\x83\x20\x82\x67example\x63com\x82\x61a\x61b");
    assert!(BASE.resolve(LINK).unwrap() == cri!("coap://example.com/c?d"));
    assert_eq!(HOME, Uri::parse(HOME.as_str()).unwrap());
    assert_eq!(
        uri_ref!("//h:1/a?b#c").components(),
        UriRef::parse("//h:1/a?b#c").unwrap().components()
    );
    assert_eq!(
        (HOME.userinfo(), HOME.port(), HOME.fragment()),
        (Some("u:p"), Some("61616"), Some("c"))
    );
    fn generic<const N: usize>() -> [Cri<'static>; N] {
        [cri!("coap://h"); N]
    }
    assert!(generic::<3>().iter().all(|&cri| cri == cri!("coap://h")));
}

#[test]
fn long_literals_have_the_places_of_their_sections() {
    // A literal with the text 64 times.
    macro_rules! long {
        ($text:literal) => {
            long!(@twice concat!($text, $text, $text, $text, $text, $text, $text, $text))
        };
        (@twice $text:expr) => {
            cri!(concat!("coap://h/first/", $text, $text, $text, $text, $text, $text, $text, $text, "/last?q"))
        };
    }
    let cri = long!(
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
    );
    assert!(cri.as_bytes().len() > 6_000);
    assert_eq!(cri, Cri::decode(cri.as_bytes()).unwrap());
    assert_eq!(cri.sections().parameters().count(), 1);
    let target = cri.resolve(cri_ref!("next")).unwrap();
    assert_eq!(target.sections().segments().count(), 3);
}

#[test]
fn texts_may_have_several_parts() {
    macro_rules! on_host {
        ($host:literal, $rest:expr) => {
            cri!(concat!("coap://", $host, "/", $rest))
        };
    }
    assert_eq!(on_host!("h", "a"), cri!("coap://h/a"));
    assert_eq!(cri!(concat!("coap://h:", 5_683, '/', true, "/", r#"a"#)), cri!("coap://h/true/a"));
    assert_eq!(
        cri!(::core::concat!("coap://", env!("CARGO_PKG_NAME"), "/")),
        cri!("coap://cri-literal/")
    );
    assert_eq!(uri!("coap://h/\u{61}\x62").as_str(), "coap://h/ab");
    assert_eq!(
        cri_ref!(
            "a/\
             b"
        )
        .as_bytes(),
        b"\x82\x01\x82\x61a\x61b"
    );
}

#[test]
fn names_of_the_program_do_not_matter() {
    mod cri_core {}
    mod cri_uri {}
    mod core {}
    mod std {}
    #[allow(dead_code, reason = "the expansion must not find it")]
    struct Cri;
    #[allow(dead_code, reason = "the expansion must not find it")]
    const LITERAL: u8 = 1;
    #[allow(unused_macros, reason = "the expansion must not find it")]
    macro_rules! concat {
        ($($any:tt)*) => {
            0
        };
    }
    assert_eq!(renamed::cri!("coap://h").as_bytes(), renamed::cri_ref!("coap://h").as_bytes());
}
