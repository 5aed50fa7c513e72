//! Resolution.

use cri_core::{Cri, CriRef};
use cri_uri::{Options, ToUri};
use model::reference::{AuthoritySection, Discard, Reference};
use model::{Revision, encode, resolve, to_uri};

use crate::agreement::{Same, agree, equal, parts};
use crate::ours;
use crate::reached::Reached;

/// Resolves a reference. Both sides have decoded both inputs.
pub(crate) fn resolve(
    (base, reference): (Cri<'_>, CriRef<'_>),
    (model_base, model_reference): (&Reference, &Reference),
    reached: &mut Reached,
) -> Same {
    count(base.as_bytes().len(), model_base, model_reference, reached);
    let ours = base.resolve(reference);
    let model = resolve::resolve(model_base, model_reference);
    let value =
        ours.map(|resolved| ours::reference(&resolved.sections())).map_err(|error| parts!(error));
    let Some(value) = agree("resolve", value, model)? else {
        reached.count("resolve: not a CRI");
        return Ok(());
    };
    let Ok(resolved) = ours else { return Ok(()) };
    for revision in Revision::ALL {
        let of = ours::revision(revision);
        let expected = encode::encode(&value, revision);
        let mut buffer = Vec::new();
        let encoded = resolved
            .sections()
            .encode(of, &mut buffer)
            .map(|()| buffer)
            .map_err(|error| parts!(error));
        agree("resolve, encode the sections", encoded, expected.clone())?;
        let encoded = resolved.encode_to(of, Vec::new()).map_err(|error| parts!(error));
        let as_bytes = encoded.as_ref().map(|cri| cri.as_bytes().to_vec()).map_err(|error| *error);
        agree("resolve, encode", as_bytes, expected)?;
        if let Ok(encoded) = encoded {
            equal(
                "resolve, decoded again",
                ours::reference(&encoded.as_cri().sections()),
                value.clone(),
            )?;
            equal("resolve, equal to its encoding", resolved == encoded.as_cri(), true)?;
            // An encoding carries the places of its sections, and serves as a base like a decoded CRI.
            let again =
                encoded.as_cri().resolve(reference).map(|again| ours::reference(&again.sections()));
            let again = again.map_err(|error| parts!(error));
            agree("resolve, twice", again, resolve::resolve(&value, model_reference))?;
        }
        let uri = resolved
            .to_uri(Options::new(of))
            .map(|uri| uri.to_string())
            .map_err(|error| parts!(error));
        agree("resolve, to_uri", uri, to_uri::to_uri(&value, revision))?;
    }
    Ok(())
}

fn count(length: usize, base: &Reference, reference: &Reference, reached: &mut Reached) {
    reached.count_if(length > 4095, "resolve: base above 4,095 bytes");
    let has_authority = matches!(base.authority, AuthoritySection::Authority(_));
    reached.count_if(!has_authority, "resolve: base without authority");
    if let (Discard::Segments(count), segments) =
        (reference.discard, base.path.as_ref().map_or(0, Vec::len))
    {
        reached.count("resolve: number as discard");
        reached.count_if(usize::from(count) > segments, "resolve: discard above the base's path");
        let ends = reference.query.is_some() || reference.fragment.is_some();
        reached.count_if(
            count == 0 && reference.path.is_none() && ends,
            "resolve: query or fragment alone",
        );
    }
}
