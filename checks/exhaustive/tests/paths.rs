//! All short paths: their dot-segments, and where they lead.

use std::collections::BTreeMap;

use cri_core::{Discard, TextOrPet};
use cri_uri::{Normalization, Options, Table, ToCriErrorKind, UriRef};

use crate::commutation::{normalised, outcome};
use crate::conversion::{to_cri, to_uri};
use crate::rfc3986::{decode_dots, guarded, normal_path, remove_dot_segments};

/// Every path of up to five of these segments.
fn short_paths() -> impl Iterator<Item = String> {
    const SEGMENTS: [&str; 6] = ["", ".", "..", "a", "%2E", ".%2e"];
    (1..=5_u32).flat_map(|len| {
        (0..SEGMENTS.len().pow(len)).map(move |index| {
            let segments =
                (0..len).map(|place| SEGMENTS[index / SEGMENTS.len().pow(place) % SEGMENTS.len()]);
            segments.collect::<Vec<_>>().join("/")
        })
    })
}

// shows: D16-2.1-08, R3986-5.2.1-02, R3986-5.2.4-01, R3986-5.2.4-03, R3986-5.2.4-06
#[test]
fn dot_segments_go_as_the_steps_say() {
    let options = Options::default();
    for path in short_paths() {
        for front in ["s:", "s:/a/"] {
            if front == "s:" && path.starts_with("//") {
                continue; // That is an authority.
            }
            let expected = format!("s:{}", normal_path(&format!("{}{path}", &front[2..])));
            match to_cri(&format!("{front}{path}"), options) {
                Ok(cri) => assert_eq!(to_uri(cri.as_cri_ref(), options), expected, "{front}{path}"),
                Err(error) if error.kind() == ToCriErrorKind::LeadingEmptySegment => {
                    assert!(expected.starts_with("s://"), "{front}{path}");
                }
                Err(error) => panic!("{front}{path}: {error}"),
            }
        }
    }
}

// shows: R3986-6.2.2.3-02
#[test]
fn normalising_removes_literal_dot_segments_first() {
    let both = Normalization::PERCENT.with(Normalization::DOT_SEGMENTS);
    for path in short_paths() {
        for (front, path) in
            [("s:", path.clone()), ("s:", format!("/{path}")), ("//h", format!("/{path}"))]
        {
            if front == "s:" && path.starts_with("//") {
                continue; // That is an authority.
            }
            for (steps, expected) in [
                (both, normal_path(&path)),
                (Normalization::DOT_SEGMENTS, remove_dot_segments(&path)),
            ] {
                // Without an authority, `//` would read as one.
                let guard = if front == "s:" && expected.starts_with("//") { "/." } else { "" };
                let uri = format!("{front}{path}");
                let normal = UriRef::parse(&uri).unwrap().normalize(steps, Table::DRAFT_16);
                assert_eq!(normal.to_string(), format!("{front}{guard}{expected}"), "{uri}");
            }
        }
    }
}

/// The segments that the dot-segments among them leave, and how many `..` find none to remove.
fn without_dots(path: impl Iterator<Item = String>) -> (Vec<String>, u8) {
    let (mut segments, mut above, mut dots) = (Vec::new(), 0, false);
    for segment in path {
        dots = matches!(&*segment, "." | "..");
        match &*segment {
            ".." if segments.pop().is_none() => above += 1,
            "." | ".." => {}
            _ => segments.push(segment),
        }
    }
    if dots {
        segments.push(String::new());
    }
    (segments, above)
}

