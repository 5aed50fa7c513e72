//! A reference leads to its target by RFC 3986 section 5.2 and by section 5.3 of the draft. `checks/exhaustive` tries all pairs
//! of short URIs.

use cri_core::Resolved;
use cri_uri::__private::{other_target, references};
#[cfg(feature = "nfc")]
use cri_uri::Nfc;
use cri_uri::{Options, RecomposeErrorKind, Uri, UriCri, UriRef};

use crate::rfc3986::leads;

// shows: D16-5-06
#[test]
fn shortest_references_by_example() {
    for (base, target, expected) in [
        // RFC 3986 section 5.2.4 step 2C: leaving the first segment of a rootless path makes it rooted.
        ("did:example:1/a", "did:example:2", "did:example:2"),
        ("did:example:1/a", "did:example:1/b", "b"),
        ("s:b/c", "s:d", "s:d"),
        ("s:b/c", "s:/d", "/d"),
        ("s:b", "s:d", "d"),
        // Section 5.2.3: no slash follows an empty path without an authority. The CRI is rooted (5.3 step 3).
        ("s:", "s:g", "s:g"),
        ("s:", "s:/g", "/g"),
        ("urn:a", "urn:", "urn:"),
        // The base keeps its fragment as a CRI, and RFC 3986 drops it.
        ("coap://h/a/b/c#old", "coap://h/a/b/c", "c"),
        ("coap://h/a/b:c#old", "coap://h/a/b:c", "./b:c"),
        ("coap://h/a/#old", "coap://h/a/", "."),
        ("coap://h/#old", "coap://h/", "."),
        ("coap://h#old", "coap://h", "//h"),
        ("coap://h/a/b?q#old", "coap://h/a/b?q", "?q"),
        ("coap://h/a?q#old", "coap://h/a", "a"),
        ("coap://h/a/b?q#old", "coap://h/a/b?q#old", "#old"),
        ("urn:a#old", "urn:a", "a"),
        ("urn:a#old", "urn:a#old", "#old"),
        ("urn:a#old", "urn:a#new", "#new"),
        ("s:#old", "s:", "s:"),
    ] {
        let (base, target): (UriCri, UriCri) = (base.parse().unwrap(), target.parse().unwrap());
        let found = references(base.as_cri(), target.as_cri(), Options::default()).unwrap();
        let found = found.into_iter().map(|it| it.uri).min_by_key(String::len).unwrap();
        assert_eq!(found, expected, "{base} {target}");
        assert!(
            leads(base.as_cri(), &base.relativize(&target).to_string(), &target),
            "{base} {target}"
        );
    }
}

#[test]
fn another_target_of_rfc3986_is_told() {
    for (base, reference, other) in [
        ("scheme:foo/bar", "../baz", Some("scheme:/baz")),
        ("scheme:foo/bar", "baz", None),
        ("s:b", "g/../h", Some("s:/h")),
        ("s:", "g?q", Some("s:g?q")),
        // CRIs have no target here.
        ("s:b", ".", Some("s:")),
        ("s:b", "../é", None),
        ("s:b/c", "../é", Some("s:/%C3%A9")),
        ("s:b/c", "//h/a/../b", None),
        ("s:b/c", "t:b/../c", None),
        ("coap://h/a/b", "../../c", None),
        ("coap://h/a#f", "", Some("coap://h/a")),
        // Text that is not in NFC.
        ("s:b/c", "../e\u{301}", Some("s:/e%CC%81")),
        ("s:e%CC%81/c", "../e%CC%81", Some("s:/e%CC%81")),
        ("s:e%CC%81/c", "g%41", None),
        // The steps of RFC 3986 give another host. CRIs have a target, or none.
        ("s:/a", ".//%2E%2E/b", Some("s://%2E%2E/b")),
        ("s:/a", ".//b", Some("s://b")),
        ("s:/a", "..//u:p@h", Some("s://u:p@h")),
        ("s:/a", ".///b", Some("s:///b")),
        ("s:/a", ".//h:b", Some("s://h:b")),
        ("s:x", ".//b", Some("s:/b")),
    ] {
        let base: UriCri = base.parse().unwrap();
        let cri = cri_uri::IriRef::parse(reference).unwrap();
        let cri = cri.to_cri(Options::default(), Vec::new()).unwrap();
        let target = base.as_cri().resolve(&cri).ok();
        let target = target.map(Resolved::sections);
        let found = other_target(base.as_cri(), reference, target, Options::default());
        assert_eq!(found.as_deref(), other, "{base} {reference}");
        if let Ok(reference) = UriRef::parse(reference) {
            let base = base.to_string();
            let by_text = Uri::parse(&base).unwrap().resolve(reference);
            match (by_text, other) {
                (Ok(by_text), Some(other)) => assert_eq!(by_text.to_string(), other),
                (Err(error), other) => {
                    assert_eq!(error.kind(), RecomposeErrorKind::LeadingEmptySegment);
                    assert!(other.is_some_and(|other| other.contains("://")), "{base} {other:?}");
                }
                (Ok(_), None) => {}
            }
        }
    }
}

/// With `Normalize`, the CRI is in NFC where the text is not, which alone makes no other target.
#[cfg(feature = "nfc")]
#[test]
fn normalizing_makes_no_other_target() {
    let options = Options::default().with_nfc(Nfc::Normalize);
    let base: UriCri = "s:b/c".parse().unwrap();
    for (reference, other) in [("e%CC%81", None), ("../e%CC%81", Some("s:/e%CC%81"))] {
        let cri = cri_uri::to_cri(reference, options, Vec::new()).unwrap();
        let target = base.as_cri().resolve(&cri).unwrap();
        let found = other_target(base.as_cri(), reference, Some(target.sections()), options);
        assert_eq!(found.as_deref(), other);
    }
}
