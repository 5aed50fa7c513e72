//! Compares resolving CRIs with resolving by RFC 3986, for bases without an authority. `Outcome` lists the ways in which
//! the two differ. For bases with an authority they never differ, which `properties.rs` tests.

use crate::conversion;
use crate::rfc3986;

use conversion::{to_cri, to_uri};
use cri_core::ResolveErrorKind;
use cri_uri::{Normalization, Options, Resolution, Table, Uri, UriRef};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rfc3986::remove_dot_segments;
use std::collections::BTreeMap;

/// How the results of the two resolutions relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Same,
    /// By RFC 3986 section 5.2.4, step 2C, the rootless path begins with a slash. The CRI stays rootless.
    Uprooted,
    /// By RFC 3986 section 5.2.3, no slash follows an empty path without an authority. The CRI is rooted.
    EmptyBase,
    /// A rootless path becomes empty, which no CRI can express.
    Nothing,
    /// The first of several segments would be empty. No CRI and no URI can express the result.
    LeadingEmpty,
    /// The first of several segments would be empty, and no CRI can express the result. RFC 3986 loses that segment: a
    /// merged path begins with `.//` or `..//`, and step 2A removes the dots with the slash that follows them.
    LeadingEmptyLost,
}

/// The meaning of a relative-path reference: the segments of the base to discard, and the segments to append.
struct Steps<'a> {
    discard: usize,
    segments: Vec<&'a str>,
    /// Whether a `..` of the reference removes the reference's own first segment.
    cancels_first: bool,
}

impl<'a> Steps<'a> {
    fn of(path: &'a str) -> Self {
        let mut steps = Self { discard: 1, segments: Vec::new(), cancels_first: false };
        for segment in path.split('/') {
            match segment {
                "." => {}
                ".." if steps.segments.pop().is_some() => {
                    steps.cancels_first |= steps.segments.is_empty();
                }
                ".." => steps.discard += 1,
                _ => steps.segments.push(segment),
            }
        }
        if path.rsplit('/').next().is_some_and(|last| matches!(last, "." | "..")) {
            steps.segments.push("");
        }
        steps
    }
}

/// Predicts the outcome from the base and the reference. Both are normalised, but the reference keeps its dot-segments.
fn expected(base: UriRef<'_>, reference: UriRef<'_>) -> Outcome {
    let path = reference.path();
    if reference.scheme().is_some() || reference.authority().is_some() || path.is_empty() {
        return Outcome::Same;
    }
    let rootless = !base.path().is_empty() && !base.path().starts_with('/');
    let segments = base.path().strip_prefix('/').unwrap_or(base.path()).split('/').count();
    let absolute = path.starts_with('/');
    let steps = Steps::of(path.strip_prefix('/').unwrap_or(path));
    let emptied = absolute || base.path().is_empty() || steps.discard >= segments;
    if !emptied {
        return Outcome::Same;
    }
    // Whether the result of section 5.2.4 begins with a slash: its input does, or it removes the first segment of the
    // input and leaves the slash after that.
    let slash = absolute
        || base.path().starts_with('/')
        || steps.cancels_first
        || (rootless && segments > 1);
    match steps.segments.as_slice() {
        ["", second, ..] if slash || (second.is_empty() && steps.segments.len() > 2) => {
            Outcome::LeadingEmpty
        }
        ["", _, ..] => Outcome::LeadingEmptyLost,
        [""] if rootless && !absolute => Outcome::Nothing,
        _ if rootless && !absolute && slash => Outcome::Uprooted,
        _ if base.path().is_empty() && !slash => Outcome::EmptyBase,
        _ => Outcome::Same,
    }
}

/// Scheme, authority and path of the target, by the pseudocode of RFC 3986 section 5.2.2 for a base without an authority.
fn transformed(base: UriRef<'_>, reference: UriRef<'_>) -> String {
    let (scheme, path) = (reference.scheme().or(base.scheme()).unwrap(), reference.path());
    if let Some(authority) = reference.authority() {
        return format!("{scheme}://{authority}{}", remove_dot_segments(path));
    }
    let path = if reference.scheme().is_some() || path.starts_with('/') {
        remove_dot_segments(path)
    } else if path.is_empty() {
        base.path().to_owned()
    } else {
        let directory = base.path().rfind('/').map_or(0, |slash| slash + 1);
        remove_dot_segments(&format!("{}{path}", &base.path()[..directory]))
    };
    format!("{scheme}:{path}")
}

