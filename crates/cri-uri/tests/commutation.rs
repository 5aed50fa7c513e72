//! Compares resolving CRIs with resolving by RFC 3986, for bases without an authority. `Outcome` lists the ways in which
//! the two differ. For bases with an authority they never differ: `properties.rs` shows it for generated
//! references, and `checks/exhaustive` for all short paths.
//!
//! References are resolved as they are, and the targets are normalised (RFC 3986 section 5.2.1).

use crate::conversion;
use crate::rfc3986;

use conversion::{to_cri, to_uri};
use cri_core::ResolveErrorKind;
use cri_uri::{Normalization, Options, Table, Uri, UriRef};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rfc3986::{decode_dots, guarded, transform};

/// How the results of the two resolutions relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Same,
    /// By RFC 3986 section 5.2.4, step 2C, the rootless path begins with a slash. The CRI stays rootless.
    Uprooted,
    /// By RFC 3986 section 5.2.3, no slash follows an empty path without an authority. The CRI is rooted.
    EmptyBase,
    /// A rootless path becomes empty, which no CRI can express.
    Nothing,
    /// The first of several segments would be empty. No CRI and no URI can express the result.
    LeadingEmpty,
    /// As `LeadingEmpty`, until a percent-encoded `..` removes the empty segment. The target by RFC 3986 is not
    /// normalised yet, and would read as an authority.
    LeadingEmptyRemoved,
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
        let mut steps =
            Self { discard: 1, segments: path.split('/').collect(), cancels_first: false };
        // Literal dot-segments go first, and then those that decoding makes.
        steps.pass(str::to_owned);
        steps.pass(decode_dots);
        steps
    }

    fn pass(&mut self, decoded: impl Fn(&str) -> String) {
        let mut dots = false;
        for segment in core::mem::take(&mut self.segments) {
            dots = true;
            match &*decoded(segment) {
                "." => {}
                ".." if self.segments.pop().is_some() => {
                    self.cancels_first |= self.segments.is_empty();
                }
                ".." => self.discard += 1,
                _ => {
                    dots = false;
                    self.segments.push(segment);
                }
            }
        }
        if dots {
            self.segments.push("");
        }
    }
}

/// Predicts the outcome from the base, which is normalised, and the reference, which is not.
fn expected(base: UriRef<'_>, reference: UriRef<'_>) -> Outcome {
    let path = reference.path();
    // Whether the path of the target begins with two slashes before it is normalised.
    let two_slashes = guarded(base, reference) != transform(base, reference);
    if reference.scheme().is_some() || reference.authority().is_some() || path.is_empty() {
        return if two_slashes { Outcome::LeadingEmptyRemoved } else { Outcome::Same };
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
        _ if two_slashes => Outcome::LeadingEmptyRemoved,
        _ if rootless && !absolute && slash => Outcome::Uprooted,
        _ if base.path().is_empty() && !slash => Outcome::EmptyBase,
        _ => Outcome::Same,
    }
}

