//! Reads two CRIs, one after the other. The model agrees on whether they are equal or equivalent, and on the length of the
//! shortest reference from the first to the second. Equal targets have the same reference.
#![no_main]

use cri_core::{Cri, Decoder, EncodeErrorKind, Revision};
use libfuzzer_sys::fuzz_target;
use model_compare::pair;

fuzz_target!(|bytes: &[u8]| {
    let Ok((base, rest)) = Decoder::new().decode_prefix::<Cri<'_>>(bytes) else { return };
    let Ok((target, _)) = Decoder::new().decode_prefix::<Cri<'_>>(rest) else { return };
    pair::compare(base, target);
    pair::relativize(base, target);
    for revision in Revision::ALL {
        let reference = match base.relativize(target, revision, Vec::new()) {
            Ok(reference) => reference,
            Err(error) => {
                assert_eq!(error.kind(), EncodeErrorKind::ZoneOnIpv4);
                continue;
            }
        };
        assert_eq!(base.resolve(&reference).expect("a reference that resolves"), target);
        assert!(reference.is_encoding_of(revision));
        // The other revision's form of a target is equal to it.
        for other in Revision::ALL {
            let Ok(equal) = target.encode_to(other, Vec::new()) else { continue };
            let of_equal = base
                .relativize(&equal, revision, Vec::new())
                .expect("a reference to the same target");
            assert_eq!(of_equal.as_bytes(), reference.as_bytes());
        }
    }
});