/// Resolves both ways, checks both results against the expected outcome, and returns the outcome. Returns `None` if the
/// base or the reference has no CRI.
fn outcome(base: &str, reference: &str) -> Option<Outcome> {
    let options = Options::default();
    let (base_cri, reference_cri) =
        (to_cri(base, options).ok()?.into_full().ok()?, to_cri(reference, options).ok()?);
    let resolved = base_cri.as_cri().without_fragment().resolve(reference_cri.as_cri_ref());
    let by_cri = resolved.map(|cri| normalised(&to_uri(cri, options), Normalization::SYNTAX));

    // A CRI is normalised, so the base of the text must be, too (RFC 3986 section 5.2.1). Otherwise a `..` at its end would
    // be lost.
    let base = normalised(base, Normalization::SYNTAX);
    let reference = normalised(reference, Normalization::CASE.with(Normalization::PERCENT));
    let (base, reference) = (UriRef::parse(&base).unwrap(), UriRef::parse(&reference).unwrap());
    let by_text = Uri::try_from(base).unwrap().resolve(reference, Resolution::Strict);
    let by_text = by_text.map(|target| normalised(&target.to_string(), Normalization::SYNTAX)).ok();
    let strict = transformed(base, reference);
    match &by_text {
        Some(target) => {
            assert_eq!(target.split(['?', '#']).next(), Some(&*strict), "{base} {reference}");
        }
        None => assert!(strict.split_once(':').is_some_and(|(_, path)| path.starts_with("//"))),
    }

    let outcome = expected(base, reference);
    // The target by text, with and without the first slash of its path.
    let (scheme, rest) =
        by_text.as_deref().and_then(|target| target.split_once(':')).unwrap_or_default();
    let rooted = rest.strip_prefix('/');
    let context = format!("{base} {reference}: {by_cri:?}, {by_text:?} by text; {outcome:?}");
    match outcome {
        Outcome::Same => assert_eq!(by_cri.ok(), by_text, "{context}"),
        Outcome::Uprooted => {
            assert_eq!(by_cri.ok(), rooted.map(|path| format!("{scheme}:{path}")), "{context}");
        }
        Outcome::EmptyBase => {
            assert!(by_text.is_some() && rooted.is_none(), "{context}");
            assert_eq!(by_cri.ok(), Some(format!("{scheme}:/{rest}")), "{context}");
        }
        Outcome::Nothing => {
            let path = rest.split(['?', '#']).next();
            assert!(by_text.is_some() && matches!(path, Some("" | "/")), "{context}");
            assert_eq!(
                by_cri.map_err(|error| error.kind()),
                Err(ResolveErrorKind::EmptyRootlessPath),
                "{context}"
            );
        }
        Outcome::LeadingEmpty | Outcome::LeadingEmptyLost => {
            let lost = rooted.is_some_and(|path| !path.starts_with('/'));
            assert_eq!(lost, outcome == Outcome::LeadingEmptyLost, "{context}");
            assert_eq!(lost, by_text.is_some(), "{context}");
            let is_rooted = base.path().starts_with('/')
                || base.path().is_empty()
                || reference.path().starts_with('/');
            let kind = if is_rooted {
                ResolveErrorKind::LeadingEmptySegment
            } else {
                ResolveErrorKind::EmptyRootlessPath
            };
            assert_eq!(by_cri.map_err(|error| error.kind()), Err(kind), "{context}");
        }
    }
    Some(outcome)
}

fn normalised(uri: &str, steps: Normalization) -> String {
    UriRef::parse(uri).unwrap().normalize(steps, Table::DRAFT_16).to_string()
}

#[test]
fn the_exceptions_by_example() {
    for (base, reference, expected) in [
        ("s:b/c", "../d", Outcome::Uprooted),
        ("s:b/c", "../../d", Outcome::Uprooted),
        ("s:b", "g/../h", Outcome::Uprooted),
        ("s:b", "../h", Outcome::Same),
        ("s:b/c", "g/../h", Outcome::Same),
        ("did:web:x", "/p", Outcome::Same),
        ("s:", "g", Outcome::EmptyBase),
        ("s:?q", ".", Outcome::EmptyBase),
        ("s:", "g/../h", Outcome::Same),
        ("s:b", ".", Outcome::Nothing),
        ("s:b/c", "..", Outcome::Nothing),
        ("s:/a", ".//b", Outcome::LeadingEmpty),
        ("s:b/c", "..//d", Outcome::LeadingEmpty),
        ("s:b", "/.//c", Outcome::LeadingEmpty),
        ("s:b", ".//c", Outcome::LeadingEmptyLost),
        ("s:", ".//c", Outcome::LeadingEmptyLost),
        ("s:b", ".///c", Outcome::LeadingEmpty),
    ] {
        assert_eq!(outcome(base, reference), Some(expected), "{base} {reference}");
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
    references.extend(paths(&["/", "s:", "//h/"], &["", "a", "..", "."], 2));
    let mut seen = BTreeMap::<_, usize>::new();
    for base in bases.iter().filter(|base| !base.starts_with("s://")) {
        for reference in references.iter().filter(|reference| UriRef::parse(reference).is_ok()) {
            if let Some(outcome) = outcome(base, reference) {
                *seen.entry(outcome).or_default() += 1;
            }
        }
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

fn segments() -> impl Strategy<Value = String> {
    let segment = select(
        &["", ".", "..", "%2e", ".%2E", "a", "B%7e", "c:d", "%2F", "%C3%A9", "%FF", "@"][..],
    );
    vec(segment, 0..6).prop_map(|segments| segments.join("/"))
}

fn end() -> impl Strategy<Value = &'static str> {
    select(&["", "", "?", "?q", "?a&%26/../b", "#", "#f", "?q#/.."][..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

    #[test]
    fn other_references_have_a_listed_outcome(
        base in (select(&["s:", "HTTP:", "s:/", "file:/"][..]), segments(), end()),
        reference in (select(&["", "", "", "/", "./", "../", "t:", "S:/", "//h:1/"][..]), segments(), end()),
    ) {
        let [base, reference] = [base, reference].map(|(front, path, end)| format!("{front}{path}{end}"));
        if UriRef::parse(&base).is_ok_and(|base| base.authority().is_none()) {
            outcome(&base, &reference);
        }
    }
}
