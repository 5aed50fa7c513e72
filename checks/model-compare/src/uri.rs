//! URI references: parsing them and converting them to CRIs.

use cri_core::{CriRef, CriRefBuf, Features};
use cri_uri::equivalence::{Equivalence, normal_form};
use cri_uri::{Normalization, Options, ToUri, UriRef, to_cri};
use model::reference::{Discard, Reference, Text};
use model::{encode, from_uri, resolve, to_uri, uri as syntax};

use crate::cri::features;
use crate::ours::{self, error};
use crate::{REVISIONS, agree};

/// Parses any text, and converts it to a CRI and back.
pub fn uri(text: &str, supported: Features) {
    parse(text);
    for (of, revision) in REVISIONS {
        let options = Options::new(of).with_features(supported);
        let model = from_uri::from_uri(text, revision, features(supported));
        let expected = model.clone().and_then(|reference| encode::encode(&reference, revision));
        let ours = to_cri(text, options, Vec::new()).map_err(|error| error!(error, offset));
        let bytes = ours.as_ref().map(|cri| cri.as_bytes().to_vec());
        agree("to_cri", bytes.map_err(|error| *error), expected.clone());
        if let Ok(parsed) = UriRef::parse(text) {
            let parsed = parsed.to_cri(options, Vec::new()).map_err(|error| error!(error, offset));
            agree("UriRef::to_cri", parsed.map(CriRefBuf::into_buffer), expected);
        }
        let (Ok(ours), Ok(model)) = (&ours, &model) else { continue };
        let ours = ours.as_cri_ref();
        assert_eq!(&ours::reference(&ours.sections()), model, "to_cri, sections");
        // A CRI made from a URI carries the places of its sections, and serves as a base like a decoded one.
        if let Some(base) = ours.to_full() {
            let reference = CriRef::decode(b"\x82\x01\x81\x61x").expect("a reference");
            let resolved = base.resolve(reference);
            let resolved = resolved.map(|resolved| ours::reference(&resolved.sections()));
            let reference = Reference {
                discard: Discard::Segments(1),
                path: Some(vec![Text::Plain("x".into())]),
                ..Reference::EMPTY
            };
            agree(
                "to_cri, resolve [1, [\"x\"]]",
                resolved.map_err(|error| error!(error)),
                resolve::resolve(model, &reference),
            );
        }
        // Section 6: converting back yields an equivalent URI, so its CRI is this one. A path that begins with "//"
        // has no URI without an authority.
        let uri = agree("to_cri, to_uri", ours::uri(ours, of), to_uri::to_uri(model, revision));
        if let Some(uri) = uri {
            let again = from_uri::from_uri(&uri, revision, features(supported));
            assert_eq!(again.as_ref(), Ok(model), "model, there and back");
        }
        equivalence(text, ours, options);
    }
}

/// Equivalent URIs have equivalent CRIs, and the other way round: each normal form is the same, whether the URI or its CRI
/// leads to it.
fn equivalence(text: &str, cri: CriRef<'_>, options: Options) {
    let uri = UriRef::parse(text).expect("a URI reference");
    let ports = uri.normalize(Normalization::SCHEME, options.schemes()).to_string();
    let ports = UriRef::parse(&ports).expect("a URI reference");
    // A CRI that is made from a URI has no default port (C7), so by syntax it is another one.
    let has_default_port = ports.port() != uri.port();
    for (steps, equivalence) in
        [(Normalization::SYNTAX, Equivalence::Syntax), (Normalization::ALL, Equivalence::Scheme)]
    {
        if has_default_port && equivalence == Equivalence::Syntax {
            continue;
        }
        let normal_text = |text: &str| {
            let uri = UriRef::parse(text).expect("a URI reference");
            uri.normalize(steps, options.schemes()).to_string()
        };
        let normal_cri = |cri| normal_form(cri, equivalence, options, Vec::new());
        let (of_text, of_cri) = (normal_text(text), normal_cri(cri).expect("a CRI"));
        if let Ok(uri) = of_cri.as_cri_ref().to_uri(options) {
            // A relative reference keeps its dot-segments, and its CRI has none.
            if cri.to_full().is_some() {
                assert_eq!(normal_text(&uri.to_string()), of_text, "text by {equivalence:?}");
            }
            let again = to_cri(&of_text, options, Vec::new()).expect("a URI with a CRI");
            let again = normal_cri(again.as_cri_ref()).expect("a CRI");
            assert_eq!(again.as_bytes(), of_cri.as_bytes(), "CRI by {equivalence:?}");
        }
    }
}

/// Parses any text: scheme, userinfo, host, port, path, query and fragment.
fn parse(text: &str) {
    let ours = UriRef::parse(text).map_err(|error| error!(error, offset)).map(|uri| {
        let (path, port) = (Some(uri.path()), uri.port());
        [uri.scheme(), uri.userinfo(), uri.host_str(), port, path, uri.query(), uri.fragment()]
    });
    let model = syntax::parse(text).map(|parts| {
        let authority = parts.authority;
        [
            parts.scheme,
            text_of(authority.and_then(|authority| authority.userinfo)),
            text_of(authority.map(|authority| authority.host)),
            text_of(authority.and_then(|authority| authority.port)),
            Some(parts.path.text),
            text_of(parts.query),
            text_of(parts.fragment),
        ]
    });
    agree("parse", ours, model);
}

fn text_of(part: Option<syntax::Part<'_>>) -> Option<&str> {
    part.map(|part| part.text)
}
