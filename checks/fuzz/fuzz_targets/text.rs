//! Runs the operations on text: the first line is a base, the second line is a reference and a target, and URIs are searched
//! in the whole input.
#![no_main]

use cri_uri::context::{self, SpacedUri};
use cri_uri::{IriRef, Normalization, Table, Uri, UriRef};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    are_whole(text, context::find_uris(text, Table::DRAFT_16), |uri| Uri::parse(uri).is_ok());
    are_whole(text, context::find_iris(text, Table::DRAFT_16), |iri| IriRef::parse(iri).is_ok());
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let (Ok(base), Ok(reference)) = (UriRef::parse(first), UriRef::parse(second)) else { return };
    for uri in [base, reference] {
        normalises_once(uri);
    }
    if let Some(base) = base.as_uri() {
        resolves_both_ways(base, reference);
    }
});

/// Each text that was found is valid, follows the one before it, and has no letter or digit directly after it.
fn are_whole<'a>(
    text: &str,
    found: impl Iterator<Item = SpacedUri<'a>>,
    is_valid: impl Fn(&str) -> bool,
) {
    let mut end = 0;
    for found in found {
        let range = found.range();
        assert!(end <= range.start && range.start < range.end);
        let (before, rest) = text.split_at(range.end);
        let written = before.get(range.start..).expect("a range between characters");
        assert!(is_valid(&found.to_string()));
        assert!(is_valid(written) || written.contains(char::is_whitespace));
        assert!(
            !rest.starts_with(
                |next: char| next.is_ascii_alphanumeric() || ('à'..='ÿ').contains(&next)
            )
        );
        end = range.end;
    }
}

fn normalises_once(uri: UriRef<'_>) {
    let schemes = Table::DRAFT_16;
    for steps in [
        Normalization::CASE,
        Normalization::DOT_SEGMENTS,
        Normalization::SYNTAX,
        Normalization::ALL,
    ] {
        let normal = uri.normalize(steps, schemes).to_string();
        let parsed = UriRef::parse(&normal).expect("a normal form parses");
        assert_eq!(parsed.normalize(steps, schemes).to_string(), normal);
        assert_eq!(parsed.authority().is_some(), uri.authority().is_some());
        assert_eq!(parsed.is_relative(), uri.is_relative());
        if let (Some(uri), Some(parsed)) = (uri.as_uri(), parsed.as_uri()) {
            assert!(uri.equivalent(parsed, steps, schemes));
            assert!(parsed.without_fragment().equivalent(uri.without_fragment(), steps, schemes));
        }
    }
}

fn resolves_both_ways(base: Uri<'_>, reference: UriRef<'_>) {
    let target = base.resolve(reference);
    if let Ok(target) = target {
        let text = target.to_string();
        let parsed = Uri::parse(&text).expect("a resolved URI parses");
        assert_eq!(parsed.fragment(), reference.fragment());
    }
    // A relativised reference resolves to the target without its dot-segments.
    let Some(full) = reference.as_uri() else { return };
    match base.relativize(full) {
        Ok(relative) => {
            let relative = relative.to_string();
            let again = UriRef::parse(&relative).expect("a relativised reference parses");
            let again = base.resolve(again).expect("a relativised reference resolves");
            assert_eq!(
                again.to_string(),
                target.expect("a target with a reference resolves").to_string()
            );
            assert!(relative.len() <= reference.as_str().len());
        }
        Err(error) => {
            assert!(target.is_err());
            assert!(error.offset() <= reference.as_str().len());
        }
    }
}
