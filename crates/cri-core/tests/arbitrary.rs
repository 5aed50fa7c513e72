//! Any CRI, made of random bytes (feature `arbitrary`).
#![cfg(all(feature = "arbitrary", feature = "alloc"))]

use arbitrary::{Arbitrary, Unstructured};
use cri_core::{Cri, CriBuf, CriRef, CriRefBuf, Discard};

#[test]
fn most_random_bytes_make_valid_cris() {
    let (mut full, mut relative, mut failed, mut small_discards) = (0, 0, 0, 0);
    let mut state = 1_u32;
    for _ in 0..1000 {
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(200)
        .collect();
        match CriRefBuf::<Vec<u8>>::arbitrary(&mut Unstructured::new(&bytes)) {
            Ok(reference) => {
                assert!(CriRef::decode(reference.as_bytes()).is_ok());
                small_discards +=
                    usize::from(matches!(reference.sections().discard(), Discard::Segments(0..=3)));
                *if reference.is_full() { &mut full } else { &mut relative } += 1;
            }
            Err(_) => failed += 1,
        }
        if let Ok(cri) = CriBuf::<Vec<u8>>::arbitrary(&mut Unstructured::new(&bytes)) {
            assert!(Cri::decode(cri.as_bytes()).is_ok());
        }
    }
    assert!(small_discards > 100, "{small_discards}");
    assert!(full > 200 && relative > 400 && failed < 100, "{full} {relative} {failed}");
}
