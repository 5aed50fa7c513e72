use std::format;
use std::string::{String, ToString};

use proptest::prelude::*;

use super::*;

fn shown(text: &str) -> String {
    mask(text).to_string()
}

#[test]
fn text_after_the_first_colon_is_masked() {
    assert_eq!(shown("https://u:p@h/"), "https://u:***@h/");
    assert_eq!(shown("//u:p:q@r@h:1"), "//u:***@h:1");
    assert_eq!(shown("//u%3ap@h"), "//u%3a***@h");
    assert_eq!(shown("https://:p@h?a:b c@d"), "https://:***@h?a:b c@d");
    assert_eq!(shown("https://u:p/q?r#s@h x:y@z"), "https://u:***@h x:***@z");
    assert_eq!(
        shown("see https://ü:pé@h and http://v:q@i"),
        "see https://ü:***@h and http://v:***@i"
    );
    assert_eq!(format!("{:?}", mask("//u:p@h")), "\"//u:***@h\"");
}

#[test]
fn text_after_a_character_like_a_colon_is_masked() {
    for colon in ["\u{ff1a}", "\u{fe55}", "\u{fe13}", "\u{a789}", "\u{2236}", "\u{2f8}"] {
        for before in ["http://u", "//", "http:/é", "é", "see //u"] {
            let text = |password: &str| [before, colon, password, "@h/"].concat();
            assert_eq!(shown(&text("secret")), text("***"));
            assert_eq!(shown(&text("a:secret")), text("***"));
        }
        // Without an at sign, a name may have any letter.
        let text = ["http://h", colon, "x/"].concat();
        assert_eq!(shown(&text), text);
    }
    assert_eq!(shown("http://u\u{ff1b}x@h/"), "http://u\u{ff1b}x@h/");
}

// Rule 2.
#[test]
fn a_password_that_is_cut_off_is_masked() {
    for (text, operand, prose) in [
        ("http://u:s3cr3t", "http://u:***", "http://u:***"),
        ("//u:s3 cr3t", "//u:***", "//u:*** cr3t"),
        ("//u:s3/cr3t?x", "//u:***", "//u:***"),
        ("//u%3As3cr3t|", "//u%3A***", "//u%3A***"),
        ("//a@b:s3cr3t", "//a@b:***", "//a@b:***"),
        ("//a@[::1]:s3cr3t", "//a@[::1]:***", "//a@[::1]:***"),
        ("http:u:s3cr3t", "http:u:***", "http:u:***"),
        ("///u:s3cr3t", "///u:***", "///u:***"),
        ("//[u:s3cr3t", "//[u:***", "//[u:***"),
        ("//[u:s3cr3t]", "//[u:***", "//[u:***"),
        ("//[a:s3cr3t", "//[a:***", "//[a:***"),
        ("//[::1]:s3cr3t", "//[::1]:***", "//[::1]:***"),
        ("//h?x=http://u:s3cr3t", "//h?x=http://u:***", "//h?x=http://u:***"),
        ("//u:p@h?x=http://v:s3cr3t", "//u:***@h?x=http://v:***", "//u:***@h?x=http://v:***"),
        ("//u:p@h?x=//v:s3cr3t@i:s3cr3t", "//u:***@i:***", "//u:***@i:***"),
        ("//u:p@h:s3cr3t", "//u:***@h:***", "//u:***@h:***"),
        ("//u:p@[::1]:s3cr3t", "//u:***@[::1]:***", "//u:***@[::1]:***"),
        ("//u:p@[a:s3cr3t", "//u:***@[a:***", "//u:***@[a:***"),
        ("//u:1@2:s3cr3t", "//u:***@2:***", "//u:***@2:***"),
        ("//u:@w:s3cr3t", "//u:@w:***", "//u:@w:***"),
        ("//u:p@w%3As3cr3t/x", "//u:***@w%3A***", "//u:***@w%3A***"),
        ("//u:p/q@w:s3cr3t", "//u:***@w:***", "//u:***@w:***"),
        ("//u:p q@w:s3cr3t r", "//u:***@w:***", "//u:***@w:*** r"),
        ("//u:1s3cr3t", "//u:***", "//u:***"),
        ("//u:1 s3cr3t", "//u:***", "//u:1 s3cr3t"),
        // A port may be wrong.
        ("http://h:808O", "http://h:***", "http://h:***"),
        ("http://h:8080x/a?b#c", "http://h:***/a?b#c", "http://h:***/a?b#c"),
        ("//u:p@h:80x?b", "//u:***@h:***?b", "//u:***@h:***?b"),
        ("//h:80x/a b", "//h:***/a b", "//h:***/a b"),
        ("//h:80x#s3cr3t@i", "//h:***@i", "//h:***@i"),
        ("//h:80x?y=//v:s3cr3t", "//h:***", "//h:***"),
        ("//h:80x?y=v%3As3cr3t", "//h:***", "//h:***"),
        ("see //u:s3cr3t, or //v:s3cr3t\n", "see //u:***", "see //u:*** or //v:***\n"),
    ] {
        assert_eq!(mask_operand(text).to_string(), operand, "{text}");
        assert_eq!(mask(text).to_string(), prose, "{text}");
    }
    // A port, an address, or nothing. Blanks separate these.
    let texts = "//h:1 //h: //h:/a:b //[::1]:80 //[2001:db8::zz]/ //[2001:db8::1 //[fe80::1%eth0] <//h:1> '//h:1'. \
        //h?a:b //h/a:b //u:p@h:80 //u@[::1] //u@[::1]:1/a";
    for text in texts.split(' ').filter(|text| !text.is_empty()) {
        let expected = text.replace(":p@", ":***@");
        assert_eq!(mask_operand(text).to_string(), expected);
        assert_eq!(mask(text).to_string(), expected);
    }
    for valid in ["//h%3Ax", "//[v1.a:b]", "s:u:p@h", "urn:a:b@c", "http://h/a:b@c"] {
        assert_eq!(mask_uri(valid).to_string(), valid);
    }
}

