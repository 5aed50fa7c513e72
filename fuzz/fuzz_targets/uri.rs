//! Any text through the parser of URI references: what has a CRI has a URI, which has the same CRI.
#![no_main]

use cri_core::Revision;
use cri_uri::{Options, ToUri, ToUriErrorKind, UriRef};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = match UriRef::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(error.offset() <= text.len());
            return;
        }
    };
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let cri = match parsed.to_cri(options, Vec::new()) {
            Ok(cri) => cri,
            Err(error) => {
                assert!(error.offset() <= text.len());
                continue;
            }
        };
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
