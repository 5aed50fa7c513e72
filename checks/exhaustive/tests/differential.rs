//! Compares our answers with those of other libraries: validity and components with two, normal form and resolution with
//! `fluent-uri`.
//!
//! The lists here hold all known differences, each with a witness and the reason. A test fails if two answers differ
//! and no listed difference applies to the text.

use crate::samples;

use cri_uri::{Normalization, Options, Table, Uri, UriHost, UriRef};
use fluent_uri::normalize::Normalizer;
use iri_string::types::{UriFragmentStr, UriReferenceStr};
use samples::{references, without_default_port};

/// A known difference between our answers and those of another library.
struct Difference {
    /// The base, for resolution, and the reference.
    witness: (&'static str, &'static str),
    ours: &'static str,
    theirs: &'static str,
    reason: &'static str,
    /// Whether this difference may apply to the two texts.
    applies: fn(base: UriRef<'_>, reference: UriRef<'_>) -> bool,
}

/// The error of either side.
const ERROR: &str = "an error";

type Answer = fn(base: &str, reference: &str) -> Option<String>;

/// Checks that the answers to each witness differ as listed, and that a listed difference applies wherever the answers to
/// `pairs` differ.
fn compare(pairs: &[(String, String)], ours: Answer, theirs: Answer, differences: &[Difference]) {
    for Difference { witness: (base, reference), ours: expected, theirs: other, reason, applies } in
        differences
    {
        assert_eq!(
            ours(base, reference).as_deref().unwrap_or(ERROR),
            *expected,
            "ours: {base} {reference}: {reason}"
        );
        assert_eq!(
            theirs(base, reference).as_deref().unwrap_or(ERROR),
            *other,
            "theirs: {base} {reference}: {reason}"
        );
        assert_ne!(expected, other, "{base} {reference}");
        assert!(
            applies(UriRef::parse(base).unwrap(), UriRef::parse(reference).unwrap()),
            "{base} {reference}"
        );
    }
    let mut unexplained = Vec::new();
    for (base, reference) in pairs {
        let (one, other) = (ours(base, reference), theirs(base, reference));
        let (base, reference) = (UriRef::parse(base).unwrap(), UriRef::parse(reference).unwrap());
        if one != other
            && !differences.iter().any(|difference| (difference.applies)(base, reference))
        {
            unexplained.push(format!("{base} {reference}: ours {one:?}, theirs {other:?}"));
        }
    }
    let shown = unexplained.iter().take(40).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(unexplained.is_empty(), "{} of {}:\n{shown}", unexplained.len(), pairs.len());
}

fn normal(reference: &str, steps: Normalization) -> Option<String> {
    Some(UriRef::parse(reference).ok()?.normalize(steps, Table::DRAFT_16).to_string())
}

fn resolved(base: &str, reference: &str) -> Option<String> {
    let base = Uri::parse(base).ok()?;
    Some(base.resolve(UriRef::parse(reference).ok()?).ok()?.to_string())
}

fn does_not_resolve(base: UriRef<'_>, uri: UriRef<'_>) -> bool {
    base.as_uri().is_none_or(|base| base.resolve(uri).is_err())
}

fn alone() -> Vec<(String, String)> {
    references().into_iter().map(|reference| ("s:".to_owned(), reference)).collect()
}

/// Every sixth reference with each of a few dozen bases.
fn pairs() -> Vec<(String, String)> {
    let all = references();
    let bases = all.iter().filter(|text| Uri::parse_absolute(text).is_ok()).step_by(41);
    bases
        .flat_map(|base| all.iter().step_by(6).map(|reference| (base.clone(), reference.clone())))
        .collect()
}

fn has_dots(path: &str) -> bool {
    has_literal_dots(&path.replace("%2E", ".").replace("%2e", "."))
}

fn has_literal_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Whether a path follows no authority and begins with no slash.
fn is_rootless(uri: UriRef<'_>) -> bool {
    uri.authority().is_none() && !uri.path().starts_with('/')
}

fn has_encoded_dots(uri: UriRef<'_>) -> bool {
    uri.path().split('/').any(|segment| segment.contains('%') && has_dots(segment))
}

/// Tries every text of up to five significant characters after each of some beginnings (RFC 3986 section 3.2.2).
#[test]
fn all_parsers_accept_the_same_texts() {
    const ALPHABET: [char; 11] = [':', '/', '?', '#', '[', ']', '@', '%', 'a', '1', '.'];
    for front in ["", "//", "s:", "s://", "//[", "//[::", "//[v1."] {
        for code in 0..ALPHABET.len().pow(5) {
            let places = (0..5_u32)
                .map(|place| code / ALPHABET.len().pow(place))
                .take_while(|&rest| rest > 0);
            let text: String =
                front.chars().chain(places.map(|rest| ALPHABET[rest % ALPHABET.len()])).collect();
            let ours = UriRef::parse(&text).is_ok();
            assert_eq!(ours, fluent_uri::UriRef::parse(text.as_str()).is_ok(), "{text}");
            assert_eq!(ours, UriReferenceStr::new(&text).is_ok(), "{text}");
        }
    }
    // Only our parser implements RFC 6874, which adds zone identifiers.
    let zone = "//[fe80::1%25eth0]";
    assert!(matches!(
        UriRef::parse(zone).unwrap().host(),
        Some(UriHost::Ipv6 { zone: Some("eth0"), .. })
    ));
    assert!(fluent_uri::UriRef::parse(zone).is_err() && UriReferenceStr::new(zone).is_err());
}

