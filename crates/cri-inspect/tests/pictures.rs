//! Pictures, read by an XML parser: they are well-formed, show all bytes and texts, and have nothing else in them.

use cri_inspect::{Anatomy, Picture, end_page, start_page, write_failure};
use cri_registry::Table;
use cri_testvectors::{corpus, run, to_hex};
use cri_uri::UriRef;
use insta::assert_snapshot;
use proptest::prelude::*;
use roxmltree::{Document, Node, ParsingOptions};

/// The elements and attributes that pictures consist of.
const NAMES: &str = "svg title desc style rect text path html head meta body main h1 h2 article p a b mark span table \
                     thead tbody tr th td code";
const ATTRIBUTES: &str = "viewBox width height style role aria-labelledby space class x y rx d id textLength lang \
                          charset name content href scope colspan title aria-label";

fn svg(picture: &Picture<'_>) -> String {
    let mut svg = String::new();
    picture.write_svg(&mut svg).expect("written");
    svg
}

fn html(picture: &Picture<'_>) -> String {
    let mut page = String::new();
    start_page(&mut page).expect("written");
    picture.write_html(1, &mut page).expect("written");
    end_page(&mut page).expect("written");
    page
}

/// The document, which has only known elements and attributes, and no control characters.
fn parse(text: &str) -> Document<'_> {
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text}");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .unwrap_or_else(|error| panic!("{error}: {text}"));
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(NAMES.split(' ').any(|known| known == name), "<{name}>");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(ATTRIBUTES.split(' ').any(|known| known == name), "{name}");
            assert!(name != "href" || attribute.value().starts_with("#cri-1-"), "{attribute:?}");
        }
    }
    document
}

/// All text in the elements with one of these classes.
fn texts(document: &Document<'_>, classes: &[&str]) -> String {
    let nodes = document.descendants().filter(|node| {
        let mut of_node = node.attribute("class").unwrap_or_default().split(' ');
        of_node.any(|class| classes.contains(&class))
    });
    nodes
        .flat_map(|node| node.descendants().filter(Node::is_text))
        .filter_map(|text| text.text())
        .collect()
}

/// The text as pictures show it.
fn shown(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\u{61c}' | '\u{fffe}' | '\u{ffff}' => format!("\\u{{{:x}}}", u32::from(character)),
            _ => character.to_string(),
        })
        .collect()
}

/// Both forms show each byte once, and the meaning of each item.
fn assert_shows(bytes: &[u8], picture: &Picture<'_>) {
    let meanings: String = Anatomy::new(bytes, Table::DRAFT_16)
        .map(|item| shown(&item.description().to_string()))
        .collect();
    let text = svg(picture);
    let document = parse(&text);
    assert_eq!(texts(&document, &["head", "body"]), to_hex(bytes));
    assert_eq!(texts(&document, &["meaning", "heading"]), meanings);
    let text = html(picture);
    let document = parse(&text);
    assert_eq!(texts(&document, &["bytes"]).replace(' ', ""), to_hex(bytes));
    assert_eq!(texts(&document, &["meaning"]), meanings);
}

#[test]
fn pictures_show_all_bytes_and_meanings() {
    run(corpus().decode.iter().filter(|vector| vector.cbor.len() < 200), |vector| {
        assert_shows(
            &vector.cbor,
            &Picture::new(&vector.cbor, Table::DRAFT_16).with_error(3, "wrong"),
        );
    });
}

/// The picture of a CRI with its URI, and that of a wrong one. A person looks at them in a browser.
#[test]
fn pictures_look_as_before() {
    // [-1, [h'C6336401', 61616], [".well-known", "core"]]
    let bytes = b"\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64core";
    let uri = UriRef::parse("coap://198.51.100.1:61616/.well-known/core").expect("a URI");
    let right = Picture::new(bytes, Table::DRAFT_16).with_uri(uri);
    // [2, [".."]]
    let wrong = Picture::new(b"\x82\x02\x81\x62..", Table::DRAFT_16).with_error(3, "a dot-segment");
    let svgs = svg(&right) + &svg(&wrong);
    assert_snapshot!("svg", svgs);
    let mut page = String::new();
    start_page(&mut page).expect("written");
    right.write_html(1, &mut page).expect("written");
    wrong.write_html(2, &mut page).expect("written");
    write_failure("coap://h h", "a blank", &mut page).expect("written");
    end_page(&mut page).expect("written");
    assert_snapshot!("html", page);
}