// shows: D16-6.1-31, R3986-5.2.4-07
#[test]
fn relative_paths_count_the_segments_above() {
    for path in short_paths().filter(|path| !path.is_empty() && !path.starts_with('/')) {
        let (segments, literal) = without_dots(path.split('/').map(str::to_owned));
        let (segments, encoded) = without_dots(segments.iter().map(|segment| decode_dots(segment)));
        let cri = to_cri(&path, Options::default()).unwrap();
        let sections = cri.as_cri_ref().sections();
        assert_eq!(sections.discard(), Discard::Segments(1 + literal + encoded), "{path}");
        let found = sections.path().into_iter().flat_map(|path| path.segments());
        assert!(
            found.map(TextOrPet::as_str).eq(segments.iter().map(|segment| Some(&**segment))),
            "{path}"
        );
        // After an authority, the remaining path begins with a slash.
        let rooted = to_uri(
            to_cri(&format!("//h/{path}"), Options::default()).unwrap().as_cri_ref(),
            Options::default(),
        );
        assert_eq!(rooted, format!("//h{}", normal_path(&format!("/{path}"))));
    }
}

/// Paths of up to `count` of `segments`, after each of `fronts`.
fn paths(fronts: &[&str], segments: &[&str], count: u32) -> Vec<String> {
    let mut paths = vec![vec![]];
    for len in 1..=count {
        paths.extend((0..segments.len().pow(len)).map(|code| -> Vec<_> {
            (0..len)
                .map(|place| segments[code / segments.len().pow(place) % segments.len()])
                .collect()
        }));
    }
    let paths = paths.into_iter().map(|path| path.join("/"));
    paths.flat_map(|path| fronts.iter().map(move |front| format!("{front}{path}"))).collect()
}

#[test]
fn short_paths_have_every_listed_outcome() {
    let bases = paths(&["s:", "s:/"], &["", "a", ".."], 3);
    let mut references = paths(&[""], &["", "a", ".", ".."], 4);
    references.extend(paths(&[""], &["", "a", "..", ".%2E"], 4));
    references.extend(paths(&[""], &["", "a", ".", "..", "%2E", "%2e%2E"], 3));
    references.extend(paths(&["/", "s:", "//h/"], &["", "a", "..", ".", "%2E%2E"], 2));
    let mut seen = BTreeMap::<_, usize>::new();
    for base in bases.iter().filter(|base| !base.starts_with("s://")) {
        for reference in references.iter().filter(|reference| UriRef::parse(reference).is_ok()) {
            if let Some(outcome) = outcome(base, reference) {
                *seen.entry(outcome).or_default() += 1;
            }
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
}

// shows: R3986-5.2.1-02, R3986-6.2.2.3-03, R3986-6.2.2.3-04, D16-2.1-08
#[test]
fn short_paths_resolve_alike_where_the_base_has_an_authority() {
    let options = Options::default();
    let references = paths(&["", "/", "s:", "s:/", "//g/"], &["", "a", ".", "..", "%2E"], 4);
    let references = references.into_iter().chain(paths(
        &[""],
        &["", "a", "..", "%2e", "%2E.", ".%2e", "%2E%2e"],
        5,
    ));
    let mut compared = 0;
    for reference in references {
        if UriRef::parse(&reference)
            .map_or(true, |uri| !matches!(uri.authority(), None | Some("g")))
        {
            continue;
        }
        let Ok(cri) = to_cri(&reference, options) else { continue };
        // Normalising a reference does not change where it leads.
        let normal = to_cri(&normalised(&reference, Normalization::SYNTAX), options).unwrap();
        assert_eq!(normal.as_bytes(), cri.as_bytes(), "{reference}");
        for base in ["s://h", "s://h/", "s://h/a/b", "s://h/a/b/c/d", "s://h/a//b//"] {
            let base_cri = to_cri(base, options).unwrap().into_full().unwrap();
            let target = base_cri.as_cri().resolve(cri.as_cri_ref()).unwrap();
            let expected =
                guarded(UriRef::parse(base).unwrap(), UriRef::parse(&reference).unwrap());
            let authority =
                expected.strip_prefix("s://").map(|rest| rest.find('/').unwrap_or(rest.len()));
            let (front, path) = expected.split_at(authority.map_or(2, |len| 4 + len));
            let expected = format!("{front}{}", normal_path(path));
            assert_eq!(to_uri(target, options), expected, "{base} {reference}");
            compared += 1;
        }
    }
    assert!(compared > 100_000, "{compared}");
}
