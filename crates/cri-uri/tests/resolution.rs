//! Resolving and relativising on text: the vectors, properties that connect the two, and time.

use crate::rfc3986;
use crate::samples;

use cri_testvectors::{assert_linear, corpus, run, sample};
use cri_uri::{Normalization, RecomposeErrorKind, Table, Uri, UriRef};
use samples::references;
use std::collections::HashMap;

fn parse(text: &str) -> UriRef<'_> {
    UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn parse_full(text: &str) -> Uri<'_> {
    Uri::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn resolved(base: &str, reference: &str) -> Result<String, RecomposeErrorKind> {
    let target = parse_full(base).resolve(parse(reference));
    target.map(|target| target.to_string()).map_err(|error| error.kind())
}

/// URIs, some of them with dot-segments.
fn uris() -> Vec<String> {
    references().into_iter().filter(|text| !parse(text).is_relative()).collect()
}

// shows: R3986-5.2.1-02
#[test]
fn resolve_vectors() {
    let vectors = corpus().resolve.iter().filter_map(|vector| {
        let expected = vector.rfc3986.as_ref().or(vector.result_uri.as_ref())?;
        Some((vector, (vector.base_uri.as_deref()?, vector.reference_uri.as_deref()?, expected)))
    });
    run(vectors, |(vector, (base, reference, expected))| match resolved(base, reference) {
        // The steps of RFC 3986 would produce another authority, which is an error here.
        Err(RecomposeErrorKind::LeadingEmptySegment) => {
            assert!(
                vector.error.as_ref().is_some_and(|error| error.kind == "leading-empty-segment")
            );
        }
        target => assert_eq!(target.as_ref(), Ok(expected)),
    });
}

// shows: R3986-5.3-03, R3986-5.2.4-05
#[test]
fn targets_are_those_of_the_pseudocode() {
    let (uris, references) = (uris(), references());
    for base in uris.iter().step_by(61) {
        for reference in references.iter().step_by(13) {
            let expected = rfc3986::transform(parse(base), parse(reference));
            match resolved(base, reference) {
                Ok(target) => assert_eq!(target, expected, "{base} {reference}"),
                Err(_) => {
                    let target = expected.split_once(':').unwrap().1;
                    let authority = parse(reference).authority().or(parse(base).authority());
                    assert!(target.starts_with("//"), "{base} {reference}");
                    assert!(
                        authority.is_none() || parse(reference).scheme().is_some(),
                        "{base} {reference}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_reference_leads_to_its_target() {
    let uris = uris();
    for base in uris.iter().step_by(61) {
        for target in sample(uris.iter().step_by(13), 4) {
            // The target without its dot-segments.
            let expected = resolved(base, target);
            match parse_full(base).relativize(parse_full(target)) {
                Ok(reference) => {
                    let reference = reference.to_string();
                    assert_eq!(resolved(base, &reference), expected, "{base} {target} {reference}");
                    assert!(reference.len() <= target.len(), "{base} {target} {reference}");
                }
                Err(error) => assert_eq!(Err(error.kind()), expected, "{base} {target}"),
            }
            let normal =
                parse(target).normalize(Normalization::SYNTAX, Table::DRAFT_16).to_string();
            if let Ok(reference) = parse_full(base).relativize(parse_full(&normal)) {
                let target = resolved(base, &reference.to_string());
                assert_eq!(target.as_ref(), Ok(&normal), "{base} {normal} {reference}");
            }
        }
    }
}

#[test]
fn no_reference_is_shorter() {
    // Resolves every text of up to five of these characters, and keeps the length of the shortest for each target.
    const ALPHABET: [char; 7] = ['a', 'b', '.', '/', ':', '?', 's'];
    let mut texts = vec![String::new()];
    for len in 1..=5_u32 {
        texts.extend((0..ALPHABET.len().pow(len)).map(|code| -> String {
            (0..len)
                .map(|place| ALPHABET[code / ALPHABET.len().pow(place) % ALPHABET.len()])
                .collect()
        }));
    }
    let references: Vec<_> = texts.iter().filter_map(|text| UriRef::parse(text).ok()).collect();
    let bases = "s://a/b/a?b s://a s:///a/a/ s:a/b/a s:a s: s:?a s:/a/b s://a/b/../a/ s:../a";
    for base in sample(bases.split(' '), 3) {
        let base = parse_full(base);
        let mut shortest = HashMap::new();
        for reference in &references {
            if let Ok(target) = base.resolve(*reference) {
                shortest.entry(target.to_string()).or_insert(reference.as_str().len());
            }
        }
        for (target, len) in shortest {
            // Only a reference with an empty path leads to a target with dot-segments, which the base then has.
            if resolved(base.as_str(), &target).as_ref() != Ok(&target) {
                continue;
            }
            let reference = base.relativize(parse_full(&target)).unwrap().to_string();
            assert_eq!(reference.len(), len, "{base} {target} {reference}");
        }
    }
}

#[test]
fn time_is_linear() {
    /// The length of the shorter texts in bytes.
    const LEN: usize = 1 << 13;
    let units = ["../", "a/", "a/../", "a/b/../", "a/a/../../", "./", "a", "/", "%41", "%2E%2E/"];
    for unit in sample(units, 6) {
        let path = |len| format!("x/{}", unit.repeat(len / unit.len()));
        assert_linear(unit, LEN, |len| {
            let path = path(len);
            assert_eq!(
                resolved("s://h/b", &path).unwrap(),
                transform_in_linear_time("s://h/b", &path)
            );
        });
        assert_linear(unit, LEN, |len| {
            let (path, halves) =
                (path(len), ["a/".repeat(len / 4), "../".repeat(len / 6)].concat());
            for (base, reference) in
                [(&*format!("s://h/{path}"), "../c"), (&format!("s:a/{path}"), &halves)]
            {
                let target = resolved(base, reference).unwrap();
                assert_eq!(target, transform_in_linear_time(base, reference));
                let (base, target) = (parse_full(base), parse_full(&target));
                let relative = base.relativize(target).unwrap().to_string();
                assert_eq!(resolved(base.as_str(), &relative).as_deref(), Ok(target.as_str()));
            }
        });
    }
    assert_linear("halves", LEN, |len| {
        let base = parse_full("s:");
        let path = format!("{}{}", "/a".repeat(len), "/..".repeat(len));
        assert_eq!(base.join(&path).unwrap().to_string(), "s:/");
        let path = format!("{}{}", "/a/b/..".repeat(len / 4), "/..".repeat(len / 4 - 1));
        assert_eq!(base.join(&path).unwrap().to_string(), "s:/a/");
    });
}

/// The target of a reference that is a rootless path, computed with a stack of segments.
fn transform_in_linear_time(base: &str, reference: &str) -> String {
    let (base, mut kept, mut dots) = (parse(base), Vec::new(), false);
    let directory = base.path().rfind('/').map_or("", |slash| &base.path()[..=slash]);
    let merged = format!("{directory}{reference}");
    let mut rooted = merged.starts_with('/');
    for segment in merged.strip_prefix('/').unwrap_or(&merged).split('/') {
        dots = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => rooted |= kept.pop().is_some() && kept.is_empty(),
            _ => kept.push(segment),
        }
    }
    if dots {
        kept.push("");
    }
    let authority = base.authority().map(|authority| format!("//{authority}")).unwrap_or_default();
    format!("s:{authority}{}{}", if rooted { "/" } else { "" }, kept.join("/"))
}
