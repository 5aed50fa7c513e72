//! Warnings about text that is not in Normalization Form C (RFC 3987 section 5.3.2.2). It may look like other text.

use cri_core::Component;
use cri_uri::UriRef;
use cri_uri::nfc::first_change;
use cri_uri::pct::Subcomponent;

use crate::finding::{COMPONENTS, Finding, FindingKind, text_of};
use crate::host::{all_labels, name};

/// The first place in each component of `uri` that is not in Normalization Form C, in the URI's order.
///
/// Each label, segment and parameter is looked at by itself, as in a CRI; zone identifiers are not looked at. This is
/// not part of [`findings`](crate::lints::findings()), since a feature must not change the findings.
///
/// ```
/// use cri_check::{FindingKind, nfc_findings};
/// use cri_uri::UriRef;
///
/// let found: Vec<_> = nfc_findings(UriRef::parse("s://h:99999/e%CC%81?%C3%A9")?).collect();
/// assert_eq!((found.len(), found[0].kind(), found[0].offset()), (1, FindingKind::NotNfc, 12));
/// let message = "text in the path is not in NFC, so text that looks equal may differ, at byte 12; write it in NFC";
/// assert_eq!(found[0].to_string(), message);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub fn nfc_findings(uri: UriRef<'_>) -> impl Iterator<Item = Finding> {
    COMPONENTS.into_iter().filter_map(move |component| {
        let at = first_not_nfc(uri, component)?;
        Some(Finding::at(uri, at, FindingKind::NotNfc, component))
    })
}

/// The part of the component that begins with the first character that NFC changes.
fn first_not_nfc(uri: UriRef<'_>, component: Component) -> Option<&[u8]> {
    let (part, separator) = match component {
        Component::Host => {
            return all_labels(name(uri)?).find_map(|label| first(label, Subcomponent::Host));
        }
        Component::Userinfo => (Subcomponent::Userinfo, NONE),
        Component::Path => (Subcomponent::Segment, b'/'),
        Component::Query => (Subcomponent::Parameter, b'&'),
        _ => (Subcomponent::Fragment, NONE),
    };
    let text = text_of(uri, component)?.as_bytes();
    text.split(|&byte| byte == separator).find_map(|item| first(item, part))
}

/// The part of an item that begins with the first character that NFC changes.
fn first(item: &[u8], part: Subcomponent) -> Option<&[u8]> {
    item.get(first_change(item, part)?..)
}

/// A separator that no URI has.
const NONE: u8 = b' ';

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use cri_core::Component::{Fragment, Host, Path, Query, Userinfo};
    use cri_core::Revision;

    use super::*;
    use cri_uri::{Nfc, Options, ToCriErrorKind};

    fn found(uri: &str) -> Vec<(Component, usize)> {
        let findings = nfc_findings(UriRef::parse(uri).unwrap());
        findings.map(|finding| (finding.component(), finding.offset())).collect()
    }

    #[test]
    fn uris_without_a_cri_have_findings_too() {
        for (uri, offset) in [
            ("x://h:99999/e%CC%81", 12),
            ("http://[v1.a]/e%CC%81", 14),
            ("http://h:/e%CC%81", 10),
            ("http://u:p@h:/a/xe%cc%81", 17),
            ("s:/.//e%CC%81", 6),
            ("/e%CC%81/../x", 1),
        ] {
            assert_eq!(found(uri), [(Path, offset)], "{uri}");
        }
    }

    #[test]
    fn each_component_has_one_finding() {
        let uri =
            "s://e%CC%81:e%CC%81@b.E%CC%81e%CC%81/e%CC%81/e%CC%81?a&e%CC%81&e%CC%81#%E2%84%AA";
        assert_eq!(
            found(uri),
            [(Userinfo, 4), (Host, 22), (Path, 37), (Query, 55), (Fragment, 71)]
        );
        // Text in NFC, marks next to bytes that they cannot compose with, and ASCII.
        for uri in [
            "//%C3%A9/%C3%A9?%C3%A9#%C3%A9",
            "/e/%CC%81?e&%CC%81#%FF%CC%81",
            "/e%2F%CC%81",
            "/e%FF%CC%81",
            "s://u@h/a?b#c",
        ] {
            assert_eq!(found(uri), [], "{uri}");
        }
        assert_eq!(found("//[::1%25e%CC%81]"), []);
    }

    #[test]
    fn creation_stops_at_the_first_finding() {
        for uri in [
            "s://e%CC%81@h",
            "//a.xe%CC%81",
            "//%4B%CC%A7",
            "//b%3B%CC%81.e%3B%CC%81",
            "/a%2Fe%CC%81",
            "/%3D%CC%B8",
            "?%26e%CC%81",
            "?a%3D%CC%B8",
            "#e%CC%81",
            "#%3C%CC%B8",
            "/%C3%A9",
        ] {
            let options = Options::new(Revision::Rfc9988).with_nfc(Nfc::Refuse);
            let error = UriRef::parse(uri).unwrap().to_cri(options, Vec::new()).err();
            assert!(
                error.is_none_or(|error| error.kind() == ToCriErrorKind::NotNfc),
                "{uri}: {error:?}"
            );
            let expected = error.map(|error| (error.component(), error.offset()));
            assert_eq!(found(uri).first().copied(), expected, "{uri}");
        }
    }
}