// Rule 3.
#[test]
fn a_password_without_a_scheme_is_masked() {
    for (text, operand, prose) in [
        ("u:s3cr3t@h|", "u:***@h|", "u:***@h|"),
        ("u:s3:cr3t@x@h", "u:***@h", "u:***@h"),
        ("u: s3cr3t@h", "u:***@h", "u: s3cr3t@h"),
        ("u:s3 cr3t@h", "u:***@h", "u:s3 cr3t@h"),
        ("u:s3/cr3t@h", "u:***@h", "u:***@h"),
        ("u%3As3cr3t@h", "u%3A***@h", "u%3A***@h"),
        (":s3cr3t@h", ":***@h", ":***@h"),
        ("<u:s3cr3t@h>", "<u:***@h>", "<u:***@h>"),
        ("see u:s3cr3t@h or v:s3cr3t@i", "see u:***@i", "see u:***@h or v:***@i"),
        ("u:p//v:q@h?http://w:s3cr3t", "u:***@h?http://w:***", "u:***@h?http://w:***"),
        ("sip:a:s3cr3t@h", "sip:a:***@h", "sip:a:***@h"),
    ] {
        assert_eq!(mask_operand(text).to_string(), operand, "{text}");
        assert_eq!(mask(text).to_string(), prose, "{text}");
    }
}

// The URL standard of the WHATWG, section 4.4: the states "special authority slashes", "special authority ignore
// slashes" and "relative slash", and the removal of tabs and line ends.
#[test]
fn text_that_browsers_take_for_a_password_is_masked() {
    for (text, expected) in [
        (r"http:\\u:p@h/", r"http:\\u:***@h/"),
        (r"http:\/u:p@h/", r"http:\/u:***@h/"),
        ("http:/u:p@h/", "http:/u:***@h/"),
        (r"http:\u:p@h/", r"http:\u:***@h/"),
        ("http:///u:p@h/", "http:///u:***@h/"),
        ("http:////u:p@h/", "http:////u:***@h/"),
        ("HTTPS:u:p@h", "HTTPS:u:***@h"),
        ("see ftp:u:p@h", "see ftp:u:***@h"),
        ("ws:u%3ap@h", "ws:u%3a***@h"),
        ("--http:u:p@h", "--http:u:***@h"),
        ("coap:/u:p@h/", "coap:/u:***@h/"),
        (r"\\u:p@h", r"\\u:***@h"),
        (r"/\u:p@h", r"/\u:***@h"),
        ("///u:p@h", "///u:***@h"),
        ("http:/\t/u:p@h", "http:/\t/u:***@h"),
        ("/\n/u:p@h", "/\n/u:***@h"),
        ("ht\ttp:u:p@h", "ht\ttp:***@h"),
        ("h\nhttp:u:p@h", "h\nhttp:u:***@h"),
        ("http:\r\n/u:p@h", "http:\r\n/u:***@h"),
        ("http:u:p@h http:/v:q@i //w:r@j", "http:u:***@h http:/v:***@i //w:***@j"),
    ] {
        assert_eq!(shown(text), expected);
    }
}