// shows: R3986-3-05
#[test]
fn all_parsers_find_the_same_components() {
    for text in references() {
        let (ours, theirs) = (UriRef::parse(&text).unwrap(), UriReferenceStr::new(&text).unwrap());
        assert_eq!(ours.scheme(), theirs.scheme_str());
        assert_eq!(ours.authority(), theirs.authority_str());
        assert_eq!(ours.path(), theirs.path_str());
        assert_eq!(ours.query(), theirs.query_str());
        assert_eq!(ours.fragment(), theirs.fragment().map(UriFragmentStr::as_str));
        let authority = theirs.authority_components();
        assert_eq!(ours.userinfo(), authority.and_then(|authority| authority.userinfo()));
        assert_eq!(ours.host_str(), authority.map(|authority| authority.host()));
        assert_eq!(ours.port(), authority.and_then(|authority| authority.port()));
    }
}

/// The reference after the steps that these libraries take: syntax, empty ports and default ports.
fn normal_with_ports(_base: &str, reference: &str) -> Option<String> {
    let text = without_default_port(reference, Table::DRAFT_16);
    normal(&text, Normalization::SYNTAX.with(Normalization::EMPTY_PORT))
}

/// In normal forms of both libraries.
const DECODES_FIRST: Difference = Difference {
    witness: ("s:", "s://h/a/%2E%2E/../b"),
    ours: "s://h/a/b",
    theirs: "s://h/b",
    reason: "it decodes before it removes dot-segments; resolution, which removes the literal ones, is before \
             normalisation (section 5.2.1)",
    applies: |_, uri| has_encoded_dots(uri) && has_literal_dots(uri.path()),
};

#[test]
fn normal_forms_match_fluent_uri() {
    let theirs: Answer = |_, reference| {
        let ports = Normalizer::new().default_port_with(|scheme| {
            Options::default().schemes().by_name(scheme.as_str().to_ascii_lowercase())?.default_port
        });
        Some(ports.normalize(&fluent_uri::UriRef::parse(reference).ok()?).ok()?.into_string())
    };
    compare(
        &alone(),
        normal_with_ports,
        theirs,
        &[
            Difference {
                witness: ("s:", "//h/a/../b"),
                ours: "//h/b",
                theirs: "//h/a/../b",
                reason: "it leaves dot-segments in every reference without a scheme; after an authority or a slash no \
                         base changes what they mean",
                applies: |_, uri| uri.is_relative() && has_dots(uri.path()),
            },
            Difference {
                witness: ("s:", "s:a/../b"),
                ours: "s:/b",
                theirs: "s:a/../b",
                reason: "it leaves dot-segments in rootless paths; section 5.2.4 does not, and resolving the URI removes \
                                     them",
                applies: |_, uri| is_rootless(uri) && has_dots(uri.path()),
            },
            DECODES_FIRST,
        ],
    );
}

#[test]
fn resolution_matches_fluent_uri() {
    let theirs: Answer = |base, reference| {
        let base = fluent_uri::Uri::parse(base).ok()?;
        Some(fluent_uri::UriRef::parse(reference).ok()?.resolve_against(&base).ok()?.into_string())
    };
    compare(
        &pairs(),
        resolved,
        theirs,
        &[
            Difference {
                witness: ("s://h/a/b", "%2E%2E/c"),
                ours: "s://h/a/%2E%2E/c",
                theirs: "s://h/c",
                reason: "it takes percent-encoded dots for dot-segments; resolution is before normalisation (section \
                                     5.2.1), and the results then agree unless a `..` removes such a segment",
                applies: |base, uri| has_encoded_dots(base) || has_encoded_dots(uri),
            },
            Difference {
                witness: ("s://h/a/b/..", "c"),
                ours: "s://h/a/b/c",
                theirs: "s://h/a/c",
                reason: "it removes the dot-segments of the base first; merging (section 5.2.3) takes the path as it is",
                applies: |base, uri| has_literal_dots(base.path()) && uri.is_relative(),
            },
            Difference {
                witness: ("s:a/b", "c"),
                ours: "s:a/c",
                theirs: ERROR,
                reason: "it resolves no relative path against a base whose path is rootless; section 5.2.3 does",
                applies: |base, uri| is_rootless(base) && uri.is_relative(),
            },
            Difference {
                witness: ("s:", "t:a/../b"),
                ours: "t:/b",
                theirs: "t:a/../b",
                reason: "it leaves dot-segments in rootless paths; section 5.2.4 does not",
                applies: |_, uri| !uri.is_relative() && is_rootless(uri) && has_dots(uri.path()),
            },
            Difference {
                witness: ("s:/a", ".//b"),
                ours: ERROR,
                theirs: "s:/.//b",
                reason: "it puts `/.` before a path that would read as an authority; the steps of section 5.2 do not",
                applies: does_not_resolve,
            },
        ],
    );
}
