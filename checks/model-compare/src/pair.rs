//! The operations on two CRIs, or on a CRI and a reference.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use cri_core::{Cri, CriBuf, CriRef};
use cri_uri::Options;
use cri_uri::equivalence;
use model::normal_form::normal_form;
use model::reference::Reference;
use model::{encode, relativize as references, resolve as resolution, to_uri};

use crate::cri::{RULES, model};
use crate::ours::{self, error};
use crate::{REVISIONS, agree};

/// Resolves a reference.
pub fn resolve(base: Cri<'_>, reference: CriRef<'_>) {
    let (model_base, model_reference) = (model(base.into()), model(reference));
    let ours = base.resolve(reference);
    let value = ours.as_ref().map(|resolved| ours::reference(&resolved.sections()));
    let value = agree(
        "resolve",
        value.map_err(|error| error!(error)),
        resolution::resolve(&model_base, &model_reference),
    );
    let (Ok(resolved), Some(value)) = (ours, value) else { return };
    for (of, revision) in REVISIONS {
        let expected = encode::encode(&value, revision);
        let sections = ours::encoded(&resolved.sections(), of);
        agree("resolve, encode the sections", sections, expected.clone());
        let encoded = resolved.encode_to(of, Vec::new()).map_err(|error| error!(error));
        let bytes = encoded.as_ref().map(|cri| cri.as_bytes().to_vec());
        agree("resolve, encode", bytes.map_err(|error| *error), expected);
        if let Ok(encoded) = encoded {
            let encoded = encoded.as_cri();
            assert_eq!(ours::reference(&encoded.sections()), value, "resolve, decoded again");
            assert!(resolved == encoded);
            // An encoding carries the places of its sections, and serves as a base like a decoded CRI.
            let again = encoded.resolve(reference);
            let again = again.map(|again| ours::reference(&again.sections()));
            agree(
                "resolve, twice",
                again.map_err(|error| error!(error)),
                resolution::resolve(&value, &model_reference),
            );
        }
        agree(
            "resolve, to_uri",
            ours::uri(resolved.sections(), of),
            to_uri::to_uri(&value, revision),
        );
    }
}

/// The reference from a base to a target resolves to the target, and no reference is shorter.
pub fn relativize(base: Cri<'_>, target: Cri<'_>) {
    let (model_base, model_target) = (model(base.into()), model(target.into()));
    // Trying all references takes time with the square of the path.
    let segments = |cri: &Reference| cri.path.as_ref().map_or(0, Vec::len);
    let is_small =
        segments(&model_base).max(segments(&model_target)) < 40 && target.as_bytes().len() < 1000;
    for (of, revision) in REVISIONS {
        let found = base.relativize(target, of, Vec::new()).ok();
        if let Some(found) = &found {
            let reference = model(found.as_cri_ref());
            let resolved = resolution::resolve(&model_base, &reference);
            assert_eq!(resolved.as_ref(), Ok(&model_target), "{found:?}");
        }
        if is_small {
            let shortest = references::shortest(&model_base, &model_target, revision);
            assert_eq!(found.as_ref().map(|found| found.as_bytes().len()), shortest, "{found:?}");
        }
    }
}

/// Equality, order, hash (section 4) and equivalence.
pub fn compare(a: Cri<'_>, b: Cri<'_>) {
    let (model_a, model_b) = (model(a.into()), model(b.into()));
    let expected = model_a == model_b;
    assert_eq!([a == b, b == a, a.cmp(&b).is_eq()], [expected; 3], "==");
    assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    let without_fragment = |cri: &Reference| Reference { fragment: None, ..cri.clone() };
    let ignoring_fragment = without_fragment(&model_a) == without_fragment(&model_b);
    assert_eq!(a.eq_ignoring_fragment(b), ignoring_fragment, "eq_ignoring_fragment");
    let [buf_a, buf_b] = [a, b].map(|cri| CriBuf::decode(cri.as_bytes().to_vec()).unwrap());
    assert_eq!([buf_a == buf_b, buf_a.cmp(&buf_b).is_eq()], [expected; 2], "CriBuf ==");
    if expected {
        assert_eq!(hash(&a), hash(&b), "hash");
        assert_eq!(hash(&buf_a), hash(&buf_b), "CriBuf hash");
    }
    for (of, revision) in REVISIONS {
        for (rules, model_rules) in RULES {
            let ours = equivalence::equivalent(a, b, rules, Options::new(of));
            let expected = normal_form(&model_a, model_rules, revision)
                == normal_form(&model_b, model_rules, revision);
            assert_eq!(ours, expected, "equivalent by {rules:?} of {of:?}");
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
