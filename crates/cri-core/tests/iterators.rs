//! Lengths of iterators, and prefixes of paths.
#![cfg(feature = "alloc")]

use cri_core::{Cri, CriRef, Host, Revision};

/// Whether `len` is right before each item, and no item follows the end.
fn assert_exact<I: ExactSizeIterator + Clone>(mut items: I) {
    for left in (0..items.clone().count()).rev() {
        assert_eq!(items.len(), left + 1);
        assert!(items.next().is_some());
    }
    assert_eq!(items.len(), 0);
    assert!(items.next().is_none() && items.next().is_none());
}

#[test]
fn lengths_are_exact() {
    // [-1, [false, "u", "a", [h'2C', "b"], 7], ["a", "b"], [[h'26'], "k"]] and [1, ["c", "d"]]
    let bytes = b"\x84\x20\x85\xf4\x61u\x61a\x82\x41,\x61b\x07\x82\x61a\x61b\x82\x81\x41&\x61k";
    let base = Cri::decode(bytes).unwrap();
    let resolved = base.resolve(CriRef::decode(b"\x82\x01\x82\x61c\x61d").unwrap()).unwrap();
    let labels = base.sections().host().and_then(Host::name).unwrap().labels();
    assert_eq!(
        (labels.len(), base.sections().parameters().len(), resolved.sections().segments().len()),
        (2, 2, 3)
    );
    assert_exact(base.sections().segments());
    assert_exact(resolved.sections().segments());
    assert_exact(base.sections().parameters());
    assert_exact(labels);
}

#[test]
fn prefixes_of_paths_are_whole_segments_of_text() {
    // [-1, ["h"], ["a", ["b", h'2F'], ""]] and [1, ["c"]]
    let base = Cri::decode(b"\x83\x20\x81\x61h\x83\x61a\x82\x61b\x41/\x60").unwrap();
    let segments = base.segments();
    assert!(segments.strip_prefix([""; 0]).unwrap().eq(segments.clone()));
    assert!(segments.strip_prefix(["a"]).unwrap().eq(segments.clone().skip(1)));
    for other in [&["b"][..], &[""], &["a", "b/"], &["a", "b%2F"], &["a", "b"]] {
        assert!(segments.strip_prefix(other.iter().copied()).is_none(), "{other:?}");
    }

    // The prefix may end within either run of a resolved path.
    let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b").unwrap();
    let resolved = base.resolve(CriRef::decode(b"\x82\x00\x82\x61c\x60").unwrap()).unwrap();
    let path = ["a", "b", "c", ""];
    for count in 0..=path.len() {
        let (prefix, rest) = path.split_at(count);
        let left = resolved.segments().strip_prefix(prefix.iter().copied()).unwrap();
        assert!(left.eq(rest.iter().copied()), "{count}");
    }
    assert!(resolved.segments().strip_prefix(["a", "b", "c", "", ""]).is_none());

    // No path, and a path of one empty segment.
    let none = Cri::decode(b"\x83\x20\x81\x61h\x80").unwrap();
    let root = Cri::decode(b"\x83\x20\x81\x61h\x81\x60").unwrap();
    assert!(none.segments().strip_prefix([""]).is_none());
    assert_eq!(none.segments().strip_prefix([""; 0]).unwrap().len(), 0);
    assert_eq!(root.segments().strip_prefix([""]).unwrap().len(), 0);
}

#[test]
fn the_length_of_an_error_counts_from_the_start_of_the_cri() {
    // [-1, [h'01020304', "z"]]: draft-16 has no zone-id after an IPv4 address.
    let cri = Cri::decode(b"\x82\x20\x82\x44\x01\x02\x03\x04\x61z").unwrap();
    let by_length = cri.sections().encoded_len(Revision::Draft16).unwrap_err();
    assert_eq!(by_length, cri.sections().encode(Revision::Draft16, &mut Vec::new()).unwrap_err());
    assert_eq!(by_length.offset(), 2);
}
