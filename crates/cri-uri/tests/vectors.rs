//! The vectors of the corpus that concern URIs: `parse`, `recompose`, `relativize`, `convert`, `check`, and the URIs of
//! `decode` and `resolve`.

use cri_core::{Component, Cri, CriRef, Feature, Features, Revision};
use cri_testvectors::{Corpus, Expected, Outcome, Way};
use cri_uri::{Components, Options, Resolution, ToUri, UriRef, to_cri};

fn corpus() -> Corpus {
    Corpus::load().unwrap_or_else(|error| panic!("{error}"))
}

fn options(revision: cri_testvectors::Revision, without: &[cri_testvectors::Feature]) -> Options {
    let revision = match revision {
        cri_testvectors::Revision::Draft16 => Revision::Draft16,
        cri_testvectors::Revision::Draft27 => Revision::Draft27,
    };
    let features = without.iter().fold(Features::ALL, |features, feature| {
        features.without(match feature {
            cri_testvectors::Feature::NoAuthority => Feature::NoAuthority,
            cri_testvectors::Feature::Userinfo => Feature::Userinfo,
            cri_testvectors::Feature::ExtendedCri => Feature::ExtendedCri,
            cri_testvectors::Feature::SchemeName => Feature::SchemeName,
        })
    });
    Options::new(revision).with_features(features)
}

/// What disagrees, one line a vector: all of it is seen in one run.
#[derive(Default)]
struct Report {
    lines: Vec<String>,
    checked: usize,
}

impl Report {
    fn same<T: PartialEq + Copy + std::fmt::Debug>(&mut self, id: &str, what: &str, found: T, expected: T) {
        self.checked += 1;
        if found != expected {
            self.lines.push(format!("{id}: {what}: expected {expected:?}, found {found:?}"));
        }
    }

    /// `offset` is `None` where the direction has none.
    fn same_error(
        &mut self,
        id: &str,
        expected: &Expected,
        (kind, component, offset): (&str, Component, Option<usize>),
    ) {
        self.same(id, "kind", kind, &expected.kind);
        if let Some(expected) = &expected.component {
            self.same(id, "component", component.name(), expected);
        }
        if let (Some(offset), Some(expected)) = (offset, expected.offset) {
            self.same(id, "offset", offset, expected);
        }
    }

    fn wrong(&mut self, id: &str, what: &str) {
        self.lines.push(format!("{id}: {what}"));
    }

    fn check_cri(&mut self, id: &str, uri: &str, options: Options, expected: Result<&[u8], &Expected>) {
        self.checked += 1;
        let parsed = UriRef::parse(uri).map_err(Into::into).and_then(|uri| uri.to_cri(options, Vec::new()));
        for found in [parsed, to_cri(uri, options, Vec::new())] {
            match (found, expected) {
                (Ok(found), Ok(expected)) => self.same(id, "CRI", &*hex(&found.into_buffer()), &*hex(expected)),
                (Err(error), Err(expected)) => {
                    self.same_error(id, expected, (error.kind().name(), error.component(), Some(error.offset())));
                }
                (found, expected) => self.wrong(id, &format!("expected {expected:?}, found {found:?}")),
            }
        }
    }

    fn check_uri(&mut self, id: &str, cri: &[u8], options: Options, expected: Result<&str, &Expected>) {
        self.checked += 1;
        let Ok(cri) = CriRef::decode(cri) else {
            return self.wrong(id, "does not decode");
        };
        match (cri.to_uri(options), expected) {
            (Ok(found), Ok(expected)) => self.same(id, "URI", &*found.to_string(), expected),
            (Err(error), Err(expected)) => {
                self.same_error(id, expected, (error.kind().name(), error.component(), None));
            }
            (found, expected) => self.wrong(id, &format!("expected {expected:?}, found {found:?}")),
        }
    }

