//! Reads two CRIs, one after the other, as a base and a reference, and resolves them as the model does. The result, its
//! encoding and the decoded encoding serve alike as a base.
#![no_main]

use cri_core::{Cri, CriRef, Decoder, Revision};
use libfuzzer_sys::fuzz_target;
use model_compare::pair;

fuzz_target!(|bytes: &[u8]| {
    let Ok((base, rest)) = Decoder::new().decode_prefix::<Cri<'_>>(bytes) else { return };
    let Ok((reference, _)) = Decoder::new().decode_prefix::<CriRef<'_>>(rest) else { return };
    pair::resolve(base, reference);
    let Ok(resolved) = base.resolve(reference) else { return };
    for revision in Revision::ALL {
        let Ok(owned) = resolved.encode_to(revision, Vec::new()) else { continue };
        let decoded = Cri::decode(owned.as_cri().as_bytes()).expect("a result decodes");
        assert_eq!(resolved, decoded);
        assert_eq!(owned.as_cri().resolve(reference).ok(), decoded.resolve(reference).ok());
    }
});
