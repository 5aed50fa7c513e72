//! Tests of finding URIs in running text.

use std::string::{String, ToString};
use std::vec::Vec;

use super::extent::valid_len;
use super::*;
use crate::text::uri_ref::UriRef;

fn found(text: &str) -> Vec<String> {
    find_uris(text, Table::DRAFT_16)
        .map(|found| {
            let written = &text[found.range()];
            assert_eq!(written.split_ascii_whitespace().collect::<String>(), found.to_string());
            found.to_string()
        })
        .collect()
}

#[test]
fn texts_are_judged_like_by_the_parser() {
    let pieces =
        ["/", "//", "a", ":", "[", "]", "[::1]", "@", "?", "#", "%", "%4", "%41", "1", "."];
    let all = |n: usize| {
        ["a:", pieces[n % 15], pieces[n / 15 % 15], pieces[n / 225 % 15], pieces[n / 3375]]
    };
    for pieces in (0..50_625).map(all) {
        let text = pieces.concat();
        let parsed = UriRef::parse(&text);
        let spaced = pieces.join("\n ");
        let spaced = SpacedUri::new(&spaced, 0, Delimiters::AngleBrackets);
        assert_eq!(spaced.is_uri::<false>(), parsed.is_ok(), "{text}");
        let expected = parsed.map_or_else(|error| error.offset(), |uri| uri.as_str().len());
        assert_eq!(valid_len::<false>(&text, false), expected, "{text}");
    }
}