    fn finish(self) {
        assert!(self.lines.is_empty(), "{} of {} wrong\n{}", self.lines.len(), self.checked, self.lines.join("\n"));
        assert!(self.checked > 0);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn parse() {
    let mut report = Report::default();
    for vector in &corpus().parse {
        let id = &*vector.id;
        match (UriRef::parse(&vector.uri), &vector.error) {
            (Ok(uri), None) => {
                report.same(id, "scheme", uri.scheme(), vector.scheme.as_deref());
                report.same(id, "userinfo", uri.userinfo(), vector.userinfo.as_deref());
                report.same(id, "host", uri.host_str(), vector.host.as_deref());
                report.same(id, "port", uri.port(), vector.port.as_deref());
                report.same(id, "path", Some(uri.path()), vector.path.as_deref());
                report.same(id, "query", uri.query(), vector.query.as_deref());
                report.same(id, "fragment", uri.fragment(), vector.fragment.as_deref());
                if let Some(expected) = &vector.absolute_error {
                    match UriRef::parse_absolute(&vector.uri) {
                        Err(error) => {
                            let found = (error.kind().name(), error.component(), Some(error.offset()));
                            report.same_error(id, expected, found);
                        }
                        found => report.wrong(id, &format!("found {found:?}")),
                    }
                }
            }
            (Err(error), Some(expected)) => {
                report.same_error(id, expected, (error.kind().name(), error.component(), Some(error.offset())));
            }
            (found, _) => report.wrong(id, &format!("found {found:?}")),
        }
    }
    report.finish();
}

#[test]
fn convert() {
    let mut report = Report::default();
    for vector in &corpus().convert {
        let (id, options) = (&*vector.id, options(vector.revision, &vector.without));
        if let (Some(uri), Some(cbor), Some(way)) = (&vector.uri, &vector.cbor, vector.way) {
            if way != Way::ToUri {
                report.check_cri(id, uri, options, Ok(cbor));
            }
            if way != Way::ToCri {
                report.check_uri(id, cbor, options, Ok(uri));
            }
        }
        if let (Some(uri), Some(error)) = (&vector.uri, &vector.to_cri_error) {
            report.check_cri(id, uri, options, Err(error));
        }
        if let (Some(cbor), Some(error)) = (&vector.cbor, &vector.to_uri_error) {
            report.check_uri(id, cbor, options, Err(error));
        }
    }
    report.finish();
}

#[test]
fn decode() {
    let mut report = Report::default();
    for vector in corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Processable) {
        let options = options(vector.revision, &vector.without);
        if let Some(uri) = &vector.uri {
            report.check_uri(&vector.id, &vector.cbor, options, Ok(uri));
        }
        if let Some(error) = &vector.uri_error {
            report.check_uri(&vector.id, &vector.cbor, options, Err(error));
        }
    }
    report.finish();
}

#[test]
fn resolve() {
    let mut report = Report::default();
    for vector in &corpus().resolve {
        let (id, options) = (&*vector.id, options(vector.revision, &vector.without));
        if let Some(uri) = &vector.base_uri {
            report.check_cri(id, uri, options, Ok(&vector.base_cbor));
        }
        if let Some(uri) = &vector.reference_uri {
            report.check_cri(id, uri, options, Ok(&vector.reference_cbor));
        }
        let (Ok(base), Ok(reference)) = (Cri::decode(&vector.base_cbor), CriRef::decode(&vector.reference_cbor)) else {
            report.wrong(id, "does not decode");
            continue;
        };
        match (base.resolve(reference), &vector.error, &vector.result_uri) {
            (Ok(result), None, Some(uri)) => match result.to_uri(options) {
                Ok(found) => report.same(id, "URI of the result", &*found.to_string(), uri),
                Err(error) => report.wrong(id, &format!("{error}")),
            },
            (Ok(_), None, None) | (Err(_), Some(_), _) => {}
            (found, ..) => report.wrong(id, &format!("found {found:?}")),
        }
    }
    report.finish();
}

#[test]
fn recompose() {
    let mut report = Report::default();
    for vector in &corpus().recompose {
        let id = &*vector.id;
        let components = Components {
            scheme: vector.scheme.as_deref(),
            authority: vector.authority.as_deref(),
            path: &vector.path,
            query: vector.query.as_deref(),
            fragment: vector.fragment.as_deref(),
        };
        match (components.recompose(), &vector.uri, &vector.error) {
            (Ok(found), Some(uri), None) => report.same(id, "URI", &*found.to_string(), uri),
            (Err(error), None, Some(expected)) => {
                report.same_error(id, expected, (error.kind().name(), error.component(), Some(error.offset())));
            }
            (found, ..) => report.wrong(id, &format!("found {found:?}")),
        }
    }
    report.finish();
}

#[test]
fn relativize() {
    let mut report = Report::default();
    for vector in &corpus().relativize {
        let id = &*vector.id;
        let (Ok(base), Ok(target)) = (UriRef::parse(&vector.base), UriRef::parse(&vector.target)) else {
            report.wrong(id, "does not parse");
            continue;
        };
        // What resolving says of the base and the target, too.
        let resolved = base.resolve(target, Resolution::Strict);
        match (base.relativize(target), &vector.reference, &vector.error) {
            (Ok(found), Some(reference), None) => {
                report.same(id, "reference", &*found.to_string(), reference);
                let found = UriRef::parse(reference).ok().and_then(|uri| base.resolve(uri, Resolution::Strict).ok());
                report.same(id, "target", found.map(|found| found.to_string()).as_deref(), Some(&*vector.target));
            }
            (Err(error), None, Some(expected)) => {
                report.same_error(id, expected, (error.kind().name(), error.component(), Some(error.offset())));
                let expected = if expected.kind == "relative-target" { None } else { Some(error) };
                report.same(id, "error of resolving", resolved.err(), expected);
            }
            (found, ..) => report.wrong(id, &format!("found {found:?}")),
        }
    }
    report.finish();
}

#[test]
fn check() {
    let mut report = Report::default();
    for vector in &corpus().check {
        let id = &*vector.id;
        let Ok(uri) = UriRef::parse(&vector.uri) else {
            report.wrong(id, "does not parse");
            continue;
        };
        let found: Vec<_> = cri_uri::check(uri, Options::default())
            .map(|found| (found.kind().name(), found.component().name(), found.offset(), found.severity().name()))
            .collect();
        let expected: Vec<_> = vector
            .findings
            .iter()
            .map(|expected| (&*expected.kind, &*expected.component, expected.offset, &*expected.severity))
            .collect();
        report.same(id, "findings", &*found, &*expected);
    }
    report.finish();
}
