//! The vectors of the corpus that concern URIs: `parse`, `recompose`, `relativize`, `convert`, and the URIs of `decode`
//! and `resolve`.

use cri_core::{CriRef, Feature, Features, Revision};
use cri_testvectors::{Expected, Outcome, Way, corpus, run, to_hex};
use cri_uri::components::Components;
use cri_uri::{Options, ParseError, ToUri, Uri, UriRef, to_cri};

/// The options for a vector's revision and features.
fn options(revision: cri_testvectors::Revision, without: &[cri_testvectors::Feature]) -> Options {
    let without = without.iter().map(|feature| feature.convert(Feature::from_name));
    Options::new(revision.convert(Revision::from_name))
        .with_features(without.fold(Features::ALL, Features::without))
}

fn assert_parse_error(error: ParseError, expected: &Expected) {
    expected.assert_matches(
        error.kind().name(),
        Some(error.component().name()),
        Some(error.offset()),
    );
}

/// The CRI of a URI is the expected one, by both functions that make it.
fn assert_cri(uri: &str, options: Options, expected: Result<&[u8], &Expected>) {
    let parsed =
        UriRef::parse(uri).map_err(Into::into).and_then(|uri| uri.to_cri(options, Vec::new()));
    for found in [parsed, to_cri(uri, options, Vec::new())] {
        match (found, expected) {
            (Ok(found), Ok(expected)) => {
                assert_eq!(to_hex(&found.into_buffer()), to_hex(expected), "CRI");
            }
            (Err(error), Err(expected)) => {
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
            }
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    }
}

/// The URI of a CRI is the expected one.
fn assert_uri(cri: &[u8], options: Options, expected: Result<&str, &Expected>) {
    let cri = CriRef::decode(cri).expect("a reference");
    match (cri.to_uri(options), expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found.to_string(), expected, "URI"),
        (Err(error), Err(expected)) => {
            expected.assert_matches(error.kind().name(), Some(error.component().name()), None);
        }
        (found, expected) => panic!("expected {expected:?}, found {found:?}"),
    }
}

#[test]
fn parse() {
    run(&corpus().parse, |vector| match (UriRef::parse(&vector.uri), &vector.error) {
        (Ok(uri), None) => {
            assert_eq!(uri.scheme(), vector.scheme.as_deref(), "scheme");
            assert_eq!(uri.userinfo(), vector.userinfo.as_deref(), "userinfo");
            assert_eq!(uri.host_str(), vector.host.as_deref(), "host");
            assert_eq!(uri.port(), vector.port.as_deref(), "port");
            assert_eq!(Some(uri.path()), vector.path.as_deref(), "path");
            assert_eq!(uri.query(), vector.query.as_deref(), "query");
            assert_eq!(uri.fragment(), vector.fragment.as_deref(), "fragment");
            let split = Components::split(&vector.uri);
            assert_eq!(split, uri.components(), "components without a check");
            assert_eq!(split.userinfo(), vector.userinfo.as_deref(), "userinfo without a check");
            assert_eq!(split.host(), vector.host.as_deref(), "host without a check");
            assert_eq!(split.port(), vector.port.as_deref(), "port without a check");
            if let Some(expected) = &vector.absolute_error {
                let error = Uri::parse_absolute(&vector.uri).expect_err("not an absolute URI");
                assert_parse_error(error, expected);
            }
        }
        (Err(error), Some(expected)) => assert_parse_error(error, expected),
        (found, _) => panic!("found {found:?}"),
    });
}

#[test]
fn convert() {
    run(&corpus().convert, |vector| {
        let options = options(vector.revision, &vector.without);
        if let (Some(uri), Some(cbor), Some(way)) = (&vector.uri, &vector.cbor, vector.way) {
            if way != Way::ToUri {
                assert_cri(uri, options, Ok(cbor));
            }
            if way != Way::ToCri {
                assert_uri(cbor, options, Ok(uri));
            }
        }
        if let (Some(uri), Some(error)) = (&vector.uri, &vector.to_cri_error) {
            assert_cri(uri, options, Err(error));
        }
        if let (Some(cbor), Some(error)) = (&vector.cbor, &vector.to_uri_error) {
            assert_uri(cbor, options, Err(error));
        }
    });
}

#[test]
fn decode() {
    run(corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Processable), |vector| {
        let options = options(vector.revision, &vector.without);
        if let Some(uri) = &vector.uri {
            assert_uri(&vector.cbor, options, Ok(uri));
        }
        if let Some(error) = &vector.uri_error {
            assert_uri(&vector.cbor, options, Err(error));
        }
    });
}

#[test]
fn resolve() {
    run(&corpus().resolve, |vector| {
        let options = options(vector.revision, &[]);
        if let Some(uri) = &vector.base_uri {
            assert_cri(uri, options, Ok(&vector.base_cbor));
        }
        if let Some(uri) = &vector.reference_uri {
            assert_cri(uri, options, Ok(&vector.reference_cbor));
        }
        let Some(base) = CriRef::decode(&vector.base_cbor).expect("a base").to_full() else {
            return assert_eq!(vector.error.as_ref().expect("an error").kind, "not-full");
        };
        let reference = CriRef::decode(&vector.reference_cbor).expect("a reference");
        match (base.resolve(reference), &vector.error, &vector.result_uri) {
            (Ok(result), None, Some(uri)) => {
                assert_eq!(
                    &result.to_uri(options).expect("a URI").to_string(),
                    uri,
                    "URI of the result"
                );
            }
            (Ok(_), None, None) | (Err(_), Some(_), _) => {}
            (found, ..) => panic!("found {found:?}"),
        }
    });
}

#[test]
fn recompose() {
    run(&corpus().recompose, |vector| {
        let components = Components {
            scheme: vector.scheme.as_deref(),
            authority: vector.authority.as_deref(),
            path: &vector.path,
            query: vector.query.as_deref(),
            fragment: vector.fragment.as_deref(),
        };
        match (components.recompose(), &vector.uri, &vector.error) {
            (Ok(found), Some(uri), None) => assert_eq!(&found.to_string(), uri),
            (Err(error), None, Some(expected)) => {
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
            }
            (found, ..) => panic!("found {found:?}"),
        }
    });
}

#[test]
fn relativize() {
    run(&corpus().relativize, |vector| {
        let base = UriRef::parse(&vector.base).expect("a URI reference");
        let target = UriRef::parse(&vector.target).expect("a URI reference");
        let (Some(base), Some(full_target)) = (base.as_uri(), target.as_uri()) else {
            let expected = if base.is_relative() { "relative-base" } else { "relative-target" };
            return assert_eq!(vector.error.as_ref().map(|error| &*error.kind), Some(expected));
        };
        let resolve = |reference| base.resolve(reference);
        match (base.relativize(full_target), &vector.reference, &vector.error) {
            (Ok(found), Some(reference), None) => {
                assert_eq!(&found.to_string(), reference, "reference");
                let reference = UriRef::parse(reference).expect("a reference");
                assert_eq!(
                    resolve(reference).expect("a target").to_string(),
                    vector.target,
                    "target"
                );
            }
            (Err(error), None, Some(expected)) => {
                expected.assert_matches(
                    error.kind().name(),
                    Some(error.component().name()),
                    Some(error.offset()),
                );
                assert_eq!(resolve(target).err(), Some(error), "error of resolving");
            }
            (found, ..) => panic!("found {found:?}"),
        }
    });
}
