//! What each finding says, beside the section that says so.

use cri_check::{FindingKind, findings};
use cri_uri::{Table, UriRef};

/// A URI, the kind that it has a finding of, the sentence about it, why it matters, and the sections that say both.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SCHEME: &str =
    "software that follows the rules of the scheme refuses the URI, or requests something else";
const NEWER: &str =
    "software that follows RFC 1738 refuses the URI, and software of the newer RFC reads it";
const ADDRESS: &str =
    "neither a reader nor a filter of addresses may notice where the request goes";
const EXPOSED: &str = "URIs end up in logs, histories and messages, where others read the password";
const NO_HOST_NAME: &str = "the host is not a host name: labels have letters, digits and inner hyphens, and the last begins with a letter";
const REFUSED_NAME: &str =
    "the DNS can hold such a name, but software that expects the name of a host refuses it";
const NOT_IN_DNS: &str =
    "DNS allows no such host: a label has 1 to 63 bytes, and a name at most 253";
const NO_SERVER: &str =
    "no server of the DNS has such a name, so the request fails or goes elsewhere";
const FOREIGN: &str = "a server of that protocol may execute parts of the request as commands";
const OTHER_FORM: &str =
    "the port is for the other form of this protocol, with TLS or DTLS, or without";
const NO_TLS: &str = "one side encrypts and the other does not, so the request fails";
const WELL_KNOWN: &str = "servers of another protocol may listen on this port";
const ANOTHER: &str = "a server of another protocol may execute parts of the request as commands";
const QUESTION_MARK: &str =
    "older software reads it as part of the name, newer software as the end of the path";

const NO_OPTION: &str = "no option of a request to the server can hold it, so the request fails";

/// A text of 256 bytes.
macro_rules! long {
    () => {
        concat!(long!(64), long!(64), long!(64), long!(64))
    };
    (64) => {
        "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffffgggggggghhhhhhhh"
    };
}
const LONG_SEGMENT: &str = concat!("coap://h/", long!());
const LONG_PARAMETER: &str = concat!("coap://h?a&", long!());
const LONG_HOST: &str = concat!("coap://", long!(), "/");

