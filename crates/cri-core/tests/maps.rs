//! Maps with owned keys, asked with borrowed CRIs.
#![cfg(feature = "alloc")]

use std::collections::{BTreeMap, HashMap};

use cri_core::{Cri, CriBuf, CriKey};

/// Three CRIs, each in two encodings: `[-1, ["h"]]`, `[-1, ["h"], ["a"]]` and `[-2, ["h"]]`.
const PAIRS: [[&[u8]; 2]; 3] = [
    [b"\x82\x20\x81\x61h", b"\x83\x38\x00\x81\x61h\x80"],
    [b"\x83\x20\x81\x61h\x81\x61a", b"\x98\x03\x20\x81\x61h\x81\x78\x01a"],
    [b"\x82\x21\x81\x61h", b"\x83\x21\x81\x61h\x80"],
];

fn owned(pair: [&[u8]; 2]) -> CriBuf<Vec<u8>> {
    Cri::decode(pair[0]).unwrap().to_buf()
}

#[test]
fn borrowed_cris_find_owned_keys() {
    let ordered: BTreeMap<_, _> = PAIRS.map(owned).into_iter().zip(0..).collect();
    let hashed: HashMap<_, _> = PAIRS.map(owned).into_iter().zip(0..).collect();
    for (pair, index) in PAIRS.into_iter().zip(0..) {
        for cri in pair.map(|bytes| Cri::decode(bytes).unwrap()) {
            assert_eq!(ordered.get(&cri as &dyn CriKey), Some(&index));
            assert_eq!(hashed.get(&cri as &dyn CriKey), Some(&index));
        }
    }
}

#[cfg(feature = "equivalent")]
#[test]
fn borrowed_cris_are_equivalent_to_owned_keys() {
    use equivalent::Equivalent;

    for (a, pair) in PAIRS.into_iter().enumerate() {
        for (b, key) in PAIRS.map(owned).iter().enumerate() {
            assert_eq!(Cri::decode(pair[0]).unwrap().equivalent(key), a == b);
        }
    }
}
