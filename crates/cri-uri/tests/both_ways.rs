//! Relativizing between all pairs of short URIs. Each reference leads to its target by RFC 3986 section 5.2 and by section 5.3
//! of the draft, and no reference that does so is shorter.

use std::collections::HashMap;

use cri_core::{Base, Features, Resolved};
use cri_uri::__private::{BothForms, other_target, references, shortest_reference};
#[cfg(feature = "nfc")]
use cri_uri::Nfc;
use cri_uri::{ComposeErrorKind, Options, ToUri, Uri, UriCri, UriCriRef, UriRef};

use crate::rfc3986::transform;

/// Paths of up to `count` of `segments`.
fn paths(segments: &[&str], count: u32) -> Vec<String> {
    let mut paths = vec![String::new()];
    let mut longest = paths.clone();
    for len in 0..count {
        let slash = if len > 0 { "/" } else { "" };
        longest = longest
            .iter()
            .flat_map(|path| segments.iter().map(move |segment| format!("{path}{slash}{segment}")))
            .collect();
        paths.extend(longest.iter().cloned());
    }
    paths
}

/// URI references of each front, path and end.
fn texts(fronts: &[&str], paths: &[String], ends: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    for front in fronts {
        for path in paths {
            texts.extend(ends.iter().map(|end| format!("{front}{path}{end}")));
        }
    }
    texts.sort();
    texts.dedup();
    texts.retain(|text| UriRef::parse(text).is_ok());
    texts
}

const FULL: [&str; 4] = ["s:", "s:/", "s://h", "s://h/"];
const FRONTS: [&str; 8] = ["", "/", "//h", "//h/", "s:", "s:/", "s://h", "s://h/"];

fn bases() -> Vec<UriCri> {
    let mut bases = texts(&FULL, &paths(&["", "a", "b:c"], 2), &[""]);
    bases.extend(texts(&FULL, &paths(&["", "a", "b:c"], 1), &["?q", "#f", "?q#f"]));
    bases.extend(["s:a/b/a", "s:/a/b/a", "s://h/a/b/a", "s:a/b/", "s:a//b"].map(str::to_owned));
    bases.iter().filter_map(|base| base.parse().ok()).collect()
}

/// The target by the pseudocode of RFC 3986 section 5.2.2.
fn by_rfc3986(base: &str, reference: &str) -> String {
    transform(UriRef::parse(base).unwrap(), UriRef::parse(reference).unwrap())
}

/// Whether `reference` leads to `target` both ways.
fn leads<'b>(base: impl Into<Base<'b>>, reference: &str, target: &UriCri) -> bool {
    let (base, text) = (base.into(), target.to_string());
    let base_uri = base.sections().to_uri(Options::default()).unwrap().to_string();
    let cri = cri_uri::to_cri(reference, Options::default(), Vec::new()).unwrap();
    by_rfc3986(&base_uri, reference) == text
        && base.resolve(&cri).is_ok_and(|resolved| *target == resolved)
}

/// The fewest characters and the fewest bytes of a reference to one target.
type Shortest = (usize, usize);

