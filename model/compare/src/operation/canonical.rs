//! Normal forms, equivalence, and the other revision's numbers.

use cri_core::CriRef;
use cri_uri::Options;
use cri_uri::equivalence::{self, Equivalence};
use model::canonical::{Rules, canonical, renumber};
use model::reference::Reference;
use model::{Revision, encode};

use crate::agreement::{Same, agree, equal, parts};
use crate::ours;
use crate::reached::Reached;

/// The rules of the crates and of the model.
const RULES: [(Equivalence, Rules); 2] =
    [(Equivalence::Syntax, Rules::Syntax), (Equivalence::Scheme, Rules::Scheme)];

/// The normal form of one CRI reference, and its form in the other revision.
pub(crate) fn form(reference: CriRef<'_>, model: &Reference, reached: &mut Reached) -> Same {
    for (revision, other) in
        [(Revision::Draft16, Revision::Rfc9988), (Revision::Rfc9988, Revision::Draft16)]
    {
        let of = ours::revision(revision);
        for (rules, model_rules) in RULES {
            let ours = equivalence::canonical(reference, rules, Options::new(of), Vec::new());
            let ours = ours.map(|cri| cri.as_bytes().to_vec()).map_err(|error| parts!(error));
            let expected = canonical(model, model_rules, revision);
            reached.count_if(expected != *model, "canonical: another form");
            agree("canonical", ours, encode::encode(&expected, revision))?;
        }
        let ours = equivalence::renumber(reference, of, ours::revision(other), Vec::new());
        let ours = ours.map(|cri| cri.as_bytes().to_vec()).map_err(|error| parts!(error));
        let expected =
            renumber(model, revision, other).and_then(|found| encode::encode(&found, other));
        let found = agree("renumber", ours, expected)?;
        reached.count(if found.is_some() { "renumber: CRI" } else { "renumber: error" });
    }
    Ok(())
}

/// Two CRI references are equivalent if they have one normal form.
pub(crate) fn equivalent(
    (a, b): (CriRef<'_>, CriRef<'_>),
    (model_a, model_b): (&Reference, &Reference),
    reached: &mut Reached,
) -> Same {
    for revision in Revision::ALL {
        for (rules, model_rules) in RULES {
            let ours = equivalence::equivalent(a, b, rules, Options::new(ours::revision(revision)));
            let expected = canonical(model_a, model_rules, revision)
                == canonical(model_b, model_rules, revision);
            reached.count_if(expected && model_a != model_b, "canonical: equivalent, not equal");
            equal("equivalent", ours, expected)?;
        }
    }
    Ok(())
}