#[rustfmt::skip]
const SENTENCES: &[Row] = &[
    // Rules of schemes.
    ("http:///x", "missing-part", "host is missing", SCHEME, "RFC 9110 section 4.2.1"),
    ("http://u@h/", "unexpected-part", "this scheme has no userinfo", SCHEME, "RFC 1738 section 3.3, RFC 9110 section 4.2.4"),
    ("http://h:65536/", "invalid-part", "port must be a number up to 65535", SCHEME, "RFC 9110 section 4.2.1, RFC 9293 section 3.1"),
    ("file:/etc/hosts", "missing-part", "authority is missing (RFC 1738); RFC 8089, which replaced this rule, allows it", NEWER, "RFC 1738 section 3.10, RFC 8089 section 2"),
    ("file:etc", "missing-part", "authority is missing", SCHEME, "RFC 1738 section 3.10, RFC 8089 section 2"),
    ("file://h:1/x", "unexpected-part", "this scheme has no port", SCHEME, "RFC 1738 section 3.10, RFC 8089 section 2"),
    ("ftp://h:/", "missing-part", "port is missing (RFC 1738); RFC 3986, which replaced this rule, allows it", NEWER, "RFC 1738 section 3.1, RFC 3986 section 3.2.3"),
    ("ftp://u:a:b@h/", "reserved-character", "':' must be percent-encoded in the password", SCHEME, "RFC 1738 section 3.1"),
    ("ftp://h/a;b", "reserved-character", "';' must be percent-encoded in the name", SCHEME, "RFC 1738 section 3.2.2"),
    ("mailto:?to=a@b", "missing-part", "address is missing (RFC 1738); RFC 6068, which replaced this rule, allows it", NEWER, "RFC 1738 section 3.5, RFC 6068 section 2"),
    ("mailto:joe", "invalid-part", "address must be a local part, an at sign and a domain", SCHEME, "RFC 822 section 6.1, RFC 6068 section 2"),
    ("news://h/a", "unexpected-part", "this scheme has no authority (RFC 1738); RFC 5538, which replaced this rule, allows it", NEWER, "RFC 1738 section 3.6, RFC 5538 section 2"),
    ("news:1abc", "invalid-part", "group must be a letter, then letters, digits and \"-.+_\" (RFC 1738); RFC 5538, which replaced this rule, allows it", NEWER, "RFC 1738 section 5, RFC 5538 section 2"),
    ("nntp://h/g/x", "invalid-part", "article-number must be digits", SCHEME, "RFC 1738 section 5, RFC 5538 section 3"),
    ("telnet://u%0D@h/", "forbidden-octet", "the octet 0D must not stand in the user, not even percent-encoded", SCHEME, "RFC 1738 section 6"),
    ("coap:like:urn", "missing-part", "authority is missing", SCHEME, "RFC 7252 section 6.1"),
    ("coaps:///x", "missing-part", "host is missing", SCHEME, "RFC 7252 section 6.2"),
    ("coap+tcp://u@h/", "unexpected-part", "this scheme has no userinfo", SCHEME, "RFC 8323 section 8.1, RFC 7252 section 6.1"),
    ("coap://h:65536/", "invalid-part", "port must be a number up to 65535", SCHEME, "RFC 7252 section 6.1"),
    // Userinfo.
    ("ftp://u:p@h/", "password", "password in clear text", EXPOSED, "RFC 3986 section 7.5"),
    ("ftp://:p@h/", "password-without-user", "password after an empty user", "RFC 1738 has no password without a user, so software may ignore both or ask for a user", "RFC 1738 section 3.1"),
    ("ftp://a.b@h/", "user-like-host", "the user looks like a host", "people may take it for the host, but the request goes to the host after the @", "RFC 3986 section 7.6"),
    // Hosts.
    ("http://0x7f.1/", "disguised-address", "some software reads the host as the address 127.0.0.1 (this host)", ADDRESS, "RFC 3986 section 7.4"),
    ("http://169.254.169.xn--254-/", "disguised-address", "some software reads the host as the address 169.254.169.254 (the local link)", ADDRESS, "CVE-2024-12224"),
    ("http://300.1.1.1/", "disguised-address", "the host consists of numbers, but is not an IPv4 address", "some software expects an address here and refuses the host, and some looks up a name", "RFC 1738 section 5, RFC 3986 section 3.2.2"),
    ("http://[::ffff:10.0.0.1]/", "embedded-address", "the IPv6 address holds the IPv4 address 10.0.0.1 (a private network), which a filter may overlook", "the request may reach an IPv4 host that a filter should protect", "RFC 4291 section 2.5.5.2"),
    ("http://my_host/", "dns-label", NO_HOST_NAME, REFUSED_NAME, "RFC 1123 section 2.1, RFC 2181 section 11"),
    ("http://-a.b/", "dns-label", NO_HOST_NAME, REFUSED_NAME, "RFC 1738 section 3.1, RFC 2181 section 11"),
    ("http://a.1b/", "dns-label", NO_HOST_NAME, REFUSED_NAME, "RFC 1738 section 3.1, RFC 2181 section 11"),
    ("http://a..b/", "dns-label", NOT_IN_DNS, NO_SERVER, "RFC 2181 section 11"),
    ("http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", "dns-label", NOT_IN_DNS, NO_SERVER, "RFC 2181 section 11"),
    ("http://a%FF/", "host-not-utf8", "the host is not UTF-8", "software disagrees about the characters, and so about the host", "RFC 3986 section 3.2.2"),
    // Ports.
    ("http://h:80/", "default-port", "the port is the scheme's default; leave it out", "without the port, the URI names the same resource, but compares as different", "RFC 3986 section 6.2.3"),
    ("http://h:25/", "foreign-port", "the port belongs to another protocol", FOREIGN, "RFC 3986 section 7.2, RFC 1738 section 6"),
    ("http://h:70/", "foreign-port", "the port belongs to another protocol", FOREIGN, "RFC 3986 section 7.2, RFC 1738 section 3.4"),
    ("http://h:443/", "foreign-port", OTHER_FORM, NO_TLS, "RFC 3986 section 7.2, RFC 9110 section 4.2.2"),
    ("coaps://h:5683/", "foreign-port", OTHER_FORM, NO_TLS, "RFC 3986 section 7.2, RFC 7252 section 6.1"),
    ("news://h:563/", "foreign-port", OTHER_FORM, NO_TLS, "RFC 3986 section 7.2, RFC 4642 section 1"),
    ("http://h:591/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2"),
    ("http://h:888/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2"),
    ("http://h:0/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2"),
    ("webcal://h:25/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2"),
    ("webcal://h:80/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2"),
    ("webcal://h:6000/", "well-known-port", WELL_KNOWN, ANOTHER, "RFC 3986 section 7.2, and the fetch standard's list of blocked ports"),
    ("coap://h:6000/", "foreign-port", "the port belongs to another protocol", FOREIGN, "RFC 3986 section 7.2, and the fetch standard's list of blocked ports"),
    ("coap://h:5684/", "foreign-port", OTHER_FORM, NO_TLS, "RFC 3986 section 7.2, RFC 7252 section 6.2"),
    // Options of CoAP.
    ("coap://h/x#f", "fragment-in-request", "a request of CoAP has no fragment; leave it out of requests", "software refuses to request the URI, or drops the fragment first", "RFC 7252 section 6.4 step 4"),
    (LONG_SEGMENT, "option-too-long", "a segment has more than 255 bytes, and no option of CoAP holds more", NO_OPTION, "RFC 7252 section 5.10"),
    (LONG_PARAMETER, "option-too-long", "a parameter has more than 255 bytes, and no option of CoAP holds more", NO_OPTION, "RFC 7252 section 5.10"),
    (LONG_HOST, "option-too-long", "the host has more than 255 bytes, and no option of CoAP holds more", NO_OPTION, "RFC 7252 section 5.10"),
    ("coap://h/%FF", "option-not-utf8", "the path is not UTF-8, and the options of CoAP are", NO_OPTION, "RFC 7252 sections 3.2 and 5.10"),
    ("coap://h?%FF", "option-not-utf8", "the query is not UTF-8, and the options of CoAP are", NO_OPTION, "RFC 7252 sections 3.2 and 5.10"),
    // Octets.
    ("http://h/%2e%2e%2f", "disguised-dot-segment", "some software reads a segment of the path as \"..\", and leaves the directory", "a server may return a file that is outside of the directory it serves", "RFC 3986 section 7.3"),
    ("http://h/%00", "nul", "NUL in the path", "software that ends text at NUL sees a shorter URI than the check before it", "RFC 3986 section 7.3"),
    ("http://h/%0A", "control-character", "control character in the path", "decoded, it may end a line in a log or a header, and forge the next one", "RFC 3986 section 7.3"),
    ("http://h/%E2%80%AE", "hidden-character", "invisible or misleading character in the path", "a reader may see another URI than the one that is requested", "RFC 3987 section 8.2"),
    // Spellings from before RFC 3986.
    ("ftp://h/a?b", "question-mark", "\"?\" begins a query; percent-encode it if it belongs to a name", QUESTION_MARK, "RFC 1738 section 5, RFC 3986 section 3.3"),
    ("ftp://h/a;type=x", "unknown-typecode", "the typecode after \";type=\" is not a, i or d", "some software reads it as the end of the name of the file, and some ignores it", "RFC 1738 section 3.2.2"),
    ("http://h?s", "search-without-slash", "a search without a slash before it; write \"/?\"", "RFC 9110 allows it, but software that follows RFC 1738 refuses the URI", "RFC 1738 section 3.3, RFC 9110 section 4.2.1"),
];