#[test]
fn text_without_a_password_is_shown() {
    // Blanks separate these, and the first is empty.
    let texts = " / // /// //u@h //u:@h mailto:a:b@c news:a:b@c sip:a@b TAG:a@b http:u@h http:/u@h /a:b@c a/b:c@d http://h/a@b:c //h:1 //\u{e9}@";
    for text in texts.split(' ').chain([": /a:b@c"]) {
        assert_eq!(shown(text), text);
    }
}

#[test]
fn masking_is_linear() {
    for piece in [
        "//", "//a", "//u:@ ", "//:", "// ?", "//\" ", "http:", "a:/", ":\t", "http:\t", "a: ",
        "a:@ ", "%3A/",
    ] {
        cri_testvectors::assert_linear(piece, 5_000, |len| {
            let text = piece.repeat(len);
            for within in [Within::Uri, Within::Operand, Within::Prose] {
                assert!(find_within(text.as_bytes(), within).count() <= len);
            }
        });
    }
}

#[test]
fn most_uris_need_no_search() {
    for text in [
        "",
        "coap://example.com/a?b",
        "https://example.com:8443/a/b.html?c=d#e",
        "coap://198.51.100.1:61616",
        "mailto:a.b",
        "//h:/",
        "../a/b",
        "http://h/%C3%A9%2F",
    ] {
        assert!(!may_be_cut_off(text.as_bytes()), "{text}");
    }
    for text in [
        "//h:x",
        "http:u:s3cr3t",
        "//h/a:b",
        "a:b:c",
        "//[::1]",
        "//h%3A",
        "\\\\u:s",
        "//h:1x/",
        "//h:1:",
    ] {
        assert!(may_be_cut_off(text.as_bytes()), "{text}");
    }
}

proptest! {
    #[test]
    fn text_without_a_search_has_no_password(
        text in "(//|http:|coap:|/|:|:1|[a1:/\\\\?# \"uü.\\[\\]\t\u{ff1a}]|%3A|%3|%){0,14}",
    ) {
        if may_be_cut_off(text.as_bytes()) {
            return Ok(());
        }
        for within in [Within::Operand, Within::Prose, Within::Components, Within::Uri] {
            let found = Search::new(within).find(text.as_bytes()).next();
            prop_assert_eq!(found, None, "{}", text);
        }
    }

    #[test]
    fn any_text_is_masked(text in "(//|http:|[:@/\\\\?# \"uü1\\[\\]：]|%3A){0,20}") {
        for within in [Within::Uri, Within::Operand, Within::Prose] {
            let passwords: std::vec::Vec<_> = find_within(text.as_bytes(), within).collect();
            prop_assert!(passwords.iter().all(|password| text.get(password.clone()).is_some_and(|text| !text.is_empty())));
            prop_assert!(passwords.is_sorted_by(|a, b| a.end <= b.start));
            let shown = Masked { text: &text, within }.to_string();
            prop_assert_eq!(shown.matches(MASK).count(), passwords.len());
        }
    }

    /// A text with a password that is wrong, cut off, or without its scheme.
    #[test]
    fn no_broken_text_shows_its_password(
        before in "(http:|coap:|)(//|///|)([^:@/\\\\?#\\[\"]{0,3})|x:y//u|//u:[p1/ ]{1,2}@(h|\\[::1\\])", colon in "(:|%3A)",
        wrong in "[^0-9/?#@]{0,2}", after in "(@|@h[|/?:]{0,2}|[|é]|/a|)",
    ) {
        let text = [&before, &colon, "S3CRET", &wrong, &after].concat();
        // Without any sign, only an at sign tells of a password. The first colon must not be that of a scheme.
        let is_signed = before.contains("//") || text.contains('@') && !matches!(&*before, "http:" | "coap:");
        prop_assume!(is_signed && !matches!(&*before, "http" | "tag" | "im" | "cid" | "mid" | "ftp" | "ws" | "wss" | "sip"));
        prop_assert!(!mask_operand(&text).to_string().contains("S3CRET"), "{}", text);
    }
}
