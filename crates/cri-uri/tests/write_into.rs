//! Values that display as a URI or IRI reference, written into buffers: the result is what the displayed text parses as.

use crate::samples;

use cri_core::{Cri, CriRef};
use cri_testvectors::{corpus, sample};
use cri_uri::{IriRef, Normalization, Options, Table, ToIri, ToUri, Uri, UriRef};
use samples::references;

/// Asserts that `$value` writes what it displays, for buffers of some lengths, and that the result parses as `$Type`.
macro_rules! assert_written {
    ($value:expr, $Type:ident) => {{
        let value = $value;
        let expected = value.to_string();
        let whole = expected.len();
        for len in [0, whole / 2, whole.saturating_sub(1), whole, whole + 1] {
            let mut buffer = vec![0xff; len];
            match value.write_into(&mut buffer) {
                Ok(written) => {
                    assert!(len >= expected.len());
                    let parsed = $Type::parse(&expected).expect("displayed text parses");
                    assert_eq!((written, written.components()), (parsed, parsed.components()));
                }
                Err(error) => {
                    assert!(len < expected.len() && error.needed() == expected.len(), "{expected}")
                }
            }
        }
    }};
}

#[test]
fn references_are_written_as_displayed() {
    let base = Uri::parse("http://u@h:1/a/b/../c?d").unwrap();
    for text in sample(references(), 4) {
        let uri = UriRef::parse(&text).unwrap();
        assert_written!(uri.components().recompose().unwrap(), UriRef);
        assert_written!(uri.to_iri(), IriRef);
        for steps in [Normalization::NONE, Normalization::SYNTAX, Normalization::ALL] {
            assert_written!(uri.normalize(steps, Table::DRAFT_16), UriRef);
        }
        if let Ok(target) = base.resolve(uri) {
            assert_written!(target, Uri);
        }
        let Some(target) = uri.as_uri() else { continue };
        if let Ok(reference) = base.relativize(target) {
            assert_written!(reference, UriRef);
        }
        if let Ok(reference) = target.relativize(base) {
            assert_written!(reference, UriRef);
        }
    }
}

#[test]
fn iris_are_written_as_displayed() {
    for text in ["s://ü:p@é.x:80/ä%C3/b?\u{e000}#ñ", "/é", "", "é", "?\u{10000}"] {
        assert_written!(IriRef::parse(text).unwrap().to_uri(), UriRef);
    }
}

#[test]
fn cris_are_written_as_displayed() {
    let mut written = 0;
    for vector in sample(&corpus().convert, 2) {
        let Some(cri) = vector.cbor.as_deref().and_then(|bytes| CriRef::decode(bytes).ok()) else {
            continue;
        };
        if let Ok(uri) = cri.to_uri(Options::default()) {
            assert_written!(uri, UriRef);
            if let Ok(full) = Cri::decode(cri.as_bytes()) {
                assert_written!(full.to_uri(Options::default()).unwrap(), Uri);
            }
            assert_written!(cri.to_iri(Options::default()).unwrap(), IriRef);
            written += 1;
        }
    }
    assert!(written > 50, "{written}");
}
