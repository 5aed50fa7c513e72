//! Links of RFC 6690: their grammar, and how their references resolve.

use cri_core::Revision;
use cri_inspect::links::{
    Link, LinkError, Links, Part, Resolver, Rules, Scanner, Value, read_base,
};
use cri_testvectors::assert_linear;
use cri_uri::{Options, ToUri, UriCri};
use proptest::prelude::*;

/// A reference, and parameters with their values.
type Parts = (String, Vec<(String, Option<String>)>);

fn parts(link: &Link<'_>) -> Parts {
    let value = |value: Option<Value<'_>>| value.map(|value| value.to_string());
    let parameters = link.parameters().map(|it| (it.name().to_owned(), value(it.value())));
    (link.reference().to_owned(), parameters.collect())
}

/// The links of a text. Each that is wrong is the kind of the error and its offset.
fn links(text: &str) -> Vec<Result<Parts, (&'static str, usize)>> {
    let wrong = |error: LinkError| (error.kind().name(), error.offset());
    Links::new(text).map(|link| link.map(|link| parts(&link)).map_err(wrong)).collect()
}

fn link(
    reference: &str,
    parameters: &[(&str, Option<&str>)],
) -> Result<Parts, (&'static str, usize)> {
    let owned =
        |(name, value): &(&str, Option<&str>)| ((*name).to_owned(), value.map(str::to_owned));
    Ok((reference.to_owned(), parameters.iter().map(owned).collect()))
}

#[test]
fn parameters_keep_their_order_and_their_repetitions() {
    let text = r#"</a>;rt="x y";ct=40;obs;rt=z;sz="";v=,<b>"#;
    let a = [
        ("rt", Some("x y")),
        ("ct", Some("40")),
        ("obs", None),
        ("rt", Some("z")),
        ("sz", Some("")),
        ("v", Some("")),
    ];
    assert_eq!(links(text), [link("/a", &a), link("b", &[])]);
}

