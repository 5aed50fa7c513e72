//! Reads two CRIs, one after the other, as a base and a target. The reference that relativizing returns leads from the
//! base to the target. No other reference that consists of parts of the target is shorter. Equal targets have the same
//! reference.
#![no_main]

use cri_core::{Builder, Component, Cri, CriRefBuf, Decoder, Discard, EncodeErrorKind, Revision};
use libfuzzer_sys::fuzz_target;

/// More segments than this make more references than one run should try.
const MANY: usize = 12;

fuzz_target!(|bytes: &[u8]| {
    let Ok((base, rest)) = Decoder::new().decode_prefix::<Cri<'_>>(bytes) else { return };
    let Ok((target, _)) = Decoder::new().decode_prefix::<Cri<'_>>(rest) else { return };
    for revision in Revision::ALL {
        let reference = match base.relativize(target, revision, Vec::new()) {
            Ok(reference) => reference,
            Err(error) => {
                assert_eq!(error.kind(), EncodeErrorKind::ZoneOnIpv4);
                continue;
            }
        };
        assert_eq!(base.resolve(&reference).expect("a reference that resolves"), target);
        assert!(reference.as_cri_ref().is_encoding_of(revision));
        // The other revision's form of a target is equal to it.
        for other in Revision::ALL {
            let Ok(equal) = target.encode_to(other, Vec::new()) else { continue };

            let of_equal = base
                .relativize(&equal, revision, Vec::new())
                .expect("a reference to the same target");
            assert_eq!(of_equal.as_bytes(), reference.as_bytes());
        }
        if base.sections().segments().count().max(target.sections().segments().count()) > MANY {
            continue;
        }
        for candidate in candidates(base, target, revision) {
            let is_shorter = candidate.as_bytes().len() < reference.as_bytes().len();
            let leads_there = base.resolve(&candidate).is_ok_and(|result| result == target);
            assert!(!(is_shorter && leads_there), "{candidate:?}");
        }
    }
});

/// The target without its scheme, and references of any discard with the last segments of the target.
fn candidates(base: Cri<'_>, target: Cri<'_>, revision: Revision) -> Vec<CriRefBuf<Vec<u8>>> {
    let new = || Builder::new(revision, Vec::new());
    let without_scheme =
        target.sections().change(Component::Scheme, revision, Vec::new(), |builder| builder);
    let mut all = vec![without_scheme];
    let discards =
        (0..=base.sections().segments().count() as u8 + 1).map(Discard::Segments).chain([Discard::All]);
    for discard in discards {
        for skipped in 0..=target.sections().segments().count() {
            let path = || new().discard(discard).segments(target.sections().segments().skip(skipped));
            all.push(path());
            all.push(path().parameters(target.sections().parameters()));
            if let Some(fragment) = target.sections().fragment() {
                all.push(path().fragment(fragment));
                all.push(path().parameters(target.sections().parameters()).fragment(fragment));
            }
        }
    }
    all.into_iter().filter_map(|builder| builder.finish().ok()).collect()
}
