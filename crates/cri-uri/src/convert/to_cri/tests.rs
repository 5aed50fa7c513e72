//! URIs and the CRIs that they become.

use std::format;
use std::string::String;
use std::vec::Vec;

use cri_core::{ArrayBuffer, Component, Feature, Features, Revision};

use super::*;
use crate::convert::error::ToCriErrorKind;

fn convert(uri: &str, options: Options) -> Result<String, ToCriError> {
    Ok(format!("{:?}", UriRef::parse(uri)?.to_cri(options, Vec::new())?))
}

#[test]
fn errors_are_where_the_uri_is_wrong() {
    use Component::{Discard, Host, Path, Port, Userinfo, ZoneId};
    for (uri, kind, component, offset) in [
        ("s://u@[v1.x]", ToCriErrorKind::IpFuture, Host, 6),
        ("s://h:", ToCriErrorKind::EmptyPort, Port, 5),
        ("s://h:01", ToCriErrorKind::PortLeadingZero, Port, 6),
        ("s://h:65536", ToCriErrorKind::PortRange, Port, 6),
        ("s://u%3A:p@h:", ToCriErrorKind::ColonInUserinfo, Userinfo, 8),
        ("s://a.%41%2e%C3%84", ToCriErrorKind::UpperCaseHost, Host, 12),
        ("s:/.//b", ToCriErrorKind::LeadingEmptySegment, Path, 5),
        ("s:b/..//c/../", ToCriErrorKind::LeadingEmptySegment, Path, 7),
        ("//[::1%25a%C3%A9%C3]", ToCriErrorKind::InvalidUtf8(0xc3), ZoneId, 16),
    ] {
        let error = convert(uri, Options::default()).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "{uri}"
        );
        assert!(format!("{error}").contains(&format!(", at byte {offset}")), "{error}");
    }
    let error = convert("//[::1%25%ff]", Options::default()).unwrap_err();
    assert_eq!(
        format!("{error}"),
        "'%FF' in the zone identifier is not UTF-8, at byte 9; text in a CRI is UTF-8"
    );
    let error = convert("//[::1%25z]", Options::new(Revision::Rfc9988)).unwrap_err();
    assert_eq!(
        (error.kind(), error.component(), error.offset()),
        (ToCriErrorKind::ZoneId, ZoneId, 9)
    );
    let above = "../".repeat(127);
    let error = convert(&above, Options::default()).unwrap_err();
    assert_eq!(
        (error.kind(), error.component(), error.offset()),
        (ToCriErrorKind::DiscardRange, Discard, 378)
    );
    let message = r#"a ".." too many: a CRI reference leaves at most 126 segments of its base, at byte 378; write fewer "..", or the path from the root"#;
    assert_eq!(format!("{error}"), message);
}