// shows: R3986-7.2-01, R1738-3.1-05, R1738-3.1-07, R1738-3.1-09, R1738-3.3-04
#[test]
fn each_finding_says_what_its_section_says() {
    for &(uri, kind, sentence, reason, section) in SENTENCES {
        let found = findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16)
            .find(|finding| finding.kind().name() == kind)
            .unwrap_or_else(|| panic!("{uri}: no {kind}"));
        // The place precedes the advice.
        let at = sentence.find("; ").unwrap_or(sentence.len());
        let message = format!("{}, at byte {}{}", &sentence[..at], found.offset(), &sentence[at..]);
        assert_eq!((&*found.to_string(), found.kind().reason()), (&*message, reason), "{uri}");
        assert!(section.contains("RFC ") || section.contains("CVE-"), "{uri}");
    }
}

/// A rule must not be stricter than the newest document about the scheme, unless its sentence says so.
// shows: R3986-6.2.3-01
#[test]
fn what_documents_allow_has_no_finding() {
    for (uri, _section) in [
        ("http://h:/", "RFC 9110 section 4.2.1, RFC 3986 section 6.2.3"),
        ("https://h:/", "RFC 9110 section 4.2.2, RFC 3986 section 6.2.3"),
        ("coap://h:/", "RFC 7252 section 6.1"),
        ("coap://h?q", "RFC 7252 section 6.1"),
        ("coap://198.51.100.1:61616//%2F//?%2F%2F&?%26", "RFC 7252 appendix B"),
        ("coaps://h:/", "RFC 7252 section 6.2"),
        ("http://h:8080/", "RFC 3986 section 7.2"),
        ("http://3com.example/", "RFC 1123 section 2.1"),
        ("mailto:a@b?subject=c", "RFC 6068 section 2"),
        ("file:///etc/hosts", "RFC 8089 section 2"),
    ] {
        assert_eq!(findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16).count(), 0, "{uri}");
    }
}

/// Only a host makes it a URI of http.
// shows: R1738-3.3-04
#[test]
fn a_search_without_a_host_is_not_allowed_by_rfc_9110() {
    for uri in ["http:?x", "http://?x", "http://:80?x", "http://u@?x"] {
        let found: Vec<_> = findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16).collect();
        let has = |name| found.iter().any(|finding| finding.kind().name() == name);
        assert!(!has("search-without-slash"), "{uri}: {found:?}");
        assert!(found.iter().any(|it| matches!(it.kind(), FindingKind::Scheme(_))), "{uri}");
    }
}

/// `FindingKind::Scheme` has the sentence of the scheme's error.
#[test]
fn violations_say_what_the_error_of_the_view_says() {
    for uri in ["file:/etc/hosts", "http:///x", "mailto:"] {
        let finding = findings(UriRef::parse(uri).unwrap(), Table::DRAFT_16).next().unwrap();
        let FindingKind::Scheme(error) = finding.kind() else { panic!("{uri}") };
        assert_eq!(finding.to_string(), error.to_string());
    }
}
