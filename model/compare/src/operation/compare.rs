//! Equality, order and hash (section 4).

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use cri_core::{Cri, CriBuf, Decoder, Ingested};
use model::reference::Reference;

use crate::agreement::{Same, equal};
use crate::reached::Reached;

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The types that have `Eq` agree with equality of components.
pub(crate) fn compare(
    (a, b): (Cri<'_>, Cri<'_>),
    (model_a, model_b): (&Reference, &Reference),
    reached: &mut Reached,
) -> Same {
    let expected = model_a == model_b;
    reached.count_if(expected, "compare: equal");
    reached.count_if(expected && a.as_bytes() != b.as_bytes(), "compare: equal, other bytes");
    let same = [
        model_a.scheme == model_b.scheme,
        model_a.authority == model_b.authority,
        model_a.path == model_b.path,
        model_a.query == model_b.query,
        model_a.fragment == model_b.fragment,
    ];
    reached.count_if(
        same.iter().filter(|same| !*same).count() == 1,
        "compare: different in one section",
    );
    equal("==", [a == b, b == a], [expected; 2])?;
    equal("cmp", [a.cmp(&b).is_eq(), a.cmp(&b) == b.cmp(&a).reverse()], [expected, true])?;
    equal("eq_ignoring_fragment", a.eq_ignoring_fragment(b), same[..4].iter().all(|same| *same))?;
    let buf = |cri: Cri<'_>| CriBuf::decode(cri.as_bytes().to_vec());
    let (Ok(buf_a), Ok(buf_b)) = (buf(a), buf(b)) else {
        return Err("CriBuf: cannot be decoded".into());
    };
    equal("CriBuf ==", [buf_a == buf_b, buf_a.cmp(&buf_b).is_eq()], [expected; 2])?;
    let ingested = |bytes| Decoder::new().decode::<Ingested<'_>>(bytes);
    let (Ok(item_a), Ok(item_b)) = (ingested(a.as_bytes()), ingested(b.as_bytes())) else {
        return Err("Ingested: cannot be decoded".into());
    };
    equal("Ingested ==", item_a == item_b, expected)?;
    if expected {
        equal("Ingested hash", hash(&item_a), hash(&item_b))?;
        equal("hash", hash(&a), hash(&b))?;
        equal("CriBuf hash", hash(&buf_a), hash(&buf_b))?;
    }
    Ok(())
}