#[test]
fn a_request_holds_percent_encoded_text_as_text() {
    let request = |uri: &str| {
        let shown = |cri: CriRefBuf<Vec<u8>>| format!("{cri:?}");
        let options = Options::default();
        let cri = to_request_cri(uri, options, Vec::new()).map(shown);
        let parsed = UriRef::parse(uri).unwrap().to_request_cri(options, Vec::new());
        assert_eq!(cri, parsed.map(shown), "{uri}");
        cri
    };
    for (uri, cri) in [
        ("coap://h%2Ci/a%2Cb%3a?c%3Dd&%26%2f", r#"[-1, ["h,i"], ["a,b:"], ["c=d", "&/"]]"#),
        ("coap://H:/x", r#"[-1, ["h"], ["x"]]"#),
        ("coap://h:005684", r#"[-1, ["h", 5684], []]"#),
        ("coap://h:05683", r#"[-1, ["h"], []]"#),
        // %2E is a dot, and %C3%A9 was text before.
        ("coap://h/a/%2E%2E/%C3%A9", r#"[-1, ["h"], ["é"]]"#),
        // References resolve to a CRI with options.
        ("../a%2Bb", r#"[2, ["a+b"]]"#),
        ("?t=1%2B2", r#"[0, null, ["t=1+2"]]"#),
        // No option carries these, so they stay as they are.
        (
            "coap://u%2C@h/%2C#%2Ca%26%FF",
            r#"[-1, [false, ["u", h'2C'], "h"], [","], null, [h'2C', "a", h'26FF']]"#,
        ),
    ] {
        assert_eq!(request(uri).as_deref(), Ok(cri), "{uri}");
    }
    for (uri, kind, component, offset) in [
        ("coap://%FF/", ToCriErrorKind::InvalidUtf8(0xff), Component::Host, 7),
        ("coap://h/a%2C%C3/", ToCriErrorKind::InvalidUtf8(0xc3), Component::Path, 13),
        ("coap://h/?%41&%80", ToCriErrorKind::InvalidUtf8(0x80), Component::Query, 14),
        ("coap://h:065536/", ToCriErrorKind::PortRange, Component::Port, 9),
        ("coap://[v1.x]:/", ToCriErrorKind::IpFuture, Component::Host, 7),
    ] {
        let error = request(uri).unwrap_err();
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, component, offset),
            "{uri}"
        );
    }
    let message = "'%FF' in the path is not UTF-8, at byte 1; the value of an option is UTF-8";
    assert_eq!(format!("{}", request("/%FF").unwrap_err()), message);
}

// shows: D16-3-03
#[test]
fn errors_leave_an_empty_buffer() {
    let long = "a/./%2F".repeat(100);
    for uri in [
        "s://h:",
        "s:/.//b",
        "coap://h:99999/",
        &format!("coap://h:99999/{long}"),
        &format!("s:/.//{long}"),
    ] {
        for mut buffer in [Vec::new(), Vec::with_capacity(1000)] {
            assert!(UriRef::parse(uri).unwrap().to_cri(Options::default(), &mut buffer).is_err());
            assert!(buffer.is_empty(), "{uri}");
        }
    }
    let mut buffer = ArrayBuffer::<8>::new();
    assert!(UriRef::parse(&long).unwrap().to_cri(Options::default(), &mut buffer).is_err());
    assert!(buffer.is_empty());
}

// shows: D16-2-C12-01, D16-7-02
#[test]
fn errors_of_features_are_where_the_uri_needs_them() {
    use Component::{Authority, Fragment, Host, Path, Query, Scheme, Userinfo};
    use Feature::{ExtendedCri, NoAuthority, SchemeName};
    for (uri, feature, component, offset) in [
        ("s://h", SchemeName, Scheme, 0),
        ("coap:/a", NoAuthority, Authority, 5),
        ("coap://u@h", Feature::Userinfo, Userinfo, 7),
        ("//u%21@h", ExtendedCri, Userinfo, 3),
        ("//a.b%C3%A9%21", ExtendedCri, Host, 11),
        ("/a/b%20%3B", ExtendedCri, Path, 7),
        ("/x/../b%3B", ExtendedCri, Path, 7),
        ("?a&%FF", ExtendedCri, Query, 3),
        ("#%2F", ExtendedCri, Fragment, 1),
    ] {
        let options = Options::default();
        assert!(convert(uri, options).is_ok(), "{uri}");
        let error =
            convert(uri, options.with_features(Features::ALL.without(feature))).unwrap_err();
        let expected = (ToCriErrorKind::UnsupportedFeature(feature), component, offset);
        assert_eq!((error.kind(), error.component(), error.offset()), expected, "{uri}");
    }
    assert!(convert("coap://h/%20?%26", Options::default().with_features(Features::NONE)).is_ok());
}

#[test]
fn coap_options_number_six_schemes() {
    for revision in Revision::ALL {
        let convert = |uri: &str, options| convert(uri, options).unwrap();
        for Scheme { name, .. } in Options::coap(revision).schemes {
            let uri = format!("{name}://h:5683/");
            assert_eq!(
                convert(&uri, Options::coap(revision)),
                convert(&uri, Options::new(revision))
            );
        }
        assert_eq!(convert("https://h/", Options::coap(revision)), r#"["https", ["h"], [""]]"#);
    }
}

// shows: D16-7.1-06
#[test]
fn a_buffer_that_grows_has_room_for_short_sequences() {
    for count in [1, 23, 200, 5_000] {
        for (uri, item) in [
            (format!("s://h{}", "/a%3Ba".repeat(count)), r#"["a", h'3B', "a"]"#),
            (format!("//h{}", ".a%21a".repeat(count)), r#"["a", h'21', "a"]"#),
            (format!("?{}x", "a%2Ba&".repeat(count)), r#"["a", h'2B', "a"]"#),
        ] {
            assert_eq!(
                convert(&uri, Options::default()).unwrap().matches(item).count(),
                count,
                "{uri}"
            );
        }
    }
}