#[test]
fn the_uri_stands_above_its_bytes() {
    let uri = "coap://u@[fe80::1%25e]:61616/a%2Fb/c%3C?d&e'#f";
    let parsed = UriRef::parse(uri).expect("a URI");
    let picture = Picture::new(b"\x80", Table::DRAFT_16).with_uri(parsed);
    let text = svg(&picture);
    assert_eq!(texts(&parse(&text), &["uri"]), uri);
    assert_eq!(texts(&parse(&text), &["label"]), "schemehostportpathquery");
    let long = format!("https://sensor.example/{}?unit=c#{}", "temp/".repeat(40), "f".repeat(70));
    let long_picture =
        Picture::new(b"\x80", Table::DRAFT_16).with_uri(UriRef::parse(&long).expect("a URI"));
    assert_eq!(texts(&parse(&svg(&long_picture)), &["uri"]), long);
    let text = html(&picture);
    let heading: Vec<_> = parse(&text)
        .descendants()
        .filter(|node| node.attribute("title").is_some())
        .filter_map(|node| node.text().map(str::to_owned))
        .collect();
    assert_eq!(heading.concat(), uri);
}

#[test]
fn a_picture_has_a_bounded_size() {
    let string = [&b"\x82\x01\x81\x7a\x00\x0f\x42\x40"[..], &[b'<'; 1_000_000]].concat();
    let items = [&b"\x82\x01\x9a\x00\x01\x86\xa0"[..], &[0x60; 100_000]].concat();
    let uri = format!("/{}", "a".repeat(1_000_000));
    let title = "\u{1}".repeat(1_000_000);
    let long = Picture::new(&string, Table::DRAFT_16).with_title(&title);
    let many = Picture::new(&items, Table::DRAFT_16).with_uri(UriRef::parse(&uri).expect("a URI"));
    for picture in
        [long.with_error(string.len() - 1, "the last byte"), many.with_error(0, "the last byte")]
    {
        for text in [svg(&picture), html(&picture)] {
            assert!(text.len() < 100_000, "{}", text.len());
            assert!(text.contains("not shown") && text.contains("the last byte"));
            parse(&text);
        }
    }
}

#[test]
fn an_error_stands_below_its_byte() {
    let picture =
        Picture::new(b"\x83\x20\x81\x61h\x81\x62..", Table::DRAFT_16).with_error(6, "a <dot>");
    let text = svg(&picture);
    let document = parse(&text);
    let element = |class| {
        document.descendants().find(|node| node.attribute("class") == Some(class)).expect(class)
    };
    let y =
        |node: Node<'_, '_>| node.attribute("y").and_then(|y| y.parse::<u32>().ok()).expect("y");
    assert_eq!(element("error").text(), Some("error at byte 6: a <dot>"));
    let frame = element("frame");
    assert!(y(frame) < y(element("error")));
    // The byte at 6 is the first of its row.
    assert_eq!(frame.attribute("x"), element("path").attribute("x"));
    let text = html(&picture);
    assert_eq!(texts(&parse(&text), &["error"]), "error at byte 6: a <dot>");
    assert!(text.contains("<b><mark>62</mark></b>"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn nothing_in_a_cri_becomes_markup(
        texts in prop::collection::vec(prop_oneof!["\\PC{0,20}", any::<String>(), r#"[<>&"'\]\[!?/a-z-]{0,20}"#], 1..5),
        cut in any::<prop::sample::Index>(),
        title: String,
        message: String,
    ) {
        let mut bytes = vec![0x82, 0x00, 0x80 + u8::try_from(texts.len()).expect("few")];
        for text in &texts {
            bytes.extend([0x78, u8::try_from(text.len()).unwrap_or(u8::MAX)]);
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.truncate(bytes.len() - cut.index(bytes.len()) / 4);
        let picture = Picture::new(&bytes, Table::DRAFT_16).with_title(&title).with_error(4, &message);
        assert_shows(&bytes, &picture);
        let mut article = String::new();
        write_failure(&title, &message, &mut article).expect("written");
        parse(&article);
    }

    #[test]
    fn any_bytes_are_drawn(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        assert_shows(&bytes, &Picture::new(&bytes, Table::DRAFT_16));
    }
}
