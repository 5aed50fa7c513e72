//! Results of resolution.

use cri_testvectors::sample;

use super::*;
use crate::buffer::{ArrayBuffer, SliceBuffer};
use crate::interchange::cri::Cri;
use crate::sections::AuthoritySection;
use std::vec::Vec;

/// Bases and references that take different branches.
const CRIS: [&[u8]; 29] = [
    b"\x85\x20\x82\x61h\x18\xff\x83\x61a\x60\x62bc\x81\x61q\x61f",
    b"\x84\x20\x81\x61h\x84\x61a\x61b\x78\x18abcdefghijklmnopqrstuvwx\x61c\x81\x61q",
    b"\x84\x20\x81\x61h\x84\x61a\x82\x61b\x41\xff\x61c\x61d\x80",
    b"\x85\x20\x81\x44\x01\x02\x03\x04\x81\x61a\xf6\x61f",
    b"\x83\x20\x82\x44\x01\x02\x03\x04\x62z0\x80",
    b"\x83\x20\x83\xf4\x61u\x61h\x81\x61a",
    b"\x82\x20\x81\x61h",
    b"\x83\x63urn\xf5\x82\x61a\x60",
    b"\x83\x20\xf5\x81\x61a",
    b"\x83\x20\xf6\x83\x61a\x60\x61b",
    b"\x83\x20\xf6\x81\x60",
    b"\x81\x20",
    b"\x84\x20\xf6\x80\x81\x61q",
    b"\x83\x20\x81\x61h\x97\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\
      \x60\x60\x60\x60\x60\x60\x60\x60\x60\x60\x60",
    b"\x83\xf6\x82\x61g\x01\x81\x61x",
    b"\x83\xf6\xf5\x81\x61x",
    b"\x82\xf6\x81\x61g",
    b"\x82\x01\x81\x61x",
    b"\x83\x02\x82\x61x\x61y\x81\x61q",
    b"\x84\x00\x81\x60\x80\x61f",
    b"\x83\x18\x18\x81\x61x\x80",
    b"\x82\xf5\x82\x60\x61x",
    b"\x82\x03\x80",
    b"\x81\x02",
    b"\x80",
    b"\x84\x00\xf6\x81\x61q\x61f",
    b"\x84\x00\xf6\xf6\x61f",
    b"\x83\x00\xf6\x80",
    b"\x81\x00",
];

/// All of them and the corpus, also with one byte inserted or replaced, as far as they decode.
fn references() -> Vec<Vec<u8>> {
    let bytes =
        [0x00, 0x01, 0x02, 0x18, 0x60, 0x61, b'a', 0x80, 0x81, 0x82, 0x83, 0x84, 0x97, 0xf5, 0xf6];
    let mut all: Vec<_> = CRIS.iter().map(|cri| cri.to_vec()).collect();
    let corpus = cri_testvectors::Corpus::load().unwrap();
    all.extend(corpus.decode.iter().map(|vector| vector.cbor.clone()));
    all.extend(corpus.convert.iter().filter_map(|vector| vector.cbor.clone()));
    for cri in CRIS.iter().filter(|cri| cri.len() < 20) {
        for (at, byte) in (0..cri.len()).flat_map(|at| bytes.map(|byte| (at, byte))) {
            let (mut other, mut longer) = (cri.to_vec(), cri.to_vec());
            other[at] = byte;
            longer.insert(at, byte);
            all.extend([other, longer]);
        }
    }
    // Two of them fit in the buffers of the tests.
    all.retain(|cri| cri.len() <= 512 && CriRef::decode(cri).is_ok());
    all.sort();
    all.dedup();
    all
}

/// Asserts that a splice equals the general encoding, and its offsets those of decoding. Returns whether there is a splice.
fn agrees(base: Cri<'_>, reference: CriRef<'_>, revision: Revision) -> bool {
    let mut buffer = ArrayBuffer::<1024>::new();
    let Ok(resolved) = base.resolve(reference) else {
        return false;
    };
    let Some(offsets) = resolved.splice(revision, &mut buffer) else {
        return false;
    };
    let mut general = ArrayBuffer::<1024>::new();
    let expected = resolved.sections().encode_with_offsets(revision, &mut general);
    assert_eq!(buffer.as_slice(), general.as_slice(), "{base:?} {reference:?} {revision:?}");
    assert_eq!(expected, Ok(offsets), "{base:?} {reference:?} {revision:?}");
    assert_eq!(CriRef::decode(buffer.as_slice()).map(|decoded| decoded.offsets), Ok(offsets));
    true
}

#[test]
fn splices_agree_with_the_general_encoder() {
    let all = references();
    let mut taken = [0; 5];
    // All pairs take too long. Each base meets a third of the references, in turn.
    for (index, base) in sample(all.iter().enumerate(), 7) {
        let Ok(base) = Cri::decode(base) else { continue };
        for reference in all.iter().skip(index % 3).step_by(3) {
            let reference = CriRef::decode(reference).unwrap();
            for revision in Revision::ALL {
                // The first section that a reference of this shape brings.
                let sections = reference.sections();
                let given = [
                    reference.is_full(),
                    sections.authority_section() != AuthoritySection::RootBased,
                    sections.path().is_some(),
                    sections.query().is_some(),
                ];
                let first = given.iter().position(|given| *given).unwrap_or(given.len());
                taken[first] += usize::from(agrees(base, reference, revision));
            }
        }
    }
    // Without a comparison, the test would show nothing.
    assert!(taken.iter().all(|&taken| taken > 250), "{taken:?}");
}

#[test]
fn results_are_cris() {
    let all = references();
    let mut taken = 0;
    for base in sample(&all, 12).filter_map(|base| Cri::decode(base).ok()) {
        for reference in all.iter().map(|reference| CriRef::decode(reference).unwrap()) {
            let Ok(resolved) = base.resolve(reference) else { continue };
            let cri = resolved.encode_to(Revision::Rfc9988, ArrayBuffer::<1024>::new()).unwrap();
            assert!(Cri::decode(cri.as_bytes()).is_ok(), "{base:?} {reference:?}");
            taken += 1;
        }
    }
    assert!(taken > 250, "{taken}");
}

#[test]
fn a_full_buffer_is_the_error_of_the_general_encoder() {
    let base = Cri::decode(CRIS[0]).unwrap();
    for reference in CRIS.iter().filter_map(|reference| CriRef::decode(reference).ok()) {
        let Ok(resolved) = base.resolve(reference) else { continue };
        let mut space = [0; 64];
        for room in 0..space.len() {
            let spliced =
                resolved.encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]));
            let spliced = spliced.map(|cri| cri.as_bytes().to_vec());
            let general = resolved
                .sections()
                .encode_to(Revision::Draft16, SliceBuffer::new(&mut space[..room]));
            assert_eq!(spliced, general.map(|cri| cri.as_bytes().to_vec()));
        }
    }
}
