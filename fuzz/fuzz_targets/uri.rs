//! Any text through the parser of URI references: what has a CRI has a URI, which has the same CRI. The short ways of
//! parsing and writing agree with the general ones.
#![no_main]

use cri_core::{CriRefBuf, Feature, Features, Revision};
use cri_uri::{IriRef, Options, ToUri, ToUriErrorKind, UriRef, to_cri};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = match UriRef::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(error.offset() <= text.len());
            assert_eq!(to_cri(text, Options::default(), Vec::new()).err(), Some(error.into()));
            return;
        }
    };
    // IRI references are parsed in the general way alone.
    assert_eq!(IriRef::parse(text).ok().and_then(IriRef::as_uri), Some(parsed));
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let at_once = to_cri(text, options, Vec::new());
        let cri = match parsed.to_cri(options, Vec::with_capacity(256)) {
            Ok(cri) => {
                assert_eq!(at_once.map(CriRefBuf::into_buffer), Ok(cri.as_bytes().to_vec()));
                cri
            }
            Err(error) => {
                assert!(error.offset() <= text.len());
                assert_eq!(at_once.err(), Some(error));
                continue;
            }
        };
        // Where a feature is off, CRIs are written in the general way alone.
        let general = Feature::ALL.map(|feature| {
            let options = options.with_features(Features::ALL.without(feature));
            parsed.to_cri(options, Vec::new()).map(|general| assert_eq!(cri.as_bytes(), general.as_bytes()))
        });
        // None needs both of the first two, of which one is about having no authority.
        assert!(general.iter().any(Result::is_ok));
        let uri = match cri.as_cri_ref().to_uri(options) {
            Ok(uri) => uri.to_string(),
            // `/.//b` without its dot would read as an authority.
            Err(error) => {
                assert_eq!(error.kind(), ToUriErrorKind::LeadingEmptySegment);
                continue;
            }
        };
        let again = UriRef::parse(&uri).expect("what is written parses").to_cri(options, Vec::new());
        let again = again.expect("what is written has a CRI");
        assert_eq!(cri.as_cri_ref().as_bytes(), again.as_cri_ref().as_bytes());
    }
});
