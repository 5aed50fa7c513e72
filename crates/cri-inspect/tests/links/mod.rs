//! Links of RFC 6690: their grammar. Its module tells how their references resolve.

mod resolving;

use cri_inspect::links::{Link, LinkError, Links, Part, Rules, Scanner, Value};
use cri_testvectors::assert_linear;
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

proptest! {
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
    let resolver = resolving::resolver("coap://h", Rules::Rfc6690);
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
