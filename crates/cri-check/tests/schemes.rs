//! The public interface: examples for each requirement, and properties.

use cri_check::{Finding, FindingKind, Severity};
use cri_core::Component;
use cri_testvectors::{assert_linear, assert_size_hint};
use cri_uri::scheme::{Part, SchemeErrorKind, View};
use cri_uri::{Table, UriRef};
use proptest::prelude::*;

fn uri(text: &str) -> UriRef<'_> {
    UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn findings(text: &str) -> Vec<Finding> {
    let findings = cri_check::findings(uri(text), Table::DRAFT_16);
    assert_size_hint(findings.clone());
    findings.collect()
}

/// The rules of its scheme that `text` breaks.
fn violations(text: &str) -> Vec<(SchemeErrorKind, Part)> {
    findings(text)
        .into_iter()
        .filter_map(|finding| match finding.kind() {
            FindingKind::Scheme(error) => Some((error.kind(), error.part())),
            _ => None,
        })
        .collect()
}

/// The warnings about `text`.
fn warnings(text: &str) -> Vec<&'static str> {
    let warnings =
        findings(text).into_iter().filter(|finding| finding.severity() == Severity::Warning);
    warnings.map(|finding| finding.kind().name()).collect()
}

// shows: R3986-3.1-04, R1738-3.3-02, R1738-3.4.1-04, R1738-3.5-03, R1738-5-news-01, R1738-5-nntp-01,
// R1738-6-02, R1738-3.9-04, R1738-3.10-03, R1738-5-file-01, R1738-3.11-02
#[test]
fn violations_are_reported() {
    use SchemeErrorKind::{
        ForbiddenOctet, InvalidPart, MissingPart, ReservedCharacter, UnexpectedPart,
    };
    for (text, expected) in [
        ("http:///x", &[(MissingPart, Part::Host)][..]),
        ("http://u@h/", &[(UnexpectedPart, Part::Userinfo)]),
        ("https://u@h/", &[(UnexpectedPart, Part::Userinfo)]),
        ("gopher://h/0a%0Ab", &[(ForbiddenOctet(b'\n'), Part::Selector)]),
        ("gopher://h/0a%0Db", &[(ForbiddenOctet(b'\r'), Part::Selector)]),
        ("mailto:", &[(MissingPart, Part::Address)]),
        ("news:1abc", &[(InvalidPart, Part::Group)]),
        ("nntp://h/comp.x/x1", &[(InvalidPart, Part::ArticleNumber)]),
        ("telnet://u%0D%0Ax@h/", &[(ForbiddenOctet(b'\r'), Part::User)]),
        ("wais://h/db/T/a/b", &[(ReservedCharacter('/'), Part::Wpath)]),
        ("file://u@h:1/x", &[(UnexpectedPart, Part::Userinfo), (UnexpectedPart, Part::Port)]),
        ("file://h", &[(MissingPart, Part::Slash)]),
        ("prospero://u@h/n", &[(UnexpectedPart, Part::Userinfo)]),
    ] {
        assert_eq!(violations(text), expected, "{text}");
        let error = View::from_uri(uri(text)).unwrap_err();
        assert_eq!((error.kind(), error.part()), expected[0], "{text}");
    }
}

/// Each of the six schemes has the rules of RFC 7252 section 6.1.
// shows: R7252-6.1-03, R7252-6.1-02
#[test]
fn violations_of_coap_are_reported() {
    use SchemeErrorKind::{InvalidPart, MissingPart, UnexpectedPart};
    for scheme in ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws", "CoAP"] {
        for (rest, expected) in [
            (":like:urn", &[(MissingPart, Part::Authority)][..]),
            (":/h", &[(MissingPart, Part::Authority)]),
            (":", &[(MissingPart, Part::Authority)]),
            (":?q", &[(MissingPart, Part::Authority)]),
            ("://", &[(MissingPart, Part::Host)]),
            (":///x", &[(MissingPart, Part::Host)]),
            ("://:8080/x", &[(MissingPart, Part::Host)]),
            ("://?q", &[(MissingPart, Part::Host)]),
            ("://u@h/", &[(UnexpectedPart, Part::Userinfo)]),
            ("://@h/", &[(UnexpectedPart, Part::Userinfo)]),
            ("://u:p@/x", &[(UnexpectedPart, Part::Userinfo), (MissingPart, Part::Host)]),
            ("://h:65536/", &[(InvalidPart, Part::Port)]),
            ("://h", &[]),
            ("://h:/x?y#z", &[]),
            ("://[::1]:8683", &[]),
        ] {
            let text = format!("{scheme}{rest}");
            assert_eq!(violations(&text), expected, "{text}");
        }
    }
    for text in ["coapx:like:urn", "coap+sms:1", "/h", "///x", "//u@h"] {
        assert_eq!(violations(text), [], "{text}");
    }
}

