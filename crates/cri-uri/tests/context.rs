//! URIs in running text: the vectors, any text, and time.

use cri_testvectors::{assert_linear, assert_size_hint, corpus, run, sample};
use cri_uri::context::{self, Delimiters, SpacedUri};
use cri_uri::{IriRef, Table, UriRef};
use proptest::prelude::*;

#[test]
fn extract_vectors() {
    run(&corpus().extract, |vector| {
        let found = found(&vector.text, vector.iri.unwrap_or_default());
        assert_eq!(found.len(), vector.found.len(), "{found:?}");
        for (found, expected) in found.iter().zip(&vector.found) {
            assert_eq!(found.to_string(), expected.uri);
            let written = expected.written.as_ref().unwrap_or(&expected.uri);
            assert_eq!(vector.text.get(found.range()), Some(written.as_str()));
            assert_eq!(found.delimiters().name(), expected.delimiters);
            // A user may copy the delimiters with the URI.
            assert_eq!(
                SpacedUri::from_user(&format!(" <URL:{written}>")).to_string(),
                expected.uri
            );
        }
    });
}

/// The URIs in `text`, or the IRIs.
fn found(text: &str, iri: bool) -> Vec<SpacedUri<'_>> {
    if iri {
        assert_size_hint(context::find_iris(text, Table::DRAFT_16));
        context::find_iris(text, Table::DRAFT_16).collect()
    } else {
        assert_size_hint(context::find_uris(text, Table::DRAFT_16));
        context::find_uris(text, Table::DRAFT_16).collect()
    }
}

proptest! {
    #[test]
    fn every_found_text_is_a_uri(
        text in "((<|\"|URL:|http://|tel:|x:|-\n|&lt;|[a-z0-9%:/?#@.,;&=$*_~()\\[\\]> '|{}“”。…’•看-]|é){0,12}[ \"]?){0,4}",
        iri in any::<bool>()
    ) {
        let mut end = 0;
        for found in found(&text, iri) {
            let range = found.range();
            prop_assert!(end <= range.start && range.start < range.end);
            end = range.end;
            let written = &text[range];
            let uri = found.to_string();
            if iri {
                prop_assert!(IriRef::parse(&uri).is_ok_and(|iri| iri.components().scheme.is_some()));
            } else {
                prop_assert!(UriRef::parse(&uri).is_ok_and(|uri| !uri.is_relative()));
            }
            if uri != written {
                prop_assert_eq!(found.delimiters(), Delimiters::AngleBrackets);
            }
        }
    }

    #[test]
    fn wrapped_uris_are_found(path in "[a-z0-9/;-]{0,40}", width in 1_usize..30) {
        let text = format!("http://a/{path}");
        let uri = UriRef::parse(&text).unwrap();
        let wrapped = format!("see {}.", uri.wrapped(width));
        for wrapped in [wrapped.replace("<http", "<URL:http"), wrapped] {
            let found: Vec<_> = context::find_uris(&wrapped, Table::DRAFT_16).collect();
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(found[0].to_string(), text.clone());
        }
    }
}

#[test]
fn time_is_linear() {
    // A `_` is a blank, and a `|` a line break.
    let units = r#"< " <" http:// http: tel: tel:[ http://[ http://a] http://a_ <http://a_ "http://a <http://a> URL: <URL:
        a: ( ) . http://a) http://. tel:. : / a a_ -| é % http://a% tel:% http://a:b/ http://a/b[ http://@a]/ x@ http://@
        <x:_ ' “ “http://a” 'http://a' http://看 http://a看 tel:a看 http://é http://a| tel:a| http://a’ http://a1, http://a:1,b
        http://a。b http://a。 http://a:1). <http://é_ (http://a/ (http://a/) (http://[ (http://a/% (http:// http://a, http://a* http://a$
        http://a/&lt; http://a/b http://a• *http://a* ** mhttp://a =3Dhttp:// http://a… http://a... <a_http://b> <http://a_tel:1> "http://a,"
        "http://a;http://b" http://a-> (tel:a /*http://a*/"#;
    for unit in sample(units.split_ascii_whitespace(), 4) {
        let unit = unit.replace('_', " ").replace('|', "\n");
        for front in ["", "<", "\"", "http://a/", "http://[", "<http://a\n", "tel:"] {
            assert_linear(&format!("{front}{unit}…"), 1 << 11, |len| {
                let text = format!("{front}{}", unit.repeat(len / unit.len()));
                let uris = context::find_uris(&text, Table::DRAFT_16);
                let iris = context::find_iris(&text, Table::DRAFT_16);
                uris.chain(iris).map(|found| found.to_string().len()).sum::<usize>()
            });
        }
    }
    // Marks before a URI, and after it.
    assert_linear("marks", 1 << 11, |len| {
        let text = format!("{}*http://a/{}", "_".repeat(len), "*".repeat(len));
        context::find_uris(&text, Table::DRAFT_16).count()
    });
}
