//! URI references: parsing them and converting them to CRIs.

use cri_core::CriRef;
use cri_uri::{Options, ToUri, UriRef, to_cri};
use model::reference::{AuthoritySection, Discard, Host, Reference, Text};
use model::{Features, Revision, encode, from_uri, resolve, to_uri, uri};

use crate::agreement::{Same, agree, equal, parts};
use crate::ours;
use crate::reached::Reached;

/// The components of a URI reference as text: scheme, userinfo, host, port, path, query, fragment.
type Components = [Option<String>; 7];

pub(crate) fn uri(text: &str, features: Features, reached: &mut Reached) -> Same {
    parse(text, reached)?;
    for revision in Revision::ALL {
        let options =
            Options::new(ours::revision(revision)).with_features(ours::features(features));
        let model = from_uri::from_uri(text, revision, features);
        let expected = model.clone().and_then(|reference| encode::encode(&reference, revision));
        let ours = to_cri(text, options, Vec::new()).map_err(|error| parts!(error, offset));
        let as_bytes = ours.as_ref().map(|cri| cri.as_bytes().to_vec()).map_err(|error| *error);
        agree("to_cri", as_bytes, expected.clone())?;
        if let Ok(parsed) = UriRef::parse(text) {
            let parsed = parsed.to_cri(options, Vec::new()).map_err(|error| parts!(error, offset));
            agree("UriRef::to_cri", parsed.map(|cri| cri.as_bytes().to_vec()), expected)?;
        }
        if let (Ok(ours), Ok(model)) = (&ours, &model) {
            count(model, reached);
            equal(
                "to_cri, sections",
                ours::reference(&ours.as_cri_ref().sections()),
                model.clone(),
            )?;
            // A CRI made from a URI carries the places of its sections, and serves as a base like a decoded one.
            if let Some(base) = ours.as_cri_ref().to_full() {
                let reference =
                    CriRef::decode(b"\x82\x01\x81\x61x").map_err(|error| error.to_string())?;
                let resolved =
                    base.resolve(reference).map(|resolved| ours::reference(&resolved.sections()));
                let expected = Reference {
                    discard: Discard::Segments(1),
                    path: Some(vec![Text::Plain("x".into())]),
                    ..Reference::EMPTY
                };
                let expected = resolve::resolve(model, &expected);
                agree(
                    "to_cri, resolve [1, [\"x\"]]",
                    resolved.map_err(|error| parts!(error)),
                    expected,
                )?;
            }
            let uri = ours
                .as_cri_ref()
                .to_uri(options)
                .map(|uri| uri.to_string())
                .map_err(|error| parts!(error));
            let uri = agree("to_cri, to_uri", uri, to_uri::to_uri(model, revision))?;
            // Section 6: converting back yields an equivalent URI, so its CRI is this one. A path that begins with "//"
            // has no URI without an authority.
            if let Some(uri) = uri {
                equal(
                    "model, there and back",
                    from_uri::from_uri(&uri, revision, features).as_ref(),
                    Ok(model),
                )?;
            }
        }
    }
    Ok(())
}

fn parse(text: &str, reached: &mut Reached) -> Same {
    let own = |text: &str| Some(text.to_owned());
    let ours: Result<Components, _> =
        UriRef::parse(text).map_err(|error| parts!(error, offset)).map(|uri| {
            [
                uri.scheme().and_then(own),
                uri.userinfo().and_then(own),
                uri.host_str().and_then(own),
                uri.port().and_then(own),
                own(uri.path()),
                uri.query().and_then(own),
                uri.fragment().and_then(own),
            ]
        });
    let model = uri::parse(text);
    reached.count(if model.is_ok() { "uri: parses" } else { "uri: does not parse" });
    reached.count_if(
        text.to_ascii_lowercase().replace("%2e", ".").contains("/.."),
        "uri: dot-segments",
    );
    let model: Result<Components, _> = model.map(|parts| {
        [
            parts.scheme.and_then(own),
            parts
                .authority
                .and_then(|authority| authority.userinfo)
                .and_then(|part| own(part.text)),
            parts.authority.and_then(|authority| own(authority.host.text)),
            parts.authority.and_then(|authority| authority.port).and_then(|part| own(part.text)),
            own(parts.path.text),
            parts.query.and_then(|part| own(part.text)),
            parts.fragment.and_then(|part| own(part.text)),
        ]
    });
    agree("parse", ours, model).map(drop)
}

fn count(model: &Reference, reached: &mut Reached) {
    reached.count("uri: has a CRI");
    reached.count_if(matches!(model.discard, Discard::Segments(1..)), "uri: discard");
    let texts = model.path.iter().chain(&model.query).flatten().chain(&model.fragment);
    reached.count_if(
        texts.into_iter().any(|text| matches!(text, Text::Sequence(_))),
        "uri: text-pet-sequence",
    );
    if let AuthoritySection::Authority(authority) = &model.authority
        && matches!(&authority.host, Host::Address { bytes, .. } if bytes.len() == 16)
    {
        reached.count("uri: IPv6 address");
    }
}
