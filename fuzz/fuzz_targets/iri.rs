//! Any text through the parser of IRI references: an IRI has the CRI of its URI, and both ways come to one IRI.
#![no_main]

use cri_core::Revision;
use cri_uri::{IriRef, Options, ToIri, ToUri, UriRef};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let iri = match IriRef::parse(text) {
        Ok(iri) => iri,
        Err(error) => {
            assert!(error.offset() <= text.len() && UriRef::parse(text).is_err());
            return;
        }
    };
    let uri = iri.to_uri().to_string();
    let uri = UriRef::parse(&uri).expect("what is mapped parses");
    let again = uri.to_iri().to_string();
    let again = IriRef::parse(&again).expect("what is mapped back parses").to_uri().to_string();
    assert_eq!(UriRef::parse(&again).expect("and again").to_iri().to_string(), uri.to_iri().to_string());
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let (by_iri, by_uri) = match (iri.to_cri(options, Vec::new()), uri.to_cri(options, Vec::new())) {
            (Ok(by_iri), Ok(by_uri)) => (by_iri, by_uri),
            (by_iri, by_uri) => {
                let [by_iri, by_uri] = [by_iri, by_uri].map(|result| result.expect_err("both or none"));
                assert_eq!((by_iri.kind(), by_iri.component()), (by_uri.kind(), by_uri.component()));
                assert!(by_iri.offset() <= text.len());
                continue;
            }
        };
        let cri = by_iri.as_cri_ref();
        assert_eq!(cri.as_bytes(), by_uri.as_cri_ref().as_bytes());
        let (Ok(uri), Ok(iri)) = (cri.to_uri(options), cri.to_iri(options)) else { continue };
        let (uri, iri) = (uri.to_string(), iri.to_string());
        assert_eq!(UriRef::parse(&uri).expect("what is written parses").to_iri().to_string(), iri);
        let again = IriRef::parse(&iri).expect("what is written parses").to_cri(options, Vec::new());
        assert_eq!(again.expect("what is written has a CRI").as_cri_ref().as_bytes(), cri.as_bytes());
    }
});