/// Resolves both ways, checks both results against the expected outcome, and returns the outcome. Returns `None` if the
/// base or the reference has no CRI.
pub(crate) fn outcome(base: &str, reference: &str) -> Option<Outcome> {
    let options = Options::default();
    let (base_cri, reference_cri) =
        (to_cri(base, options).ok()?.into_full().ok()?, to_cri(reference, options).ok()?);
    let resolved = base_cri.as_cri().without_fragment().resolve(reference_cri.as_cri_ref());
    let by_cri = resolved.map(|cri| normalised(&to_uri(cri, options), Normalization::SYNTAX));

    // A CRI is normalised, so the base of the text must be, too (RFC 3986 section 5.2.1). Otherwise a `..` at its end would
    // be lost.
    let base = normalised(base, Normalization::SYNTAX);
    let (base, reference) = (UriRef::parse(&base).unwrap(), UriRef::parse(reference).unwrap());
    let target = guarded(base, reference);
    let resolved = Uri::try_from(base).unwrap().resolve(reference);
    let reads_as_authority = target != transform(base, reference);
    assert_eq!(
        resolved.map(|resolved| resolved.to_string()).ok(),
        Some(target.clone()).filter(|_| !reads_as_authority),
        "{base} {reference}"
    );
    let target = normalised(&target, Normalization::SYNTAX);

    let outcome = expected(base, reference);
    let context = format!("{base} {reference}: {by_cri:?}, {target} by text; {outcome:?}");
    let (scheme, rest) = target.split_once(':').unwrap();
    let path = rest.split(['?', '#']).next().unwrap();
    // The target without the first slash of its path.
    let unrooted = rest.strip_prefix('/').map(|rest| format!("{scheme}:{rest}"));
    let is_rootless = !base.path().is_empty()
        && !base.path().starts_with('/')
        && reference.scheme().is_none()
        && !reference.path().starts_with('/');
    assert_eq!(
        reads_as_authority,
        match outcome {
            Outcome::LeadingEmptyRemoved => true,
            Outcome::Same | Outcome::Uprooted | Outcome::EmptyBase => false,
            _ => reads_as_authority,
        },
        "{context}"
    );
    match outcome {
        Outcome::Same => assert_eq!(by_cri.ok(), Some(target), "{context}"),
        Outcome::Uprooted => assert_eq!(by_cri.ok(), Some(unrooted.unwrap()), "{context}"),
        Outcome::EmptyBase => {
            assert!(!rest.starts_with('/'), "{context}");
            assert_eq!(by_cri.ok(), Some(format!("{scheme}:/{rest}")), "{context}");
        }
        Outcome::LeadingEmptyRemoved => {
            let target = if is_rootless { unrooted.unwrap() } else { target.clone() };
            assert_eq!(by_cri.ok(), Some(target), "{context}");
        }
        Outcome::Nothing => {
            assert!(matches!(path, "" | "/"), "{context}");
            assert_eq!(
                by_cri.map_err(|error| error.kind()),
                Err(ResolveErrorKind::EmptyRootlessPath),
                "{context}"
            );
        }
        Outcome::LeadingEmpty | Outcome::LeadingEmptyLost => {
            let lost = !path.starts_with("/.//");
            assert_eq!(lost, outcome == Outcome::LeadingEmptyLost, "{context}");
            let kind = if is_rootless {
                ResolveErrorKind::EmptyRootlessPath
            } else {
                ResolveErrorKind::LeadingEmptySegment
            };
            assert_eq!(by_cri.map_err(|error| error.kind()), Err(kind), "{context}");
        }
    }
    Some(outcome)
}

pub(crate) fn normalised(uri: &str, steps: Normalization) -> String {
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
        ("s:b/c", "%2E%2E/d", Outcome::Uprooted),
        ("s:b", "%2E/../h", Outcome::Uprooted),
        ("s:b", "%2E%2E/g/../h", Outcome::Same),
        ("s:/b/c/d", "%2e/..", Outcome::Same),
        ("s:", "%2E%2e/../g", Outcome::Same),
        ("s:b/c", "%2E%2E", Outcome::Nothing),
        ("s:/a", "%2E//b", Outcome::LeadingEmpty),
        ("s:b", "%2E//c", Outcome::LeadingEmptyLost),
        ("s:/a", ".//%2E%2E/b", Outcome::LeadingEmptyRemoved),
        ("s:b", "t:/.//%2E%2E/c", Outcome::LeadingEmptyRemoved),
        ("s:b/c", "..//.%2E/d", Outcome::LeadingEmptyRemoved),
    ] {
        assert_eq!(outcome(base, reference), Some(expected), "{base} {reference}");
    }
}

fn segments() -> impl Strategy<Value = String> {
    let segment = select(
        &[
            "", ".", "..", "..", "%2e", ".%2E", "%2E%2e", "a", "B%7e", "c:d", "%2F", "%C3%A9",
            "%FF", "@",
        ][..],
    );
    vec(segment, 0..6).prop_map(|segments| segments.join("/"))
}

fn end() -> impl Strategy<Value = &'static str> {
    select(&["", "", "?", "?q", "?a&%26/../b", "#", "#f", "?q#/.."][..])
}

proptest! {
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