// shows: R3986-C-07
#[test]
fn bare_uris_end_before_the_sentence_does() {
    for (text, expected) in [
        ("(see http://a/b).", &["http://a/b"][..]),
        (
            "http://a/b(c) (http://a/b(c)d) http://a/)))",
            &["http://a/b(c)", "http://a/b(c)d", "http://a/"],
        ),
        ("http://a/b?, http://a/?b; http://a:!", &["http://a/b", "http://a/?b", "http://a"]),
        ("mailto:joe@a.b.", &["mailto:joe@a.b"]),
        (
            "http://[::1]/a] http://[::1]. http://[::1]:1)",
            &["http://[::1]/a", "http://[::1]", "http://[::1]:1"],
        ),
        (
            "http://a:1,http://b:2 [http://c](http://d)",
            &["http://a:1", "http://b:2", "http://c", "http://d"],
        ),
        ("|http://a|b| `http://c` {http://d}", &["http://a", "http://c", "http://d"]),
        ("{\\\"http://a\\\"} http://b\u{1b}[0m", &["http://a", "http://b"]),
        (
            "url=http://a/b&c=1 ...http://c 1http://d +http://e",
            &["http://a/b&c=1", "http://c", "http://d", "http://e"],
        ),
        ("URL:http://a/b foo:http://c", &["http://a/b", "http://c"]),
        // Not schemes, or schemes that nothing follows.
        ("std::fmt C:\\a 12:30 note:this x: http: http:// http://... tel:. :", &[]),
        ("x-y://z", &["x-y://z"]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

// shows: R3986-C-07
#[test]
fn text_in_other_scripts_ends_uris() {
    for text in [
        "请看http://a.b。",
        "请看http://a.b。然后",
        "http://a.b、http://c\u{301}",
        "http://a.b的说明",
        "http://a.b的API文档，c.d/e",
        "http://a.b和http://a.b",
        "“http://a.b” «http://a.b» „http://a.b“ 「http://a.b」",
        "http://a.b—a http://a.b’s",
        "http://a.b에서",
        "http://a.bที่",
        "http://a.b، http://a.b؟",
        "http://a.b\u{a0}c http://a.b\u{200b} c",
        "http://a.b,看",
        "（http://a.b）",
    ] {
        let found = found(text);
        assert!(
            !found.is_empty() && found.iter().all(|uri| uri == "http://a.b"),
            "{text}: {found:?}"
        );
    }
}

// shows: R3986-C-08
#[test]
fn cut_uris_are_skipped() {
    for text in "http://bücher.example/x|http://user:p@ss@h/x|coap://2001:db8::1/x|http://h:port/x|http://h/a%zz/b|\
        http://h/é|http://h/100%|http://h/?a[]=1|http://h/#a#b|http://h/{id}|http://{h}/|http://a.{b}.c/|http://a\\b.c/|http://h^2/|\
        http://www.例え.jp/|http://www.例え|http://www。例え。jp/|http://www。example。jp|http://h看.b|http://h/维基/中|http://h/?q=中&l=zh|\
        http://u’s:p@h/|http://o’reilly.b/|http://a‐b.c/|http://a\u{200b}b.c/|http://h…/x|http://h：80/|http://u＠h/|http://h１|\
        http://bu\u{308}cher.example/|http://www.пример.рф/|http://i❤.ws/|http://[::1|http://[::1]a|http://[::1].b/|http://h:1a|http://h:80:90/|\
        mongodb://a:1,b:2/db|http://u:}w@h/|http://u:`w@h/|http://h]/x|mailto:jürgen@h|<http://exam\nple.com/é>|<http://exam\nple.com/%zz>|\
        <http://bü\ncher.example/>|\"http://bü.example/\"|'http://bü.example/'|http://bü/?u=http-http://h/x|http://a.<b>.c/|http://u:<password>@h/|http://a<b_1>/|http://h:x/?u=http://g/"
        .split('|')
    {
        assert_eq!(found(text), &[] as &[&str], "{text}");
    }
    assert_eq!(found("http://u:|w@h/ http://g"), ["http://g"]);
    assert_eq!(found("http://bücher.example/x http://g"), ["http://g"]);
}

#[test]
fn iris_are_found_whole() {
    let iris =
        |text| find_iris(text, Table::DRAFT_16).map(|iri| iri.to_string()).collect::<Vec<_>>();
    for (text, expected) in [
        (
            "see http://bücher.example/straße, or <http://é/\n è>.",
            &["http://bücher.example/straße", "http://é/è"][..],
        ),
        ("请看http://例え.jp/中文。", &["http://例え.jp/中文"]),
        (
            "“http://é/” 'http://é/a','http://é/b' \"http://é/c\"",
            &["http://é/", "http://é/a", "http://é/b", "http://é/c"],
        ),
        ("http://h/?\u{e000} http://h/a", &["http://h/?\u{e000}", "http://h/a"]),
        ("http://h的说明", &["http://h的说明"]),
        ("http://müller’s page http://bücher.example…", &["http://müller"]),
        // Wrong IRIs are skipped, too.
        ("http://h:é/ http://é:p@ss@h/ http://h/\u{e000} http://é/%zz http://www。例え。jp/", &[]),
        ("http://é/\u{202e}a http://o’reilly.é/ <http://é\n.b/\u{e000}>", &[]),
    ] {
        assert_eq!(iris(text), expected, "{text}");
    }
}

// shows: R3986-C-01, R3986-C-02, R3986-C-04, R1738-APP-07
#[test]
fn delimiters_are_not_part_of_the_uri() {
    for (text, expected) in [
        ("\"http://a/b\"c", &["http://a/b"][..]),
        ("\"http://a/b c\" \"x:y\" \"tel:1\"", &["http://a/b", "tel:1"]),
        (
            "'http://a/b' 'http://a/c','http://a/d' f('http://a/e') 'x:y'",
            &["http://a/b", "http://a/c", "http://a/d", "http://a/e"],
        ),
        ("'http://a/it's' http://a/b' don't:x", &["http://a/it's", "http://a/b"]),
        ("<x:y> < x:y > <URL:x:y>", &["x:y", "x:y", "x:y"]),
        ("<uRl:\n\thttp://a/b>", &["http://a/b"]),
        ("<ht\ntp:/ /a> <http: //\n>", &["http://a"]),
        ("<te l:1> <tel: 1> <tel : 1>", &["tel:1"]),
        ("<http://a /b\r\n/c>d", &["http://a/b/c"]),
        ("a < b: c > d <b>http://x</b> <a href=\"http://y\">", &["http://x", "http://y"]),
        ("<http://a/ %4 1> <http://b/ %4>", &["http://a/%41", "http://b/"]),
        ("<http://a/ ]> <http://b/# #>", &["http://a/", "http://b/#"]),
        ("<http://a", &["http://a"]),
        ("<http://a|b> <<http://a>>", &["http://a", "http://a"]),
        (
            "http://a<br>b.c http://a</b> http://a<b>. http://a<é>/",
            &["http://a", "http://a", "http://a", "http://a"],
        ),
        ("<> \"\" <URL:> <URL:a>", &[]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}
