//! How the references of links resolve.

use cri_core::Revision;
use cri_inspect::links::{Link, LinkError, Links, Part, Resolver, Rules, read_base};
use cri_uri::{Options, ToUri, UriCri};
use proptest::prelude::*;

pub(super) fn resolver(base: &str, rules: Rules) -> Resolver {
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
}
