//! Findings about whole URIs, and the order of them.

use std::vec::Vec;

use super::*;

/// The findings about `uri`: name, component and offset.
pub(crate) fn findings(uri: &str) -> Vec<(&'static str, Component, usize)> {
    let findings = super::findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16);
    findings.map(|finding| (finding.kind().name(), finding.component(), finding.offset())).collect()
}

#[test]
fn most_uris_have_no_findings() {
    for uri in [
        "",
        "../a%20b?c#d",
        "//h",
        "coap://example.com:61616/a",
        "coap://[::1]/",
        "coap://xn--bcher-kva.example./",
        "coap://b%C3%BCcher.example/",
        "ftp://u@h/a;type=i",
        "gopher://h/7a%09b",
        "mailto:a@b",
        "urn:a:b",
        "file:///a/b",
        "http://192.0.2.1/%C3%A9?%FF",
        "http://1.example/",
        "s://:@h:8080",
    ] {
        assert_eq!(findings(uri), [], "{uri}");
    }
}

#[test]
fn rules_of_the_scheme_come_first_and_once() {
    use Component::{Host, Path, Port, Query, Userinfo};
    assert_eq!(
        findings("ftp://:a:b@h"),
        [
            ("reserved-character", Userinfo, 8),
            ("password", Userinfo, 7),
            ("password-without-user", Userinfo, 6)
        ]
    );
    assert_eq!(
        findings("http://u:p%00%0A@-:80?%0D#%7F"),
        [
            ("unexpected-part", Userinfo, 7),
            ("search-without-slash", Query, 22),
            ("password", Userinfo, 9),
            ("dns-label", Host, 17),
            ("default-port", Port, 19),
            ("nul", Userinfo, 10),
            ("control-character", Userinfo, 13),
            ("control-character", Query, 22),
            ("control-character", Component::Fragment, 26),
        ]
    );
    assert_eq!(
        findings("gopher://h:25/0a?b%0D"),
        [
            ("forbidden-octet", Query, 18),
            ("question-mark", Query, 16),
            ("foreign-port", Port, 11),
            ("control-character", Query, 18),
        ]
    );
    assert_eq!(findings("gopher:0%00")[0], ("missing-part", Component::Authority, 7));
    assert_eq!(findings("mailto:?a"), [("missing-part", Path, 7)]);
}