#[test]
fn delimiters_in_quotes_separate_nothing() {
    let text = r#"</a>;title="1, 2; <3> \"4\" \\";if=c,</b,;=?x>;title="é\é";title*=UTF-8'en'%e2%82%ac%20r"#;
    assert_eq!(
        links(text),
        [
            link("/a", &[("title", Some(r#"1, 2; <3> "4" \"#)), ("if", Some("c"))]),
            link("/b,;=?x", &[("title", Some("éé")), ("title*", Some("UTF-8'en'%e2%82%ac%20r"))]),
        ]
    );
}

#[test]
fn an_escaped_quotation_mark_ends_no_quotes() {
    let expected = [link("/a", &[("b", Some("1\", 2;\\"))]), link("/c", &[])];
    assert_eq!(links(r#"</a>;b="1\", 2;\\",</c>"#), expected);
}

#[test]
fn white_space_and_commas_without_links_are_skipped() {
    let expected =
        [link("/a", &[("b", None), ("c", Some("1")), ("d", Some(" 2 "))]), link("", &[])];
    assert_eq!(links("</a>;b;c=1;d=\" 2 \",<>"), expected);
    assert_eq!(links(" \r\n</a> ; b ;\tc = 1;; d=\" 2 \" ;\n, ,,\n <> ,"), expected);
    for nothing in ["", " ", ",", "\n,\t, "] {
        assert_eq!(links(nothing), [], "{nothing:?}");
    }
}

#[test]
fn values_without_quotes_have_every_character_of_the_grammar() {
    let token = "!#$%&'()*+-./09:<=>?@AZ[]^_`az{|}~";
    assert_eq!(links(&format!("</a>;b={token}")), [link("/a", &[("b", Some(token))])]);
}

#[test]
fn links_that_are_wrong_are_reported_where_they_are() {
    for (text, kind, offset) in [
        ("/b>;c=1", "no-reference", 4),
        ("b", "no-reference", 4),
        ("é</b>", "no-reference", 4),
        ("</b;c=1,</d>", "unclosed-reference", 4),
        ("</b>x", "unexpected-character", 8),
        ("</b> ;c=\"d\"e", "unexpected-character", 15),
        ("</b>;c=\"d\" \"e\"", "unexpected-character", 15),
        ("</b>;c=d e", "unexpected-character", 13),
        ("</b>;c=d\\", "unexpected-character", 12),
        ("</b>;c d", "unexpected-character", 11),
        ("</b>;é=1", "unexpected-character", 9),
        ("</b>;c;</d>", "unexpected-character", 11),
        ("</b>;=c", "no-name", 9),
    ] {
        let text = format!("<a>,{text}, </e>;f,");
        assert_eq!(
            links(&text),
            [link("a", &[]), Err((kind, offset)), link("/e", &[("f", None)])],
            "{text}"
        );
    }
}

#[test]
fn brackets_and_quotes_that_do_not_close_take_the_rest() {
    assert_eq!(links("</a>,</b"), [link("/a", &[]), Err(("unclosed-reference", 5))]);
    for text in
        ["</a>,</b>;c=\"d,</e>", "</a>,</b>;c=\"d,</e>\\", "</a>,</b>;c=\"\\\"", "</a>,</b>;c=\""]
    {
        assert_eq!(links(text), [link("/a", &[]), Err(("unclosed-quotes", 12))], "{text}");
    }
}

#[test]
fn messages_say_what_to_write_instead() {
    let message = |text| {
        let error = Links::new(text).find_map(Result::err).expect(text);
        assert_eq!(error.part(), Part::Link);
        error.to_string()
    };
    assert_eq!(
        message("</a>,/b>"),
        "'/' (U+002F) cannot begin a link, at byte 5; a link is <URI-reference>, so write < before the reference, and > after it"
    );
    assert_eq!(
        message("</a"),
        "the < of the link is not closed, at byte 0; write > after the reference"
    );
    assert_eq!(
        message("</a>;b=\"c"),
        "the quotes are not closed, at byte 7; write \" after the value, and \\\" for a quotation mark in it"
    );
    assert_eq!(
        message("</a>;=b"),
        "'=' has no name before it, at byte 5; a parameter is name=value"
    );
    assert_eq!(
        message("</a>\u{1b}"),
        "U+001B cannot stand here in a link, at byte 4; write ; before a parameter, a comma before the next link, and a value with other characters in quotes"
    );
}

fn resolver(base: &str, rules: Rules) -> Resolver {
    let base: Option<UriCri> = (!base.is_empty()).then(|| base.parse().expect(base));
    let base = base.as_ref().map(|base| base.as_cri());
    Resolver::new(base, rules, Options::default()).expect("a base with an authority")
}

/// The URIs of target and context.
fn resolve(resolver: &Resolver, text: &str) -> Result<(String, Option<String>), LinkError> {
    let resolved = resolver.resolve(&Link::parse(text)?)?;
    let uri = |cri: &cri_core::CriRefBuf<Vec<u8>>| {
        cri.to_uri(Options::default()).expect("a URI").to_string()
    };
    Ok((uri(&resolved.target), resolved.context.as_ref().map(uri)))
}

#[test]
fn relative_targets_resolve_against_the_origin_of_the_anchor_or_of_the_server() {
    let base = "coap://[2001:db8::1]:61616/.well-known/core?q#f";
    let resolver = resolver(base, Rules::Rfc6690);
    let origin = "coap://[2001:db8::1]:61616";
    for (text, target, context) in [
        ("</a>", "coap://[2001:db8::1]:61616/a", origin),
        ("<a>", "coap://[2001:db8::1]:61616/a", origin),
        ("<../a/./b>", "coap://[2001:db8::1]:61616/a/b", origin),
        ("<>", origin, origin),
        ("<?x=%2B1>", "coap://[2001:db8::1]:61616?x=%2B1", origin),
        (
            "</a?t=2024-01-01T00:00:00%2B01:00>",
            "coap://[2001:db8::1]:61616/a?t=2024-01-01T00:00:00%2B01:00",
            origin,
        ),
        ("<//[fe80::1%25eth0]/a>", "coap://[fe80::1%25eth0]/a", "coap://[fe80::1%25eth0]"),
        ("<//h:5683/a>", "coap://h/a", "coap://h"),
        ("<http://h/a>", "http://h/a", "http://h"),
        ("<urn:x:y>", "urn:x:y", origin),
        ("<b>;anchor=\"/x/y\"", "coap://[2001:db8::1]:61616/b", "coap://[2001:db8::1]:61616/x/y"),
        ("<b>;anchor=\"coap://g/x/y#z\"", "coap://g/b", "coap://g/x/y#z"),
        ("</b>;anchor=coap://g/x", "coap://g/b", "coap://g/x"),
        ("<b>;ANCHOR=\"//g/x\";anchor=\"//f\"", "coap://g/b", "coap://g/x"),
        ("<http://h/b>;anchor=\"/x\"", "http://h/b", "coap://[2001:db8::1]:61616/x"),
        ("<coap://h/b>;anchor=\"urn:x:y\"", "coap://h/b", "urn:x:y"),
        ("<b>;anchor=\"\\/\\/x\"", "coap://x/b", "coap://x"),
        ("<b>;anchor", "coap://[2001:db8::1]:61616/b", origin),
    ] {
        let resolved = resolve(&resolver, text).expect(text);
        assert_eq!(resolved, (target.to_owned(), Some(context.to_owned())), "{text}");
    }
}

#[test]
fn by_rfc_8288_references_resolve_against_the_document() {
    let resolver = resolver("coap://h/a/b?q#f", Rules::Rfc8288);
    for (text, target, context) in [
        ("<c>", "coap://h/a/c", "coap://h/a/b?q"),
        ("<>", "coap://h/a/b?q", "coap://h/a/b?q"),
        ("<c>;anchor=\"d\"", "coap://h/a/c", "coap://h/a/d"),
        ("<c>;anchor=\"coap://g/x/y\"", "coap://h/a/c", "coap://g/x/y"),
        ("<c>;anchor=\"#x\"", "coap://h/a/c", "coap://h/a/b?q#x"),
        ("<c>;anchor=\"urn:x:y\"", "coap://h/a/c", "urn:x:y"),
    ] {
        let (found, of) = resolve(&resolver, text).expect(text);
        assert_eq!((&*found, of.as_deref()), (target, Some(context)), "{text}");
    }
}

#[test]
fn without_a_base_references_stay_relative() {
    for (rules, text, target, context) in [
        (Rules::Rfc6690, "<../a>", "../a", None),
        (Rules::Rfc6690, "<coap://h/a>", "coap://h/a", Some("coap://h")),
        (Rules::Rfc6690, "<a>;anchor=\"/x\"", "a", Some("/x")),
        (Rules::Rfc6690, "<a>;anchor=\"coap://g/x/y\"", "coap://g/a", Some("coap://g/x/y")),
        (Rules::Rfc8288, "<coap://h/a>", "coap://h/a", None),
        (Rules::Rfc8288, "<a>;anchor=\"coap://g/x/y\"", "a", Some("coap://g/x/y")),
    ] {
        let expected = (target.to_owned(), context.map(str::to_owned));
        assert_eq!(resolve(&resolver("", rules), text).expect(text), expected, "{text}");
    }
}

// RFC 3986 section 3.2.3: an empty port is the default port. Its grammar takes any digits.
#[test]
fn ports_are_read_in_every_spelling() {
    let resolver = resolver("coap://h:61616", Rules::Rfc6690);
    for (reference, target) in [
        ("coap://g:/x", "coap://g/x"),
        ("coap://g:05683/x", "coap://g/x"),
        ("coap://g:005684/x", "coap://g:5684/x"),
        ("coap://g:00?q", "coap://g:0?q"),
        ("coap://[2001:db8::1]:05683", "coap://[2001:db8::1]"),
        ("https://u@g:000443", "https://u@g"),
        ("//g:/x", "coap://g/x"),
        ("//g:05683/x", "coap://g/x"),
    ] {
        let expected = |context: &str| Ok((target.to_owned(), Some(context.to_owned())));
        let origin = target.split(['/', '?']).take(3).collect::<Vec<_>>().join("/");
        let found = resolve(&resolver, &format!("<{reference}>"));
        assert_eq!(found.map_err(|error| error.to_string()), expected(&origin), "{reference}");
        let found = resolve(&resolver, &format!("<{target}>;anchor=\"{reference}\""));
        assert_eq!(found.map_err(|error| error.to_string()), expected(target), "{reference}");
        if !reference.starts_with("//") {
            let base = read_base(reference, Options::default()).expect(reference);
            assert_eq!(base.to_uri(Options::default()).expect("a URI").to_string(), target);
        }
    }
    for (base, name) in [
        ("//g:/x", "missing-scheme"),
        ("coap://g:99999", "port-range"),
        ("coap://[v1.x]", "ip-future"),
    ] {
        let error = read_base(base, Options::default()).expect_err(base);
        assert_eq!((error.part(), error.kind().name()), (Part::Base, name));
    }
}

#[test]
fn errors_after_a_port_are_where_they_are_in_the_text() {
    let resolver = resolver("coap://h", Rules::Rfc6690);
    for (reference, name, at) in [
        ("coap://g:/x|", "unexpected-character", "|"),
        ("coap://g:099999/", "port-range", "099999"),
        ("coap://g:00x/", "unexpected-character", "x"),
        ("//u:p@g:/", "colon-in-userinfo", ":p"),
        ("a://%C3%84:/", "upper-case-host", "%C3"),
    ] {
        let error = resolve(&resolver, &format!("<{reference}>")).expect_err(reference);
        let found = (error.kind().name(), reference.get(error.offset() - "<".len()..));
        let at = reference.find(at).and_then(|at| reference.get(at..));
        assert_eq!(found, (name, at), "{reference}");
    }
}

/// RFC 3986 section 5.2 resolves text, whatever a CRI can express.
#[test]
fn links_that_no_cri_expresses_have_uris() {
    let base: UriCri = "coap://h/a/b?q#f".parse().expect("a URI");
    let resolver =
        |rules| Resolver::new(Some(base.as_cri()), rules, Options::default()).expect("a base");
    for (text, by_6690, by_8288) in [
        ("<coap://[v1.x]/a>", "coap://[v1.x]/a coap://[v1.x]/", "coap://[v1.x]/a coap://h/a/b?q"),
        (
            "<x>;anchor=\"//u:p@g/y\"",
            "coap://u:p@g/x coap://u:p@g/y",
            "coap://h/a/x coap://u:p@g/y",
        ),
        (
            "<coap://g:99999/../x>",
            "coap://g:99999/x coap://g:99999/",
            "coap://g:99999/x coap://h/a/b?q",
        ),
        ("<//%C3%84>", "coap://%C3%84/ coap://%C3%84/", "coap://%C3%84/ coap://h/a/b?q"),
    ] {
        for (rules, expected) in [(Rules::Rfc6690, by_6690), (Rules::Rfc8288, by_8288)] {
            let (resolver, link) = (resolver(rules), Link::parse(text).expect(text));
            assert!(resolver.resolve(&link).is_err(), "{text}");
            let found = resolver.resolve_as_uris(&link).expect(text);
            let found = format!("{} {}", found.target, found.context.unwrap_or_default());
            assert_eq!(found, expected, "{text}");
        }
    }
    let resolver = resolver(Rules::Rfc6690);
    for (text, name, offset) in [
        ("</a|>", "unexpected-character", 3),
        ("<x>;anchor=\"urn:x\"", "no-origin", 1),
        ("<x>;anchor=\"/|\"", "unexpected-character", 13),
    ] {
        let link = Link::parse(text).expect(text);
        let error = resolver.resolve_as_uris(&link).expect_err(text);
        assert_eq!((error.kind().name(), error.offset()), (name, offset), "{text}");
    }
}

#[test]
fn a_link_that_is_not_utf_8_does_not_keep_the_next_from_being_read() {
    let text = b"</a>,</\xff>;b=\xc3, </c>;d=\"\xc3\xa9\"";
    let found: Vec<_> = Links::from_bytes(text)
        .map(|link| link.map(|link| link.offset()).map_err(|it| (it.kind().name(), it.offset())))
        .collect();
    assert_eq!(found, [Ok(0), Err(("invalid-utf8", 7)), Ok(15)]);
    let error = Links::from_bytes(b"\xff").find_map(Result::err).expect("no UTF-8");
    assert_eq!(
        error.to_string(),
        "the link is not UTF-8: it has the byte 0xFF, at byte 0; write links in UTF-8"
    );
}

#[test]
fn references_that_are_wrong_are_reported_in_the_text_of_the_links() {
    let resolver = resolver("coap://h", Rules::Rfc6690);
    let text = r#"</a>, </b|c>, <coap://u:p@h/>,</d>;anchor="/|";x,</d>;anchor="\/|",<e>;anchor="urn:x",<//h:x/>"#;
    let wrong: Vec<_> = Links::new(text)
        .filter_map(|link| resolver.resolve(&link.expect("a link")).err())
        .map(|error| (error.part(), error.kind().name(), error.offset()))
        .collect();
    let at = |found: &str| text.find(found).expect(found);
    let expected = [
        (Part::Target, "unexpected-character", at("|c")),
        (Part::Target, "colon-in-userinfo", at(":p@")),
        (Part::Anchor, "unexpected-character", at("|\";x")),
        (Part::Anchor, "unexpected-character", at("\\/|")),
        (Part::Target, "no-origin", at("e>;")),
        (Part::Target, "unexpected-character", at("x/>")),
    ];
    assert_eq!(wrong, expected);
    let error = resolve(&resolver, "</|>").expect_err("'|'");
    assert!(
        error.to_string().starts_with("'|' (U+007C) cannot stand in a path, at byte 2;"),
        "{error}"
    );
    let error = resolve(&resolver, "</>;anchor=\"|\"").expect_err("'|'");
    assert!(error.to_string().starts_with("anchor: '|' (U+007C) cannot stand"), "{error}");
}

#[test]
fn a_base_has_an_authority() {
    let urn: UriCri = "urn:x:y".parse().expect("a URI");
    for rules in [Rules::Rfc6690, Rules::Rfc8288] {
        let error =
            Resolver::new(Some(urn.as_cri()), rules, Options::default()).expect_err("no origin");
        assert_eq!((error.part(), error.kind().name()), (Part::Base, "no-origin"));
    }
    let zone = cri_core::Cri::decode(b"\x82\x20\x82\x44\x01\x02\x03\x04\x61z").expect("a CRI");
    let error = Resolver::new(Some(zone), Rules::Rfc6690, Options::new(Revision::Draft16));
    assert_eq!(error.expect_err("no such zone").kind().name(), "zone-on-ipv4");
}

#[test]
fn links_take_linear_time() {
    let kinds: [&dyn Fn(usize) -> String; 5] = [
        &|len| "</a>;b=\"c\",".repeat(len / 10),
        &|len| format!("</a>{}", ";b=c".repeat(len / 4)),
        &|len| format!("</a>;b=\"{}\"", "\\\"".repeat(len / 2)),
        &|len| "<,".repeat(len / 2),
        &|len| ",".repeat(len),
    ];
    for kind in kinds {
        assert_linear(&kind(40), 20_000, |len| {
            let text = kind(len);
            Links::new(&text).flatten().map(|link| link.parameters().count()).sum::<usize>()
        });
    }
}

/// URI references that a CRI expresses, and that have an authority if they have a scheme.
const REFERENCE: &str = r"((coap:)?//[g-h](:|:05683|:2)?|/?(a|b|\.|\.\.|%2E))(/(|a|\.\.|%2e%2E|b%2F)){0,3}(\?[a-b]{0,2})?(#a)?";

proptest! {
    #[test]
    fn both_ways_resolve_to_one_uri(
        base in "coap://[g-h](:1)?(/[a-b]{0,2}){0,3}(\\?q)?",
        target in REFERENCE,
        anchor in prop::option::of(REFERENCE),
    ) {
        let options = Options::default();
        let uri = |cri: &cri_core::CriRefBuf<Vec<u8>>| cri.to_uri(options).expect("a URI").to_string();
        let anchor = anchor.map(|anchor| format!(";anchor=\"{anchor}\"")).unwrap_or_default();
        let text = format!("<{target}>{anchor}");
        let link = Link::parse(&text).expect("a link");
        for rules in [Rules::Rfc6690, Rules::Rfc8288] {
            let resolver = resolver(&base, rules);
            let (by_cris, by_uris) = (resolver.resolve(&link).expect("CRIs"), resolver.resolve_as_uris(&link).expect("URIs"));
            prop_assert_eq!(uri(&by_cris.target), by_uris.target);
            prop_assert_eq!(by_cris.context.as_ref().map(uri), by_uris.context);
        }
    }

    #[test]
    fn any_text_is_read_or_reported(text in "([<>/a,;=\" \\\\\n]|é){0,24}") {
        check(&text)?;
    }

    #[test]
    fn any_link_is_read_or_reported(text in "(</?[a-b,;]{0,2}>(;[ab]=?(a|\"[a,;\\\\]{0,3}\")?){0,3},?){0,4}") {
        check(&text)?;
    }
}

/// All offsets are in the text, parts are where they are said to be, and a scanner finds the same ends in pieces.
fn check(text: &str) -> Result<(), TestCaseError> {
    let resolver = resolver("coap://h", Rules::Rfc6690);
    for link in Links::new(text) {
        match link {
            Ok(link) => {
                let reference = text.get(link.reference_offset()..).unwrap_or_default();
                prop_assert!(reference.starts_with(link.reference()));
                prop_assert!(text.get(link.offset()..).unwrap_or_default().starts_with('<'));
                for it in link.parameters() {
                    prop_assert!(
                        text.get(it.offset()..).unwrap_or_default().starts_with(it.name())
                    );
                    if let Some(value) = it.value() {
                        prop_assert!(
                            text.get(value.offset()..)
                                .unwrap_or_default()
                                .starts_with(value.as_written())
                        );
                    }
                }
                if let Err(error) = resolver.resolve(&link) {
                    prop_assert!(error.offset() <= text.len());
                }
            }
            Err(error) => prop_assert!(error.offset() <= text.len()),
        }
    }
    let ends = |piece: usize| {
        let (mut scanner, mut ends, mut at) = (Scanner::default(), Vec::new(), 0);
        for piece in text.as_bytes().chunks(piece) {
            let mut rest = piece;
            while let Some(end) = scanner.next_end(rest) {
                rest = &rest[end..];
                ends.push(at + piece.len() - rest.len());
            }
            at += piece.len();
        }
        ends
    };
    prop_assert_eq!(ends(1), ends(text.len().max(1)));
    Ok(())
}
