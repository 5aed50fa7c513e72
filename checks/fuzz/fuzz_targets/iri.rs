//! Parses any text as an IRI reference. An IRI and the URI that it maps to have one CRI, and the CRI leads back to the IRI
//! of that URI. The CRI of a CoAP request has no percent-encoded text, and otherwise is that CRI. Text that is not in NFC is found, and mapped to text that is.
#![no_main]

use cri_core::{HostName, Revision, TextOrPet};
use cri_uri::nfc::check_nfc;
use cri_uri::{IriRef, Nfc, Options, ToCriErrorKind, ToIri, ToUri, UriRef};
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
    let uri = UriRef::parse(&uri).expect("a mapped URI parses");
    let again = uri.to_iri().to_string();
    let again =
        IriRef::parse(&again).expect("an IRI that is mapped back parses").to_uri().to_string();
    assert_eq!(
        UriRef::parse(&again).expect("a URI that is mapped twice parses").to_iri().to_string(),
        uri.to_iri().to_string()
    );
    for revision in Revision::ALL {
        let options = Options::new(revision);
        in_nfc(iri, options);
        as_request(iri, options);
        let (by_iri, by_uri) =
            match (iri.to_cri(options, Vec::new()), uri.to_cri(options, Vec::new())) {
                (Ok(by_iri), Ok(by_uri)) => (by_iri, by_uri),
                (by_iri, by_uri) => {
                    let [by_iri, by_uri] =
                        [by_iri, by_uri].map(|result| result.expect_err("both fail, or none"));
                    assert_eq!(
                        (by_iri.kind(), by_iri.component()),
                        (by_uri.kind(), by_uri.component())
                    );
                    assert!(by_iri.offset() <= text.len());
                    continue;
                }
            };
        let cri = by_iri.as_cri_ref();
        assert_eq!(cri.as_bytes(), by_uri.as_cri_ref().as_bytes());
        let (Ok(uri), Ok(iri)) = (cri.to_uri(options), cri.to_iri(options)) else { continue };
        let (uri, iri) = (uri.to_string(), iri.to_string());
        assert_eq!(UriRef::parse(&uri).expect("a written text parses").to_iri().to_string(), iri);
        let again = IriRef::parse(&iri).expect("a written text parses").to_cri(options, Vec::new());
        assert_eq!(
            again.expect("a written text has a CRI").as_cri_ref().as_bytes(),
            cri.as_bytes()
        );
    }
});

/// The CRI of a CoAP request has text alone in path and query, and is the CRI of the IRI if that has text alone.
fn as_request(iri: IriRef<'_>, options: Options) {
    let is_text = |item: TextOrPet<'_>| item.text_bytes().is_some();
    let Ok(request) = iri.to_request_cri(options, Vec::new()) else { return };
    let sections = request.sections();
    assert!(sections.segments().chain(sections.parameters()).all(is_text));
    let Ok(cri) = iri.to_cri(options, Vec::new()) else { return };
    let (sections, bytes) = (cri.sections(), cri.as_bytes());
    let mut labels =
        sections.host().and_then(|host| host.name()).into_iter().flat_map(HostName::labels);
    if labels.all(is_text) && sections.segments().chain(sections.parameters()).all(is_text) {
        assert_eq!(request.as_bytes(), bytes);
    }
}

/// Refusing text that is not in NFC, and mapping it.
fn in_nfc(iri: IriRef<'_>, options: Options) {
    let revision = options.revision();
    let to_cri = |nfc| iri.to_cri(options.with_nfc(nfc), Vec::new());
    let kept = to_cri(Nfc::Keep);
    match (&kept, to_cri(Nfc::Refuse)) {
        (Ok(kept), Ok(same)) => {
            assert_eq!(kept.as_bytes(), same.as_bytes());
            assert_eq!(check_nfc(kept.as_cri_ref(), revision), Ok(()));
        }
        (Ok(kept), Err(error)) => {
            assert_eq!(error.kind(), ToCriErrorKind::NotNfc);
            let found =
                check_nfc(kept.as_cri_ref(), revision).expect_err("a component that is not in NFC");
            assert_eq!(found.component(), error.component());
        }
        // Both rules may be broken.
        (Err(_), refused) => assert!(refused.is_err()),
    }
    if let Ok(mapped) = to_cri(Nfc::Normalize) {
        assert_eq!(check_nfc(mapped.as_cri_ref(), revision), Ok(()));
        if check_nfc(kept.expect("text that can be mapped").as_cri_ref(), revision).is_ok() {
            assert_eq!(
                to_cri(Nfc::Refuse).map(|cri| cri.as_bytes().to_vec()),
                Ok(mapped.as_bytes().to_vec())
            );
        }
    }
}
