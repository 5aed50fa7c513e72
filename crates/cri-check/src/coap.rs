//! Warnings about URIs of CoAP that no request can carry in its options (RFC 7252 sections 5.10 and 6.4).

use cri_core::Component;
use cri_uri::pct::{self, characters};
use cri_uri::{Table, UriRef};

use crate::finding::{Finding, FindingKind};

/// The most bytes in a Uri-Host, a Uri-Path or a Uri-Query (RFC 7252 section 5.10).
const LONGEST_VALUE: usize = 255;

/// Whether `uri` has one of the six schemes of CoAP.
fn is_coap(uri: UriRef<'_>) -> bool {
    uri.known_scheme(Table::COAP_DRAFT_16).is_some()
}

/// A fragment. Step 4 of section 6.4 fails.
pub(crate) fn fragment(uri: UriRef<'_>) -> Option<Finding> {
    let fragment = uri.fragment().filter(|_| is_coap(uri))?;
    Some(Finding::at(uri, fragment, FindingKind::FragmentInRequest, Component::Fragment))
}

/// The host, or the first segment or parameter, that is too long for one option once it is decoded.
pub(crate) fn too_long(uri: UriRef<'_>) -> Option<Finding> {
    values(uri).find_map(|(value, component)| {
        let is_too_long =
            value.len() > LONGEST_VALUE && pct::decode(value).nth(LONGEST_VALUE).is_some();
        is_too_long.then(|| Finding::at(uri, value, FindingKind::OptionTooLong, component))
    })
}

/// The first byte of a segment or parameter that is not UTF-8, as options are (section 3.2).
pub(crate) fn not_utf8(uri: UriRef<'_>) -> Option<Finding> {
    // The host has a warning of its own.
    let mut values = values(uri).filter(|(_, component)| *component != Component::Host);
    values.find_map(|(value, component)| {
        let (at, _) = characters(value.as_bytes()).find(|(_, character)| character.is_err())?;
        Some(Finding::at(uri, value.get(at..)?, FindingKind::OptionNotUtf8, component))
    })
}

/// The texts that section 6.4 puts into one option each; none if `uri` has another scheme.
fn values(uri: UriRef<'_>) -> impl Iterator<Item = (&str, Component)> {
    Some(uri).filter(|uri| is_coap(*uri)).into_iter().flat_map(|uri| {
        let host = uri.host_str().map(|host| (host, Component::Host));
        let segments = uri.segments().map(|segment| (segment, Component::Path));
        let parameters = uri.parameters().map(|parameter| (parameter, Component::Query));
        host.into_iter().chain(segments).chain(parameters)
    })
}

#[cfg(test)]
mod tests {
    use std::format;

    use cri_core::Component::{Fragment, Host, Path, Query};

    use crate::lints::tests::findings;

    // shows: R7252-5.10-01
    #[test]
    fn values_are_too_long_once_they_are_decoded() {
        let of = |len: usize| "a".repeat(len);
        let encoded = |len: usize| "%C3%A9".repeat(len / 2) + &"%41".repeat(len % 2);
        for value in [of(255), encoded(255)] {
            for uri in ["coap://h/x/VALUE/y", "coaps://h/?x&VALUE&y", "coap+ws://h/VALUE?VALUE"] {
                assert_eq!(findings(&uri.replace("VALUE", &value)), [], "{uri}");
            }
        }
        for value in [of(256), encoded(256)] {
            for (uri, component, offset) in [
                ("coap://h/x/VALUE/y", Path, 11),
                ("COAPS+TCP://h/?x&VALUE", Query, 17),
                ("coap://h/VALUE/VALUE?VALUE", Path, 9),
            ] {
                let uri = uri.replace("VALUE", &value);
                assert_eq!(findings(&uri), [("option-too-long", component, offset)], "{uri}");
            }
            for uri in ["http://h/VALUE", "/VALUE?VALUE", "coap://h/?x#VALUE", "coapx://h/VALUE"] {
                let uri = uri.replace("VALUE", &value);
                let found = findings(&uri);
                assert!(found.iter().all(|found| found.0 != "option-too-long"), "{uri}: {found:?}");
            }
        }
        let host = format!("coap://{}/", "%C3%A9".repeat(128));
        assert!(findings(&host).contains(&("option-too-long", Host, 7)));
    }

    // shows: R7252-5.10-01
    #[test]
    fn values_are_utf8() {
        for (uri, component, offset) in [
            ("coap://h/a%FF", Path, 10),
            ("coap://h/%C3%A9/%C3", Path, 16),
            ("coap://h/%C3/%A9?%80", Path, 9),
            ("coaps+ws://h/?a=%C3%A9&%ED%A0%80", Query, 23),
        ] {
            assert_eq!(findings(uri), [("option-not-utf8", component, offset)], "{uri}");
        }
        assert_eq!(findings("coap://h%FF/"), [("host-not-utf8", Host, 8)]);
        assert_eq!(findings("https://h/%FF?%FF"), []);
    }

    // shows: R7252-6.4-05
    #[test]
    fn requests_have_no_fragment() {
        for (uri, offset) in [("coap://h/x#f", 11), ("CoAPs://h#", 10), ("coap+tcp://h?#x", 14)] {
            assert_eq!(findings(uri), [("fragment-in-request", Fragment, offset)], "{uri}");
        }
        for uri in ["http://h/x#f", "#f", "//h/x#f", "mqtt://h/#f", "coap://h/%23f"] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }

    #[test]
    fn uris_of_coap_have_no_findings() {
        for uri in [
            "coap://example.com/~sensors/temp.xml",
            "coap://EXAMPLE.com/%7Esensors/temp.xml",
            "coap://EXAMPLE.com:/%7esensors/temp.xml",
            "coap://198.51.100.1:61616//%2F//?%2F%2F&?%26",
            "coap://[2001:db8::2:1]/",
            "coap://example.net/.well-known/core",
            "coap://xn--18j4d.example/%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF",
            "coap://%E3%81%BB%E3%82%93.example/",
            "coap://[fe80::1%25eth0]/",
            "coap://[ff02::fd]/.well-known/core?rt=core.rd*",
            "coap://h?t=2024-01-01T00:00:00%2B01:00",
            "coap://h/rd?ep=node1&lt=600&base=coap%3A%2F%2F%5B2001:db8::1%5D",
            "coaps://h:61617/a//b/",
            "coap+tcp://h:8080",
            "coap+ws://h:8683/",
            "coaps+ws://h",
        ] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }

    #[test]
    fn the_search_is_linear() {
        for piece in ["/", "%41", "a/", "%C3%A9", "&"] {
            cri_testvectors::assert_linear(piece, 5_000, |len| {
                findings(&format!("coap://h/{}?{}", piece.repeat(len), piece.repeat(len)));
            });
        }
    }
}
