//! Relativizing returns the shortest reference. The tests try all small references between small bases and targets.

use std::collections::HashMap;

use cri_core::{ArrayBuffer, Cri, CriRef, Revision, Sections};
use cri_testvectors::sample;

type Room = ArrayBuffer<128>;

/// The encoded array of these encoded items.
fn array(items: &[&[u8]]) -> Vec<u8> {
    let head = 0x80 | u8::try_from(items.len()).unwrap();
    std::iter::once(head).chain(items.concat()).collect()
}

const NULL: &[u8] = b"\xf6";

/// Paths of up to `count` of the segments `""`, `"a"` and `"b"`.
fn paths(count: u32) -> Vec<Vec<u8>> {
    let segments: [&[u8]; 3] = [b"\x60", b"\x61a", b"\x61b"];
    let paths = (0..=count).flat_map(|len| (0..3_usize.pow(len)).map(move |code| (len, code)));
    paths
        .map(|(len, code)| {
            let path: Vec<_> =
                (0..len).map(|place| segments[code / 3_usize.pow(place) % 3]).collect();
            array(&path)
        })
        .collect()
}

/// All arrays that consist of one of `fronts`, a path or null, one of `queries`, and one of `fragments`, without nulls
/// at the end.
fn references(
    fronts: &[&[&[u8]]],
    segments: u32,
    queries: &[&[u8]],
    fragments: &[&[u8]],
) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let paths: Vec<_> = paths(segments).into_iter().chain([NULL.to_vec()]).collect();
    for front in fronts {
        for path in &paths {
            for query in queries {
                for fragment in fragments {
                    let mut items = [front, &[path.as_slice(), query, fragment][..]].concat();
                    let len =
                        items.iter().rposition(|item| *item != NULL).map_or(0, |last| last + 1);
                    items.truncate(len);
                    all.push(array(&items));
                }
            }
        }
    }
    all
}

/// The fronts of full CRIs: a scheme and an authority.
const FULL: [&[&[u8]]; 6] = [
    &[b"\x20", b"\x81\x61h"],
    &[b"\x20", b"\x82\x61h\x07"],
    &[b"\x20", NULL],
    &[b"\x20", b"\xf5"],
    &[b"\x21", b"\x81\x61h"],
    &[b"\x61s", NULL],
];

/// The fronts of relative references: a discard, or an authority after null.
const RELATIVE: [&[&[u8]]; 9] = [
    &[b"\x00"],
    &[b"\x01"],
    &[b"\x02"],
    &[b"\x03"],
    &[b"\xf5"],
    &[NULL, b"\x81\x61h"],
    &[NULL, b"\x82\x61h\x07"],
    &[NULL, b"\x81\x61g"],
    &[NULL, b"\xf5"],
];

// shows: D16-5-02, D16-5-03
#[test]
fn no_reference_is_shorter() {
    let (queries, fragments) = ([NULL, b"\x80", b"\x81\x61q"], [NULL, b"\x61f"]);
    let bases = references(&FULL[..4], 2, &[NULL, b"\x81\x61q"], &[NULL, b"\x61f"]);
    let mut all = references(&[&FULL[..], &RELATIVE].concat(), 2, &queries, &fragments);
    all.push(b"\x80".to_vec());
    all.retain(|reference| CriRef::decode(reference).is_ok());
    let mut compared = 0;
    for revision in Revision::ALL {
        let sent: Vec<_> = all.iter().map(|reference| CriRef::decode(reference).unwrap()).collect();
        let sent: Vec<_> =
            sent.into_iter().filter(|reference| reference.is_encoding_of(revision)).collect();
        for base in sample(&bases, 4).filter_map(|base| Cri::decode(base).ok()) {
            // The length of the shortest reference to each target.
            let mut shortest = HashMap::<Vec<u8>, usize>::new();
            for &reference in &sent {
                let Ok(target) = base.resolve(reference) else { continue };
                let target = target.encode_to(revision, Room::new()).unwrap().as_bytes().to_vec();
                let len = shortest.entry(target).or_insert(usize::MAX);
                *len = reference.as_bytes().len().min(*len);
            }
            for (mut target, len) in shortest {
                if target[0] == 0x83 {
                    // An empty array stands for the missing query.
                    target[0] = 0x84;
                    target.push(0x80);
                }
                let target = Cri::decode(&target).unwrap();
                let found = base.relativize(target, revision, Room::new()).unwrap();
                assert_eq!(
                    base.resolve(&found).unwrap(),
                    target,
                    "{base:?} to {target:?}: {found:?}"
                );
                assert_eq!(found.as_bytes().len(), len, "{base:?} to {target:?}: {found:?}");
                assert!(found.is_encoding_of(revision), "{base:?} to {target:?}: {found:?}");
                compared += 1;
            }
        }
    }
    // A test that compares nothing shows nothing.
    assert!(compared > 10_000, "{compared}");
}

/// The equal targets are the form of either revision, forms with a longer head, with an empty or a null query, and
/// results of resolving.
#[test]
fn equal_targets_have_one_reference() {
    let (queries, fragments) = ([NULL, b"\x80", b"\x81\x61q"], [NULL, b"\x61f"]);
    let bases = references(&FULL[..4], 1, &[NULL, b"\x81\x61q"], &fragments);
    let targets = references(&FULL[..4], 2, &queries, &fragments);
    let mut written_otherwise = 0;
    for target in sample(&targets, 4).filter_map(|target| Cri::decode(target).ok()) {
        let mut equal: Vec<Vec<u8>> = Revision::ALL
            .into_iter()
            .map(|revision| target.encode_to(revision, Room::new()).unwrap().as_bytes().to_vec())
            .collect();
        let longer = |bytes: &[u8]| [&[0x98, bytes[0] & 0x1f], &bytes[1..]].concat();
        equal.extend([longer(target.as_bytes()), longer(&equal[0])]);
        equal.retain(|bytes| bytes != target.as_bytes());
        for base in bases.iter().filter_map(|base| Cri::decode(base).ok()) {
            for revision in Revision::ALL {
                let expected = base.relativize(target, revision, Room::new()).unwrap();
                let same = |target: Sections<'_>| {
                    let found = base.relativize(target, revision, Room::new()).unwrap();
                    assert_eq!(
                        found.as_bytes(),
                        expected.as_bytes(),
                        "{base:?} to {target:?}: {found:?} {expected:?}"
                    );
                };
                equal.iter().for_each(|bytes| same(Cri::decode(bytes).unwrap().into()));
                same(base.resolve(target).unwrap().into());
                same(base.resolve(&expected).unwrap().into());
                written_otherwise += equal.len();
            }
        }
    }
    assert!(written_otherwise > 2_000, "{written_otherwise}");
}
