//! References from a base to a target.

use cri_core::Cri;
use model::decode::{Decoded, decode};
use model::reference::Reference;
use model::{Features, Revision, relativize, resolve};

use crate::agreement::{Same, equal};
use crate::ours;
use crate::reached::Reached;

/// The reference resolves to the target, and no reference is shorter.
pub(crate) fn relativize(
    (base, target): (Cri<'_>, Cri<'_>),
    (model_base, model_target): (&Reference, &Reference),
    reached: &mut Reached,
) -> Same {
    for revision in Revision::ALL {
        let found = base.relativize(target, ours::revision(revision), Vec::new());
        // Trying all references takes time with the square of the path.
        let segments = |cri: &Reference| cri.path.as_ref().map_or(0, Vec::len);
        let is_small = segments(model_base) < 40
            && segments(model_target) < 40
            && target.as_bytes().len() < 1000;
        let shortest = || relativize::shortest(model_base, model_target, revision);
        match found {
            Ok(found) => {
                let Decoded::Processable(reference) = decode(found.as_bytes(), Features::ALL)
                else {
                    return Err(format!("relativize: {:02x?} does not decode", found.as_bytes()));
                };
                equal(
                    "relativize, resolve",
                    resolve::resolve(model_base, &reference),
                    Ok(model_target.clone()),
                )?;
                reached.count_if(found.as_bytes() == [0x80], "relativize: empty reference");
                if is_small {
                    reached.count("relativize: compared with all references");
                    equal(
                        &format!("relativize, bytes of the shortest, found {found:?}"),
                        Some(found.as_bytes().len()),
                        shortest(),
                    )?;
                }
            }
            Err(_) if is_small => equal("relativize: no reference", None, shortest())?,
            Err(_) => {}
        }
    }
    Ok(())
}