// shows: R1738-3.2.2-02, R1738-5-ftp-01, R1738-3.3-04
#[test]
fn warnings_are_reported() {
    for (text, expected) in [
        ("ftp://h/a;type=x", "unknown-typecode"),
        ("ftp://h/a?b", "question-mark"),
        ("http://h?s", "search-without-slash"),
    ] {
        assert_eq!(warnings(text), [expected], "{text}");
        assert_eq!(violations(text), [], "{text}");
    }
}

// shows: R1738-5-02
#[test]
fn hosts_are_those_of_the_grammar() {
    // domainlabel and toplabel: hyphens stand only inside a label, and the last label begins with a letter. hostnumber:
    // four numbers.
    assert!(warnings("http://1-a.b-1/").is_empty() && warnings("http://1.2.3.4/").is_empty());
    assert_eq!(
        (warnings("http://a.1-b/"), warnings("http://1.2.3/")),
        (vec!["dns-label"], vec!["disguised-address"])
    );
}

/// URIs of the ten schemes, many of which break a rule.
const ANY_URI: &str = "(file|ftp|gopher|https?|mailto|news|nntp|prospero|telnet|wais):\
    (//(|u@|u:p@|@|:@|u:%3A@|a\\.b@|u%0D@|u:p:q@|u:%00@)(h|a\\.b|127\\.1||localhost|\\[::1\\]|a%FF|-)\
    (|:(21|80|070|25||65536|8080)))?/?([/ab1;=@*.:]|%09|%2F|%3B|;?type=[ai]|%0A){0,5}(\\?b|;c=d|%09\\+|#f|/1|%00){0,3}";

/// URIs of CoAP, many of which break a rule or have no options.
const ANY_COAP: &str = "(coap|COAPS|coap\\+tcp):(//(|u@)(h||%FF)(|:|:5684|:65536|:6000))?([a/?&#]|%FF|%C3%A9|a{256}){0,6}";

proptest! {
    #[test]
    fn views_fail_at_the_first_violation(text in ANY_URI) {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let error = View::from_uri(uri).err();
        let first = cri_check::findings(uri, Table::DRAFT_16).find(|finding| finding.severity() == Severity::Violation);
        prop_assert_eq!(
            first.map(|finding| (finding.kind(), finding.offset(), finding.to_string())),
            error.map(|error| (FindingKind::Scheme(error), error.offset(), error.to_string()))
        );
    }

    #[test]
    fn findings_are_where_they_say(
        text in prop_oneof![ANY_URI, ANY_COAP, "[a-z0-9:/?#@%.;=&-]{0,24}", "(//)?[0-9a-fx.%]{0,24}(:[0-9]{0,6})?"]
    ) {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let start = text.as_ptr().addr();
        for finding in cri_check::findings(uri, Table::DRAFT_16) {
            let part = match finding.component() {
                Component::Scheme => uri.scheme(),
                // A missing authority is reported at the start of the path.
                Component::Authority => uri.authority().or(Some(uri.path())),
                Component::Userinfo => uri.userinfo(),
                Component::Host => uri.host_str(),
                Component::Port => uri.port(),
                Component::Path => Some(uri.path()),
                Component::Query => uri.query(),
                Component::Fragment => uri.fragment(),
                other => panic!("{other}"),
            };
            let Some(part) = part else { panic!("{text}: {finding}: no {}", finding.component()) };
            let part_start = part.as_ptr().addr() - start;
            // The finding about a question mark points to the byte before the query.
            let first = part_start - usize::from(finding.kind() == FindingKind::QuestionMark);
            prop_assert!((first..=part_start + part.len()).contains(&finding.offset()), "{}: {}", text, finding);
            let place = format!(", at byte {}", finding.offset());
            let what = finding.to_string();
            prop_assert!(what.split("; ").next().unwrap().ends_with(&place), "{}", finding);
        }
    }
}

#[test]
fn time_is_linear() {
    for unit in ["1.", "%31", "/", ";a=b", "%09", "%FF", "%2E", "a."] {
        assert_linear(&format!("{unit}…"), 1 << 13, |len| {
            let long = unit.repeat(len / unit.len());
            for text in [
                format!("//{long}"),
                format!("//{long}@h"),
                format!("?{long}"),
                format!("ftp://h/{long}"),
            ] {
                if let Ok(uri) = UriRef::parse(&text) {
                    assert!(cri_check::findings(uri, Table::DRAFT_16).count() < 8);
                }
            }
        });
    }
}
