//! Relativizing between all pairs of short URIs. Each reference leads to its target by RFC 3986 section 5.2 and by section 5.3
//! of the draft, and no reference that does so is shorter.

use std::collections::HashMap;

use cri_core::{Base, Features};
use cri_uri::__private::{BothForms, references, shortest_reference};
use cri_uri::{Nfc, Options, ToUri, Uri, UriCri, UriCriRef, UriRef};

use crate::rfc3986::{by_rfc3986, leads};

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

/// Two targets that a CRI of these options cannot have are not one target for that reason.
// shows: R3986-5.2.4-06, D16-5-06
#[test]
fn targets_without_a_cri_are_told_apart() {
    let plain = Features::NONE;
    let mut all = vec![Options::default(), Options::default().with_features(plain)];
    all.extend([Nfc::Refuse, Nfc::Normalize].map(|nfc| Options::default().with_nfc(nfc)));
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
