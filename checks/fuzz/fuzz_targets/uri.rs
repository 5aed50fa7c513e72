//! Parses any text as a URI reference and converts it to a CRI and back, as the model does. The URI of the CRI has that CRI
//! again. Converting a text at once and parsing it first agree, also for owned CRIs.
#![no_main]

use cri_core::{CriRefBuf, Feature, Features, Revision};
use cri_uri::{
    Draft16, IriRef, Options, Profile, Rfc9988, ToCriError, ToUri, ToUriErrorKind, Uri, UriCri,
    UriCriRef, UriRef, to_cri,
};
use libfuzzer_sys::fuzz_target;
use model_compare::uri;

fuzz_target!(|text: &str| {
    for feature in Feature::ALL {
        uri::uri(text, Features::ALL.without(feature));
    }
    uri::uri(text, Features::ALL);
    held::<Draft16>(text);
    held::<Rfc9988>(text);
    let parsed = match UriRef::parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            assert!(error.offset() <= text.len());
            assert_eq!(to_cri(text, Options::default(), Vec::new()).err(), Some(error.into()));
            return;
        }
    };
    // A URI reference is an IRI reference, and reads as the same one.
    let iri = IriRef::parse(text).map(|iri| iri.to_uri().to_string());
    assert_eq!(iri.as_deref(), Ok(parsed.as_str()));
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
        let uri = match cri.as_cri_ref().to_uri(options) {
            Ok(uri) => uri.to_string(),
            // The CRI of `/.//b` has no URI: without the dot, `//b` would read as an authority.
            Err(error) => {
                assert_eq!(error.kind(), ToUriErrorKind::LeadingEmptySegment);
                continue;
            }
        };
        let again = UriRef::parse(&uri).expect("a written URI parses").to_cri(options, Vec::new());
        let again = again.expect("a written URI has a CRI");
        assert_eq!(cri.as_cri_ref().as_bytes(), again.as_cri_ref().as_bytes());
    }
});

/// An owned CRI is that of the parsed text.
fn held<P: Profile>(text: &str) {
    let parsed = UriRef::parse(text).map_err(ToCriError::from);
    assert_eq!(text.parse::<UriCriRef<P>>(), parsed.and_then(TryInto::try_into));
    let parsed = Uri::parse(text).map_err(ToCriError::from);
    assert_eq!(text.parse::<UriCri<P>>(), parsed.and_then(TryInto::try_into));
}