// shows: D16-5-02, D16-5-05, D16-5-06
#[test]
fn each_reference_leads_there_both_ways_and_none_is_shorter() {
    let ends = ["", "?q", "#f"];
    let mut all = texts(&FRONTS, &paths(&["", "a", "b:c", ".", ".."], 2), &ends);
    all.extend(texts(&FRONTS, &paths(&["", "a", ".."], 3), &ends));
    all.extend(["?q#f", "#", "?"].map(str::to_owned));
    let all: Vec<_> = all
        .iter()
        .filter_map(|text| {
            let cri = cri_uri::to_cri(text, Options::default(), Vec::new()).ok()?;
            Some((text, cri, text.parse::<UriCriRef>().ok()))
        })
        .collect();
    let (mut checked, mut uprooted, mut whole) = (0, 0, 0);
    for base in bases() {
        let base_uri = base.to_string();
        // With the fragment of the base, and without it.
        let without = base.fragment().map(|_| (base.as_cri().without_fragment(), false));
        for (base_cri, is_kept) in [(Base::from(base.as_cri()), true)].into_iter().chain(without) {
            let mut shortest = HashMap::<String, Shortest>::new();
            for (text, cri, canonical) in &all {
                let Ok(by_cri) = base_cri.resolve(cri) else { continue };
                let Ok(target) = by_cri.to_uri(Options::default()) else { continue };
                let (target, reference) = (target.to_string(), UriRef::parse(text).unwrap());
                let by_text = Uri::parse(&base_uri).unwrap().resolve(reference);
                if by_text.ok().map(|by_text| by_text.to_string()).as_ref() != Some(&target) {
                    uprooted += 1;
                    continue;
                }
                let best = shortest.entry(target).or_insert((usize::MAX, usize::MAX));
                let bytes = canonical.as_ref().map_or(usize::MAX, |it| it.as_bytes().len());
                *best = (best.0.min(text.len()), best.1.min(bytes));
            }
            for (uri, (chars, bytes)) in shortest {
                let Ok(target) = uri.parse::<UriCri>() else { continue };
                assert_eq!(target.to_string(), uri);
                let context = format!("{base_uri} {uri} {is_kept}");
                let found = references(base_cri, target.as_cri(), Options::default()).unwrap();
                for BothForms { uri: text, cri } in &found {
                    assert!(leads(base_cri, text, &target), "{context}: {text}");
                    assert_eq!(
                        base_cri.resolve(cri).unwrap(),
                        target.as_cri(),
                        "{context}: {text}"
                    );
                }
                let text = found.iter().map(|it| &it.uri).min_by_key(|text| text.len()).unwrap();
                assert!(text.len() <= chars, "{context}: {text}");
                checked += 1;
                whole += usize::from(*text == uri);
                if !is_kept {
                    continue;
                }
                let reference = base.relativize(&target);
                assert!(leads(base_cri, &reference.to_string(), &target), "{context}: {reference}");
                assert!(reference.as_bytes().len() <= bytes, "{context}: {reference}");
                assert_eq!(base.resolve(&reference).as_ref(), Ok(&target), "{context}");
            }
        }
    }
    assert!(checked > 10_000 && uprooted > 500 && whole > 2_000, "{checked} {uprooted} {whole}");
}

/// The text of a URI may have what no CRI has: dot-segments, also percent-encoded.
// shows: D16-5-02, D16-5-05
#[test]
fn references_between_texts_lead_there_by_rfc3986() {
    let segments = ["", "a", "b:c", "%2E", "%2e%2E", ".."];
    let all = texts(&FULL, &paths(&segments, 2), &["", "?q", "#f"]);
    let mut checked = 0;
    for base in all.iter().step_by(3) {
        for target in &all {
            let full = Uri::parse(base).unwrap();
            // A target with dot-segments is reached without them.
            let expected = by_rfc3986(base, target);
            match full.relativize(Uri::parse(target).unwrap()) {
                Ok(reference) => {
                    let reference = reference.to_string();
                    assert_eq!(
                        by_rfc3986(base, &reference),
                        expected,
                        "{base} {target} {reference}"
                    );
                    assert!(reference.len() <= expected.len(), "{base} {target} {reference}");
                    checked += 1;
                }
                Err(_) => assert!(expected.starts_with("s://") && !target.starts_with("s://")),
            }
        }
    }
    assert!(checked > 50_000, "{checked}");
}

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
                    assert_eq!(error.kind(), ComposeErrorKind::LeadingEmptySegment);
                    assert!(other.is_some_and(|other| other.contains("://")), "{base} {other:?}");
                }
                (Ok(_), None) => {}
            }
        }
    }
}

/// Two targets that a CRI of these options cannot have are not one target for that reason.
// shows: R3986-5.2.4-06, D16-5-06
#[test]
fn targets_without_a_cri_are_told_apart() {
    let plain = Features::NONE;
    let all = [Options::default(), Options::default().with_features(plain)].into_iter();
    #[cfg(feature = "nfc")]
    let all = all.chain([Nfc::Refuse, Nfc::Normalize].map(|nfc| Options::default().with_nfc(nfc)));
    let segments = ["a", "b:c", "e%CC%81", "%C3%A9", "x%FF", "a%2Fb"];
    let uris = texts(&["s:", "s:/", "s://h/"], &paths(&segments, 2), &[""]);
    let cris: Vec<UriCri> = uris.iter().filter_map(|uri| uri.parse().ok()).collect();
    let mut checked = 0;
    for options in all {
        for base in cris.iter().step_by(3) {
            let base_uri = base.to_string();
            for target in &cris {
                let reference =
                    shortest_reference(base.as_cri(), target.as_cri(), options).unwrap();
                assert_eq!(base.as_cri().resolve(&reference).unwrap(), target.as_cri());
                let Ok(uri) = reference.as_cri_ref().to_uri(options) else { continue };
                let by_text = by_rfc3986(&base_uri, &uri.to_string());
                assert_eq!(by_text, target.to_string(), "{options:?} {base_uri} {uri}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5_000, "{checked}");
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
