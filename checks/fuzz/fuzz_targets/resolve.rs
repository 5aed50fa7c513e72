//! Reads two CRIs, one after the other, as a base and a reference, and resolves them as the model does. The result, its
//! encoding and the decoded encoding serve alike as a base. Order and hash agree with equality, whatever holds the CRIs.
#![no_main]

use std::hash::{DefaultHasher, Hash, Hasher};

use cri_core::{Cri, CriKey, CriRef, Decoder, Resolved, Revision};
use cri_uri::{Draft16, Profile, Rfc9988, ToUri, UriCri, UriRef};
use libfuzzer_sys::fuzz_target;
use model_compare::pair;

fuzz_target!(|bytes: &[u8]| {
    let Ok((base, rest)) = Decoder::new().decode_prefix::<Cri<'_>>(bytes) else { return };
    let Ok((reference, _)) = Decoder::new().decode_prefix::<CriRef<'_>>(rest) else { return };
    pair::resolve(base, reference);
    if let Some(other) = reference.to_full() {
        compare(base, other);
    }
    let Ok(resolved) = base.resolve(reference) else { return };
    compare_keys(&base, &resolved);
    held::<Draft16>(resolved);
    held::<Rfc9988>(resolved);
    for revision in Revision::ALL {
        let Ok(owned) = resolved.encode_to(revision, Vec::new()) else { continue };
        let decoded = Cri::decode(owned.as_cri().as_bytes()).expect("a result decodes");
        assert_eq!(resolved, decoded);
        assert_eq!(owned.as_cri().resolve(reference).ok(), decoded.resolve(reference).ok());
        compare_keys(&resolved, &owned);
        compare(base, decoded);
    }
});

/// A result becomes the value of its URI.
fn held<P: Profile>(target: Resolved<'_>) {
    let text = target.to_uri(P::OPTIONS).ok().map(|uri| uri.to_string());
    let parsed =
        text.and_then(|text| UriRef::parse(&text).ok()?.to_cri(P::OPTIONS, Vec::new()).ok());
    let held = UriCri::<P>::try_from(target).ok();
    assert_eq!(
        held.as_ref().map(|held| held.as_bytes()),
        parsed.as_ref().map(|cri| cri.as_bytes())
    );
}

/// A CRI compares by its own bytes, and a result by its sections.
fn compare(one: Cri<'_>, other: Cri<'_>) {
    let order = one.cmp(&other);
    let itself = CriRef::decode(b"\x80").expect("the empty reference");
    let [ours, theirs] = [one, other].map(|cri| cri.resolve(itself).expect("the base"));
    assert_eq!(ours.cmp(&theirs), order);
    assert_eq!(other.cmp(&one), order.reverse());
    for revision in Revision::ALL {
        let encode = |cri: Resolved<'_>| cri.encode_to(revision, Vec::new()).ok();
        let (Some(ours), Some(theirs)) = (encode(ours), encode(theirs)) else { continue };
        assert_eq!(ours.cmp(&theirs), order);
        compare_keys(&one, &theirs);
    }
    // What is below a path stands together.
    let below = |cri: &Cri<'_>, path: Cri<'_>| {
        let mut segments = cri.segments();
        let [ours, theirs] =
            [*cri, path].map(|cri| (cri.scheme(), cri.sections().authority_section()));
        ours == theirs && path.segments().all(|segment| segments.next() == Some(segment))
    };
    if below(&one, other) && order.is_lt() {
        // Only the query and the fragment of the path itself can stand after something below it.
        assert!(
            other.segments().len() == one.segments().len()
                || other.sections().query().is_some()
                || other.fragment().is_some()
        );
    }
}

fn compare_keys(one: &dyn CriKey, other: &dyn CriKey) {
    let hash = |key: &dyn CriKey| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(one == other, one.cmp(other).is_eq());
    assert!(one != other || hash(one) == hash(other));
}
