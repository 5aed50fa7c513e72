//! Decisions about requests by access rules (draft-27 section 8.3; RFC 9237).

use cri_coap::aif::{Aif, Method, MethodSet, encode};
use cri_coap::{Endpoint, ResponseCode, Transport, decompose, option};
use cri_core::{Builder, CriBuf, Revision};
use option::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use proptest::collection::vec;
use proptest::prelude::*;

/// A rule: segments, parameters, and the bits of the methods.
type Rule<'a> = (&'a [&'a str], &'a [&'a str], u64);

fn cri(segments: &[&str], parameters: &[&str]) -> CriBuf<Vec<u8>> {
    let builder = Builder::new(Revision::Draft16, Vec::new()).scheme_number(0).host("h");
    let builder = segments.iter().fold(builder, |builder, segment| builder.segment(*segment));
    let builder =
        parameters.iter().fold(builder, |builder, parameter| builder.parameter(*parameter));
    builder.finish_full().unwrap()
}

fn rules(rules: &[Rule<'_>]) -> Vec<u8> {
    let cris: Vec<_> = rules
        .iter()
        .map(|(path, query, bits)| (cri(path, query), MethodSet::from_bits(*bits)))
        .collect();
    let mut bytes = Vec::new();
    let sections: Vec<_> =
        cris.iter().map(|(cri, methods)| (cri.as_cri().sections(), *methods)).collect();
    encode(sections, &mut bytes).unwrap();
    bytes
}

fn options<'a>(segments: &[&'a str], parameters: &[&'a str]) -> Vec<(u16, &'a [u8])> {
    let path = segments.iter().map(|segment| (URI_PATH, segment.as_bytes()));
    path.chain(parameters.iter().map(|parameter| (URI_QUERY, parameter.as_bytes()))).collect()
}

/// The example of RFC 9237 section 2.1 (table 1) with the numbers of section 3, as rules about CRIs.
#[test]
fn the_example_of_rfc_9237_is_decided() {
    let bytes = rules(&[(&["s", "temp"], &[], 1), (&["a", "led"], &[], 5), (&["dtls"], &[], 2)]);
    let expected =
        b"\x83\x82\x81\x82\x61s\x64temp\x01\x82\x81\x82\x61a\x63led\x05\x82\x81\x81\x64dtls\x02";
    assert_eq!(bytes, expected);
    let rules = Aif::decode(&bytes).unwrap();
    for (path, permitted) in [
        (&["s", "temp"][..], &[Method::Get][..]),
        (&["a", "led"], &[Method::Get, Method::Put]),
        (&["dtls"], &[Method::Post]),
        (&["s"], &[]),
        (&["s", "temp", ""], &[]),
        (&["s", "temp", "x"], &[]),
        (&["temp", "s"], &[]),
        (&["S", "temp"], &[]),
        (&["s/temp"], &[]),
        (&[], &[]),
    ] {
        for method in Method::ALL {
            assert_eq!(
                rules.allows(method, options(path, &[])),
                permitted.contains(&method),
                "{path:?} {method:?}"
            );
        }
    }
}

/// The example of RFC 9237 section 2.3: POST, and GET and DELETE on what it creates.
#[test]
fn dynamic_methods_are_left_to_the_caller() {
    let bytes = rules(&[(&["a", "make-coffee"], &[], 38_654_705_666)]);
    let rules = Aif::decode(&bytes).unwrap();
    let options = options(&["a", "make-coffee"], &[]);
    let methods = rules.permitted(options.iter().copied(), |_| false).unwrap();
    assert!(
        methods.has(Method::Post)
            && methods.has_dynamic(Method::Get)
            && methods.has_dynamic(Method::Delete)
    );
    assert!(!rules.allows(Method::Get, options.iter().copied()));
    assert!(!rules.allows(Method::Delete, options));
}

#[test]
fn an_empty_segment_is_the_root() {
    for path in [&[][..], &[""]] {
        let bytes = rules(&[(path, &[], 1), (path, &["q"], 2)]);
        let rules = Aif::decode(&bytes).unwrap();
        for request in [&[][..], &[""]] {
            assert!(rules.allows(Method::Get, options(request, &[])), "{path:?} {request:?}");
            assert!(rules.allows(Method::Post, options(request, &["q"])), "{path:?} {request:?}");
            assert!(!rules.allows(Method::Get, options(request, &["q"])), "{path:?} {request:?}");
        }
        for other in [&["", ""][..], &["a"], &["a", ""], &["", "a"]] {
            assert!(!rules.allows(Method::Get, options(other, &[])), "{path:?} {other:?}");
        }
    }
}

#[test]
fn a_query_is_part_of_the_resource() {
    let bytes = rules(&[(&["s"], &["a=1", "b"], 1)]);
    let rules = Aif::decode(&bytes).unwrap();
    assert!(rules.allows(Method::Get, options(&["s"], &["a=1", "b"])));
    for query in
        [&[][..], &["a=1"], &["b", "a=1"], &["a=1", "b", "c"], &["a=1", "b", ""], &["a=1&b"]]
    {
        assert!(!rules.allows(Method::Get, options(&["s"], query)), "{query:?}");
    }
    // The options may stand in any order, but for those with one number.
    assert!(
        rules.allows(Method::Get, [(URI_QUERY, &b"a=1"[..]), (URI_PATH, b"s"), (URI_QUERY, b"b")])
    );
}

#[test]
fn options_that_may_change_the_resource_are_refused() {
    let bytes = rules(&[(&["s"], &[], 1)]);
    let rules = Aif::decode(&bytes).unwrap();
    let with = |other: (u16, &[u8])| rules.allows(Method::Get, [(URI_PATH, &b"s"[..]), other]);
    for harmless in [
        (URI_HOST, &b"h"[..]),
        (URI_PORT, b"\x16\x34"),
        (1, b"etag"),    // If-Match
        (4, b"etag"),    // ETag, which is elective
        (17, b"\x3c"),   // Accept
        (23, b"\x06"),   // Block2
        (65000, b"any"), // elective
    ] {
        assert!(with(harmless), "{harmless:?}");
    }
    for other in [
        (URI_PATH, &b""[..]),
        (URI_QUERY, b""),
        (9, b"\x09\x14"),       // OSCORE
        (13, b"\x01"),          // critical, and unknown
        (35, b"coap://h/t"),    // Proxy-Uri
        (39, b"coap"),          // Proxy-Scheme
        (235, b"\x82\x20\xf6"), // Proxy-Cri
        (239, b""),             // Proxy-Scheme-Number
        (URI_PORT, b"\0\0\0"),  // too long
        (65535, b""),
    ] {
        assert!(!with(other), "{other:?}");
        let permitted =
            |known| rules.permitted([(URI_PATH, &b"s"[..]), other], |number| number == known);
        // A path or a query of this length is another resource, which no rule is about.
        let expected = match other.0 {
            URI_PATH | URI_QUERY => Err(ResponseCode::FORBIDDEN),
            _ => Err(ResponseCode::BAD_OPTION),
        };
        assert_eq!(permitted(0), expected, "{other:?}");
        // Nothing but the number decides whether the caller knows it. The caller cannot declare a wrong length valid.
        let expected = match other.0 {
            URI_PATH | URI_QUERY | URI_PORT => expected,
            _ => Ok(MethodSet::NONE.with(Method::Get)),
        };
        assert_eq!(permitted(other.0), expected, "{other:?}");
    }
    assert!(
        !rules.allows(Method::Get, [(URI_HOST, &b"h"[..]), (URI_PATH, b"s"), (URI_HOST, b"h")])
    );
}

#[test]
fn the_methods_of_all_matching_rules_are_permitted() {
    let bytes = rules(&[(&["s"], &[], 1), (&["t"], &[], 64), (&["s"], &[], 4)]);
    let rules = Aif::decode(&bytes).unwrap();
    assert_eq!(rules.permitted(options(&["s"], &[]), |_| false), Ok(MethodSet::from_bits(5)));
    assert_eq!(rules.rules().count(), 3);
    let none = Aif::decode(b"\x80").unwrap();
    assert_eq!(none.permitted(options(&[], &[]), |_| false), Err(ResponseCode::FORBIDDEN));
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    vec("[ab]{0,2}", 0..3)
}

proptest! {
    /// A slow and obvious model: the same path and query, where `[""]` is `[]`.
    #[test]
    fn decisions_equal_those_of_a_model(
        given in vec((texts(), texts(), 0..8_u64), 0..5),
        path in texts(),
        query in texts(),
    ) {
        fn borrowed(texts: &[String]) -> Vec<&str> {
            texts.iter().map(String::as_str).collect()
        }
        fn root(path: &[String]) -> &[String] {
            if path == [""] { &[] } else { path }
        }
        let given: Vec<_> = given.into_iter().filter(|(path, ..)| !path.iter().any(|segment| segment == ".")).collect();
        let lists: Vec<_> = given.iter().map(|(path, query, bits)| (borrowed(path), borrowed(query), *bits)).collect();
        let list: Vec<Rule<'_>> = lists.iter().map(|(path, query, bits)| (&path[..], &query[..], *bits)).collect();
        let bytes = rules(&list);
        let rules = Aif::decode(&bytes).unwrap();
        let expected = given.iter().filter(|rule| root(&rule.0) == root(&path) && rule.1 == query);
        let expected = expected.fold(0, |bits, rule| bits | rule.2);
        let (path, query) = (borrowed(&path), borrowed(&query));
        prop_assert_eq!(rules.permitted(options(&path, &query), |_| false).map_or(0, MethodSet::bits), expected);
    }

    /// A rule about a CRI permits a request for that CRI.
    #[test]
    fn a_rule_permits_the_request_that_its_cri_decomposes_into(path in texts(), query in texts()) {
        let (path, query): (Vec<_>, Vec<_>) =
            (path.iter().map(String::as_str).collect(), query.iter().map(String::as_str).collect());
        let bytes = rules(&[(&path, &query, 1)]);
        let cri = cri(&path, &query);
        let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
        let decomposed = decompose(cri.as_cri(), &endpoint, Revision::Draft16).unwrap();
        let decomposed: Vec<_> = decomposed
            .map(|option| (option.number(), option.value().write_into(&mut [0; 255]).unwrap().to_vec()))
            .collect();
        let pairs = decomposed.iter().map(|(number, value)| (*number, &value[..]));
        prop_assert!(Aif::decode(&bytes).unwrap().allows(Method::Get, pairs));
    }
}
